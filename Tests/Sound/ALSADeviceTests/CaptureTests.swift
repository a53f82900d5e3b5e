import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Testing

/// A paced capture card and the input that captures from it.
final class TestMicrophone {
    let handle: OpaquePointer
    let input: ALSAInput

    init(
        format: snd_pcm_format_t = SND_PCM_FORMAT_FLOAT_LE, acceptsOtherRate: Bool = false, ringFrames: Int = 4096,
        patienceInMilliseconds: Int = 10_000, _ adjust: (inout paced_card_options) -> Void = { _ in }
    ) throws {
        var options = paced_card_options()
        options.format = format
        options.capture = true
        adjust(&options)
        var pcm: OpaquePointer?
        var error: CInt = 0
        let card = try #require(paced_card_open(options, &pcm, &error), "\(String(cString: snd_strerror(error)))")
        handle = card
        do {
            input = try ALSAInput(
                adopting: #require(pcm), name: "paced", periodFrames: 64, periods: 4,
                acceptsOtherRate: acceptsOtherRate, ringFrames: ringFrames,
                patienceInMilliseconds: patienceInMilliseconds)
        } catch {
            paced_card_release(card)
            throw error
        }
    }

    deinit { paced_card_release(handle) }

    /// The samples that the card will hear next, in its own format.
    func provide<Sample: BitwiseCopyable>(_ samples: [Sample]) {
        samples.withUnsafeBytes { paced_card_provide(handle, $0.baseAddress, $0.count) }
    }

    /// Lets the card hear `frames` more.
    func hear(_ frames: Int) -> Bool { paced_card_advance(handle, frames) }

    /// Lets the card hear more, and waits until `frames` in all have been taken from it, lest it overrun.
    func hear(_ more: Int = 64, untilTaken frames: Int) -> Bool { hear(more) && paced_card_wait(handle, frames) }

