public import SessionPolicy
internal import SessionWorld

/// Queries: the audible sounds, and the notices to apps.
extension Device {
    /// The sounds that are heard now, sorted as in a reply: `app/sound`, or for the phone's own sounds `ringtone`,
    /// `alarm`, …. A name with a slash in it is in double quotes: `"a/b"/c`.
    public var heard: [String] { hearing.map { names.name(of: $0.reference).text } }

    /// The heard sounds that are ducked.
    public var ducked: [String] { hearing.filter(\.isDucked).map { names.name(of: $0.reference).text } }

    /// The causes of the ducked sounds, as the end of a sentence; empty if none is ducked.
    var duckers: String {
        hearing.compactMap { sound in
            sound.duckerText(names).map { "; \(names.name(of: sound.reference).text) is lowered by \($0)" }
        }.joined()
    }

    /// The outputs in force, sorted by name.
    public var outputs: [Port] { picture.route.outputs.ports }

    /// The inputs in force, sorted by name.
    public var inputs: [Port] { picture.route.inputs.ports }

    /// The media volume in force, 0 to 1, linear.
    public var mediaVolume: Double { picture.mediaVolume }

    /// The names of the apps that are recording, sorted, without recordings halted by an interruption.
    public var recording: [String] {
        state.apps.filter { $0.recording == .running }.map { ByteText(names[$0.id.name]) }.sorted().map(\.text)
    }

    /// The spans in which an app recorded, in virtual time, in order.
    ///
    /// - Parameter first: The number of the first act to consider, from 0.
    package func recordingSpans(of app: String, fromAct first: Int) -> [RecordingSpan] {
        var spans: [RecordingSpan] = []
        for index in acts.indices.dropFirst(first) {
            let state = acts[index].reply.state
            guard let app = state.apps.first(where: { names[$0.id.name].hasBytes(of: app) }), app.recording == .running
            else { continue }
            let start = Length(from: .zero, to: acts[index].reply.moment.at).duration
            let end = index + 1 < acts.count ? Length(from: .zero, to: acts[index + 1].reply.moment.at).duration : time
            guard end > start else { continue }
            spans.append(
                RecordingSpan(act: index, start: start, end: end, hears: rules.hearsMicrophone(app, in: state)))
        }
        return spans
    }

    /// The time at which an app first recorded, in virtual time; nil if none has.
    package var firstRecording: Duration? {
        acts.first { $0.reply.state.apps.contains { $0.recording == .running } }
            .map { Length(from: .zero, to: $0.reply.moment.at).duration }
    }

    package struct RecordingSpan {
        /// The number of the act with which it begins.
        package let act: Int
        package let start: Duration
        package let end: Duration
        /// Whether the app received the microphone's signal rather than silence.
        package let hears: Bool
    }

    /// The current route, with the names that the person gave to accessories.
    package var routeFacts: RouteFacts {
        RouteFacts(
            outputs: picture.route.outputs.ports.map { portFacts($0) },
            inputs: picture.route.inputs.ports.map { portFacts($0) })
    }

    /// Returns a port with the name that the person gave it.
    package func portFacts(_ port: Port) -> PortFacts {
        state.portFacts(port) { names[$0] }
    }

    /// The person's answer to an app's request for the microphone.
    package func recordPermission(of app: String) -> RecordPermission {
        self.app(app).map { state.recordPermission(of: $0.id) } ?? .granted
    }

    /// An app as the policy knows it; nil if it is not running.
    package func app(_ app: String) -> App? { state.apps.first { names[$0.id.name].hasBytes(of: app) } }

    package var outputSet: PortSet { picture.route.outputs }

    /// Whether the last act made the phone vibrate.
    public var vibrated: Bool { lastReply?.moment.vibrates ?? false }

    /// The error of the last act, or nil if it was accepted.
    public var refusal: SessionError? {
        guard case .refused(let refusal) = lastReply?.outcome else { return nil }
        return refusal.error
    }

