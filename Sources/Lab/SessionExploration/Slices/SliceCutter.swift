import SessionPolicy

/// Cuts slices from the explorations' letters, so that new letters are tried here, too.
struct SliceCutter {
    let family: Slice.Family
    let book: RuleBook

    /// A session set-up with its name.
    struct Setup {
        let category: Category
        let mode: Mode
        let options: CategoryOptions

        var label: String {
            let mode = mode == .default ? [] : [self.mode.name]
            return ([category.name] + mode + options.names).joined(separator: ".")
        }

        func event(of app: AppID) -> Event { .app(app, .setCategory(category, mode, options)) }
    }

    static let (ipod, nav, game) = (AppID(Name(0)), AppID(Name(1)), AppID(Name(2)))
    static let (sound, tap) = (SoundID(Name(3)), SoundID(Name(4)))

    static let activating = AppEvent.setActive(true, notifyOthers: false)
    static let lettingGo = AppEvent.setActive(false, notifyOthers: true)
    static let playing = AppEvent.play(sound, lasts: nil, gain: nil)

    func setups(_ parts: [Alphabet.Part]) -> [Setup] {
        Alphabet(apps: 1, parts: parts, book: book).events.compactMap { event in
            guard case .app(_, .setCategory(let category, let mode, let options, _)) = event else { return nil }
            return Setup(category: category, mode: mode, options: options)
        }
    }

    func pairs<One, Other>(_ ones: [One], _ others: [Other]) -> [(One, Other)] {
        ones.flatMap { one in others.map { (one, $0) } }
    }

    /// - Parameters:
    ///   - cast: The apps that take part.
    ///   - letters: Further letters. Those that end what letters begin are added automatically.
    ///   - takes: Filters the letters of the parts.
    func slice(
        _ label: String, _ parts: [Alphabet.Part], cast: [AppID] = [ipod, nav], preamble: [Event] = [],
        letters: [Event] = [], abstraction: Abstraction = [], takes: (Event) -> Bool = { _ in true }
    ) -> Slice {
        let whole = Alphabet(
            apps: cast.contains(Self.game) ? 3 : cast.contains(Self.nav) ? 2 : 1, parts: parts, book: book)
        func isCast(_ event: Event) -> Bool {
            if case .app(let app, _) = event { cast.contains(app) } else { true }
        }
        let events = whole.events.filter { isCast($0) && takes($0) } + letters
        var endings: [Event] = []
        for ending in (preamble + events).flatMap(\.endings) where !events.contains(ending) {
            if !endings.contains(ending) { endings.append(ending) }
        }
        return Slice(
            name: label.isEmpty ? family.rawValue : "\(family.rawValue)/\(label)", family: family,
            alphabet: Alphabet(
                names: whole.names, preamble: whole.preamble.filter(isCast) + preamble, events: events + endings),
            abstraction: abstraction)
    }

    /// A slice for each category of the navigator.
    private func solos(
        _ parts: [Alphabet.Part], letters: [Event] = [], takes: (Event) -> Bool = { _ in true }
    ) -> [Slice] {
        setups([.categories]).map { setup in
            slice(setup.label, parts, preamble: [setup.event(of: Self.nav)], letters: letters, takes: takes)
        }
    }

    /// A slice for each pair of set-ups of the iPod and the navigator.
    private func duos(
        _ setups: [Setup], _ parts: [Alphabet.Part], prefix: String = "", cast: [AppID] = [ipod, nav],
        takes: (Event) -> Bool = { _ in true }
    ) -> [Slice] {
        pairs(setups, setups).map { one, other in
            slice(
                prefix + "\(one.label)+\(other.label)", parts, cast: cast,
                preamble: [one.event(of: cast[0]), other.event(of: cast[1])], takes: takes)
        }
    }

    // MARK: Families

    var floor: [Slice] {
        duos(setups([.categories, .options]), [.activation, .sounds, .recording, .call, .alarm]) { !$0.isSnooze }
    }

    var siri: [Slice] {
        guard book.knows(.siri) else { return [] }
        return duos(setups([.categories]), [.activation, .sounds, .recording, .call, .newer]) { event in
            if case .app(_, .allowedHapticsWhileRecording) = event { false } else { true }
        }
    }

    var setups: [Slice] {
        [
            slice("options", [.categories, .options, .activation, .sounds]),
            slice("routing", [.categories, .routing, .activation, .sounds]),
            slice("phone", [.categories, .activation, .sounds, .recording, .call]),
        ]
    }

