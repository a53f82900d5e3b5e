import ArgumentParser
import SessionDevice

/// Starts and stops sounds by the thousand; what `make asan` runs under the address sanitizer.
struct Churn: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    private static let rounds = 10_000

    func run() throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("app")
        try app.setCategory(.playback)
        for number in 0..<Self.rounds {
            let level = Float(number % 7 + 1) / 16
            let sound = try app.sound(samples: [Float](repeating: level, count: 480), channels: 1, rate: 48_000)
            try sound.play()
            // The loudest sample is the sound's own: nothing of the one before is left.
            let heard = try device.listen(for: 0.03).max() ?? 0
            guard abs(heard - level / 2) <= 0.001 else {
                throw BenchmarkError("Sound \(number) was heard at \(heard) in place of \(level / 2).")
            }
        }
        print("\(Self.rounds) sounds were heard, each at its own level.")
    }
}
