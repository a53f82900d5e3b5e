import Foundation
import Randomness
import SessionPolicy
import Testing

@testable import SessionExploration
@testable import SessionReference

/// The reason for which a sound is not heard is named, and it is true: random stories, watched by the second model.
///
/// `MODEL_STEPS` sets the number of steps per rule book, `MODEL_SEED` the seed of the stories.
struct UnheardReasonTests {
    private static let storyLength = 200
    private static let mostReported = 5
    /// The number of times as many stories that are told where a reason has not come up.
    private static let patience = 10

    @Test(
        "Each sound that is started and not heard has a reason, which is true", arguments: ReferenceModel.Book.allCases)
    func reasons(book: ReferenceModel.Book) {
        var reported = 0
        var unnamed = Self.reasons(of: book)
        let count = max(1, ModelComparisonTests.stepCount / Self.storyLength)
        // A reason that few stories come by is waited for.
        for number in 0..<count * Self.patience where reported < Self.mostReported {
            if number >= count && unnamed.isEmpty { break }
            // Beyond the usual number the stories are always the same: others could miss what few come by.
            let seed = (number < count ? ModelComparisonTests.seed : 1) &+ UInt64(number) &* 7919
            var story = WatchedStory(book: book, seed: seed)
            let problems = story.tell(steps: Self.storyLength)
            unnamed.subtract(story.named)
            guard !problems.isEmpty else { continue }
            reported += 1
            let text = (story.steps.map { WalkText.line($0) } + problems).joined(separator: "\n")
            Issue.record("\(book.rawValue), seed \(seed), step \(story.steps.count):\n\(text)")
        }
        // Fewer stories than usual may miss one.
        if ModelComparisonTests.stepCount >= 20_000 { #expect(unnamed == [], "no story came by these reasons") }
    }

    /// The rules by which sounds are paused under a book.
    private static func reasons(of book: ReferenceModel.Book) -> Set<RuleID> {
        var reasons: Set<RuleID> = [.int15, .rte5, .int3, .int4]
        if book == .iPhoneOS3 { reasons.insert(.act12) } else { reasons.formUnion([.int5, .bg6]) }
        if book >= .iOS10 { reasons.formUnion([book >= .iOS26 ? .act9b : .act9, .int17]) }
        return reasons
    }
}

/// A random story: the policy tells it, the second model knows what is so, and a ledger keeps why each sound is paused.
///
/// The policy's own record of the reasons is not looked at: the ledger is written from the steps, from what apps are told,
/// and from the model.
private struct WatchedStory {
    private struct SoundName: Hashable {
        let app: AppID
        let sound: SoundID
    }

    private let book: ReferenceModel.Book
    private let rules: RuleBook
    private var generator: WalkGenerator
    private var model: ReferenceModel
    private var state: PolicyState
    private var time = Instant.zero
    private(set) var steps: [WalkStep] = []
    /// The rules by which each paused sound may be said to be paused.
    private var ledger: [SoundName: Set<RuleID>] = [:]
    /// The rules by which paused sounds were said to stay so.
    private(set) var named: Set<RuleID> = []

    init(book: ReferenceModel.Book, seed: UInt64) {
        self.book = book
        rules = TwoAccounts.rules(of: book)
        generator = WalkGenerator(random: SplitMix(seed: seed))
        model = ReferenceModel(book: book)
        state = rules.initialState()
    }

    /// Goes on with the story until something is wrong.
    ///
    /// - Returns: The faults of the last step; empty where there never was one.
    mutating func tell(steps count: Int) -> [String] {
        for _ in 0..<count {
            let step = generator.step(after: state, at: time)
            time = step.at
            steps.append(step)
            var problems: [String] = []
            while problems.isEmpty, let due = state.nextDeadline, due <= step.at {
                problems = take(.deadlineReached, at: due)
            }
            if problems.isEmpty { problems = take(step.event, at: step.at) }
            guard problems.isEmpty else { return problems }
        }
        return []
    }

