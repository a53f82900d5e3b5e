public import SessionPolicy

/// The verbs of the step vocabulary; each has its row below.
public enum Verb: String, CaseIterable, Hashable, Sendable {
    case rules
    // What the person and the device do.
    case ringSwitch, lock, unlock, volumeButton, volumeSlider, plug, unplug, connect, disconnect, pickRoute
    case call, alarm, alert, keyClick, setting, mediaServices, permission, siri, wait
    case ringerSlider, builtInMicMuted, routeConfigurationChange, sleep, wake, remoteCommand, headsetButton
    case proximity, announce
    // What an app does.
    case launch, foreground, background, quit, crash, setCategory, setActive, overrideOutput
    case play, pause, stop, gain, record, systemSound, alertSound, vibrate, ask
    case nowPlaying, allowHapticsAndSystemSoundsDuringRecording
    case setPreferredInput, prefersNoInterruptionsFromSystemAlerts, prefersInterruptionOnRouteDisconnect
    case setInputMuted, volumeView, voiceProcessing, setOption, setOutputMuted, prefersEchoCancelledInput

    /// The verb as it is written.
    public var name: String { rawValue }

    /// The meaning of the verb, as a sentence.
    public var sentence: String { VerbRule.row(name)?.sentence ?? "" }

    /// Whether it starts or continues the sound that it names.
    public var startsSound: Bool { self == .play || self == .systemSound || self == .alertSound }
}

extension Event {
    /// The verb of the nearest step.
    public var verb: Verb { said.verb }

    /// The nearest step: its verb, and its values by their keys in the order in which they are written, without the app
    /// of an app's own act.
    var said: (verb: Verb, values: StepValues) {
        switch self {
        case .ringSwitchMoved(let position): (.ringSwitch, [.to: .word(position.name)])
        case .screenLocked: (.lock, [:])
        case .screenUnlocked: (.unlock, [:])
        case .volumeButtonPressed(let direction, let times):
            (.volumeButton, [.press: .word(direction.name), .times: .whole(times)])
        case .volumeSliderMoved(let level): (.volumeSlider, [.to: .number(level)])
        case .ringerSliderMoved(let level): (.ringerSlider, [.to: .number(level)])
        case .accessoryConnected(let accessory): (accessory.kind.isWired ? .plug : .connect, accessory.values)
        case .accessoryDisconnected(let kind, let uid):
            (kind.isWired ? .unplug : .disconnect, [.port: .word(kind.name), .uid: uid.map { .name($0) }])
        case .routePicked(let kind, let uid):
            (.pickRoute, [.port: .word(kind?.name ?? "builtInSpeaker"), .uid: uid.map { .name($0) }])
        case .call(let phase, let call):
            (
                .call,
                [.phase: .word(phase.name), .app: call.app.map { .name($0.name) }, .uid: call.uid.map { .name($0) }]
            )
        case .alarm(let phase, let uid): (.alarm, [.phase: .word(phase.name), .uid: uid.map { .name($0) }])
        case .alertArrived(let kind, let app, let length):
            (.alert, [.kind: .word(kind.name), .app: app.map { .name($0.name) }, .seconds: .seconds(length)])
        case .keyClicked: (.keyClick, [:])
        case .settingChanged(let setting, let isOn): (.setting, [.name: .word(setting.name), .to: .flag(isOn)])
        case .alertSoundsChanged(let app, let isOn):
            (.setting, [.name: .word("alertSounds"), .app: .name(app.name), .to: .flag(isOn)])
        case .permissionAnswered(let app, let permission):
            (.permission, [.app: .name(app.name), .for: .word("microphone"), .to: .word(permission.name)])
        case .mediaServices(let phase): (.mediaServices, [.phase: .word(phase.name)])
        case .siri(let phase, let input):
            (.siri, [.phase: .word(phase.name), .by: input == .phone ? nil : .word(input.name)])
        case .messageAnnounced(let length): (.announce, [.seconds: .seconds(length)])
        case .proximityChanged(let proximity): (.proximity, [.to: .word(proximity.name)])
        case .microphoneMuted(let isMuted): (.builtInMicMuted, [.to: .flag(isMuted)])
        case .routeConfigurationChanged: (.routeConfigurationChange, [:])
        case .fallsAsleep: (.sleep, [:])
        case .wakes: (.wake, [:])
        case .remoteCommand(let command):
            (
                .remoteCommand,
                [.command: .word(command.kind.name), command.kind.key ?? .to: command.value.map { .number($0) }]
            )
        case .headsetButtonPressed(let times): (.headsetButton, [.press: .whole(times)])
        case .timePassed, .deadlineReached: (.wait, [:])
        case .app(_, let act): act.said
        }
    }

