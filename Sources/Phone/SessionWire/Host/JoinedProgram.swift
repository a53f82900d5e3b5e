package import SessionPolicy

/// A program that is connected to the host, as people are told of it.
package struct JoinedProgram: Sendable {
    /// The manner in which the program has joined.
    package enum Way: Sendable {
        /// The program speaks the wire, by a library that it links.
        case byItself
        /// The plug-in for ALSA speaks for the program.
        case byPlugin
        /// `audiosession hold` speaks for the program.
        case underHold
    }

    /// The app's name on the device.
    package let app: String
    package let way: Way
    package let session: SessionFacts

    /// Describes a program.
    package init(app: String, way: Way, session: SessionFacts) {
        (self.app, self.way, self.session) = (app, way, session)
    }
}
