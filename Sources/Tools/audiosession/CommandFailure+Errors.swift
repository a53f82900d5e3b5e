import ArgumentParser
import CommandSupport
import SessionPolicy
import SessionWire
import SystemSupport

extension CommandFailure {
    init(_ error: any Error) {
        switch error {
        case let refusal as CommandFailure: self = refusal
        case let failure as ChildProgram.Failure: self.init("\(failure)", .init(failure.status))
        case let failure as StartedHost.Failure:
            self.init(lines: failure.lines.map { $0.hasPrefix("audiosession: ") ? $0 : "audiosession: \($0)" })
        case is WireError, is LinkError: self.init("\(error)", .noHost)
        default: self.init("\(error)")
        }
    }
}

extension OpenFiles {
    /// The number of descriptors that listing devices and a session on them need, including libasound's plug-ins, with
    /// a margin of a half: 20 were counted with the plug-ins of PulseAudio and JACK.
    private static let neededForDevices = 32

    /// Throws if too few descriptors are left: libasound would report that there are no devices.
    static func requireForDevices() throws(CommandFailure) {
        if let shortage = shortage(of: neededForDevices, for: "sound devices") { throw CommandFailure(shortage) }
    }
}
