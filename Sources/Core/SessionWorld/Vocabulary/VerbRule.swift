import SessionPolicy

/// One row of the step vocabulary: a verb, its keys, and the fact that it tells the policy.
struct VerbRule: Sendable {
    let verb: Verb
    let keys: [KeyRule]
    let meaning: Meaning

    enum Meaning: Sendable {
        /// Something that the person or the device does.
        case device(@Sendable (Arguments) -> Event)
        /// Something that the app behind the key `app` does.
        case app(@Sendable (Arguments) -> AppEvent)
        /// Another rule book comes into force; the policy hears nothing of it.
        case ruleBook
    }

    init(_ verb: Verb, _ keys: [KeyRule], _ meaning: Meaning) {
        self.verb = verb
        if case .app = meaning {
            self.keys = [.required(.app, .name)] + keys
        } else {
            self.keys = keys
        }
        self.meaning = meaning
    }

    /// The row of a verb.
    static func row(_ verb: String) -> VerbRule? {
        guard let row = rows[verb], row.verb.name.hasBytes(of: verb) else { return nil }
        return row
    }

    /// Returns the error for a verb that there is not.
    static func isMissing(_ verb: PositionedValue) -> StepError {
        let verbs = Verb.allCases.map { $0.name }.joined(separator: ", ")
        return StepError(verb.position, "there is no verb \(verb.kind); the verbs are \(verbs)")
    }

    private static let rows: [String: VerbRule] = {
        precondition(Key.allCases.count <= Arguments.room, "the keys have outgrown their place")
        return Dictionary(uniqueKeysWithValues: all.map { ($0.verb.name, $0) })
    }()
}

// Values that several rows share. The limits are ours; they keep absurd numbers from becoming absurd lengths.
extension ValueRule {
    fileprivate static let level = ValueRule.number(0...1)
    fileprivate static let seconds = ValueRule.number(0...1e9)
    fileprivate static let wired = ValueRule.word(Accessory.Kind.wired.map { $0.word })
    fileprivate static let wireless = ValueRule.word(Accessory.Kind.wireless.map { $0.word })
    fileprivate static let input = ValueRule.word(Port.inputs.map { $0.name } + ["none"])
}

extension Accessory.Kind {
    /// A word that names a kind of accessory.
    fileprivate typealias Named = (word: String, kind: Accessory.Kind)

    // Besides the contract's own words, AVAudioSession's spelling of a port.
    fileprivate static let wired: [Named] =
        allCases.filter { $0.isWired }.map { ($0.name, $0) } + [(Port.hdmi.name, .hdmi)]
    fileprivate static let wireless: [Named] = allCases.filter { !$0.isWired }.map { ($0.name, $0) }
}

extension Port {
    /// The ports that sound comes in by.
    fileprivate static let inputs: [Port] = [.builtInMic, .headsetMic, .usbAudio, .bluetoothHFP, .carAudio]
}

extension Arguments {
    fileprivate func accessory(of kinds: [Accessory.Kind.Named]) -> Accessory {
        Accessory(
            kind: kinds[word(.port)!].kind, uid: name(.uid), name: name(.name),
            only: word(.only).map { Accessory.Direction.allCases[$0] })
    }
}

extension VerbRule {
    static let all: [VerbRule] =
        [
            VerbRule(
                .rules,
                [
                    .optional(.to, .book), .optional(.set, .settings),
                    .optional(.version, .whole(1...Reply.latestVersion)),
                ], .ruleBook)
        ] + device + app