    var lives: [Slice] {
        [("", [Self.ipod, Self.nav]), ("game/", [Self.nav, Self.game])].flatMap { prefix, cast in
            duos(
                setups([.categories, .options]), [.lives, .activation, .sounds, .call], prefix: prefix, cast: cast)
        }
    }

    var alone: [Slice] {
        pairs([Self.nav, Self.game], setups([.categories, .options])).map { app, setup in
            // The game has no background audio.
            var behind = Launch(backgroundAudio: app == Self.nav)
            behind.isInBackground = true
            return slice(
                (app == Self.nav ? "" : "game/") + setup.label,
                [.lives, .lock, .ringSwitch, .wired, .recording, .activation, .sounds], cast: [app],
                preamble: [setup.event(of: app)],
                letters: [.app(app, .launched(behind)), setup.event(of: app)])
        }
    }

    var routes: [Slice] {
        let whole = Alphabet(apps: 1, parts: [.wired, .wireless], book: book).events
        let kinds = whole.compactMap { event -> Accessory.Kind? in
            if case .accessoryConnected(let accessory) = event { accessory.kind } else { nil }
        }
        let duos = kinds.indices.flatMap { one in kinds[(one + 1)...].map { [kinds[one], $0] } }
        let setups = setups([.categories, .routing])
        return pairs(duos, pairs(setups, setups)).map { duo, setups in
            slice(
                "\(duo[0].name),\(duo[1].name)/\(setups.0.label)+\(setups.1.label)",
                [.activation, .sounds, .routing, .wired, .wireless, .picker],
                preamble: [setups.0.event(of: Self.ipod), setups.1.event(of: Self.nav)]
            ) { event in
                switch event {
                case .accessoryConnected(let accessory): duo.contains(accessory.kind)
                case .accessoryDisconnected(let kind, _): duo.contains(kind)
                case .routePicked(let kind, _): kind.map(duo.contains) ?? true
                case .app(_, .setCategory), .app(_, .setActive(false, notifyOthers: false)): false
                default: true
                }
            }
        }
    }

    var feedback: [Slice] {
        let settings: [[Setting]] = [
            [.vibrateOnRing, .vibrateOnSilent], [.soundEffects, .keyboardClicks], [.messageTones, .ringtones],
            [.mailTones, .calendarTones, .changeWithButtons],
        ]
        return pairs(setups([.categories, .options]), settings).map { setup, settings in
            slice(
                "\(setup.label)/\(settings[0])",
                [.systemSounds, .alerts, .settings, .ringSwitch, .lock, .call, .recording, .activation, .newer],
                preamble: [
                    .app(Self.ipod, Self.playing),
                    setup.event(of: Self.nav),
                ]
            ) { event in
                switch event {
                case .siri, .app(_, .registeredNowPlaying): false
                case .settingChanged(let setting, _): settings.contains(setting)
                case .app(let app, let event) where app == Self.ipod:
                    event == Self.activating || event == Self.lettingGo
                default: event != .call(.missed)
                }
            }
        }
    }

    var levels: [Slice] {
        let press = VolumeDirection.allCases.map { Event.volumeButtonPressed($0, times: 1) }
        let besides: [(name: String, parts: [Alphabet.Part])] = [
            ("headphones", [.wired]), ("phone", [.call, .alarm, .ringSwitch]), ("view", []),
        ]
        let nav = Self.nav
        let views: [Event] = [
            .app(nav, .showedVolumeView(true)), .app(nav, .showedVolumeView(false)), .app(nav, .enteredForeground),
        ]
        return pairs(setups([.categories, .routing]), besides).map { setup, besides in
            slice(
                "\(setup.label)/\(besides.name)", [.volume, .sounds, .activation] + besides.parts,
                preamble: [setup.event(of: Self.nav)],
                letters: press + [.volumeSliderMoved(to: book.numbers.volumeStep), .volumeSliderMoved(to: 1)]
                    + (besides.name == "view" ? views : []),
                abstraction: .levels
            ) { event in
                switch event {
                case .accessoryConnected(let accessory): accessory.kind == .headphones
                case .accessoryDisconnected(let kind, _): kind == .headphones
                case .app(let app, let event) where app == Self.ipod:
                    switch event {
                    case .play, .stop: true
                    default: event == Self.lettingGo
                    }
                case .app(_, .setActive(false, notifyOthers: false)), .call(.missed, _): false
                default: !event.isSnooze
                }
            }
        }
    }

    var reset: [Slice] {
        duos(setups([.categories]), [.activation, .sounds, .mediaServices, .systemSounds, .lives])
    }