    /// The sentence of the last act's refusal, with the remedy, or nil if the act was accepted.
    public var refusalSentence: String? {
        guard let reply = lastReply, case .refused(let refusal) = reply.outcome else { return nil }
        return refusal.sentence.text(about: refusal.subject) { reply.names[$0] }
    }

    /// The rules that decided something at the last act, in order.
    public var decidingRules: [RuleID] { lastReply?.reasons.map(\.rule) ?? [] }

    /// Whether a sound is heard.
    public func isHeard(_ sound: String) -> Bool { heard.place(of: sound) != nil }

    /// Whether a sound runs: it was started, and was neither paused, stopped, nor halted by an interruption.
    public func isRunning(_ sound: String) -> Bool {
        picture.sounds.contains { $0.isRunning && names.name(of: $0.reference).text.hasBytes(of: sound) }
    }

    /// Whether a sound is heard and ducked.
    public func isDucked(_ sound: String) -> Bool { ducked.place(of: sound) != nil }

    /// The total gain of a heard sound in decibels, -144 to 0, or nil for one that is not heard.
    public func gainDB(of sound: String) -> Double? {
        hearing.first { names.name(of: $0.reference).text.hasBytes(of: sound) }?.decibels
    }

    /// The rule by which a started sound is not heard, or nil.
    public func rule(silencing sound: String) -> RuleID? {
        picture.sounds.first { names.name(of: $0.reference).text.hasBytes(of: sound) }?.unheardBy
    }

    /// The phase of an app's session: `inactive`, `active` or `interrupted`, or nil for an app that does not live.
    public func phase(of app: String) -> String? {
        session(of: app)?.phase.name
    }

    /// An app's session, or nil for an app that does not live.
    package func session(of app: String) -> Session? { self.app(app)?.session }

    /// The notices to an app by the last act, and by everything that fell due on the way to it, in order.
    public func events(of app: String) -> [Told] {
        guard let reply = lastReply else { return [] }
        return (reply.meanwhile + [reply.moment]).flatMap(\.notices).filter { names[$0.app.name].hasBytes(of: app) }
            .map { Told($0.message, names) }
    }

    /// All notices to an app from the start on, in order.
    public func allEvents(of app: String) -> [Told] { events(of: app, after: 0) }

    /// The notices to an app by all acts but the first `count`, in order.
    package func events(of app: String, after count: Int) -> [Told] {
        acts.dropFirst(count).flatMap { ($0.reply.meanwhile + [$0.reply.moment]).flatMap(\.notices) }
            .filter { names[$0.app.name].hasBytes(of: app) }.map { Told($0.message, names) }
    }

    /// A notice to an app, with texts as names.
    public enum Told: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
        case soundFinished(String)
        case terminated, mediaServicesWereLost, mediaServicesWereReset
        case routeChange(RouteChangeReason)
        case interruptionBegan(because: InterruptionReason = .default)
        /// `shouldResume` is nil in rule books without the flag.
        case interruptionEnded(shouldResume: Bool?)
        case silenceSecondaryAudioHint(begins: Bool)
        case outputVolume(Double)
        case callActivated, callDeactivated
        case inputMuteStateChange(Bool)
        case remoteCommand(RemoteCommand)
        case availableInputsChange, userIntentToUnmuteOutput
        case becameActive
        case becameInactive(Deactivation)
        case resumptionRecommended(Bool)
        case outputMuteStateChange(Bool)
        case proximityStateChange(Proximity)

        /// Whether replies contain it only from protocol version 5 on.
        var isNewer: Bool {
            switch self {
            case .availableInputsChange, .becameActive, .becameInactive, .resumptionRecommended: true
            default: false
            }
        }

        public var debugDescription: String { description }

