import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import SessionDevice
import Synchronization
import Testing

extension OnePhone {
    /// Graphs of units, the mixer by itself, and converters.
    @Suite
    struct GraphTests {
        private let told = Told()

        init() throws { try Phone.reset() }

        private static func stream(_ rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
            AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
                mBytesPerPacket: 4 * channels, mFramesPerPacket: 1, mBytesPerFrame: 4 * channels,
                mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
        }

        private static func description(_ type: OSType, _ subtype: OSType) -> AudioComponentDescription {
            AudioComponentDescription(
                componentType: type, componentSubType: subtype, componentManufacturer: kAudioUnitManufacturer_Apple,
                componentFlags: 0, componentFlagsMask: 0)
        }

        /// Renders what the bus's number says: a quarter of full scale, and a half.
        private static func levels(
            _: UnsafeMutableRawPointer, _: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
            _: UnsafePointer<AudioTimeStamp>, bus: UInt32, frames: UInt32, list: UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus {
            guard let buffers = UnsafeMutableAudioBufferListPointer(list) else { return kAudio_ParamError }
            for buffer in buffers {
                UnsafeMutableBufferPointer<Float>(buffer).update(repeating: bus == 0 ? 0.25 : 0.5)
            }
            return noErr
        }

        private func mixer() throws -> AudioUnit {
            var wanted = Self.description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            var unit: AudioUnit?
            #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &unit) == noErr)
            return try #require(unit)
        }

        private func set(
            _ unit: AudioUnit, _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ bus: UInt32,
            _ value: some Any
        ) -> OSStatus {
            withUnsafeBytes(of: value) {
                AudioUnitSetProperty(unit, property, scope, bus, $0.baseAddress, UInt32($0.count))
            }
        }

        /// One slice of a mixer's two channels: what is left, and what is right.
        private func mixed(_ unit: AudioUnit, frames: Int = 64) -> (left: [Float], right: [Float], status: OSStatus) {
            var (left, right) = ([Float](repeating: 9, count: frames), [Float](repeating: 9, count: frames))
            let list = AudioBufferList.allocate(maximumBuffers: 2)
            defer { UnsafeMutableRawPointer(list.unsafeMutablePointer).deallocate() }
            var (flags, stamp) = (AudioUnitRenderActionFlags(), AudioTimeStamp())
            let status = left.withUnsafeMutableBufferPointer { left in
                right.withUnsafeMutableBufferPointer { right in
                    list[0] = AudioBuffer(left, numberOfChannels: 1)
                    list[1] = AudioBuffer(right, numberOfChannels: 1)
                    return AudioUnitRender(unit, &flags, &stamp, 0, UInt32(frames), list.unsafeMutablePointer)
                }
            }
            return (left, right, status)
        }

        @Test("Units in a circle, which would ask each other for ever, are refused, by themselves and in graphs")
        func circles() throws {
            let units = try (0..<3).map { _ in try mixer() }
            func connect(_ source: Int, to other: Int) -> OSStatus {
                let connection = AudioUnitConnection(
                    sourceAudioUnit: units[source], sourceOutputNumber: 0, destInputNumber: 0)
                return set(units[other], kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection)
            }
            #expect(connect(0, to: 1) == noErr && connect(1, to: 2) == noErr)
            for source in 0..<3 { #expect(connect(2, to: source) == kAudioUnitErr_InvalidPropertyValue) }
            for unit in units { #expect(AudioUnitInitialize(unit) == noErr) }
            #expect(mixed(units[2]).left.allSatisfy { $0 == 0 })
            for unit in units { AudioComponentInstanceDispose(unit) }

            var graph: AUGraph?
            #expect(NewAUGraph(&graph) == noErr)
            let known = try #require(graph)
            var nodes: [AUNode] = [0, 0, 0]
            for place in 0..<3 {
                var wanted = Self.description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
                #expect(AUGraphAddNode(known, &wanted, &nodes[place]) == noErr)
            }
            for place in 0..<2 {
                #expect(AUGraphConnectNodeInput(known, nodes[place], 0, nodes[place + 1], 0) == noErr)
            }
            for place in 0..<3 {
                #expect(AUGraphConnectNodeInput(known, nodes[2], 0, nodes[place], 1) == kAUGraphErr_InvalidConnection)
            }
            #expect(DisposeAUGraph(known) == noErr)
        }

        @Test("A mixer adds its buses, each as loud, where and whether it is set to be")
        func mixes() throws {
            let unit = try mixer()
            let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)
            #expect(set(unit, kAudioUnitProperty_ElementCount, input, 0, UInt32(2)) == noErr)
            for bus in UInt32(0)...1 {
                let format = Self.stream(48_000, channels: bus + 1)
                #expect(set(unit, kAudioUnitProperty_StreamFormat, input, bus, format) == noErr)
                var callback = AURenderCallbackStruct(inputProc: Self.levels, inputProcRefCon: nil)
                #expect(
                    AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, input, bus, &callback, 16) == noErr
                )
                #expect(set(unit, kAudioUnitProperty_MeteringMode, input, bus, UInt32(1)) == noErr)
            }
            #expect(mixed(unit).status == kAudioUnitErr_Uninitialized && AudioUnitInitialize(unit) == noErr)
            #expect(set(unit, kAudioUnitProperty_ElementCount, input, 0, UInt32(3)) == kAudioUnitErr_Initialized)
            #expect(mixed(unit) == (.init(repeating: 0.75, count: 64), .init(repeating: 0.75, count: 64), noErr))
            let (volume, pan, enable) = (
                kMultiChannelMixerParam_Volume, kMultiChannelMixerParam_Pan, kMultiChannelMixerParam_Enable
            )
            #expect(AudioUnitSetParameter(unit, volume, input, 0, 0.5, 0) == noErr)
            #expect(AudioUnitSetParameter(unit, pan, input, 1, 1, 0) == noErr)
            #expect(mixed(unit) == (.init(repeating: 0.125, count: 64), .init(repeating: 0.625, count: 64), noErr))
            var level: Float = 0
            #expect(AudioUnitGetParameter(unit, kMultiChannelMixerParam_PreAveragePower, input, 0, &level) == noErr)
            #expect(abs(level - 20 * log10f(0.25)) < 0.01)
            #expect(AudioUnitGetParameter(unit, kMultiChannelMixerParam_PostPeakHoldLevel, input, 0, &level) == noErr)
            #expect(abs(level - 20 * log10f(0.125)) < 0.01)
            #expect(AudioUnitSetParameter(unit, volume, output, 0, 0.5, 0) == noErr)
            #expect(AudioUnitSetParameter(unit, enable, input, 0, 0, 0) == noErr)
            #expect(mixed(unit) == (.init(repeating: 0, count: 64), .init(repeating: 0.25, count: 64), noErr))
            #expect(AudioUnitSetParameter(unit, volume, input, 2, 1, 0) == kAudioUnitErr_InvalidElement)
            #expect(AudioUnitSetParameter(unit, 99, input, 0, 1, 0) == kAudioUnitErr_InvalidParameter)
            #expect(AudioOutputUnitStart(unit) == kAudioUnitErr_InvalidProperty, "it is not the route")
            #expect(AudioComponentInstanceDispose(unit) == noErr)
        }

