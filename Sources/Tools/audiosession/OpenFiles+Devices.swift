import ArgumentParser
import System

extension OpenFiles {
    /// The number of files that a look for devices and a session on them open, libasound's plug-ins included, and half
    /// as many again: 20 were counted with the plug-ins of PulseAudio and JACK.
    private static let neededForDevices = 32

    /// Refuses to look for devices with too few: libasound does not tell that from there being none.
    ///
    /// - Throws: Exit status 2 after a word on standard error.
    static func requireForDevices() throws {
        guard let shortage = shortage(of: neededForDevices, for: "sound devices") else { return }
        Output.complain("audiosession: \(shortage)")
        throw ExitCode.refused
    }
}
