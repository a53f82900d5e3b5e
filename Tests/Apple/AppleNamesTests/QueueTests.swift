import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import SessionDevice
import Testing

extension OnePhone {
    /// The buffers and the unit of the C interfaces, on the phone in virtual time.
    @Suite
    struct QueueTests {
        private let told = Told()

        init() throws { try ProcessPhone.reset() }

        /// Linear PCM in one of its forms.
        struct Form: Sendable, CustomTestStringConvertible {
            let stream: AudioStreamBasicDescription
            let testDescription: String
            /// One sample of a quarter of full scale.
            let quarter: [UInt8]

            init(_ name: String, _ flags: AudioFormatFlags, _ bits: UInt32, _ quarter: [UInt8], channels: UInt32 = 2) {
                let bytes = UInt32(quarter.count)
                let beside = flags & kAudioFormatFlagIsNonInterleaved == 0 ? channels : 1
                stream = AudioStreamBasicDescription(
                    mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags,
                    mBytesPerPacket: bytes * beside, mFramesPerPacket: 1, mBytesPerFrame: bytes * beside,
                    mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
                (self.quarter, testDescription) = (quarter, name)
            }

            static let short = Form("16 bits", 12, 16, [0x00, 0x20])
            static let all = [
                short,
                Form("one channel", 12, 16, [0x00, 0x20], channels: 1),
                Form("16 bits, high byte first", 14, 16, [0x20, 0x00]),
                Form("8 bits without a sign", 8, 8, [0xA0]),
                Form("24 bits", 12, 24, [0x00, 0x00, 0x20]),
                Form("24 bits at the low end of 32", 4, 24, [0x00, 0x00, 0x20, 0x00]),
                Form("24 bits at the high end of 32", 20, 24, [0x00, 0x00, 0x00, 0x20]),
                Form("32 bits", 12, 32, [0x00, 0x00, 0x00, 0x20]),
                Form("fixed point with 24 bits behind it", 12 | 24 << 7, 32, [0x00, 0x00, 0x40, 0x00]),
                Form("floats", 9, 32, [0x00, 0x00, 0x80, 0x3E]),
                Form("floats of 64 bits", 9, 64, [0, 0, 0, 0, 0, 0, 0xD0, 0x3F]),
                Form("floats, channels apart", 41, 32, [0x00, 0x00, 0x80, 0x3E]),
            ]
        }

        private func output(_ form: Form) throws -> AudioQueueRef {
            var stream = form.stream
            var queue: AudioQueueRef?
            let told = told
            #expect(
                AudioQueueNewOutput(
                    &stream, { _, _, buffer in told.say("\(Int(bitPattern: buffer))") }, nil, nil, nil, 0, &queue)
                    == noErr)
            return try #require(queue)
        }

        /// A buffer of so many frames of a quarter of full scale, enqueued.
        @discardableResult
        private func enqueue(_ frames: Int, _ form: Form, on queue: AudioQueueRef) throws -> AudioQueueBufferRef {
            let bytes = frames * form.quarter.count * Int(form.stream.mChannelsPerFrame)
            var made: AudioQueueBufferRef?
            #expect(AudioQueueAllocateBuffer(queue, UInt32(bytes), &made) == noErr)
            let buffer = try #require(made)
            for index in 0..<bytes {
                buffer.pointee.mAudioData.storeBytes(
                    of: form.quarter[index % form.quarter.count], toByteOffset: index, as: UInt8.self)
            }
            #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == kAudioQueueErr_BufferEmpty)
            buffer.pointee.mAudioDataByteSize = UInt32(bytes)
            #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr)
            #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice)
            #expect(AudioQueueFreeBuffer(queue, buffer) == kAudioQueueErr_BufferInQueue)
            return buffer
        }

        private func isRunning(_ queue: AudioQueueRef) -> Bool {
            var (runs, size): (UInt32, UInt32) = (2, 4)
            #expect(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &runs, &size) == noErr && size == 4)
            return runs == 1
        }

