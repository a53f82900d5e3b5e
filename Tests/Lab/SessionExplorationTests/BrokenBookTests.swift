import SessionExploration
import Testing

@testable import SessionPolicy

/// Rule books with one wrong row each: a walk must notice every one of them.
struct BrokenBookTests {
    /// One wrong row, and where the walk looks for it.
    struct Flaw: Sendable {
        let name: String
        let book: RuleBook
        let parts: [Alphabet.Part]
        var apps = 2
        /// Steps that bring the walk nearer.
        var preamble: [Event] = []
        /// The length of the walk; longer for a violation that shows only where a state is left on trial.
        var states = 1_500
    }

    @Test("A wrong row is noticed", arguments: RuleBook.whole)
    func flawsAreNoticed(book: RuleBook) {
        let unnoticed = Self.flaws(in: book).filter { !Self.isNoticed($0) }.map(\.name)
        #expect(unnoticed == [])
    }

    @Test("The walks that look for wrong rows find none in the books as they are", arguments: RuleBook.whole)
    func soundBooksPass(book: RuleBook) {
        var walked: [[Alphabet.Part]] = []
        for flaw in Self.flaws(in: book) where !walked.contains(flaw.parts) {
            walked.append(flaw.parts)
            let sound = Flaw(name: "none", book: book, parts: flaw.parts, preamble: flaw.preamble)
            let isNoticed = Self.isNoticed(sound)
            #expect(!isNoticed, "\(flaw.parts)")
        }
    }

    private static func isNoticed(_ flaw: Flaw) -> Bool {
        let letters = Alphabet(apps: flaw.apps, parts: flaw.parts, book: flaw.book)
        let alphabet = Alphabet(
            names: letters.names, preamble: letters.preamble + flaw.preamble, events: letters.events)
        let limits = Exploration.Limits(states: flaw.states, violations: 1)
        return !Exploration(of: alphabet, book: flaw.book, limits: limits).run().violations.isEmpty
    }

    // MARK: Flaws

    private static let ipod = AppID(Name(0))
    private static let nav = AppID(Name(1))
    private static let game = AppID(Name(2))
    private static let sound = SoundID(Name(3))
    private static let song: [Event] = [.app(ipod, .play(sound, lasts: nil, gain: nil))]
    /// Makes both apps mix: an app that mixes is not Now Playing, and a disconnect does not interrupt it.
    private static let mixes: [Event] = [ipod, nav].map { .app($0, .setCategory(.ambient, .default, [])) }
    private static let navPlays: [Event] = [.app(nav, .play(sound, lasts: nil, gain: nil))]

    static func flaws(in book: RuleBook) -> [Flaw] {
        categories(book) + coexistence(book) + interruptions(book) + options(book) + refusals(book) + silencing(book)
            + levels(book)
            + accessories(book) + buttons(book) + vibration(book) + settings(book)
    }

    private static func flaw(
        _ name: String, _ book: RuleBook, _ parts: [Alphabet.Part], _ preamble: [Event] = [],
        _ change: (inout RuleBook) -> Void
    ) -> Flaw {
        var broken = book
        change(&broken)
        return Flaw(name: name, book: broken, parts: parts, preamble: preamble)
    }

    private static func categories(_ book: RuleBook) -> [Flaw] {
        let parts: [Alphabet.Part] = [.categories, .options, .activation, .sounds, .recording, .ringSwitch, .lock]
        return book.categories.indices.flatMap { index -> [Flaw] in
            let row = book.categories[index]
            func flaw(_ what: String, _ parts: [Alphabet.Part], _ changed: CategoryRule) -> Flaw {
                Self.flaw("\(row.category.name) \(what)", book, parts, song) { $0.categories[index] = changed }
            }
            func changed(
                silenced: Bool? = row.silenced, mixes: CategoryRule.Mixing = row.mixes, output: Bool = row.hasOutput,
                input: Bool = row.hasInput, background: Bool = row.background
            ) -> CategoryRule {
                CategoryRule(
                    category: row.category, silenced: silenced, mixes: mixes, hasOutput: output, hasInput: input,
                    background: background)
            }
            var flaws = [
                flaw("output", parts, changed(output: !row.hasOutput)),
                flaw("input", parts, changed(input: !row.hasInput)),
                flaw("mixes", parts, changed(mixes: row.mixes == .no ? .yes : .no)),
            ]
            if row.hasOutput { flaws.append(flaw("silenced", parts, changed(silenced: row.silenced != true))) }
            if book.name == RuleBook.modern.name {
                flaws.append(
                    flaw("background", [.lives, .categories, .activation], changed(background: !row.background)))
            }
            return flaws
        }
    }

