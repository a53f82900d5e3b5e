import Foundation
import SessionPolicy
import Testing

@testable import SessionWire

/// A message is read from the wire as it was written, and no bytes are read as anything else.
struct MessageTests {
    static let calls: [AppCall] =
        [
            .changeCategory(.playback, mode: .spokenAudio, options: [.mixWithOthers, .duckOthers]),
            .changeCategory(nil, mode: nil, options: nil), .setActive(true, notifyOthers: false),
            .setActive(false, notifyOthers: true), .overrideOutput(toSpeaker: true),
            .play("song.flac#2", lasts: .milliseconds(1_500), gain: 0.25),
            .play("sämples", lasts: nil, gain: nil), .pause(nil), .pause("song"),
            .stop("song"), .stop(nil), .setGain("song", to: 0, over: nil),
            .setGain("song", to: 1, over: .milliseconds(0)), .record(true),
            .systemSound("tick", lasts: .milliseconds(10), isInterface: false),
            .alertSound("ding", lasts: .milliseconds(700)), .vibrate, .requestRecordPermission, .quit,
            .changeCategory(.playback, mode: .default, options: [], policy: .longFormAudio),
            .setPreferredInput(.usbAudio, uid: "left"), .setPreferredInput(nil, uid: nil),
            .preferred(.noInterruptionsFromSystemAlerts, true), .preferred(.interruptionOnRouteDisconnect, false),
            .allowedHapticsWhileRecording(true), .setInputMuted(true),
            .setOutputMuted(true), .preferred(.echoCancelledInput, false),
            .registeredNowPlaying(false), .showedVolumeView(true), .startedVoiceProcessing,
            .setOption(.duckOthers, true),
            .answeredRemoteCommand(.skipBackward, .noSuchContent), .call(.incoming, uid: "7"),
            .call(.remoteEnded, uid: nil),
        ] + Question.allCases.map { .ask($0) }

    static let fromPrograms: [ProgramMessage] =
        [
            .hello(.init(app: "nav")),
            .hello(.init(versions: 3...9, flags: [.isReturning, .wasInForeground], app: "")),
            .hello(.init(flags: [.isReturning, .wasInterrupted], app: "nav")),
            .hello(.init(flags: .notifiesAtEnd, app: "nav")), .hello(.init(flags: .isByPlugin, app: "nav")),
            .hello(.init(flags: .isUnattended, app: "nav")),
            .facts, .bye, .fact(.soundMoved("song", remaining: nil)),
            .fact(.soundMoved("song", remaining: .milliseconds(4))),
            .fact(.soundFailed("song", reason: "The disk is gone.")), .fact(.recordingFailed(reason: "")),
            .fact(.outputLost(.usbAudio)), .fact(.inputLost(.headsetMic)), .fact(.volumeTurned(to: 0.5)),
            .fact(.followsCalls), .fact(.ducks(Duck())), .fact(.ducks(Duck(gain: 0.25, over: .milliseconds(70)))),
            .fact(.nowPlaying(nil)), .fact(.handles(notice: 0)), .fact(.handles(notice: .max)),
            .fact(
                .nowPlaying(
                    NowPlayingInfo(
                        title: "Aria", artist: nil, album: "", duration: 200, elapsed: 0, rate: -1, state: .playing))),
        ] + calls.map { .call($0, explains: false) } + calls.map { .call($0, explains: true) }

    /// A session with every field set.
    static let session: RestorableSession = {
        var session = RestorableSession()
        (session.isInForeground, session.isLaunched) = (true, true)
        (session.category, session.mode, session.options) = (
            .playAndRecord, .voiceChat, [.duckOthers, .defaultToSpeaker]
        )
        (session.policy, session.phase, session.overridesToSpeaker) = (.longFormAudio, .active, true)
        (session.isRecording, session.wishes) = (
            true, [.setPreferredInput(.headsetMic, uid: "x"), .registeredNowPlaying(false)]
        )
        return session
    }()

