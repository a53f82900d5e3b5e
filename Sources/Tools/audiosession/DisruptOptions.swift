import ArgumentParser
import SessionOracle

struct DisruptOptions: ParsableArguments {
    @Flag(help: "Disrupt the program in each gap between two of its calls, and judge its reactions.")
    var disrupt = false

    @Option(
        help: ArgumentHelp(
            "What happens, such as unplug, or call for all three endings of a call; all by default.",
            valueName: "disruption"), transform: Self.disruption)
    var by: [Disruption] = []

    @Option(
        help: ArgumentHelp(
            "A row of the table that the app need not keep to, such as pausesAtUnplug.", valueName: "row"),
        transform: Self.response)
    var without: [Response] = []

    @Option(help: "The time limit of a disrupted run, in seconds.")
    var limit = 60.0

    @OptionGroup var verdict: VerdictOptions

    /// Rejects options that need `--disrupt`, or that it excludes.
    /// - Parameter other: A given option that excludes it, or nil.
    func validate(_ other: String?) throws {
        guard limit > 0, limit <= 86_400 else {
            throw ValidationError("--limit must be more than 0 and at most 86400 seconds; 60 is usual.")
        }
        if let other, disrupt { throw ValidationError("--disrupt runs on devices of its own; leave out \(other).") }
        let isUsed = verdict.json || verdict.quiet || verdict.junit != nil || verdict.summary != nil
        guard disrupt || !(isUsed || !by.isEmpty || !without.isEmpty) else {
            throw ValidationError("--by, --without, --junit, --summary, --json and --quiet need --disrupt.")
        }
    }

    /// The disruptions, and the rows that count.
    var disruptions: Disruption { by.isEmpty ? .all : by.reduce([]) { $0.union($1) } }
    var responses: [Response] { Response.allCases.filter { !without.contains($0) } }

    @Sendable
    private static func disruption(_ name: String) throws -> Disruption {
        let all = Disruption.all.each
        if let found = name == "call" ? .call : all.first(where: { $0.name == name }) { return found }
        throw ValidationError(
            "there is no disruption \"\(name)\"; there are call, \(all.map(\.name).joined(separator: ", "))")
    }

    @Sendable
    private static func response(_ name: String) throws -> Response {
        if let found = Response.allCases.first(where: { "\($0)" == name }) { return found }
        throw ValidationError(
            "there is no row \"\(name)\"; there are \(Response.allCases.map { "\($0)" }.joined(separator: ", "))")
    }
}
