import SessionPolicy

extension VerbRule {
    /// The options that an app may set by themselves.
    private static let oneByOne = CategoryOptions.words

    /// The verbs of an app; every row has the key `app` besides.
    static let ofApps: [VerbRule] = [
        VerbRule(
            .launch, "The app starts and comes to the foreground.",
            [
                .optional(.kind, .word(of: AppKind.self)), .optional(.backgroundAudio, .flag),
                .optional(.resumes, .flag), .optional(.resumesWithoutLeave, .flag), .optional(.pausesAtUnplug, .flag),
                .optional(.inBackground, .flag), .optional(.suspensionDelay, .seconds),
                .optional(.duckGain, .level), .optional(.duckSeconds, .seconds),
            ],
            .app({ .launched(Launch($0)) }) {
                if case .launched(let launch) = $0 { launch.written } else { nil }
            }),
        VerbRule(.foreground, "The app comes to the foreground.", .app(.enteredForeground)),
        VerbRule(.background, "The app leaves the foreground.", .app(.enteredBackground)),
        VerbRule(.quit, "The app ends and releases everything it held.", .app(.quit)),
        VerbRule(.crash, "The app dies and releases everything it held.", .app(.crashed)),
        VerbRule(
            .setCategory, "The app sets its session's category, mode and options, all at once.",
            [
                .required(.category, .word(of: Category.self)), .optional(.mode, .word(of: Mode.self)),
                .optional(.options, .words(CategoryOptions.words.map { $0.name })),
                .optional(.policy, .word(of: RouteSharingPolicy.self)),
            ],
            .app({ arguments in
                let bits = arguments.words(.options)
                let options = CategoryOptions.words.indices.filter { bits >> UInt32($0) & 1 == 1 }
                return .setCategory(
                    arguments.choice(.category), arguments.choice(.mode),
                    CategoryOptions(options.map { CategoryOptions.words[$0].option }),
                    policy: arguments.choice(.policy))
            }) {
                guard case .setCategory(let category, let mode, let options, let policy) = $0 else { return nil }
                return [
                    .category: .word(category.name), .mode: mode == .default ? nil : .word(mode.name),
                    .options: options.isEmpty ? nil : .words(options.names),
                    .policy: policy == .default ? nil : .word(policy.name),
                ]
            }),
        VerbRule(
            .setActive, "The app activates or deactivates its session.",
            [.required(.to, .flag), .optional(.notifyOthers, .flag)],
            .app({ .setActive($0.flag(.to)!, notifyOthers: $0.flag(.notifyOthers) ?? false) }) {
                guard case .setActive(let isActive, let notifiesOthers) = $0 else { return nil }
                return [.to: .flag(isActive), .notifyOthers: notifiesOthers ? .flag(true) : nil]
            }),
        VerbRule(
            .overrideOutput, "The app asks for the speaker in place of the route, or takes that back.",
            [.required(.to, .word(["speaker", "none"]))],
            .app({ .overrideOutput(toSpeaker: $0.word(.to) == 0) }) {
                if case .overrideOutput(let isSpeaker) = $0 {
                    [.to: .word(isSpeaker ? "speaker" : "none")]
                } else {
                    nil
                }
            }),
        VerbRule(
            .play, "The app starts a sound, or goes on with a paused one.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.gain, .level)],
            .app({ .play($0.sound()!, lasts: $0.length(), gain: $0.number(.gain)) }) {
                guard case .play(let sound, let length, let gain) = $0 else { return nil }
                return [
                    .sound: .name(sound.name), .seconds: length.map { .seconds($0) }, .gain: gain.map { .number($0) },
                ]
            }),
        VerbRule(
            .pause, "The app pauses a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app({ .pause($0.sound()) }) {
                if case .pause(let sound) = $0 { [.sound: sound.map { .name($0.name) }] } else { nil }
            }),
        VerbRule(
            .stop, "The app stops a sound, or all of its sounds.", [.optional(.sound, .name)],
            .app({ .stop($0.sound()) }) {
                if case .stop(let sound) = $0 { [.sound: sound.map { .name($0.name) }] } else { nil }
            }),
        VerbRule(
            .gain, "The app sets the linear level of one of its sounds.",
            [.required(.sound, .name), .required(.to, .level)],
            .app({ .setGain($0.sound()!, to: $0.number(.to)!) }) {
                guard case .setGain(let sound, let gain) = $0 else { return nil }
                return [.sound: .name(sound.name), .to: .number(gain)]
            }),
        VerbRule(
            .record, "The app starts or stops recording.", [.required(.phase, .word(["start", "stop"]))],
            .app({ .record($0.word(.phase) == 0) }) {
                if case .record(let starts) = $0 { [.phase: .word(starts ? "start" : "stop")] } else { nil }
            }),
        VerbRule(
            .systemSound, "The app plays a short sound through System Sound Services.",
            [.required(.sound, .name), .optional(.seconds, .seconds), .optional(.uiSound, .flag)],
            .app({
                .systemSound(
                    $0.sound()!, lasts: $0.length() ?? .milliseconds(500), isInterface: $0.flag(.uiSound) ?? true)
            }) {
                guard case .systemSound(let sound, let length, let isInterface) = $0 else { return nil }
                return [
                    .sound: .name(sound.name), .seconds: .seconds(length), .uiSound: isInterface ? nil : .flag(false),
                ]
            }),
        VerbRule(
            .alertSound, "The same as an alert, which vibrates where the settings say so.",
            [.required(.sound, .name), .optional(.seconds, .seconds)],
            .app({ .alertSound($0.sound()!, lasts: $0.length() ?? .milliseconds(500)) }) {
                guard case .alertSound(let sound, let length) = $0 else { return nil }
                return [.sound: .name(sound.name), .seconds: .seconds(length)]
            }),
        VerbRule(.vibrate, "The app makes the device vibrate.", .app(.vibrate)),
        VerbRule(
            .nowPlaying, "The app registers as Now Playing by its remote commands, or takes that back.",
            [.required(.to, .flag)],
            .app({ .registeredNowPlaying($0) }) { if case .registeredNowPlaying(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .allowHapticsAndSystemSoundsDuringRecording,
            "The app lets the device vibrate and sound while it records, or no longer.", [.required(.to, .flag)],
            .app({ .allowedHapticsWhileRecording($0) }) {
                if case .allowedHapticsWhileRecording(let isOn) = $0 { isOn } else { nil }
            }),
        VerbRule(
            .setPreferredInput, "The app chooses among its available inputs, or leaves the choice to the rules.",
            [.required(.port, .input), .optional(.uid, .name)],
            .app({ arguments in
                let place = arguments.word(.port)!
                return .setPreferredInput(
                    place < Port.inputs.count ? Port.inputs[place] : nil, uid: arguments.name(.uid))
            }) {
                guard case .setPreferredInput(let port, let uid) = $0 else { return nil }
                return [.port: .word(port?.name ?? "none"), .uid: uid.map { .name($0) }]
            }),
        preference(
            .prefersNoInterruptionsFromSystemAlerts, .noInterruptionsFromSystemAlerts,
            "The app prefers not to be interrupted before a call is answered, where calls come in as banners."),
        preference(
            .prefersInterruptionOnRouteDisconnect, .interruptionOnRouteDisconnect,
            "The app prefers to be interrupted when its output goes, or prefers not to be."),
        VerbRule(
            .setInputMuted, "The app mutes its own input, or no longer does.", [.required(.to, .flag)],
            .app({ .setInputMuted($0) }) { if case .setInputMuted(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .setOutputMuted, "The app mutes its own output, or no longer does.", [.required(.to, .flag)],
            .app({ .setOutputMuted($0) }) { if case .setOutputMuted(let isOn) = $0 { isOn } else { nil } }),
        preference(
            .prefersEchoCancelledInput, .echoCancelledInput,
            "The app prefers a microphone without the echo of its own sound, or not."),
        VerbRule(
            .volumeView, "The app shows the system's volume view, or no longer does.", [.required(.to, .flag)],
            .app({ .showedVolumeView($0) }) { if case .showedVolumeView(let isOn) = $0 { isOn } else { nil } }),
        VerbRule(
            .voiceProcessing, "The app starts to process voice, by its audio unit or its engine.",
            .app(.startedVoiceProcessing)),
        VerbRule(
            .setOption, "The app sets one option of its category or takes it back, and keeps the others.",
            [.required(.option, .word(oneByOne.map { $0.name })), .required(.to, .flag)],
            .app({ .setOption(oneByOne[$0.word(.option)!].option, $0.flag(.to)!) }) {
                guard case .setOption(let option, let isSet) = $0 else { return nil }
                // The one that contains mixing comes before it.
                return [.option: .word(option.names.first ?? ""), .to: .flag(isSet)]
            }),
        VerbRule(
            .ask, "The app asks a question; the reply has the answer.", [.required(.for, .word(of: Question.self))],
            .app({ .ask($0.choice(.for)) }) {
                if case .ask(let question) = $0 { [.for: .word(question.name)] } else { nil }
            }),
    ]

    private static func preference(_ verb: Verb, _ preference: Preference, _ sentence: String) -> VerbRule {
        VerbRule(
            verb, sentence, [.required(.to, .flag)],
            .app({ .preferred(preference, $0) }) {
                if case .preferred(preference, let isOn) = $0 { isOn } else { nil }
            })
    }
}

extension Launch {
    fileprivate init(_ arguments: Arguments) {
        self.init(
            arguments.choice(.kind), backgroundAudio: arguments.flag(.backgroundAudio) ?? false,
            resumes: arguments.flag(.resumes) ?? true)
        resumesWithoutLeave = arguments.flag(.resumesWithoutLeave) ?? false
        pausesAtUnplug = arguments.flag(.pausesAtUnplug) ?? true
        isInBackground = arguments.flag(.inBackground) ?? false
        suspensionDelay = arguments.number(.suspensionDelay).map { Length(seconds: $0) }
        duck = Duck(gain: arguments.number(.duckGain), over: arguments.number(.duckSeconds).map { Length(seconds: $0) })
    }

    /// The values that are not those of a step without them, but for the kind, which is always told.
    fileprivate var written: VerbRule.Written {
        [
            .kind: .word(kind.name), .backgroundAudio: kind == .app && backgroundAudio ? .flag(true) : nil,
            .resumes: resumes ? nil : .flag(false), .resumesWithoutLeave: resumesWithoutLeave ? .flag(true) : nil,
            .pausesAtUnplug: pausesAtUnplug ? nil : .flag(false), .inBackground: isInBackground ? .flag(true) : nil,
            .suspensionDelay: suspensionDelay.map { .seconds($0) }, .duckGain: duck.gain.map { .number($0) },
            .duckSeconds: duck.over.map { .seconds($0) },
        ]
    }
}
