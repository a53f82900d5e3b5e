import AVFoundation

// A program as it would are in an app for the phone, which measures what its calls take; `make bench` runs it.
@main
struct AppleClient {
    static func main() throws {
        guard CommandLine.arguments.count == 2, let rounds = Int(CommandLine.arguments[1]) else {
            print("usage: BenchmarkApple ROUNDS")
            exit(2)
        }
        try session(rounds: rounds)
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

    private static func microseconds(_ work: () throws -> Void) rethrows -> Double {
        let before = DispatchTime.now().uptimeNanoseconds
        try work()
        return Double(DispatchTime.now().uptimeNanoseconds - before) / 1_000
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
