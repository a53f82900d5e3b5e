import AVFoundation

// A program as it would stand in an app for the phone, which measures what its calls take; `make bench` runs it.
@main
struct AppleClient {
    static func main() throws {
        let words = CommandLine.arguments
        switch words.count > 1 ? words[1] : "" {
        case "session": try session(rounds: Int(words[2]) ?? 1)
        case "players": try players(Int(words[2]) ?? 1, URL(fileURLWithPath: words[3]))
        default:
            print("usage: BenchmarkApple session COUNT | players COUNT FILE")
            exit(2)
        }
    }

    /// Prints the medians of `setCategory` and of `setActive(true)`, in microseconds.
    static func session(rounds: Int) throws {
        let session = AVAudioSession.sharedInstance()
        var categories: [Double] = []
        var activations: [Double] = []
        // The first ones bring the program and its host into memory.
        for round in -200..<rounds {
            let category = try microseconds { try session.setCategory(round % 2 == 0 ? .playback : .ambient) }
            let activation = try microseconds { try session.setActive(true) }
            try session.setActive(false)
            guard round >= 0 else { continue }
            categories.append(category)
            activations.append(activation)
        }
        print(median(categories), median(activations))
    }

    /// Makes, plays and drops so many players; prints how many of them, and of 32 at once after them, did not play, and
    /// how many bytes each has left behind.
    static func players(_ count: Int, _ file: URL) throws {
        var silent = 0
        func make() throws {
            let player = try AVAudioPlayer(contentsOf: file)
            if !player.play() || !player.isPlaying { silent += 1 }
        }
        // The first ones bring along what stays.
        for _ in 0..<100 { try make() }
        _ = trimHeap(0)
        let before = residentBytes
        for _ in 0..<count { try make() }
        // Sounds that have been released go when their threads have let them go.
        var left = Int.max
        for _ in 0..<100 where left > 0 {
            usleep(20_000)
            // Memory that was given back to the allocator is unused, though the process keeps its pages.
            _ = trimHeap(0)
            left = residentBytes - before
        }
        let together = try (0..<32).map { _ in try AVAudioPlayer(contentsOf: file) }
        for player in together { player.play() }
        print(silent + together.count { !$0.isPlaying }, max(left, 0) / count)
    }

    /// `malloc_trim`, which the module of the C library leaves out.
    @_silgen_name("malloc_trim")
    private static func trimHeap(_ pad: Int) -> CInt

    private static var residentBytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4_096
    }

    private static func microseconds(_ work: () throws -> Void) rethrows -> Double {
        let before = DispatchTime.now().uptimeNanoseconds
        try work()
        return Double(DispatchTime.now().uptimeNanoseconds - before) / 1_000
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
