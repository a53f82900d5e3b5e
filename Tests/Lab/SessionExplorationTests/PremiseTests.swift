import Foundation
import Randomness
import Testing

@testable import SessionExploration
@testable import SessionPolicy
@testable import SessionReference

/// Every sentence of `because` is true at its step, and every refusal names a way out: random stories under every book.
///
/// `MODEL_STEPS` sets the number of steps per rule book, `MODEL_SEED` the seed of the stories.
struct PremiseTests {
    private static let storyLength = 200
    private static let mostReported = 12
    /// The number of times as many stories that are told where a way out has not come up.
    private static let patience = 10
    /// The seed of the stories that must come by everything; another one could miss what few stories come by.
    private static let fixedSeed: UInt64 = 1

    @Test("Each sentence is true at its step", arguments: ReferenceModel.Book.allCases)
    func sentences(book: ReferenceModel.Book) {
        var reported: Set<String> = []
        Self.tell(TwoAccounts.rules(of: book)) { claim, story in
            guard reported.count < Self.mostReported, let objection = Premise.objection(to: claim),
                reported.insert(claim.decision.sentence.template).inserted
            else { return }
            Issue.record("\(book.rawValue): \(story.suffix(12).joined(separator: "\n"))\n\(claim.text): \(objection)")
        }
    }

    @Test("Each sentence is true under each answer to a contested point")
    func contested() {
        var reported: Set<String> = []
        for flip in Flip.flips(of: .settings, in: .modern) {
            Self.tell(flip.book, stories: 2) { claim, story in
                guard reported.count < Self.mostReported, let objection = Premise.objection(to: claim),
                    reported.insert(claim.decision.sentence.template).inserted
                else { return }
                Issue.record("\(flip.name): \(story.suffix(12).joined(separator: "\n"))\n\(claim.text): \(objection)")
            }
        }
    }

    @Test("Stories come by every sentence that has a premise, and what seldom happens is true, too")
    func coverage() {
        var unseen = Set(Premise.all.keys).subtracting(Self.ofOtherBooks)
        for script in Self.scripts {
            var state = Self.withOtherAnswers.initialState()
            for event in script {
                let transition = Transition(from: state, event, at: .zero, book: Self.withOtherAnswers)
                #expect(transition.step.refusal == nil, "\(event)")
                for claim in Self.claims(at: transition) {
                    #expect(Premise.objection(to: claim) == nil, "\(claim.text)")
                    unseen.remove(claim.decision.sentence.template)
                    if let reason = claim.standingReason { unseen.remove(reason) }
                }
                state = transition.state
            }
        }
        for number in 0..<60 where !unseen.isEmpty {
            for book in ReferenceModel.Book.allCases {
                Self.tell(TwoAccounts.rules(of: book), stories: 10, from: number * 10, seed: Self.fixedSeed) {
                    claim, _ in
                    unseen.remove(claim.decision.sentence.template)
                    if let reason = claim.standingReason { unseen.remove(reason) }
                }
            }
        }
        #expect(unseen.sorted() == [])
    }

    @Test("Each refusal names a way out that can be gone", arguments: ReferenceModel.Book.allCases)
    func remedies(book: ReferenceModel.Book) {
        var reported: Set<String> = []
        var missing = Set(Self.named.filter { Self.isOf(book, $0) })
        let count = max(1, ModelComparisonTests.stepCount / Self.storyLength)
        judge(book, stories: count, from: 0, seed: ModelComparisonTests.seed, &reported, &missing)
        // A way out that few stories take is searched for in stories that are always the same.
        for round in 1..<Self.patience where !missing.isEmpty {
            judge(book, stories: count, from: round * count, seed: Self.fixedSeed, &reported, &missing)
        }
        #expect(missing == [], "no story takes these ways out")
    }