    /// The app that a step with this event names.
    package var app: AppID? {
        switch self {
        case .app(let app, _), .alertSoundsChanged(let app, _), .permissionAnswered(let app, _): app
        case .call(_, let name): name.app
        case .alertArrived(_, let app, _): app
        default: nil
        }
    }
}

extension AppAct {
    /// The verb of the nearest step.
    public var verb: Verb {
        // It depends on no name.
        renamed(to: NumberedNames.self, sound: { _ in SoundID(Name(0)) }, name: { _ in Name(0) }).said.verb
    }
}

extension AppEvent {
    /// The nearest step, without its app.
    fileprivate var said: (verb: Verb, values: StepValues) {
        switch self {
        case .launched(let launch): (.launch, launch.values)
        case .enteredForeground: (.foreground, [:])
        case .enteredBackground: (.background, [:])
        case .quit: (.quit, [:])
        case .crashed: (.crash, [:])
        case .setCategory(let category, let mode, let options, let policy):
            AppEvent.changeCategory(
                category, mode: mode == .default ? nil : mode, options: options.isEmpty ? nil : options,
                policy: policy == .default ? nil : policy
            ).said
        case .changeCategory(let category, let mode, let options, let policy):
            (
                .setCategory,
                [
                    .category: category.map { .word($0.name) }, .mode: mode.map { .word($0.name) },
                    .options: options.map { .words($0.names) }, .policy: policy.map { .word($0.name) },
                ]
            )
        case .setActive(let isActive, let notifiesOthers):
            (.setActive, [.to: .flag(isActive), .notifyOthers: notifiesOthers ? .flag(true) : nil])
        case .overrideOutput(let isSpeaker): (.overrideOutput, [.to: .word(isSpeaker ? "speaker" : "none")])
        case .play(let sound, let length, let gain):
            (
                .play,
                [.sound: .name(sound.name), .seconds: length.map { .seconds($0) }, .gain: gain.map { .number($0) }]
            )
        case .playLost(let sound): (.play, [.sound: .name(sound.name)])
        case .pause(let sound): (.pause, [.sound: sound.map { .name($0.name) }])
        case .stop(let sound): (.stop, [.sound: sound.map { .name($0.name) }])
        case .setGain(let sound, let gain, _): (.gain, [.sound: .name(sound.name), .to: .number(gain)])
        case .soundMoved: (.wait, [:])
        case .record(let starts): (.record, [.phase: .word(starts ? "start" : "stop")])
        case .systemSound(let sound, let length, let isInterface):
            (
                .systemSound,
                [.sound: .name(sound.name), .seconds: .seconds(length), .uiSound: isInterface ? nil : .flag(false)]
            )
        case .alertSound(let sound, let length):
            (.alertSound, [.sound: .name(sound.name), .seconds: .seconds(length)])
        case .registeredNowPlaying(let isOn): (.nowPlaying, [.to: .flag(isOn)])
        case .allowedHapticsWhileRecording(let isOn):
            (.allowHapticsAndSystemSoundsDuringRecording, [.to: .flag(isOn)])
        case .vibrate: (.vibrate, [:])
        case .setPreferredInput(let port, let uid):
            (.setPreferredInput, [.port: .word(port?.name ?? "none"), .uid: uid.map { .name($0) }])
        case .preferred(let preference, let isOn): (preference.verb, [.to: .flag(isOn)])
        case .setInputMuted(let isOn): (.setInputMuted, [.to: .flag(isOn)])
        case .setOutputMuted(let isOn): (.setOutputMuted, [.to: .flag(isOn)])
        case .showedVolumeView(let isOn): (.volumeView, [.to: .flag(isOn)])
        case .startedVoiceProcessing: (.voiceProcessing, [:])
        case .setOption(let option, let isSet):
            // The one that contains mixing comes before it.
            (.setOption, [.option: .word(option.names.first ?? ""), .to: .flag(isSet)])
        case .answeredRemoteCommand: (.remoteCommand, [:])
        case .ask(let question): (.ask, [.for: .word(question.name)])
        case .requestRecordPermission: (.ask, [:])
        case .call(let phase, let uid): (.call, [.phase: .word(phase.name), .uid: uid.map { .name($0) }])
        }
    }
}

extension Preference {
    fileprivate var verb: Verb {
        switch self {
        case .noInterruptionsFromSystemAlerts: .prefersNoInterruptionsFromSystemAlerts
        case .interruptionOnRouteDisconnect: .prefersInterruptionOnRouteDisconnect
        case .echoCancelledInput: .prefersEchoCancelledInput
        }
    }
}

