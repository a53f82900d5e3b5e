public import SessionPolicy

/// A message from a program to the host.
public enum ProgramMessage: Hashable, Sendable {
    case hello(Hello)
    /// `explains`: whether the outcome includes the reasons.
    case call(AppCall, explains: Bool)
    /// Queries the facts that an app may read.
    case facts
    case fact(ProcessFact)
    /// The program quits its app.
    case bye

    /// The first message of a program.
    public struct Hello: Hashable, Sendable {
        /// The versions of the protocol that the program speaks.
        public let versions: ClosedRange<UInt16>
        public let flags: Flags
        /// The app's preferred name.
        public let app: String

        /// Describes a greeting.
        public init(versions: ClosedRange<UInt16> = WireFormat.versions, flags: Flags = [], app: String) {
            (self.versions, self.flags, self.app) = (versions, flags, app)
        }

        public struct Flags: OptionSet, Hashable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }

            /// The app was on a lost host and declares its session again.
            public static let isReturning = Flags(rawValue: 1)
            /// A returning app was in the foreground.
            public static let wasInForeground = Flags(rawValue: 2)
            /// A returning app was interrupted; the host then posts the end.
            public static let wasInterrupted = Flags(rawValue: 4)
            /// Others may resume after any end of the app, as after a deactivation.
            public static let notifiesAtEnd = Flags(rawValue: 8)
            /// The ALSA plug-in has joined the host for an ALSA-only program.
            public static let isByPlugin = Flags(rawValue: 16)
            /// No person can restart the app, as with the ALSA plug-in: the device resumes it after interruptions and
            /// recommends a refused start under every rule book.
            public static let isUnattended = Flags(rawValue: 32)
        }

        /// The greeting of an app that returns with its session from a lost host.
        func returning(as app: String, _ session: RestorableSession) -> Hello {
            var flags = flags.union(.isReturning)
            if session.isInForeground { flags.insert(.wasInForeground) }
            if session.phase == .interrupted { flags.insert(.wasInterrupted) }
            return Hello(versions: versions, flags: flags, app: app)
        }
    }
}

// MARK: Writing and reading

extension ProgramMessage {
    private static let kinds = WireCases(
        AppCall.wireCases.map(kind(of:)) + ProcessFact.wireCases.map(kind(of:)) + wireCases)

    @WireCaseBuilder<ProgramMessage> private static var wireCases: [WireCase<ProgramMessage>] {
        WireCase(1, Form.hello, as: Self.hello) { if case .hello(let a) = $0 { a } else { nil } }
        WireCase(32, .facts)
        WireCase(64, .bye)
    }

    private static func kind(of row: WireCase<AppCall>) -> WireCase<ProgramMessage> {
        let explained = WireField<Bool>.flag
        return WireCase(code: row.code) { message in
            guard case .call(let call, let explains) = message, let writeFields = row.write(call) else { return nil }
            return { writer in
                explained.write(explains, &writer)
                writeFields(&writer)
            }
        } read: { reader throws(WireFault) in
            let explains = try explained.read(&reader)
            return .call(try row.read(&reader), explains: explains)
        }
    }

    private static func kind(of row: WireCase<ProcessFact>) -> WireCase<ProgramMessage> {
        WireCase(code: row.code) { message in
            if case .fact(let fact) = message { row.write(fact) } else { nil }
        } read: { reader throws(WireFault) in
            .fact(try row.read(&reader))
        }
    }

    /// Returns the message as bytes.
    ///
    /// - Parameter number: The number that the answer repeats.
    public func bytes(number: UInt32 = 0) -> [UInt8] { Self.kinds.message(self, number, capacity: 64) }

