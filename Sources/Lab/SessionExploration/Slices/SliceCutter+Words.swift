import SessionPolicy

/// Slices by the words of the vocabulary: each by itself, so that each stays small.
extension SliceCutter {
    private static let navigator = app(nav)
    private static let player = app(ipod)

    private var categories: [Category] { Category.allCases.filter { book.rule(for: $0) != nil } }

    /// An app that does what it can.
    fileprivate static func does(_ app: AppID, records: Bool = false) -> [Event] {
        let starts: [AppEvent] = [
            .setActive(true, notifyOthers: false), lettingGo, .play(sound, lasts: nil, gain: nil), .stop(nil),
        ]
        return (starts + (records ? [.record(true), .record(false)] : [])).map { .app(app, $0) }
    }

    private static func plugs(_ kind: Accessory.Kind) -> [Event] {
        [.accessoryConnected(Accessory(kind: kind)), .accessoryDisconnected(kind, uid: nil)]
    }

    /// The iPod speaks, and is heard.
    fileprivate static let speech: [Event] = [
        .app(player, .setCategory(.playback, .spokenAudio, [])), .app(player, .play(sound, lasts: nil, gain: nil)),
    ]

    var ports: [Slice] {
        pairs(setups([.categories, .routing]), Accessory.Kind.allCases).map { setup, kind in
            let override = [true, false].map { Event.app(SliceCutter.navigator, .overrideOutput(toSpeaker: $0)) }
            return slice(
                "\(kind.name)/\(setup.label)", [], cast: [SliceCutter.nav],
                preamble: [setup.event(of: SliceCutter.nav)],
                letters: SliceCutter.does(SliceCutter.navigator, records: true) + SliceCutter.plugs(kind) + override
                    + [.routePicked(nil, uid: nil), .routePicked(kind, uid: nil)])
        }
    }

