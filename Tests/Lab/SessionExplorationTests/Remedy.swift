@testable import SessionExploration
@testable import SessionPolicy

/// A sentence of a refusal, and the steps that it advises.
struct Remedy: Sendable {
    /// The sentence; a `*` stands for any text.
    let sentence: String
    /// Every way that the sentence names out of a refusal; empty if no step can go it, such as another rule book.
    let ways: @Sendable (Transition) -> [Way]

    /// One way out.
    enum Way {
        /// Steps after which the refused one is taken.
        case first([Event])
        /// Steps after which the refused one is taken some seconds later.
        case later([Event])
        /// A step in place of the refused one.
        case instead(Event)
    }

    init(_ sentence: String, _ ways: @escaping @Sendable (Transition) -> [Way]) {
        (self.sentence, self.ways) = (sentence, ways)
    }

    /// A refusal whose remedy is no step of this world.
    init(noStep sentence: String) { self.init(sentence) { _ in [] } }

    static let all = ofCalls + ofDevice + ofApps + ofSessions

    /// Returns the remedy of a sentence, or nil if there is none.
    static func of(_ template: String) -> Remedy? { all.first { $0.fits(template) } }

    private func fits(_ template: String) -> Bool {
        let parts = sentence.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return sentence == template }
        guard template.hasPrefix(parts[0]), template.hasSuffix(parts[parts.count - 1]) else { return false }
        return parts.dropFirst().dropLast().allSatisfy { template.contains($0) }
    }

    /// A call that no other app has.
    private static let spare = CallName(app: nil, uid: Name(290))

    private static let ofCalls: [Remedy] = [
        Remedy(
            """
            no call is ringing that could be declined or missed; let one come in first
            """
        ) { [.first([.call(.incoming, $0.call)])] },
        Remedy("no call is ringing that could be answered; let one come in first") {
            [.first([.call(.incoming, $0.call)])]
        },
        Remedy("no call is on that could end; answer or make one first") {
            [.first([.call(.outgoing, $0.call)]), .first([.call(.incoming, $0.call), .call(.answered, $0.call)])]
        },
        Remedy("no call is on that could be put on hold; answer or make one first") {
            [.first([.call(.outgoing, $0.call)])]
        },
        Remedy("no such call is on hold; put one on hold first") {
            [.first([.call(.outgoing, $0.call), .call(.held, $0.call)])]
        },
        Remedy("there is no such call; answer one first") {
            [.first([.call(.incoming, $0.call), .call(.answered, $0.call)])]
        },
        Remedy("{app} has no call; let one come in, or make one first") {
            [.first([.call(.incoming, $0.call), .call(.answered, $0.call)]), .first([.call(.outgoing, $0.call)])]
        },
        Remedy("there are no two calls to swap; put one on hold and answer another first") { transition in
            let other = CallName(app: nil, uid: Name(291))
            return [
                .first([.call(.outgoing, spare), .call(.held, spare), .call(.incoming, other), .call(.answered, other)])
            ]
        },
        Remedy("there are * calls; decline or end one first") { transition in
            transition.before.calls.first.map { call in
                let name = CallName(app: call.app, uid: call.uid)
                return [.first([.call(call.phase == .incoming ? .declined : .ended, name)])]
            } ?? []
        },
        Remedy("a call is ringing; answer or decline it first") { transition in
            let rings = transition.before.calls.filter { $0.phase == .incoming }.map {
                CallName(app: $0.app, uid: $0.uid)
            }
            return [.first(rings.map { .call(.declined, $0) }), .first(rings.reversed().map { .call(.answered, $0) })]
        },
        Remedy("a call rings already; decline it, or give this one a uid of its own") {
            [.first($0.declines), .instead($0.renamed)]
        },
        Remedy("a call with this uid rings already; decline it, or give this one another uid") {
            [.first($0.declines), .instead($0.renamed)]
        },
        Remedy("the line is busy; end the first call, or give this one a uid of its own") {
            [.first($0.endings), .instead($0.renamed)]
        },
        Remedy("a call with this uid is on already; end it, or give this one another uid") {
            [.first([.call(.ended, $0.call)]), .instead($0.renamed)]
        },
    ]

    private static let ofDevice: [Remedy] = [
        Remedy("the media server is already lost; let it be reset first") { _ in [.first([.mediaServices(.reset)])] },
        Remedy("the media server is not lost; let it be lost first") { _ in [.first([.mediaServices(.lost)])] },
        Remedy("Siri is not listening; let Siri begin first") { _ in [.first([.siri(.began)])] },
        Remedy("the alarm fires already; dismiss it first") { [.first([.alarm(.dismissed, uid: $0.alarm)])] },
        Remedy("* alarms fire already; dismiss one first") { _ in [.first([.alarm(.dismissed, uid: nil)])] },
        Remedy("no such alarm fires; let one fire first") { [.first([.alarm(.fires, uid: $0.alarm)])] },
        Remedy("no app is Now Playing; let one register as such and start a sound first") { _ in
            let id = WalkGenerator.app(0)
            return [
                .first([
                    .app(id, .launched(.system, backgroundAudio: true, resumes: true)),
                    .app(id, .setCategory(.playback, .default, [])), .app(id, .registeredNowPlaying(true)),
                    .app(id, .play(WalkGenerator.sound(0), lasts: nil, gain: nil)),
                ])
            ]
        },
        Remedy("no accessory with a button is connected; connect a headset first") { _ in
            [.first([.accessoryConnected(Accessory(kind: .headset))])]
        },
        Remedy("the accessory is already connected; disconnect it first") {
            transition in
            // A step without a uid means the latest of its kind.
            guard let accessory = transition.accessory else { return [] }
            let count = transition.before.gestures.count { $0.output == accessory.kind.output }
            let leaves = Event.accessoryDisconnected(accessory.kind, uid: accessory.uid)
            return [.first(Array(repeating: leaves, count: accessory.uid == nil ? count : 1))]
        },
        Remedy("only a USB accessory may have one direction; leave it out") {
            $0.accessory.map {
                [.instead(.accessoryConnected(Accessory(kind: $0.kind, uid: $0.uid, name: $0.name)))]
            } ?? []
        },
        Remedy("the accessory is not connected; plug it in or connect it first") {
            $0.accessory.map { [.first([.accessoryConnected($0)])] } ?? []
        },
        Remedy("the accessory to pick is not connected; plug it in or connect it first") {
            $0.accessory.map { [.first([.accessoryConnected($0)])] } ?? []
        },
        Remedy("the output has no volume control; its name replaces the slider") { _ in [] },
        Remedy("the device is already asleep; wake it first") { _ in [.first([.wakes])] },
        Remedy("the device does not sleep while a sound is playing; stop that first") { _ in [] },
        Remedy("the device is not asleep; let it sleep first") { _ in [.first([.fallsAsleep])] },
        Remedy(noStep: "* came with *; choose the rule book modern"),
        Remedy(noStep: "* came with *; leave it out, or choose the rule book modern"),
        Remedy(noStep: "these rules do not have the category; choose one of Table 4-1"),
    ]

    private static let ofApps: [Remedy] = [
        Remedy("{app} has ended; launch it first") { [.first([.app($0.refused, .launched(Launch()))])] },
        Remedy(noStep: "* apps are running already; quit one before {app} is launched"),
        Remedy(noStep: "* sounds are started already; stop one before {app} plays another"),
        Remedy("a system sound lasts at most * seconds; play a longer one in a session") { transition in
            [
                .instead(
                    .app(
                        transition.refused,
                        .systemSound(WalkGenerator.sound(0), lasts: .milliseconds(30_000), isInterface: true)))
            ]
        },
        Remedy("{app} has no such sound; play it first") { transition in
            guard case .app(let id, let event) = transition.event else { return [] }
            let sound: SoundID? =
                switch event {
                case .pause(let sound), .stop(let sound): sound
                case .setGain(let sound, _, _), .soundMoved(let sound, _): sound
                default: nil
                }
            return sound.map { [.first([.app(id, .play($0, lasts: nil, gain: nil))])] } ?? []
        },
        Remedy("the sound was lost with the media server; create a new one and play that") {
            [.instead(.app($0.refused, .play(SoundID(Name(299)), lasts: nil, gain: nil)))]
        },
        Remedy("Siri reads messages aloud in headphones and cars only; plug in or connect one first") { _ in
            [.first([.accessoryConnected(Accessory(kind: .headphones))])]
        },
        Remedy("a call, an alarm or Siri holds the device; let that end before a message is read", wait),
        Remedy("{app} does not record; start a recording first") { [.first([.app($0.refused, .record(true))])] },
        Remedy("{app} still plays or records, and its session stays active; stop that, then deactivate") {
            [.first([.app($0.refused, .pause(nil)), .app($0.refused, .record(false))].filter($0.isOpen))]
        },
        Remedy(
            """
            {app} was still playing or recording: that is paused, and the session is inactive despite the error; \
            stop it first to avoid the error
            """
        ) {
            // Either nothing is left to do, or it is stopped first.
            [.first([.app($0.refused, .pause(nil)), .app($0.refused, .record(false))].filter($0.isOpen))]
        },
        Remedy("the microphone is not among {app}'s availableInputs; plug it in, or set options that allow it") { _ in
            []
        },
    ]

    /// Sets the app's category again, and nothing else.
    private static func set(_ category: Category, _ options: CategoryOptions = []) -> @Sendable (Transition) -> [Way] {
        { [.first([.app($0.refused, .setCategory(category, .default, options))])] }
    }

    private static func instead(_ change: @escaping @Sendable (AppEvent) -> AppEvent?)
        -> @Sendable (Transition) -> [Way]
    {
        { transition in
            guard case .app(let id, let event) = transition.event, let other = change(event) else { return [] }
            return [.instead(.app(id, other))]
        }
    }

    /// Ends all calls, alarms and Siri, as a person who waits sees it.
    private static let wait: @Sendable (Transition) -> [Way] = { transition in
        let calls = transition.before.calls.sorted { $0.phase == .incoming && $1.phase != .incoming }
        return [
            .first(
                calls.map { .call($0.phase == .incoming ? .declined : .ended, CallName(app: $0.app, uid: $0.uid)) }
                    + transition.before.alarms.map { .alarm(.dismissed, uid: $0) }
                    + (transition.before.siriListens ? [.siri(.ended)] : []))
        ]
    }

    /// Brings the app's own call on.
    private static func ownCall(_ phase: CallPhase) -> @Sendable (Transition) -> [Way] {
        { transition in
            let wanted: Call.Phase = phase == .answered ? .incoming : .held
            return transition.before.calls.last { $0.app == transition.refused && $0.phase == wanted }.map {
                [.first([.call(phase, CallName(app: $0.app, uid: $0.uid))])]
            } ?? []
        }
    }

    /// Ends all of these and lets some seconds pass.
    private static let waitLonger: @Sendable (Transition) -> [Way] = { transition in
        wait(transition).map { if case .first(let events) = $0 { .later(events) } else { $0 } }
    }

    private static let comeForward: @Sendable (Transition) -> [Way] = {
        [.first([.app($0.refused, .enteredForeground)])]
    }

    private static let ofSessions: [Remedy] = [
        Remedy("the media server is lost; set up the session again after its reset") { transition in
            let session = Event.app(transition.refused, .setCategory(.playAndRecord, .default, []))
            return [.first([.mediaServices(.reset), session])]
        },
        Remedy("the media server was reset; set the category again first", set(.playback)),
        Remedy("the category has no output; set a category that plays first", set(.playback)),
        Remedy("the category has no input; set Record or PlayAndRecord first") { transition in
            set(.record)(transition) + set(.playAndRecord)(transition)
        },
        Remedy("only PlayAndRecord can be overridden to the speaker; set that category first", set(.playAndRecord)),
        Remedy(
            "only the system sets the policy independent; choose another",
            instead {
                guard case .setCategory(let category, let mode, let options, _) = $0 else { return nil }
                return .setCategory(category, mode, options)
            }),
        Remedy(
            """
            a long-form policy requires Playback, one of the modes default, moviePlayback and spokenAudio, and no \
            options
            """,
            instead {
                guard case .setCategory(_, _, _, let policy) = $0 else { return nil }
                return .setCategory(.playback, .default, [], policy: policy)
            }),
        Remedy(
            "a long-form policy allows no options in any category; leave * out",
            instead {
                guard case .setCategory(let category, let mode, _, let policy) = $0 else { return nil }
                return .setCategory(category, mode, [], policy: policy)
            }),
        Remedy(
            "the mode shortFormVideo requires Playback without a long-form policy",
            instead { _ in
                .setCategory(.playback, .shortFormVideo, [])
            }),
        Remedy(
            "the mode dualRoute requires MultiRoute and the option allowBluetoothHFP",
            instead { _ in
                .setCategory(.multiRoute, .dualRoute, .allowBluetooth)
            }),
        Remedy(
            "MultiRoute accepts allowBluetoothHFP in the mode dualRoute only",
            instead { _ in
                .setCategory(.multiRoute, .dualRoute, .allowBluetooth)
            }),
        Remedy("MultiRoute allows * in the mode default only; leave it out, or set that mode") { transition in
            guard case .app(let id, .setCategory(let category, let mode, let options, _)) = transition.event else {
                return []
            }
            let mixing: CategoryOptions = [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers]
            return [
                .instead(.app(id, .setCategory(category, mode, options.subtracting(mixing)))),
                .instead(.app(id, .setCategory(category, .default, options))),
            ]
        },
        Remedy(
            noStep: "MultiRoute mixes, ducks and interrupts spoken audio in the mode default only; leave the option out"
        ),
        Remedy(
            "bluetoothHighQualityRecording requires the mode default; set that",
            instead {
                guard case .setCategory(let category, _, let options, _) = $0 else { return nil }
                return .setCategory(category, .default, options)
            }),
        Remedy(
            "farFieldInput requires allowBluetoothHFP as well",
            instead {
                guard case .setCategory(let category, let mode, let options, _) = $0 else { return nil }
                return .setCategory(category, mode, options.union(.allowBluetooth))
            }),
        Remedy("* not fit {app}'s category *; leave * out, or set another category") { transition in
            guard let text = transition.step.refusal?.sentence.template,
                case .app(let id, .setCategory(_, let mode, let options, let policy)) = transition.event.whole(
                    in: transition)
            else { return [] }
            let named = CategoryOptions.named.filter { name, _ in
                text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains { $0 == name }
            }
            let rest = named.reduce(options) { $0.subtracting($1.option) }
            guard case .app(_, .setCategory(let category, _, _, _)) = transition.event.whole(in: transition) else {
                return []
            }
            return [
                .instead(.app(id, .setCategory(category, mode, rest, policy: policy))),
                .instead(.app(id, .setCategory(.playAndRecord, mode, options, policy: policy))),
            ]
        },
        Remedy("echo cancellation is for PlayAndRecord in the mode default; set that first", set(.playAndRecord)),
        Remedy("PlayAndRecord mutes its output in the mode default only; set that first", set(.playAndRecord)),
        Remedy(
            "an app in the background cannot interrupt others; come to the foreground and unmute there", comeForward),
        Remedy("a call of another app is on; try again when it is over", wait),
        Remedy("a call or an alarm holds the device; try again when it is over", wait),
        Remedy("an alarm has not released the device yet; try again some seconds after it", waitLonger),
        Remedy("an alarm fires; try again when it is over", wait),
        Remedy("the phone and an alarm hold the device; try again when both are over", wait),
        Remedy("the phone rings; try again when it is over", wait),
        Remedy("{other}'s call rings; try again when it is over", wait),
        Remedy("the phone's call is on; try again when it is over", wait),
        Remedy("{other}'s call is on; try again when it is over", wait),
        Remedy("the phone's call is on hold; try again when it is over", wait),
        Remedy("{other}'s call is on hold; try again when it is over", wait),
        Remedy(
            "{app}'s own call rings; answer it, and CallKit activates the session: wait for didActivate",
            ownCall(.answered)),
        Remedy(
            "{app}'s own call rings, and the system activates its session once it is on; wait for didActivate",
            ownCall(.answered)),
        Remedy(
            "{app}'s own call is on hold; take it up, and CallKit activates the session: wait for didActivate",
            ownCall(.unheld)),
        Remedy("Siri is using the microphone; try again when Siri is done", wait),
        Remedy("the phone's own microphone is muted; open the folio or plug in another") { _ in
            [.first([.microphoneMuted(false)])]
        },
        Remedy(
            "an app that was launched in the background may not start, not even mixing; come to the foreground",
            comeForward),
        Remedy("Ambient and SoloAmbient never play in the background; set Playback or come to the foreground") {
            transition in
            set(.playback, .mixWithOthers)(transition) + comeForward(transition)
        },
        Remedy(
            "playing in the background needs background audio; come to the foreground or launch with it", comeForward),
        Remedy(
            "recording in the background needs background audio; come to the foreground or launch with it", comeForward),
        Remedy("a session that mixes cannot start recording in the background; come to the foreground", comeForward),
        Remedy("an app in the background cannot interrupt others to record; come to the foreground", comeForward),
        Remedy(
            "an app in the background cannot interrupt others; mix with others or come to the foreground", comeForward),
        Remedy("a suspended app cannot activate; come to the foreground or launch with background audio", comeForward),
    ]
}