    /// The verbs of the person and the device.
    private static let device: [VerbRule] = [
        VerbRule(
            .ringSwitch, [.required(.to, .word(of: RingSwitch.self))],
            .device { .ringSwitchMoved(to: $0.choice(.to)) }),
        VerbRule(.lock, [], .device { _ in .screenLocked }),
        VerbRule(.unlock, [], .device { _ in .screenUnlocked }),
        VerbRule(
            .volumeButton,
            [.required(.press, .word(of: VolumeDirection.self)), .optional(.times, .whole(1...1_000_000))],
            .device { .volumeButtonPressed($0.choice(.press), times: $0.whole(.times) ?? 1) }),
        VerbRule(.volumeSlider, [.required(.to, .level)], .device { .volumeSliderMoved(to: $0.number(.to)!) }),
        VerbRule(
            .plug,
            [
                .required(.port, .wired), .optional(.name, .name), .optional(.uid, .name),
                .optional(.only, .word(of: Accessory.Direction.self)),
            ],
            .device { .accessoryConnected($0.accessory(of: Accessory.Kind.wired)) }),
        VerbRule(
            .unplug, [.required(.port, .wired), .optional(.name, .name), .optional(.uid, .name)],
            .device { .accessoryDisconnected(Accessory.Kind.wired[$0.word(.port)!].kind, uid: $0.name(.uid)) }),
        VerbRule(
            .connect, [.required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name)],
            .device { .accessoryConnected($0.accessory(of: Accessory.Kind.wireless)) }),
        VerbRule(
            .disconnect,
            [
                .required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name),
                .optional(.because, .word(["user", "outOfRange", "poweredOff"])),
            ],
            .device { .accessoryDisconnected(Accessory.Kind.wireless[$0.word(.port)!].kind, uid: $0.name(.uid)) }),
        VerbRule(
            .pickRoute,
            [
                .required(
                    .port, .word((Accessory.Kind.wired + Accessory.Kind.wireless).map { $0.word } + ["builtInSpeaker"])),
                .optional(.uid, .name),
            ],
            .device { arguments in
                let place = arguments.word(.port)!
                let kinds = Accessory.Kind.wired + Accessory.Kind.wireless
                return .routePicked(place < kinds.count ? kinds[place].kind : nil, uid: arguments.name(.uid))
            }),
        VerbRule(
            .call, [.required(.phase, .word(of: CallPhase.self)), .optional(.app, .name), .optional(.uid, .name)],
            .device {
                .call($0.choice(.phase), CallName(app: $0.name(.app).map { AppID($0) }, uid: $0.name(.uid)))
            }),
        VerbRule(
            .alarm, [.required(.phase, .word(of: AlarmPhase.self)), .optional(.uid, .name)],
            .device { .alarm($0.choice(.phase), uid: $0.name(.uid)) }),
        VerbRule(
            .alert,
            [
                .required(.kind, .word(of: AlertKind.self)), .only(.app, with: .kind, "push", .name),
                .optional(.seconds, .seconds),
            ],
            .device {
                .alertArrived(
                    $0.choice(.kind), app: $0.name(.app).map { AppID($0) }, lasts: $0.length() ?? .milliseconds(1000))
            }),
        VerbRule(.keyClick, [], .device { _ in .keyClicked }),
        VerbRule(
            .setting,
            [
                .required(.name, .word(Setting.allCases.map { $0.name } + ["alertSounds"])),
                .only(.app, with: .name, "alertSounds", .name), .required(.to, .flag),
            ],
            .device { arguments in
                let isOn = arguments.flag(.to)!
                if let app = arguments.name(.app) { return .alertSoundsChanged(app: AppID(app), to: isOn) }
                return .settingChanged(Setting.allCases[arguments.word(.name)!], to: isOn)
            }),
        VerbRule(
            .mediaServices, [.required(.phase, .word(of: MediaServicesPhase.self))],
            .device { .mediaServices($0.choice(.phase)) }),
        VerbRule(.siri, [.required(.phase, .word(of: SiriPhase.self))], .device { .siri($0.choice(.phase)) }),
        VerbRule(
            .permission,
            [
                .required(.app, .name), .required(.for, .word(["microphone"])),
                .required(.to, .word(of: RecordPermission.self)),
            ],
            .device { .permissionAnswered(app: AppID($0.name(.app)!), $0.choice(.to)) }),
        VerbRule(.wait, [], .device { _ in .timePassed }),
        VerbRule(.ringerSlider, [.required(.to, .level)], .device { .ringerSliderMoved(to: $0.number(.to)!) }),
        VerbRule(.builtInMicMuted, [.required(.to, .flag)], .device { .microphoneMuted($0.flag(.to)!) }),
        VerbRule(.routeConfigurationChange, [], .device { _ in .routeConfigurationChanged }),
        VerbRule(.sleep, [], .device { _ in .fallsAsleep }),
        VerbRule(.wake, [], .device { _ in .wakes }),
        VerbRule(
            .remoteCommand,
            [
                .required(.command, .word(of: RemoteCommand.Kind.self)), .optional(.seconds, .seconds),
                .only(.position, with: .command, RemoteCommand.Kind.changePlaybackPosition.name, .seconds),
                .optional(.rate, .number(0...32)),
                .optional(.to, .number(0...5)),
            ],
            .device { arguments in
                let kind = arguments.choice(.command, of: RemoteCommand.Kind.self)
                let value =
                    switch kind {
                    case .skipForward, .skipBackward: arguments.length()?.seconds
                    case .changePlaybackPosition: arguments.number(.position)
                    case .changePlaybackRate: arguments.number(.rate)
                    case .rating, .changeRepeatMode, .changeShuffleMode: arguments.number(.to)
                    default: Double?.none
                    }
                return .remoteCommand(RemoteCommand(kind, value: value))
            }),
        VerbRule(
            .headsetButton, [.optional(.press, .whole(1...3))],
            .device { .headsetButtonPressed(times: $0.whole(.press) ?? 1) }),
    ]

    /// The options that an app may set by themselves.
    private static let oneByOne = CategoryOptions.words

    /// The verbs of an app; every row has the key `app` besides.
    private static let app: [VerbRule] = [
        VerbRule(
            .launch,
            [
                .optional(.kind, .word(of: AppKind.self)), .optional(.backgroundAudio, .flag),
                .optional(.resumes, .flag), .optional(.resumesWithoutLeave, .flag), .optional(.pausesAtUnplug, .flag),
                .optional(.inBackground, .flag), .optional(.suspensionDelay, .seconds),
                .optional(.duckGain, .level), .optional(.duckSeconds, .seconds),
            ],
            .app { arguments in
                var launch = Launch(
                    arguments.choice(.kind), backgroundAudio: arguments.flag(.backgroundAudio) ?? false,
                    resumes: arguments.flag(.resumes) ?? true)
                launch.resumesWithoutLeave = arguments.flag(.resumesWithoutLeave) ?? false
                launch.pausesAtUnplug = arguments.flag(.pausesAtUnplug) ?? true
                launch.isInBackground = arguments.flag(.inBackground) ?? false
                launch.suspensionDelay = arguments.number(.suspensionDelay).map { Length(seconds: $0) }
                launch.duck = Duck(
                    gain: arguments.number(.duckGain), over: arguments.number(.duckSeconds).map { Length(seconds: $0) })
                return .launched(launch)
            }),
        VerbRule(.foreground, [], .app { _ in .enteredForeground }),
        VerbRule(.background, [], .app { _ in .enteredBackground }),
        VerbRule(.quit, [], .app { _ in .quit }),
        VerbRule(.crash, [], .app { _ in .crashed }),
        VerbRule(
            .setCategory,
            [
                .required(.category, .word(of: Category.self)), .optional(.mode, .word(of: Mode.self)),
                .optional(.options, .words(CategoryOptions.words.map { $0.name })),
                .optional(.policy, .word(of: RouteSharingPolicy.self)),
            ],
            .app { arguments in
                let bits = arguments.words(.options)
                let options = CategoryOptions.words.indices.filter { bits >> UInt32($0) & 1 == 1 }
                return .setCategory(
                    arguments.choice(.category), arguments.choice(.mode),
                    CategoryOptions(options.map { CategoryOptions.words[$0].option }),
                    policy: arguments.choice(.policy))
            }),
        VerbRule(
            .setActive, [.required(.to, .flag), .optional(.notifyOthers, .flag)],
            .app { .setActive($0.flag(.to)!, notifyOthers: $0.flag(.notifyOthers) ?? false) }),
        VerbRule(
            .overrideOutput, [.required(.to, .word(["speaker", "none"]))],
            .app { .overrideOutput(toSpeaker: $0.word(.to) == 0) }),
        VerbRule(
            .play, [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.gain, .level)],
            .app { .play($0.sound()!, lasts: $0.length(), gain: $0.number(.gain)) }),
        VerbRule(.pause, [.optional(.sound, .name)], .app { .pause($0.sound()) }),
        VerbRule(.stop, [.optional(.sound, .name)], .app { .stop($0.sound()) }),
        VerbRule(
            .gain, [.required(.sound, .name), .required(.to, .level)],
            .app { .setGain($0.sound()!, to: $0.number(.to)!) }),
        VerbRule(
            .record, [.required(.phase, .word(["start", "stop"]))], .app { .record($0.word(.phase) == 0) }),
        VerbRule(
            .systemSound,
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.uiSound, .flag)],
            .app {
                .systemSound(
                    $0.sound()!, lasts: $0.length() ?? .milliseconds(500), isInterface: $0.flag(.uiSound) ?? true)
            }),
        VerbRule(
            .alertSound, [.required(.sound, .name), .optional(.seconds, .seconds)],
            .app { .alertSound($0.sound()!, lasts: $0.length() ?? .milliseconds(500)) }),
        VerbRule(.vibrate, [], .app { _ in .vibrate }),
        VerbRule(.nowPlaying, [.required(.to, .flag)], .app { .registeredNowPlaying($0.flag(.to)!) }),
        VerbRule(
            .allowHapticsAndSystemSoundsDuringRecording, [.required(.to, .flag)],
            .app { .allowedHapticsWhileRecording($0.flag(.to)!) }),
        VerbRule(
            .setPreferredInput, [.required(.port, .input), .optional(.uid, .name)],
            .app { arguments in
                let place = arguments.word(.port)!
                return .setPreferredInput(
                    place < Port.inputs.count ? Port.inputs[place] : nil, uid: arguments.name(.uid))
            }),
        VerbRule(
            .prefersNoInterruptionsFromSystemAlerts, [.required(.to, .flag)],
            .app { .preferred(.noInterruptionsFromSystemAlerts, $0.flag(.to)!) }),
        VerbRule(
            .prefersInterruptionOnRouteDisconnect, [.required(.to, .flag)],
            .app { .preferred(.interruptionOnRouteDisconnect, $0.flag(.to)!) }),
        VerbRule(.setInputMuted, [.required(.to, .flag)], .app { .setInputMuted($0.flag(.to)!) }),
        VerbRule(.setOutputMuted, [.required(.to, .flag)], .app { .setOutputMuted($0.flag(.to)!) }),
        VerbRule(
            .prefersEchoCancelledInput, [.required(.to, .flag)],
            .app { .preferred(.echoCancelledInput, $0.flag(.to)!) }),
        VerbRule(.volumeView, [.required(.to, .flag)], .app { .showedVolumeView($0.flag(.to)!) }),
        VerbRule(.voiceProcessing, [], .app { _ in .startedVoiceProcessing }),
        VerbRule(
            .setOption,
            [.required(.option, .word(oneByOne.map { $0.name })), .required(.to, .flag)],
            .app { .setOption(oneByOne[$0.word(.option)!].option, $0.flag(.to)!) }),
        VerbRule(.ask, [.required(.for, .word(of: Question.self))], .app { .ask($0.choice(.for)) }),
    ]
}
