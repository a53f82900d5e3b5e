internal import AppleSession
public import Foundation
internal import Synchronization

/// What the app's sound means, and what becomes of it: the one session of this process.
///
/// Everything is decided by the device that governs the process (in the process itself, or a host); this class translates.
/// Every member may be called on any thread, from inside a notification as well. It is unchecked because it is open, as on
/// the phone; all that it holds is behind locks.
open class AVAudioSession: NSObject, @unchecked Sendable {
    private static let only = AVAudioSession(observing: true)
    fileprivate let oldDelegate = Mutex(WeakDelegate())
    let observations = ObservationList()

    fileprivate struct WeakDelegate: @unchecked Sendable { weak var value: (any AVAudioSessionDelegate)? }

    /// Creates a further object for the same session; programs do so in their tests only.
    public override init() {}

    private init(observing: Bool) {
        super.init()
        SessionNews.begin(for: self)
    }

    /// The session of this process.
    open class func sharedInstance() -> AVAudioSession { only }

    // MARK: Category and mode

    /// Sets the category; clears all options and keeps the mode.
    ///
    /// - Throws: -50 for a category that the device does not have; what else the policy refuses.
    open func setCategory(_ category: Category) throws { try set(category, mode: nil, options: []) }

    /// Sets the category and its options; keeps the mode.
    ///
    /// - Throws: -50 for an option that does not go with the category; what else the policy refuses.
    open func setCategory(_ category: Category, options: CategoryOptions) throws {
        try set(category, mode: nil, options: options)
    }

    /// Sets the category and the mode; clears all options.
    ///
    /// - Throws: As `setCategory(_:options:)`.
    open func setCategory(_ category: Category, mode: Mode) throws { try set(category, mode: mode, options: []) }