    private func judge(
        _ book: ReferenceModel.Book, stories count: Int, from first: Int, seed: UInt64,
        _ reported: inout Set<String>, _ missing: inout Set<String>
    ) {
        Self.walk(TwoAccounts.rules(of: book), stories: count, from: first, seed: seed) { transition, now, story in
            guard let refusal = transition.step.refusal else { return }
            let template = refusal.sentence.template
            guard let remedy = Remedy.of(template) else {
                if reported.insert(template).inserted { Issue.record("no remedy is known for: \(template)") }
                return
            }
            for (number, way) in remedy.ways(transition).enumerated() {
                guard let outcome = Self.outcome(of: way, instead: transition, at: now) else { continue }
                if outcome.error == nil { missing.remove(remedy.sentence) }
                guard outcome.sentence?.template == template, reported.count < Self.mostReported,
                    reported.insert("\(template) \(number)").inserted
                else { continue }
                Issue.record(
                    "\(book.rawValue): \(story.suffix(12).joined(separator: "\n"))\nway \(number) fails: \(template)")
            }
        }
    }

    /// The refusals whose way out must be gone to its end by some story.
    private static let named = [
        "a call rings already; decline it, or give this one a uid of its own",
        "the line is busy; end the first call, or give this one a uid of its own",
        """
        {app} was still playing or recording: that is paused, and the session is inactive despite the error; stop it \
        first to avoid the error
        """,
        "the phone rings; try again when it is over",
        "{app}'s own call rings; answer it, and CallKit activates the session: wait for didActivate",
        "* not fit {app}'s category *; leave * out, or set another category",
    ]

    /// Whether a book has a refusal.
    private static func isOf(_ book: ReferenceModel.Book, _ sentence: String) -> Bool {
        book >= .iOS10 && (!sentence.hasPrefix("{app} was still playing or recording: that is paused") || book < .iOS26)
    }

    /// The outcome of a step to which a remedy leads, or nil if the way is barred by something else.
    private static func outcome(
        of way: Remedy.Way, instead transition: Transition, at now: Instant
    ) -> (error: SessionError?, sentence: Sentence?)? {
        var state = transition.before
        var last = transition.event
        var events: [Event] = []
        var then = now
        switch way {
        case .instead(let event): last = event
        case .first(let steps):
            if steps.isEmpty { return nil }
            events = steps
        case .later(let steps):
            events = steps
            then = now.advanced(by: .milliseconds(10_000))
        }
        for event in events {
            let step = transition.book.reduce(state, event, at: now)
            if step.refusal != nil { return nil }
            state = step.state
        }
        while then > now, let due = state.nextDeadline, due <= then {
            state = transition.book.reduce(state, .deadlineReached, at: due).state
        }
        let refusal = transition.book.reduce(state, last, at: then).refusal
        return (refusal?.error, refusal?.sentence)
    }

    // MARK: Stories

    /// Walks stories and hands each sentence of each step to a judge.
    private static func tell(
        _ book: RuleBook, stories count: Int? = nil, from first: Int = 0, seed: UInt64 = ModelComparisonTests.seed,
        judge: (Claim, [String]) -> Void
    ) {
        walk(book, stories: count, from: first, seed: seed) { transition, _, story in
            for claim in claims(at: transition) { judge(claim, story) }
        }
    }

    /// The sentences of a step, its refusal excepted.
    private static func claims(at transition: Transition) -> [Claim] {
        let picture = transition.picture
        return (transition.step.decisions + picture.decisions(since: transition.pictureBefore)).filter {
            $0.sentence != transition.step.refusal?.sentence
        }.map { Claim(transition: transition, decision: $0, picture: picture) }
    }

    private static func walk(
        _ book: RuleBook, stories count: Int? = nil, from first: Int = 0, seed: UInt64,
        visit: (Transition, Instant, [String]) -> Void
    ) {
        let stories = count ?? max(1, ModelComparisonTests.stepCount / storyLength)
        for number in first..<first + stories {
            var generator = WalkGenerator(random: SplitMix(seed: seed &+ UInt64(number) &* 7919))
            var state = book.initialState()
            var time = Instant.zero
            var story: [String] = []
            for _ in 0..<storyLength {
                var step = generator.step(after: state, at: time)
                if generator.random.chance(12), let event = rareEvent(in: state, &generator.random) {
                    step.event = event
                }
                time = step.at
                while let due = state.nextDeadline, due <= step.at {
                    let transition = Transition(from: state, .deadlineReached, at: due, book: book)
                    visit(transition, due, story)
                    state = transition.state
                }
                story.append(WalkText.line(step))
                let transition = Transition(from: state, step.event, at: step.at, book: book)
                visit(transition, step.at, story)
                state = transition.state
            }
        }
    }
}

