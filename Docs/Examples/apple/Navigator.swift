import AVFoundation

// A navigator: it lowers the music for each prompt, speaks, and gives the music back.
final class Navigator: NSObject, AVAudioPlayerDelegate {
    private var prompts: ArraySlice<URL>
    private var player: AVAudioPlayer?

    init(prompts: [URL]) { self.prompts = prompts[...] }

    /// Speaks the next prompt; ends the program when there is none.
    func speak() {
        guard let prompt = prompts.popFirst() else { exit(0) }
        let session = AVAudioSession.sharedInstance()
        do {
            try session.setCategory(.playback, mode: .voicePrompt, options: [.duckOthers])
            try session.setActive(true)
            player = try AVAudioPlayer(contentsOf: prompt)
        } catch {
            Main.end(error.localizedDescription)
        }
        player?.delegate = self
        guard player?.play() == true else { Main.end("says nothing") }
        print("says \(prompt.lastPathComponent)")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        do {
            try AVAudioSession.sharedInstance().setActive(false, options: .notifyOthersOnDeactivation)
        } catch {
            print(error.localizedDescription)
        }
        print("gives the music back")
        // Until the next turn.
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { self.speak() }
    }
}

extension Navigator: @unchecked Sendable {}

@main
enum Main {
    static func main() {
        let navigator = Navigator(prompts: CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) })
        navigator.speak()
        withExtendedLifetime(navigator) { RunLoop.main.run() }
    }

    /// Says why it cannot go on, and ends.
    static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("Navigator: \(sentence)\n".utf8))
        exit(1)
    }
}