    static let route = RouteFacts(
        outputs: [PortFacts(port: .headphones, uid: "1", name: "Buds")],
        inputs: [PortFacts(port: .builtInMic, uid: "mic", name: "Mic")])

    static let phoneCalls = [
        CallFacts(number: 1, uid: "7", isOwn: true, isOutgoing: true, phase: .held, isMuted: true),
        CallFacts(number: .max, isOwn: false, isOutgoing: false, phase: nil),
    ]

    static let notices: [AppNotice.Message] = [
        .remoteCommand(RemoteCommand(.skipForward, value: 15)), .remoteCommand(RemoteCommand(.pause)),
        .callChanged(phoneCalls[0], action: .unhold), .callChanged(phoneCalls[1], action: nil),
        .interruptionBegan(), .interruptionBegan(because: .routeDisconnected), .callActivated, .callDeactivated,
        .inputMuteStateChanged(true), .availableInputsChanged, .userIntentToUnmuteOutput,
        .outputMuteStateChanged(false), .proximityStateChanged(.near),
        .becameActive, .becameInactive(.app), .becameInactive(.system(because: .builtInMicMuted)),
        .resumptionRecommended(true),
        .interruptionEnded(shouldResume: true), .interruptionEnded(shouldResume: false),
        .routeChanged(.oldDeviceUnavailable, previous: route), .silenceSecondaryAudioHint(begins: true),
        .outputVolumeChanged(0.0625), .mediaServicesWereLost, .mediaServicesWereReset, .soundFinished("song"),
        .soundFailed("song", reason: "Why."), .recordingFailed(reason: "Why."), .recordPermissionChanged(.denied),
        .terminated,
    ]

    static let answers: [CallAnswer?] = [
        nil, .flag(true), .volume(0.5), .category(.multiRoute), .route(route), .slider(.level(1)),
        .promptStyle(.short), .slider(.accessory(.bluetoothA2DP, name: "Box")),
        .slider(.accessory(.carAudio, name: nil)),
    ]

    static let fromHosts: [HostMessage] =
        [
            .welcome(
                AppWelcome(app: "nav#2", book: .modern, isSilent: true), version: 1),
            .welcome(AppWelcome(app: "nav", book: .iOS6, isSilent: false), version: 1),
            .farewell(.doesNotRead, sentence: "Read."), .session(.init()), .session(session),
            .outcome(
                CallOutcome(
                    refusal: CallRefusal(error: .isBusy, rule: .act9, sentence: "Stop first."),
                    at: MachineTime(nanoseconds: 7),
                    because: [
                        CallReason(rule: .dk1, app: "nav", sentence: "ducks"),
                        CallReason(rule: .sw1, app: nil, sentence: ""),
                    ])),
            .facts(
                SessionFacts(
                    at: MachineTime(nanoseconds: 9), category: .record, mode: .voiceChat, options: .allowAirPlay,
                    phase: .interrupted, overridesToSpeaker: true, isLaunched: true, isInForeground: false,
                    route: route,
                    outputVolume: 0.25, slider: .level(0.25), otherAudioIsPlaying: true,
                    secondaryAudioShouldBeSilencedHint: false, inputIsAvailable: true, recordPermission: .granted,
                    mediaServicesAreLost: false, availableInputs: route.inputs, preferredInput: route.inputs.first,
                    calls: phoneCalls)),
        ]
        + notices.map { .notice(AppNotice(number: 3, at: MachineTime(nanoseconds: 0), message: $0)) }
        + answers.map { .outcome(CallOutcome(answer: $0, at: MachineTime(nanoseconds: .max / 2))) }

    @Test("What a program says comes out as it went in", arguments: fromPrograms)
    func programMessages(message: ProgramMessage) throws {
        let number = Self.number(of: message)
        let read = try Self.read(message.bytes(number: number))
        #expect(read.message == message)
        #expect(read.number == number)
    }