    var options: [Slice] {
        pairs(categories, CategoryOptions.named).map { category, option in
            let isOfMicrophones = option.option == .overrideMutedMicrophoneInterruption
            let isOfRoutes =
                !isOfMicrophones
                && option.option.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudio])
            var letters: [Event] = [.app(SliceCutter.navigator, .setCategory(category, .default, option.option))]
            letters += SliceCutter.does(SliceCutter.navigator, records: isOfMicrophones || isOfRoutes)
            if isOfRoutes {
                letters += [Accessory.Kind.bluetoothA2DP, .bluetoothHFP, .airPlay].flatMap { SliceCutter.plugs($0) }
            } else {
                letters += SliceCutter.does(SliceCutter.player)
            }
            if isOfMicrophones { letters += [.microphoneMuted(true), .microphoneMuted(false)] }
            return slice(
                "\(category.name)/\(option.name)", [],
                preamble: [.app(SliceCutter.navigator, .setCategory(category, .default, []))] + SliceCutter.speech,
                letters: letters)
        }
    }

    var modes: [Slice] {
        let wireless = Mode.allCases.map { mode in
            let set = Event.app(SliceCutter.navigator, .setCategory(.playAndRecord, mode, []))
            let kinds: [Accessory.Kind] = [.bluetoothA2DP, .bluetoothHFP, .airPlay]
            return slice(
                "wireless/\(mode.name)", [], cast: [SliceCutter.nav], preamble: [set],
                letters: [set] + SliceCutter.does(SliceCutter.navigator, records: true)
                    + kinds.flatMap { SliceCutter.plugs($0) })
        }
        return wireless
            + pairs(categories, Mode.allCases).map { category, mode in
                // The mode for two devices at once goes with the option for hands-free only.
                let options: CategoryOptions = category == .multiRoute && mode == .dualRoute ? .allowBluetoothHFP : []
                let set = Event.app(SliceCutter.navigator, .setCategory(category, mode, options))
                var letters = [set, .app(SliceCutter.player, .play(SliceCutter.sound, lasts: nil, gain: nil))]
                letters += VolumeDirection.allCases.map { .volumeButtonPressed($0, times: 16) }
                let hasInput = book.rule(for: category)?.hasInput == true
                letters += SliceCutter.does(SliceCutter.navigator, records: hasInput)
                if hasInput { letters += [.microphoneMuted(true), .microphoneMuted(false)] }
                return slice(
                    "\(category.name)/\(mode.name)", [], preamble: [set] + SliceCutter.speech, letters: letters,
                    abstraction: .levels)
            }
    }

    var policies: [Slice] {
        let setUps: [(Category, Mode, CategoryOptions)] = [
            (.playback, .default, []), (.playback, .moviePlayback, []), (.playback, .voicePrompt, []),
            (.playback, .default, .mixWithOthers), (.ambient, .default, []), (.playAndRecord, .default, []),
        ]
        let sets = pairs(setUps, RouteSharingPolicy.allCases).map { setUp, policy in
            Event.app(SliceCutter.navigator, .setCategory(setUp.0, setUp.1, setUp.2, policy: policy))
        }
        return [
            slice(
                "", [.call], cast: [SliceCutter.nav],
                letters: sets + SliceCutter.does(SliceCutter.navigator) + SliceCutter.plugs(.airPlay))
        ] + longFormBesides
    }

    /// Long-form sound on AirPlay beside another app, which from iOS 13 on it leaves alone (R-INT-14).
    private var longFormBesides: [Slice] {
        let others = [
            Setup(category: .playback, mode: .default, options: []),
            Setup(category: .playback, mode: .default, options: .duckOthers),
            Setup(category: .playback, mode: .default, options: .interruptSpokenAudioAndMixWithOthers),
            Setup(category: .soloAmbient, mode: .default, options: []),
            Setup(category: .playAndRecord, mode: .voiceChat, options: []),
        ]
        let sets = [Mode.default, .spokenAudio].flatMap { mode in
            [RouteSharingPolicy.default, .longFormAudio].map { policy in
                Event.app(SliceCutter.navigator, .setCategory(.playback, mode, [], policy: policy))
            }
        }
        return others.map { other in
            slice(
                "beside/\(other.label)", [], preamble: [other.event(of: SliceCutter.ipod)],
                letters: sets + SliceCutter.does(SliceCutter.navigator) + SliceCutter.does(SliceCutter.player)
                    + SliceCutter.plugs(.airPlay) + SliceCutter.plugs(.headphones)
                    + [.routePicked(nil, uid: nil), .routePicked(.airPlay, uid: nil)])
        }
    }

    var words: [Slice] {
        let nav = SliceCutter.navigator
        var behind = Launch(backgroundAudio: true)
        behind.isInBackground = true
        var slow = Launch(backgroundAudio: true)
        slow.suspensionDelay = book.numbers.keyClickLength
        let call = CallName(app: SliceCutter.app(SliceCutter.game))
        let features: [AppEvent] = [
            .launched(behind), .launched(slow), .registeredNowPlaying(true), .allowedHapticsWhileRecording(true),
            .setPreferredInput(nil, uid: nil), .setPreferredInput(.builtInMic, uid: nil),
            .preferred(.noInterruptionsFromSystemAlerts, true), .preferred(.interruptionOnRouteDisconnect, true),
            .setInputMuted(true), .startedVoiceProcessing,
            .setCategory(.playback, .default, [], policy: .longFormAudio),
            .setOutputMuted(true), .setOutputMuted(false), .preferred(.echoCancelledInput, true),
            .setCategory(.playAndRecord, .default, []), .setCategory(.playAndRecord, .voiceChat, []),
            .setCategory(.multiRoute, .default, []), .setCategory(.soloAmbient, .default, []),
            .systemSound(SliceCutter.tap, lasts: .milliseconds(30_000), isInterface: true),
            .systemSound(SliceCutter.tap, lasts: .milliseconds(30_100), isInterface: true),
        ]
        let device: [Event] = [
            .siri(.began), .siri(.ended), .microphoneMuted(true), .microphoneMuted(false), .routeConfigurationChanged,
            .settingChanged(.callBanners, to: false), .settingChanged(.callBanners, to: true), .call(.incoming, call),
            .siri(.began, by: .airPods), .messageAnnounced(lasts: book.numbers.keyClickLength), .deadlineReached,
            .accessoryConnected(Accessory(kind: .headphones)), .accessoryDisconnected(.headphones, uid: nil),
            .proximityChanged(to: .near), .proximityChanged(to: .far), .settingChanged(.changeWithButtons, to: false),
            .settingChanged(.changeWithButtons, to: true), .volumeButtonPressed(.up, times: 16),
            .call(.declined, call), .permissionAnswered(app: nav, .denied), .permissionAnswered(app: nav, .granted),
        ]
        let settings: [Setting] = [.messageTones, .mailTones, .calendarTones, .ringtones]
        let tones: [Event] =
            [AlertKind.message, .mail, .calendar].map {
                .alertArrived($0, app: nil, lasts: book.numbers.keyClickLength)
            } + [.deadlineReached, .call(.incoming), .call(.declined), .volumeButtonPressed(.down, times: 16)]
            + pairs(settings, [true, false]).map { .settingChanged($0, to: $1) }
        let sets =
            Mode.allCases.map { AppEvent.setCategory(.playAndRecord, $0, []) }
            // These two modes fit one category each.
            + [.setCategory(.playback, .shortFormVideo, []), .setCategory(.multiRoute, .dualRoute, .allowBluetoothHFP)]
            + CategoryOptions.named.map { AppEvent.setCategory(.playAndRecord, .default, $0.option) }
            // Those that the book has not, too: they are refused.
            + Category.allCases.map { AppEvent.setCategory($0, .default, []) }
        return [
            slice("tones", [], cast: [SliceCutter.nav], letters: tones),
            slice("features", [], cast: [SliceCutter.nav], letters: features.map { .app(nav, $0) } + device),
            slice(
                "names", [], cast: [SliceCutter.nav],
                letters: (sets + Question.allCases.map { .ask($0) }).map { .app(nav, $0) }),
        ]
    }
}

