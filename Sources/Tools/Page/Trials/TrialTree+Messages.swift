import SessionPolicy
import SessionWorld

/// The messages of a device to a page, as lines of JSON.
enum PageMessage {
    /// A trial: its number, the one before it, its step, and the oracle's reply to it; the last three as JSON.
    static func trial(_ number: Int, parent: Int?, step: String?, text: String, reply: String?) -> String {
        #"{"trial": \#(number), "parent": \#(json(parent)), "step": \#(step ?? "null"), "text": \#(text.quoted), "#
            + #""reply": \#(reply ?? "null")}"#
    }

    /// The present: the trial that the page shows, its neighbours, the state now as JSON, and more members.
    static func present(_ here: Int, _ previous: Int?, _ next: Int?, now: String, _ members: String) -> String {
        #"{"here": \#(here), "previous": \#(json(previous)), "next": \#(json(next)), "now": \#(now), \#(members)}"#
    }

    private static func json(_ number: Int?) -> String { number.map { "\($0)" } ?? "null" }
}

extension TrialTree {
    /// A trial, as a message.
    /// - Parameter number: The number of a trial.
    func message(ofTrial number: Int) -> String {
        let trial = trials[number]
        return PageMessage.trial(
            number, parent: trial.parent, step: trial.step?.json, text: trial.step?.stepText ?? "",
            reply: trial.reply?.json)
    }

    /// The message of the present: the trial on the table, the state now, and the ramp of each sound.
    /// - Parameters:
    ///   - now: The caller's clock.
    ///   - started: The sounds that begin from their beginning with this message.
    func messageOfPresent(at now: Instant, started: [SoundReference] = []) -> String {
        let reply = present(at: now)
        return PageMessage.present(
            here, previous, next, now: reply.json,
            #""plugged": \#(reply.plugged), "sounding": \#(reply.sounding(started))"#)
    }
}

extension Comparison {
    var message: String {
        let rows = rows.map { row in
            #"{"trial": \#(row.trial.number), "differs": \#(row.differs), "reply": \#(row.other.json)}"#
        }
        return #"{"book": \#(book.name.quoted), "rows": [\#(rows.joined(separator: ", "))], "now": \#(present.json)}"#
    }
}

extension Reply {
    /// The reply as the oracle writes it, without its line end.
    var json: String {
        var buffer = ByteBuffer(capacity: 2_048)
        buffer.append(self)
        return String(buffer.text.dropLast())
    }

    /// The accessories that are plugged in or connected, by their ports' names.
    fileprivate var plugged: String {
        let ports = state.gestures.compactMap { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind.name.quoted } else { nil }
        }
        return "[" + ports.joined(separator: ", ") + "]"
    }

    /// The ramp of each started sound: the target and the seconds of each stage, as the picture says.
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
                + #""resume": \#(picture.length(of: changes.resumption).seconds)\#(cause(of: level))}"#
        }
        return "[" + levels.joined(separator: ", ") + "]"
    }

    /// The app, or the part of the device, for which a sound is lowered or interrupted, as one more member of its object;
    /// nothing where it is neither.
    private func cause(of level: Picture.Level) -> String {
        func app(_ id: AppID) -> String { #", "byApp": \#(names[id.name].quoted)"# }
        func device(_ part: String) -> String { #", "byDevice": "\#(part)""# }
        guard let rule = level.unheardBy else { return level.originator?.app.map(app) ?? "" }
        guard !level.isRunning, let cause = level.reference.app.flatMap({ state[$0]?.causes.first }),
            cause.rule == rule
        else { return "" }
        return switch cause {
        case .app(let id), .spoken(let id): app(id)
        case .call: device("call")
        case .alarm: device("alarm")
        case .siri: device("siri")
        case .hold: device("hold")
        case .microphone: device("microphone")
        case .announcement: device("announcement")
        }
    }
}

extension PositionedValue {
    var json: String {
        var buffer = ByteBuffer(capacity: 256)
        buffer.append(self)
        return buffer.text
    }
}
