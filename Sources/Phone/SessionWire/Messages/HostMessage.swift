public import SessionPolicy

/// A message from the host to a program.
public enum HostMessage: Hashable, Sendable {
    /// `version`: the version of the protocol that both speak from now on.
    case welcome(AppWelcome, version: UInt16)
    /// The connection ends; nothing follows.
    case farewell(FarewellReason, sentence: String)
    case outcome(CallOutcome)
    case facts(SessionFacts)
    case notice(AppNotice)
    /// A scene, or a part of one, which `SceneAssembly` reads.
    case scene
    /// The app's session, when it has changed.
    case session(RestorableSession)
}

// MARK: Writing

extension HostMessage {
    /// The message as bytes.
    ///
    /// - Parameter number: The number of the question that it answers; zero where it answers none.
    public func bytes(number: UInt32 = 0) -> [UInt8] {
        var writer = WireWriter(kind.rawValue, number, capacity: 160)
        switch self {
        case .welcome(let welcome, let version):
            writer.put(version)
            writer.put(welcome)
        case .farewell(let reason, let sentence):
            writer.put(reason.rawValue)
            writer.put(sentence: sentence)
        case .outcome(let outcome): writer.put(outcome)
        case .facts(let facts): writer.put(facts)
        case .notice(let notice): writer.put(notice)
        case .session(let session): writer.put(session)
        case .scene: preconditionFailure("a scene is written as messages of its own, by Scene.messages")
        }
        return writer.bytes
    }

    private var kind: WireFormat.FromHost {
        switch self {
        case .welcome: .welcome
        case .farewell: .farewell
        case .outcome: .outcome
        case .facts: .facts
        case .notice: .notice
        case .scene: .scene
        case .session: .standing
        }
    }
}

extension WireWriter {
    fileprivate mutating func put(_ welcome: AppWelcome) {
        put(welcome.app)
        put(welcome.book)
        put(welcome.isSilent)
        put(UInt8(welcome.ramps.count))
        for ramp in welcome.ramps {
            put(ramp.change.rawValue)
            put(ramp.length.nanoseconds)
        }
        put(welcome.vocabulary.categories.bits)
        put(welcome.vocabulary.modes.bits)
        put(welcome.vocabulary.options.rawValue)
        put(welcome.vocabulary.accessories.bits)
        put(welcome.vocabulary.features.bits)
    }

    fileprivate mutating func put(_ outcome: CallOutcome) {
        put(outcome.at.nanoseconds)
        put(outcome.refusal != nil)
        if let refusal = outcome.refusal {
            put(refusal.error.rawValue)
            put(refusal.code ?? 0)
            put(refusal.rule.id)
            put(sentence: refusal.sentence)
        }
        put(outcome.answer)
        // As many reasons as a message holds; a decision of hundreds of apps has more.
        let place = bytes.count
        put(UInt16(0))
        var count: UInt16 = 0
        for reason in outcome.because {
            let most = bytes.count + 2 * WireFormat.nameLimit + WireFormat.sentenceLimit + 6
            guard most + WireFormat.markSize <= WireFormat.messageLimit
            else { break }
            put(reason.rule.id)
            put(optional: reason.app)
            put(sentence: reason.sentence)
            count += 1
        }
        replace(at: place, with: count)
        guard let mark = outcome.mark else { return }
        put(mark.scene)
        put(mark.notice)
    }

    private mutating func put(_ answer: CallAnswer?) {
        switch answer {
        case nil: put(WireFormat.AnswerCode.none.rawValue)
        case .flag(let flag):
            put(WireFormat.AnswerCode.flag.rawValue)
            put(flag)
        case .volume(let volume):
            put(WireFormat.AnswerCode.volume.rawValue)
            put(volume)
        case .category(let category):
            put(WireFormat.AnswerCode.category.rawValue)
            put(category.rawValue)
        case .route(let route):
            put(WireFormat.AnswerCode.route.rawValue)
            put(route)
        case .slider(let slider): put(slider)
        case .promptStyle(let style):
            put(WireFormat.AnswerCode.promptStyle.rawValue)
            put(style.rawValue)
        }
    }

    private mutating func put(_ slider: VolumeSlider) {
        switch slider {
        case .level(let level):
            put(WireFormat.AnswerCode.sliderLevel.rawValue)
            put(level)
        case .accessory(let kind, let name):
            put(WireFormat.AnswerCode.sliderAccessory.rawValue)
            put(kind.rawValue)
            put(optional: name)
        }
    }

    private mutating func put(_ route: RouteFacts) {
        for ports in [route.outputs, route.inputs] {
            put(UInt8(clamping: ports.count))
            for port in ports.prefix(255) {
                put(port.port.rawValue)
                put(port.uid)
                put(port.name)
            }
        }
    }

