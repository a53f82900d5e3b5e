import AVFoundation
import AppleDevice
import Foundation
import Scratch
import SessionDevice
import Synchronization
import Testing

/// Properties that only a fresh process can show: each test runs in one, whose program has named nothing before.
@Suite(.timeLimit(.minutes(5)))
struct OwnProcessTests {
    @Test(
        "A program that plays and observes by name hears of a call and of a plug, though it never asks for the session")
    func notifications() async {
        await #expect(processExitsWith: .success) {
            // The phone has to be there before the player joins it.
            let device = ProcessPhone.device
            let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(5))
            let told = Told()
            let observers = [AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification].map {
                name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    told.say("\($0.name.rawValue), \($0.object is AVAudioSession)")
                }
            }
            #expect(player.play())
            try device.controls.connect(.headphones)
            #expect(await told.next() == "AVAudioSessionRouteChangeNotification, true")
            try device.controls.call(.incoming)
            while let text = await told.next(), text != "AVAudioSessionInterruptionNotification, true" {}
            withExtendedLifetime(observers) {}
        }
    }

    @Test("A recorder whose folder is missing answers false, and says which folder that is")
    func missingFolder() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try ProcessPhone.session.setCategory(.playAndRecord)
            let url = URL(filePath: Scratch.shared.fresh("Documents")).appending(path: "memo.wav")
            let recorder = try AVAudioRecorder(url: url, settings: [:])
            #expect(!recorder.prepareToRecord() && !recorder.record() && !recorder.isRecording)
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #expect(recorder.record())
            recorder.stop()
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let told = lines.filter {
            $0.hasPrefix("AVAudioRecorder: ") && $0.contains("/memo.wav: Its folder does not exist")
        }
        #expect(told.count == 2 && told.allSatisfy { $0.contains("Documents") }, "\(lines)")
    }

    /// Runs a misuse in a process whose environment is strict, and in one whose is not.
    private static func make(strict: Bool) -> AVAudioEngine {
        _ = ProcessPhone.device
        if strict { setenv("AUDIOSESSION_STRICT", "1", 1) }
        return AVAudioEngine()
    }

    @Test("A player that plays while its engine is stopped ends a strict program, and is a line in any other")
    func stoppedEngine() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let (engine, player) = (OwnProcessTests.make(strict: false), AVAudioPlayerNode())
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            player.play()
        }
        let line = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(line.contains("AVAudioPlayerNode.play: the engine does not run") && line.contains("ends the program"))
        await #expect(processExitsWith: .failure) {
            let (engine, player) = (OwnProcessTests.make(strict: true), AVAudioPlayerNode())
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            player.play()
        }
        await #expect(processExitsWith: .success) {
            let (engine, player) = (OwnProcessTests.make(strict: true), AVAudioPlayerNode())
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: nil)
            try engine.start()
            player.play()
        }
    }

    @Test("A second tap, a tap at another rate and a buffer of other channels end a strict program")
    func strictGraph() async {
        await #expect(processExitsWith: .failure) {
            let engine = OwnProcessTests.make(strict: true)
            for _ in 0..<2 { engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_096, format: nil) { _, _ in } }
        }
        await #expect(processExitsWith: .failure) {
            let engine = OwnProcessTests.make(strict: true)
            let speech = AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1)
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_096, format: speech) { _, _ in }
        }
        await #expect(processExitsWith: .failure) {
            let (engine, player) = (OwnProcessTests.make(strict: true), AVAudioPlayerNode())
            guard let mono = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1),
                let stereo = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
            else { return }
            engine.attach(player)
            engine.connect(player, to: engine.mainMixerNode, format: mono)
            try engine.start()
            player.scheduleBuffer(ProcessPhone.buffer(440, 100, stereo))
        }
        await #expect(processExitsWith: .success) {
            let engine = OwnProcessTests.make(strict: true)
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_096, format: nil) { _, _ in }
            engine.mainMixerNode.removeTap(onBus: 0)
            engine.mainMixerNode.installTap(onBus: 0, bufferSize: 4_096, format: nil) { _, _ in }
        }
    }

    private static var hasCards: Bool {
        let cards = (try? String(contentsOfFile: "/proc/asound/cards", encoding: .utf8)) ?? ""
        return cards.contains("[")
    }

    @Test("Without a sound card a process on its own captures silence, by the clock", .enabled(if: !hasCards))
    func silence() async {
        await #expect(processExitsWith: .success) {
            for name in ["AUDIOSESSION_SOCKET", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"] { unsetenv(name) }
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            let engine = AVAudioEngine()
            let told = Told()
            engine.inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { buffer, _ in
                let isSilent = buffer.floatChannelData.map { data in
                    (0..<Int(buffer.frameLength)).allSatisfy { data[0][$0] == 0 }
                }
                told.say("\(buffer.frameLength) \(isSilent == true)")
            }
            try engine.start()
            for _ in 0..<3 { #expect(await told.next() == "4800 true") }
            engine.stop()
        }
    }
}