    private static func coexistence(_ book: RuleBook) -> [Flaw] {
        book.coexistence.indices.map { index in
            let row = book.coexistence[index]
            var flaw = flaw("coexistence \(index)", book, [.options, .activation, .sounds], song) {
                $0.coexistence[index] = CoexistenceRule(
                    newcomerMixes: row.newcomerMixes, incumbentMixes: row.incumbentMixes,
                    verdict: row.verdict == .isInterrupted ? .isHeardToo : .isInterrupted, rule: row.rule)
            }
            flaw.states = 6_000
            return flaw
        }
    }

    private static func interruptions(_ book: RuleBook) -> [Flaw] {
        // The result of these rows shows in the state alone: the apps that wait, and are told.
        let shown = book.interruptions.indices.filter { place in
            let row = book.interruptions[place]
            return row.session == .any && [.ring, .alarm, .siri].contains(row.cause)
        }
        return shown.map { place in
            flaw(
                "interruption by \(book.interruptions[place].cause)", book,
                [.activation, .sounds, .call, .alarm, .newer], song
            ) { $0.interruptions[place].verdict = .isHeardToo }
        }
    }

    private static func options(_ book: RuleBook) -> [Flaw] {
        // The early book knows the option that interrupts spoken audio by name only.
        let interruptsSpokenAudio = book.interruptions.contains { $0.cause == .prompt }
        let effective = book.options.indices.filter {
            book.options[$0].option.isDisjoint(
                with: [.overrideMutedMicrophoneInterruption, .farFieldInput, .bluetoothHighQualityRecording])
                && (interruptsSpokenAudio || book.options[$0].option != .interruptSpokenAudio)
        }
        return effective.map { index in
            let option = book.options[index].option
            let mixes = !option.isDisjoint(with: [.mixWithOthers, .duckOthers, .interruptSpokenAudio])
            let parts: [Alphabet.Part] =
                mixes ? [.options, .activation, .sounds] : [.routing, .activation, .wireless, .sounds]
            return flaw("option \(option.rawValue)", book, parts, song) { $0.options.remove(at: index) }
        }
            + book.modes.indices.map { index in
                // Not every mode is in the alphabet.
                let talks: [Event] = [.app(nav, .setCategory(.playAndRecord, book.modes[index].mode, []))]
                let parts: [Alphabet.Part] =
                    book.modes[index].switchesOn.isEmpty
                    ? [.activation, .sounds, .volume] : [.routing, .activation, .wireless]
                return flaw("mode \(book.modes[index].mode.name)", book, parts, talks) { $0.modes.remove(at: index) }
            }
    }