extension VerbRule {
    private static let accessories = Accessory.Kind.wired + Accessory.Kind.wireless

    static let ofDevice: [VerbRule] = [
        VerbRule(
            .ringSwitch, "The person moves the Ring/Silent switch.", [.required(.to, .word(of: RingSwitch.self))],
            .device { .ringSwitchMoved(to: $0.choice(.to)) }),
        VerbRule(.lock, "The screen is locked.", .device { _ in .screenLocked }),
        VerbRule(.unlock, "The screen is unlocked.", .device { _ in .screenUnlocked }),
        VerbRule(
            .volumeButton, "The person presses a side button; one press is a sixteenth of the range.",
            [.required(.press, .word(of: VolumeDirection.self)), .optional(.times, .whole(1...1_000_000))],
            .device { .volumeButtonPressed($0.choice(.press), times: $0.whole(.times) ?? 1) }),
        VerbRule(
            .volumeSlider, "The person moves the system's slider inside an app to a linear level.",
            [.required(.to, .level)], .device { .volumeSliderMoved(to: $0.number(.to)!) }),
        VerbRule(
            .plug, "A wired accessory is plugged in.",
            [
                .required(.port, .wired), .optional(.name, .name), .optional(.uid, .name),
                .optional(.only, .word(of: Accessory.Direction.self)),
            ], .device { .accessoryConnected($0.accessory(of: Accessory.Kind.wired)) }),
        VerbRule(
            .unplug, "A wired accessory is pulled out.",
            [.required(.port, .wired), .optional(.name, .name), .optional(.uid, .name)],
            .device { .accessoryDisconnected(Accessory.Kind.wired[$0.word(.port)!].kind, uid: $0.name(.uid)) }),
        VerbRule(
            .connect, "A wireless accessory is connected.",
            [.required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name)],
            .device { .accessoryConnected($0.accessory(of: Accessory.Kind.wireless)) }),
        VerbRule(
            .disconnect, "A wireless accessory is gone.",
            [
                .required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name),
                .optional(.because, .word(["user", "outOfRange", "poweredOff"])),
            ], .device { .accessoryDisconnected(Accessory.Kind.wireless[$0.word(.port)!].kind, uid: $0.name(.uid)) }),
        VerbRule(
            .pickRoute, "The person picks an output in the route picker.",
            [.required(.port, .word(accessories.map { $0.word } + ["builtInSpeaker"])), .optional(.uid, .name)],
            .device { arguments in
                let place = arguments.word(.port)!
                return .routePicked(
                    place < accessories.count ? accessories[place].kind : nil, uid: arguments.name(.uid))
            }),
        VerbRule(
            .call, "Something happens to a call, the phone's own or an app's.",
            [.required(.phase, .word(of: CallPhase.self)), .optional(.app, .name), .optional(.uid, .name)],
            .device { .call($0.choice(.phase), CallName(app: $0.app, uid: $0.name(.uid))) }),
        VerbRule(
            .alarm, "Something happens to an alarm that the person has set.",
            [.required(.phase, .word(of: AlarmPhase.self)), .optional(.uid, .name)],
            .device { .alarm($0.choice(.phase), uid: $0.name(.uid)) }),
        VerbRule(
            .alert, "A notification with a sound arrives.",
            [
                .required(.kind, .word(of: AlertKind.self)), .only(.app, with: .kind, "push", .name),
                .optional(.seconds, .seconds),
            ], .device { .alertArrived($0.choice(.kind), app: $0.app, lasts: $0.length() ?? .milliseconds(1000)) }),
        VerbRule(.keyClick, "A key of the keyboard clicks.", .device { _ in .keyClicked }),
        VerbRule(
            .setting, "The person changes a setting; all are on at first.",
            [
                .required(.name, .word(Setting.names + ["alertSounds"])),
                .only(.app, with: .name, "alertSounds", .name), .required(.to, .flag),
            ],
            .device { arguments in
                if let app = arguments.app { return .alertSoundsChanged(app: app, to: arguments.isOn) }
                return .settingChanged(arguments.choice(.name), to: arguments.isOn)
            }),
        VerbRule(
            .mediaServices, "The media server dies or comes back.",
            [.required(.phase, .word(of: MediaServicesPhase.self))], .device { .mediaServices($0.choice(.phase)) }),
        VerbRule(
            .siri, "Siri begins to listen, or is done.",
            [.required(.phase, .word(of: SiriPhase.self)), .optional(.by, .word(of: SiriInput.self))],
            .device { .siri($0.choice(.phase), by: $0.choice(.by)) }),
        VerbRule(
            .permission, "The person answers an app's question for the microphone.",
            [
                .required(.app, .name), .required(.for, .word(["microphone"])),
                .required(.to, .word(of: RecordPermission.self)),
            ], .device { .permissionAnswered(app: $0.app!, $0.choice(.to)) }),
        VerbRule(.wait, "Time passes and nothing else happens.", .device { _ in .timePassed }),
        VerbRule(
            .ringerSlider, "The person moves the ringer's slider in Settings to a linear level.",
            [.required(.to, .level)], .device { .ringerSliderMoved(to: $0.number(.to)!) }),
        VerbRule(
            .builtInMicMuted, "The hardware mutes the phone's own microphone, or no longer does.",
            [.required(.to, .flag)], .device { .microphoneMuted($0.isOn) }),
        VerbRule(
            .routeConfigurationChange, "The route keeps its ports and changes its configuration.",
            .device { _ in .routeConfigurationChanged }),
        VerbRule(.sleep, "The device goes to sleep.", .device { _ in .fallsAsleep }),
        VerbRule(.wake, "The device wakes.", .device { _ in .wakes }),
        VerbRule(
            .remoteCommand, "The person gives the Now Playing app a command from elsewhere.",
            [
                .required(.command, .word(of: RemoteCommand.Kind.self)), .optional(.seconds, .seconds),
                .only(.position, with: .command, RemoteCommand.Kind.changePlaybackPosition.name, .seconds),
                .optional(.rate, .number(0...32)),
                .optional(.to, .number(0...5)),
            ],
            .device { arguments in
                let kind = arguments.choice(.command, of: RemoteCommand.Kind.self)
                let value: Double? =
                    switch kind.key {
                    case .seconds: arguments.length()?.seconds
                    case let key: key.flatMap { arguments.number($0) }
                    }
                return .remoteCommand(RemoteCommand(kind, value: value))
            }),
        VerbRule(
            .headsetButton, "The person presses the button of a headset, up to three times in quick succession.",
            [.optional(.press, .whole(1...3))], .device { .headsetButtonPressed(times: $0.whole(.press) ?? 1) }),
        VerbRule(
            .proximity, "The phone comes to an ear, or leaves it.", [.required(.to, .word(of: Proximity.self))],
            .device { .proximityChanged(to: $0.choice(.to)) }),
        VerbRule(
            .announce, "Siri reads a message aloud in headphones.", [.optional(.seconds, .seconds)],
            .device { .messageAnnounced(lasts: $0.length() ?? .milliseconds(5_000)) }),
    ]
}