    /// Sets the category, the mode and the options.
    ///
    /// - Throws: As `setCategory(_:options:)`.
    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions) throws {
        try set(category, mode: mode, options: options)
    }

    /// Sets the category, the mode and how routes are shared; clears all options.
    ///
    /// - Throws: -50 for long listening or watching in a category other than playback.
    open func setCategory(_ category: Category, mode: Mode, policy: RouteSharingPolicy) throws {
        try setCategory(category, mode: mode, policy: policy, options: [])
    }

    /// Sets the category, the mode, how routes are shared, and the options.
    ///
    /// - Throws: -50 for long listening or watching in a category other than playback, with another mode than default,
    ///   moviePlayback and spokenAudio, or with options; and for `independent`, which the system sets.
    open func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions
    ) throws {
        try set(category, mode: mode, options: options, policy: policy)
    }

    private func set(
        _ category: Category, mode: Mode?, options: CategoryOptions, policy: RouteSharingPolicy = .default
    ) throws {
        guard let meant = Translation.category(category) else {
            throw SessionFailure.error(
                .badParam, "\(category.rawValue) is no category; take one of availableCategories.")
        }
        let meantMode = try mode.map { mode in
            guard let meant = Translation.mode(mode) else {
                throw SessionFailure.error(.badParam, "\(mode.rawValue) is no mode; take one of availableModes.")
            }
            return meant
        }
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(
                .setCategory(
                    meant, mode: meantMode, options: Translation.options(options),
                    policy: Translation.policy(policy)))
        }
        SessionWishes.shared.set(\.policy, to: policy)
        SessionWishes.shared.set(\.laterOptions, to: options.subtracting(Translation.known))
    }

    /// Sets the mode; keeps category and options. A mode that does not go with the category counts as the default one.
    ///
    /// - Throws: -50 for a mode that is none.
    open func setMode(_ mode: Mode) throws {
        guard let meant = Translation.mode(mode) else {
            throw SessionFailure.error(.badParam, "\(mode.rawValue) is no mode; take one of availableModes.")
        }
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(.setCategory(nil, mode: meant, options: nil))
        }
    }

    /// The category in force.
    open var category: Category { Translation.category(ProcessApp.shared.facts.category) }
    /// The options in force, with those that others imply.
    open var categoryOptions: CategoryOptions {
        Translation.options(ProcessApp.shared.facts.options).union(SessionWishes.shared.now.laterOptions)
    }
    /// The mode in force.
    open var mode: Mode { Translation.mode(ProcessApp.shared.facts.mode) }
    /// How routes are shared.
    open var routeSharingPolicy: RouteSharingPolicy { SessionWishes.shared.now.policy }
    /// The categories that this device has.
    open var availableCategories: [Category] {
        ProcessApp.shared.categories.map(Translation.category)
    }
    /// The modes that this device has.
    open var availableModes: [Mode] {
        [
            .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat, .spokenAudio,
            .voicePrompt,
        ]
    }

    // MARK: Activation

    /// Activates or deactivates the session; doing it twice changes nothing.
    ///
    /// - Throws: `cannotInterruptOthers`, `insufficientPriority`, `resourceNotAvailable`, `isBusy` or what else the policy
    ///   refuses.
    open func setActive(_ active: Bool) throws { try setActive(active, options: []) }

    /// Activates or deactivates the session; `notifyOthersOnDeactivation` counts at deactivation only.
    ///
    /// - Throws: As `setActive(_:)`.
    open func setActive(_ active: Bool, options: SetActiveOptions) throws {
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(
                .setActive(active, notifyOthers: options.contains(.notifyOthersOnDeactivation)))
        }
    }

    // MARK: Route

    /// Sends sound to the loudspeaker in spite of the category, until the route changes; or takes that back.
    ///
    /// - Throws: -50 outside playAndRecord.
    open func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.perform(.overrideOutput(toSpeaker: portOverride == .speaker))
        }
    }

    /// The ports that sound goes through now.
    open var currentRoute: AVAudioSessionRouteDescription { Translation.route(ProcessApp.shared.facts.route) }

    // MARK: Others, and the person

    /// Whether another app is audible.
    open var isOtherAudioPlaying: Bool { ProcessApp.shared.facts.otherAudioIsPlaying }
    /// Whether another app plays what the person chose to hear, so that this app's own music had better be still.
    open var secondaryAudioShouldBeSilencedHint: Bool { ProcessApp.shared.facts.secondaryAudioShouldBeSilencedHint }
    /// The volume that people set with the buttons, 0 to 1; to be observed.
    open var outputVolume: Float { Float(ProcessApp.shared.facts.outputVolume) }
    /// How the app had better speak; to be observed. Nothing keeps people from listening here.
    open var promptStyle: PromptStyle { .normal }
    /// How sound of many channels is rendered: here it is mixed down to two.
    open var renderingMode: RenderingMode { .notApplicable }

    // MARK: The old delegate

    /// Who is told of interruptions as before iOS 6; not retained.
    open var delegate: (any AVAudioSessionDelegate)? {
        get { oldDelegate.withLock { $0 }.value }
        set { oldDelegate.withLock { $0 = WeakDelegate(value: newValue) } }
    }
}

/// Who is told of interruptions as before iOS 6; every method may be left out.
public protocol AVAudioSessionDelegate: AnyObject {
    /// The session has just become inactive.
    func beginInterruption()
    /// The interruption is over; told where `endInterruption(withFlags:)` is left out.
    func endInterruption()
    /// The interruption is over; flag 1: the app may go on.
    func endInterruption(withFlags flags: Int)
    /// A microphone has come or gone.
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

extension AVAudioSessionDelegate {
    /// Nothing to do.
    public func beginInterruption() {}
    /// Nothing to do.
    public func endInterruption() {}
    /// Tells what the method without flags tells.
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    /// Nothing to do.
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}

extension AVAudioSession: KeyValueObservable {
    /// Who observes the session's properties.
    public var observationHolder: KeyValueObservers { KeyValueObservers(observations) }

    func tellDelegate(_ tell: (any AVAudioSessionDelegate) -> Void) {
        if let delegate = oldDelegate.withLock({ $0 }).value { tell(delegate) }
    }
}
