import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Mixer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct PlaybackTests {
    let source = CountingSource()

    @Test("Every frame arrives once in order")
    func everyFrameArrivesOnceInOrder() throws {
        let card = try TestCard()
        let output = card.output
        #expect(output.rate == 48_000)
        #expect(output.periodFrames == 64)
        #expect(output.bufferFrames == 256)
        #expect(output.status.phase == .idle)
        try output.start(source.renderer)
        #expect(card.play(until: 1024))
        output.stop(.drop)
        #expect(output.status.phase == .finished)
        #expect(output.status.xruns == 0)
        let delivered = card.delivered(as: Float.self)
        #expect(delivered == CountingSource.expected(frames: delivered.count / 2))
        #expect(output.status.framesRendered == delivered.count / 2)
        #expect(paced_card_starts(card.handle) == 1)
    }

    @Test("Nothing is rendered ahead of the buffer")
    func renderedAhead() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        #expect(card.wait(256))
        // The buffer is full; one frame short of a period makes no room for the next one.
        #expect(card.advance(63))
        #expect(card.advance(1))
        #expect(card.wait(320))
        output.stop(.drop)
        #expect(output.status.framesRendered == 320)
    }

    @Test("The limit is kept to the frame", arguments: [0, 1, 64, 100, 256, 1000])
    func theLimitIsKeptToTheFrame(limit: Int) throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer, limitInFrames: limit)
        #expect(card.play(until: limit))
        card.playOut()
        #expect(output.wait(milliseconds: 10_000))
        #expect(output.status.phase == .finished)
        #expect(output.status.framesPlayed == limit)
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: limit))
    }

    @Test("Played frames follow the device")
    func playedFramesFollowTheDevice() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        for step in 1...10 {
            #expect(card.advance(64))
            #expect(card.wait(256 + 64 * step))
        }
        output.stop(.drop)
        // Everything delivered but a full buffer has been played when the last period was delivered.
        #expect(output.status.framesPlayed == 640)
        #expect(output.status.framesRendered == 896)
    }

    @Test("An xrun is counted and playing goes on")
    func xrun() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        for round in 1...3 {
            #expect(card.wait(256 * round))
            #expect(card.advance(257))
        }
        #expect(card.wait(1024))
        #expect(card.advance(64))
        #expect(card.wait(1088))
        output.stop(.drop)
        #expect(output.status.xruns == 3)
        #expect(output.status.phase == .finished)
        #expect(paced_card_starts(card.handle) == 4)
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 1088))
    }

    @Test("Short writes lose nothing", arguments: [1, 7, 63])
    func shortWritesLoseNothing(frames: Int) throws {
        let card = try TestCard()
        paced_card_shorten(card.handle, frames)
        let output = card.output
        try output.start(source.renderer, limitInFrames: 512)
        #expect(card.play(until: 512))
        output.stop(.drop)
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 512))
        #expect(output.status.xruns == 0)
    }

    @Test("Passing failures lose nothing", arguments: [EAGAIN, EINTR, EPIPE, ESTRPIPE, EBADFD])
    func passingFailuresLoseNothing(number: CInt) throws {
        let card = try TestCard()
        paced_card_fail(card.handle, -number, 3)
        let output = card.output
        try output.start(source.renderer)
        #expect(card.play(until: 512))
        output.stop(.drop)
        #expect(output.status.phase == .finished)
        #expect(output.status.xruns == (number == EPIPE ? 3 : 0))
        let delivered = card.delivered(as: Float.self)
        #expect(delivered == CountingSource.expected(frames: delivered.count / 2))
    }

    @Test("A suspended device resumes or is prepared", arguments: [0, 2, -1])
    func suspendedDevice(attempts: Int) throws {
        let card = try TestCard()
        paced_card_resume_after(card.handle, CInt(attempts))
        paced_card_fail(card.handle, -ESTRPIPE, 1)
        let output = card.output
        try output.start(source.renderer)
        #expect(card.play(until: 512))
        output.stop(.drop)
        #expect(output.status.phase == .finished)
        let delivered = card.delivered(as: Float.self)
        #expect(delivered == CountingSource.expected(frames: delivered.count / 2))
    }

    @Test("A lost device is a fact", arguments: [ENODEV, EIO, ENXIO])
    func aLostDeviceIsAFact(number: CInt) throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        #expect(card.wait(256))
        paced_card_fail(card.handle, -number, .max)
        #expect(card.advance(64))
        #expect(output.wait(milliseconds: 10_000))
        #expect(output.status.phase == .lost(errno: number))
        // The period that was not taken is not counted as played.
        #expect(output.status.framesPlayed <= 256)
        output.stop(.drain)
    }

    @Test("A pulled plug is noticed while waiting")
    func aPulledPlugIsNoticedWhileWaiting() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        #expect(card.advance(64))
        paced_card_disconnect(card.handle)
        #expect(output.wait(milliseconds: 10_000))
        #expect(output.status.phase == .lost(errno: ENODEV))
    }

    @Test("Failing for ever ends as lost")
    func failingForEverEndsAsLost() throws {
        let card = try TestCard()
        let output = card.output
        paced_card_fail(card.handle, -EPIPE, .max)
        try output.start(source.renderer)
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.phase == .lost(errno: EPIPE))
    }

    /// A device that says it is ready and takes nothing is no better than one that says nothing.
    @Test("A device that is never ready ends as lost")
    func neverNowEndsAsLost() throws {
        let card = try TestCard(patienceInMilliseconds: 50)
        let output = card.output
        paced_card_fail(card.handle, -EAGAIN, .max)
        try output.start(source.renderer)
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.phase == .lost(errno: ETIMEDOUT))
        #expect(output.status.framesPlayed == 0)
        #expect(output.status.framesUnheard == 64)
    }

    /// The device that returns plays the frames that the lost device did not play, from the right one.
    @Test("A device that returns goes on where it was", arguments: [0, 1, 100, 192])
    func returningDevice(frames: Int) throws {
        let first = try TestCard(clock: { 0 })
        try first.output.start(source.renderer)
        #expect(first.wait(256))
        #expect(first.advance(frames))
        let rendered = 256 + frames / 64 * 64
        #expect(first.wait(rendered))
        paced_card_fail(first.handle, -ENODEV, .max)
        #expect(first.advance(64 - frames % 64))
        #expect(first.output.wait(milliseconds: 10_000))
        let status = first.output.status
        #expect(status.phase == .lost(errno: ENODEV))

        let again = try TestCard()
        let rest = CountingSource(from: status.framesRendered - status.framesUnheard)
        try again.output.start(rest.renderer)
        #expect(again.play(until: 512))
        again.output.stop(.drop)
        let heard = first.delivered(as: Float.self).prefix(2 * first.heard) + again.delivered(as: Float.self)
        #expect(Array(heard) == CountingSource.expected(frames: heard.count / 2))
    }

    @Test("A busy device is told and later free")
    func busyDevice() throws {
        let error = #expect(throws: ALSAError.self) { try TestCard { $0.busy = true } }
        #expect(error?.kind == .busy)
        let card = try TestCard()
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        card.output.stop(.drop)
    }

    @Test("A card that never moves ends as lost")
    func aCardThatNeverMovesEndsAsLost() throws {
        let card = try TestCard(patienceInMilliseconds: 50)
        let output = card.output
        try output.start(source.renderer)
        #expect(card.wait(256))
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.phase == .lost(errno: ETIMEDOUT))
    }

    @Test("Drain plays what the device holds")
    func drainPlaysWhatTheDeviceHolds() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        #expect(card.wait(256))
        output.request(.drain)
        card.playOut()
        #expect(output.wait(milliseconds: 10_000))
        #expect(output.status.phase == .finished)
        #expect(output.status.framesPlayed == output.status.framesRendered)
        output.stop(.drain)
    }

    @Test("Drop cuts a drain short")
    func dropCutsADrainShort() throws {
        let card = try TestCard()
        let output = card.output
        try output.start(source.renderer)
        #expect(card.wait(256))
        output.request(.drain)
        output.stop(.drop)
        #expect(output.status.phase == .finished)
        #expect(output.status.framesPlayed < 256)
    }

    @Test("An output starts again")
    func anOutputStartsAgain() throws {
        let card = try TestCard()
        let output = card.output
        for round in 1...3 {
            try output.start(source.renderer)
            #expect(output.status.phase == .running)
            #expect(card.wait(256 * round))
            output.stop(.drop)
            #expect(output.status.framesRendered == 256)
        }
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 768))
    }

    /// Its thread keeps nothing alive, and asks for no more once the output has been released.
    @Test("Releasing a playing output ends it")
    func releasedOutput() throws {
        let rendered = Atomic(0)
        weak var output: ALSAOutput?
        try withUnsafePointer(to: rendered) { rendered in
            let renderer = PeriodRenderer(context: UnsafeMutableRawPointer(mutating: rendered)) { context, _, frames in
                context.assumingMemoryBound(to: Atomic<Int>.self).pointee.add(frames, ordering: .relaxed)
            }
            let card = try TestCard { $0.real_time = true }
            output = card.output
            try card.output.start(renderer)
            #expect(card.wait(256))
            #expect(output?.status.phase == .running)
        }
        #expect(output == nil)
        let count = rendered.load(ordering: .relaxed)
        #expect(count >= 256)
        for _ in 0..<1_000 { sched_yield() }
        #expect(rendered.load(ordering: .relaxed) == count)
    }

    /// A card that follows the system's clock. How many xruns a busy machine brings is not for a test to say.
    @Test("Playing in real time loses nothing")
    func playingInRealTime() throws {
        let card = try TestCard(periods: 8) { $0.real_time = true }
        let output = card.output
        try output.start(source.renderer, limitInFrames: 4800)
        #expect(output.wait(milliseconds: 30_000))
        #expect(output.status.phase == .finished)
        #expect(output.status.framesPlayed == 4800)
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 4800))
    }
}
