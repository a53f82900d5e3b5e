/// The identity of an app on the device, told at the first contact.
public struct AppWelcome: Hashable, Sendable {
    /// The name under which the device knows the app: what it asked for, or with `#2`, `#3` … behind it where another
    /// app of that name lives.
    public let app: String
    /// The words that the rule book in force takes.
    public let vocabulary: BookVocabulary
    /// The length of each kind of change of level.
    public let ramps: [RampRule]
    /// Whether no hardware is to be opened.
    public let isSilent: Bool

    /// Describes a welcome.
    public init(app: String, vocabulary: BookVocabulary, ramps: [RampRule], isSilent: Bool) {
        (self.app, self.vocabulary, self.ramps, self.isSilent) = (app, vocabulary, ramps, isSilent)
    }

    /// Describes a welcome to a device with a rule book.
    public init(app: String, book: RuleBook, isSilent: Bool) {
        self.init(app: app, vocabulary: book.vocabulary, ramps: book.ramps, isSilent: isSilent)
    }

    /// The name of the rule book in force.
    public var book: String { vocabulary.book }
}

/// The reason for which a device cannot be reached.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place at which the device was looked for: the path of a socket.
    public let place: String
    /// A sentence that says what is wrong and what to do.
    public let sentence: String

    /// The place and the sentence.
    public var description: String { "\(place): \(sentence)" }

    /// Describes an error.
    public init(place: String, sentence: String) { (self.place, self.sentence) = (place, sentence) }
}

/// One app's way to the device that governs its sound: in the same process, or across a socket.
///
/// Only values cross it, so that it makes no difference where the device is. Each member may be called on any thread, from
/// inside a notice as well.
public protocol AppLink: AnyObject, Sendable {
    /// The app's identity on the device.
    var welcome: AppWelcome { get }

    /// The time of the device: the machine's, or that of a virtual device.
    var now: MachineTime { get }

    /// Hands over a call, and waits for its outcome and until all that follows from it has been shown and told: the scenes
    /// of the process, and the notices of the app.
    ///
    /// - Parameters:
    ///   - call: What is asked.
    ///   - explains: Whether the outcome is to say why.
    /// - Throws: `LinkError` if the device is gone.
    func perform(_ call: AppCall, explains: Bool) throws(LinkError) -> CallOutcome

    /// Returns the facts that the app may read now; does not launch the app.
    ///
    /// - Throws: `LinkError` if the device is gone.
    func facts() throws(LinkError) -> SessionFacts

    /// Hands over a fact, without waiting.
    func report(_ fact: ProcessFact)

    /// Ends the app's life on the device, as a crash does that frees the others; a second time changes nothing.
    func close()
}

/// A receiver of what the device tells one app.
///
/// Called in the order of the decisions, with a lock held that the device needs for the next one: an implementation stores
/// what it gets, wakes who waits for it, and returns. It never calls the device.
public protocol NoticeReceiver: AnyObject, Sendable {
    /// Takes a notice of the app.
    func receive(_ notice: AppNotice)

    /// Receives the session of the app when it has changed, which a process needs to declare it on another device.
    func receive(_ session: RestorableSession)
}

extension NoticeReceiver {
    /// Does nothing: for a receiver in the process of the device.
    public func receive(_ session: RestorableSession) {}
}

/// A receiver of the scenes that a process must make audible; called like a `NoticeReceiver`.
public protocol SceneReceiver: AnyObject, Sendable {
    /// Takes what is to be heard from a moment on. Of one decision this comes before the notices.
    func receive(_ scene: Scene)
    /// Called when a private output has been pulled out: nothing that a device holds may be heard any more. A scene
    /// follows.
    func drop()
    /// Returns the time for which a sound continues by itself, or nil if it has no end, or is not played by this
    /// receiver.
    func remaining(of sound: SceneName, at now: MachineTime) -> Length?
}

extension SceneReceiver {
    /// Does nothing: for a receiver that holds no device.
    public func drop() {}

    /// No end: for a receiver that plays no sounds of an app.
    public func remaining(of sound: SceneName, at now: MachineTime) -> Length? { nil }
}