extension PremiseTests {
    /// `modern` with other answers to contested points: a session without echo interrupts those that record with it (C36),
    /// and a call that is taken up after the other side of another one has hung up stays silent (C44).
    private static let withOtherAnswers: RuleBook = {
        var book = RuleBook.modern
        book.settings.echoCancellationInterrupts = true
        book.settings.heldCallStaysSilent = true
        return book
    }()

    /// Stories of what random ones hardly ever come by.
    private static let scripts: [[Event]] = {
        let (a, b) = (WalkGenerator.app(0), WalkGenerator.app(1))
        let call = CallName(app: b)
        // It pauses at no unplug by itself.
        let c = WalkGenerator.app(2)
        var heedless = Launch()
        heedless.pausesAtUnplug = false
        let start: [Event] = [
            .app(a, .launched(.system, backgroundAudio: true, resumes: true)),
            .app(b, .launched(.app, backgroundAudio: false, resumes: true)),
        ]
        func set(_ app: AppID, _ options: CategoryOptions = []) -> Event {
            .app(app, .setCategory(.playAndRecord, .default, options))
        }
        let sound = AppEvent.play(WalkGenerator.sound(0), lasts: nil, gain: nil)
        let read = Event.messageAnnounced(lasts: .milliseconds(5_000))
        let media = Event.app(a, .setCategory(.playback, .default, []))
        let spoken: [Event] = [
            .app(b, .setCategory(.playback, .spokenAudio, [])), .app(b, sound),
            .accessoryConnected(Accessory(kind: .headphones)),
        ]
        var momentary = Launch(backgroundAudio: true)
        momentary.suspensionDelay = .zero
        // While the screen is locked, an app that neither plays nor records is suspended immediately.
        func interrupted(_ app: AppID, _ launch: Launch) -> [Event] {
            [
                .app(app, .launched(launch)), .app(app, .setCategory(.playback, .default, [])),
                .app(app, .registeredNowPlaying(true)), .app(app, sound), .app(c, .launched(momentary)),
                .app(c, .setCategory(.playback, .default, [])), .screenLocked,
                .app(c, .setActive(true, notifyOthers: false)),
            ]
        }
        let d = WalkGenerator.app(3)
        var resolute = Launch(backgroundAudio: true)
        resolute.resumesWithoutLeave = true
        let hands = Accessory(kind: .bluetoothHFP, uid: WalkGenerator.uid(0))
        let music = Accessory(kind: .bluetoothA2DP, uid: WalkGenerator.uid(0))
        return [
            [
                set(a), .app(a, sound), .app(a, .record(true)), .microphoneMuted(true), .timePassed,
                .app(b, .setCategory(.playback, .default, [])), .app(b, .setActive(true, notifyOthers: false)),
                .app(b, .setActive(false, notifyOthers: true)),
            ],
            [set(a), .app(a, .setPreferredInput(.builtInMic, uid: nil)), .app(a, .ask(.preferredInput))],
            [set(b), .app(b, .record(true)), .screenLocked],
            [
                set(b), .call(.outgoing, call), .app(b, sound), .call(.incoming, CallName()),
                .call(.answered, CallName()), .call(.remoteEnded, CallName()), .call(.unheld, call),
            ],
            [
                .app(b, .setCategory(.playAndRecord, .voiceChat, [])),
                .accessoryConnected(Accessory(kind: .headphones)), .app(b, sound),
                .accessoryDisconnected(.headphones, uid: nil),
            ],
            [set(b, .duckOthers), .app(b, .setActive(true, notifyOthers: false)), .screenLocked],
            [
                .accessoryConnected(Accessory(kind: .airPlay)),
                .app(a, .setCategory(.playback, .default, [], policy: .longFormAudio)), .app(a, sound),
                .app(b, .setCategory(.playback, .default, [])), .app(b, .setActive(true, notifyOthers: false)),
                .call(.incoming, CallName()),
            ],
            [set(b), .app(b, .setInputMuted(true)), .app(b, .record(true))],
            [
                .app(c, .launched(heedless)), .app(c, .setCategory(.playback, .default, [])),
                .app(c, .registeredNowPlaying(true)), .app(c, .preferred(.interruptionOnRouteDisconnect, true)),
                .accessoryConnected(Accessory(kind: .headphones)), .app(c, sound),
                .accessoryDisconnected(.headphones, uid: nil), .app(c, .setActive(true, notifyOthers: false)),
            ],
            [
                .app(b, .setCategory(.playAndRecord, .voiceChat, [])), .app(b, .setActive(true, notifyOthers: false)),
                .volumeButtonPressed(.up, times: 1),
            ],
            spoken + [
                .app(a, .setCategory(.playback, .default, .interruptSpokenAudioAndMixWithOthers)),
                .app(a, .setActive(true, notifyOthers: false)), .timePassed,
            ],
            [
                .app(a, .setCategory(.playback, .default, [], policy: .longFormAudio)), .app(a, sound),
                .accessoryConnected(Accessory(kind: .airPlay)), .accessoryConnected(hands),
                .accessoryDisconnected(.airPlay, uid: nil),
            ],
            [
                set(b), .call(.outgoing, call), .app(b, .record(true)), .microphoneMuted(true), .call(.held, call),
            ],
            [
                set(a, .mixWithOthers), .app(a, .record(true)), set(b, .mixWithOthers),
                .app(b, .preferred(.echoCancelledInput, true)), .app(b, .setActive(true, notifyOthers: false)),
            ],
            spoken + [
                read, .app(b, .ask(.promptStyle)), .timePassed, read, media,
                .app(a, .setActive(true, notifyOthers: false)),
                .app(a, .setActive(false, notifyOthers: true)), .accessoryDisconnected(.headphones, uid: nil),
            ],
            spoken + [media, .app(a, .setActive(true, notifyOthers: false)), read],
            [
                media, .app(a, sound), .accessoryConnected(Accessory(kind: .headphones)), read,
                .siri(.began, by: .airPods), .siri(.ended), .siri(.began, by: .phone), .siri(.ended),
            ],
            interrupted(d, resolute), interrupted(d, Launch(backgroundAudio: true)),
            interrupted(d, Launch(backgroundAudio: true, resumes: false)),
            [
                set(b), .app(b, .setActive(true, notifyOthers: false)), .app(b, .overrideOutput(toSpeaker: true)),
                .accessoryConnected(Accessory(kind: .headphones)),
            ],
            [.alertSoundsChanged(app: b, to: false), .alertArrived(.push, app: b, lasts: .milliseconds(1_000))],
            [
                set(a, [.allowBluetooth, .allowBluetoothA2DP]), .app(a, sound), .accessoryConnected(hands),
                .accessoryConnected(Accessory(kind: .headphones)), .accessoryConnected(music),
                .accessoryDisconnected(.bluetoothA2DP, uid: WalkGenerator.uid(0)),
            ],
        ].map { start + $0 }
    }()

