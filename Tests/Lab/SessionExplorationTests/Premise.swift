@testable import SessionExploration
@testable import SessionPolicy

/// A sentence of `because`, and what must be so at its step for it to be true.
///
/// Premises read the states before and after and the notices, as the invariants do: `IndependentRules` where it knows,
/// and no table of the rule book.
struct Premise: Sendable {
    let sentence: String
    let holds: @Sendable (Claim) -> Bool

    init(_ sentence: String, _ holds: @escaping @Sendable (Claim) -> Bool) {
        (self.sentence, self.holds) = (sentence, holds)
    }

    /// Every premise by its sentence.
    static let all: [String: Premise] = Dictionary(
        uniqueKeysWithValues: (ofCalls + ofDevice + ofInterruptions + ofLives + ofRoutes + ofSessions + ofSounds
            + ofLevels + ofWishes + ofSteps).map { ($0.sentence, $0) })

    /// The fault of a sentence at a step, or nil if it is true.
    static func objection(to claim: Claim) -> String? {
        let template = claim.decision.sentence.template
        if let premise = all[template] { return premise.holds(claim) ? nil : "this is not so" }
        // The reason for which a sound is still not heard is a sentence of its own.
        guard let reason = claim.standingReason else { return "this sentence has no premise" }
        guard let premise = all[reason] else { return "\"\(reason)\" has no premise" }
        return premise.holds(claim) && claim.isStillUnheard ? nil : "this is not so"
    }
}

/// A sentence as it was said at a step.
struct Claim {
    let transition: Transition
    let decision: Decision
    /// The picture after the step.
    let picture: Picture

    var before: PolicyState { transition.before }
    var after: PolicyState { transition.state }
    var event: Event { transition.event }
    var book: RuleBook { transition.book }

    /// The app that the sentence is about.
    var id: AppID? { decision.subject.app }
    var app: App? { id.flatMap { after[$0] } }
    var was: App? { id.flatMap { before[$0] } }
    /// The app that the sentence names besides.
    var other: AppID? { decision.sentence.other.map { AppID($0) } }
    var otherApp: App? { other.flatMap { after[$0] ?? before[$0] } }

    var appEvent: AppEvent? { if case .app(_, let event) = event { event } else { nil } }
    var callPhase: CallPhase? { if case .call(let phase, _) = event { phase } else { nil } }
    var callOwner: AppID? { if case .call(_, let name) = event { name.app } else { nil } }

    /// Whether the app was told a message at the step.
    func isTold(_ fits: (Notice.Message) -> Bool) -> Bool {
        transition.step.notices.contains { $0.app == id && fits($0.message) }
    }

    /// Whether the app is interrupted at the step, or ends at it: what it did before at the same step may not last.
    var isCutShort: Bool {
        app == nil || isTold { if case .interruptionBegan = $0 { true } else { false } }
    }

    /// Whether the app's session was active, and was interrupted and told the end at the step.
    var isMomentarilyInterrupted: Bool {
        was?.session.phase == .active
            && isTold { if case .interruptionBegan = $0 { true } else { false } }
            && isTold { if case .interruptionEnded = $0 { true } else { false } }
    }

    var isActive: Bool { app?.session.phase == .active || isCutShort }
    var wasInterrupted: Bool { was?.session.isInterrupted == true }

    /// Whether something of the app was halted that the end of its interruption finds so: what the loss of an accessory ends
    /// at the same step is over before that.
    var isLeftHalted: Bool {
        guard let was else { return false }
        var unplugs = false
        if case .accessoryDisconnected = event { unplugs = true }
        return was.recording == .halted && !(unplugs && app?.recording == .off)
            || was.sounds.contains { old in
                old.isHalted
                    && !(unplugs && app?.sounds.contains { $0.id == old.id && $0.pausedBy == .rte5 } == true)
            }
    }

    /// The levels of the app's own sounds, or of the device's own.
    var levels: [Picture.Level] { picture.sounds.filter { $0.reference.app == id } }
    func hasUnheard(_ fits: (Picture.Level) -> Bool) -> Bool { levels.contains { $0.unheardBy != nil && fits($0) } }
    func hasHeard(_ kind: SoundKind) -> Bool {
        picture.sounds.contains { $0.reference.kind == kind && $0.unheardBy == nil }
    }

    /// Whether the app waits for a cause after the step.
    func waits(_ cause: Cause) -> Bool { app?.causes.contains(cause) == true }
    var waitsForOther: Bool {
        app?.causes.contains { $0.app != nil && $0.app == other } == true
    }

    /// Whether a call of an owner had the floor at the step.
    func hasCall(of owner: AppID?) -> Bool { (before.calls + after.calls).contains { $0.app == owner } }

    /// The number of calls of an owner that fit, before and after.
    func calls(of owner: AppID?, _ phases: Call.Phase...) -> (before: Int, after: Int) {
        func count(_ state: PolicyState) -> Int {
            state.calls.count { $0.app == owner && phases.contains($0.phase) }
        }
        return (count(before), count(after))
    }

    // MARK: Sounds that stay unheard

    private static let still = " still not heard: "

    /// The reason in a sentence about a sound that is still not heard, or nil if it is another sentence.
    var standingReason: String? {
        let template = decision.sentence.template
        for noun in ["{sound} is", "several sounds of {app} are"] + Claim.nouns.map({ "\($0.noun) is" }) {
            if template.hasPrefix(noun + Claim.still) { return String(template.dropFirst((noun + Claim.still).count)) }
        }
        return nil
    }

    static let nouns: [(noun: String, kind: SoundKind)] = [
        ("the ringtone", .ringtone), ("the call", .callAudio), ("the alarm", .alarm), ("the alert", .alert),
        ("the keyboard click", .keyClick),
    ]

    /// Whether the sound of the sentence is started and not heard, before and after, by the rule of the decision.
    var isStillUnheard: Bool {
        [picture, transition.pictureBefore].allSatisfy { picture in
            let unheard = picture.sounds.filter {
                $0.reference.app == id && $0.unheardBy == decision.rule
            }
            if let sound = decision.sentence.sound { return unheard.contains { $0.reference.sound?.name == sound } }
            if decision.sentence.template.hasPrefix("several") { return unheard.count > 1 }
            return unheard.contains { level in
                Claim.nouns.contains {
                    decision.sentence.template.hasPrefix($0.noun) && $0.kind == level.reference.kind
                }
            }
        }
    }
}