        /// The value in Swift syntax, without the names of types.
        public var description: String {
            switch self {
            case .soundFinished(let sound): "soundFinished(\(sound.quoted))"
            case .terminated: "terminated"
            case .mediaServicesWereLost: "mediaServicesWereLost"
            case .mediaServicesWereReset: "mediaServicesWereReset"
            case .routeChange(let reason): "routeChange(.\(reason))"
            case .interruptionBegan(.default): "interruptionBegan()"
            case .interruptionBegan(let reason): "interruptionBegan(because: .\(reason))"
            case .interruptionEnded(let flag): "interruptionEnded(shouldResume: \(flag.map(String.init) ?? "nil"))"
            case .silenceSecondaryAudioHint(let begins): "silenceSecondaryAudioHint(begins: \(begins))"
            case .outputVolume(let level): "outputVolume(\(level))"
            case .callActivated: "callActivated"
            case .callDeactivated: "callDeactivated"
            case .inputMuteStateChange(let isMuted): "inputMuteStateChange(\(isMuted))"
            case .remoteCommand(let command):
                "remoteCommand(RemoteCommand(.\(command.kind)\(command.value.map { ", value: \($0)" } ?? "")))"
            case .availableInputsChange: "availableInputsChange"
            case .userIntentToUnmuteOutput: "userIntentToUnmuteOutput"
            case .becameActive: "becameActive"
            case .becameInactive(.app): "becameInactive(.app)"
            case .becameInactive(.system(let reason)): "becameInactive(.system(because: .\(reason)))"
            case .resumptionRecommended(let should): "resumptionRecommended(\(should))"
            case .outputMuteStateChange(let isMuted): "outputMuteStateChange(\(isMuted))"
            case .proximityStateChange(let proximity): "proximityStateChange(.\(proximity.name))"
            }
        }

        init(_ message: Notice.Message, _ names: NameTable) {
            if case .interruptionEnded(let shouldResume) = message {
                self = .interruptionEnded(shouldResume: shouldResume)
            } else {
                let route = RouteFacts(outputs: [], inputs: [])
                self = Told(AppNotice.Message(message, name: { names[$0] }, route: { _ in route }))!
            }
        }

        /// A notice to a program; nil for one that only a running device sends.
        package init?(_ message: AppNotice.Message) {
            switch message {
            case .interruptionBegan(let reason): self = .interruptionBegan(because: reason)
            case .interruptionEnded(let shouldResume): self = .interruptionEnded(shouldResume: shouldResume)
            case .routeChanged(let reason, _): self = .routeChange(reason)
            case .silenceSecondaryAudioHint(let begins): self = .silenceSecondaryAudioHint(begins: begins)
            case .outputVolumeChanged(let level): self = .outputVolume(level)
            case .mediaServicesWereLost: self = .mediaServicesWereLost
            case .mediaServicesWereReset: self = .mediaServicesWereReset
            case .soundFinished(let sound): self = .soundFinished(sound)
            case .callActivated: self = .callActivated
            case .callDeactivated: self = .callDeactivated
            case .inputMuteStateChanged(let isMuted): self = .inputMuteStateChange(isMuted)
            case .remoteCommand(let command): self = .remoteCommand(command)
            case .becameActive: self = .becameActive
            case .becameInactive(let deactivation): self = .becameInactive(deactivation)
            case .resumptionRecommended(let should): self = .resumptionRecommended(should)
            case .availableInputsChanged: self = .availableInputsChange
            case .userIntentToUnmuteOutput: self = .userIntentToUnmuteOutput
            case .outputMuteStateChanged(let isMuted): self = .outputMuteStateChange(isMuted)
            case .proximityStateChanged(let proximity): self = .proximityStateChange(proximity)
            case .terminated: self = .terminated
            case .soundFailed, .recordingFailed, .recordPermissionChanged, .callChanged, .deviceLost, .deviceFound:
                return nil
            }
        }
    }

    private var hearing: [Heard] { lastReply?.moment.heard ?? [] }
}
