public import SessionPolicy

/// A message from a program to the host.
public enum ProgramMessage: Hashable, Sendable {
    case hello(Hello)
    /// `explains`: whether the outcome is to hold the reasons.
    case call(AppCall, explains: Bool)
    /// Asks what the app may read.
    case facts
    case fact(ProcessFact)
    /// The program ends its app of its own accord.
    case bye

    /// The first message of a program.
    public struct Hello: Hashable, Sendable {
        /// The versions of the protocol that the program speaks.
        public let versions: ClosedRange<UInt16>
        /// The name that the app asks for.
        public private(set) var app: String
        /// Whether the app was on a host before that is gone, and declares its session again.
        public private(set) var isReturning: Bool
        /// Whether an app that returns was in the foreground.
        public private(set) var wasInForeground: Bool
        /// Whether an app that returns was interrupted: the host tells it the end.
        public private(set) var wasInterrupted: Bool
        /// Whether the app's end, of whatever kind, is to give the others leave to resume, as a deactivation does.
        public let notifiesAtEnd: Bool
        /// Whether the plug-in for ALSA has joined the host, in a program that knows of ALSA only.
        public let isByPlugin: Bool
        /// Whether no person can start the app again: the device resumes it when an interruption ends with leave, and tells it,
        /// under every rule book, when what refused it a start is over. So it is with the plug-in.
        public let isUnattended: Bool

        /// Describes a greeting.
        public init(
            versions: ClosedRange<UInt16> = WireFormat.versions, app: String, isReturning: Bool = false,
            wasInForeground: Bool = false, wasInterrupted: Bool = false, notifiesAtEnd: Bool = false,
            isByPlugin: Bool = false, isUnattended: Bool = false
        ) {
            (self.versions, self.app, self.isReturning) = (versions, app, isReturning)
            (self.wasInForeground, self.wasInterrupted) = (wasInForeground, wasInterrupted)
            (self.notifiesAtEnd, self.isByPlugin, self.isUnattended) = (notifiesAtEnd, isByPlugin, isUnattended)
        }

        /// The greeting of an app that returns with the session it had on a host that is gone.
        func returning(as app: String, _ session: RestorableSession) -> Hello {
            var hello = self
            (hello.app, hello.isReturning, hello.wasInForeground) = (app, true, session.isInForeground)
            hello.wasInterrupted = session.phase == .interrupted
            return hello
        }

        fileprivate init(versions: ClosedRange<UInt16>, app: String, flags: UInt8) {
            self.init(
                versions: versions, app: app, isReturning: flags & 1 != 0, wasInForeground: flags & 2 != 0,
                wasInterrupted: flags & 4 != 0, notifiesAtEnd: flags & 8 != 0, isByPlugin: flags & 16 != 0,
                isUnattended: flags & 32 != 0)
        }

        fileprivate var flags: UInt8 {
            (isReturning ? 1 : 0) | (wasInForeground ? 2 : 0) | (wasInterrupted ? 4 : 0)
                | (notifiesAtEnd ? 8 : 0) | (isByPlugin ? 16 : 0) | (isUnattended ? 32 : 0)
        }
    }
}

// MARK: Writing

extension ProgramMessage {
    /// The message as bytes.
    ///
    /// - Parameter number: The number that the answer repeats.
    public func bytes(number: UInt32 = 0) -> [UInt8] {
        var writer = WireWriter(kind.rawValue, number)
        switch self {
        case .hello(let hello):
            writer.put(WireFormat.magic)
            writer.put(hello.versions.lowerBound)
            writer.put(hello.versions.upperBound)
            writer.put(hello.flags)
            writer.put(hello.app)
        case .call(let call, let explains):
            writer.put(explains)
            writer.put(call)
        case .facts, .bye: break
        case .fact(let fact): writer.put(fact)
        }
        return writer.bytes
    }

    private var kind: WireFormat.FromProgram {
        switch self {
        case .hello: .hello
        case .call(let call, _): Self.kind(of: call)
        case .facts: .facts
        case .fact(let fact): Self.kind(of: fact)
        case .bye: .bye
        }
    }

