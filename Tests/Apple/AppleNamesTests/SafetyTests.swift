import AVFoundation
import AudioToolbox
import CThreadSanitizer
import CoreAudioTypes
import Foundation
import MediaPlayer
import Scratch
import SessionDevice
import Synchronization
import Testing

extension OnePhone {
    /// Programs that hang, crash or exhaust memory where a name trusts them too far.
    @Suite
    struct SafetyTests {
        private let engine = AVAudioEngine()
        private let player = AVAudioPlayerNode()
        private let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)!

        init() throws { try ProcessPhone.reset() }

        /// Begins to render by hand, at most so many frames at a time.
        private func begin(_ frames: AVAudioFrameCount = 512) throws -> AVAudioPCMBuffer {
            try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: frames)
            try engine.start()
            return try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
        }

        /// The first channel of the next frames.
        private func next(_ output: AVAudioPCMBuffer) throws -> [Float] {
            #expect(try engine.renderOffline(output.frameCapacity, to: output) == .success)
            let data = try #require(output.floatChannelData)
            return (0..<Int(output.frameLength)).map { data[0][$0] }
        }

        @Test("A source block that takes the program's own lock does not meet a lock of the engine's")
        func programsLock() async throws {
            let own = Mutex(0)
            let source = AVAudioSourceNode(format: format) { _, _, _, _ in
                own.withLock { $0 += 1 }
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: format)
            let output = try begin()
            nonisolated(unsafe) let buffer = output
            async let rendering: Void = Task.detached { [engine] in
                for _ in 0..<2_000 { _ = try engine.renderOffline(512, to: buffer) }
            }.value
            for turn in 0..<2_000 {
                own.withLock { _ in
                    engine.mainMixerNode.outputVolume = Float(turn) / 2_000
                    source.volume = 0.5
                    #expect(engine.isRunning && !player.isPlaying)
                }
            }
            try await rendering
            #expect(own.withLock { $0 } >= 2_000)
        }

        @Test("A source block may stop its own engine")
        func stopsItself() throws {
            let calls = Mutex(0)
            let source = AVAudioSourceNode(format: format) { [engine] _, _, _, _ in
                calls.withLock { $0 += 1 }
                engine.stop()
                return noErr
            }
            engine.attach(source)
            engine.connect(source, to: engine.mainMixerNode, format: format)
            let output = try begin()
            _ = try next(output)
            #expect(!engine.isRunning && calls.withLock { $0 } == 1)
        }

        @Test("A ring of nodes is not connected, nor is a node that is not attached, and the rest is heard")
        func rings() throws {
            let (effect, mixer, other) = (AVAudioUnitReverb(), AVAudioMixerNode(), AVAudioMixerNode())
            engine.attach(effect)
            engine.connect(effect, to: mixer, format: format)
            #expect(engine.outputConnectionPoints(for: effect, outputBus: 0).isEmpty, "the mixer is not attached")
            for node in [mixer, other, player] { engine.attach(node) }
            engine.connect(effect, to: mixer, format: format)
            engine.connect(mixer, to: other, format: format)
            engine.connect(other, to: effect, format: format)
            engine.connect(mixer, to: mixer, format: format)
            #expect(engine.inputConnectionPoint(for: effect, inputBus: 0) == nil)
            engine.connect(player, to: effect, format: format)
            engine.connect(other, to: engine.mainMixerNode, format: format)
            let output = try begin()
            player.scheduleBuffer(ProcessPhone.buffer(440, 512, format))
            player.play()
            #expect(try next(output).contains { $0 != 0 })
        }

        @Test("One output feeds every input that it is connected to")
        func oneToMany() throws {
            let (one, two) = (AVAudioMixerNode(), AVAudioMixerNode())
            for node in [player, one, two] { engine.attach(node) }
            engine.connect(
                player,
                to: [AVAudioConnectionPoint(node: one, bus: 0), AVAudioConnectionPoint(node: two, bus: 0)],
                fromBus: 0, format: format)
            #expect(engine.outputConnectionPoints(for: player, outputBus: 0).count == 2)
            engine.connect(one, to: engine.mainMixerNode, format: format)
            engine.connect(two, to: engine.mainMixerNode, format: format)
            let output = try begin()
            let buffer = ProcessPhone.buffer(440, 512, format, level: 0.25)
            player.scheduleBuffer(buffer)
            player.play()
            let (made, given) = (try next(output), try #require(buffer.floatChannelData))
            #expect((0..<512).allSatisfy { made[$0] == 2 * given[0][$0] })
        }

        @Test("A buffer of more bytes than one can have is nil, and memory is taken when it is written")
        func largeBuffers() async throws {
            let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
            for count in [1_100_000_000, AVAudioFrameCount.max] {
                #expect(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: count) == nil)
            }
            // In a process in which no other test takes memory meanwhile.
            await #expect(processExitsWith: .success) {
                let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
                let before = SafetyTests.residentBytes
                let large = AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 200_000_000)
                #expect(large?.frameCapacity == 200_000_000)
                // The thread sanitizer takes memory of its own for each allocation.
                #expect(thread_sanitizer_watches() || SafetyTests.residentBytes - before < 50_000_000)
            }
        }

        private static var residentBytes: Int {
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
        }

        @Test("A file of two hours is read while it plays: scheduling it takes no memory for its samples")
        func longFile() async {
            // In a process in which no other test takes memory meanwhile.
            await #expect(processExitsWith: .success) { try SafetyTests().playLongFile() }
        }

        private func playLongFile() throws {
            // A WAVE file of zeros, which takes no room on the disk.
            let url = URL(filePath: Scratch.shared.fresh("long.wav"))
            let frames = 2 * 3_600 * 48_000
            let written = try AVAudioFile(forWriting: url, settings: format.settings)
            written.close()
            var head = try Data(contentsOf: url)
            let bytes = UInt32(frames * 8)
            let place = try #require(head.range(of: Data("data".utf8))).upperBound
            head.replaceSubrange(place..<place + 4, with: withUnsafeBytes(of: bytes.littleEndian) { Data($0) })
            head.replaceSubrange(
                4..<8, with: withUnsafeBytes(of: (UInt32(place + 4 - 8) + bytes).littleEndian) { Data($0) })
            try head.write(to: url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: UInt64(place + 4) + UInt64(bytes))
            try handle.close()
            let file = try AVAudioFile(forReading: url)
            #expect(file.length == AVAudioFramePosition(frames))
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
            let output = try begin(4_096)
            let before = Self.residentBytes
            player.scheduleFile(file, at: nil)
            player.scheduleSegment(file, startingFrame: 48_000, frameCount: .max, at: nil)
            player.play()
            for _ in 0..<50 { _ = try next(output) }
            #expect(Self.residentBytes - before < 20_000_000)
            player.stop()
        }

        @Test("A segment begins in its file, wherever the program has it begin")
        func segments() async throws {
            let told = Told()
            let file = try AVAudioFile(forReading: try ProcessPhone.sound(0.1))
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: format)
            let output = try begin(4_800)
            player.scheduleSegment(file, startingFrame: .min, frameCount: 2_400, at: nil) { told.say("first") }
            player.scheduleSegment(file, startingFrame: .max, frameCount: .max, at: nil) { told.say("second") }
            player.play()
            let made = try next(output)
            #expect(made[..<2_400].allSatisfy { $0 == 0.25 } && made[2_400...].allSatisfy { $0 == 0 })
            #expect(await told.next() == "first")
            #expect(await told.next() == "second")
        }

        @Test("A player's time counts in the rate of its format")
        func playerTime() throws {
            let slow = try #require(AVAudioFormat(standardFormatWithSampleRate: 24_000, channels: 2))
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: slow)
            let output = try begin(4_800)
            player.scheduleBuffer(ProcessPhone.buffer(440, 24_000, slow))
            player.play()
            _ = try next(output)
            let now = try #require(player.lastRenderTime)
            let time = try #require(player.playerTime(forNodeTime: now))
            #expect(time.sampleTime == 2_400 && time.sampleRate == 24_000)
        }

        @Test("A map of no channels makes silence, and the conversion ends")
        func emptyMap() throws {
            let slow = try #require(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
            let converter = try #require(AVAudioConverter(from: format, to: slow))
            converter.channelMap = []
            let (given, made) = (
                ProcessPhone.buffer(440, 4_800, format), AVAudioPCMBuffer(pcmFormat: slow, frameCapacity: 441)
            )
            let output = try #require(made)
            #expect(
                converter.convert(to: output, error: nil) { _, state in
                    state.pointee = .haveData
                    return given
                } == .haveData)
            let data = try #require(output.floatChannelData)
            #expect(output.frameLength == 441 && (0..<441).allSatisfy { data[0][$0] == 0 && data[1][$0] == 0 })
        }

        @Test("A tap of a rate that no sound has hears the node's own, and rendering by hand refuses such rates")
        func rates() async throws {
            let told = Told()
            for rate in [0, 1e20, 0.5, 1e-300, 3_000_000_000] {
                let odd = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1))
                #expect(
                    ProcessPhone.code {
                        try engine.enableManualRenderingMode(.offline, format: odd, maximumFrameCount: 512)
                    } == -50)
                engine.mainMixerNode.installTap(onBus: 0, bufferSize: .max, format: odd) { buffer, _ in
                    told.say("\(buffer.format.sampleRate)")
                }
                #expect(AVAudioConverter(from: odd, to: format) == nil)
            }
            for count in [0, AVAudioFrameCount.max] {
                #expect(
                    ProcessPhone.code {
                        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: count)
                    } == -50)
            }
            let output = try begin(48_000)
            _ = try next(output)
            #expect(await told.next() == "48000.0")
        }

        @Test("A tap that waits for another tap is told by it")
        func waitingTaps() async throws {
            let (told, signal) = (Told(), DispatchSemaphore(value: 0))
            let mixer = AVAudioMixerNode()
            engine.attach(mixer)
            engine.connect(mixer, to: engine.mainMixerNode, format: format)
            mixer.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in
                signal.wait()
                told.say("first")
            }
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in signal.signal() }
            let output = try begin(4_800)
            for _ in 0..<3 { _ = try next(output) }
            for _ in 0..<3 { #expect(await told.next() == "first") }
        }

        @Test("What a slow tap does not take in time is lost, and rendering goes on")
        func slowTap() async throws {
            let (told, gate) = (Told(), DispatchSemaphore(value: 0))
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, when in
                told.say("\(when.sampleTime)")
                gate.wait()
            }
            let output = try begin(4_800)
            for _ in 0..<200 { _ = try next(output) }
            #expect(await told.next() == "0")
            engine.mainMixerNode.removeTap(onBus: 0)
            for turn in 1..<20 {
                gate.signal()
                #expect(await told.next() == "\(turn * 4_800)")
            }
            gate.signal()
        }

        @Test("A boundary may be a number of seconds")
        func numberAsTime() throws {
            let player = AVPlayer(url: try ProcessPhone.sound(1))
            let times = [NSNumber(value: 30), NSNumber(value: Double.nan), NSValue(time: .zero)]
            player.removeTimeObserver(player.addBoundaryTimeObserver(forTimes: times, queue: nil) {})
            #expect(NSNumber(value: 30).timeValue == CMTime(seconds: 30, preferredTimescale: 600))
            #expect(!NSNumber(value: 30).timeRangeValue.isValid)
        }

        @Test("An utterance is spoken once: to speak it again while it waits ends the program with a sentence")
        func utteranceTwice() async {
            await #expect(processExitsWith: .signal(SIGILL)) {
                let (speaker, utterance) = (AVSpeechSynthesizer(), AVSpeechUtterance(string: "One"))
                speaker.speak(utterance)
                speaker.speak(utterance)
            }
        }

        @Test("A buffer that is freed before its callback lives until the callback is over")
        func freedBuffer() async throws {
            let told = Told()
            let box = Unmanaged.passRetained(told)
            defer { box.release() }
            let whole = AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 1, interleaved: true)
            var stream = try #require(whole).streamDescription.pointee
            var made: AudioQueueRef?
            #expect(
                AudioQueueNewOutput(
                    &stream,
                    { data, _, buffer in
                        guard let data else { return }
                        let told = Unmanaged<Told>.fromOpaque(data).takeUnretainedValue()
                        told.say("\(buffer.pointee.mAudioDataBytesCapacity)")
                    }, box.toOpaque(), CFRunLoopGetMain(), nil, 0, &made) == noErr)
            nonisolated(unsafe) let queue = try #require(made)
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 960, &buffer)
            nonisolated(unsafe) let known = try #require(buffer)
            known.pointee.mAudioDataByteSize = 960
            #expect(AudioQueueEnqueueBuffer(queue, known, 0, nil) == noErr)
            // On the main queue, where the callback waits until this is over.
            let statuses = await MainActor.run { [AudioQueueReset(queue), AudioQueueFreeBuffer(queue, known)] }
            #expect(statuses == [noErr, noErr])
            #expect(await told.next() == "960")
            AudioQueueDispose(queue, true)
        }

        @Test("An object that has added no closure takes none away")
        func removeTarget() {
            final class Screen {}
            let command = MPRemoteCommandCenter.shared().likeCommand
            let token = command.addTarget { _ in .success }
            command.removeTarget(Screen())
            command.removeTarget(NSObject())
            #expect(command.targetCount == 1)
            command.removeTarget(token)
            #expect(command.targetCount == 0)
            command.addTarget { _ in .success }
            command.removeTarget(nil)
            #expect(command.targetCount == 0)
        }

        @Test("A wish is taken back by its number, and read back so")
        func borrowed() throws {
            let session = ProcessPhone.session
            try session.setPreferredSampleRate(0)
            try session.setPreferredIOBufferDuration(0)
            let (rate, duration) = (session.preferredSampleRate, session.preferredIOBufferDuration)
            try session.setPreferredSampleRate(44_100)
            try session.setPreferredIOBufferDuration(0.005)
            #expect(session.preferredSampleRate == 44_100 && session.ioBufferDuration == 256.0 / 48_000)
            try session.setPreferredSampleRate(rate)
            try session.setPreferredIOBufferDuration(duration)
            #expect((rate, duration) == (0, 0) && session.ioBufferDuration == 1_024.0 / 48_000)
            #expect(ProcessPhone.code { try session.setPreferredSampleRate(-1) } == -50)
        }
    }
}