        @Test("Every form of linear PCM is read and written, to the last step of it", arguments: Form.all)
        func forms(form: Form) throws {
            let samples = try #require(LinearSamples(form.stream))
            #expect(samples.sampleBytes == form.quarter.count)
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * form.quarter.count, alignment: 8)
            defer { memory.deallocate() }
            for (byte, value) in form.quarter.enumerated() {
                memory.storeBytes(of: value, toByteOffset: form.quarter.count + byte, as: UInt8.self)
            }
            #expect(samples.sample(memory, 1) == 0.25)
            samples.put(0.25, memory, 2)
            let written = (0..<form.quarter.count).map {
                memory.load(fromByteOffset: 2 * form.quarter.count + $0, as: UInt8.self)
            }
            #expect(written == form.quarter)
            for value in [Float(-1), -0.5, 0, 0.5] {
                samples.put(value, memory, 3)
                #expect(samples.sample(memory, 3) == value)
            }
            samples.put(2, memory, 3)
            #expect(samples.sample(memory, 3) > 0.99)
            let queue = try output(form)
            #expect(AudioQueueDispose(queue, true) == noErr)
        }

        @Test("Buffers come back in order as they have been played, and the rest when the queue stops")
        func buffers() async throws {
            let queue = try output(.short)
            var made = try (0..<3).map { _ in try enqueue(100, .short, on: queue) }
            #expect(AudioQueueStart(queue, nil) == noErr && isRunning(queue))
            for buffer in made { #expect(await told.next() == "\(Int(bitPattern: buffer))") }
            #expect(AudioQueuePause(queue) == noErr && !isRunning(queue))
            made = try (0..<3).map { _ in try enqueue(4_800, .short, on: queue) }
            #expect(AudioQueueStop(queue, true) == noErr && !isRunning(queue))
            for buffer in made { #expect(await told.next() == "\(Int(bitPattern: buffer))") }
            #expect(AudioQueueFreeBuffer(queue, made[0]) == noErr)
            #expect(AudioQueueFreeBuffer(queue, made[0]) == kAudioQueueErr_InvalidBuffer)
            #expect(AudioQueueGetCurrentTime(queue, nil, nil, nil) == kAudioQueueErr_InvalidRunState)
            #expect(AudioQueueDispose(queue, true) == noErr)
            #expect(AudioQueueStart(queue, nil) == kAudio_ParamError, "there is no queue any more")
        }

        @Test("A queue that is to stop plays what is left first, and takes nothing more")
        func stopsLater() async throws {
            let queue = try output(.short)
            let made = try enqueue(480_000, .short, on: queue)
            AudioQueueStart(queue, nil)
            #expect(AudioQueueStop(queue, false) == noErr && isRunning(queue))
            var other: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 8, &other)
            let more = try #require(other)
            more.pointee.mAudioDataByteSize = 8
            #expect(AudioQueueEnqueueBuffer(queue, more, 0, nil) == kAudioQueueErr_EnqueueDuringReset)
            while isRunning(queue) {
                try ProcessPhone.device.advance(by: 0.05)
                await Task.yield()
            }
            #expect(await told.next() == "\(Int(bitPattern: made))")
            AudioQueueDispose(queue, true)
        }

        @Test("An interruption stops a queue, which says so; started again it goes on with what it holds")
        func interruption() async throws {
            try ProcessPhone.session.setCategory(.playback)
            let queue = try output(.short)
            let told = told
            AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, { _, _, _ in told.say("running") }, nil)
            let made = try enqueue(4_800_000, .short, on: queue)
            AudioQueueStart(queue, nil)
            #expect(await told.next() == "running")
            try ProcessPhone.controls.call(.incoming)
            #expect(await told.next() == "running")
            #expect(!isRunning(queue))
            #expect(AudioQueueStart(queue, nil) != noErr, "the phone rings")
            try ProcessPhone.controls.call(.declined)
            #expect(
                AudioQueueEnqueueBuffer(queue, made, 0, nil) == kAudioQueueErr_BufferEnqueuedTwice, "it still holds it")
            #expect(AudioQueueStart(queue, nil) == noErr && isRunning(queue))
            #expect(await told.next() == "running")
            AudioQueueDispose(queue, true)
        }

        @Test("A queue that records hands over full buffers, with the number of their first frame")
        func records() async throws {
            try ProcessPhone.session.setCategory(.playAndRecord)
            var stream = Form("", 12, 16, [0, 0], channels: 1).stream
            stream.mSampleRate = 16_000
            var made: AudioQueueRef?
            let told = told
            let status = AudioQueueNewInput(
                &stream,
                { _, _, buffer, time, packets, _ in
                    told.say("\(buffer.pointee.mAudioDataByteSize) \(packets) \(Int(time.pointee.mSampleTime))")
                }, nil, nil, nil, 0, &made)
            #expect(status == noErr)
            let queue = try #require(made)
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                #expect(AudioQueueAllocateBuffer(queue, 1_600, &buffer) == noErr)
                #expect(AudioQueueEnqueueBuffer(queue, try #require(buffer), 0, nil) == noErr)
            }
            #expect(AudioQueueStart(queue, nil) == noErr)
            try ProcessPhone.device.advance(by: 0.5)
            #expect(await told.next() == "1600 800 0")
            #expect(await told.next() == "1600 800 800")
            #expect(await told.next() == "1600 800 1600")
            AudioQueueStop(queue, true)
            AudioQueueDispose(queue, true)
        }

        @Test("The unit of the route renders, hears, and says what it cannot do now")
        func unit() async throws {
            try ProcessPhone.session.setCategory(.playAndRecord)
            var wanted = AudioComponentDescription()
            (wanted.componentType, wanted.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            let component = try #require(AudioComponentFindNext(nil, &wanted))
            #expect(AudioComponentFindNext(component, &wanted) == nil && AudioComponentCount(&wanted) == 1)
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(component, &made) == noErr)
            nonisolated(unsafe) let unit = try #require(made)
            #expect(AudioOutputUnitStart(unit) == kAudioUnitErr_Uninitialized)
            var (one, stream): (UInt32, _) = (1, Form("", 9, 32, [0, 0, 0, 0]).stream)
            let size = UInt32(MemoryLayout.size(ofValue: stream))
            let format = kAudioUnitProperty_StreamFormat
            #expect(
                AudioUnitSetProperty(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one, 4)
                    == noErr)
            #expect(AudioUnitSetProperty(unit, format, kAudioUnitScope_Input, 0, &stream, size) == noErr)
            #expect(AudioUnitSetProperty(unit, format, kAudioUnitScope_Output, 1, &stream, size) == noErr)
            #expect(
                AudioUnitSetProperty(unit, format, kAudioUnitScope_Output, 0, &stream, size)
                    == kAudioUnitErr_PropertyNotWritable)
            #expect(AudioUnitSetProperty(unit, 9_999, 0, 0, &one, 4) == kAudioUnitErr_InvalidProperty)
            let told = told
            var render = AURenderCallbackStruct(
                inputProc: { _, flags, time, bus, frames, list in
                    guard let list else { return -50 }
                    let status = AudioUnitRender(unit, flags, time, 1, frames, list)
                    if time.pointee.mSampleTime == 0 { told.say("\(bus) \(status) \(list.pointee.mNumberBuffers)") }
                    let samples = UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers)
                    for index in samples.indices { samples[index] = 0.25 }
                    return noErr
                }, inputProcRefCon: nil)
            #expect(
                AudioUnitSetProperty(
                    unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &render,
                    UInt32(MemoryLayout<AURenderCallbackStruct>.size)) == noErr)
            #expect(AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr)
            #expect(
                AudioUnitSetProperty(unit, format, kAudioUnitScope_Input, 0, &stream, size) == kAudioUnitErr_Initialized
            )
            #expect(await told.next() == "0 0 1")
            try ProcessPhone.controls.call(.incoming)
            var (runs, room): (UInt32, UInt32) = (1, 4)
            AudioUnitGetProperty(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &runs, &room)
            #expect(runs == 0)
            try ProcessPhone.controls.call(.declined)
            #expect(AudioOutputUnitStart(unit) == noErr)
            #expect(AudioOutputUnitStop(unit) == noErr && AudioComponentInstanceDispose(unit) == noErr)
            #expect(AudioOutputUnitStart(unit) == kAudio_ParamError, "there is no unit any more")
        }
    }
}
