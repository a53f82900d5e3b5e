import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import Testing

/// The calls of `NumberTableTests` to the functions of the C interfaces. A size tells the size of memory that the
/// caller has, so that none beyond it is drawn.
enum FunctionDraws {
    /// Memory of so many bytes for what a function reads or writes.
    private static let roomBytes: UInt32 = 4_096

    static func all() throws -> [NumberDraw] {
        try queues() + queueProperties() + units() + extendedFiles() + sounds() + session() + coreFoundation()
    }

    /// Calls with memory, and a size that is no larger.
    private static func withRoom(_ number: DrawnNumber, _ call: (UnsafeMutableRawPointer, inout UInt32) -> Void) {
        let room = UnsafeMutableRawPointer.allocate(byteCount: Int(roomBytes), alignment: 16)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: Int(roomBytes))
        defer { room.deallocate() }
        for size in [min(number.word, roomBytes), 4, 8, roomBytes] {
            var size = size
            call(room, &size)
        }
    }

    private static var pcm: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
    }

    /// Has a queue made and disposed of.
    private static func withQueue(_ call: (AudioQueueRef) -> Void) {
        var (stream, queue) = (pcm, AudioQueueRef?.none)
        AudioQueueNewOutput(&stream, { _, _, _ in }, nil, nil, nil, 0, &queue)
        guard let queue else { return }
        call(queue)
        AudioQueueDispose(queue, true)
    }

    private static func queues() -> [NumberDraw] {
        [
            NumberDraw("AudioQueueNewOutput(_:_:_:_:_:_:_:)") {
                var (stream, queue) = (pcm, AudioQueueRef?.none)
                AudioQueueNewOutput(&stream, { _, _, _ in }, nil, nil, nil, $0.word, &queue)
                if let queue { AudioQueueDispose(queue, true) }
            },
            NumberDraw("AudioQueueNewInput(_:_:_:_:_:_:_:)") {
                var (stream, queue) = (pcm, AudioQueueRef?.none)
                AudioQueueNewInput(&stream, { _, _, _, _, _, _ in }, nil, nil, nil, $0.word, &queue)
                if let queue { AudioQueueDispose(queue, true) }
            },
            NumberDraw("AudioQueueAllocateBuffer(_:_:_:)") { number in
                withQueue { queue in
                    var buffer: AudioQueueBufferRef?
                    AudioQueueAllocateBuffer(queue, number.word, &buffer)
                }
            },
            NumberDraw("AudioQueueAllocateBufferWithPacketDescriptions(_:_:_:_:)") { number in
                withQueue { queue in
                    var buffer: AudioQueueBufferRef?
                    AudioQueueAllocateBufferWithPacketDescriptions(queue, 64, number.word, &buffer)
                }
            },
            NumberDraw("AudioQueueEnqueueBuffer(_:_:_:_:)") { number in
                withQueue { queue in
                    var buffer: AudioQueueBufferRef?
                    AudioQueueAllocateBuffer(queue, 64, &buffer)
                    guard let buffer else { return }
                    for size in [number.word, 64] {
                        buffer.pointee.mAudioDataByteSize = size
                        AudioQueueEnqueueBuffer(queue, buffer, number.word, nil)
                    }
                }
            },
            NumberDraw("AudioQueueEnqueueBufferWithParameters(_:_:_:_:_:_:_:_:_:_:)") { number in
                withQueue { queue in
                    var buffer: AudioQueueBufferRef?
                    AudioQueueAllocateBuffer(queue, 64, &buffer)
                    guard let buffer else { return }
                    buffer.pointee.mAudioDataByteSize = 64
                    var event = AudioQueueParameterEvent(mID: number.word, mValue: number.float)
                    var start = AudioTimeStamp()
                    (start.mSampleTime, start.mFlags) = (number.real, .sampleTimeValid)
                    AudioQueueEnqueueBufferWithParameters(
                        queue, buffer, 0, nil, number.word, number.word, 1, &event, &start, nil)
                }
            },
            NumberDraw("AudioQueuePrime(_:_:_:)") { number in
                withQueue { queue in
                    var prepared: UInt32 = 0
                    AudioQueuePrime(queue, number.word, &prepared)
                }
            },
        ]
    }

    private static func queueProperties() -> [NumberDraw] {
        let heard: AudioQueuePropertyListenerProc = { _, _, _ in }
        return [
            NumberDraw("AudioQueueGetParameter(_:_:_:)") { number in
                withQueue { queue in
                    var value: Float = 0
                    AudioQueueGetParameter(queue, number.word, &value)
                }
            },
            NumberDraw("AudioQueueSetParameter(_:_:_:)") { number in
                withQueue { queue in
                    for parameter in [number.word, kAudioQueueParam_Volume, kAudioQueueParam_Pan, 2, 3, 4] {
                        AudioQueueSetParameter(queue, parameter, number.float)
                        var value: Float = 0
                        AudioQueueGetParameter(queue, parameter, &value)
                        #expect(!value.isNaN)
                    }
                }
            },
            NumberDraw("AudioQueueAddPropertyListener(_:_:_:_:)") { number in
                withQueue { AudioQueueAddPropertyListener($0, number.word, heard, nil) }
            },
            NumberDraw("AudioQueueRemovePropertyListener(_:_:_:_:)") { number in
                withQueue { AudioQueueRemovePropertyListener($0, number.word, heard, nil) }
            },
            NumberDraw("AudioQueueGetPropertySize(_:_:_:)") { number in
                withQueue { queue in
                    var size: UInt32 = 0
                    AudioQueueGetPropertySize(queue, number.word, &size)
                }
            },
            NumberDraw("AudioQueueGetProperty(_:_:_:_:)") { number in
                withQueue { queue in
                    withRoom(number) { room, size in AudioQueueGetProperty(queue, number.word, room, &size) }
                }
            },
            NumberDraw("AudioQueueSetProperty(_:_:_:_:)") { number in
                withQueue { queue in
                    withRoom(number) { room, size in AudioQueueSetProperty(queue, number.word, room, size) }
                }
            },
        ]
    }

    private static func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
        var wanted = AudioComponentDescription()
        (wanted.componentType, wanted.componentSubType) = (type, subType)
        var unit: AudioUnit?
        AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &unit)
        return try #require(unit)
    }

    private static func units() throws -> [NumberDraw] {
        let route = try unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        let converter = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
        for unit in [route, converter] { AudioUnitInitialize(unit) }
        let heard: AudioUnitPropertyListenerProc = { _, _, _, _, _ in }
        let properties = [
            kAudioUnitProperty_StreamFormat, kAudioUnitProperty_MaximumFramesPerSlice, kAudioUnitProperty_SampleRate,
        ]
        func each(_ symbol: String, _ call: @escaping (AudioUnit, DrawnNumber) -> Void) -> NumberDraw {
            NumberDraw(symbol) { number in for unit in [route, converter] { call(unit, number) } }
        }
        return [
            each("AudioUnitReset(_:_:_:)") { AudioUnitReset($0, $1.word, $1.word) },
            each("AudioUnitGetPropertyInfo(_:_:_:_:_:_:)") { unit, number in
                var size: UInt32 = 0
                AudioUnitGetPropertyInfo(unit, number.word, number.word, number.word, &size, nil)
            },
            each("AudioUnitGetProperty(_:_:_:_:_:_:)") { unit, number in
                for property in [number.word] + properties {
                    withRoom(number) { room, size in
                        AudioUnitGetProperty(unit, property, number.word, number.word, room, &size)
                        AudioUnitGetProperty(unit, property, kAudioUnitScope_Input, number.word, room, &size)
                    }
                }
            },
            each("AudioUnitSetProperty(_:_:_:_:_:_:)") { unit, number in
                for property in [number.word] + properties {
                    withRoom(number) { room, size in
                        room.storeBytes(of: number.real, as: Double.self)
                        AudioUnitSetProperty(unit, property, number.word, number.word, room, size)
                        AudioUnitSetProperty(unit, property, kAudioUnitScope_Input, 0, room, size)
                    }
                }
            },
            each("AudioUnitAddPropertyListener(_:_:_:_:)") { AudioUnitAddPropertyListener($0, $1.word, heard, nil) },
            each("AudioUnitRemovePropertyListenerWithUserData(_:_:_:_:)") {
                AudioUnitRemovePropertyListenerWithUserData($0, $1.word, heard, nil)
            },
            each("AudioUnitGetParameter(_:_:_:_:_:)") { unit, number in
                var value: Float = 0
                AudioUnitGetParameter(unit, number.word, number.word, number.word, &value)
            },
            each("AudioUnitSetParameter(_:_:_:_:_:_:)") {
                AudioUnitSetParameter($0, $1.word, $1.word, $1.word, $1.float, $1.word)
                AudioUnitSetParameter($0, 0, kAudioUnitScope_Output, 0, $1.float, 0)
            },
            each("AudioUnitRender(_:_:_:_:_:_:)") { unit, number in
                let list = AudioBufferList.allocate(maximumBuffers: 2)
                defer { list.unsafeMutablePointer.deallocate() }
                var stamp = AudioTimeStamp()
                (stamp.mSampleTime, stamp.mFlags) = (number.real, .sampleTimeValid)
                AudioUnitRender(unit, nil, &stamp, number.word, 64, list.unsafeMutablePointer)
                AudioUnitRender(unit, nil, &stamp, 0, number.word, list.unsafeMutablePointer)
                AudioUnitRender(unit, nil, &stamp, 1, number.word, list.unsafeMutablePointer)
            },
        ]
    }

    private static func extendedFiles() throws -> [NumberDraw] {
        let url = try ProcessPhone.sound(0.1) as CFURL
        let written = try ProcessPhone.sound(0.1, "written.caf") as CFURL
        var (opened, made, stream) = (ExtAudioFileRef?.none, ExtAudioFileRef?.none, pcm)
        ExtAudioFileOpenURL(url, &opened)
        ExtAudioFileCreateWithURL(written, kAudioFileCAFType, &stream, nil, 1, &made)
        var (target, converting) = (pcm, AudioConverterRef?.none)
        target.mSampleRate = 8_000
        AudioConverterNew(&stream, &target, &converting)
        let converter = try #require(converting)
        let (file, output) = (try #require(opened), try #require(made))
        func write(_ symbol: String, _ call: @escaping (UInt32, UnsafePointer<AudioBufferList>) -> Void) -> NumberDraw {
            NumberDraw(symbol) { number in
                withRoom(number) { room, size in
                    let buffer = AudioBuffer(mNumberChannels: 2, mDataByteSize: size, mData: room)
                    var list = AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
                    call(number.word, &list)
                }
            }
        }
        return [
            NumberDraw("ExtAudioFileCreateWithURL(_:_:_:_:_:_:)") {
                let url = try ProcessPhone.sound(0.1, "made.caf") as CFURL
                var (file, stream) = (ExtAudioFileRef?.none, pcm)
                ExtAudioFileCreateWithURL(url, $0.word, &stream, nil, 1, &file)
                if let file { ExtAudioFileDispose(file) }
            },
            write("ExtAudioFileWrite(_:_:_:)") { ExtAudioFileWrite(output, $0, $1) },
            write("ExtAudioFileWriteAsync(_:_:_:)") { ExtAudioFileWriteAsync(output, $0, $1) },
            NumberDraw("ExtAudioFileSeek(_:_:)") { number in
                ExtAudioFileSeek(file, number.whole)
                withRoom(number) { room, size in
                    let buffer = AudioBuffer(mNumberChannels: 2, mDataByteSize: size, mData: room)
                    var (list, frames) = (AudioBufferList(mNumberBuffers: 1, mBuffers: buffer), number.word)
                    ExtAudioFileRead(file, &frames, &list)
                }
            },
            NumberDraw("AudioConverterGetProperty(_:_:_:_:)") { number in
                withRoom(number) { room, size in AudioConverterGetProperty(converter, number.word, &size, room) }
            },
            NumberDraw("AudioConverterSetProperty(_:_:_:_:)") { number in
                withRoom(number) { room, size in AudioConverterSetProperty(converter, number.word, size, room) }
            },
            NumberDraw("ExtAudioFileGetPropertyInfo(_:_:_:_:)") {
                var size: UInt32 = 0
                ExtAudioFileGetPropertyInfo(file, $0.word, &size, nil)
            },
            NumberDraw("ExtAudioFileGetProperty(_:_:_:_:)") { number in
                withRoom(number) { room, size in ExtAudioFileGetProperty(file, number.word, &size, room) }
            },
            NumberDraw("ExtAudioFileSetProperty(_:_:_:_:)") { number in
                for property in [number.word, kExtAudioFileProperty_ClientDataFormat] {
                    withRoom(number) { room, size in
                        room.storeBytes(of: number.real, as: Double.self)
                        ExtAudioFileSetProperty(file, property, size, room)
                    }
                }
            },
        ]
    }

    private static func sounds() -> [NumberDraw] {
        [
            NumberDraw("AudioServicesDisposeSystemSoundID(_:)") { AudioServicesDisposeSystemSoundID($0.word) },
            NumberDraw("AudioServicesPlaySystemSound(_:)") { AudioServicesPlaySystemSound($0.word) },
            NumberDraw("AudioServicesPlayAlertSound(_:)") { AudioServicesPlayAlertSound($0.word) },
            NumberDraw("AudioServicesPlaySystemSoundWithCompletion(_:_:)") {
                AudioServicesPlaySystemSoundWithCompletion($0.word, nil)
            },
            NumberDraw("AudioServicesPlayAlertSoundWithCompletion(_:_:)") {
                AudioServicesPlayAlertSoundWithCompletion($0.word, nil)
            },
            NumberDraw("AudioServicesAddSystemSoundCompletion(_:_:_:_:_:)") {
                AudioServicesAddSystemSoundCompletion($0.word, nil, nil, { _, _ in }, nil)
            },
            NumberDraw("AudioServicesRemoveSystemSoundCompletion(_:)") {
                AudioServicesRemoveSystemSoundCompletion($0.word)
            },
            NumberDraw("AudioServicesSetProperty(_:_:_:_:_:)") { number in
                withRoom(number) { room, size in
                    room.storeBytes(of: number.word, as: UInt32.self)
                    AudioServicesSetProperty(number.word, size, room, size, room)
                    AudioServicesSetProperty(kAudioServicesPropertyIsUISound, size, room, size, room)
                }
            },
        ]
    }

    private static func session() -> [NumberDraw] {
        AudioSessionInitialize(nil, nil, nil, nil)
        let heard: AudioSessionPropertyListener = { _, _, _, _ in }
        return [
            NumberDraw("AudioSessionSetActiveWithFlags(_:_:)") { AudioSessionSetActiveWithFlags(true, $0.word) },
            NumberDraw("AudioSessionGetPropertySize(_:_:)") {
                var size: UInt32 = 0
                AudioSessionGetPropertySize($0.word, &size)
            },
            NumberDraw("AudioSessionGetProperty(_:_:_:)") { number in
                withRoom(number) { room, size in AudioSessionGetProperty(number.word, &size, room) }
            },
            NumberDraw("AudioSessionSetProperty(_:_:_:)") { number in
                // Beside a number that is drawn: the rate, the buffer's duration, the category and the input's gain.
                for property in [number.word, 0x6877_7372, 0x696F_6264, 0x6163_6174, 0x6967_7363] {
                    withRoom(number) { room, size in
                        room.storeBytes(of: number.real, as: Double.self)
                        AudioSessionSetProperty(property, size, room)
                        room.storeBytes(of: number.float, as: Float.self)
                        AudioSessionSetProperty(property, size, room)
                    }
                }
            },
            NumberDraw("AudioSessionAddPropertyListener(_:_:_:)") {
                AudioSessionAddPropertyListener($0.word, heard, nil)
                AudioSessionRemovePropertyListenerWithUserData($0.word, heard, nil)
            },
            NumberDraw("AudioSessionRemovePropertyListener(_:)") { AudioSessionRemovePropertyListener($0.word) },
            NumberDraw("AudioSessionRemovePropertyListenerWithUserData(_:_:_:)") {
                AudioSessionRemovePropertyListenerWithUserData($0.word, heard, nil)
            },
        ]
    }

    private static func coreFoundation() -> [NumberDraw] {
        [
            NumberDraw("CFSwapInt16BigToHost(_:)") { _ = CFSwapInt16BigToHost(UInt16(truncatingIfNeeded: $0.whole)) },
            NumberDraw("CFSwapInt16HostToBig(_:)") { _ = CFSwapInt16HostToBig(UInt16(truncatingIfNeeded: $0.whole)) },
            NumberDraw("CFSwapInt32BigToHost(_:)") { _ = CFSwapInt32BigToHost($0.word) },
            NumberDraw("CFSwapInt32HostToBig(_:)") { _ = CFSwapInt32HostToBig($0.word) },
            // A time that is to come would be waited for.
            NumberDraw("CFRunLoopRunInMode(_:_:_:)") { _ = CFRunLoopRunInMode(.defaultMode, min($0.real, 0), true) },
        ]
    }
}