    private mutating func take(_ event: Event, at moment: Instant) -> [String] {
        let before = model
        let told = model.take(event == .deadlineReached ? .timePassed : event, at: moment)
        let step = rules.reduce(state, event, at: moment)
        state = step.state
        // At a deadline the model tells what fell due on its way.
        let notices = (told.meanwhile + [told]).flatMap { $0.events }
        write(event, since: before, notices)
        return unexplained(told) + unnamed(event, since: before, notices, step) + untrue(event, step, since: before)
    }

    // MARK: The ledger

    private mutating func write(_ event: Event, since before: ReferenceModel, _ notices: [Observation.Told]) {
        var paused: [SoundName: Set<RuleID>] = [:]
        for app in model.apps {
            for sound in app.sounds where sound.status == .paused {
                let name = SoundName(app: app.id, sound: sound.id)
                if before.status(of: name.sound, of: name.app) == .paused {
                    paused[name] = ledger[name]
                } else {
                    paused[name] = causes(event, app, since: before, notices.filter { $0.app == app.id }.map(\.message))
                }
            }
        }
        ledger = paused
    }

    /// The possible reasons for which a sound of an app has been paused at a step, by the step and the notices to the
    /// app.
    private func causes(
        _ event: Event, _ app: ReferenceModel.LiveApp, since before: ReferenceModel, _ told: [Notice.Message]
    ) -> Set<RuleID> {
        var causes: Set<RuleID> = []
        let wasInterrupted = before.apps.contains { $0.id == app.id && $0.phase == .interrupted }
        if case .app(app.id, let own) = event {
            switch own {
            case .pause: causes.insert(.int15)
            case .setActive(false, _): causes.insert(wasInterrupted ? .int3 : model.book >= .iOS26 ? .act9b : .act9)
            case .setActive(true, _), .play, .record(true): if wasInterrupted { causes.insert(.int3) }
            default: break
            }
        }
        if case .accessoryDisconnected = event, app.pausesAtUnplug != false { causes.insert(.rte5) }
        for message in told {
            switch message {
            case .interruptionBegan(.routeDisconnected): causes.insert(.rte13)
            case .callActivated: if wasInterrupted { causes.insert(.int3) }
            case .callDeactivated: causes.insert(.int17)
            case .interruptionEnded(let flag):
                if !app.resumes {
                    causes.insert(.int4)
                } else if flag == false && !app.resumesWithoutLeave {
                    causes.insert(.int5)
                } else {
                    // It would have resumed; a sound that it may not begin stays paused.
                    causes.formUnion(rules.refusals.filter { $0.requests.contains(.play) }.map(\.rule))
                }
            default: break
            }
        }
        if app.isSuspended { causes.insert(.bg6) }
        // The app that interrupted it has ended: the route may change with that, and no end is told.
        let isToldEnd = told.contains { if case .interruptionEnded = $0 { true } else { false } }
        if book == .iPhoneOS3, wasInterrupted, !isToldEnd, causes.isEmpty { causes.insert(.act12) }
        return causes
    }

    // MARK: Possible faults

    /// A started sound is heard, or unheard by the rule by which the second model does not hear it, or paused.
    private func unexplained(_ told: Observation) -> [String] {
        let levels = rules.picture(of: state).sounds
        var problems: [String] = []
        for app in model.apps {
            for sound in app.sounds {
                let level = levels.first { $0.reference == SoundReference(.sound, app: app.id, sound: sound.id) }
                if (level == nil) != (sound.status == .paused) {
                    problems.append("\(words(app.id, sound.id)) is neither heard, nor unheard, nor paused")
                } else if level?.unheardBy != (sound.status == .paused ? nil : model.ruleAgainst(sound, of: app)) {
                    problems.append("\(words(app.id, sound.id)) is unheard by a rule that does not hold")
                }
            }
        }
        return problems
    }

