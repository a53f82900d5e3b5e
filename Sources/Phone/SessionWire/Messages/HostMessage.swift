public import SessionPolicy

/// A message from the host to a program.
public enum HostMessage: Hashable, Sendable {
    /// `version`: the negotiated version of the protocol.
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

// MARK: Writing and reading

extension HostMessage {
    static let sceneCode: UInt16 = 134

    private static let kinds = WireCases(wireCases)

    /// Returns the message as bytes.
    ///
    /// - Parameter number: The number of the answered question, or 0.
    public func bytes(number: UInt32 = 0) -> [UInt8] { Self.kinds.message(self, number, capacity: 160) }

    /// Reads a message. Returns nil for an unknown kind of a later version.
    /// - Parameter bytes: One packet.
    /// - Returns: The message, and the number of the question that it answers.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(WireFault) -> (message: HostMessage, number: UInt32)? {
        var reader = WireReader(bytes)
        let (code, number) = try reader.head()
        guard let kind = kinds[code] else { return nil }
        // Skips the fields of later versions.
        return (try kind.read(&reader), number)
    }

    @WireCaseBuilder<HostMessage> private static var wireCases: [WireCase<HostMessage>] {
        WireCase(
            129, .whole, Form.welcome, as: { .welcome($1, version: $0) },
            split: {
                if case .welcome(let a, let b) = $0 { (b, a) } else { nil }
            })
        WireCase(130, Form.farewellReason, .sentence, as: Self.farewell) {
            if case .farewell(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(131, Form.outcome, as: Self.outcome) { if case .outcome(let a) = $0 { a } else { nil } }
        WireCase(132, Form.facts, as: Self.facts) { if case .facts(let a) = $0 { a } else { nil } }
        WireCase(133, Form.notice, as: Self.notice) { if case .notice(let a) = $0 { a } else { nil } }
        WireCase(sceneCode, .scene)
        WireCase(135, Form.session, as: Self.session) { if case .session(let a) = $0 { a } else { nil } }
    }
}

// MARK: The fields of each message

/// The forms of the structures in messages of a host.
private enum Form {
    /// An unknown reason of a later version counts as malformed; its sentence explains it.
    static let farewellReason = WireField<UInt16>.whole.mapped(
        as: { FarewellReason(rawValue: $0) ?? .malformed }, split: { $0.rawValue })

    static let ramp = WireField<RampRule>(
        .code, .length, as: RampRule.init, split: { ($0.change, $0.length) })

    /// The words of a rule book, without its name.
    static let words = WireField<BookVocabulary>(
        .whole, .whole, .whole, .whole, .whole,
        as: {
            BookVocabulary(
                book: "", categories: Members(bits: $0), modes: Members(bits: $1),
                options: CategoryOptions(rawValue: $2 & WireFormat.optionBits), accessories: Members(bits: $3),
                features: Members(bits: $4))
        }, split: { ($0.categories.bits, $0.modes.bits, $0.options.rawValue, $0.accessories.bits, $0.features.bits) })

    /// An older host does not send its book's words: then those of this build's book with that name are used.
    static let welcome = WireField<AppWelcome>(
        .text, .text, .flag, ramp.list(), words.ifPresent(size: 20),
        as: { app, book, isSilent, ramps, words in
            let words = words ?? RuleBook.named(book)?.vocabulary
            let vocabulary = BookVocabulary(
                book: book, categories: words?.categories ?? [], modes: words?.modes ?? [],
                options: words?.options ?? [], accessories: words?.accessories ?? [], features: words?.features ?? [])
            return AppWelcome(app: app, vocabulary: vocabulary, ramps: ramps, isSilent: isSilent)
        }, split: { ($0.app, $0.book, $0.isSilent, $0.ramps, Optional($0.vocabulary)) })

    static let refusal = WireField<CallRefusal>(
        .code, WireField<Int32>.whole, .rule, .sentence,
        as: { error, _, rule, sentence in CallRefusal(error: error, rule: rule, sentence: sentence) },
        split: { ($0.error, $0.code ?? 0, $0.rule, $0.sentence) })

    static let reason = WireField<CallReason>(
        .rule, .text, .sentence, as: CallReason.init, split: { ($0.rule, $0.app, $0.sentence) })

    /// The first reasons of a decision; one with hundreds of apps has more than fit.
    static let reasons = WireField<[CallReason]> { reasons, writer in
        let place = writer.bytes.count
        writer.put(UInt16(0))
        var count: UInt16 = 0
        for each in reasons {
            let most = writer.bytes.count + 2 * WireFormat.nameLimit + WireFormat.sentenceLimit + 6
            guard most + WireFormat.markSize <= WireFormat.messageLimit else { break }
            reason.write(each, &writer)
            count += 1
        }
        writer.replace(at: place, with: count)
    } _: { reader throws(WireFault) in
        try reason.list(UInt16.self).read(&reader)
    }

    static let mark = WireField<DecisionMark>(
        .whole, .whole, as: DecisionMark.init, split: { ($0.scene, $0.notice) })

    /// A host of version 1 ends before the mark.
    static let outcome = WireField<CallOutcome>(
        .time, refusal.optional, answer, reasons, mark.ifPresent(size: WireFormat.markSize),
        as: { CallOutcome(refusal: $1, answer: $2, at: $0, because: $3, mark: $4) },
        split: { ($0.at, $0.refusal, $0.answer, $0.because, $0.mark) })

    static let answers = WireCases(WireField<CallAnswer?>.wireCases)
    static let answer = WireField(cases: answers)

    static let slider = answer.mapped(
        as: { if case .slider(let slider) = $0 { slider } else { nil } }, split: { .slider($0) },
        or: { _ in "there is no slider" })

    static let ports = WireField<PortFacts>(
        .code, .text, .text, as: PortFacts.init, split: { ($0.port, $0.uid, $0.name) }
    ).list()

    static let route = WireField<RouteFacts>(
        ports, ports, as: RouteFacts.init, split: { ($0.outputs, $0.inputs) })

    /// Ports as the inputs of a route without outputs; older hosts omit them.
    static let inputs = route.mapped(as: { $0.inputs }, split: { RouteFacts(outputs: [], inputs: $0) })
        .ifPresent(else: [])

    static let call = WireField<CallFacts>(
        .whole, .text, .flag, .flag, .optionalCode(), .flag,
        as: CallFacts.init,
        split: { ($0.number, $0.uid, $0.isOwn, $0.isOutgoing, $0.phase, $0.isMuted) })

    static let facts = WireField<SessionFacts>(
        .time, .code, .code, .code, .code, .flag, .flag, .flag, .unit, slider, .flag, .flag, .flag, .code, .flag,
        route,
        inputs, inputs, call.list().ifPresent(else: []),
        as: {
            SessionFacts(
                at: $0, category: $1, mode: $2, options: $3, phase: $4, overridesToSpeaker: $5, isLaunched: $6,
                isInForeground: $7, route: $15, outputVolume: $8, slider: $9, otherAudioIsPlaying: $10,
                secondaryAudioShouldBeSilencedHint: $11, inputIsAvailable: $12, recordPermission: $13,
                mediaServicesAreLost: $14, availableInputs: $16, preferredInput: $17.first, calls: $18)
        },
        split: {
            (
                $0.at, $0.category, $0.mode, $0.options, $0.phase, $0.overridesToSpeaker, $0.isLaunched,
                $0.isInForeground, $0.outputVolume, $0.slider, $0.otherAudioIsPlaying,
                $0.secondaryAudioShouldBeSilencedHint, $0.inputIsAvailable, $0.recordPermission,
                $0.mediaServicesAreLost, $0.route, $0.availableInputs, $0.preferredInput.map { [$0] } ?? [], $0.calls
            )
        })

    static let declared = WireField<RestorableSession>(
        .flag, .code, .code, .code, .code, .flag, .flag, .code, WireField<AppCall>.preference.list(),
        as: { isLaunched, category, mode, options, phase, overrides, records, policy, wishes in
            var session = RestorableSession()
            (session.isLaunched, session.category, session.mode) = (isLaunched, category, mode)
            (session.options, session.phase, session.overridesToSpeaker) = (options, phase, overrides)
            (session.isRecording, session.policy, session.wishes) = (records, policy, wishes)
            return session
        },
        split: {
            (
                $0.isLaunched, $0.category, $0.mode, $0.options, $0.phase, $0.overridesToSpeaker, $0.isRecording,
                $0.policy, $0.wishes
            )
        })

    /// An older host sends only the foreground state.
    static let session = WireField<RestorableSession>(
        .flag, declared.ifPresent(else: RestorableSession()),
        as: { isInForeground, declared in
            var session = declared
            session.isInForeground = isInForeground
            return session
        }, split: { ($0.isInForeground, $0) })

    static let notice = WireField<AppNotice>(
        .whole, .time, WireField(cases: WireCases(AppNotice.Message.wireCases)),
        as: AppNotice.init, split: { ($0.number, $0.at, $0.message) })

    static let deactivation = WireField<Deactivation>(
        .flag, .code,
        as: { isApps, reason throws(WireFault) in
            guard !isApps || reason == .default else { throw WireFault("an app's own deactivation has no reason") }
            return isApps ? .app : .system(because: reason)
        }, split: { ($0.reason == nil, $0.reason ?? .default) })

    static let command = WireField<RemoteCommand>(
        .code, WireField<Double>.number(NowPlayingInfo.seconds).optional, as: { RemoteCommand($0, value: $1) },
        split: { ($0.kind, $0.value) })
}

// MARK: Answers

extension CallAnswer {
    /// The code of the kind of answer, matched with the question's.
    var code: UInt16 { Form.answers.row(of: self).row.code }
}

extension Question {
    var answerCodes: ClosedRange<UInt16> {
        switch self {
        case .otherAudioIsPlaying, .secondaryAudioShouldBeSilencedHint, .inputAvailable, .inputMuted, .outputMuted:
            1...1
        case .outputVolume: 2...2
        case .category: 3...3
        case .currentRoute, .availableInputs, .preferredInput: 4...4
        case .volumeSlider: 5...6
        case .promptStyle: 7...7
        }
    }
}

extension WireField where Value == CallAnswer? {
    @WireCaseBuilder<CallAnswer?> fileprivate static var wireCases: [WireCase<CallAnswer?>] {
        WireCase(0, nil)
        WireCase(1, .flag, as: CallAnswer.flag) { if case .flag(let a) = $0 { a } else { nil } }
        WireCase(2, .unit, as: CallAnswer.volume) { if case .volume(let a) = $0 { a } else { nil } }
        WireCase(3, .code, as: CallAnswer.category) { if case .category(let a) = $0 { a } else { nil } }
        WireCase(4, Form.route, as: CallAnswer.route) { if case .route(let a) = $0 { a } else { nil } }
        WireCase(
            5, .unit, as: { .slider(.level($0)) }, split: { if case .slider(.level(let a)) = $0 { a } else { nil } })
        WireCase(
            6, .code, .text, as: { .slider(.accessory($0, name: $1)) },
            split: {
                if case .slider(.accessory(let a, let b)) = $0 { (a, b) } else { nil }
            })
        WireCase(7, .code, as: CallAnswer.promptStyle) { if case .promptStyle(let a) = $0 { a } else { nil } }
    }
}

// MARK: Notices

extension AppNotice.Message {
    @WireCaseBuilder<AppNotice.Message> fileprivate static var wireCases: [WireCase<AppNotice.Message>] {
        WireCase(1, .interruptionBegan())
        WireCase.flag(2, Self.interruptionEnded)
        WireCase(3, .code, Form.route, as: Self.routeChanged) {
            if case .routeChanged(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase.flag(4, Self.silenceSecondaryAudioHint)
        WireCase(5, .unit, as: Self.outputVolumeChanged) { if case .outputVolumeChanged(let a) = $0 { a } else { nil } }
        WireCase(6, .mediaServicesWereLost)
        WireCase(7, .mediaServicesWereReset)
        WireCase(8, .text, as: Self.soundFinished) { if case .soundFinished(let a) = $0 { a } else { nil } }
        WireCase(9, .text, .sentence, as: Self.soundFailed) {
            if case .soundFailed(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(10, .sentence, as: Self.recordingFailed) { if case .recordingFailed(let a) = $0 { a } else { nil } }
        WireCase(11, .code, as: Self.recordPermissionChanged) {
            if case .recordPermissionChanged(let a) = $0 { a } else { nil }
        }
        WireCase(12, .terminated)
        WireCase(13, .code, as: Self.interruptionBegan) { if case .interruptionBegan(let a) = $0 { a } else { nil } }
        WireCase(14, .callActivated)
        WireCase(15, .callDeactivated)
        WireCase.flag(16, Self.inputMuteStateChanged)
        WireCase(17, Form.call, .optionalCode(), as: Self.callChanged) {
            if case .callChanged(let a, let b) = $0 { (a, b) } else { nil }
        }
        WireCase(18, Form.command, as: Self.remoteCommand) { if case .remoteCommand(let a) = $0 { a } else { nil } }
        WireCase(19, .availableInputsChanged)
        WireCase(20, .userIntentToUnmuteOutput)
        WireCase.flag(21, Self.outputMuteStateChanged)
        WireCase(22, .becameActive)
        WireCase(23, Form.deactivation, as: Self.becameInactive) {
            if case .becameInactive(let a) = $0 { a } else { nil }
        }
        WireCase.flag(24, Self.resumptionRecommended)
        WireCase(25, .code, as: Self.proximityStateChanged) {
            if case .proximityStateChanged(let a) = $0 { a } else { nil }
        }
    }
}
