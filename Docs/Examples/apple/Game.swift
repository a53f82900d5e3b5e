import AVFoundation

// A game: it leaves the person's own music alone, and brings its soundtrack only where nothing else plays.
final class Game: @unchecked Sendable {
    private let session = AVAudioSession.sharedInstance()
    private let soundtrack: AVAudioPlayer
    private let coin: AVAudioPlayer
    private var observer: (any NSObjectProtocol)?

    init(soundtrack: URL, coin: URL) throws {
        self.soundtrack = try AVAudioPlayer(contentsOf: soundtrack)
        self.coin = try AVAudioPlayer(contentsOf: coin)
        self.soundtrack.numberOfLoops = -1
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: session, queue: .main
        ) { [unowned self] note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            guard type == AVAudioSession.InterruptionType.ended.rawValue else { return print("interrupted") }
            // A game has no button for playing: it goes on in any case.
            self.begin()
        }
    }

    /// Asks whether the person listens to something, and lets the session be accordingly.
    func begin() {
        let othersPlay = session.isOtherAudioPlaying
        do {
            try session.setCategory(othersPlay ? .ambient : .soloAmbient)
            try session.setActive(true)
        } catch {
            return print(error.localizedDescription)
        }
        print(othersPlay ? "keeps to effects" : "plays its soundtrack")
        if othersPlay { soundtrack.pause() } else { soundtrack.play() }
    }

    func findCoin() {
        coin.currentTime = 0
        coin.play()
    }
}

@main
enum Main {
    static func main() {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard files.count == 2 else { end("name the files of the soundtrack and of a coin") }
        do {
            let game = try Game(soundtrack: files[0], coin: files[1])
            game.begin()
            let coins = Timer(timeInterval: 1, repeats: true) { _ in game.findCoin() }
            RunLoop.main.add(coins, forMode: .common)
            withExtendedLifetime(game) { RunLoop.main.run() }
        } catch {
            end(error.localizedDescription)
        }
    }

    /// Says why it cannot go on, and ends.
    private static func end(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("Game: \(sentence)\n".utf8))
        exit(1)
    }
}
