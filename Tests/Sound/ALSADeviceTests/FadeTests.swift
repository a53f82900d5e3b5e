import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Mixer
import Testing

/// The end of an output whose device is still heard.
@Suite(.timeLimit(.minutes(5))) struct FadeTests {
    static let fade = 240
    private static let level: Float = 0.5

    static let constant = PeriodRenderer(context: UnsafeMutableRawPointer(bitPattern: 1)!) {
        _, output, frames in
        for index in 0..<2 * frames { output[index] = FadeTests.level }
    }

    private func card() throws -> TestCard {
        let card = try TestCard(periods: 8)
        try card.output.start(Self.constant)
        #expect(card.wait(512))
        #expect(card.advance(64))
        #expect(card.wait(576))
        return card
    }

    /// Ends it, and answers the left channel of all that it was given.
    private func fadeOut(_ card: TestCard) -> [Float] {
        card.output.request(.fade)
        card.playOut()
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.output.status.phase == .finished)
        let samples = card.delivered(as: Float.self)
        return (0..<samples.count / 2).map { samples[2 * $0] }
    }

    static func expectFade(_ samples: [Float], after kept: Int) {
        #expect(samples.count == kept + fade)
        #expect(samples.prefix(kept).allSatisfy { $0 == level })
        let tail = [level] + samples.suffix(fade) + [0]
        #expect(zip(tail, tail.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.004 })
    }

    @Test("A device fades behind what it holds")
    func appendedFade() throws {
        let card = try card()
        Self.expectFade(fadeOut(card), after: 576)
        let status = card.output.status
        #expect((status.framesRendered, status.framesPlayed, status.framesUnheard) == (816, 576, Self.fade))
    }

    /// A device that stands still, or has never run, keeps no caller waiting for the fade.
    @Test("A device that stands still is dropped", arguments: [false, true])
    func stalledDevice(neverRan: Bool) throws {
        let card = try TestCard(periods: 8)
        if neverRan { paced_card_fail(card.handle, -EAGAIN, .max) }
        try card.output.start(Self.constant)
        if !neverRan { #expect(card.advance(64)) }
        card.output.stop(.fade)
        #expect(card.output.status.phase == .finished)
        #expect(card.output.status.framesPlayed == card.heard)
    }
}