/// Slices of what came with iOS 26.
extension SliceCutter {
    /// An output that is muted: which sounds are heard, which apps are told, which session interrupts which.
    var mutes: [Slice] {
        guard book.knows(.outputMute) else { return [] }
        let nav = SliceCutter.navigator
        let plays = AppEvent.play(SliceCutter.sound, lasts: nil, gain: nil)
        let sets: [(name: String, set: AppEvent, next: [Event])] = [
            ("playback", .setCategory(.playback, .default, []), []),
            // It plays beside others while it is muted. In the background, beside a player, it may not end its mute.
            (
                "shortForm", .setCategory(.playback, .shortFormVideo, []),
                [
                    .app(nav, .setOutputMuted(true)), .app(nav, plays), .app(SliceCutter.player, plays),
                    .app(nav, .enteredBackground),
                ]
            ),
            ("talk", .setCategory(.playAndRecord, .default, []), []),
        ]
        let others: [AppEvent] = [
            .setOutputMuted(true), .setOutputMuted(false), .setActive(true, notifyOthers: false), SliceCutter.lettingGo,
            plays, .stop(nil), .enteredForeground, .enteredBackground, .registeredNowPlaying(false),
            .setCategory(.playAndRecord, .voiceChat, []), .startedVoiceProcessing,
            .systemSound(SliceCutter.tap, lasts: book.numbers.keyClickLength, isInterface: true),
        ]
        let device: [Event] = [
            .volumeSliderMoved(to: 0), .volumeSliderMoved(to: 0.5), .volumeButtonPressed(.up, times: 16),
            .volumeButtonPressed(.down, times: 16), .mediaServices(.lost), .mediaServices(.reset), .deadlineReached,
            .app(SliceCutter.player, plays), .app(SliceCutter.player, SliceCutter.lettingGo),
        ]
        return sets.map { name, set, next in
            slice(
                name, [], preamble: [.app(nav, set)] + next,
                letters: device + (others + [set]).map { .app(nav, $0) },
                abstraction: .levels)
        }
    }