    private static func refusals(_ book: RuleBook) -> [Flaw] {
        // This row counts where the setting for the contested point C33 is turned round.
        // The others are read from the protocol by the cases alone.
        let uncounted: [RefusalRule.Condition] = [
            .categoryIsNotSetSinceReset, .siriListensAndCategoryHasInput, .microphoneIsMuted, .policyIsTheSystems,
            .longFormDoesNotFit, .alarmIsNear, .ownCallRingsInBackground, .backgroundAndCannotRecord,
        ]
        // What came later than iOS 17 has slices of its own.
        let counting = book.refusals.indices.filter {
            !uncounted.contains(book.refusals[$0].condition) && book.refusals[$0].since ?? .iPhoneOS3 < .iOS(18)
        }
        return counting.map { index in
            let row = book.refusals[index]
            let parts: [Alphabet.Part]
            switch row.condition {
            case .appCallIsOn: parts = [.activation, .sounds, .calls]
            case .phoneRings: parts = [.activation, .sounds, .call]
            case .mediaServicesAreLost: parts = [.activation, .sounds, .mediaServices]
            case .deviceIsHeld, .deviceIsHeldAndCategoryHasInput: parts = [.categories, .activation, .call]
            case .categoryHasNoOutput, .categoryHasNoInput: parts = [.categories, .sounds, .recording]
            case .categoryIsNotPlayAndRecord: parts = [.categories, .routing]
            default: parts = [.lives, .categories, .options, .activation, .sounds, .recording]
            }
            if row.condition == .backgroundAndMixes {
                // The navigator is in the background, behind the game.
                var flaw = flaw("refusal of mixing", book, [.options, .recording]) { $0.refusals.remove(at: index) }
                flaw.apps = 3
                return flaw
            }
            var flaw = flaw("refusal \(index) \(row.rule.id)", book, parts) { $0.refusals.remove(at: index) }
            flaw.apps = 3
            // The game without background audio is in the background.
            flaw.preamble = [.app(nav, .enteredForeground)]
            if row.condition == .deviceIsHeldAndCategoryHasInput {
                flaw.preamble += [
                    .app(nav, .setCategory(.playAndRecord, .default, [])), .call(.incoming), .call(.answered),
                ]
            }
            if row.condition == .launchedInBackground {
                var launch = Launch(backgroundAudio: true)
                launch.isInBackground = true
                flaw.preamble += [
                    .app(game, .quit), .app(game, .launched(launch)), .app(game, .setCategory(.playback, .default, [])),
                ]
            }
            return flaw
        }
    }

    private static func silencing(_ book: RuleBook) -> [Flaw] {
        book.silencing.indices.map { index in
            let row = book.silencing[index]
            let parts: [Alphabet.Part] =
                switch row.condition {
                case .categoryHasNoOutput, .silentForCategory, .lockedForCategory, .lockedWithoutBackgroundAudio:
                    [.categories, .sounds, .ringSwitch, .lock]
                case .recordIsActive, .inputRuns: [.categories, .recording, .systemSounds]
                case .deviceIsHeld: [.systemSounds, .alerts, .call]
                case .callIsOn: [.activation, .sounds, .call, .calls]
                case .sessionPrefersNoAlerts: [.activation, .sounds, .call, .wishes]
                case .settingIsOff: [.systemSounds, .alerts, .settings]
                case .silent, .locked: [.systemSounds, .alerts, .ringSwitch, .lock]
                case .volumeIsZero, .gainIsZero: [.sounds, .volume]
                case .outputIsMuted: [.sounds, .activation, .wishes]
                }
            var flaw = flaw("silencing \(row.rule.id) \(row.condition)", book, parts, song) {
                $0.silencing.remove(at: index)
            }
            // A second call rings beside one that is on.
            if row.condition == .callIsOn { flaw.preamble = song + [.call(.incoming), .call(.answered)] }
            if row.condition == .sessionPrefersNoAlerts {
                flaw.preamble = [
                    .app(nav, .preferred(.noInterruptionsFromSystemAlerts, true)),
                    .app(nav, .setActive(true, notifyOthers: false)),
                ]
            }
            if row.condition == .lockedWithoutBackgroundAudio {
                flaw.apps = 3
                flaw.preamble = [
                    .app(game, .setCategory(.playback, .default, [])), .app(game, .play(sound, lasts: nil, gain: nil)),
                ]
            }
            return flaw
        }
    }

    private static func levels(_ book: RuleBook) -> [Flaw] {
        // The level of a session's sound is not read from the table.
        book.levels.indices.filter { book.levels[$0].kind != .sound }.map { index in
            let row = book.levels[index]
            let parts: [Alphabet.Part] = [.options, .activation, .systemSounds, .alerts, .call, .alarm, .wired]
            return flaw("level of \(row.kind.name)", book, parts, song) {
                $0.levels[index] = LevelRule(
                    kind: row.kind, volume: row.volume == .ringer ? .media : .ringer, outputs: row.outputs,
                    ducks: row.ducks, rule: row.rule)
            }
        }
    }