    /// The reason for which a sound is paused is named where all other reasons for which it was not heard are gone.
    private mutating func unnamed(
        _ event: Event, since before: ReferenceModel, _ notices: [Observation.Told], _ step: Step
    ) -> [String] {
        var problems: [String] = []
        let addsOutput =
            switch event {
            case .accessoryConnected, .routePicked: step.refusal == nil
            default: false
            }
        for (name, causes) in ledger {
            guard !causes.isEmpty else {
                problems.append("\(words(name.app, name.sound)) is paused, and nothing has paused it")
                continue
            }
            let wasPaused = before.status(of: name.sound, of: name.app) == .paused
            let isOver = notices.contains { notice in
                if case .interruptionEnded = notice.message { notice.app == name.app } else { false }
            }
            let isDue =
                model.wouldHear(name.sound, of: name.app)
                && !(wasPaused && before.wouldHear(name.sound, of: name.app))
                || !wasPaused && isOver || addsOutput && causes == [.rte5]
            guard isDue else { continue }
            let reason = step.decisions.first { decision in
                causes.contains(decision.rule) && decision.subject == .app(name.app)
                    && (!wasPaused || decision.sentence.other == name.sound.name)
            }
            if let reason {
                named.insert(reason.rule)
            } else {
                let rules = causes.map(\.id).sorted().prefix(4).joined(separator: " or ")
                problems.append("\(words(name.app, name.sound)) stays paused by \(rules), which nothing names")
            }
        }
        return problems.isEmpty ? [] : problems.sorted() + because(step)
    }

    /// Statements about resuming and staying paused are true.
    private func untrue(_ event: Event, _ step: Step, since before: ReferenceModel) -> [String] {
        var problems: [String] = []
        var unplugs = false
        if case .accessoryDisconnected = event { unplugs = true }
        for decision in step.decisions {
            guard case .app(let id) = decision.subject else { continue }
            let text = decision.sentence.template
            let now = model.apps.first { $0.id == id }
            let old = before.apps.first { $0.id == id }
            // What the loss of an accessory ends at the same step is over before the interruption is.
            let recordingIsHalted = old?.recording == .halted && !(unplugs && now?.recording == .off)
            let soundIsHalted =
                old?.sounds.contains { sound in
                    sound.status == .halted
                        && !(unplugs && now?.sounds.contains { $0.id == sound.id && $0.status == .paused } == true)
                } == true
            let halted = recordingIsHalted || soundIsHalted
            let isTrue: Bool
            if text.contains("{other} is paused") || text.contains("{other} stays paused") {
                let name = SoundName(app: id, sound: SoundID(decision.sentence.other ?? Name(.max)))
                isTrue = ledger[name]?.contains(decision.rule) == true
            } else if text.contains("{app} resumes") {
                let runs = now.map { $0.recording != .off || $0.sounds.contains { $0.status != .paused } }
                isTrue = halted && runs == true
            } else if text.contains("{app} may resume") {
                isTrue = !halted
            } else if text.contains("does not resume") {
                // Siri has interrupted it again at once (R-INT-16).
                let isHaltedAgain = model.siriListens && now?.causes == [.siri]
                isTrue = isHaltedAgain || now?.sounds.contains { $0.status == .halted } != true
            } else {
                continue
            }
            if !isTrue { problems.append("this is not so: \(decision.rule.id) \(decision.sentence.template)") }
        }
        return problems.isEmpty ? [] : problems + because(step)
    }

    private func because(_ step: Step) -> [String] {
        step.decisions.map { "  because \($0.rule.id): \($0.sentence.text(about: $0.subject) { "\($0.number)" })" }
    }

    private func words(_ app: AppID, _ sound: SoundID) -> String { "\(app.name.number)/\(sound.name.number)" }
}

extension ReferenceModel {
    fileprivate func status(of sound: SoundID, of app: AppID) -> StartedSound.Status? {
        apps.first { $0.id == app }?.sounds.first { $0.id == sound }?.status
    }

    /// Whether the sound would be heard if it ran.
    fileprivate func wouldHear(_ sound: SoundID, of app: AppID) -> Bool {
        guard let app = apps.first(where: { $0.id == app }), app.phase == .active,
            var running = app.sounds.first(where: { $0.id == sound })
        else { return false }
        running.status = .running
        return ruleAgainst(running, of: app) == nil
    }
}
