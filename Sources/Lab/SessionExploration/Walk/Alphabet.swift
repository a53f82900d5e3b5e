public import SessionPolicy

/// The events that an exploration tries in every state, and the names behind their numbers.
///
/// Time is excluded: sounds are endless, and the device's own sounds have the same length, so all deadlines coincide
/// and `deadlineReached` is just another letter. Volumes only move to their ends and halves.
public struct Alphabet: Hashable, Sendable {
    /// The texts of the names, by number.
    public let names: [String]
    /// The steps that lead to the initial state.
    public let preamble: [Event]
    /// The events that are tried in every state, in order.
    public let events: [Event]

    /// Creates an alphabet.
    ///
    /// - Parameters:
    ///   - names: The texts of the names that the events use, by number.
    ///   - preamble: The steps to the initial state.
    ///   - events: The events to try in every state; at most 65,536.
    public init(names: [String], preamble: [Event], events: [Event]) {
        self.names = names
        self.preamble = preamble
        self.events = events
    }

    /// A part of the world that an exploration may include.
    public enum Part: UInt8, CaseIterable, Hashable, Sendable {
        /// Launch, foreground, background, quit and suspension.
        case lives
        /// Every category of the book, without options.
        case categories
        /// Mixing, ducking and interrupting spoken audio, in the categories that allow them.
        case options
        /// Bluetooth, AirPlay and speaker options of PlayAndRecord, and the temporary override.
        case routing
        case activation, sounds, recording, systemSounds
        case ringSwitch, lock, call, alarm, alerts, settings
        /// Headphones and a headset.
        case wired
        /// A2DP, HFP and AirPlay.
        case wireless
        case picker, volume, mediaServices
        /// The events of `modern` alone: Siri, Now Playing, haptics during a recording.
        case newer
        /// Calls of an app, a second call, calls on hold.
        case calls
        /// The preferences of apps, and microphones: preferred, muted, those of accessories with one direction.
        case wishes
        /// A delay before suspension, sleep, a volume view, a second alarm, the ringer's slider.
        case rest
    }

    /// Creates the alphabet of some parts of the world.
    ///
    /// - Parameters:
    ///   - apps: The number of apps, 1 to 3: Apple's iPod, a navigator with background audio, a game without it that
    ///     does not resume.
    ///   - parts: The parts of the world.
    ///   - book: The rules, which define the categories.
    public init(apps: Int, parts: [Part], book: RuleBook) {
        let letters = Letters(book: book, apps: (0..<min(3, max(1, apps))).map { AppID(Name(UInt32($0))) })
        var events: [Event] = []
        for event in Part.allCases.filter(parts.contains).flatMap(letters.events)
        where event != .deadlineReached || !events.contains(event) {
            events.append(event)
        }
        self.init(names: Letters.names, preamble: letters.preamble, events: events)
    }

    /// Every part of the world.
    public static func everything(apps: Int, book: RuleBook) -> Alphabet {
        Alphabet(apps: apps, parts: Part.allCases, book: book)
    }
}

private struct Letters {
    static let names = ["ipod", "nav", "game", "sound", "tap", "second"]
    private static let second = Name(5)
    private static let sound = SoundID(Name(3))
    private static let tap = SoundID(Name(4))

    let book: RuleBook
    let apps: [AppID]

    /// The common length of the device's own sounds: that of a key click, which is fixed.
    private var blip: Length { book.numbers.keyClickLength }

    private func launched(_ app: AppID) -> Event {
        .app(
            app,
            .launched(
                app.name.number == 0 ? .system : .app, backgroundAudio: app.name.number < 2,
                resumes: app.name.number < 2))
    }

    var preamble: [Event] { apps.map(launched) }

    /// Returns acts as those of each app.
    private func each(_ acts: [AppEvent]) -> [Event] { acts.flatMap { act in apps.map { .app($0, act) } } }

    /// Returns acts as those of one app, if there is one.
    private func only(_ app: AppID?, _ acts: [AppEvent]) -> [Event] {
        app.map { app in acts.map { .app(app, $0) } } ?? []
    }

