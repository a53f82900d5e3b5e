public import SessionPolicy

/// The oracle's answer to one step: all that the protocol's reply has, as values.
public struct Reply: Sendable {
    /// The number of the step, from 1.
    public let number: Int
    /// The time of the step in seconds from the start, as the step told it; `moment.at` is the same to the nanosecond.
    public let at: Double
    /// The verb; of a step that could not be read, the text behind `do`, if there was one.
    public let verb: String?
    /// The app, if the step names one; likewise.
    public let app: String?
    public internal(set) var outcome: Outcome
    /// The event of a call, or nil for a step about anything else.
    package let callPhase: CallPhase?
    /// The answer to an `ask`.
    public let answer: Answer?
    /// The step itself.
    public internal(set) var moment: Moment
    /// Each moment since the step before at which an event was due or what is heard changed.
    public let meanwhile: [Moment]
    /// The world after the step.
    public let state: PolicyState
    /// The apps that record silence: muted, locked away or without permission.
    let appsHearingSilence: [AppID]
    /// The texts behind the names in all of this.
    public let names: NameTable

    /// The outcome of a step.
    public enum Outcome: Sendable {
        case accepted
        case refused(Refusal)
        /// The rule book can be changed by the first step only.
        case tooLateForRules
        /// The app is that of a real program, and the step would have acted in its stead.
        case actsForItself
        /// The step could not be read; nothing has changed.
        case unreadable(StepError)

        /// `ok`, or the name of the error.
        public var name: String {
            switch self {
            case .accepted: "ok"
            case .refused(let refusal): refusal.error.name
            case .tooLateForRules, .actsForItself: SessionError.badParam.name
            case .unreadable: "badStep"
            }
        }
    }

    /// The live apps in the order of their names.
    public var appsByName: [App] { placesByName.map { state.apps[$0] } }

    /// The places of these apps in `state.apps`, which are cheaper to move about.
    var placesByName: [Int] {
        state.apps.indices.sorted { names.ordersBefore(state.apps[$0].id.name, state.apps[$1].id.name) }
    }

    /// Every rule that decided something at this step, the app or sound that it is about, and its sentence.
    public var reasons: [Reason] {
        let decided = moment.decisions.map { decision in
            Reason(
                rule: decision.rule, about: text(of: decision.subject),
                says: decision.sentence.text(about: decision.subject) { names[$0] })
        }
        return decided + (vocabularyReason.map { [$0] } ?? [])
    }

    /// The reason for what the policy never heard of.
    var vocabularyReason: Reason? {
        switch outcome {
        case .unreadable(let error): Reason(rule: .step1, about: "device", says: error.says)
        case .tooLateForRules:
            Reason(
                rule: .step1, about: "device", says: "the world has begun; put the rule book into the first step")
        case .actsForItself:
            Reason(
                rule: .step1, about: app ?? "device",
                says:
                    "a real program acts for itself; a step can bring its app to the foreground or send it to the background"
            )
        case .accepted where verb == Verb.rules.name:
            Reason(rule: .step1, about: "device", says: "the world starts under this rule book")
        case .accepted, .refused: nil
        }
    }

    let appID: AppID?

    package var context: ReplyContext

    /// The version of the protocol in which the reply is told.
    var version: Int { context.version }

    /// The app that is Now Playing, where there is more to say of it than that, or anybody has asked.
    var nowPlaying: AppID? {
        guard context.hasRemote || !context.nowPlayingInfo.isEmpty,
            let app = state.apps.first(where: { state.isNowPlaying($0) })
        else { return nil }
        return context.hasRemote || context.nowPlayingInfo[app.id] != nil ? app.id : nil
    }

    /// The latest version of the protocol.
    public static let latestVersion = 5
    /// The version of replies where a world's first step chooses none.
    public static let usualVersion = 2

    /// The rule book of a caller that names none: up to version 3 of the protocol it was that of the oldest system.
    /// - Parameter version: The version by which the caller asks for replies, or nil if it asks for none.
    package static func book(asOf version: Int?) -> RuleBook { (version ?? latestVersion) < 4 ? .iPhoneOS3 : .default }

    func refused(_ outcome: Outcome) -> Reply {
        var reply = self
        (reply.outcome, reply.moment) = (outcome, moment.undecided)
        return reply
    }

    /// The name of an app, or `device`.
    public func text(of subject: Subject) -> String {
        switch subject {
        case .device: "device"
        case .app(let app): names[app.name]
        }
    }

    /// A sound as scenarios name it: `app/sound`, or for a device's own sound its kind. A name with a slash or with a
    /// character that cannot be printed is in double quotes.
    public func text(of sound: SoundReference) -> String {
        names.name(of: sound).text
    }

    /// One rule that decided something.
    public struct Reason: Hashable, Sendable {
        public let rule: RuleID
        /// The name of an app, or `device`.
        public let about: String
        public let says: String
    }
}

/// The protocol and the history of a world, by which its replies are told.
package struct ReplyContext: Sendable {
    /// The version of the protocol.
    package var version = Reply.usualVersion
    /// The apps' own descriptions of what they play.
    var nowPlayingInfo: [AppID: NowPlayingInfo] = [:]
    /// Whether anybody has given a remote command: from then on replies tell who is Now Playing.
    var hasRemote = false
    /// Whether anybody has moved the phone to an ear or away from it: from then on replies tell where it is.
    var hasProximity = false
}