    /// MultiRoute, whose modes and options go together in ways of their own.
    var duals: [Slice] {
        guard book.knows(.outputMute) else { return [] }
        let nav = SliceCutter.navigator
        let sets: [AppEvent] = [
            .setCategory(.multiRoute, .dualRoute, .allowBluetoothHFP), .setCategory(.multiRoute, .default, []),
            .setCategory(.multiRoute, .dualRoute, []), .setCategory(.multiRoute, .default, .allowBluetoothHFP),
            .setCategory(.multiRoute, .measurement, .mixWithOthers),
            .setCategory(.multiRoute, .default, .mixWithOthers),
            .setCategory(.playAndRecord, .dualRoute, .allowBluetoothHFP),
            .setCategory(.playback, .shortFormVideo, [], policy: .longFormVideo),
            .setCategory(.ambient, .shortFormVideo, []),
            .setCategory(.record, .default, .bluetoothHighQualityRecording),
            .setCategory(.record, .measurement, .bluetoothHighQualityRecording),
            .setCategory(.playAndRecord, .default, .farFieldInput),
            .setCategory(.playAndRecord, .default, [.farFieldInput, .allowBluetoothHFP]),
            .setCategory(.record, .default, [.farFieldInput, .allowBluetoothHFP]),
            .setCategory(.multiRoute, .dualRoute, [.farFieldInput, .allowBluetoothHFP]),
            .preferred(.echoCancelledInput, true), .preferred(.echoCancelledInput, false),
            .setPreferredInput(.builtInMic, uid: nil),
        ]
        return Accessory.Kind.allCases.map { kind in
            slice(
                kind.name, [], cast: [SliceCutter.nav],
                letters: sets.map { .app(nav, $0) } + SliceCutter.does(nav, records: true) + SliceCutter.plugs(kind)
                    + [.mediaServices(.lost), .mediaServices(.reset)])
        }
    }
}

/// Slices of what the device itself does, over every kind of session.
extension SliceCutter {
    /// The sessions that something spares, and one that nothing does.
    private var sessions: [(name: String, steps: [AppEvent])] {
        let plays = AppEvent.play(SliceCutter.sound, lasts: nil, gain: nil)
        var sessions: [(String, [AppEvent])] = [
            ("playback", [.setCategory(.playback, .default, []), plays]),
            ("ambient", [.setCategory(.ambient, .default, []), plays]),
            ("ducks", [.setCategory(.playback, .default, .duckOthers), plays]),
            ("spoken", [.setCategory(.playback, .spokenAudio, []), plays]),
            ("record", [.setCategory(.record, .default, []), .record(true)]),
            ("talk", [.setCategory(.playAndRecord, .spokenAudio, .mixWithOthers), .record(true)]),
        ]
        guard book.knows(.systemAlertPreference) else { return sessions }
        for mode in [Mode.default, .spokenAudio] {
            let name = mode == .default ? "" : ".\(mode.name)"
            let prefers: [AppEvent] = [
                .setCategory(.playAndRecord, mode, []), .preferred(.noInterruptionsFromSystemAlerts, true),
                .record(true),
            ]
            sessions.append(("longForm" + name, [.setCategory(.playback, mode, [], policy: .longFormAudio), plays]))
            sessions.append(("prefers" + name, prefers))
        }
        return sessions
    }