    fileprivate mutating func put(_ facts: SessionFacts) {
        put(facts.at.nanoseconds)
        put(facts.category.rawValue)
        put(facts.mode.rawValue)
        put(facts.options.rawValue)
        put(facts.phase.rawValue)
        put(facts.overridesToSpeaker)
        put(facts.isLaunched)
        put(facts.isInForeground)
        put(facts.outputVolume)
        put(facts.slider)
        put(facts.otherAudioIsPlaying)
        put(facts.secondaryAudioShouldBeSilencedHint)
        put(facts.inputIsAvailable)
        put(facts.recordPermission.rawValue)
        put(facts.mediaServicesAreLost)
        put(facts.route)
        put(RouteFacts(outputs: [], inputs: facts.availableInputs))
        put(RouteFacts(outputs: [], inputs: facts.preferredInput.map { [$0] } ?? []))
        put(UInt8(clamping: facts.calls.count))
        for call in facts.calls.prefix(255) { put(call) }
    }

    private mutating func put(_ call: CallFacts) {
        put(call.number)
        put(optional: call.uid)
        put(call.isOwn)
        put(call.isOutgoing)
        put(call.phase?.rawValue ?? 255)
        put(call.isMuted)
    }

    fileprivate mutating func put(_ session: RestorableSession) {
        put(session.isInForeground)
        put(session.isLaunched)
        put(session.category.rawValue)
        put(session.mode.rawValue)
        put(session.options.rawValue)
        put(session.phase.rawValue)
        put(session.overridesToSpeaker)
        put(session.isRecording)
        put(session.policy.rawValue)
        put(UInt8(clamping: session.wishes.count))
        for wish in session.wishes { put(wish) }
    }

    fileprivate mutating func put(_ notice: AppNotice) {
        put(notice.number)
        put(notice.at.nanoseconds)
        func code(_ code: WireFormat.NoticeCode) { put(code.rawValue) }
        switch notice.message {
        case .interruptionBegan(.default): code(.interruptionBegan)
        case .interruptionBegan(let reason):
            code(.interruptionBeganBecause)
            put(reason.rawValue)
        case .callActivated: code(.callActivated)
        case .callDeactivated: code(.callDeactivated)
        case .callChanged(let call, let action):
            code(.callChanged)
            put(call)
            put(action?.rawValue ?? 255)
        case .inputMuteStateChanged(let isMuted):
            code(.inputMuteStateChanged)
            put(isMuted)
        case .remoteCommand(let command):
            code(.remoteCommand)
            put(command.kind.rawValue)
            put(command.value != nil)
            if let value = command.value { put(value) }
        case .availableInputsChanged: code(.availableInputsChanged)
        case .userIntentToUnmuteOutput: code(.userIntentToUnmuteOutput)
        case .becameActive: code(.becameActive)
        case .becameInactive(let deactivation):
            code(.becameInactive)
            put(deactivation.reason == nil)
            put((deactivation.reason ?? .default).rawValue)
        case .resumptionRecommended(let should):
            code(.resumptionRecommended)
            put(should)
        case .outputMuteStateChanged(let isMuted):
            code(.outputMuteStateChanged)
            put(isMuted)
        case .proximityStateChanged(let proximity):
            code(.proximityStateChanged)
            put(proximity.rawValue)
        case .interruptionEnded(let shouldResume):
            code(.interruptionEnded)
            put(shouldResume)
        case .routeChanged(let reason, let previous):
            code(.routeChanged)
            put(reason.rawValue)
            put(previous)
        case .silenceSecondaryAudioHint(let begins):
            code(.silenceSecondaryAudioHint)
            put(begins)
        case .outputVolumeChanged(let volume):
            code(.outputVolumeChanged)
            put(volume)
        case .mediaServicesWereLost: code(.mediaServicesWereLost)
        case .mediaServicesWereReset: code(.mediaServicesWereReset)
        case .soundFinished(let sound):
            code(.soundFinished)
            put(sound)
        case .soundFailed(let sound, let reason):
            code(.soundFailed)
            put(sound)
            put(sentence: reason)
        case .recordingFailed(let reason):
            code(.recordingFailed)
            put(sentence: reason)
        case .recordPermissionChanged(let permission):
            code(.recordPermissionChanged)
            put(permission.rawValue)
        case .terminated: code(.terminated)
        // The client says these two to its app; no host does.
        case .deviceLost, .deviceFound: put(UInt8(0))
        }
    }
}

// MARK: Reading

extension HostMessage {
    /// Reads a message; nil for a kind that a later version adds.
    ///
    /// - Parameter bytes: One packet.
    /// - Returns: The message, and the number of the question that it answers.
    /// - Throws: `WireFault`, whatever the bytes.
    static func read(
        _ bytes: UnsafeRawBufferPointer
    ) throws(WireFault) -> (message: HostMessage, number: UInt32)? {
        var reader = WireReader(bytes)
        let (code, number) = try reader.head()
        guard let kind = WireFormat.FromHost(rawValue: code) else { return nil }
        // Bytes that a later host puts behind the fields of this version are passed over.
        return (try reader.message(kind), number)
    }
}