extension VerbRule {
    private static let options = CategoryOptions.words

    /// The verbs of an app; every row also has the key `app`.
    static let ofApps: [VerbRule] = [
        VerbRule(
            .launch, "The app starts and comes to the foreground.",
            [
                .optional(.kind, .word(of: AppKind.self)), .optional(.backgroundAudio, .flag),
                .optional(.resumes, .flag), .optional(.resumesWithoutLeave, .flag), .optional(.pausesAtUnplug, .flag),
                .optional(.inBackground, .flag), .optional(.suspensionDelay, .seconds),
                .optional(.duckGain, .level), .optional(.duckSeconds, .seconds),
                .optional(.wantsRecommendation, .flag), .optional(.suspendsWhenIdle, .flag),
            ], .app { .launched(Launch($0)) }),
        VerbRule(.foreground, "The app comes to the foreground.", .app { _ in .enteredForeground }),
        VerbRule(.background, "The app leaves the foreground.", .app { _ in .enteredBackground }),
        VerbRule(.quit, "The app ends and releases everything it held.", .app { _ in .quit }),
        VerbRule(.crash, "The app dies and releases everything it held.", .app { _ in .crashed }),
        VerbRule(
            .setCategory, "The app sets its session's category, mode and options, all at once.",
            [
                .required(.category, .word(of: Category.self)), .optional(.mode, .word(of: Mode.self)),
                .optional(.options, .words(options.map { $0.name })),
                // The last word is an older name of longFormAudio.
                .optional(.policy, .word(RouteSharingPolicy.names + ["longForm"])),
            ],
            .app { arguments in
                let bits = arguments.words(.options)
                let set = options.indices.filter { bits >> UInt32($0) & 1 == 1 }
                return .setCategory(
                    arguments.choice(.category), arguments.choice(.mode),
                    CategoryOptions(set.map { options[$0].option }),
                    policy: arguments.word(.policy) == RouteSharingPolicy.names.count
                        ? .longFormAudio : arguments.choice(.policy))
            }),
        VerbRule(
            .setActive, "The app activates or deactivates its session.",
            [.required(.to, .flag), .optional(.notifyOthers, .flag)],
            .app { .setActive($0.isOn, notifyOthers: $0.flag(.notifyOthers) ?? false) }),
        VerbRule(
            .overrideOutput, "The app asks for the speaker in place of the route, or takes that back.",
            [.required(.to, .word(["speaker", "none"]))], .app { .overrideOutput(toSpeaker: $0.word(.to) == 0) }),
        VerbRule(
            .play, "The app starts a sound, or goes on with a paused one.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.gain, .level)],
            .app { .play($0.sound()!, lasts: $0.length(), gain: $0.number(.gain)) }),
        VerbRule(
            .pause, "The app pauses a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app { .pause($0.sound()) }),
        VerbRule(
            .stop, "The app stops a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app { .stop($0.sound()) }),
        VerbRule(
            .gain, "The app sets the linear level of one of its sounds.",
            [.required(.sound, .name), .required(.to, .level)], .app { .setGain($0.sound()!, to: $0.number(.to)!) }),
        VerbRule(
            .record, "The app starts or stops recording.", [.required(.phase, .word(["start", "stop"]))],
            .app { .record($0.word(.phase) == 0) }),
        VerbRule(
            .systemSound, "The app plays a short sound through System Sound Services.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.uiSound, .flag)],
            .app {
                .systemSound(
                    $0.sound()!, lasts: $0.length() ?? .milliseconds(500), isInterface: $0.flag(.uiSound) ?? true)
            }),
        VerbRule(
            .alertSound, "The same as an alert, which vibrates where the settings say so.",
            [.required(.sound, .name), .optional(.seconds, .seconds)],
            .app { .alertSound($0.sound()!, lasts: $0.length() ?? .milliseconds(500)) }),
        VerbRule(.vibrate, "The app makes the device vibrate.", .app { _ in .vibrate }),
        VerbRule(
            .nowPlaying, "The app registers as Now Playing by its remote commands, or takes that back.",
            [.required(.to, .flag)], .app { .registeredNowPlaying($0.isOn) }),
        VerbRule(
            .allowHapticsAndSystemSoundsDuringRecording,
            "The app allows vibration and system sounds while it records, or no longer.", [.required(.to, .flag)],
            .app { .allowedHapticsWhileRecording($0.isOn) }),
        VerbRule(
            .setPreferredInput, "The app chooses among its available inputs, or leaves the choice to the rules.",
            [.required(.port, .input), .optional(.uid, .name)],
            .app { arguments in
                let place = arguments.word(.port)!
                return .setPreferredInput(
                    place < Port.inputs.count ? Port.inputs[place] : nil, uid: arguments.name(.uid))
            }),
        preference(
            .noInterruptionsFromSystemAlerts,
            "The app prefers not to be interrupted before a call is answered, where calls come in as banners."),
        preference(
            .interruptionOnRouteDisconnect,
            "The app prefers to be interrupted when its output is disconnected, or prefers not to be."),
        VerbRule(
            .setInputMuted, "The app mutes its own input, or no longer does.", [.required(.to, .flag)],
            .app { .setInputMuted($0.isOn) }),
        VerbRule(
            .setOutputMuted, "The app mutes its own output, or no longer does.", [.required(.to, .flag)],
            .app { .setOutputMuted($0.isOn) }),
        preference(.echoCancelledInput, "The app prefers echo-cancelled input, or not."),
        VerbRule(
            .volumeView, "The app shows the system's volume view, or no longer does.", [.required(.to, .flag)],
            .app { .showedVolumeView($0.isOn) }),
        VerbRule(
            .voiceProcessing, "The app starts to process voice, by its audio unit or its engine.",
            .app { _ in .startedVoiceProcessing }),
        VerbRule(
            .setOption, "The app sets one option of its category or takes it back, and keeps the others.",
            [.required(.option, .word(options.map { $0.name })), .required(.to, .flag)],
            .app { .setOption(options[$0.word(.option)!].option, $0.isOn) }),
        VerbRule(
            .ask, "The app asks a question; the reply has the answer.", [.required(.for, .word(of: Question.self))],
            .app { .ask($0.choice(.for)) }),
    ]

    private static func preference(_ preference: Preference, _ sentence: String) -> VerbRule {
        VerbRule(preference.verb, sentence, [.required(.to, .flag)], .app { .preferred(preference, $0.isOn) })
    }
}