    var held: [Slice] {
        let nav = SliceCutter.navigator
        let own = CallName(app: nav)
        let second = CallName(uid: Name(5))
        func call(_ phases: [CallPhase], _ name: CallName = CallName()) -> [Event] { phases.map { .call($0, name) } }
        let isNewer = book.knows(.siri)
        let others: [Event] =
            [.alarm(.fires), .alarm(.dismissed)]
            + (isNewer
                ? [.siri(.began), .siri(.ended), .microphoneMuted(true), .microphoneMuted(false)] : [])
        let inHeadphones: [Event] = [
            .accessoryConnected(Accessory(kind: .headphones)), .accessoryDisconnected(.headphones, uid: nil),
            .siri(.began), .siri(.began, by: .airPods), .siri(.ended),
            .messageAnnounced(lasts: book.numbers.keyClickLength), .deadlineReached, .call(.incoming), .call(.declined),
        ]
        let prompts: [Event] = [
            .app(SliceCutter.player, .setActive(true, notifyOthers: false)),
            .app(SliceCutter.player, SliceCutter.lettingGo),
        ]
        var causes: [(name: String, letters: [Event])] = [
            ("one", call([.incoming, .answered, .ended]) + others),
            (
                "two",
                call([.incoming, .outgoing, .answered, .held, .unheld, .ended]) + call([.incoming, .declined], second)
                    + prompts
            ),
        ]
        if book.knows(.siriByAirPods) { causes.append(("headphones", inHeadphones)) }
        if book.knows(.callsOfApps) {
            causes.append(
                ("own", call([.incoming, .outgoing, .answered, .held, .unheld, .ended], own) + others + prompts))
        }
        // Of the apps of the first phones the system's own alone outlive a call.
        let player = slice(
            "player/two", [], cast: [SliceCutter.ipod], preamble: SliceCutter.speech,
            letters: call([.incoming, .outgoing, .answered, .ended]) + SliceCutter.does(SliceCutter.player))
        return [player]
            + pairs(sessions, causes).map { session, causes in
                let plugs: [Event] =
                    session.name.hasPrefix("longForm")
                    ? [.accessoryConnected(Accessory(kind: .airPlay)), .accessoryDisconnected(.airPlay, uid: nil)] : []
                let does = [
                    session.steps[session.steps.count - 1], .setActive(true, notifyOthers: false),
                    SliceCutter.lettingGo,
                ]
                return slice(
                    "\(session.name)/\(causes.name)", [],
                    preamble: plugs.prefix(1) + session.steps.map { .app(nav, $0) } + [
                        .app(
                            SliceCutter.player, .setCategory(.playback, .default, .interruptSpokenAudioAndMixWithOthers)
                        )
                    ],
                    letters: causes.letters + plugs + does.map { .app(nav, $0) })
            }
    }

    var device: [Slice] {
        let ipod = SliceCutter.player
        let nav = SliceCutter.navigator
        let ducks: [Event] = [
            .app(nav, .setCategory(.playback, .default, .duckOthers)),
            .app(nav, .play(SliceCutter.sound, lasts: nil, gain: nil)),
            .app(ipod, .play(SliceCutter.sound, lasts: nil, gain: nil)),
        ]
        return Accessory.Kind.allCases.map { kind in
            slice(
                kind.name, [.alarm, .alerts, .systemSounds, .ringSwitch, .lock],
                preamble: ducks,
                letters: [
                    .accessoryConnected(Accessory(kind: kind)), .accessoryDisconnected(kind, uid: nil),
                    .call(.incoming), .call(.outgoing), .call(.answered), .call(.ended),
                    .app(nav, .setActive(true, notifyOthers: false)),
                    .app(nav, SliceCutter.lettingGo),
                ]
            ) { event in
                if case .app(ipod, _) = event { return false }
                return event != .app(nav, .vibrate)
            }
        }
    }

