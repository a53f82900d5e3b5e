import AVFoundation

// A navigator: it lowers the music while it speaks, and gives it back.
final class Navigator: NSObject, AVAudioPlayerDelegate {
    private var prompt: AVAudioPlayer?

    func say(_ file: URL) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback, mode: .voicePrompt, options: [.duckOthers])
        try session.setActive(true)
        prompt = try AVAudioPlayer(contentsOf: file)
        prompt?.delegate = self
        prompt?.play()
        print("speaks")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        do {
            try AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
            print("gives the music back")
        } catch {
            print(error.localizedDescription)
        }
        exit(0)
    }
}

@main
enum Main {
    static func main() throws {
        let navigator = Navigator()
        try navigator.say(URL(fileURLWithPath: CommandLine.arguments[1]))
        withExtendedLifetime(navigator) { RunLoop.main.run() }
    }
}
