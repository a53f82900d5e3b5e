import Glibc
import SessionDevice
import SessionPolicy

/// Measures the cost of the typed device to a program that links it: a call, and the way of a sound to the device.
enum DeviceBenchmark {
    static let all = [
        Benchmark(
            name: "device.call.microseconds",
            about:
                "30,000 calls of one of ten apps on a device in the process, by the clock: wall time of each; the 99th percentile, and each kind, beside the median of all",
            measure: calls),
        Benchmark(
            name: "device.play.frames",
            about:
                "playing a prepared sound at 100 moments of a running device with periods of 256 frames, in virtual time: frames until its first sample comes out of the mixer, the worst",
            measure: firstFrames),
    ]

    private static let apps = 10

    // MARK: Calls

    private static func calls(_ setup: Setup) throws -> [Figure] {
        let launch = LaunchOptions(backgroundAudio: true)
        let device = try PrivateDevice(DeviceConfiguration(.silent, apps: launch))
        let apps = (0..<apps).map { device.open("app\($0)") }
        let sounds = try apps.map { app in
            try app.setCategory(.playback, options: [.mixWithOthers])
            let sound = try app.sound(samples: [0, 0.1], channels: 1, rate: 8_000)
            sound.loops = -1
            try sound.play()
            return sound
        }
        let (app, sound) = (apps[4], sounds[4])
        var times: [String: [Double]] = [:]
        func time(_ name: String, _ call: (Int) throws -> Void) rethrows {
            var all: [Double] = []
            for round in 0..<10_000 {
                let before = Clock.monotonic.seconds
                try call(round)
                all.append((Clock.monotonic.seconds - before) * 1e6)
            }
            times[name] = all
        }
        // The session stays active, as its sound continues; each of the other calls changes the ducking or a level.
        try time("setActive") { _ in try app.setActive(true) }
        try time("setCategory") {
            try app.setCategory(.playback, options: $0 % 2 == 0 ? [.mixWithOthers, .duckOthers] : [.mixWithOthers])
        }
        try time("setGain") { try sound.setGain($0 % 2 == 0 ? 0.5 : 1) }
        withExtendedLifetime(sounds) {}
        let every = times.values.flatMap { $0 }
        return [
            Figure(
                name: "device.call.microseconds", value: every.median, unit: "µs a call, median", better: .lower,
                limit: 10,
                peers: times.mapValues(\.median).merging(["99th percentile": every.percentile(0.99)]) { $1 })
        ]
    }

    // MARK: The way to the device

    private static let period = 256

    private static func firstFrames(_ setup: Setup) throws -> [Figure] {
        let device = try PrivateDevice(.virtual)
        let app = device.open("app")
        try app.setCategory(.playback)
        // It keeps the device running, and is not heard.
        let running = try app.sound(samples: [0, 0], channels: 1, rate: 8_000)
        running.loops = -1
        try running.play()
        var frames: [Int] = []
        for round in 0..<100 {
            let sound = try app.sound(
                samples: [Float](repeating: 0.5, count: 4_800), channels: 1, rate: 48_000)
            try sound.prepare()
            // No moment of a period is left out.
            try device.advance(by: 0.2 + Double(round * 37 % period) / 48_000)
            try sound.play()
            let heard = try device.listen(for: 0.1)
            guard let first = heard.firstIndex(where: { $0 != 0 }) else {
                throw BenchmarkError("A sound was not heard.")
            }
            frames.append(first / 2)
        }
        withExtendedLifetime(running) {}
        return [
            Figure(
                name: "device.play.frames", value: Double(frames.max() ?? 0), unit: "frames to the first sample, worst",
                better: .lower, limit: Double(2 * period),
                peers: ["median": frames.map { Double($0) }.median, "the limiter's look-ahead in it": 240])
        ]
    }
}
