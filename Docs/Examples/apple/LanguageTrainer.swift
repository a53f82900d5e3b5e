import AVFoundation

// A language trainer: what it is for is heard alone, whatever the switch says; a tap sounds beside it.
final class LanguageTrainer: NSObject, AVAudioPlayerDelegate {
    private let clip: AVAudioPlayer
    private let tap: AVAudioPlayer

    init(clip: URL, tap: URL) throws {
        let session = AVAudioSession.sharedInstance()
        try session.setCategory(.playback)
        try session.setActive(true)
        self.clip = try AVAudioPlayer(contentsOf: clip)
        self.tap = try AVAudioPlayer(contentsOf: tap)
        super.init()
        self.clip.delegate = self
    }

    func practise() {
        clip.play()
        tap.volume = 0.5
        tap.play()
        print("plays \(clip.isPlaying && tap.isPlaying ? "both" : "not both")")
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        print("finished")
        exit(0)
    }
}

@main
enum Main {
    static func main() throws {
        let trainer = try LanguageTrainer(
            clip: URL(fileURLWithPath: CommandLine.arguments[1]), tap: URL(fileURLWithPath: CommandLine.arguments[2]))
        trainer.practise()
        withExtendedLifetime(trainer) { RunLoop.main.run() }
    }
}
