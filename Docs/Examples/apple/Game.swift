import AVFoundation

// A game: it leaves the person's own music alone, and brings its soundtrack only where nothing plays.
final class Game: @unchecked Sendable {
    private let session = AVAudioSession.sharedInstance()
    private var soundtrack: AVAudioPlayer?
    private var effect: AVAudioPlayer?

    func begin(soundtrack: URL, effect: URL) throws {
        let othersPlay = session.isOtherAudioPlaying
        try session.setCategory(othersPlay ? .ambient : .soloAmbient)
        try session.setActive(true)
        print(othersPlay ? "ambient" : "soloAmbient")
        if !othersPlay {
            self.soundtrack = try AVAudioPlayer(contentsOf: soundtrack)
            self.soundtrack?.numberOfLoops = -1
            self.soundtrack?.play()
        }
        self.effect = try AVAudioPlayer(contentsOf: effect)
        self.effect?.play()
        observe()
    }

    private func observe() {
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [unowned self] note in
            guard note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt == 0 else { return }
            // A game without controls goes on in any case.
            try? self.session.setActive(true)
            self.soundtrack?.play()
            print("goes on")
        }
    }
}

@main
enum Main {
    static func main() throws {
        let game = Game()
        try game.begin(
            soundtrack: URL(fileURLWithPath: CommandLine.arguments[1]),
            effect: URL(fileURLWithPath: CommandLine.arguments[2]))
        withExtendedLifetime(game) { RunLoop.main.run(until: Date(timeIntervalSinceNow: 3)) }
    }
}