    var requests: [Slice] {
        func asks(_ app: AppID) -> [Event] {
            let sets = [Category.playback, .record, .playAndRecord].map { AppEvent.setCategory($0, .default, []) }
            var asks: [AppEvent] =
                sets + [
                    .setActive(true, notifyOthers: false), .setActive(false, notifyOthers: true),
                    .overrideOutput(toSpeaker: true), .play(SliceCutter.sound, lasts: nil, gain: nil), .stop(nil),
                    .record(true),
                    .record(false),
                    .systemSound(SliceCutter.tap, lasts: book.numbers.keyClickLength, isInterface: true),
                ]
            if book.knows(.preferredInput) { asks.append(.setPreferredInput(.builtInMic, uid: nil)) }
            if book.knows(.echoCancellation) { asks.append(.preferred(.echoCancelledInput, true)) }
            if book.knows(.outputMute) { asks += [.setOutputMuted(true), .setOutputMuted(false)] }
            return asks.map { .app(app, $0) }
        }
        let nav = SliceCutter.navigator
        let game = SliceCutter.app(SliceCutter.game)
        func calls(_ name: CallName) -> [Event] {
            [.call(.incoming, name), .call(.answered, name), .call(.ended, name)]
        }
        var besides: [(name: String, letters: [Event])] = [
            ("server", [.mediaServices(.lost), .mediaServices(.reset)]), ("call", calls(CallName())),
            ("alarm", [.alarm(.fires), .alarm(.dismissed)]),
        ]
        if book.knows(.siri) { besides.append(("siri", [.siri(.began), .siri(.ended)])) }
        if book.knows(.callsOfApps) { besides.append(("appCall", calls(CallName(app: game)))) }
        if book.knows(.mutedMicrophone) {
            besides.append(("muted", [.microphoneMuted(true), .microphoneMuted(false)]))
        }
        if book.knows(.routeSharingPolicy) {
            let sets: [AppEvent] = [
                .setCategory(.playback, .default, [], policy: .longFormAudio),
                .setCategory(.playback, .default, [], policy: .independent),
            ]
            besides.append(("policy", sets.map { .app(nav, $0) }))
        }
        if book.knows(.outputMute) {
            besides.append(("mode", [.app(nav, .setCategory(.playAndRecord, .voiceChat, []))]))
        }
        let front: [Slice] = besides.map { beside in
            slice(beside.name, [], cast: [SliceCutter.nav], letters: asks(nav) + beside.letters)
        }
        guard book.knows(.backgroundLaunch) else { return front }
        return front
            + [SliceCutter.nav, SliceCutter.game].map { number in
                let app = SliceCutter.app(number)
                var launch = Launch(backgroundAudio: number == SliceCutter.nav)
                launch.isInBackground = true
                let more: [AppEvent] = [
                    .setCategory(.playback, .default, .mixWithOthers), .setCategory(.ambient, .default, []),
                    .enteredForeground,
                    .enteredBackground, .quit, .launched(launch), .registeredNowPlaying(false),
                ]
                return slice(
                    number == SliceCutter.nav ? "behind" : "game/behind", [], cast: [number],
                    letters: asks(app) + more.map { .app(app, $0) })
            }
    }

    var recorders: [Slice] {
        let ipod = SliceCutter.player
        let nav = SliceCutter.navigator
        let blip = book.numbers.keyClickLength
        var wishes: [Event] = [
            .alertSoundsChanged(app: nav, to: false), .alertSoundsChanged(app: nav, to: true),
            .alertArrived(.push, app: nav, lasts: blip),
        ]
        if book.knows(.systemAlertPreference) {
            wishes.append(.app(nav, .preferred(.noInterruptionsFromSystemAlerts, true)))
        }
        if book.knows(.echoCancellation) { wishes.append(.app(nav, .preferred(.echoCancelledInput, true))) }
        return setups([.categories]).map { setup in
            slice(
                setup.label, [.systemSounds, .alerts, .recording, .sounds, .newer],
                preamble: [
                    .app(ipod, .setCategory(.playAndRecord, .default, .mixWithOthers)),
                    setup.event(of: SliceCutter.nav),
                ],
                letters: wishes
            ) { event in
                switch event {
                case .siri, .app(_, .registeredNowPlaying): false
                case .app(let app, let event) where app == ipod:
                    switch event {
                    case .record, .play, .allowedHapticsWhileRecording: true
                    default: false
                    }
                default: true
                }
            }
        }
    }
}