extension Transition {
    /// The app whose step was refused.
    fileprivate var refused: AppID {
        switch event {
        case .app(let id, _): id
        case .call(_, let name): name.app ?? WalkGenerator.app(0)
        default: WalkGenerator.app(0)
        }
    }

    /// The call of the step.
    fileprivate var call: CallName { if case .call(_, let name) = event { name } else { CallName() } }

    /// The steps that decline the owner's calls of the step's name: without a uid each means the latest of them.
    fileprivate var declines: [Event] {
        let call = call
        let rings = before.calls.count { $0.phase == .incoming && $0.matches(call) }
        return Array(repeating: .call(.declined, call), count: rings)
    }

    /// The steps that end the owner's calls of the step's name that are on or on hold, each the latest of them.
    fileprivate var endings: [Event] {
        let call = call
        let others = before.calls.count { $0.phase != .incoming && $0.matches(call) }
        return Array(repeating: .call(.ended, call), count: others)
    }

    /// The step, about a call with a uid that no other has.
    fileprivate var renamed: Event {
        guard case .call(let phase, let name) = event else { return event }
        return .call(phase, CallName(app: name.app, uid: Name(290)))
    }

    fileprivate var alarm: Name? { if case .alarm(_, let uid) = event { uid } else { nil } }

    /// The accessory of the step.
    fileprivate var accessory: Accessory? {
        switch event {
        case .accessoryConnected(let accessory): accessory
        case .accessoryDisconnected(let kind, let uid): Accessory(kind: kind, uid: uid)
        case .routePicked(let kind?, let uid): Accessory(kind: kind, uid: uid)
        default: nil
        }
    }

    /// Whether a step has something to end: a pause a sound, and the end of a recording one that is on.
    fileprivate func isOpen(_ event: Event) -> Bool {
        guard case .app(let id, .record(false)) = event else { return true }
        return before[id].map { $0.recording != .off } == true
    }
}

extension Event {
    /// The whole set-up for which a step asks that names one option.
    fileprivate func whole(in transition: Transition) -> Event {
        guard case .app(let id, .setOption(let option, true)) = self, let session = transition.before[id]?.session
        else {
            return self
        }
        return .app(
            id, .setCategory(session.category, session.mode, session.namedOptions.union(option), policy: session.policy)
        )
    }
}
