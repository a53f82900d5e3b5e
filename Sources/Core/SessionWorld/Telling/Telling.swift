package import SessionPolicy

/// Words a moment for a person: what was done, who is heard on what, who is lowered, silenced, paused, recording or refused,
/// and for whom. The page, the terminal, reports and hosts have no other words for it.
package struct Telling: Sendable {
    /// A part of a sentence.
    package struct Part: Hashable, Sendable {
        package let text: String
        /// The subject of the part; nil for the words between.
        package let tone: Highlight?
    }

    /// The state of those whom a part of a sentence names.
    package enum Highlight: String, Sendable { case heard, ducked, unheard, recording, refused }

    /// The names of apps as people know them, by the names that steps have for them.
    private let labels: [String: String]

    /// - Parameter labels: The names of apps as people know them; an app without one is called as steps call it.
    package init(labels: [String: String] = [:]) { self.labels = labels }

    func name(of app: String) -> String { labels[app] ?? app.printable }

    private func name(of app: AppID, _ reply: Reply) -> String { name(of: reply.names[app.name]) }

    // MARK: The sentence

    private struct Clause {
        let tone: Highlight
        var owners: [String]
        /// The predicate for one, and for several.
        let says: (one: String, many: String)

        var words: [Part] {
            [
                Part(text: list(owners), tone: tone),
                Part(text: " " + (owners.count > 1 ? says.many : says.one), tone: nil),
            ]
        }
    }

    /// Returns the sentences about the state after a reply; a refusal comes first.
    package func sentence(of reply: Reply) -> [Part] {
        refusal(of: reply) + state(of: reply)
    }

    package func text(of reply: Reply) -> String { sentence(of: reply).map { $0.text }.joined() }

    /// Returns the sentence about a refusal, with a space behind it; empty if the step was accepted.
    package func refusal(of reply: Reply) -> [Part] {
        guard case .refused(let refusal) = reply.outcome else { return [] }
        let why = refusal.sentence.text(about: refusal.subject) { name(of: reply.names[$0]) }
        let who = reply.appID.map { name(of: $0, reply) } ?? reply.app.map(name(of:)) ?? "The step"
        return [Part(text: who.capital, tone: .refused), Part(text: " is refused: \(why). ", tone: nil)]
    }

    /// Returns the sentence about who is heard, and who is not.
    package func state(of reply: Reply) -> [Part] {
        var clauses: [Clause] = []
        func add(_ tone: Highlight, _ owner: String, _ one: String, _ many: String) {
            if let place = clauses.firstIndex(where: { $0.tone == tone && $0.says.one == one }) {
                if !clauses[place].owners.contains(owner) { clauses[place].owners.append(owner) }
            } else {
                clauses.append(Clause(tone: tone, owners: [owner], says: (one, many)))
            }
        }
        let heard = reply.moment.heard
        for sound in heard where !sound.isDucked {
            let ports = ports(sound.outputs)
            let rings = sound.reference.kind == .ringtone
            add(
                .heard, rings ? "the phone" : owner(of: sound.reference, reply),
                rings ? "rings on \(ports)" : "is heard on \(ports)", "are heard on \(ports)")
        }
        for app in reply.state.apps where app.recording != .off {
            let runs = app.recording == .running
            add(
                .recording, name(of: app.id, reply), runs ? "records from the microphone" : "waits to record again",
                runs ? "record from the microphone" : "wait to record again")
        }
        for sound in heard where sound.isDucked {
            let words = lowered(by: sound.ducker, reply)
            add(.ducked, owner(of: sound.reference, reply), "is \(words)", "are \(words)")
        }
        let levels = reply.moment.picture.sounds
        for sound in reply.moment.unheard {
            let level = levels.first { $0.reference == sound.reference }
            let words = silence(of: sound.reference, sound.rule, level, reply)
            let isVerb = words.hasPrefix("wait")
            add(
                .unheard, owner(of: sound.reference, reply), isVerb ? words : "is \(words)",
                isVerb ? "wait" + words.dropFirst("waits".count) : "are \(words)")
        }
        for (app, rule) in pausedApps(reply)
        where rule != .int15 || clauses.isEmpty || clauses.last?.says.one == "is paused" {
            let words = Self.pauses[rule] ?? ("stays paused", "stay paused")
            add(.unheard, name(of: app, reply), words.one, words.many)
        }
        guard !clauses.isEmpty else { return [Part(text: "Nothing sounds.", tone: nil)] }
        var parts = Array(clauses.map { $0.words }.joined(separator: [Part(text: "; ", tone: nil)]))
        parts.append(Part(text: ".", tone: nil))
        parts[0] = Part(text: parts[0].text.capital, tone: parts[0].tone)
        return parts
    }

    private static let pauses: [RuleID: (one: String, many: String)] = [
        .int15: ("is paused", "are paused"), .rte5: outputIsGone, .rte13: outputIsGone,
    ]
    private static let outputIsGone = ("has paused: its output is gone", "have paused: their output is gone")

    /// The apps of which nothing runs and a sound is paused, with the rule that paused it.
    private func pausedApps(_ reply: Reply) -> [(AppID, RuleID)] {
        reply.state.apps.compactMap { app in
            guard app.causes.isEmpty, !app.hasRunningSound, case .paused(_, let rule)? = app.sounds.last?.progress
            else {
                return nil
            }
            return (app.id, rule)
        }
    }

    private func owner(of sound: SoundReference, _ reply: Reply) -> String {
        sound.app.map { name(of: $0, reply) } ?? Self.owners[sound.kind] ?? sound.kind.name
    }

    private static let owners: [SoundKind: String] = [
        .ringtone: "the ringtone", .callAudio: "the call", .alarm: "the alarm", .alert: "the message",
        .keyClick: "the key click",
    ]

    private func lowered(by ducker: Picture.Originator?, _ reply: Reply) -> String {
        switch ducker {
        case .app(let app)?, .alertSound(let app)?: "lowered for \(name(of: app, reply))"
        case .siri?: "lowered for Siri"
        case .alert?: "lowered for the message"
        case .call?: "lowered for the call"
        case .alarm?: "lowered for the alarm"
        case nil: "lowered"
        }
    }

    // MARK: Why a sound is not heard

    /// Returns how a sound stands, in some words without its owner: `lowered for Navigator`, `waits for the call to end`.
    package func standing(of level: Picture.Level, in reply: Reply) -> String {
        if let rule = level.unheardBy { return silence(of: level.reference, rule, level, reply) }
        return level.duckedBy == nil ? "heard" : lowered(by: level.originator, reply)
    }

    private func silence(of sound: SoundReference, _ rule: RuleID, _ level: Picture.Level?, _ reply: Reply) -> String {
        if level?.isRunning == false, let cause = sound.app.flatMap({ reply.state[$0]?.causes.first }) {
            switch cause {
            case .call: return "waits for the call to end"
            case .alarm: return "waits for the alarm to end"
            case .siri: return "waits for Siri"
            case .announcement: return "waits for Siri, who reads a message"
            case .hold: return "waits: its call is on hold"
            case .microphone: return "waits for the microphone"
            case .app(let app), .spoken(let app): return "interrupted by \(name(of: app, reply))"
            }
        }
        return switch rule {
        case .sw1, .sw2: "silenced by the switch"
        case .lk1, .lk2, .lk3: "silent while the phone is locked"
        case .vol5: "silent at volume zero"
        case .vol8: "silent at a level of zero"
        case .om1: "muted by the app itself"
        case .cat1: "silent: its category has no output"
        case .set1: "switched off in Settings"
        case .al6: "silenced by a recording"
        case .int7, .int20: "silent during a call"
        case _ where rule.id.hasPrefix("R-INT-"): "silenced by a call or an alarm"
        default: "not heard, by \(rule.id)"
        }
    }

    // MARK: Reasons and notices

    /// Returns the reasons of a reply, those of what has changed first, each with its sentence for people.
    package func reasons(of reply: Reply) -> [(rule: RuleID, text: String)] {
        let changed = reply.moment.changedSubjects
        func rank(_ reason: Reply.Reason) -> Int {
            if Self.routine.contains(reason.rule) {
                return reason.rule == .act2 && reason.says.hasSuffix("records") ? 0 : 2
            }
            return changed.contains(reason.about) ? 0 : 1
        }
        return reply.reasons.enumerated().sorted {
            let (one, other) = (rank($0.element), rank($1.element))
            return one != other ? one < other : $0.offset < $1.offset
        }.map { ($0.element.rule, text(of: $0.element)) }
    }

    /// The rules that say only that a session exists, that apps come to the front, and that they hear of the route.
    private static let routine: Set<RuleID> = [.act1, .act2, .act4, .app1, .app2, .rte6, .vol9, .step1]

    /// Returns a reason as a sentence without its full stop.
    package func text(of reason: Reply.Reason) -> String {
        let says = renamed(reason.says)
        if reason.about != "device", reason.says.places(of: reason.about).isEmpty {
            return "\(name(of: reason.about)): \(says)"
        }
        return reason.says.hasPrefix(reason.about) ? says : says.capital
    }

    /// The text with the names of apps as people know them, where they stand as words of their own.
    private func renamed(_ text: String) -> String {
        labels.reduce(text) { text, label in
            var (renamed, rest) = ("", text[...])
            func isWord(_ character: Character?) -> Bool {
                character?.unicodeScalars.first.map { $0.value > 0x7F || $0.isLetterOrDigit } ?? false
            }
            for found in text.places(of: label.key)
            where !isWord(text[..<found.lowerBound].last) && !isWord(text[found.upperBound...].first) {
                renamed += rest[..<found.lowerBound] + label.value
                rest = text[found.upperBound...]
            }
            return renamed + rest
        }
    }

    /// Returns what an app is told, such as `Music is told interruption: began`.
    package func text(of notice: Notice, _ names: NameTable) -> String {
        let details = notice.message.details(names).map { key, value in
            let text = PositionedValue(value, at: .nowhere).text
            return ["type", "reason"].contains(key) ? text : "\(key) \(text)"
        }
        return "\(name(of: names[notice.app.name])) is told \(notice.message.name)"
            + (details.isEmpty ? "" : ": \(details.joined(separator: ", "))")
    }
}

extension Moment {
    /// The apps, and `device`, of whose sounds another is heard than before, or otherwise.
    fileprivate var changedSubjects: Set<String> {
        var subjects: Set<String> = []
        for (reference, text) in changedSounds { subjects.insert(reference.app == nil ? "device" : text) }
        return subjects
    }
}

/// Names as people list them: `Music, Navigator and Game`.
func list(_ names: [String]) -> String {
    names.count < 2 ? names.first ?? "" : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
}

// Written without the tables of Unicode, which a policy for browsers does not bring along.
extension String {
    /// With a capital letter at its beginning.
    var capital: String {
        guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
        return String(Character(Unicode.Scalar(first - 0x20))) + dropFirst()
    }

    /// The places at which a text stands, none over another.
    func places(of text: String) -> [Range<String.Index>] {
        var places: [Range<String.Index>] = []
        var start = startIndex
        while start < endIndex {
            guard !text.isEmpty, self[start...].hasPrefix(text) else {
                start = index(after: start)
                continue
            }
            let end = index(start, offsetBy: text.count)
            places.append(start..<end)
            start = end
        }
        return places
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