    private static let banners: [Event] = [
        .settingChanged(.callBanners, to: false), .settingChanged(.callBanners, to: true),
    ]

    var calls: [Slice] {
        solos([.call, .calls, .activation, .sounds], letters: Self.banners)
    }

    var banners: [Slice] {
        guard book.knows(.systemAlertPreference) else { return [] }
        let parts: [Alphabet.Part] = [.wishes, .call, .activation, .sounds, .recording]
        return solos(parts, letters: Self.banners) { event in
            switch event {
            case .microphoneMuted, .accessoryConnected, .accessoryDisconnected: false
            case .app(_, .setPreferredInput), .app(_, .setCategory), .app(_, .setInputMuted), .app(_, .setOutputMuted):
                false
            case .app(_, .preferred(let wish, _)): wish == .noInterruptionsFromSystemAlerts
            default: true
            }
        }
    }

    var wishes: [Slice] { solos([.wishes, .activation, .sounds, .recording]) }

    var properties: [Slice] {
        let letters = pairs([CategoryOptions.mixWithOthers, .duckOthers], [true, false]).map {
            Event.app(Self.nav, .setOption($0, $1))
        }
        return setups([.categories]).map { setup in
            let event = setup.event(of: Self.nav)
            return slice(setup.label, [.activation, .sounds], preamble: [event], letters: letters + [event])
        }
    }

    var rest: [Slice] { solos([.rest, .alarm, .lives, .activation, .sounds]) }

    var three: [Slice] {
        let few = [
            Setup(category: .soloAmbient, mode: .default, options: []),
            Setup(category: .ambient, mode: .default, options: []),
            Setup(category: .playback, mode: .default, options: []),
            Setup(category: .playback, mode: .default, options: .duckOthers),
            Setup(category: .playAndRecord, mode: .default, options: []),
        ]
        return pairs(few, pairs(few, few)).map { one, others in
            slice(
                "\(one.label)+\(others.0.label)+\(others.1.label)", [.activation, .sounds, .call],
                cast: [Self.ipod, Self.nav, Self.game],
                preamble: [
                    one.event(of: Self.ipod), others.0.event(of: Self.nav), others.1.event(of: Self.game),
                ])
        }
    }

    /// Durations become ranks among the running deadlines: with at most four others there are nine.
    var deadlines: [Slice] {
        let places = (1...9).map { Length(nanoseconds: $0) }
        let apps = [Self.ipod, Self.nav]
        var letters: [Event] = apps.flatMap { app in
            [.app(app, .play(Self.sound, lasts: places[0], gain: nil))]
                + places.map { .app(app, .soundMoved(Self.sound, remaining: $0)) }
        }
        letters += places.map { .alertArrived(.message, app: nil, lasts: $0) }
        letters += places.map { .app(apps[1], .systemSound(Self.tap, lasts: $0, isInterface: true)) }
        letters += [.keyClicked, .deadlineReached]
        let ambient = Setup(category: .ambient, mode: .default, options: [])
        return [
            slice(
                "playback+ambient", [.activation, .sounds, .call], preamble: [ambient.event(of: Self.nav)],
                letters: letters, abstraction: .deadlines
            ) { event in
                if case .app(_, .play) = event { false } else { event != .call(.missed) }
            }
        ]
    }
}

extension Event {
    /// The events that end what this one begins, which every slice includes, because a promise assumes that all others
    /// eventually finish. There may be several: a ringing call cannot be hung up, and the first systems refuse to
    /// deactivate an app that plays.
    var endings: [Event] {
        switch self {
        case .call(.incoming, let name): [.call(.declined, name), .call(.ended, name)]
        case .call(.outgoing, let name), .call(.answered, let name): [.call(.ended, name)]
        case .call(.held, let name): [.call(.unheld, name)]
        case .alarm(.fires, let uid): [.alarm(.dismissed, uid: uid)]
        case .siri(.began, _): [.siri(.ended)]
        case .messageAnnounced: [.deadlineReached]
        case .microphoneMuted(true): [.microphoneMuted(false)]
        case .mediaServices(.lost): [.mediaServices(.reset)]
        case .app(let app, .play): [.app(app, .stop(nil)), .app(app, SliceCutter.lettingGo)]
        case .app(let app, .record(true)): [.app(app, .record(false)), .app(app, SliceCutter.lettingGo)]
        case .app(let app, .setActive(true, _)): [.app(app, SliceCutter.lettingGo)]
        default: []
        }
    }

    fileprivate var isSnooze: Bool { self == .alarm(.snoozed) }
}
