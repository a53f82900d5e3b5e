internal import SessionPolicy

/// The violations of all runs of a test.
package struct Findings {
    private var stories: [Response: ShortestStory] = [:]
    private var counts: [Response: Int] = [:]
    /// The number of runs with a disruption.
    package private(set) var runCount = 0

    package init() {}

    package mutating func countRun() { runCount += 1 }

    /// Judges the log of one phone in one run.
    ///
    /// - Parameters:
    ///   - phone: The phone at the end.
    ///   - place: The disruption and its gap; nil for the undisturbed run.
    package mutating func judge(
        _ log: [DisruptionLog.Entry], of phone: Device, at place: DisruptionPlace?, by responses: Set<Response>
    ) {
        for violation in Judgement(log).violations where responses.contains(violation.response) {
            counts[violation.response, default: 0] += 1
            let story = ShortestStory(violation, in: log, of: phone, at: place)
            if let shortest = stories[violation.response], shortest.length <= story.length { continue }
            stories[violation.response] = story
        }
    }

    /// The length of the shortest story of each violation.
    package var lengths: [Response: Int] { stories.mapValues(\.length) }

    /// A report for each violated row.
    package var reports: [String] { Response.allCases.compactMap { report(of: $0) } }

    /// The report of a row; nil if the app kept to it.
    package func report(of response: Response) -> String? {
        guard let story = stories[response] else { return nil }
        let others = (counts[response] ?? 1) - 1
        let place = story.place?.sentence ?? "Undisturbed"
        return """
            \(place): \(story.violation.sentence).
            \(story.text)
            \(response.sentence)
            \(response.source) (Response.\(response))
            """
                + (others > 0
                    ? "\nIt happened in \(others) other run\(others == 1 ? "" : "s") of \(runCount), too." : "")
    }
}

/// A violation, its run, and the fewest entries that show it.
struct ShortestStory {
    let violation: Judgement.Breach
    let place: DisruptionPlace?
    private let phone: Device
    let entries: [DisruptionLog.Entry]
    /// The entries that the violation needs.
    let kept: [Int]

    /// Shrinks a log to the acts of the app and the test without which the violation disappears.
    init(
        _ violation: Judgement.Breach, in entries: [DisruptionLog.Entry], of phone: Device,
        at place: DisruptionPlace?
    ) {
        (self.violation, self.phone, self.entries, self.place) = (violation, phone, entries, place)
        var skipped = Set(entries.indices.dropFirst(violation.entry + 1))
        func holds(_ skipped: Set<Int>) -> Bool {
            Judgement(entries, skipping: skipped).violations.contains {
                $0.response == violation.response && $0.entry == violation.entry
            }
        }
        // A wrong display contradicts the last acts, so keep them.
        let shows = violation.response == .showsWhatIsHeard || violation.response == .believesRefusals
        let acts = entries.indices.prefix(violation.entry).filter { entries[$0].act != nil }
        let required = Set([violation.entry, entries[violation.entry].reaction].compactMap { $0 })
            .union(shows ? acts.suffix(4) : [])
        // Remove an act together with its notices and the app's reaction.
        var end = violation.entry
        for index in entries.indices.prefix(violation.entry).reversed() {
            let entry = entries[index]
            if entry.call == .disruption { end = index }
            guard entry.act != nil, entry.reaction == nil, entry.call != .disruption else { continue }
            let group = Set(index..<end)
            if group.isDisjoint(with: required), holds(skipped.union(group)) { skipped.formUnion(group) }
            end = index
        }
        for index in acts.reversed()
        where entries[index].reaction != nil && !skipped.contains(index) && !required.contains(index) {
            if holds(skipped.union([index])) { skipped.insert(index) }
        }
        kept = entries.indices.filter { !skipped.contains($0) }
    }

    var length: Int { kept.count { entries[$0].act != nil } }

    var text: String {
        var lines: [String] = []
        var number = 0
        for index in kept {
            let entry = entries[index]
            switch entry.call {
            case .told(let told): if told.isJudged { lines.append("      → the app is told \(told)") }
            case .state, .end: continue
            default:
                guard let act = entry.act else { continue }
                number += 1
                let mark = entry.call == .disruption ? "!" : " "
                let end = (entry.isRefused ? ", refused" : "") + (entry.reaction == nil ? "" : ", as its reaction")
                let phrase = entry.call == .recordLost ? "record by the old recorder" : phone.phrase(ofAct: act)
                lines.append("  \(mark) \(number). \(phrase)\(end)")
            }
        }
        return lines.joined(separator: "\n")
    }
}