    func events(of part: Alphabet.Part) -> [Event] {
        switch part {
        case .lives:
            preamble + each([.enteredBackground, .quit]) + (book.knows(.suspensionDelay) ? [.deadlineReached] : [])
        case .categories:
            each(Category.allCases.filter { book.rule(for: $0) != nil }.map { .setCategory($0, .default, []) })
        case .options:
            each(
                [
                    .setCategory(.playback, .default, .mixWithOthers), .setCategory(.playback, .default, .duckOthers),
                    .setCategory(.ambient, .default, .duckOthers),
                    .setCategory(.playAndRecord, .default, .duckOthers),
                    .setCategory(.soloAmbient, .default, .mixWithOthers),
                ] + (book.rule(for: .multiRoute) != nil ? [.setCategory(.multiRoute, .default, .mixWithOthers)] : [])
                    + [
                        .setCategory(.playback, .spokenAudio, []),
                        .setCategory(.playback, .default, .interruptSpokenAudioAndMixWithOthers),
                    ])
        case .routing:
            each([
                .setCategory(.playAndRecord, .default, [.allowBluetooth, .allowBluetoothA2DP, .allowAirPlay]),
                .setCategory(.playAndRecord, .default, .allowBluetoothA2DP),
                .setCategory(.playAndRecord, .default, .defaultToSpeaker),
                .setCategory(.playAndRecord, .voiceChat, []), .setCategory(.playAndRecord, .videoChat, []),
                .setCategory(.playAndRecord, .gameChat, []), .setCategory(.record, .default, .allowBluetooth),
                .overrideOutput(toSpeaker: true), .overrideOutput(toSpeaker: false),
            ])
        case .activation:
            each([
                .setActive(true, notifyOthers: false), .setActive(false, notifyOthers: true),
                .setActive(false, notifyOthers: false),
            ])
        case .sounds: each([.play(Self.sound, lasts: nil, gain: nil), .pause(nil), .stop(nil)])
        case .recording: each([.record(true), .record(false)])
        case .newer:
            book.knows(.siri)
                ? [.siri(.began), .siri(.ended)]
                    + each([.registeredNowPlaying(false), .allowedHapticsWhileRecording(true)]) : []
        case .systemSounds:
            each([.systemSound(Self.tap, lasts: blip, isInterface: true), .alertSound(Self.tap, lasts: blip), .vibrate])
                + [.deadlineReached]
        case .calls: calls
        case .wishes: book.knows(.preferredInput) ? wishes : []
        case .rest: rest
        case .ringSwitch: RingSwitch.allCases.map { .ringSwitchMoved(to: $0) }
        case .lock: [.screenLocked, .screenUnlocked]
        case .call: [CallPhase.incoming, .answered, .declined, .missed, .ended].map { .call($0) }
        case .alarm: [.alarm(.fires), .alarm(.dismissed)]
        case .alerts: [.alertArrived(.message, app: nil, lasts: blip), .keyClicked, .deadlineReached]
        case .settings:
            Setting.allCases.flatMap { [.settingChanged($0, to: false), .settingChanged($0, to: true)] }
        case .wired: accessories([.headphones, .headset])
        case .wireless: accessories([.bluetoothA2DP, .bluetoothHFP, .airPlay])
        case .picker: [.routePicked(nil, uid: nil), .routePicked(.bluetoothA2DP, uid: nil)]
        case .volume:
            each([.setGain(Self.sound, to: 0), .setGain(Self.sound, to: 1)])
                + [.volumeSliderMoved(to: 0), .volumeSliderMoved(to: 0.5)]
                + VolumeDirection.allCases.map { .volumeButtonPressed($0, times: 16) }
        case .mediaServices: [.mediaServices(.lost), .mediaServices(.reset)]
        }
    }

    private func accessories(_ kinds: [Accessory.Kind]) -> [Event] {
        kinds.flatMap { [.accessoryConnected(Accessory(kind: $0)), .accessoryDisconnected($0, uid: nil)] }
    }

    /// Calls: those of the navigator, or else of the last app.
    private var calls: [Event] {
        let owner = book.knows(.callsOfApps) ? apps.prefix(2).last : nil
        let name = owner.map { CallName(app: $0) } ?? CallName(uid: Self.second)
        let phases: [CallPhase] = [.incoming, .answered, .declined, .missed, .held, .unheld, .ended, .remoteEnded]
        return phases.map { .call($0, name) }
            + [.call(.swapped), .call(.outgoing), .call(.held), .call(.unheld), .call(.remoteEnded)]
    }

    private var wishes: [Event] {
        let device: [Event] = [
            .microphoneMuted(true), .microphoneMuted(false),
            .accessoryConnected(Accessory(kind: .usbAudio, only: .input)),
            .accessoryDisconnected(.usbAudio, uid: nil),
        ]
        let ports: [Port] = [.builtInMic, .bluetoothHFP, .usbAudio]
        let own: [AppEvent] = [
            .startedVoiceProcessing, .preferred(.noInterruptionsFromSystemAlerts, true),
            .preferred(.interruptionOnRouteDisconnect, true),
            .setCategory(.playback, .default, [], policy: .longFormAudio),
            .setCategory(.playAndRecord, .default, .overrideMutedMicrophoneInterruption), .setInputMuted(true),
        ]
        let muted: [AppEvent] = [
            .setOutputMuted(true), .setOutputMuted(false), .setCategory(.playback, .shortFormVideo, []),
        ]
        return device
            + only(
                apps.prefix(2).last,
                ports.map { .setPreferredInput($0, uid: nil) } + own + (book.knows(.outputMute) ? muted : []))
    }

    private var rest: [Event] {
        var events: [Event] = [
            .fallsAsleep, .wakes, .ringerSliderMoved(to: 0), .ringerSliderMoved(to: 0.75),
            .alarm(.fires, uid: Self.second), .alarm(.snoozed),
        ]
        if book.knows(.routeConfiguration) { events.append(.routeConfigurationChanged) }
        events += only(apps.last, [.showedVolumeView(true), .showedVolumeView(false)])
        guard book.knows(.suspensionDelay) else { return events }
        let launches = [false, true].map { hasBackgroundAudio in
            var launch = Launch(.app, backgroundAudio: hasBackgroundAudio, resumes: false)
            (launch.suspensionDelay, launch.wantsRecommendation) = (blip, true)
            return AppEvent.launched(launch)
        }
        return events + only(apps.last, [.quit] + launches) + [.deadlineReached]
    }
}
