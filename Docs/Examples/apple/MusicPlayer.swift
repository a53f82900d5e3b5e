import AVFoundation
import MediaPlayer

// A music player: it plays one song in a session of its own, is interrupted by a call, and goes on where it was.
final class MusicPlayer: NSObject, AVAudioPlayerDelegate, @unchecked Sendable {
    private let player: AVAudioPlayer
    private var wasPlaying = false
    private var observers: [any NSObjectProtocol] = []

    init(song: URL) throws {
        player = try AVAudioPlayer(contentsOf: song)
        super.init()
        player.delegate = self
        let center = NotificationCenter.default
        observers = [
            center.addObserver(
                forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: .main
            ) { [unowned self] note in self.interrupted(note) },
            center.addObserver(
                forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
            ) { [unowned self] note in self.routeChanged(note) },
        ]
        MPRemoteCommandCenter.shared().playCommand.addTarget { [unowned self] _ in
            self.play() ? .success : .commandFailed
        }
        MPRemoteCommandCenter.shared().pauseCommand.addTarget { [unowned self] _ in
            self.player.pause()
            return .success
        }
        MPNowPlayingInfoCenter.default().nowPlayingInfo = [
            MPMediaItemPropertyTitle: song.lastPathComponent,
            MPMediaItemPropertyPlaybackDuration: player.duration,
        ]
    }

    @discardableResult
    func play() -> Bool {
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(.playback, mode: .default)
            try session.setActive(true)
        } catch {
            print("cannot play: \(error.localizedDescription)")
            return false
        }
        let plays = player.play()
        print(plays ? "plays" : "does not play")
        return plays
    }

    private func interrupted(_ note: Notification) {
        guard let info = note.userInfo, let raw = info[AVAudioSessionInterruptionTypeKey] as? UInt,
            let type = AVAudioSession.InterruptionType(rawValue: raw)
        else { return }
        switch type {
        case .began:
            wasPlaying = true
            print("interrupted")
        case .ended:
            let options = AVAudioSession.InterruptionOptions(
                rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0)
            print("interruption is over\(options.contains(.shouldResume) ? ", may resume" : "")")
            if wasPlaying && options.contains(.shouldResume) { play() }
        @unknown default:
            break
        }
    }

    private func routeChanged(_ note: Notification) {
        guard let raw = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt,
            AVAudioSession.RouteChangeReason(rawValue: raw) == .oldDeviceUnavailable
        else { return }
        player.pause()
        print("pauses: the headphones are gone")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        print(flag ? "finished" : "broke off")
        exit(flag ? 0 : 1)
    }
}

@main
enum Main {
    static func main() {
        guard CommandLine.arguments.count == 2 else { end("name one sound file") }
        do {
            let music = try MusicPlayer(song: URL(fileURLWithPath: CommandLine.arguments[1]))
            music.play()
            withExtendedLifetime(music) { RunLoop.main.run() }
        } catch {
            end(error.localizedDescription)
        }
    }

    /// Says why it cannot go on, and ends.
    private static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("MusicPlayer: \(sentence)\n".utf8))
        exit(1)
    }
}
