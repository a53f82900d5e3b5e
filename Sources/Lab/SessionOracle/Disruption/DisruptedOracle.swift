package import SessionPolicy
internal import SessionWorld

/// Disrupts a test in another language, which reports its runs line by line; judges them by the same table.
package struct DisruptedOracle {
    private var app = "app"
    private let rules: RuleBook
    private var findings = Findings()
    private var responses = Set(Response.allCases)
    private var phone: Device
    private var log = DisruptionLog()
    private var place: DisruptionPlace?
    private var hasBegun = false
    private var count = 0
    private var steps: [Disruption.Step] = []
    /// The number of acts whose notices are in `told`.
    private var seen = 0
    /// The notices to the app in this run, in order.
    private var told: [Device.Told] = []
    /// Whether the disruption's notices are held back from the app.
    private var holdsNotices = false

    /// Creates an oracle without a run.
    ///
    /// - Parameter rules: The rule book of its phones.
    package init(rules: RuleBook) { (self.rules, phone) = (rules, Device(rules: rules)) }

    /// Answers a line: a step, or an object with the key `disrupted`.
    package mutating func answer(_ line: String) -> String {
        do throws(StepError) {
            let value = try PositionedValue(json: line.utf8, line: 1)
            guard let message = value["disrupted"]?.string else { return try step(line) }
            switch message {
            case "table":
                let names = Disruption.all.each.map {
                    "{\"name\": \(Self.quoted($0.name)), \"sentence\": \(Self.quoted($0.sentence))}"
                }
                let rows = Response.allCases.map { Self.quoted("\($0)") }
                return
                    "{\"disruptions\": [\(names.joined(separator: ", "))], \"responses\": [\(rows.joined(separator: ", "))]}"
            case "run": begin(value)
            case "step":
                if !steps.isEmpty { phone.advance(by: .seconds(1)) }
                return "{\"replies\": [\(doStep())], \"isLast\": \(steps.isEmpty)}"
            case "app":
                app = value["name"]?.string ?? app
                (told, seen) = ([], phone.actCount)
            case "release": holdsNotices = false
            case "told":
                guard let number = Self.number(value["n"]), told.indices.contains(number) else {
                    throw StepError(value.position, "\"n\" must be the number of a notice of this run")
                }
                log.begin(told[number], facts: LoggedFacts(of: phone, app: app))
            case "state":
                guard log.isReacting else { throw StepError(value.position, "\"state\" ends what \"told\" began") }
                note(.state, value)
                log.endReaction()
            case "end":
                note(.end, value)
                if place == nil || hasBegun {
                    if place != nil { findings.countRun() }
                    findings.judge(log.entries, of: phone, at: place, by: responses)
                }
                return "{\"gaps\": \(count), \"connects\": \(DisruptionLog.connects(log.entries, on: phone))}"
            case "report":
                return "{\"reports\": [\(findings.reports.map { Self.quoted($0) }.joined(separator: ", "))]}"
            default: throw StepError(value.position, "there is no message \"\(message)\" about disruptions")
            }
            return "{}"
        } catch {
            return "{\"error\": \(Self.quoted(error.says))}"
        }
    }

    /// Begins a run, undisturbed or with a disruption after a call.
    private mutating func begin(_ value: PositionedValue) {
        (phone, log, place, hasBegun) = (Device(rules: rules), DisruptionLog(), nil, false)
        (steps, seen, told, holdsNotices, count) = ([], 0, [], false, 0)
        if case .array(let names)? = value["without"]?.content {
            let without = Set(names.compactMap(\.string))
            responses = Set(Response.allCases.filter { !without.contains("\($0)") })
        }
        guard let name = value["by"]?.string, let by = Disruption.all.each.first(where: { $0.name == name }),
            let gap = Self.number(value["gap"])
        else { return }
        place = DisruptionPlace(disruption: by, gap: gap)
        guard case .bool(false)? = value["connects"]?.content, let prelude = by.prelude else { return }
        let first = phone.actCount
        prelude(&phone, app)
        for act in first..<phone.actCount {
            log.add(
                .init(.disruption, act: act, facts: LoggedFacts(of: phone, app: app)), crosses: false)
        }
        seen = phone.actCount
    }

    private mutating func step(_ line: String) throws(StepError) -> String {
        let first = phone.actCount
        try phone.step(line)
        let facts = LoggedFacts(of: phone, app: app)
        for act in first..<phone.actCount {
            let call = NotedCall(phone.event(ofAct: act), of: app, in: phone)
            log.add(.init(call, act: act, isRefused: phone.refused(act: act), facts: facts), crosses: holdsNotices)
        }
        var replies = [lastReply]
        collect()
        if NotedCall.counts(phone.event(ofAct: first)) {
            count += 1
            if count == place?.gap {
                steps = place?.disruption.steps ?? []
                holdsNotices = true
                replies.append(doStep())
                return "{\"replies\": [\(replies.joined(separator: ", "))], \"begins\": true}"
            }
        }
        return "{\"replies\": [\(replies.joined(separator: ", "))], \"begins\": false}"
    }

    /// Performs the next step of the disruption.
    ///
    /// - Returns: The replies, with commas between them.
    private mutating func doStep() -> String {
        guard !steps.isEmpty else { return "" }
        let step = steps.removeFirst()
        let first = phone.actCount
        step(&phone, app)
        for act in first..<phone.actCount {
            hasBegun = hasBegun || !phone.refused(act: act)
            log.add(
                .init(
                    .disruption, act: act, isRefused: phone.refused(act: act), facts: LoggedFacts(of: phone, app: app)),
                crosses: false)
        }
        collect()
        return (first..<phone.actCount).map { Self.text(phone.acts[$0].reply) }.joined(separator: ", ")
    }

    private mutating func collect() {
        told += phone.events(of: app, after: seen).filter { !$0.isNewer }
        seen = phone.actCount
    }

    private mutating func note(_ call: NotedCall, _ value: PositionedValue) {
        func flag(_ key: String) -> Bool? {
            if case .bool(let flag)? = value[key]?.content { flag } else { nil }
        }
        var facts = LoggedFacts(of: phone, app: app)
        (facts.showsPlaying, facts.showsRecording) = (flag("playing"), flag("recording"))
        facts.isSettled = flag("settled") ?? true
        log.add(.init(call, act: nil, facts: facts), crosses: holdsNotices)
    }

    private var lastReply: String { phone.lastReply.map { Self.text($0) } ?? "null" }

    private static func number(_ value: PositionedValue?) -> Int? {
        if case .number(let number)? = value?.content { Int(exactly: number) } else { nil }
    }

    private static func text(_ reply: Reply) -> String {
        var buffer = ByteBuffer()
        buffer.append(reply)
        return String(buffer.text.dropLast())
    }

    private static func quoted(_ text: String) -> String {
        var buffer = ByteBuffer()
        buffer.append(PositionedValue(.string(text), at: SourcePosition(line: 1, column: 1)))
        return buffer.text
    }
}