    /// Draws what stories seldom do otherwise, and what its sentences need around it.
    private static func rareEvent(in state: PolicyState, _ random: inout SplitMix) -> Event? {
        guard !state.apps.isEmpty else { return nil }
        let id = random.pick(state.apps).id
        let isOn = random.chance(60)
        let events: [AppEvent] = [
            .setInputMuted(isOn), .setInputMuted(isOn), .setOutputMuted(isOn), .setOutputMuted(isOn),
            .preferred(.echoCancelledInput, isOn), .startedVoiceProcessing, .record(true), .record(true),
            .setCategory(.playAndRecord, .default, isOn ? .mixWithOthers : []),
            .setCategory(.playAndRecord, .default, []),
            .setCategory(.playback, .shortFormVideo, []), .setCategory(.playback, .spokenAudio, []),
            .ask(.inputMuted), .ask(.outputMuted), .ask(.preferredInput), .setPreferredInput(.builtInMic, uid: nil),
            .preferred(.interruptionOnRouteDisconnect, true), .enteredForeground,
        ]
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .permissionAnswered(app: id, isOn ? .denied : .granted)
        case 1: return .microphoneMuted(isOn)
        case 2: return isOn ? .screenLocked : .screenUnlocked
        case 3: return .volumeSliderMoved(to: random.pick([0.25, 0.75]))
        default: return .app(id, random.pick(events))
        }
    }
}

