import ALSADevice
import ArgumentParser
import CommandSupport
import Glibc
import SessionPolicy
import Sounder

struct BindingsOption: ParsableArguments {
    @Option(
        help: """
            The file that binds ports to devices; without it audiosession.yaml of this folder, of \
            $XDG_CONFIG_HOME/audiosession or of /etc, else what the cards tell.
            """,
        transform: PlaceName.read)
    var config: String?

    func bindings(_ survey: @autoclosure () -> DeviceSurvey) throws(BindingsError) -> Bindings {
        if let config { return try Bindings(file: config) }
        return try .ofThisProcess { survey() }
    }

    /// The bindings for a command that needs them: an error is reported and ends the command.
    func bindingsOrRefusal(_ survey: @autoclosure () -> DeviceSurvey) throws -> Bindings {
        do throws(BindingsError) {
            return try bindings(survey())
        } catch {
            throw CommandFailure(lines: [error.description])
        }
    }
}

extension Bindings {
    var heading: String {
        switch origin {
        case .file(let path): "Ports, from \(path):"
        case .guess: "Ports, as far as the cards tell:"
        }
    }
}

extension Bindings.Check {
    /// One line per port, and one per problem.
    /// - Parameter isCardless: Whether the missing sound card was already reported.
    func lines(isCardless: Bool) -> [String] {
        let volume = entry.volume.map { ", volume '\($0.control ?? "best")' of \($0.card)" } ?? ""
        let input = entry.input.map { ", input \($0)" } ?? ""
        let jack = entry.jack.map { ", jack '\($0.control)' of \($0.card)" } ?? ""
        let card = entry.card.map { ", plugged in with card \($0)" } ?? ""
        let line =
            "  \(entry.port.name): \(entry.pcm)\(input)\(volume)\(jack)\(card)"
            + (isCardless && isAbsent ? "" : ": \(stateText)")
        return [line] + faults.map { "    \($0)" }
    }

    private var isAbsent: Bool { if case .refused(let error) = state { error.kind == .noCard } else { false } }

    private var stateText: String {
        switch state {
        case .works(let rate, let periodFrames): "\(rate) Hz, periods of \(periodFrames) frames"
        case .away: "not there now"
        case .unasked: "not looked at: it writes into a file"
        case .refused(let error): error.kind == .busy ? "in use by another program" : "\(error)"
        }
    }

    var works: Bool { if case .works = state { true } else { false } }

    /// The problems that keep the port from being heard or followed, with their remedies.
    var problems: [String] {
        guard case .refused(let error) = state, error.kind != .busy else { return faults }
        return ["\(error)"] + faults
    }
}
