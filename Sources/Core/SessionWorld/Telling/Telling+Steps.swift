package import SessionPolicy

// What a step did, as a person would say it.
extension Telling {
    /// Returns what a step did, as a sentence without its full stop.
    package func deed(_ step: PositionedValue) -> String {
        func text(_ key: String) -> String { step[key]?.string ?? "" }
        return deed(text("do"), app: step["app"]?.string, step) ?? step.stepText
    }

    /// Returns what a step did, as far as its reply tells.
    package func deed(of reply: Reply) -> String {
        let said = reply.callPhase.map { PositionedValue.object([("phase", .string($0.name))]) }
        let moved =
            reply.verb == Verb.ringSwitch.name
            ? PositionedValue.object([("to", .string(reply.state.ringSwitch.name))]) : nil
        let verb = reply.verb ?? ""
        return deed(verb, app: reply.app, said ?? moved)
            ?? [verb, reply.app.map(name(of:)) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func deed(_ verb: String, app: String?, _ step: PositionedValue?) -> String? {
        func text(_ key: String) -> String? { step?[key]?.string }
        func with(_ key: String) -> String { text(key).map { " " + $0.printable } ?? "" }
        let app = app.map(name(of:)) ?? ""
        let port = text("port").map { Self.accessories[$0] ?? $0.printable }
        return switch Verb(rawValue: verb) {
        case .launch: "\(app) opens"
        case .foreground: "\(app) comes to the front"
        case .background: "\(app) goes to the background"
        case .quit: "\(app) is quit"
        case .crash: "\(app) crashes"
        case .play: "\(app) plays\(with("sound"))"
        case .pause: "\(app) pauses\(with("sound"))"
        case .stop: "\(app) stops\(with("sound"))"
        case .systemSound: "\(app) plays the effect\(with("sound"))"
        case .alertSound: "\(app) alerts with\(with("sound"))"
        case .setCategory: category(app, step)
        case .setActive: active(app, step)
        case .record: text("phase").map { "\(app) \($0 == "start" ? "records" : "stops recording")" }
        case .ringSwitch: text("to").map { "You move the switch to \($0)" }
        case .volumeButton: text("press").map { "You press volume \($0)" }
        case .lock: "You lock the phone"
        case .unlock: "You unlock the phone"
        case .plug: port.map { "You plug in \($0)" }
        case .unplug: port.map { "You pull out \($0)" }
        case .connect: port.map { "\($0.capital) connects" }
        case .disconnect: port.map { "\($0.capital) disconnects" }
        case .call: text("phase").flatMap { Self.calls[$0] }
        case .alarm: text("phase").flatMap { Self.alarms[$0] }
        case .alert: "A message arrives"
        case .keyClick: "A key clicks"
        case .wait: "Time passes"
        default: nil
        }
    }

    private func category(_ app: String, _ step: PositionedValue?) -> String? {
        guard let category = step?["category"]?.string else { return nil }
        guard case .array(let options)? = step?["options"]?.content, !options.isEmpty else {
            return "\(app) asks for \(category)"
        }
        return "\(app) asks for \(category) with \(options.compactMap { $0.string }.joined(separator: ", "))"
    }

    private func active(_ app: String, _ step: PositionedValue?) -> String? {
        guard case .bool(let flag)? = step?["to"]?.content else { return nil }
        return "\(app) \(flag ? "activates" : "deactivates") its session"
    }

    private static let calls = [
        "incoming": "A call comes in", "answered": "You answer", "declined": "You decline",
        "missed": "The caller gives up", "ended": "You hang up", "remoteEnded": "The other side hangs up",
        "outgoing": "You call", "held": "You hold the call", "unheld": "You take the call up again",
    ]

    private static let alarms = [
        "fires": "The alarm goes off", "dismissed": "You stop the alarm", "snoozed": "You snooze the alarm",
    ]

    /// Returns outputs as people call them.
    package func ports(_ ports: PortSet) -> String {
        let names = ports.ports.map { port in
            switch port {
            case .builtInSpeaker: "the speaker"
            case .builtInReceiver: "the receiver"
            default: Self.accessories[port.name] ?? port.name
            }
        }
        return names.isEmpty ? "nothing" : list(names)
    }

    private static let accessories = [
        "headphones": "the headphones", "headset": "the headset", "bluetoothA2DP": "Bluetooth",
        "bluetoothHFP": "the Bluetooth headset", "airPlay": "AirPlay", "carAudio": "the car", "usbAudio": "USB",
        "lineOut": "the line output", "hdmi": "HDMI", "HDMI": "HDMI",
    ]
}
