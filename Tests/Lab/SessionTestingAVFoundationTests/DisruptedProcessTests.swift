import AVFoundation
import Foundation
import Scratch
import SessionOracle
import SessionTestingAVFoundation
import Testing

@testable import SessionTesting

/// A player that can be paused by a person, and that makes a new player after a reset.
private final class Walkman: @unchecked Sendable {
    enum Fault { case none, resumesWhatWasPaused, playsAloud, keepsOldPlayer }

    private let url: URL
    private let fault: Fault
    private var player: AVAudioPlayer
    private var goesOn = false
    private(set) var shows = false
    private var observers: [any NSObjectProtocol] = []

    init(_ url: URL, _ fault: Fault) throws {
        (self.url, self.fault) = (url, fault)
        player = try AVAudioPlayer(contentsOf: url)
        try AVAudioSession.sharedInstance().setCategory(.playback)
        observe(AVAudioSession.interruptionNotification) { $0.interrupted($1) }
        observe(AVAudioSession.routeChangeNotification) { $0.routeChanged($1) }
        observe(AVAudioSession.mediaServicesWereResetNotification) { walkman, _ in walkman.reset() }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private func observe(_ name: Notification.Name, _ work: @escaping @Sendable (Walkman, Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] in
                if let self { work(self, $0) }
            })
    }

    func press() {
        goesOn = false
        if shows { pause() } else { play() }
    }

    private func play() {
        shows = (try? AVAudioSession.sharedInstance().setActive(true)) != nil && player.play()
    }

    private func pause() {
        player.pause()
        shows = false
    }

    private func interrupted(_ notification: Notification) {
        let info = notification.userInfo ?? [:]
        if info[AVAudioSessionInterruptionTypeKey] as? UInt == 1 {
            (goesOn, shows) = (shows || fault == .resumesWhatWasPaused, false)
        } else if goesOn, info[AVAudioSessionInterruptionOptionKey] as? UInt == 1 {
            play()
        }
    }

    private func routeChanged(_ notification: Notification) {
        guard notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt == 2, fault != .playsAloud else {
            return
        }
        goesOn = false
        if shows { pause() }
    }

    private func reset() {
        (goesOn, shows) = (false, false)
        if fault != .keepsOldPlayer, let new = try? AVAudioPlayer(contentsOf: url) { player = new }
        try? AVAudioSession.sharedInstance().setCategory(.playback)
    }

    private static let song = Result { try ProcessPhoneTests.song(seconds: 10) }

    /// A person listens to a song.
    static func listen(_ fault: Fault) throws {
        let phone = try TestPhone(.process)
        let walkman = try Walkman(song.get(), fault)
        phone.appShows { walkman.shows }
        walkman.press()
        phone.device.advance(by: .seconds(1))
        phone.expect(heard: ["app/song.wav"])
        walkman.press()
        phone.device.advance(by: .seconds(1))
        walkman.press()
        phone.device.advance(by: .seconds(1))
        phone.expect(heard: ["app/song.wav"])
    }
}

/// The rows that a player does not keep to when it is disrupted.
private func rows(_ fault: Walkman.Fault) throws -> Set<Response> {
    let reports = try DisruptedTest(by: [], without: [], system: nil).runNow("listen") { try Walkman.listen(fault) }
    return Set(Response.allCases.filter { row in reports.contains { $0.contains("(Response.\(row))") } })
}

/// Disruptions of an app that knows of no test, each in a process of its own.
struct DisruptedProcessTests {
    @Test("A player that responds well is not reported")
    func mended() async {
        await #expect(processExitsWith: .success) {
            let found = try rows(.none)
            #expect(found == [])
        }
    }

    @Test("A player that resumes what was paused is found")
    func resumes() async {
        await #expect(processExitsWith: .success) {
            let found = try rows(.resumesWhatWasPaused)
            #expect(found == [.leavesPausedWhatWasPaused])
        }
    }

    @Test("A player that plays on aloud is found")
    func aloud() async {
        await #expect(processExitsWith: .success) {
            let found = try rows(.playsAloud)
            #expect(found == [.pausesAtUnplug])
        }
    }

    @Test("A player that is used after the media server has died is found")
    func old() async {
        await #expect(processExitsWith: .success) {
            let found = try rows(.keepsOldPlayer)
            #expect(found.contains(.startsAnewAfterReset))
        }
    }

    @Test("What ends a program on a phone only when it is disrupted is reported with the gap")
    func exception() async {
        await #expect(processExitsWith: .success) {
            let found = try DisruptedTest(by: [.declinedCall], without: [], system: nil).runNow("test") {
                let phone = try TestPhone(.process)
                let (engine, node) = (AVAudioEngine(), AVAudioPlayerNode())
                engine.attach(node)
                engine.connect(node, to: engine.mainMixerNode, format: nil)
                try engine.start()
                _ = phone.device
                // After an interruption the engine has stopped.
                node.play()
                phone.device.advance(by: .seconds(1))
            }
            let exception =
                "AVAudioPlayerNode.play: the engine does not run; start it first. On a phone this ends the program."
            #expect(found.contains { $0.hasPrefix("In the gap after call") && $0.contains(exception) }, "\(found)")
        }
    }

    @Test("A player that outlives a run is reported as one")
    func kept() async {
        await #expect(processExitsWith: .success) {
            let url = try ProcessPhoneTests.song(seconds: 10)
            nonisolated(unsafe) var player: AVAudioPlayer?
            let found = try DisruptedTest(by: [.declinedCall], without: [], system: nil).runNow("test") {
                let phone = try TestPhone(.process)
                player = try player ?? AVAudioPlayer(contentsOf: url)
                player?.play()
                phone.device.advance(by: .seconds(1))
            }
            #expect(found.contains { $0.contains("player or recorder of an earlier phone") }, "\(found)")
        }
    }

    @Test("A recorder that does not go on after a call is found")
    func recorder() async {
        await #expect(processExitsWith: .success) {
            let url = URL(filePath: Scratch.shared.fresh("memo.wav"))
            let reports = try DisruptedTest(by: [.declinedCall], without: [], system: nil).runNow("test") {
                let phone = try TestPhone(.process)
                try AVAudioSession.sharedInstance().setCategory(.record)
                let settings: [String: Any] = [
                    AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
                ]
                let recorder = try AVAudioRecorder(url: url, settings: settings)
                guard recorder.record() || DisruptedRun.current?.isDisrupted == true else { exit(3) }
                phone.device.advance(by: .seconds(1))
                phone.device.advance(by: .seconds(1))
                withExtendedLifetime(recorder) {}
            }
            #expect(reports.contains { $0.contains("(Response.resumes)") }, "\(reports)")
        }
    }
}
