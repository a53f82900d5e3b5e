import AVFoundation

// A language trainer: what one learns from is heard alone, whatever the switch says; a tap sounds beside it.
final class LanguageTrainer: @unchecked Sendable {
    private let session = AVAudioSession.sharedInstance()
    private let clip: AVAudioPlayer
    private let tap: AVAudioPlayer
    private var observers: [any NSObjectProtocol] = []

    init(clip: URL, tap: URL) throws {
        self.clip = try AVAudioPlayer(contentsOf: clip)
        self.tap = try AVAudioPlayer(contentsOf: tap)
        self.clip.numberOfLoops = -1
        self.tap.volume = 0.5
        let center = NotificationCenter.default
        observers = [
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: session, queue: .main
            ) { [unowned self] in self.interrupted($0.userInfo ?? [:]) },
            center.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: session, queue: .main
            ) { [unowned self] in self.routeChanged($0.userInfo ?? [:]) },
        ]
    }

    func practise() {
        do {
            try session.setCategory(.playback)
            try session.setActive(true)
        } catch {
            return print("cannot practise: \(error.localizedDescription)")
        }
        clip.play()
        tap.play()
        print("practises")
    }

    private func interrupted(_ info: [AnyHashable: Any]) {
        guard let raw = info[AVAudioSessionInterruptionTypeKey] as? UInt else { return }
        switch AVAudioSession.InterruptionType(rawValue: raw) {
        case .began: print("interrupted")
        case .ended:
            let options = info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
            if AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume) { practise() }
        default: break
        }
    }

    /// Pauses with the headphones, and goes on with them.
    private func routeChanged(_ info: [AnyHashable: Any]) {
        guard let raw = info[AVAudioSessionRouteChangeReasonKey] as? UInt else { return }
        switch AVAudioSession.RouteChangeReason(rawValue: raw) {
        case .oldDeviceUnavailable:
            clip.pause()
            print("pauses")
        case .newDeviceAvailable where !clip.isPlaying:
            clip.play()
            print("goes on")
        default: break
        }
    }
}

@main
enum Main {
    static func main() {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard files.count == 2 else { end("name the files of a clip and of a tap") }
        do {
            let trainer = try LanguageTrainer(clip: files[0], tap: files[1])
            trainer.practise()
            withExtendedLifetime(trainer) { RunLoop.main.run() }
        } catch {
            end(error.localizedDescription)
        }
    }

    /// Says why it cannot go on, and ends.
    private static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("LanguageTrainer: \(sentence)\n".utf8))
        exit(1)
    }
}