    /// Reads until there are `frames`, or nothing more comes.
    func read(_ frames: Int) -> [Float] {
        var samples = [Float](repeating: .nan, count: 2 * frames)
        var count = 0
        samples.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let more = { count += self.input.read(into: base + 2 * count, frames: frames - count) }
            _ = soon {
                more()
                return count == frames || input.status.phase != .running
            }
            // What came before the end.
            more()
        }
        return Array(samples.prefix(2 * count))
    }

    /// Lets the card hear `frames` period by period, and reads them.
    func capture(_ frames: Int) -> [Float] {
        (0..<frames / 64).reduce(into: []) { samples, _ in
            guard hear(64) else { return }
            samples += read(64)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct CaptureTests {
    /// Frames of a count, so that every gap and every repetition shows.
    private func count(from first: Int = 0, frames: Int) -> [Float] {
        (2 * first..<2 * (first + frames)).map { Float($0 + 1) * 0x1p-23 }
    }

    @Test("Every frame arrives once in order")
    func everyFrameArrivesOnceInOrder() throws {
        let card = try TestMicrophone()
        let input = card.input
        card.provide(count(frames: 6400))
        #expect(input.status.phase == .idle)
        #expect((input.rate, input.periodFrames, input.bufferFrames, input.ringFrames) == (48_000, 64, 256, 4096))
        try input.start()
        #expect(input.status.phase == .running)
        #expect(card.capture(6400) == count(frames: 6400))
        input.stop()
        let status = input.status
        #expect(status.phase == .finished)
        #expect((status.framesCaptured, status.framesDropped) == (6400, 0))
        #expect(status.xruns == 0)
    }

    @Test("What the device held at the stop is read")
    func framesAtStop() throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 100))
        try card.input.start()
        #expect(card.hear(100))
        #expect(card.read(64) == count(frames: 64))
        card.input.stop()
        #expect(card.read(64) == count(from: 64, frames: 36))
        #expect(card.read(1).isEmpty)
    }

    @Test("An overrun is counted and capturing goes on")
    func overrun() throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 4000))
        try card.input.start()
        #expect(card.capture(128) == count(frames: 128))
        // A burst longer than the device's buffer is lost whole; what comes after it is not.
        #expect(card.hear(257))
        #expect(paced_card_wait_starts(card.handle, 2))
        #expect(card.capture(640) == count(from: 385, frames: 640))
        card.input.stop()
        #expect(card.input.status.xruns == 1)
        #expect(card.input.status.framesCaptured == 768)
    }

    @Test("A consumer that falls behind loses the newest")
    func slowConsumer() throws {
        let card = try TestMicrophone(ringFrames: 256)
        card.provide(count(frames: 640))
        try card.input.start()
        for period in 1...10 { #expect(card.hear(untilTaken: 64 * period)) }
        card.input.stop()
        #expect(card.input.status.xruns == 0)
        #expect(card.input.status.framesCaptured == 640)
        #expect(card.input.status.framesDropped == 640 - 256)
        #expect(card.read(256) == count(frames: 256))
    }

    @Test("Short reads lose nothing", arguments: [1, 7, 63])
    func shortReadsLoseNothing(frames: Int) throws {
        let card = try TestMicrophone()
        paced_card_shorten(card.handle, frames)
        card.provide(count(frames: 640))
        try card.input.start()
        for period in 1...10 { #expect(card.hear(untilTaken: 64 * period)) }
        card.input.stop()
        #expect(card.read(640) == count(frames: 640))
        #expect(card.input.status.xruns == 0)
    }

    @Test("Passing failures lose nothing", arguments: [EAGAIN, EINTR])
    func passingFailuresLoseNothing(number: CInt) throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 640))
        paced_card_fail(card.handle, -number, 3)
        try card.input.start()
        #expect(card.hear(64))
        #expect(card.hear(64))
        #expect(card.read(128) == count(frames: 128))
        card.input.stop()
        #expect(card.input.status.phase == .finished)
    }

    @Test("A suspended device resumes")
    func aSuspendedDeviceResumes() throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 640))
        paced_card_fail(card.handle, -ESTRPIPE, 1)
        try card.input.start()
        #expect(card.capture(640) == count(frames: 640))
        card.input.stop()
        #expect(card.input.status.phase == .finished)
    }

    @Test("A lost device is a fact", arguments: [ENODEV, EIO, ENXIO])
    func aLostDeviceIsAFact(number: CInt) throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 64))
        try card.input.start()
        #expect(card.capture(64) == count(frames: 64))
        paced_card_fail(card.handle, -number, .max)
        #expect(card.hear(64))
        #expect(card.read(64).isEmpty)
        #expect(card.input.status.phase == .lost(errno: number))
    }

    @Test("A pulled plug is noticed while waiting")
    func aPulledPlugIsNoticedWhileWaiting() throws {
        let card = try TestMicrophone()
        try card.input.start()
        #expect(card.capture(64).count == 128)
        paced_card_disconnect(card.handle)
        #expect(card.read(1).isEmpty)
        #expect(card.input.status.phase == .lost(errno: ENODEV))
        card.input.stop()
    }

    @Test("A card that never moves ends as lost")
    func aCardThatNeverMovesEndsAsLost() throws {
        let card = try TestMicrophone(patienceInMilliseconds: 50)
        try card.input.start()
        #expect(card.read(1).isEmpty)
        #expect(card.input.status.phase == .lost(errno: ETIMEDOUT))
    }

    @Test("An input starts again")
    func anInputStartsAgain() throws {
        let card = try TestMicrophone()
        card.provide(count(frames: 640))
        for round in 0..<3 {
            try card.input.start()
            #expect(card.capture(64) == count(from: 64 * round, frames: 64))
            card.input.stop()
            #expect(card.input.status.framesCaptured == 64)
        }
    }

    @Test("The null device gives silence")
    func theNullDeviceGivesSilence() throws {
        let input = try ALSAInput(pcm: "null", periodFrames: 480)
        try input.start()
        var samples = [Float](repeating: 1, count: 960)
        var count = 0
        #expect(
            soon {
                count = input.read(into: &samples, frames: 480)
                return count > 0
            })
        #expect(count == 480)
        #expect(samples.allSatisfy { $0 == 0 })
        input.stop()
    }

    @Test("A name that no configuration has is refused")
    func aNameNobodyConfigured() {
        let error = #expect(throws: ALSAError.self) { try ALSAInput(pcm: "nobody's device") }
        #expect(error?.kind == .noSuchDevice)
    }
}
