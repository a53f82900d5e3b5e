import AVFoundation
import Foundation
import SessionDevice
import Testing

extension OnePhone {
    /// The output of an engine, sample by sample.
    @Suite
    struct EngineTests {
        private let engine: AVAudioEngine
        private let player = AVAudioPlayerNode()

        init() throws {
            try ProcessPhone.reset()
            engine = AVAudioEngine()
        }

        /// Renders by hand what a buffer sounds like through the graph.
        private func render(_ buffer: AVAudioPCMBuffer, _ frames: Int, _ format: AVAudioFormat) throws -> [Float] {
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: buffer.format)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            try engine.start()
            player.scheduleBuffer(buffer)
            player.play()
            let output = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            var made: [Float] = []
            while made.count < frames {
                let count = AVAudioFrameCount(min(512, frames - made.count))
                #expect(try engine.renderOffline(count, to: output) == .success)
                let data = try #require(output.floatChannelData)
                made += (0..<Int(output.frameLength)).map { data[0][$0] }
            }
            #expect(engine.manualRenderingSampleTime == AVAudioFramePosition(frames))
            engine.stop()
            return made
        }

        private func format(_ rate: Double, _ channels: UInt32 = 1) throws -> AVAudioFormat {
            try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: channels))
        }

        @Test(
            "What is rendered by hand at a buffer's own rate is the buffer, bit for bit", arguments: [44_100.0, 16_000])
        func exact(rate: Double) throws {
            let format = try format(rate)
            let buffer = ProcessPhone.buffer(440, 5_000, format)
            let made = try render(buffer, 5_000, format)
            let data = try #require(buffer.floatChannelData)
            #expect((0..<5_000).allSatisfy { made[$0] == data[0][$0] })
        }

        @Test("A tone stays the tone it is at another rate", arguments: [(44_100.0, 48_000.0), (48_000, 16_000)])
        func resampled(from source: Double, to target: Double) throws {
            let made = try render(
                ProcessPhone.buffer(1_000, Int(source / 2), try format(source)), Int(target / 2) - 200,
                try format(target))
            #expect(ProcessPhone.worst(made[200..<made.count - 200], from: 1_000, rate: target) < 0.002)
        }

        @Test("What lies above half of the new rate is not heard in it")
        func noAlias() throws {
            let made = try render(ProcessPhone.buffer(15_000, 24_000, try format(48_000)), 7_000, try format(16_000))
            #expect((made[200...].map(abs).max() ?? 1) < 0.002)
        }

        @Test("A source without a format of its own renders in the format of its connection, and sounds as it should")
        func sourceOfConnection() throws {
            let format = try format(44_100)
            let asked = Told()
            nonisolated(unsafe) var frame = 0
            let source = AVAudioSourceNode { _, _, count, list in
                let buffers = UnsafeMutableAudioBufferListPointer(list)
                if frame == 0 { asked.say("\(buffers.count) buffers") }
                for place in 0..<Int(count) {
                    let value = Float(sin(2 * .pi * 441 * Double(frame + place) / 44_100)) / 2
                    for buffer in buffers { buffer.mData?.assumingMemoryBound(to: Float.self)[place] = value }
                }
                frame += Int(count)
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: format)
            let output = try self.format(48_000)
            try engine.enableManualRenderingMode(.offline, format: output, maximumFrameCount: 512)
            try engine.start()
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 512))
            var made: [Float] = []
            for _ in 0..<94 {
                #expect(try engine.renderOffline(512, to: buffer) == .success)
                let data = try #require(buffer.floatChannelData)
                made += (0..<Int(buffer.frameLength)).map { data[0][$0] }
            }
            #expect(abs(frame - 44_219) < 500, "\(frame) frames for 48,128 at 48 kHz")
            #expect(ProcessPhone.worst(made[400..<40_000], from: 441, rate: 48_000) < 0.01)
            engine.stop()
        }

        @Test("The unit of an engine's input and output tells its formats")
        func unit() throws {
            let unit = try #require(engine.outputNode.audioUnit)
            #expect(engine.outputNode.audioUnit == unit && engine.inputNode.audioUnit != nil)
            var (stream, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
            #expect(
                AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &stream, &size)
                    == noErr)
            #expect(stream.mSampleRate > 0)
        }

        @Test("A buffer may say another format than it has, as mocks do")
        func mockedFormat() throws {
            final class Mock: AVAudioPCMBuffer {
                override var format: AVAudioFormat { AVAudioFormat(standardFormatWithSampleRate: 8_000, channels: 1)! }
            }
            let mock = try #require(Mock(pcmFormat: try format(48_000), frameCapacity: 10))
            #expect((mock as AVAudioPCMBuffer).format.sampleRate == 8_000)
        }

        @Test("A converter does the same, in pieces of any size")
        func converter() throws {
            let source = try format(44_100)
            let target = try #require(
                AVAudioFormat(commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true))
            let buffer = ProcessPhone.buffer(440, 44_100, source)
            let data = try #require(buffer.floatChannelData)
            let converter = try #require(AVAudioConverter(from: source, to: target))
            var (place, made, status) = (0, [Int16](), AVAudioConverterOutputStatus.haveData)
            while status != .endOfStream {
                let output = try #require(AVAudioPCMBuffer(pcmFormat: target, frameCapacity: 700))
                var error: NSError?
                status = converter.convert(to: output, error: &error) { _, state in
                    let count = min(1_000, 44_100 - place)
                    guard count > 0, let piece = AVAudioPCMBuffer(pcmFormat: source, frameCapacity: 1_000) else {
                        state.pointee = .endOfStream
                        return nil
                    }
                    piece.frameLength = AVAudioFrameCount(count)
                    for frame in 0..<count { piece.floatChannelData?[0][frame] = data[0][place + frame] }
                    place += count
                    state.pointee = .haveData
                    return piece
                }
                #expect(error == nil)
                let samples = try #require(output.int16ChannelData)
                made += (0..<Int(output.frameLength)).map { samples[0][$0] }
            }
            #expect(made.count == 16_000)
            let heard = made.map { Float($0) / 32_767 }
            #expect(ProcessPhone.worst(heard[100..<15_900], from: 440, rate: 16_000) < 0.001)
        }

        @Test("What plays is heard by a tap, and told when it has been consumed")
        func tap() async throws {
            let told = Told()
            let format = try format(48_000, 2)
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_800, format: format) { buffer, when in
                let data = buffer.floatChannelData
                let peak = (0..<Int(buffer.frameLength)).map { abs(data?[1][$0] ?? 0) }.max() ?? 0
                told.say("tap \(buffer.frameLength) \(when.sampleTime) \(peak > 0.49)")
            }
            _ = try render(ProcessPhone.buffer(480, 9_600, format), 9_600, format)
            #expect(await told.next() == "tap 4800 0 true")
            #expect(await told.next() == "tap 4800 4800 true")
            let other = AVAudioPlayerNode()
            other.scheduleBuffer(ProcessPhone.buffer(480, 10, format)) { told.say("consumed") }
            other.stop()
            #expect(await told.next() == "consumed")
        }

        @Test("An interruption stops an engine, and it stays so until it is started")
        func interruption() async throws {
            let ear = Ear(AVAudioSession.interruptionNotification)
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            player.play()
            #expect(engine.isRunning && player.isPlaying)
            try ProcessPhone.controls.call(.incoming)
            #expect(await ear.next()?.info[AVAudioSessionInterruptionTypeKey] as? UInt == 1)
            #expect(!engine.isRunning)
            #expect(ProcessPhone.code { try engine.start() } != nil, "the phone rings")
            try ProcessPhone.controls.call(.declined)
            #expect(await ear.next() != nil)
            #expect(!engine.isRunning)
            try engine.start()
            #expect(engine.isRunning)
            engine.stop()
            #expect(!engine.isRunning && !player.isPlaying)
        }

        @Test("A tap that is put on the input while the engine runs hears the microphone")
        func lateTap() async throws {
            try ProcessPhone.session.setCategory(.playAndRecord)
            let told = Told()
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            #expect(engine.inputNode.outputFormat(forBus: 0).sampleRate == 48_000)
            engine.inputNode.installTap(onBus: 0, bufferSize: 1_024, format: nil) { buffer, _ in
                told.say("heard \(buffer.frameLength)")
            }
            try ProcessPhone.device.advance(by: 0.2)
            #expect(await told.next() == "heard 4800")
            engine.inputNode.removeTap(onBus: 0)
            engine.stop()
        }

        @Test("What is handed over by hand comes out by hand, into a list of the app's own")
        func byHand() throws {
            let format = try format(48_000)
            let given = ProcessPhone.buffer(440, 512, format)
            try engine.enableManualRenderingMode(.realtime, format: format, maximumFrameCount: 512)
            let list = given.audioBufferList
            #expect(engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in list })
            engine.connect(engine.inputNode, to: engine.mainMixerNode, format: format)
            try engine.start()
            #expect(!engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil }, "the engine runs")
            let taken = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 512))
            taken.frameLength = 512
            var failure: OSStatus = 0
            #expect(engine.manualRenderingBlock(512, taken.mutableAudioBufferList, &failure) == .success)
            let (wanted, made) = (try #require(given.floatChannelData), try #require(taken.floatChannelData))
            #expect(failure == 0 && (0..<512).allSatisfy { made[0][$0] == wanted[0][$0] })
            engine.stop()
            let late = engine.manualRenderingBlock(512, taken.mutableAudioBufferList, &failure)
            #expect(late == .cannotDoInCurrentContext)
        }

        @Test("A buffer's list of C that is read ends where it is valid, the one that is written where there is room")
        func lists() throws {
            let buffer = ProcessPhone.buffer(440, 100, try format(48_000))
            let large = try #require(AVAudioPCMBuffer(pcmFormat: buffer.format, frameCapacity: 256))
            #expect(large.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
            #expect(large.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 1_024)
            large.frameLength = 300
            #expect(large.frameLength == 256 && large.audioBufferList.pointee.mBuffers.mDataByteSize == 1_024)
            let list = buffer.audioBufferList
            let copy = try #require(AVAudioPCMBuffer(pcmFormat: buffer.format, bufferListNoCopy: list))
            let (one, other) = (try #require(buffer.floatChannelData), try #require(copy.floatChannelData))
            #expect(copy.frameLength == 100 && (0..<100).allSatisfy { one[0][$0] == other[0][$0] })
        }

        @Test("A graph with nothing in it, and buffers that do not fit, are refused with a code")
        func badInput() throws {
            #expect(ProcessPhone.code { try AVAudioEngine().start() } == -10_868)
            let format = try format(44_100)
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 512)
            let small = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
            #expect(try engine.renderOffline(5, to: small) == .cannotDoInCurrentContext)
            try engine.start()
            #expect(ProcessPhone.code { try engine.renderOffline(11, to: small) } == -50)
            #expect(ProcessPhone.code { try engine.renderOffline(513, to: small) } == -10_874)
            engine.disableManualRenderingMode()
            engine.detach(player)
            engine.disconnectNodeInput(player)
            player.stop()
            player.play()
            let file = try AVAudioFile(forReading: try ProcessPhone.tone(440, 0.1))
            let other = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 10))
            #expect(ProcessPhone.code { try file.read(into: other) } == -50)
            #expect(ProcessPhone.code { try file.write(from: other) } == -43)
            player.scheduleSegment(file, startingFrame: 99_999_999, frameCount: .max, at: nil)
        }
    }
}
