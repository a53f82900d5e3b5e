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
        var letters = Letters(book: book, apps: min(3, max(1, apps)))
        for part in Part.allCases where parts.contains(part) { letters.add(part) }
        self.init(names: Letters.names, preamble: letters.preamble, events: letters.events)
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
    /// The common length of the device's own sounds: that of a key click, which is fixed.
    private let blip: Length

    let book: RuleBook
    let apps: [AppID]
    private(set) var events: [Event] = []

    init(book: RuleBook, apps: Int) {
        self.book = book
        self.apps = (0..<apps).map { AppID(Name(UInt32($0))) }
        blip = book.numbers.keyClickLength
    }

    private func launched(_ app: AppID) -> AppEvent {
        switch app.name.number {
        case 0: .launched(.system, backgroundAudio: true, resumes: true)
        case 1: .launched(.app, backgroundAudio: true, resumes: true)
        default: .launched(.app, backgroundAudio: false, resumes: false)
        }
    }

    var preamble: [Event] { apps.map { .app($0, launched($0)) } }

    private mutating func add(_ event: AppEvent) {
        for app in apps { events.append(.app(app, event)) }
    }

    mutating func add(_ part: Alphabet.Part) {
        switch part {
        case .lives:
            for app in apps { events.append(.app(app, launched(app))) }
            add(.enteredBackground)
            add(.quit)
            if book.knows(.suspensionDelay) { addDeadline() }
        case .categories: addCategories()
        case .options: addOptions()
        case .routing: addRouting()
        case .activation:
            add(.setActive(true, notifyOthers: false))
            add(.setActive(false, notifyOthers: true))
            add(.setActive(false, notifyOthers: false))
        case .sounds:
            add(.play(Letters.sound, lasts: nil, gain: nil))
            add(.pause(nil))
            add(.stop(nil))
        case .recording:
            add(.record(true))
            add(.record(false))
        case .newer:
            guard book.knows(.siri) else { break }
            events += [.siri(.began), .siri(.ended)]
            add(.registeredNowPlaying(false))
            add(.allowedHapticsWhileRecording(true))
        case .systemSounds:
            add(.systemSound(Letters.tap, lasts: blip, isInterface: true))
            add(.alertSound(Letters.tap, lasts: blip))
            add(.vibrate)
            addDeadline()
        case .calls: addCalls()
        case .wishes: addWishes()
        case .rest: addRest()
        default: addDevice(part)
        }
    }

    /// Adds calls: those of the navigator, or else of the last app.
    private mutating func addCalls() {
        let owner = book.knows(.callsOfApps) ? apps.prefix(2).last : nil
        let other: [CallPhase] = [
            .incoming, .answered, .declined, .missed, .held, .unheld, .ended, .remoteEnded,
        ]
        let name = owner.map { CallName(app: $0) } ?? CallName(uid: Letters.second)
        events += other.map { .call($0, name) }
        events += [.call(.swapped), .call(.outgoing), .call(.held), .call(.unheld), .call(.remoteEnded)]
    }

    private mutating func addWishes() {
        guard book.knows(.preferredInput) else { return }
        events += [.microphoneMuted(true), .microphoneMuted(false)]
        events += [
            .accessoryConnected(Accessory(kind: .usbAudio, only: .input)),
            .accessoryDisconnected(.usbAudio, uid: nil),
        ]
        guard let app = apps.prefix(2).last else { return }
        for port in [Port.builtInMic, .bluetoothHFP, .usbAudio] {
            events.append(.app(app, .setPreferredInput(port, uid: nil)))
        }
        let own: [AppEvent] = [
            .startedVoiceProcessing, .preferred(.noInterruptionsFromSystemAlerts, true),
            .preferred(.interruptionOnRouteDisconnect, true),
            .setCategory(.playback, .default, [], policy: .longFormAudio),
            .setCategory(.playAndRecord, .default, .overrideMutedMicrophoneInterruption), .setInputMuted(true),
        ]
        events += own.map { .app(app, $0) }
        guard book.knows(.outputMute) else { return }
        let muted: [AppEvent] = [
            .setOutputMuted(true), .setOutputMuted(false), .setCategory(.playback, .shortFormVideo, []),
        ]
        events += muted.map { .app(app, $0) }
    }

    private mutating func addRest() {
        events += [
            .fallsAsleep, .wakes, .ringerSliderMoved(to: 0), .ringerSliderMoved(to: 0.75),
            .alarm(.fires, uid: Letters.second), .alarm(.snoozed),
        ]
        if book.knows(.routeConfiguration) { events.append(.routeConfigurationChanged) }
        guard let app = apps.last else { return }
        events += [.app(app, .showedVolumeView(true)), .app(app, .showedVolumeView(false))]
        guard book.knows(.suspensionDelay) else { return }
        events.append(.app(app, .quit))
        for hasBackgroundAudio in [false, true] {
            var launch = Launch(.app, backgroundAudio: hasBackgroundAudio, resumes: false)
            (launch.suspensionDelay, launch.wantsRecommendation) = (blip, true)
            events.append(.app(app, .launched(launch)))
        }
        addDeadline()
    }

    private mutating func addDeadline() {
        if !events.contains(.deadlineReached) { events.append(.deadlineReached) }
    }

    private mutating func addCategories() {
        for category in Category.allCases where book.rule(for: category) != nil {
            add(.setCategory(category, .default, []))
        }
    }

    private mutating func addOptions() {
        add(.setCategory(.playback, .default, .mixWithOthers))
        add(.setCategory(.playback, .default, .duckOthers))
        add(.setCategory(.ambient, .default, .duckOthers))
        add(.setCategory(.playAndRecord, .default, .duckOthers))
        add(.setCategory(.soloAmbient, .default, .mixWithOthers))
        if book.rule(for: .multiRoute) != nil { add(.setCategory(.multiRoute, .default, .mixWithOthers)) }
        add(.setCategory(.playback, .spokenAudio, []))
        add(.setCategory(.playback, .default, .interruptSpokenAudioAndMixWithOthers))
    }

    private mutating func addRouting() {
        add(.setCategory(.playAndRecord, .default, [.allowBluetooth, .allowBluetoothA2DP, .allowAirPlay]))
        add(.setCategory(.playAndRecord, .default, .allowBluetoothA2DP))
        add(.setCategory(.playAndRecord, .default, .defaultToSpeaker))
        add(.setCategory(.playAndRecord, .voiceChat, []))
        add(.setCategory(.playAndRecord, .videoChat, []))
        add(.setCategory(.playAndRecord, .gameChat, []))
        add(.setCategory(.record, .default, .allowBluetooth))
        add(.overrideOutput(toSpeaker: true))
        add(.overrideOutput(toSpeaker: false))
    }

    private mutating func addDevice(_ part: Alphabet.Part) {
        switch part {
        case .ringSwitch: events += RingSwitch.allCases.map { .ringSwitchMoved(to: $0) }
        case .lock: events += [.screenLocked, .screenUnlocked]
        case .call:
            let phases: [CallPhase] = [.incoming, .answered, .declined, .missed, .ended]
            events += phases.map { .call($0) }
        case .alarm: events += [.alarm(.fires), .alarm(.dismissed)]
        case .alerts:
            events.append(.alertArrived(.message, app: nil, lasts: blip))
            events.append(.keyClicked)
            addDeadline()
        case .settings:
            for setting in Setting.allCases {
                events += [.settingChanged(setting, to: false), .settingChanged(setting, to: true)]
            }
        case .wired: addAccessories([.headphones, .headset])
        case .wireless: addAccessories([.bluetoothA2DP, .bluetoothHFP, .airPlay])
        case .picker:
            events.append(.routePicked(nil, uid: nil))
            events.append(.routePicked(.bluetoothA2DP, uid: nil))
        case .volume:
            add(.setGain(Letters.sound, to: 0))
            add(.setGain(Letters.sound, to: 1))
            events += [.volumeSliderMoved(to: 0), .volumeSliderMoved(to: 0.5)]
            events += VolumeDirection.allCases.map { .volumeButtonPressed($0, times: 16) }
        default: events += [.mediaServices(.lost), .mediaServices(.reset)]
        }
    }

    private mutating func addAccessories(_ kinds: [Accessory.Kind]) {
        for kind in kinds {
            events.append(.accessoryConnected(Accessory(kind: kind)))
            events.append(.accessoryDisconnected(kind, uid: nil))
        }
    }
}
