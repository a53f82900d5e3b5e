import ALSADevice
import ArgumentParser
import CommandSupport
import Glibc
import SessionPolicy
import Sounder
import Synchronization
import SystemSupport

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        .devices,
        abstract:
            "Lists sound cards: what opens, their volume controls and jacks, and which port is heard on what.",
        discussion: """
            Which devices can replay --device use?
              audiosession devices

            What does this cable do?
              audiosession devices --watch

            Write a file of bindings to start from:
              audiosession devices --bindings > audiosession.yaml
            """)

    @OptionGroup var devices: BindingsOption

    @Flag(help: "Print the present devices, and then each change, until ^C.")
    var watch = false

    @Flag(help: "Print the detected devices as a file that binds ports to devices.")
    var bindings = false

    func validate() throws {
        if watch, bindings { throw ValidationError("--watch prints lines, and --bindings a file; choose one of them") }
    }

    func run() throws {
        Output.prepare()
        try OpenFiles.requireForDevices()
        if watch { return try watchChanges() }
        let survey = DeviceSurvey.current()
        if bindings { return try Output.write(Bindings(guessing: survey).yaml) }
        let inForce = try devices.bindingsOrRefusal(survey)
        try Output.write(Terminal.folded(survey.text(inForce, inForce.checks(survey))))
    }

    private func watchChanges() throws {
        Cancellation.listen()
        let bound = try devices.bindingsOrRefusal(.current())
        let (monitor, sinks) = (JackMonitor(), SinkMonitor(bound.sinks))
        let isClosed = Atomic(false)
        let write: @Sendable (String) -> Void = { line in
            do { try Output.write(line + "\n") } catch { isClosed.store(true, ordering: .relaxed) }
        }
        try monitor.start { write($0.text) }
        try sinks.start { write($0.text(bound)) }
        while !Cancellation.isRequested, !isClosed.load(ordering: .relaxed) { poll(nil, 0, 200) }
        sinks.stop()
        monitor.stop()
    }
}

extension JackMonitor.JackEvent {
    fileprivate var text: String {
        switch self {
        case .cardAppeared(let card): "card \(card.number) [\(card.id)] is here: \(card.name)\(Self.port(of: card))"
        case .cardGone(let card): "card \(card.number) [\(card.id)] is gone\(Self.port(of: card))"
        case .plugged(let jack): "card \(jack.card.number), \(jack.control): plugged in\(jack.control.port)"
        case .unplugged(let jack): "card \(jack.card.number), \(jack.control): pulled out\(jack.control.port)"
        }
    }

    private static func port(of card: JackMonitor.Card) -> String {
        card.driver == "USB-Audio" ? ", \(Port.usbAudio.name)" : ""
    }
}

extension String {
    /// The port that a jack of this name has, after a comma.
    fileprivate var port: String { Port(jack: self).map { ", \($0.name)" } ?? "" }
}

extension SinkMonitor.SinkEvent {
    fileprivate func text(_ bindings: Bindings) -> String {
        switch self {
        case .appeared(let name): "\(name) is here\(Self.ports(name, bindings))"
        case .gone(let name): "\(name) is gone\(Self.ports(name, bindings))"
        }
    }

    private static func ports(_ name: String, _ bindings: Bindings) -> String {
        bindings.entries.filter { $0.sink == name }.map { ", \($0.port.name)" }.joined()
    }
}

extension DeviceSurvey {
    fileprivate func text(_ bindings: Bindings, _ checks: [Bindings.Check]) -> String {
        var lines = cards.flatMap(\.lines)
        if cards.isEmpty { lines.append("This machine has no sound card that can be opened.") }
        if !named.isEmpty {
            lines += ["", "Devices of the configuration:"]
            lines += named.map { "  \($0.pcm)" + (cards.isEmpty && $0.state.isAbsent ? "" : "  \($0.state.text)") }
        }
        lines += ["", bindings.heading] + checks.flatMap { $0.lines(isCardless: cards.isEmpty) }
        let plays =
            named.contains { $0.state == .free } || cards.flatMap(\.pcms).contains { $0.state == .free }
            || checks.contains(where: \.works)
        if !plays {
            lines += [
                "",
                """
                Nothing can play here; audiosession doctor says why, and audiosession replay writes WAV files \
                instead.
                """,
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension DeviceSurvey.Card {
    fileprivate var lines: [String] {
        var lines = ["Card \(number) [\(id)]: \(name), driver \(driver)"]
        for pcm in pcms {
            lines.append("  \(pcm.pcm)  \(pcm.direction.rawValue), \(pcm.name): \(pcm.state.text)")
        }
        for volume in volumes { lines.append("  volume '\(volume.name)': \(volume.text)") }
        for jack in jacks {
            let state = jack.isPhantom ? "always there" : jack.isPlugged ? "plugged" : "empty"
            lines.append("  jack '\(jack.control)': \(state)" + jack.control.port)
        }
        return lines
    }
}

extension DeviceSurvey.State {
    fileprivate var isAbsent: Bool { if case .refused(let error) = self { error.kind == .noCard } else { false } }

    fileprivate var text: String {
        switch self {
        case .free: "opens"
        case .unasked: "not looked at: it writes into a file"
        case .busy(let owner): "in use by \(owner ?? "another program")"
        case .refused(let error): error.sentence
        }
    }
}

extension VolumeControl {
    fileprivate var text: String {
        let level = decibels.map { "\($0) dB" } ?? "step \(step)"
        let span = range.map { " of \($0.lowerBound) to \($0.upperBound) dB" } ?? ""
        return "\(level)\(span) in \(steps) steps" + (isMuted.map { $0 ? ", muted" : ", on" } ?? "")
    }
}
