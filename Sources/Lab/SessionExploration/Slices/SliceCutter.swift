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

        func event(of app: Int) -> Event { .app(SliceCutter.app(app), .setCategory(category, mode, options)) }
    }

    static let ipod = 0
    static let nav = 1
    static let game = 2

    static func app(_ number: Int) -> AppID { AppID(Name(UInt32(number))) }

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
    ///   - cast: The numbers of the apps that take part.
    ///   - letters: Further letters. Those that end what letters begin are added automatically.
    ///   - takes: Filters the letters of the parts.
    func slice(
        _ label: String, _ parts: [Alphabet.Part], cast: [Int] = [ipod, nav], preamble: [Event] = [],
        letters: [Event] = [], abstraction: Abstraction = [], takes: (Event) -> Bool = { _ in true }
    ) -> Slice {
        let whole = Alphabet(apps: (cast.max() ?? 0) + 1, parts: parts, book: book)
        func isCast(_ event: Event) -> Bool {
            guard case .app(let app, _) = event else { return true }
            return cast.contains { SliceCutter.app($0) == app }
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

    private func label(_ one: Setup, _ other: Setup) -> String { "\(one.label)+\(other.label)" }

    private func preamble(_ one: Setup, _ other: Setup) -> [Event] {
        [one.event(of: SliceCutter.ipod), other.event(of: SliceCutter.nav)]
    }

    static let lettingGo = AppEvent.setActive(false, notifyOthers: true)

    // MARK: Families

    var floor: [Slice] {
        let setups = setups([.categories, .options])
        return pairs(setups, setups).map { one, other in
            slice(
                label(one, other), [.activation, .sounds, .recording, .call, .alarm],
                preamble: preamble(one, other)
            ) { !$0.isSnooze }
        }
    }

    var siri: [Slice] {
        guard book.knows(.siri) else { return [] }
        let setups = setups([.categories])
        return pairs(setups, setups).map { one, other in
            slice(
                label(one, other), [.activation, .sounds, .recording, .call, .newer], preamble: preamble(one, other)
            ) { event in
                if case .app(_, .allowedHapticsWhileRecording) = event { false } else { true }
            }
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
        let setups = setups([.categories, .options])
        let casts = [[SliceCutter.ipod, SliceCutter.nav], [SliceCutter.nav, SliceCutter.game]]
        return pairs(casts, pairs(setups, setups)).map { cast, setups in
            slice(
                (cast[0] == SliceCutter.ipod ? "" : "game/") + label(setups.0, setups.1),
                [.lives, .activation, .sounds, .call], cast: cast,
                preamble: [setups.0.event(of: cast[0]), setups.1.event(of: cast[1])])
        }
    }

    var alone: [Slice] {
        pairs([SliceCutter.nav, SliceCutter.game], setups([.categories, .options])).map { app, setup in
            // The game has no background audio.
            var behind = Launch(backgroundAudio: app == SliceCutter.nav)
            behind.isInBackground = true
            return slice(
                (app == SliceCutter.nav ? "" : "game/") + setup.label,
                [.lives, .lock, .ringSwitch, .wired, .recording, .activation, .sounds], cast: [app],
                preamble: [setup.event(of: app)],
                letters: [.app(SliceCutter.app(app), .launched(behind)), setup.event(of: app)])
        }
    }

    var twins: Slice {
        let launch = AppEvent.launched(.app, backgroundAudio: true, resumes: true)
        var slice = slice(
            "", [.lives, .categories, .activation, .sounds, .call], abstraction: .twins
        ) { event in
            if case .app(_, .launched) = event { false } else { true }
        }
        let launches = [SliceCutter.ipod, SliceCutter.nav].map { Event.app(SliceCutter.app($0), launch) }
        slice = Slice(
            name: slice.name, family: family,
            alphabet: Alphabet(
                names: slice.alphabet.names, preamble: launches, events: launches + slice.alphabet.events),
            abstraction: .twins)
        return slice
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
                "\(duo[0].name),\(duo[1].name)/" + label(setups.0, setups.1),
                [.activation, .sounds, .routing, .wired, .wireless, .picker], preamble: preamble(setups.0, setups.1)
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
                    .app(SliceCutter.app(SliceCutter.ipod), .play(SliceCutter.sound, lasts: nil, gain: nil)),
                    setup.event(of: SliceCutter.nav),
                ]
            ) { event in
                switch event {
                case .siri, .app(_, .registeredNowPlaying): false
                case .settingChanged(let setting, _): settings.contains(setting)
                case .app(let app, let event) where app == SliceCutter.app(SliceCutter.ipod):
                    event == .setActive(true, notifyOthers: false) || event == SliceCutter.lettingGo
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
        let nav = SliceCutter.app(SliceCutter.nav)
        let views: [Event] = [
            .app(nav, .showedVolumeView(true)), .app(nav, .showedVolumeView(false)), .app(nav, .enteredForeground),
        ]
        return pairs(setups([.categories, .routing]), besides).map { setup, besides in
            slice(
                "\(setup.label)/\(besides.name)", [.volume, .sounds, .activation] + besides.parts,
                preamble: [setup.event(of: SliceCutter.nav)],
                letters: press + [.volumeSliderMoved(to: book.numbers.volumeStep), .volumeSliderMoved(to: 1)]
                    + (besides.name == "view" ? views : []),
                abstraction: .levels
            ) { event in
                switch event {
                case .accessoryConnected(let accessory): accessory.kind == .headphones
                case .accessoryDisconnected(let kind, _): kind == .headphones
                case .app(let app, let event) where app == SliceCutter.app(SliceCutter.ipod):
                    switch event {
                    case .play, .stop: true
                    default: event == SliceCutter.lettingGo
                    }
                case .app(_, .setActive(false, notifyOthers: false)), .call(.missed, _): false
                default: !event.isSnooze
                }
            }
        }
    }

    var reset: [Slice] {
        let setups = setups([.categories])
        return pairs(setups, setups).map { one, other in
            slice(
                label(one, other), [.activation, .sounds, .mediaServices, .systemSounds, .lives],
                preamble: preamble(one, other))
        }
    }

    var calls: [Slice] {
        setups([.categories]).map { setup in
            slice(
                setup.label, [.call, .calls, .activation, .sounds], preamble: [setup.event(of: SliceCutter.nav)],
                letters: [.settingChanged(.callBanners, to: false), .settingChanged(.callBanners, to: true)])
        }
    }

    var banners: [Slice] {
        guard book.knows(.systemAlertPreference) else { return [] }
        return setups([.categories]).map { setup in
            slice(
                setup.label, [.wishes, .call, .activation, .sounds, .recording],
                preamble: [setup.event(of: SliceCutter.nav)],
                letters: [.settingChanged(.callBanners, to: false), .settingChanged(.callBanners, to: true)]
            ) { event in
                switch event {
                case .microphoneMuted, .accessoryConnected, .accessoryDisconnected: false
                case .app(_, .setPreferredInput), .app(_, .setCategory), .app(_, .setInputMuted),
                    .app(_, .setOutputMuted):
                    false
                case .app(_, .preferred(let wish, _)): wish == .noInterruptionsFromSystemAlerts
                default: true
                }
            }
        }
    }

    var wishes: [Slice] {
        setups([.categories]).map { setup in
            slice(
                setup.label, [.wishes, .activation, .sounds, .recording],
                preamble: [setup.event(of: SliceCutter.nav)])
        }
    }

    var properties: [Slice] {
        let nav = SliceCutter.app(SliceCutter.nav)
        let letters = [CategoryOptions.mixWithOthers, .duckOthers].flatMap { option in
            [Event.app(nav, .setOption(option, true)), .app(nav, .setOption(option, false))]
        }
        return setups([.categories]).map { setup in
            slice(
                setup.label, [.activation, .sounds], preamble: [setup.event(of: SliceCutter.nav)],
                letters: letters + [setup.event(of: SliceCutter.nav)])
        }
    }

    var rest: [Slice] {
        setups([.categories]).map { setup in
            slice(
                setup.label, [.rest, .alarm, .lives, .activation, .sounds],
                preamble: [setup.event(of: SliceCutter.nav)])
        }
    }

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
                "\(one.label)+\(label(others.0, others.1))", [.activation, .sounds, .call],
                cast: [SliceCutter.ipod, SliceCutter.nav, SliceCutter.game],
                preamble: preamble(one, others.0) + [others.1.event(of: SliceCutter.game)])
        }
    }
}

extension SliceCutter {
    static let sound = SoundID(Name(3))
    static let tap = SoundID(Name(4))

    /// Durations become ranks among the running deadlines: with at most four others there are nine.
    var deadlines: [Slice] {
        let places = (1...9).map { Length(nanoseconds: $0) }
        let apps = [SliceCutter.app(SliceCutter.ipod), SliceCutter.app(SliceCutter.nav)]
        var letters: [Event] = apps.flatMap { app in
            [.app(app, .play(SliceCutter.sound, lasts: places[0], gain: nil))]
                + places.map { .app(app, .soundMoved(SliceCutter.sound, remaining: $0)) }
        }
        letters += places.map { .alertArrived(.message, app: nil, lasts: $0) }
        letters += places.map { .app(apps[1], .systemSound(SliceCutter.tap, lasts: $0, isInterface: true)) }
        letters += [.keyClicked, .deadlineReached]
        let ambient = Setup(category: .ambient, mode: .default, options: [])
        return [
            slice(
                "playback+ambient", [.activation, .sounds, .call], preamble: [ambient.event(of: SliceCutter.nav)],
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