        @Test("A bus of half the rate is brought to the mixer's")
        func changesRate() throws {
            let unit = try mixer()
            let format = Self.stream(24_000, channels: 2)
            #expect(set(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 1, format) == noErr)
            var callback = AURenderCallbackStruct(inputProc: Self.levels, inputProcRefCon: nil)
            AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 1, &callback, 16)
            AudioUnitInitialize(unit)
            _ = mixed(unit, frames: 1_000)
            let later = mixed(unit, frames: 1_000)
            #expect(later.status == noErr && later.left.allSatisfy { abs($0 - 0.5) < 0.001 })
            AudioComponentInstanceDispose(unit)
        }

        @Test("A converter is a unit of one bus, which changes its form and nothing else")
        func convertsAsUnit() throws {
            var wanted = Self.description(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
            var made: AudioUnit?
            #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &made) == noErr)
            let unit = try #require(made)
            let format = Self.stream(24_000, channels: 1)
            #expect(set(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, format) == noErr)
            var callback = AURenderCallbackStruct(inputProc: Self.levels, inputProcRefCon: nil)
            AudioUnitSetProperty(unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, 16)
            #expect(set(unit, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(2)) != noErr)
            #expect(
                AudioUnitSetParameter(unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5, 0)
                    == kAudioUnitErr_InvalidParameter)
            AudioUnitInitialize(unit)
            _ = mixed(unit, frames: 1_000)
            let later = mixed(unit, frames: 1_000)
            #expect(later.status == noErr && (later.left + later.right).allSatisfy { abs($0 - 0.25) < 0.001 })
            AudioComponentInstanceDispose(unit)
        }

