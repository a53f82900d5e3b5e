package import SessionPolicy

/// A connected program, as shown to people.
package struct JoinedProgram: Sendable {
    /// How the program has joined.
    package enum Way: Sendable {
        /// Through a library that it links.
        case byItself
        /// Through the plug-in for ALSA.
        case byPlugin
        /// Through `audiosession hold`.
        case underHold
    }

    /// The app's name on the device.
    package let app: String
    package let way: Way
    package let session: SessionFacts

    package init(app: String, way: Way, session: SessionFacts) {
        (self.app, self.way, self.session) = (app, way, session)
    }
}
