import Foundation
import Randomness
import SessionExploration
import SessionPolicy
import SessionReference
import Testing

/// The policy and the reference model walk the same random steps and must show the same at every one of them.
///
/// `MODEL_STEPS` sets how many steps are walked per rule book, `MODEL_SEED` where the walks begin.
struct ModelComparisonTests {
    static let stepCount = Int(ProcessInfo.processInfo.environment["MODEL_STEPS"] ?? "") ?? 20_000
    static let seed = UInt64(ProcessInfo.processInfo.environment["MODEL_SEED"] ?? "") ?? 1
    static let walkLength = 200
    static let mostReported = 8

    private static func seed(ofWalk walk: Int) -> UInt64 { seed &+ UInt64(walk) &* 7919 }

    @Test("the policy shows what the model shows", arguments: ReferenceModel.Book.allCases)
    func agreement(book: ReferenceModel.Book) {
        let pair = TwoAccounts(of: book)
        var reported: Set<String> = []
        for walk in 0..<max(1, Self.stepCount / Self.walkLength) where reported.count < Self.mostReported {
            guard let steps = pair.walk(seed: Self.seed(ofWalk: walk), length: Self.walkLength) else { continue }
            let shortest = pair.shrink(steps)
            guard let difference = pair.firstDifference(in: shortest) else { continue }
            guard reported.insert(difference.signature).inserted else { continue }
            Issue.record("\(pair.report(shortest, difference))")
        }
    }

    @Test("a difference is found, and no step can be left out of the walk that shows it")
    func disagreement() throws {
        let pair = TwoAccounts(model: .iPhoneOS3, policy: .modern)
        let found = (0..<20).lazy.compactMap { pair.walk(seed: Self.seed(ofWalk: $0), length: Self.walkLength) }.first
        let shortest = pair.shrink(try #require(found))
        let keys = try #require(pair.firstDifference(in: shortest)).keys
        for place in shortest.indices {
            var shorter = shortest
            shorter.remove(at: place)
            #expect(pair.firstDifference(in: shorter)?.keys != keys)
        }
    }

    @Test("the walks come by everything that can be observed", arguments: ReferenceModel.Book.allCases)
    func coverage(book: ReferenceModel.Book) {
        var unseen = Self.expectedSights(of: book)
        for walk in 0..<1_600 where !unseen.isEmpty {
            var generator = WalkGenerator(random: SplitMix(seed: UInt64(walk) &* 7919))
            var policy = PolicyWalker(book: TwoAccounts.rules(of: book))
            var time = Instant.zero
            for _ in 0..<Self.walkLength {
                let step = generator.step(after: policy.state, at: time)
                time = step.at
                let observation = policy.take(step)
                for moment in [observation] + observation.meanwhile { unseen.subtract(Self.sights(of: moment)) }
            }
        }
        #expect(unseen == [])
    }

    /// One observation in words.
    private static func sights(of observation: Observation) -> [String] {
        var sights = ["result \(observation.error?.name ?? "ok")"]
        sights += observation.heard.map { "heard \($0.sound.kind)\($0.isDucked ? " ducked" : "")" }
        sights += observation.unheard.map { "unheard \($0.rule.id)" }
        sights += observation.sessions.map { "\($0.category) \($0.phase)" }
        sights += observation.device.outputs.ports.map { "output \($0.name)" }
        sights += observation.device.inputs.ports.map { "input \($0.name)" }
        for event in observation.events {
            switch event.message {
            case .soundFinished: sights.append("told soundFinished")
            case .outputVolume: sights.append("told outputVolume")
            case .interruptionEnded(nil): sights.append("told ended")
            case .interruptionEnded(true?): sights.append("told ended, resume")
            case .interruptionEnded(false?): sights.append("told ended, do not resume")
            case .routeChange(let reason, _): sights.append("told routeChange \(reason)")
            case .interruptionBegan(.default): sights.append("told interruptionBegan")
            case .interruptionBegan(let reason): sights.append("told interruptionBegan \(reason)")
            case .inputMuteStateChange: sights.append("told inputMuteStateChange")
            case .remoteCommand: sights.append("told remoteCommand")
            case .proximityStateChange: sights.append("told proximityStateChange")
            case .silenceSecondaryAudioHint(let begins): sights.append("told hint \(begins)")
            default: sights.append("told \(event.message)")
            }
        }
        if observation.vibrated { sights.append("vibrated") }
        return sights
    }

    private static func expectedSights(of book: ReferenceModel.Book) -> Set<String> {
        var sights: Set<String> = [
            "result ok", "result badParam", "result incompatibleCategory", "result insufficientPriority",
            "result isBusy", "result mediaServicesFailed", "result notRunning", "heard sound", "heard sound ducked",
            "heard systemSound", "heard alertSound", "heard ringtone", "heard callAudio", "heard alarm", "heard alert",
            "heard keyClick", "unheard R-INT-2", "unheard R-ACT-3", "unheard R-CAT-1", "unheard R-AL-6",
            "unheard R-SET-1", "unheard R-SW-1", "unheard R-SW-2", "unheard R-LK-1", "unheard R-LK-3",
            "unheard R-VOL-5", "unheard R-VOL-8", "told soundFinished", "told outputVolume", "told interruptionBegan",
            "told mediaServicesWereLost", "told mediaServicesWereReset", "told routeChange newDeviceAvailable",
            "told routeChange oldDeviceUnavailable", "told routeChange categoryChange", "told routeChange override",
            "vibrated", "told routeChange wakeFromSleep", "unheard R-INT-20",
        ]
        for port in SessionPolicy.Port.allCases where port != .builtInMic && port != .headsetMic {
            sights.insert("output \(port.name)")
        }
        for port in [SessionPolicy.Port.builtInMic, .headsetMic, .usbAudio, .bluetoothHFP, .carAudio] {
            sights.insert("input \(port.name)")
        }
        for category in SessionPolicy.Category.allCases where category != .multiRoute || book >= .iOS6 {
            sights.formUnion(["\(category) inactive", "\(category) active", "\(category) interrupted"])
        }
        if book < .iOS10 { sights.subtract(["output carAudio", "input carAudio"]) }
        if book == .iPhoneOS3 {
            return sights.union(["told terminated", "told ended", "output carAudio", "input carAudio"])
        }
        sights.formUnion([
            "result cannotInterruptOthers", "result cannotStartPlaying", "result cannotStartRecording",
            "unheard R-LK-2", "told ended, resume", "told ended, do not resume",
        ])
        if book >= .iOS10 {
            sights.formUnion([
                "unheard R-SP-1", "told hint true", "told hint false", "unheard R-INT-17", "told callActivated",
                "told callDeactivated", "told routeChange routeConfigurationChange",
            ])
        }
        sights.insert("told proximityStateChange")
        if book >= .iOS13 { sights.insert("unheard R-SIRI-2") }
        if book >= .iOS18 {
            sights.formUnion([
                "unheard R-INT-7", "told interruptionBegan builtInMicMuted",
                "told interruptionBegan routeDisconnected", "told inputMuteStateChange",
            ])
        }
        if book >= .iOS26 {
            sights.subtract(["result isBusy"])
            sights.formUnion([
                "unheard R-OM-1", "told outputMuteStateChange(true)", "told outputMuteStateChange(false)",
                "told userIntentToUnmuteOutput", "told availableInputsChange",
            ])
        }
        if book == .modern {
            sights.formUnion([
                "told becameActive", "told becameInactive(app)",
                "told resumptionRecommended(true)", "told resumptionRecommended(false)",
            ])
        }
        return sights
    }
}
