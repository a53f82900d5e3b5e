import SessionPolicy

// Conversions between the arguments of a step and events with several values.

extension RemoteCommand.Kind {
    /// The key of the command's value, or nil if it has none.
    var key: StepKey? {
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
    func accessory(of kinds: [Accessory.Kind.Named]) -> Accessory {
        Accessory(
            kind: kinds[word(.port)!].kind, uid: name(.uid), name: name(.name),
            only: word(.only).map { Accessory.Direction.allCases[$0] })
    }
}

extension Accessory {
    var values: StepValues {
        [
            .port: .word(kind.name), .uid: uid.map { .name($0) }, .name: name.map { .name($0) },
            .only: only.map { .word($0.name) },
        ]
    }
}

extension Launch {
    init(_ arguments: Arguments) {
        self.init(
            arguments.choice(.kind), backgroundAudio: arguments.flag(.backgroundAudio) ?? false,
            resumes: arguments.flag(.resumes) ?? true)
        resumesWithoutLeave = arguments.flag(.resumesWithoutLeave) ?? false
        pausesAtUnplug = arguments.flag(.pausesAtUnplug)
        isInBackground = arguments.flag(.inBackground) ?? false
        wantsRecommendation = arguments.flag(.wantsRecommendation) ?? false
        suspensionDelay = arguments.number(.suspensionDelay).map { Length(seconds: $0) }
        suspendsWhenIdle = arguments.flag(.suspendsWhenIdle) ?? true
        duck = Duck(gain: arguments.number(.duckGain), over: arguments.number(.duckSeconds).map { Length(seconds: $0) })
    }

    /// The values that differ from the defaults, and the kind.
    var values: StepValues {
        [
            .kind: .word(kind.name), .backgroundAudio: kind == .app && backgroundAudio ? .flag(true) : nil,
            .resumes: resumes ? nil : .flag(false), .resumesWithoutLeave: resumesWithoutLeave ? .flag(true) : nil,
            .pausesAtUnplug: pausesAtUnplug.map { .flag($0) }, .inBackground: isInBackground ? .flag(true) : nil,
            .suspensionDelay: suspensionDelay.map { .seconds($0) }, .duckGain: duck.gain.map { .number($0) },
            .duckSeconds: duck.over.map { .seconds($0) },
            .wantsRecommendation: wantsRecommendation ? .flag(true) : nil,
            .suspendsWhenIdle: suspendsWhenIdle ? nil : .flag(false),
        ]
    }
}