    private static func accessories(_ book: RuleBook) -> [Flaw] {
        let shown: [Accessory.Kind] = [.headphones, .headset, .bluetoothA2DP, .bluetoothHFP, .airPlay]
        return book.accessories.indices.filter { shown.contains(book.accessories[$0].kind) }.map { index in
            let row = book.accessories[index]
            let always: Members<Category> = row.with == nil ? [] : [.playback, .soloAmbient, .playAndRecord]
            return flaw("accessory \(row.kind.name)", book, [.routing, .activation, .wired, .wireless]) {
                $0.accessories[index] = AccessoryRule(kind: row.kind, always: always, with: row.with, rule: row.rule)
            }
        }
    }

    private static func buttons(_ book: RuleBook) -> [Flaw] {
        book.buttons.indices.map { index in
            let row = book.buttons[index]
            let parts: [Alphabet.Part] =
                switch row.condition {
                case .accessoryIsInForce: [.volume, .wired]
                case .ringerIsKept: [.volume, .settings]
                default: [.activation, .sounds, .volume, .call, .alarm, .ringSwitch]
                }
            let talks: [Event] =
                switch row.condition {
                case .chatIsActive: [.app(nav, .setCategory(.playAndRecord, .voiceChat, []))]
                case .volumeViewIsShown: [.app(nav, .enteredForeground), .app(nav, .showedVolumeView(true))]
                default: []
                }
            return flaw("button \(index)", book, parts, talks) {
                $0.buttons[index] = ButtonRule(
                    condition: row.condition, moves: row.moves == .media ? .ringer : .media, rule: row.rule)
            }
        }
    }

    private static func vibration(_ book: RuleBook) -> [Flaw] {
        book.vibration.indices.flatMap { index -> [Flaw] in
            let row = book.vibration[index]
            let parts: [Alphabet.Part] = [.categories, .systemSounds, .alerts, .call, .alarm, .settings]
            let gone = flaw("vibration \(row.occasion)", book, parts) { $0.vibration.remove(at: index) }
            guard row.exceptWhileOwnSessionRecords else { return [gone] }
            return [
                gone,
                flaw("vibration \(row.occasion) while recording", book, parts) {
                    $0.vibration[index] = VibrationRule(
                        occasion: row.occasion, exceptWhileOwnSessionRecords: false,
                        exceptWhileInputRuns: row.exceptWhileInputRuns, rule: row.rule)
                },
            ]
        }
    }

    private static func settings(_ book: RuleBook) -> [Flaw] {
        // swift-format-ignore
        let rows: [(String, WritableKeyPath<RuleBook.Settings, Bool> & Sendable, [Alphabet.Part], [Event])] = [
            ("leavingForegroundEndsApp",  \.leavingForegroundEndsApp,  [.lives, .activation],                    []),
            ("answeredCallEndsApp",       \.answeredCallEndsApp,       [.call, .activation],                     []),
            ("busySessionIsDeactivated",  \.busySessionIsDeactivated,  [.sounds, .activation],                   []),
            ("hasResumeFlag",             \.hasResumeFlag,             [.sounds, .activation, .call],            []),
            ("endOfAppIsSilent",          \.endOfAppIsSilent,          [.lives, .sounds, .activation],           song + navPlays),
            ("hasSecondaryAudioHint",     \.hasSecondaryAudioHint,     [.lives, .sounds, .options, .activation], []),
            ("alertDucksMedia",           \.alertDucksMedia,           [.sounds, .alerts],                       []),
            ("a2dpHasVolume",             \.a2dpHasVolume,             [.sounds, .wireless, .volume],            []),
            ("silentAppliesToHeadphones", \.silentAppliesToHeadphones, [.sounds, .wired, .ringSwitch],           []),
            ("pausesWhenOutputGoes",      \.pausesWhenOutputGoes,      [.sounds, .wired],                        mixes),
        ]
        // Where no deactivation of a busy session is refused (R-ACT-9), what a refused one leaves behind is never asked.
        let effective = rows.filter {
            $0.0 != "busySessionIsDeactivated" || book.settings.busyDeactivationIsRefused
        }
        return effective.map { name, path, parts, preamble in
            flaw("setting \(name)", book, parts, preamble) { $0.settings[keyPath: path].toggle() }
        }
    }
}
