import SessionPolicy

extension VerbRule {
    /// The verbs of the person and the device.
    static let ofDevice: [VerbRule] = [
        VerbRule(
            .ringSwitch, "The person moves the Ring/Silent switch.",
            [.required(.to, .word(of: RingSwitch.self))],
            .device({ .ringSwitchMoved(to: $0.choice(.to)) }) {
                if case .ringSwitchMoved(let position) = $0 { [.to: .word(position.name)] } else { nil }
            }),
        VerbRule(.lock, "The screen is locked.", .device(.screenLocked)),
        VerbRule(.unlock, "The screen is unlocked.", .device(.screenUnlocked)),
        VerbRule(
            .volumeButton, "The person presses a side button; one press is a sixteenth of the range.",
            [.required(.press, .word(of: VolumeDirection.self)), .optional(.times, .whole(1...1_000_000))],
            .device({ .volumeButtonPressed($0.choice(.press), times: $0.whole(.times) ?? 1) }) {
                guard case .volumeButtonPressed(let direction, let times) = $0 else { return nil }
                return [.press: .word(direction.name), .times: .whole(times)]
            }),
        VerbRule(
            .volumeSlider, "The person moves the system's slider inside an app to a linear level.",
            [.required(.to, .level)],
            .device({ .volumeSliderMoved(to: $0.number(.to)!) }) {
                if case .volumeSliderMoved(let level) = $0 { [.to: .number(level)] } else { nil }
            }),
        VerbRule(
            .plug, "A wired accessory is plugged in.",
            [
                .required(.port, .wired), .optional(.name, .name), .optional(.uid, .name),
                .optional(.only, .word(of: Accessory.Direction.self)),
            ],
            .device({ .accessoryConnected($0.accessory(of: Accessory.Kind.wired)) }) {
                if case .accessoryConnected(let accessory) = $0, accessory.kind.isWired {
                    accessory.written
                } else {
                    nil
                }
            }),
        VerbRule(
            .unplug, "A wired accessory is pulled out.",
            [.required(.port, .wired), .optional(.name, .name), .optional(.uid, .name)],
            .device({ .accessoryDisconnected(Accessory.Kind.wired[$0.word(.port)!].kind, uid: $0.name(.uid)) }) {
                guard case .accessoryDisconnected(let kind, let uid) = $0, kind.isWired else { return nil }
                return [.port: .word(kind.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .connect, "A wireless accessory is connected.",
            [.required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name)],
            .device({ .accessoryConnected($0.accessory(of: Accessory.Kind.wireless)) }) {
                if case .accessoryConnected(let accessory) = $0, !accessory.kind.isWired {
                    accessory.written
                } else {
                    nil
                }
            }),
        VerbRule(
            .disconnect, "A wireless accessory is gone.",
            [
                .required(.port, .wireless), .optional(.name, .name), .optional(.uid, .name),
                .optional(.because, .word(["user", "outOfRange", "poweredOff"])),
            ],
            .device({ .accessoryDisconnected(Accessory.Kind.wireless[$0.word(.port)!].kind, uid: $0.name(.uid)) }) {
                guard case .accessoryDisconnected(let kind, let uid) = $0, !kind.isWired else { return nil }
                return [.port: .word(kind.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .pickRoute, "The person picks an output in the route picker.",
            [
                .required(
                    .port, .word((Accessory.Kind.wired + Accessory.Kind.wireless).map { $0.word } + ["builtInSpeaker"])),
                .optional(.uid, .name),
            ],
            .device({ arguments in
                let place = arguments.word(.port)!
                let kinds = Accessory.Kind.wired + Accessory.Kind.wireless
                return .routePicked(place < kinds.count ? kinds[place].kind : nil, uid: arguments.name(.uid))
            }) {
                guard case .routePicked(let kind, let uid) = $0 else { return nil }
                return [.port: .word(kind?.name ?? "builtInSpeaker"), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .call, "Something happens to a call, the phone's own or an app's.",
            [.required(.phase, .word(of: CallPhase.self)), .optional(.app, .name), .optional(.uid, .name)],
            .device({
                .call($0.choice(.phase), CallName(app: $0.name(.app).map { AppID($0) }, uid: $0.name(.uid)))
            }) {
                guard case .call(let phase, let call) = $0 else { return nil }
                return [
                    .phase: .word(phase.name), .app: call.app.map { .name($0.name) }, .uid: call.uid.map { .name($0) },
                ]
            }),
        VerbRule(
            .alarm, "Something happens to an alarm that the person has set.",
            [.required(.phase, .word(of: AlarmPhase.self)), .optional(.uid, .name)],
            .device({ .alarm($0.choice(.phase), uid: $0.name(.uid)) }) {
                guard case .alarm(let phase, let uid) = $0 else { return nil }
                return [.phase: .word(phase.name), .uid: uid.map { .name($0) }]
            }),
        VerbRule(
            .alert, "A notification with a sound arrives.",
            [
                .required(.kind, .word(of: AlertKind.self)), .only(.app, with: .kind, "push", .name),
                .optional(.seconds, .seconds),
            ],
            .device({
                .alertArrived(
                    $0.choice(.kind), app: $0.name(.app).map { AppID($0) }, lasts: $0.length() ?? .milliseconds(1000))
            }) {
                guard case .alertArrived(let kind, let app, let length) = $0 else { return nil }
                return [.kind: .word(kind.name), .app: app.map { .name($0.name) }, .seconds: .seconds(length)]
            }),
        VerbRule(.keyClick, "A key of the keyboard clicks.", .device(.keyClicked)),
        VerbRule(
            .setting, "The person changes a setting; all are on at first.",
            [
                .required(.name, .word(Setting.allCases.map { $0.name } + ["alertSounds"])),
                .only(.app, with: .name, "alertSounds", .name), .required(.to, .flag),
            ],
            .device({ arguments in
                let isOn = arguments.flag(.to)!
                if let app = arguments.name(.app) { return .alertSoundsChanged(app: AppID(app), to: isOn) }
                return .settingChanged(Setting.allCases[arguments.word(.name)!], to: isOn)
            }) {
                switch $0 {
                case .settingChanged(let setting, let isOn): [.name: .word(setting.name), .to: .flag(isOn)]
                case .alertSoundsChanged(let app, let isOn):
                    [.name: .word("alertSounds"), .app: .name(app.name), .to: .flag(isOn)]
                default: nil
                }
            }),
        VerbRule(
            .mediaServices, "The media server dies or comes back.",
            [.required(.phase, .word(of: MediaServicesPhase.self))],
            .device({ .mediaServices($0.choice(.phase)) }) {
                if case .mediaServices(let phase) = $0 { [.phase: .word(phase.name)] } else { nil }
            }),
        VerbRule(
            .siri, "Siri begins to listen, or is done.", [.required(.phase, .word(of: SiriPhase.self))],
            .device({ .siri($0.choice(.phase)) }) {
                if case .siri(let phase) = $0 { [.phase: .word(phase.name)] } else { nil }
            }),
        VerbRule(
            .permission, "The person answers an app's question for the microphone.",
            [
                .required(.app, .name), .required(.for, .word(["microphone"])),
                .required(.to, .word(of: RecordPermission.self)),
            ],
            .device({ .permissionAnswered(app: AppID($0.name(.app)!), $0.choice(.to)) }) {
                guard case .permissionAnswered(let app, let permission) = $0 else { return nil }
                return [.app: .name(app.name), .for: .word("microphone"), .to: .word(permission.name)]
            }),
        VerbRule(.wait, "Time passes and nothing else happens.", .device(.timePassed)),
        VerbRule(
            .ringerSlider, "The person moves the ringer's slider in Settings to a linear level.",
            [.required(.to, .level)],
            .device({ .ringerSliderMoved(to: $0.number(.to)!) }) {
                if case .ringerSliderMoved(let level) = $0 { [.to: .number(level)] } else { nil }
            }),
        VerbRule(
            .builtInMicMuted, "The hardware mutes the phone's own microphone, or no longer does.",
            [.required(.to, .flag)],
            .device({ .microphoneMuted($0.flag(.to)!) }) {
                if case .microphoneMuted(let isMuted) = $0 { [.to: .flag(isMuted)] } else { nil }
            }),
        VerbRule(
            .routeConfigurationChange, "The route keeps its ports and changes its configuration.",
            .device(.routeConfigurationChanged)),
        VerbRule(.sleep, "The device goes to sleep.", .device(.fallsAsleep)),
        VerbRule(.wake, "The device wakes.", .device(.wakes)),
        VerbRule(
            .remoteCommand, "The person gives the Now Playing app a command from elsewhere.",
            [
                .required(.command, .word(of: RemoteCommand.Kind.self)), .optional(.seconds, .seconds),
                .only(.position, with: .command, RemoteCommand.Kind.changePlaybackPosition.name, .seconds),
                .optional(.rate, .number(0...32)),
                .optional(.to, .number(0...5)),
            ],
            .device({ arguments in
                let kind = arguments.choice(.command, of: RemoteCommand.Kind.self)
                let value: Double? =
                    switch kind.key {
                    case .seconds: arguments.length()?.seconds
                    case let key: key.flatMap { arguments.number($0) }
                    }
                return .remoteCommand(RemoteCommand(kind, value: value))
            }) {
                guard case .remoteCommand(let command) = $0 else { return nil }
                let value = command.value.map { StepValue.number($0) }
                return [.command: .word(command.kind.name), command.kind.key ?? .to: value]
            }),
        VerbRule(
            .headsetButton, "The person presses the button of a headset, up to three times in quick succession.",
            [.optional(.press, .whole(1...3))],
            .device({ .headsetButtonPressed(times: $0.whole(.press) ?? 1) }) {
                if case .headsetButtonPressed(let times) = $0 { [.press: .whole(times)] } else { nil }
            }),
    ]
}

extension RemoteCommand.Kind {
    /// The key of the command's value; nil where it has none.
    fileprivate var key: Key? {
        switch self {
        case .skipForward, .skipBackward: .seconds
        case .changePlaybackPosition: .position
        case .changePlaybackRate: .rate
        case .rating, .changeRepeatMode, .changeShuffleMode: .to
        default: nil
        }
    }
}

extension Arguments {
    fileprivate func accessory(of kinds: [Accessory.Kind.Named]) -> Accessory {
        Accessory(
            kind: kinds[word(.port)!].kind, uid: name(.uid), name: name(.name),
            only: word(.only).map { Accessory.Direction.allCases[$0] })
    }
}

extension Accessory {
    fileprivate var written: VerbRule.Written {
        [
            .port: .word(kind.name), .uid: uid.map { .name($0) }, .name: name.map { .name($0) },
            .only: only.map { .word($0.name) },
        ]
    }
}