    /// Reads a message.
    /// - Parameter bytes: One packet.
    /// - Returns: The message, and the number that its answer repeats.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(WireFault) -> (message: ProgramMessage, number: UInt32) {
        var reader = WireReader(bytes)
        let (code, number) = try reader.head()
        guard let kind = kinds[code] else { throw WireFault("there is no message of kind \(code)") }
        let message = try kind.read(&reader)
        // A question needs a number, and any other message must not have one.
        guard (number != 0) == message.isQuestion else {
            throw WireFault(
                message.isQuestion
                    ? "a question has the number 0" : "what has no answer has a number; it must be 0")
        }
        try reader.end()
        return (message, number)
    }

    private var isQuestion: Bool {
        switch self {
        case .hello, .call, .facts: true
        case .fact, .bye: false
        }
    }

    func isAnswered(by message: HostMessage) -> Bool {
        switch (self, message) {
        case (.facts, .facts): true
        case (.call(.ask(let question), _), .outcome(let outcome)):
            !outcome.isAccepted || outcome.answer.map { question.answerCodes.contains($0.code) } == true
        case (.call, .outcome): true
        default: false
        }
    }
}

// MARK: The fields of each message

private enum Form {
    static let magic = WireField<UInt32>.whole.mapped(
        as: { $0 == WireFormat.magic ? () : nil }, split: { WireFormat.magic },
        or: { _ in "a greeting begins with ASES" })

    static let versions = WireField<ClosedRange<UInt16>>(
        .whole, .whole,
        as: { lowest, highest throws(WireFault) in
            guard lowest <= highest else { throw WireFault("the lowest version is above the highest") }
            return lowest...highest
        }, split: { ($0.lowerBound, $0.upperBound) })

    static let longName = WireField<String?>.text(limit: .max - 1).required("a text is missing")

    static let hello = WireField<ProgramMessage.Hello>(
        magic, versions, .code, longName, as: { ProgramMessage.Hello(versions: $1, flags: $2, app: $3) },
        split: { ((), $0.versions, $0.flags, $0.app) })

    /// A gain, or -1 for none.
    static let gain = WireField<Double>.number(-1...1).mapped(
        as: { $0 == -1 ? .some(Double?.none) : $0 < 0 ? nil : .some($0) },
        split: { $0.map { min(1, max(0, $0)) } ?? -1 }, or: { _ in "a gain is neither -1 nor from 0 to 1" })

    static let seconds = WireField<Double>.number(NowPlayingInfo.seconds).optional

    static let info = WireField<NowPlayingInfo>(
        .text, .text, .text, seconds, seconds, WireField<Double>.number(NowPlayingInfo.rates).optional, .code,
        as: { NowPlayingInfo(title: $0, artist: $1, album: $2, duration: $3, elapsed: $4, rate: $5, state: $6) },
        split: { ($0.title, $0.artist, $0.album, $0.duration, $0.elapsed, $0.rate, $0.state) })

    static let duck = WireField<Duck>(
        .number(-1...1), .length,
        as: { gain, length throws(WireFault) in
            let duck = Duck(gain: gain < 0 ? nil : gain, over: length)
            guard (duck.gain ?? -1).bitPattern == gain.bitPattern, duck.over == length else {
                throw WireFault("a duck has a factor or a length that is out of its range, or too fine")
            }
            return duck
        }, split: { ($0.gain ?? -1, $0.over) })
}

