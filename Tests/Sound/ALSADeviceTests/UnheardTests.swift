import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Synchronization
import Testing

/// The number of rendered frames that never left the device, and the time in which it falls silent and sounds.
@Suite(.timeLimit(.minutes(5))) struct UnheardTests {
    let source = CountingSource()

    /// The manner in which a card answers when it is asked for its delay.
    enum Telling: CaseIterable {
        case fromItsPointer, refused

        func adjust(_ options: inout paced_card_options) {
            options.delay_refused = self == .refused
        }
    }

    /// A clock that stands.
    private static let standing: @convention(c) () -> Int64 = { 7_000_000_000 }

    @Test("What a dropped device held is unheard", arguments: Telling.allCases, [0, 1, 63, 64, 65, 200])
    func afterADrop(telling: Telling, played: Int) throws {
        let card = try TestCard(telling.adjust)
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        #expect(card.advance(played))
        let rendered = 256 + played / 64 * 64
        #expect(card.wait(rendered))
        card.output.stop(.drop)
        let status = card.output.status
        #expect(status.framesRendered == rendered)
        #expect(status.framesPlayed == card.heard)
        #expect(status.framesPlayed == played)
        #expect(status.framesUnheard == rendered - played)
    }

    /// A server's delay counts what it holds itself.
    @Test("What a server holds is unheard")
    func whatAServerHoldsIsUnheard() throws {
        let card = try TestCard { $0.delay_more = 100 }
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        #expect(card.advance(128))
        #expect(card.wait(384))
        card.output.stop(.drop)
        #expect(card.output.status.framesPlayed == 28)
        #expect(card.output.status.framesUnheard == 356)
    }

    @Test("Nothing is unheard after a drain")
    func nothingIsUnheardAfterADrain() throws {
        let card = try TestCard()
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        card.playOut()
        card.output.stop(.drain)
        #expect(card.output.status.framesUnheard == 0)
        #expect(card.heard == card.output.status.framesRendered)
    }

    @Test("What a lost device held is unheard", arguments: Telling.allCases)
    func afterTheLoss(telling: Telling) throws {
        let card = try TestCard(telling.adjust, clock: Self.standing)
        try card.output.start(source.renderer)
        for period in 1...5 {
            #expect(card.advance(64))
            #expect(card.wait(256 + 64 * period))
        }
        paced_card_disconnect(card.handle)
        #expect(card.output.wait(milliseconds: 10_000))
        let status = card.output.status
        #expect(status.phase == .lost(errno: ENODEV))
        #expect(status.framesRendered == 576)
        #expect(status.framesPlayed == 320)
        #expect(status.framesPlayed == card.heard)
        #expect(status.framesUnheard == 256)
    }

    /// Nanoseconds for the one test that moves them.
    private static let time = Atomic<Int64>(0)

    /// A device that is gone tells nothing; it ran on for as long as it was there.
    @Test("The clock fills in for a lost device")
    func lostDevice() throws {
        let card = try TestCard({ _ in }, clock: { UnheardTests.time.load(ordering: .acquiring) })
        try card.output.start(source.renderer)
        #expect(card.advance(64))
        // Its last word is the one that is told with the period for which there was room then.
        #expect(soon { card.output.status.framesRendered >= 320 && card.output.status.framesPlayed >= 64 })
        // A millisecond later the plug is pulled.
        Self.time.store(1_000_000, ordering: .releasing)
        paced_card_disconnect(card.handle)
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.output.status.framesPlayed == 64 + 48)
        #expect(card.output.status.framesUnheard == 320 - 112)
    }

    @Test("After an underrun all has been heard")
    func underrun() throws {
        let card = try TestCard(clock: Self.standing)
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        #expect(card.advance(300))
        #expect(card.wait(512))
        paced_card_disconnect(card.handle)
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.output.status.framesPlayed == 256)
        #expect(card.output.status.framesUnheard == card.output.status.framesRendered - 256)
    }

    /// The card fails with 192 frames in its buffer, which it does not keep.
    @Test("What a device throws away is played again")
    func discardedFrames() throws {
        let card = try TestCard(clock: Self.standing)
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        paced_card_fail(card.handle, -EBADFD, 1)
        #expect(card.advance(64))
        // The 192 come again, and then the period that failed.
        #expect(card.wait(512))
        card.output.stop(.drop)
        let delivered = card.delivered(as: Float.self)
        #expect(Array(delivered.dropFirst(2 * 256)) == Array(CountingSource.expected(frames: 320).dropFirst(2 * 64)))
        let status = card.output.status
        #expect((status.framesRendered, status.framesPlayed, status.framesUnheard) == (320, 64, 256))
    }

    /// Frames that it threw away are heard to their end, also if nothing new is rendered any more.
    @Test("What is thrown away at the end is played again")
    func discardedAtEnd() throws {
        let card = try TestCard(clock: Self.standing)
        try card.output.start(source.renderer, limitInFrames: 320)
        #expect(card.wait(256))
        paced_card_fail(card.handle, -EBADFD, 1)
        #expect(card.advance(64))
        #expect(card.wait(512))
        card.playOut()
        #expect(card.output.wait(milliseconds: 10_000))
        let again = card.delivered(as: Float.self).dropFirst(2 * 256)
        #expect(Array(again) == Array(CountingSource.expected(frames: 320).dropFirst(2 * 64)))
        #expect(card.output.status.framesUnheard == 0)
    }

    // MARK: At once

    /// Not one frame of the card's time passes between the request and the end.
    @Test("A drop wakes a waiting thread", arguments: Telling.allCases)
    func aDropWakesAWaitingThread(telling: Telling) throws {
        let card = try TestCard(telling.adjust)
        try card.output.start(source.renderer)
        #expect(card.advance(64))
        #expect(card.wait(320))
        card.output.request(.drop)
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.heard == 64)
        // The card was stopped with them.
        #expect(snd_pcm_state(card.pcm) == SND_PCM_STATE_SETUP)
    }

    @Test("A period in the making is not played", arguments: Telling.allCases)
    func unfinishedPeriod(telling: Telling) throws {
        let card = try TestCard(telling.adjust)
        let output = card.output
        let source = WitnessedSource { periods in if periods == 6 { output.request(.drop) } }
        try output.start(source.renderer)
        #expect(card.wait(256))
        // The seventh period is never written, so that the last sample is at most as far away as the buffer held.
        for period in 5...6 {
            #expect(card.advance(64))
            #expect(card.wait(64 * period))
        }
        #expect(card.advance(64))
        #expect(output.wait(milliseconds: 10_000))
        #expect(paced_card_frames(card.handle) == 384)
        #expect((output.status.framesRendered, output.status.framesPlayed) == (448, 192))
        #expect(card.heard == 192)
    }

    @Test("A drop cuts any answer short")
    func aDropCutsAnyAnswerShort() throws {
        let card = try TestCard()
        paced_card_fail(card.handle, -EAGAIN, .max)
        try card.output.start(source.renderer)
        card.output.request(.drop)
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.output.status.phase == .finished)
        #expect(card.output.status.framesPlayed == 0)
    }

    /// No time of the card's passes from opening to the first sample: the buffer is filled, and it runs.
    @Test("The first sample is the first frame", arguments: [2, 4, 8], Telling.allCases)
    func firstSample(
        periods: Int, telling: Telling
    ) throws {
        let card = try TestCard(periods: periods, telling.adjust)
        try card.output.start(source.renderer)
        #expect(paced_card_wait_starts(card.handle, 1))
        #expect(card.heard == 0)
        // It began with a full buffer and nothing in front of the first frame.
        #expect(paced_card_frames(card.handle) == 64 * periods)
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 64 * periods))
        card.output.stop(.drop)
    }

    @Test("The clock carries on while a device runs")
    func runningClock() {
        var position = PlaybackPosition(rate: 48_000)
        position.write(1024)
        #expect(position.heard(at: 0) == 0)
        position.look(delay: 1024, isRunning: false, now: 0)
        #expect(position.heard(at: 1_000_000_000) == 0)
        position.look(delay: 1024, isRunning: true, now: 0)
        #expect(position.heard(at: 10_000_000) == 480)
        // No more than it was given, and never back.
        #expect(position.heard(at: 1_000_000_000) == 1024)
        #expect(position.heard(at: -1) == 0)
        // More than was written is a server's own.
        position.look(delay: 5000, isRunning: true, now: 0)
        #expect(position.heard(at: 0) == 0)
        position.look(delay: 24, isRunning: true, now: 20_000_000)
        position.beginAfresh(at: 20_000_000, oldest: 0)
        #expect(position.written == 1000)
        #expect(position.heard(at: 1_000_000_000) == 1000)
        // Frames that are no longer kept cannot be given again.
        position.write(24)
        position.look(delay: 24, isRunning: true, now: 20_000_000)
        position.beginAfresh(at: 20_000_000, oldest: 1010)
        #expect(position.written == 1010)
    }
}