    @Test("What a host says comes out as it went in", arguments: fromHosts)
    func hostMessages(message: HostMessage) throws {
        let read = try Self.readHost(message.bytes(number: 5))
        #expect(read?.message == message)
        #expect(read?.number == 5)
    }

    @Test("Every beginning of a message, and every message with a byte too many, is refused", arguments: fromPrograms)
    func cutMessages(message: ProgramMessage) {
        let bytes = message.bytes(number: Self.number(of: message))
        for count in 0..<bytes.count { #expect(!Self.isMessage(Array(bytes[..<count])), "\(count) bytes") }
        #expect(!Self.isMessage(bytes + [0]))
    }

    @Test("A byte that is changed gives another message or none, and what is read is written as the same bytes")
    func changedMessages() throws {
        for message in Self.fromPrograms {
            let bytes = message.bytes(number: Self.number(of: message))
            for place in bytes.indices {
                for change: UInt8 in [0x01, 0x80, 0xFF] {
                    var changed = bytes
                    changed[place] ^= change
                    let read = try? Self.read(changed)
                    guard let read else { continue }
                    // Everything has one form; only a level of -0 is read as 0, and a greeting's unknown flags are passed over.
                    let again = read.message.bytes(number: read.number)
                    if case .hello = read.message { continue }
                    if change == 0x80, bytes[place] == 0, again == bytes { continue }
                    #expect(again == changed, "\(read.message)")
                }
            }
        }
    }

    /// A message, the number of its last bytes that are replaced, and the new bytes.
    static let outOfRange: [(what: String, ProgramMessage, last: Int, [UInt8])] = [
        (
            "an option that there is not", .call(.changeCategory(nil, mode: nil, options: []), explains: false), 4,
            [0, 1, 0, 0]
        ),
        (
            "options that are kept", .call(.changeCategory(nil, mode: nil, options: nil), explains: false), 4,
            [1, 0, 0, 0]
        ),
        (
            "a gain between -1 and 0", .call(.play("s", lasts: nil, gain: nil), explains: false), 8,
            double(-0.5)
        ),
        (
            "a length below none", .call(.setGain("s", to: 1, over: nil), explains: false), 8,
            [0xFE] + [UInt8](repeating: 0xFF, count: 7)
        ),
        (
            "a length far below none", .fact(.soundMoved("s", remaining: nil)), 8,
            [UInt8](repeating: 0, count: 7) + [0x80]
        ),
    ]

    @Test("A field out of its range is no message, also where something could be made of it", arguments: outOfRange)
    func strictFields(what: String, message: ProgramMessage, last: Int, bytes: [UInt8]) {
        let good = message.bytes(number: Self.number(of: message))
        #expect(Self.isMessage(good))
        #expect(!Self.isMessage(good.dropLast(last) + bytes), "\(what)")
    }

    @Test("A question has a number, and what has no answer has none", arguments: fromPrograms)
    func strictNumbers(message: ProgramMessage) {
        #expect(!Self.isMessage(message.bytes(number: Self.number(of: message) == 0 ? 1 : 0)))
    }

    @Test("What an app says beyond the wire's words is sent as the nearest of them")
    func nearestWords() throws {
        let odd: [(AppCall, AppCall)] = [
            (
                .changeCategory(.playback, mode: nil, options: CategoryOptions(rawValue: 0x40_0002)),
                .changeCategory(.playback, mode: nil, options: .duckOthers)
            ),
            (
                .play("s", lasts: Length(nanoseconds: -5), gain: 1),
                .play("s", lasts: Length(nanoseconds: 0), gain: 1)
            ),
            (.play("s", lasts: nil, gain: -0.5), .play("s", lasts: nil, gain: 0)),
            (.setGain("s", to: 1.5, over: nil), .setGain("s", to: 1, over: nil)),
            (.setGain("s", to: .nan, over: nil), .setGain("s", to: 0, over: nil)),
            (.pause("first\0second"), .pause("firstsecond")),
        ]
        for (said, sent) in odd {
            let read = try Self.read(ProgramMessage.call(said, explains: false).bytes(number: 1))
            #expect(read.message == .call(sent, explains: false))
        }
    }

    @Test("A time that no clock of the machine shows is no host's", arguments: [Int64.min, -1, .max / 2 + 1, .max])
    func strictTimes(nanoseconds: Int64) throws {
        let at = MachineTime(nanoseconds: nanoseconds)
        #expect(throws: WireFault.self) { try Self.readHost(HostMessage.outcome(CallOutcome(at: at)).bytes(number: 1)) }
        let notice = AppNotice(number: 1, at: at, message: .terminated)
        #expect(throws: WireFault.self) { try Self.readHost(HostMessage.notice(notice).bytes()) }
    }

    @Test("An outcome tells behind its reasons how much follows, and ends before that from a host that does not count")
    func marks() throws {
        let reason = CallReason(rule: .dk1, app: "nav", sentence: "ducks")
        for mark in [DecisionMark(scene: 0, notice: 0), DecisionMark(scene: .max, notice: 7), nil] {
            let outcome = CallOutcome(
                answer: .flag(true), at: MachineTime(nanoseconds: 1), because: [reason], mark: mark)
            let bytes = HostMessage.outcome(outcome).bytes(number: 1)
            #expect(try Self.readHost(bytes)?.message == .outcome(outcome))
            let more = try Self.readHost(bytes + [1, 2, 3])?.message
            #expect(more == .outcome(outcome), "bytes of a later version are passed over")
        }
        // As many reasons as fit leave room for it.
        let sentence = String(repeating: "x", count: 4_000)
        let many = CallOutcome(
            at: MachineTime(nanoseconds: 1),
            because: Array(repeating: CallReason(rule: .dk1, app: nil, sentence: sentence), count: 40),
            mark: DecisionMark(scene: 3, notice: 2))
        let bytes = HostMessage.outcome(many).bytes(number: 1)
        guard case .outcome(let read) = try Self.readHost(bytes)?.message else {
            Issue.record("The outcome cannot be read.")
            return
        }
        #expect(bytes.count <= WireFormat.messageLimit && read.because.count > 10 && read.mark == many.mark)
    }

    @Test("A later host's kinds of message and fields are passed over")
    func laterHosts() throws {
        var unknown = HostMessage.farewell(.full, sentence: "").bytes()
        unknown[0] = 250
        #expect(try Self.readHost(unknown) == nil)
        let longer = HostMessage.farewell(.full, sentence: "Later.").bytes() + [1, 2, 3]
        let read = try Self.readHost(longer)
        #expect(read?.message == .farewell(.full, sentence: "Later."))
    }

    @Test("Of a host that does not tell the words of its book, they are those of the book with that name")
    func earlierHosts() throws {
        for (book, words) in [
            (RuleBook.iOS6, RuleBook.iOS6.vocabulary),
            (
                RuleBook.iOS6.named("car"),
                BookVocabulary(book: "car", categories: [], modes: [], options: [], accessories: [], features: [])
            ),
        ] {
            let bytes = HostMessage.welcome(AppWelcome(app: "nav", book: book, isSilent: true), version: 1).bytes()
            guard case .welcome(let welcome, _) = try Self.readHost(Array(bytes.dropLast(20)))?.message else {
                Issue.record("The welcome to \(book.name) cannot be read.")
                continue
            }
            #expect(welcome.vocabulary == words)
        }
    }

    @Test("A text that is too long is cut where a character ends")
    func longTexts() throws {
        let bytes = ProgramMessage.fact(.recordingFailed(reason: String(repeating: "ä", count: 3_000))).bytes()
        let read = try Self.read(bytes)
        #expect(read.message == .fact(.recordingFailed(reason: String(repeating: "ä", count: 2_048))))
    }

    @Test("The two messages of the document are these bytes")
    func documentedBytes() {
        #expect(
            ProgramMessage.hello(.init(app: "nav")).bytes(number: 1) == [
                1, 0, 0, 0, 1, 0, 0, 0, 0x41, 0x53, 0x45, 0x53, 1, 0, 2, 0, 0, 3, 0, 0x6e, 0x61, 0x76,
            ])
        #expect(
            ProgramMessage.call(.setActive(true, notifyOthers: false), explains: false).bytes(number: 2) == [
                0x11, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0,
            ])
    }

    /// A number that such a message may have.
    private static func number(of message: ProgramMessage) -> UInt32 {
        switch message {
        case .hello, .call, .facts: 77
        case .fact, .bye: 0
        }
    }

    private static func double(_ number: Double) -> [UInt8] {
        withUnsafeBytes(of: number.bitPattern.littleEndian) { Array($0) }
    }

    private static func isMessage(_ bytes: [UInt8]) -> Bool { (try? read(bytes)) != nil }

    private static func read(_ bytes: [UInt8]) throws -> (message: ProgramMessage, number: UInt32) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return try ProgramMessage.read(UnsafeRawBufferPointer(copy))
    }

    private static func readHost(_ bytes: [UInt8]) throws -> (message: HostMessage, number: UInt32)? {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return try HostMessage.read(UnsafeRawBufferPointer(copy))
    }
}