    private static func kind(of call: AppCall) -> WireFormat.FromProgram {
        switch call {
        case .setCategory(_, _, _, let policy): policy == nil ? .setCategory : .setCategoryAndPolicy
        case .setActive: .setActive
        case .overrideOutput: .overrideOutput
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .setGain: .setGain
        case .record: .record
        case .systemSound: .systemSound
        case .alertSound: .alertSound
        case .vibrate: .vibrate
        case .ask: .ask
        case .requestRecordPermission: .requestRecordPermission
        case .wish: .wish
        case .call: .call
        case .answerRemoteCommand: .answerRemoteCommand
        case .quit: .quit
        }
    }

    private static func kind(of fact: ProcessFact) -> WireFormat.FromProgram {
        switch fact {
        case .soundMoved: .soundMoved
        case .soundFailed: .soundFailed
        case .recordingFailed: .recordingFailed
        case .outputLost: .outputLost
        case .inputLost: .inputLost
        case .volumeTurned: .volumeTurned
        case .followsCalls: .followsCalls
        case .nowPlaying: .nowPlaying
        case .ducks: .ducks
        }
    }
}

extension WireWriter {
    /// Puts a length; a length below zero is put as zero, because a negative number stands for none.
    mutating func put(_ length: Length?) { put(length.map { max(0, $0.nanoseconds) } ?? -1) }

    fileprivate mutating func put(_ call: AppCall) {
        switch call {
        case .setCategory(let category, let mode, let options, let policy):
            put(category?.rawValue ?? 255)
            put(mode?.rawValue ?? 255)
            put(options != nil)
            put(options.map { $0.rawValue & WireFormat.optionBits } ?? 0)
            if let policy { put(policy.rawValue) }
        case .setActive(let isActive, let notifyOthers):
            put(isActive)
            put(notifyOthers)
        case .overrideOutput(let toSpeaker): put(toSpeaker)
        case .play(let sound, let lasts, let gain):
            put(sound)
            put(lasts)
            put(gain.map { min(1, max(0, $0)) } ?? -1)
        case .pause(let sound), .stop(let sound): put(optional: sound)
        case .setGain(let sound, let gain, let over):
            put(sound)
            put(min(1, max(0, gain)))
            put(over)
        case .record(let isOn): put(isOn)
        case .systemSound(let sound, let lasts, let isInterface):
            put(sound)
            put(lasts)
            put(isInterface)
        case .alertSound(let sound, let lasts):
            put(sound)
            put(lasts)
        case .ask(let question): put(question.rawValue)
        case .wish(let wish): put(wish)
        case .call(let phase, let uid):
            put(phase.rawValue)
            put(optional: uid)
        case .answerRemoteCommand(let kind, let status):
            put(kind.rawValue)
            put(status.rawValue)
        case .vibrate, .requestRecordPermission, .quit: break
        }
    }

    mutating func put(_ wish: AppWish) {
        func flag(_ code: WireFormat.WishCode, _ isOn: Bool, _ writer: inout WireWriter) {
            writer.put(code.rawValue)
            writer.put(isOn)
        }
        switch wish {
        case .preferredInput(let port, let uid):
            put(WireFormat.WishCode.preferredInput.rawValue)
            put(port?.rawValue ?? 255)
            put(optional: uid)
        case .prefersNoInterruptionsFromSystemAlerts(let isOn):
            flag(.prefersNoInterruptionsFromSystemAlerts, isOn, &self)
        case .prefersInterruptionOnRouteDisconnect(let isOn):
            flag(.prefersInterruptionOnRouteDisconnect, isOn, &self)
        case .allowsHapticsAndSystemSoundsDuringRecording(let isOn):
            flag(.allowsHapticsAndSystemSoundsDuringRecording, isOn, &self)
        case .inputMuted(let isOn): flag(.inputMuted, isOn, &self)
        case .outputMuted(let isOn): flag(.outputMuted, isOn, &self)
        case .prefersEchoCancelledInput(let isOn): flag(.prefersEchoCancelledInput, isOn, &self)
        case .nowPlaying(let isOn): flag(.nowPlaying, isOn, &self)
        case .volumeView(let isOn): flag(.volumeView, isOn, &self)
        case .voiceProcessing: put(WireFormat.WishCode.voiceProcessing.rawValue)
        case .option(let option, let isOn):
            put(WireFormat.WishCode.option.rawValue)
            put(option.rawValue)
            put(isOn)
        }
    }

