import SessionPolicy
import SessionWorld

/// The messages from a device to a page, as JSON lines.
enum PageMessage {
    /// A trial: its number, its parent, its description, its step, and the oracle's reply; the last two as JSON.
    ///
    /// - Parameters:
    ///   - why: The reasons in words, those for changes first.
    ///   - told: The notices to apps, in words.
    static func trial(
        _ number: Int, parent: Int?, did: String, step: String?, reply: String?, why: [(rule: String, text: String)],
        told: [String], differs: Bool = false
    ) -> String {
        let why = why.map { #"{"rule": \#($0.rule.quoted), "text": \#($0.text.quoted)}"# }.joined(separator: ", ")
        return #"{"trial": \#(number), "parent": \#(json(parent)), "did": \#(did.quoted), "step": \#(step ?? "null"), "#
            + #""differs": \#(differs), "why": [\#(why)], "told": \#(list(told)), "reply": \#(reply ?? "null")}"#
    }

    static func list(_ texts: [String]) -> String { "[" + texts.map { $0.quoted }.joined(separator: ", ") + "]" }

    /// The present: the current trial, its neighbours, the current state as JSON, and further members.
    static func present(_ here: Int, _ previous: Int?, _ next: Int?, now: String, _ members: String) -> String {
        #"{"here": \#(here), "previous": \#(json(previous)), "next": \#(json(next)), "now": \#(now), \#(members)}"#
    }

    private static func json(_ number: Int?) -> String { number.map { "\($0)" } ?? "null" }
}

extension TrialTree {
    func message(ofTrial number: Int) -> String {
        let trial = trials[number]
        let reply = trial.reply
        return PageMessage.trial(
            number, parent: trial.parent, did: trial.step.map(Telling.ofPage.deed) ?? "The beginning",
            step: trial.step?.json, reply: reply?.json,
            why: reply.map { Telling.ofPage.reasons(of: $0).map { ($0.rule.id, $0.text) } } ?? [],
            told: reply.map { reply in reply.moment.notices.map { Telling.ofPage.text(of: $0, reply.names) } } ?? [],
            differs: trial.differs)
    }

    /// Returns the message of the present: the current trial, the state, and the ramp of each sound.
    /// - Parameters:
    ///   - now: The caller's clock.
    ///   - started: The sounds that this message starts from their beginning.
    func messageOfPresent(at now: Instant, started: [SoundReference] = []) -> String {
        let reply = present(at: now)
        return PageMessage.present(
            here, previous, next, now: reply.json,
            #""plugged": \#(reply.plugged), "sounding": \#(reply.sounding(started)), "say": \#(words(of: reply)), "#
                + #""recording": \#(reply.recording), "#
                + #""route": \#(Telling.ofPage.ports(reply.moment.picture.route.outputs).quoted)"#)
    }

    /// The sentence about the present, as parts with their tones; a refusal stays until the next step.
    private func words(of present: Reply) -> String {
        let parts = (trials[here].reply.map(Telling.ofPage.refusal) ?? []) + Telling.ofPage.state(of: present)
        let json = parts.map { #"{"text": \#($0.text.quoted), "tone": \#($0.tone?.rawValue.quoted ?? "null")}"# }
        return "[" + json.joined(separator: ", ") + "]"
    }
}

extension Telling {
    /// The display names of the page's apps.
    static let labels = [
        "ipod": "Music", "nav": "Navigator", "game": "Game", "podcast": "Podcast", "trainer": "Trainer",
        "recorder": "Recorder", "blog": "Blog",
    ]

    static let ofPage = Telling(labels: labels)
}

extension Reply {
    /// The reply in the oracle's format, without a line end.
    var json: String {
        var buffer = ByteBuffer(capacity: 2_048)
        buffer.append(self)
        return String(buffer.text.dropLast())
    }

    /// The connected accessories, by their ports' names.
    fileprivate var plugged: String {
        let ports = state.gestures.compactMap { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind.name.quoted } else { nil }
        }
        return "[" + ports.joined(separator: ", ") + "]"
    }

    /// The ramp of each started sound: target and seconds of each stage.
    fileprivate func sounding(_ started: [SoundReference]) -> String {
        let picture = moment.picture
        let levels = picture.sounds.map { level in
            let changes = level.changes
            func stage(_ target: Double, _ change: RampRule.Change) -> String {
                "[\(target), \(picture.length(of: change).seconds)]"
            }
            let id = level.reference.sound.map { names[$0.name] } ?? level.reference.kind.name
            return #"{"name": \#(text(of: level.reference).quoted), "as": "\#(level.reference.kind.name)", "#
                + #""sound": \#(id.quoted), "runs": \#(level.isRunning), "#
                + #""starts": \#(started.contains(level.reference)), "own": \#(stage(level.gain, changes.gain)), "#
                + #""duck": \#(stage(level.duck, changes.duck)), "#
                + #""gate": \#(stage(level.isSilenced ? 0 : 1, changes.silence)), "#
                + #""volume": \#(stage(level.volume, changes.volume)), "#
                + #""halt": \#(picture.length(of: changes.halt).seconds), "#
                + #""resume": \#(picture.length(of: changes.resumption).seconds), "#
                + #""words": \#(Telling.ofPage.standing(of: level, in: self).quoted)}"#
        }
        return "[" + levels.joined(separator: ", ") + "]"
    }

    fileprivate var recording: String {
        PageMessage.list(state.apps.filter { $0.recording == .running }.map { names[$0.id.name] })
    }
}

extension PositionedValue {
    var json: String {
        var buffer = ByteBuffer(capacity: 256)
        buffer.append(self)
        return buffer.text
    }
}