        @Test("A graph renders through its mixer into the route, is interrupted, and goes on when it is started again")
        func graph() async throws {
            try Phone.session.setCategory(.playback)
            var (made, mixer, output): (AUGraph?, AUNode, AUNode) = (nil, 0, 0)
            #expect(NewAUGraph(&made) == noErr)
            let graph = try #require(made)
            var wanted = Self.description(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            #expect(AUGraphAddNode(graph, &wanted, &output) == noErr)
            #expect(AUGraphAddNode(graph, &wanted, &mixer) == kAUGraphErr_OutputNodeErr)
            wanted = Self.description(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
            #expect(AUGraphAddNode(graph, &wanted, &mixer) == noErr)
            #expect(AUGraphConnectNodeInput(graph, mixer, 0, output, 0) == noErr)
            #expect(AUGraphConnectNodeInput(graph, mixer, 0, 77, 0) == kAUGraphErr_NodeNotFound)
            #expect(AUGraphInitialize(graph) == kAUGraphErr_CannotDoInCurrentContext && AUGraphOpen(graph) == noErr)
            var unit: AudioUnit?
            #expect(AUGraphNodeInfo(graph, mixer, &wanted, &unit) == noErr)
            #expect(wanted.componentSubType == kAudioUnitSubType_MultiChannelMixer)
            let format = Self.stream(44_100, channels: 2)
            #expect(
                set(try #require(unit), kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, format) == noErr)
            let told = told
            var callback = AURenderCallbackStruct(
                inputProc: { data, flags, time, bus, frames, list in
                    if time.pointee.mSampleTime == 0 { told.say("bus \(bus)") }
                    return Self.levels(data, flags, time, bus: bus, frames: frames, list: list)
                }, inputProcRefCon: nil)
            #expect(AUGraphSetNodeInputCallback(graph, mixer, 1, &callback) == noErr)
            #expect(AUGraphStart(graph) == kAudioUnitErr_Uninitialized && AUGraphInitialize(graph) == noErr)
            let left = NoticedLevel()
            AUGraphAddRenderNotify(
                graph,
                { _, flags, _, _, _, list in
                    guard flags.pointee.contains(.unitRenderAction_PostRender), let list else { return noErr }
                    left.note(UnsafeMutableBufferPointer<Float>(list.pointee.mBuffers).first ?? -1)
                    return noErr
                }, nil)
            #expect(AUGraphStart(graph) == noErr && isRunning(graph))
            #expect(await told.next() == "bus 1")
            try await left.wait(for: 0.5)
            callback.inputProc = Self.levels
            #expect(AUGraphSetNodeInputCallback(graph, mixer, 0, &callback) == noErr)
            var isDone: DarwinBoolean = false
            #expect(AUGraphUpdate(graph, &isDone) == noErr && isDone.boolValue && isRunning(graph))
            try await left.wait(for: 0.75)
            try Phone.controls.call(.incoming)
            #expect(!isRunning(graph) && AUGraphStart(graph) != noErr, "the phone rings")
            try Phone.controls.call(.declined)
            #expect(AUGraphStart(graph) == noErr && isRunning(graph))
            #expect(AUGraphDisconnectNodeInput(graph, mixer, 0) == noErr && AUGraphUpdate(graph, nil) == noErr)
            try await left.wait(for: 0.5)
            #expect(AUGraphStop(graph) == noErr && !isRunning(graph))
            #expect(DisposeAUGraph(graph) == noErr && AUGraphStart(graph) == kAudio_ParamError)
            #expect(AudioUnitInitialize(try #require(unit)) == kAudio_ParamError, "its units are gone")
        }

        private func isRunning(_ graph: AUGraph) -> Bool {
            var isRunning: DarwinBoolean = false
            #expect(AUGraphIsRunning(graph, &isRunning) == noErr)
            return isRunning.boolValue
        }

        /// What was last rendered.
        private final class NoticedLevel: Sendable {
            private let last = Mutex(Float(-1))

            func note(_ level: Float) { last.withLock { $0 = level } }

            /// Lets the phone's time go by until it is what it should be.
            func wait(for level: Float) async throws {
                while abs(last.withLock { $0 } - level) > 0.001 {
                    try Phone.device.advance(by: 0.05)
                    await Task.yield()
                }
            }
        }

        @Test("A converter hands out all that it was given, in the other form")
        func converts() throws {
            var (source, target, made) = (
                Self.stream(44_100, channels: 1), Self.stream(22_050, channels: 2), AudioConverterRef?.none
            )
            var compressed = source
            compressed.mFormatID = kAudioFormatMPEG4AAC
            #expect(AudioConverterNew(&compressed, &target, &made) == kAudioConverterErr_FormatNotSupported)
            #expect(AudioConverterNew(&source, &target, &made) == noErr)
            let converter = try #require(made)
            final class Input {
                var tone = (0..<4_410).map { Float(sin(2 * .pi * 441 * Double($0) / 44_100)) / 2 }
                var place = 0
            }
            let input = Input()
            var (heard, count) = ([Float](), UInt32(500))
            var room = [Float](repeating: 0, count: 1_000)
            while count > 0 {
                count = 500
                let status = room.withUnsafeMutableBufferPointer { room in
                    var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(room, numberOfChannels: 2))
                    return AudioConverterFillComplexBuffer(
                        converter,
                        { _, packets, list, _, data in
                            let input = Unmanaged<Input>.fromOpaque(data!).takeUnretainedValue()
                            packets.pointee = UInt32(min(333, input.tone.count - input.place))
                            input.tone.withUnsafeMutableBufferPointer { tone in
                                let piece = UnsafeMutableBufferPointer(
                                    rebasing: tone[input.place..<(input.place + Int(packets.pointee))])
                                list.pointee.mBuffers = AudioBuffer(piece, numberOfChannels: 1)
                            }
                            input.place += Int(packets.pointee)
                            return noErr
                        }, Unmanaged.passUnretained(input).toOpaque(), &count, &list, nil)
                }
                #expect(status == noErr)
                heard += stride(from: 0, to: 2 * Int(count), by: 2).map { room[$0] }
                #expect((0..<Int(count)).allSatisfy { room[2 * $0] == room[2 * $0 + 1] })
            }
            #expect(heard.count == 2_205 && Phone.worst(heard[50..<2_150], from: 441, rate: 22_050) < 0.01)
            #expect(AudioConverterDispose(converter) == noErr && AudioConverterReset(converter) == kAudio_ParamError)
        }

        @Test("What follows from the rest of a description is filled in, for linear PCM")
        func fillsIn() {
            var stream = Self.stream(44_100, channels: 2)
            (stream.mBytesPerFrame, stream.mBytesPerPacket, stream.mFramesPerPacket, stream.mBitsPerChannel) = (
                0, 0, 0, 24
            )
            var size: UInt32 = 40
            #expect(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &stream) == noErr)
            #expect((stream.mBytesPerFrame, stream.mBytesPerPacket, stream.mFramesPerPacket) == (6, 6, 1))
            stream.mFormatID = kAudioFormatMPEG4AAC
            #expect(
                AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &stream)
                    == kAudioFormatUnsupportedDataFormatError)
            #expect(AudioFormatGetProperty(1, 0, nil, &size, &stream) == kAudioFormatUnsupportedPropertyError)
            // How the packets of AAC lie is not known here, and is not said to be as those of linear PCM.
            let asked = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
            let isVBR = kAudioFormatProperty_FormatIsVBR
            var (answer, answerSize) = (UInt32(7), UInt32(4))
            #expect(
                AudioFormatGetProperty(isVBR, asked, &stream, &answerSize, &answer)
                    == kAudioFormatUnsupportedDataFormatError)
            stream.mFormatID = kAudioFormatLinearPCM
            #expect(AudioFormatGetProperty(isVBR, asked, &stream, &answerSize, &answer) == noErr && answer == 0)
            size = 39
            #expect(
                AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, nil, &size, &stream)
                    == kAudioFormatBadPropertySizeError)
        }

        @Test("Bytes of one rate are converted at once; another rate needs to be asked for frames")
        func convertsBuffers() throws {
            var (source, target, made) = (
                Self.stream(48_000, channels: 1), Self.stream(48_000, channels: 1), AudioConverterRef?.none
            )
            (target.mFormatFlags, target.mBitsPerChannel, target.mBytesPerFrame, target.mBytesPerPacket) = (
                12, 16, 2, 2
            )
            AudioConverterNew(&source, &target, &made)
            var (floats, room, size): ([Float], [Int16], UInt32) = ([0.5, -1, 1, 0], [0, 0, 0, 0], 8)
            let converter = try #require(made)
            #expect(AudioConverterConvertBuffer(converter, 16, &floats, &size, &room) == noErr && size == 8)
            #expect(room == [16_384, -32_768, 32_767, 0])
            size = 6
            #expect(
                AudioConverterConvertBuffer(converter, 16, &floats, &size, &room)
                    == kAudioConverterErr_InvalidOutputSize)
            #expect(
                AudioConverterConvertBuffer(converter, 15, &floats, &size, &room) == kAudioConverterErr_InvalidInputSize
            )
            AudioConverterDispose(converter)
            target.mSampleRate = 8_000
            AudioConverterNew(&source, &target, &made)
            let other = try #require(made)
            #expect(
                AudioConverterConvertBuffer(other, 16, &floats, &size, &room)
                    == kAudioConverterErr_OperationNotSupported)
            var (asked, bytes) = (UInt32(1_600), UInt32(4))
            #expect(
                AudioConverterGetProperty(other, kAudioConverterPropertyCalculateInputBufferSize, &bytes, &asked)
                    == noErr)
            #expect(asked == 1_600 / 2 * 6 * 4)
            AudioConverterDispose(other)
        }
    }
}