    fileprivate mutating func put(_ fact: ProcessFact) {
        switch fact {
        case .soundMoved(let sound, let remaining):
            put(sound)
            put(remaining)
        case .soundFailed(let sound, let reason):
            put(sound)
            put(sentence: reason)
        case .recordingFailed(let reason): put(sentence: reason)
        case .outputLost(let port), .inputLost(let port): put(port.rawValue)
        case .volumeTurned(let volume): put(volume)
        case .followsCalls: break
        case .nowPlaying(let info):
            put(info != nil)
            if let info { put(info) }
        case .ducks(let duck):
            put(duck.gain ?? -1)
            put(duck.over)
        }
    }

    private mutating func put(_ info: NowPlayingInfo) {
        for text in [info.title, info.artist, info.album] { put(optional: text) }
        for number in [info.duration, info.elapsed, info.rate] {
            put(number != nil)
            if let number { put(number) }
        }
        put(info.state.rawValue)
    }
}

// MARK: Reading

extension ProgramMessage {
    /// Reads a message.
    ///
    /// - Parameter bytes: One packet.
    /// - Returns: The message, and the number that its answer repeats.
    /// - Throws: `WireFault`, whatever the bytes.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(WireFault) -> (message: ProgramMessage, number: UInt32) {
        var reader = WireReader(bytes)
        let (code, number) = try reader.head()
        guard let kind = WireFormat.FromProgram(rawValue: code) else {
            throw WireFault("there is no message of kind \(code)")
        }
        // A question without a number could not be answered; a message without an answer that has a number would be
        // waited for.
        guard (number != 0) == kind.isAnswered else {
            throw WireFault(
                kind.isAnswered ? "a question has the number 0" : "what has no answer has a number; it must be 0")
        }
        let message = try reader.message(kind)
        try reader.end()
        return (message, number)
    }
}

extension WireReader {
    /// Reads a name, which must not be empty.
    fileprivate mutating func name() throws(WireFault) -> String {
        let name = try text()
        guard !name.isEmpty else { throw WireFault("a name is empty") }
        return name
    }

    fileprivate mutating func optionalName() throws(WireFault) -> String? {
        let name = try optionalText()
        guard name?.isEmpty != true else { throw WireFault("a name is empty") }
        return name
    }

    /// A length in nanoseconds; -1 is none.
    mutating func optionalLength() throws(WireFault) -> Length? {
        let nanoseconds = try whole(Int64.self)
        guard nanoseconds >= -1 else { throw WireFault("a length is less than zero") }
        return nanoseconds == -1 ? nil : Length(nanoseconds: nanoseconds)
    }

    mutating func length() throws(WireFault) -> Length {
        guard let length = try optionalLength() else { throw WireFault("a length is less than zero") }
        return length
    }

    fileprivate mutating func message(_ kind: WireFormat.FromProgram) throws(WireFault) -> ProgramMessage {
        switch kind {
        case .hello: return .hello(try hello())
        case .facts: return .facts
        case .bye: return .bye
        case .soundMoved, .soundFailed, .recordingFailed, .outputLost, .inputLost, .volumeTurned, .followsCalls,
            .nowPlaying, .ducks:
            return .fact(try fact(kind))
        default:
            let explains = try flag()
            return .call(try call(kind), explains: explains)
        }
    }

    private mutating func hello() throws(WireFault) -> ProgramMessage.Hello {
        guard try whole(UInt32.self) == WireFormat.magic else { throw WireFault("a greeting begins with ASES") }
        let (lowest, highest) = (try whole(UInt16.self), try whole(UInt16.self))
        guard lowest <= highest else { throw WireFault("the lowest version is above the highest") }
        let flags = try whole(UInt8.self)
        return ProgramMessage.Hello(versions: lowest...highest, app: try text(limit: .max - 1), flags: flags)
    }