extension WireReader {
    fileprivate mutating func message(_ kind: WireFormat.FromHost) throws(WireFault) -> HostMessage {
        switch kind {
        case .welcome:
            let version = try whole(UInt16.self)
            return .welcome(try welcome(), version: version)
        case .farewell:
            // A reason of a later version is as good as a malformed message: the sentence says what it is.
            let reason = FarewellReason(rawValue: try whole(UInt16.self)) ?? .malformed
            return .farewell(reason, sentence: try sentence())
        case .outcome: return .outcome(try outcome())
        case .facts: return .facts(try facts())
        case .notice: return .notice(try notice())
        case .scene: return .scene
        case .standing: return .session(try session())
        }
    }

    private mutating func welcome() throws(WireFault) -> AppWelcome {
        let (app, book, isSilent) = (try text(), try text(), try flag())
        var ramps: [RampRule] = []
        for _ in 0..<(try whole(UInt8.self)) {
            let change = try code(RampRule.Change.self)
            ramps.append(RampRule(change: change, length: try length()))
        }
        return AppWelcome(app: app, vocabulary: try vocabulary(of: book), ramps: ramps, isSilent: isSilent)
    }

    /// Reads the words of the rule book in force. An older host does not send them: then returns those of this build's book of
    /// that name, or none for a book that only the host has.
    private mutating func vocabulary(of book: String) throws(WireFault) -> BookVocabulary {
        guard left >= WireFormat.vocabularySize else {
            return RuleBook.named(book)?.vocabulary
                ?? BookVocabulary(book: book, categories: [], modes: [], options: [], accessories: [], features: [])
        }
        return BookVocabulary(
            book: book, categories: Members(bits: try whole(UInt32.self)), modes: Members(bits: try whole(UInt32.self)),
            options: CategoryOptions(rawValue: try whole(UInt32.self) & WireFormat.optionBits),
            accessories: Members(bits: try whole(UInt32.self)), features: Members(bits: try whole(UInt32.self)))
    }

    private mutating func rule() throws(WireFault) -> RuleID {
        guard let rule = try optionalRule() else { throw WireFault("a rule is missing") }
        return rule
    }

    /// A rule by its identifier; one that this build does not know becomes the one for what cannot be read.
    mutating func optionalRule() throws(WireFault) -> RuleID? {
        try optionalText().map { RuleID.named[$0] ?? .step1 }
    }

    private mutating func outcome() throws(WireFault) -> CallOutcome {
        let at = try time()
        var refusal: CallRefusal?
        if try flag() {
            let error = try code(SessionError.self)
            _ = try whole(Int32.self)
            let rule = try rule()
            refusal = CallRefusal(error: error, rule: rule, sentence: try sentence())
        }
        let answer = try answer()
        var because: [CallReason] = []
        for _ in 0..<(try whole(UInt16.self)) {
            let (rule, app) = (try rule(), try optionalText())
            because.append(CallReason(rule: rule, app: app, sentence: try sentence()))
        }
        // A host of version 1 ends here.
        let mark =
            left >= WireFormat.markSize
            ? DecisionMark(scene: try whole(UInt64.self), notice: try whole(UInt64.self)) : nil
        return CallOutcome(refusal: refusal, answer: answer, at: at, because: because, mark: mark)
    }

    private mutating func answer() throws(WireFault) -> CallAnswer? {
        switch try code(WireFormat.AnswerCode.self) {
        case .none: nil
        case .flag: .flag(try flag())
        case .volume: .volume(try double(in: 0...1))
        case .category: .category(try code(Category.self))
        case .route: .route(try route())
        case .promptStyle: .promptStyle(try code(PromptStyle.self))
        case .sliderLevel: .slider(.level(try double(in: 0...1)))
        case .sliderAccessory: .slider(.accessory(try code(Accessory.Kind.self), name: try optionalText()))
        }
    }

    private mutating func route() throws(WireFault) -> RouteFacts {
        RouteFacts(outputs: try ports(), inputs: try ports())
    }

    private mutating func ports() throws(WireFault) -> [PortFacts] {
        var ports: [PortFacts] = []
        for _ in 0..<(try whole(UInt8.self)) {
            let port = try code(Port.self)
            ports.append(PortFacts(port: port, uid: try text(), name: try text()))
        }
        return ports
    }

