/// The identity of an app on the device, received when it joins.
public struct AppWelcome: Hashable, Sendable {
    /// The app's name on the device: the requested one, with `#2`, `#3` … appended if it is in use.
    public let app: String
    /// The words of the rule book in force.
    public let vocabulary: BookVocabulary
    /// The length of each kind of change of level.
    public let ramps: [RampRule]
    /// Whether to open no hardware.
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

/// Why a device cannot be reached.
public struct LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the device's socket.
    public let place: String
    /// The problem and the remedy, as a sentence.
    public let sentence: String

    /// The place and the sentence.
    public var description: String { "\(place): \(sentence)" }

    /// Describes an error.
    public init(place: String, sentence: String) { (self.place, self.sentence) = (place, sentence) }
}

/// An app's connection to the device that governs its sound, in the same process or across a socket.
///
/// Only values cross it. Any thread, also from within a notice.
public protocol AppLink: AnyObject, Sendable {
    /// The app's identity on the device.
    var welcome: AppWelcome { get }

    /// The device's clock: the machine's, or a virtual device's.
    var now: MachineTime { get }

    /// Performs a call and waits for its outcome and its effects: the scenes of the process and the notices of the app.
    ///
    /// - Parameter explains: Whether the outcome includes reasons.
    /// - Throws: `LinkError` if the device is gone.
    func perform(_ call: AppCall, explains: Bool) throws(LinkError) -> CallOutcome

    /// Returns the facts that the app may read now; does not launch the app.
    ///
    /// - Throws: `LinkError` if the device is gone.
    func facts() throws(LinkError) -> SessionFacts

    /// Reports a fact without waiting.
    func report(_ fact: ProcessFact)

    /// Ends the app on the device, like a crash. Idempotent.
    func close()
}

/// A receiver of one app's notices.
///
/// Called in the order of decisions, under the device's lock: an implementation stores the notice, wakes its reader and
/// returns. It never calls the device.
public protocol NoticeReceiver: AnyObject, Sendable {
    /// Receives a notice.
    func receive(_ notice: AppNotice)

    /// Receives the app's changed session, which is declared again on another device.
    func receive(_ session: RestorableSession)
}

extension NoticeReceiver {
    /// Does nothing by default.
    public func receive(_ session: RestorableSession) {}
}

/// A receiver of the scenes of a process; called like a `NoticeReceiver`.
public protocol SceneReceiver: AnyObject, Sendable {
    /// Receives a scene. The scene of a decision comes before its notices.
    func receive(_ scene: Scene)
    /// Called when a private output has been pulled out: nothing that a device holds may be heard any more. A scene
    /// follows.
    func drop()
    /// Returns the remaining time of a sound, or nil if it is endless or not played by this receiver.
    func remaining(of sound: SceneName, at now: MachineTime) -> Length?
}

extension SceneReceiver {
    /// Does nothing by default.
    public func drop() {}

    /// Returns nil by default.
    public func remaining(of sound: SceneName, at now: MachineTime) -> Length? { nil }
}