    private mutating func call(_ kind: WireFormat.FromProgram) throws(WireFault) -> AppCall {
        switch kind {
        case .setCategory, .setCategoryAndPolicy:
            let (category, mode) = (try optionalCode(Category.self), try optionalCode(Mode.self))
            let options = try options()
            let policy = kind == .setCategoryAndPolicy ? try code(RouteSharingPolicy.self) : nil
            return .setCategory(category, mode: mode, options: options, policy: policy)
        case .setActive: return .setActive(try flag(), notifyOthers: try flag())
        case .overrideOutput: return .overrideOutput(toSpeaker: try flag())
        case .play:
            let (sound, lasts) = (try name(), try optionalLength())
            let gain = try double(in: -1...1)
            guard gain >= 0 || gain == -1 else { throw WireFault("a gain is neither -1 nor from 0 to 1") }
            return .play(sound: sound, lasts: lasts, gain: gain < 0 ? nil : gain)
        case .pause: return .pause(sound: try optionalName())
        case .stop: return .stop(sound: try optionalName())
        case .setGain: return .setGain(sound: try name(), to: try double(in: 0...1), over: try optionalLength())
        case .record: return .record(try flag())
        case .systemSound: return .systemSound(try name(), lasts: try length(), isInterface: try flag())
        case .alertSound: return .alertSound(try name(), lasts: try length())
        case .vibrate: return .vibrate
        case .ask: return .ask(try code(Question.self))
        case .requestRecordPermission: return .requestRecordPermission
        case .wish: return .wish(try wish())
        case .call: return .call(try code(CallPhase.self), uid: try optionalName())
        case .answerRemoteCommand:
            return .answerRemoteCommand(try code(RemoteCommand.Kind.self), try code(RemoteCommandStatus.self))
        default: return .quit
        }
    }

    mutating func wish() throws(WireFault) -> AppWish {
        switch try code(WireFormat.WishCode.self) {
        case .preferredInput: .preferredInput(try optionalCode(Port.self), uid: try optionalText())
        case .prefersNoInterruptionsFromSystemAlerts: .prefersNoInterruptionsFromSystemAlerts(try flag())
        case .prefersInterruptionOnRouteDisconnect: .prefersInterruptionOnRouteDisconnect(try flag())
        case .allowsHapticsAndSystemSoundsDuringRecording: .allowsHapticsAndSystemSoundsDuringRecording(try flag())
        case .inputMuted: .inputMuted(try flag())
        case .outputMuted: .outputMuted(try flag())
        case .prefersEchoCancelledInput: .prefersEchoCancelledInput(try flag())
        case .nowPlaying: .nowPlaying(try flag())
        case .volumeView: .volumeView(try flag())
        case .option: .option(try option(), try flag())
        case .voiceProcessing: .voiceProcessing
        }
    }

    /// All options of a category; nil where they are kept.
    private mutating func options() throws(WireFault) -> CategoryOptions? {
        let (areGiven, bits) = (try flag(), try whole(UInt32.self))
        guard bits & ~WireFormat.optionBits == 0 else { throw WireFault("there are no options with the bits \(bits)") }
        guard areGiven || bits == 0 else { throw WireFault("there are options where they are to be kept") }
        return areGiven ? CategoryOptions(rawValue: bits) : nil
    }

    /// One option by its bits.
    private mutating func option() throws(WireFault) -> CategoryOptions {
        let option = CategoryOptions(rawValue: try whole(UInt32.self))
        guard CategoryOptions.named.contains(where: { $0.option == option }) else {
            throw WireFault("there is no option with the bits \(option.rawValue)")
        }
        return option
    }

    private mutating func info() throws(WireFault) -> NowPlayingInfo {
        NowPlayingInfo(
            title: try optionalText(), artist: try optionalText(), album: try optionalText(),
            duration: try flag() ? try double(in: NowPlayingInfo.seconds) : nil,
            elapsed: try flag() ? try double(in: NowPlayingInfo.seconds) : nil,
            rate: try flag() ? try double(in: NowPlayingInfo.rates) : nil,
            state: try code(NowPlayingInfo.PlaybackState.self))
    }

    private mutating func duck() throws(WireFault) -> Duck {
        let gain = try double(in: -1...1)
        let length = try optionalLength()
        let duck = Duck(gain: gain < 0 ? nil : gain, over: length)
        guard (duck.gain ?? -1).bitPattern == gain.bitPattern, duck.over == length else {
            throw WireFault("a duck has a factor or a length that is out of its range, or too fine")
        }
        return duck
    }

    private mutating func fact(_ kind: WireFormat.FromProgram) throws(WireFault) -> ProcessFact {
        switch kind {
        case .soundMoved: .soundMoved(try name(), remaining: try optionalLength())
        case .soundFailed: .soundFailed(try name(), reason: try sentence())
        case .recordingFailed: .recordingFailed(reason: try sentence())
        case .outputLost: .outputLost(try code(Port.self))
        case .inputLost: .inputLost(try code(Port.self))
        case .followsCalls: .followsCalls
        case .nowPlaying: .nowPlaying(try flag() ? try info() : nil)
        case .ducks: .ducks(try duck())
        default: .volumeTurned(to: try double(in: 0...1))
        }
    }
}