    private mutating func facts() throws(WireFault) -> SessionFacts {
        let at = try time()
        let (category, mode) = (try code(Category.self), try code(Mode.self))
        let options = CategoryOptions(rawValue: try whole(UInt32.self))
        let phase = try code(SessionPhase.self)
        let (overrides, isLaunched, isInForeground) = (try flag(), try flag(), try flag())
        let volume = try double(in: 0...1)
        guard case .slider(let slider) = try answer() else { throw WireFault("there is no slider") }
        let (otherAudio, hint, input) = (try flag(), try flag(), try flag())
        let (permission, areLost) = (try code(RecordPermission.self), try flag())
        var facts = SessionFacts(
            at: at, category: category, mode: mode, options: options, phase: phase, overridesToSpeaker: overrides,
            isLaunched: isLaunched, isInForeground: isInForeground, route: try route(), outputVolume: volume,
            slider: slider, otherAudioIsPlaying: otherAudio, secondaryAudioShouldBeSilencedHint: hint,
            inputIsAvailable: input, recordPermission: permission, mediaServicesAreLost: areLost)
        // A host of a day before these were added ends here.
        if left > 0 { (facts.availableInputs, facts.preferredInput) = (try route().inputs, try route().inputs.first) }
        if left > 0 {
            for _ in 0..<(try whole(UInt8.self)) { facts.calls.append(try call()) }
        }
        return facts
    }

    private mutating func session() throws(WireFault) -> RestorableSession {
        var session = RestorableSession()
        session.isInForeground = try flag()
        // A host of an earlier day tells no more.
        guard left > 0 else { return session }
        session.isLaunched = try flag()
        (session.category, session.mode) = (try code(Category.self), try code(Mode.self))
        session.options = CategoryOptions(rawValue: try whole(UInt32.self) & WireFormat.optionBits)
        session.phase = try code(SessionPhase.self)
        (session.overridesToSpeaker, session.isRecording) = (try flag(), try flag())
        session.policy = try code(RouteSharingPolicy.self)
        for _ in 0..<(try whole(UInt8.self)) { session.wishes.append(try wish()) }
        return session
    }

    private mutating func call() throws(WireFault) -> CallFacts {
        CallFacts(
            number: try whole(UInt64.self), uid: try optionalText(), isOwn: try flag(), isOutgoing: try flag(),
            phase: try optionalCode(Call.Phase.self), isMuted: try flag())
    }

    private mutating func notice() throws(WireFault) -> AppNotice {
        let number = try whole(UInt64.self)
        let at = try time()
        let code = try code(WireFormat.NoticeCode.self)
        return AppNotice(number: number, at: at, message: try message(code))
    }

    private mutating func deactivation() throws(WireFault) -> Deactivation {
        let (isApps, reason) = (try flag(), try code(InterruptionReason.self))
        guard !isApps || reason == .default else { throw WireFault("an app's own deactivation has no reason") }
        return isApps ? .app : .system(because: reason)
    }

    private mutating func message(_ code: WireFormat.NoticeCode) throws(WireFault) -> AppNotice.Message {
        switch code {
        case .interruptionBegan: .interruptionBegan()
        case .interruptionBeganBecause: .interruptionBegan(because: try self.code(InterruptionReason.self))
        case .callActivated: .callActivated
        case .callDeactivated: .callDeactivated
        case .callChanged: .callChanged(try call(), action: try optionalCode(CallAction.self))
        case .inputMuteStateChanged: .inputMuteStateChanged(try flag())
        case .remoteCommand:
            .remoteCommand(
                RemoteCommand(
                    try self.code(RemoteCommand.Kind.self),
                    value: try flag() ? try double(in: NowPlayingInfo.seconds) : nil))
        case .availableInputsChanged: .availableInputsChanged
        case .userIntentToUnmuteOutput: .userIntentToUnmuteOutput
        case .becameActive: .becameActive
        case .becameInactive: .becameInactive(try deactivation())
        case .resumptionRecommended: .resumptionRecommended(try flag())
        case .outputMuteStateChanged: .outputMuteStateChanged(try flag())
        case .proximityStateChanged: .proximityStateChanged(try self.code(Proximity.self))
        case .interruptionEnded: .interruptionEnded(shouldResume: try flag())
        case .routeChanged: .routeChanged(try self.code(RouteChangeReason.self), previous: try route())
        case .silenceSecondaryAudioHint: .silenceSecondaryAudioHint(begins: try flag())
        case .outputVolumeChanged: .outputVolumeChanged(try double(in: 0...1))
        case .mediaServicesWereLost: .mediaServicesWereLost
        case .mediaServicesWereReset: .mediaServicesWereReset
        case .soundFinished: .soundFinished(try text())
        case .soundFailed: .soundFailed(try text(), reason: try sentence())
        case .recordingFailed: .recordingFailed(reason: try sentence())
        case .recordPermissionChanged: .recordPermissionChanged(try self.code(RecordPermission.self))
        case .terminated: .terminated
        }
    }
}

extension RuleID {
    /// Every rule by its identifier.
    fileprivate static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.id, $0) })
}