extension AppCall {
    @WireCaseBuilder<AppCall> fileprivate static var wireCases: [WireCase<AppCall>] {
        WireCase(
            16, .optionalCode(), .optionalCode(), .options, as: { .changeCategory($0, mode: $1, options: $2) },
            split: {
                if case .changeCategory(let a, let b, let c, nil) = $0 { (a, b, c) } else { nil }
            })
        WireCase(17, .flag, .flag, as: Self.setActive) { if case .setActive(let a, let b) = $0 { (a, b) } else { nil } }
        WireCase(18, .flag, as: Self.overrideOutput) { if case .overrideOutput(let a) = $0 { a } else { nil } }
        WireCase(19, .name, .length, Form.gain, as: Self.play) {
            if case .play(let a, let b, let c) = $0 { (a, b, c) } else { nil }
        }
        WireCase(20, .name, as: Self.pause) { if case .pause(let a) = $0 { .some(a) } else { nil } }
        WireCase(21, .name, as: Self.stop) { if case .stop(let a) = $0 { .some(a) } else { nil } }
        WireCase(22, .name, .unit, .length, as: Self.setGain) {
            if case .setGain(let a, let b, let c) = $0 { (a, b, c) } else { nil }
        }
        WireCase(23, .flag, as: Self.record) { if case .record(let a) = $0 { a } else { nil } }
        WireCase(24, .name, .length, .flag, as: Self.systemSound) {
            if case .systemSound(let a, let b, let c) = $0 { (a, b, c) } else { nil }
        }
        WireCase(25, .name, .length, as: Self.alertSound) {
            if case .alertSound(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(26, .vibrate)
        WireCase(27, .code, as: Self.ask) { if case .ask(let a) = $0 { a } else { nil } }
        WireCase(28, .requestRecordPermission)
        WireCase(29, .quit)
        WireCase(
            30, .preference, as: { $0 },
            split: { call in WireField<AppCall>.preferences.rows.contains { $0.write(call) != nil } ? call : nil })
        WireCase(
            31, .optionalCode(), .optionalCode(), .options, .code,
            as: { .changeCategory($0, mode: $1, options: $2, policy: $3) },
            split: { if case .changeCategory(let a, let b, let c, let d?) = $0 { (a, b, c, d) } else { nil } })
        WireCase(33, .code, .name, as: Self.call) { if case .call(let a, let b) = $0 { (a, b) } else { nil } }
        WireCase(34, .code, .code, as: Self.answeredRemoteCommand) {
            if case .answeredRemoteCommand(let a, let b) = $0 { (a, b) } else { nil }
        }
    }
}

extension WireField where Value == AppCall {
    fileprivate static let preferences = WireCases(AppCall.preferenceCases)

    static let preference = WireField(cases: preferences)
}

extension AppCall {
    @WireCaseBuilder<AppCall> fileprivate static var preferenceCases: [WireCase<AppCall>] {
        WireCase(0, .optionalCode(), .text, as: Self.setPreferredInput) {
            if case .setPreferredInput(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase.flag(1) { .preferred(.noInterruptionsFromSystemAlerts, $0) }
        WireCase.flag(2) { .preferred(.interruptionOnRouteDisconnect, $0) }
        WireCase.flag(3, Self.allowedHapticsWhileRecording)
        WireCase.flag(4, Self.setInputMuted)
        WireCase.flag(5, Self.registeredNowPlaying)
        WireCase.flag(6, Self.showedVolumeView)
        WireCase(7, .option, .flag, as: Self.setOption) {
            if case .setOption(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(8, .startedVoiceProcessing)
        WireCase.flag(9, Self.setOutputMuted)
        WireCase.flag(10) { .preferred(.echoCancelledInput, $0) }
    }
}

extension ProcessFact {
    @WireCaseBuilder<ProcessFact> fileprivate static var wireCases: [WireCase<ProcessFact>] {
        WireCase(48, .name, .length, as: Self.soundMoved) {
            if case .soundMoved(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(49, .name, .sentence, as: Self.soundFailed) {
            if case .soundFailed(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(50, .sentence, as: Self.recordingFailed) { if case .recordingFailed(let a) = $0 { a } else { nil } }
        WireCase(51, .code, as: Self.outputLost) { if case .outputLost(let a) = $0 { a } else { nil } }
        WireCase(52, .code, as: Self.inputLost) { if case .inputLost(let a) = $0 { a } else { nil } }
        WireCase(53, .unit, as: Self.volumeTurned) { if case .volumeTurned(let a) = $0 { a } else { nil } }
        WireCase(54, .followsCalls)
        WireCase(55, Form.info.optional, as: Self.nowPlaying) {
            if case .nowPlaying(let a) = $0 { .some(a) } else { nil }
        }
        WireCase(56, Form.duck, as: Self.ducks) { if case .ducks(let a) = $0 { a } else { nil } }
        WireCase(57, .whole, as: Self.handles) { if case .handles(let a) = $0 { a } else { nil } }
    }
}