/// The sentences in the sources, so that a new one is noticed although no story comes by it.
extension PremiseTests {
    /// The sentences that only books of other people can lead to: rows that no book of Apple's systems has.
    static let ofOtherBooks: Set<String> = [
        "{app} continues", "{app} mixes and continues", "{app} mixes and continues during the call",
        "an app asks for a vibration", "a call rings if the switch allows it, and vibrates if the setting does",
        "an alarm sounds, and vibrates if the setting allows it", "{other} does not interrupt {app}",
        "a call holds the device once it is answered",
        "{other} falls silent without deactivating its session: {app} is not notified and does not resume",
        "{app} is already interrupted and now also waits for the phone's microphone",
        "the call is no longer silenced and is heard again", "the alarm is no longer silenced and is heard again",
    ]

    /// The parts of sentences, and what is said where a rule is the only thing known.
    private static let parts: Set<String> = Set(Claim.nouns.map(\.noun)).union([
        "media is ducked while something else sounds", "the rule silences it",
        "the person has switched this sound off in Settings", "the volume is at 0",
        "is no longer silenced and is heard again", "are no longer silenced and are heard again",
        "the phone's call", "{other}'s call", "the alarm", "is put on hold", "resumes from hold",
        "is over and no longer holds the device",
        """
        the buttons change the media volume
        """,
    ])

    @Test("Each sentence in the sources of the policy has a premise or a remedy")
    func sources() throws {
        var count = 0
        for file in try Self.files() {
            for sentence in Self.sentences(in: try String(contentsOf: file, encoding: .utf8)) {
                count += 1
                let isKnown =
                    Premise.all[sentence] != nil || Remedy.of(sentence) != nil || Self.parts.contains(sentence)
                #expect(isKnown, "\(file.lastPathComponent): \"\(sentence)\" has neither a premise nor a remedy")
            }
        }
        #expect(count > 200)
    }

    @Test("Each remedy in the table of refusals is known", arguments: RuleBook.whole)
    func rows(book: RuleBook) {
        for row in book.refusals { #expect(Remedy.of(row.remedy) != nil, "\(row.remedy)") }
    }

    private static func files() throws -> [URL] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/Core/SessionPolicy")
        let reduce = try FileManager.default.contentsOfDirectory(
            at: root.appending(path: "Reduce"), includingPropertiesForKeys: nil)
        return reduce.sorted { $0.path < $1.path } + [root.appending(path: "Explain/Picture+Decisions.swift")]
    }

    /// The texts in quotes that are sentences: with a space, and without a value put into them, which stories check.
    private static func sentences(in source: String) -> [String] {
        let lines = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        return lines.flatMap { line in
            line.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.output.1) }
        }.filter { $0.contains(" ") && !$0.contains(#"\("#) && ($0.first?.isLetter == true || $0.hasPrefix("{")) }
    }
}

extension Claim {
    /// The sentence with its rule, for a person.
    fileprivate var text: String {
        "\(decision.rule.id) (\(id.map { "\($0.name.number)" } ?? "device")): "
            + decision.sentence.text(about: decision.subject) { "\($0.number)" }
    }
}