/// The tables of codes in the document are those of the program.
struct WireDocumentTests {
    private static let document: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "Docs/Wire.md"), encoding: .utf8)) ?? ""
    }()

    /// The column under a heading of the tables whose first column has this heading, as code and name.
    private static func column(_ heading: String, by first: String = "code") -> [Int: String] {
        var names: [Int: String] = [:]
        var place: Int?
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                place = nil
                continue
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            if cells.count > 1, cells[1] == first {
                place = cells.firstIndex(of: heading)
            } else if let place, let code = Int(cells[1]), !cells[place].isEmpty {
                // A sentence may follow the name.
                names[code] = cells[place].split(separator: "`").first.map(String.init)
            }
        }
        return names
    }

    private static func names<Code: CaseIterable & RawRepresentable>(
        _ type: Code.Type, _ name: (Code) -> String = { "\($0)" }
    ) -> [Int: String] where Code.RawValue == UInt8 {
        Dictionary(uniqueKeysWithValues: type.allCases.map { (Int($0.rawValue), name($0)) })
    }

    @Test("Codes are as documented")
    func codes() {
        #expect(Self.column("category") == Self.names(Category.self) { $0.name })
        #expect(Self.column("mode") == Self.names(Mode.self) { $0.name })
        #expect(Self.column("port") == Self.names(Port.self) { $0.name })
        #expect(Self.column("accessory") == Self.names(Accessory.Kind.self) { $0.name })
        #expect(Self.column("sound kind") == Self.names(SoundKind.self) { $0.name })
        #expect(Self.column("error") == Self.names(SessionError.self) { $0.name })
        #expect(Self.column("feature") == Self.names(Feature.self))
        #expect(Self.column("question") == Self.names(Question.self))
        #expect(Self.column("kind of change") == Self.names(RampRule.Change.self))
        #expect(Self.column("phase") == Self.names(SessionPhase.self))
        #expect(Self.column("permission") == Self.names(RecordPermission.self))
        #expect(Self.column("route change") == Self.names(RouteChangeReason.self))
        // The code stands behind the head, the number and the time; the name is that of the case.
        let notices = MessageTests.notices.map { message in
            let bytes = HostMessage.notice(AppNotice(number: 1, at: MachineTime(nanoseconds: 1), message: message))
                .bytes()
            return (Int(bytes[24]), String("\(message)".prefix { $0 != "(" }))
        }
        #expect(Self.column("notice", by: "what") == Dictionary(notices) { first, _ in first })
    }
}
