import Foundation

/// How fast `audiosession explore` goes on one core, every invariant checked in every state.
enum ExploreBenchmark {
    private static let states = 200_000

    static func statesPerSecond(_ setup: Setup) throws -> [Figure] {
        let arguments = ["explore", "--rules", "modern", "--states", "\(states)", "--json"]
        let transitions = try transitions(in: Child.output(of: setup.program, arguments))
        let seconds = try Child.run(setup.program, arguments).cpuSeconds
        return [
            Figure(
                name: "explore.statesPerSecond", value: Double(states) / seconds, unit: "new states/s, one core",
                better: .higher, limit: 500_000),
            Figure(
                name: "explore.stepsPerSecond", value: Double(transitions) / seconds, unit: "steps/s, one core",
                better: .higher),
        ]
    }

    private static func transitions(in json: String) throws -> Int {
        struct Summary: Decodable { let transitions: Int }
        return try JSONDecoder().decode(Summary.self, from: Data(json.utf8)).transitions
    }
}
