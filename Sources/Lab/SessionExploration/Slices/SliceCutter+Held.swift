import SessionPolicy

/// Slices of interruptions of every kind of session, and of routes reserved for long-form sound.
extension SliceCutter {
    fileprivate static func does(_ app: AppID) -> [Event] {
        [activating, lettingGo, playing, .stop(nil)].map { .app(app, $0) }
    }

    private static func plugs(_ kind: Accessory.Kind) -> [Event] {
        [.accessoryConnected(Accessory(kind: kind)), .accessoryDisconnected(kind, uid: nil)]
    }

    fileprivate static let speech: [Event] = [
        .app(ipod, .setCategory(.playback, .spokenAudio, [])), .app(ipod, playing),
    ]

    var policies: [Slice] {
        let setUps: [(Category, Mode, CategoryOptions)] = [
            (.playback, .default, []), (.playback, .moviePlayback, []), (.playback, .voicePrompt, []),
            (.playback, .default, .mixWithOthers), (.ambient, .default, []), (.playAndRecord, .default, []),
        ]
        let sets = pairs(setUps, RouteSharingPolicy.allCases).map { setUp, policy in
            Event.app(Self.nav, .setCategory(setUp.0, setUp.1, setUp.2, policy: policy))
        }
        return [
            slice(
                "", [.call], cast: [Self.nav],
                letters: sets + Self.does(Self.nav) + Self.plugs(.airPlay))
        ] + longFormBesides
    }

    /// Long-form sound on AirPlay beside another app, which it does not affect from iOS 13 on (R-INT-14).
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
                Event.app(Self.nav, .setCategory(.playback, mode, [], policy: policy))
            }
        }
        return others.map { other in
            slice(
                "beside/\(other.label)", [], preamble: [other.event(of: Self.ipod)],
                letters: sets + Self.does(Self.nav) + Self.does(Self.ipod)
                    + Self.plugs(.airPlay) + Self.plugs(.headphones)
                    + [.routePicked(nil, uid: nil), .routePicked(.airPlay, uid: nil)])
        }
    }

    /// The sessions that are exempt from something, and one that is not.
    private var sessions: [(name: String, steps: [AppEvent])] {
        let plays = Self.playing
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
        let own = CallName(app: Self.nav)
        let second = CallName(uid: Name(5))
        func call(_ phases: [CallPhase], _ name: CallName = CallName()) -> [Event] { phases.map { .call($0, name) } }
        let isNewer = book.knows(.siri)
        let others: [Event] =
            [.alarm(.fires), .alarm(.dismissed)]
            + (isNewer
                ? [.siri(.began), .siri(.ended), .microphoneMuted(true), .microphoneMuted(false)] : [])
        let inHeadphones: [Event] =
            Self.plugs(.headphones) + [
                .siri(.began), .siri(.began, by: .airPods), .siri(.ended),
                .messageAnnounced(lasts: book.numbers.keyClickLength), .deadlineReached, .call(.incoming),
                .call(.declined),
            ]
        let prompts = [Self.activating, Self.lettingGo].map { Event.app(Self.ipod, $0) }
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
        // On the first systems only Apple's own apps survive a call.
        let player = slice(
            "player/two", [], cast: [Self.ipod], preamble: Self.speech,
            letters: call([.incoming, .outgoing, .answered, .ended]) + Self.does(Self.ipod))
        return [player]
            + pairs(sessions, causes).map { session, causes in
                let plugs = session.name.hasPrefix("longForm") ? Self.plugs(.airPlay) : []
                let does = [session.steps[session.steps.count - 1], Self.activating, Self.lettingGo]
                return slice(
                    "\(session.name)/\(causes.name)", [],
                    preamble: plugs.prefix(1) + session.steps.map { .app(Self.nav, $0) } + [
                        .app(
                            Self.ipod, .setCategory(.playback, .default, .interruptSpokenAudioAndMixWithOthers)
                        )
                    ],
                    letters: causes.letters + plugs + does.map { .app(Self.nav, $0) })
            }
    }
}
