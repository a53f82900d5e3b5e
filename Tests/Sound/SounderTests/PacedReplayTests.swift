import ALSADevice
import CALSA
import CPacedCard
import SessionScenario
import Sounder
import Testing

/// A replay on a card that plays whatever it is given at once.
@Suite(.timeLimit(.minutes(5))) struct PacedReplayTests {
    /// Plays half a second and answers what was said meanwhile, without what is said of priority.
    private func words(xruns: CInt) throws -> [String] {
        var options = paced_card_options()
        options.format = SND_PCM_FORMAT_FLOAT_LE
        var pcm: OpaquePointer?
        var error: CInt = 0
        let card = try #require(paced_card_open(options, &pcm, &error))
        defer { paced_card_release(card) }
        paced_card_play_out(card)
        paced_card_fail(card, -EPIPE, xruns)
        let output = try ALSAOutput(
            adopting: #require(pcm), name: "paced", periodFrames: 256, periods: 4, acceptsOtherRate: false,
            patienceInMilliseconds: 10_000)
        let text = """
            scenario: A tone
            sounds: {tone: {tone: 440, seconds: 0.5, dB: -12}}
            steps: [{at: 0, do: play, app: a, sound: tone}]
            """
        let run = ScenarioRun(try Scenario(text: text, file: "tone.yaml", duration: nil))
        var words: [String] = []
        try RealTimePlayer(ReplayPlan(run)).play(
            on: output, note: { words.append($0) }, progress: { _ in }, isCancelled: { false })
        #expect(output.status.xruns == Int(xruns))
        return words.filter { !$0.contains("priority") }
    }

    @Test("Gaps are told in one sentence")
    func gapsAreToldInOneSentence() throws {
        #expect(
            try words(xruns: 3)
                == ["paced ran out of sound 3 times (xruns); what came out of it has a gap each time."])
        #expect(
            try words(xruns: 1) == ["paced ran out of sound once (xruns); what came out of it has a gap each time."])
    }

    @Test("Without gaps nothing is said")
    func withoutGapsNothingIsSaid() throws { #expect(try words(xruns: 0).isEmpty) }
}
