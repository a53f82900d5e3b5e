import ALSADevice
import CALSA
import CPacedCard
import Glibc
import Testing

/// Playing and capturing straight through a device's mapped buffer.
@Suite(.timeLimit(.minutes(5))) struct MappedTests {
    /// Offers both ways.
    private func card(
        format: snd_pcm_format_t = SND_PCM_FORMAT_FLOAT_LE, _ adjust: (inout paced_card_options) -> Void = { _ in }
    ) throws -> TestCard {
        try TestCard(format: format) {
            $0.mapped_too = true
            adjust(&$0)
        }
    }

    private func expectAll(_ card: TestCard) {
        let delivered = card.delivered(as: Float.self)
        #expect(delivered == CountingSource.expected(frames: delivered.count / 2))
    }

    /// Whether the buffer that the card offers is used through its map.
    private func isMapped(_ card: TestCard) throws -> Bool {
        var space: OpaquePointer?
        var access = SND_PCM_ACCESS_RW_NONINTERLEAVED
        #expect(snd_pcm_hw_params_malloc(&space) == 0)
        defer { snd_pcm_hw_params_free(space) }
        #expect(snd_pcm_hw_params_current(card.pcm, space) == 0)
        #expect(snd_pcm_hw_params_get_access(space, &access) == 0)
        return access == SND_PCM_ACCESS_MMAP_INTERLEAVED
    }

    @Test("A map is used where it is offered", arguments: [true, false])
    func aMapIsUsedWhereItIsOffered(isOffered: Bool) throws {
        let card = try TestCard { $0.mapped_too = isOffered }
        #expect(try isMapped(card) == isOffered)
        let source = CountingSource()
        try card.output.start(source.renderer)
        #expect(card.play(until: 1024))
        card.output.stop(.drop)
        expectAll(card)
    }

    /// Pieces that do not divide the buffer make every period meet its end sooner or later.
    @Test("Short commits and the end of the buffer lose nothing", arguments: [1, 7, 63])
    func shortCommits(frames: Int) throws {
        let card = try card()
        paced_card_shorten(card.handle, frames)
        let source = CountingSource()
        try card.output.start(source.renderer, limitInFrames: 2000)
        #expect(card.play(until: 2000))
        card.playOut()
        #expect(card.output.wait(milliseconds: 10_000))
        #expect(card.delivered(as: Float.self) == CountingSource.expected(frames: 2000))
        #expect(card.output.status.xruns == 0)
        #expect(card.output.status.framesUnheard == 0)
    }

    @Test("Other formats are converted into the map", arguments: [SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_S24_LE])
    func convertedFormats(
        format: snd_pcm_format_t
    ) throws {
        let card = try card(format: format)
        paced_card_shorten(card.handle, 50)
        let source = CountingSource()
        try card.output.start(source.renderer)
        #expect(card.play(until: 1024))
        card.output.stop(.drop)
        let samples = card.delivered(as: Int32.self)
        let unit: Int32 = format == SND_PCM_FORMAT_S32_LE ? 256 : 1
        #expect(samples == samples.indices.map { Int32($0) * unit })
    }

    @Test("Packed samples of eight channels are converted into the map")
    func packedSamples() throws {
        let card = try card(format: SND_PCM_FORMAT_S24_3LE) { ($0.channels_min, $0.channels_max) = (8, 8) }
        let source = SteadySource(0.5, -0.5)
        try card.output.start(source.renderer)
        #expect(card.play(until: 512))
        card.output.stop(.drop)
        let frame: [UInt8] = [0, 0, 0x40, 0, 0, 0xC0] + [UInt8](repeating: 0, count: 18)
        #expect(card.bytes == (0..<card.bytes.count / 24).flatMap { _ in frame })
    }

    @Test("A failed commit loses nothing", arguments: [EAGAIN, EINTR, EPIPE, ESTRPIPE, EBADFD])
    func aFailedCommitLosesNothing(number: CInt) throws {
        let card = try card()
        paced_card_fail(card.handle, -number, 3)
        let source = CountingSource()
        try card.output.start(source.renderer)
        #expect(card.play(until: 1024))
        card.output.stop(.drop)
        #expect(card.output.status.phase == .finished)
        expectAll(card)
    }

    /// While the third period is made, the buffer is taken away, and with it the first two, which are given again.
    @Test("A map that is refused is asked for again", arguments: [SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_S32_LE])
    func refusedMap(
        format: snd_pcm_format_t
    ) throws {
        let card = try card(format: format)
        let source = WitnessedSource { [pcm = card.pcm] periods in if periods == 2 { snd_pcm_drop(pcm) } }
        try card.output.start(source.renderer)
        #expect(card.play(until: 1024))
        card.output.stop(.drop)
        #expect(card.output.status.phase == .finished)
        if format == SND_PCM_FORMAT_FLOAT_LE {
            let delivered = card.delivered(as: Float.self)
            #expect(Array(delivered.prefix(256)) == CountingSource.expected(frames: 128))
            #expect(Array(delivered.dropFirst(256)) == CountingSource.expected(frames: delivered.count / 2 - 128))
        } else {
            let samples = card.delivered(as: Int32.self)
            #expect(samples == samples.indices.map { Int32($0 < 256 ? $0 : $0 - 256) * 256 })
        }
    }

    @Test("A device lost in a commit is a fact", arguments: [ENODEV, EIO])
    func aDeviceLostInACommitIsAFact(number: CInt) throws {
        let card = try card()
        let source = CountingSource()
        try card.output.start(source.renderer)
        #expect(card.wait(256))
        paced_card_fail(card.handle, -number, .max)
        #expect(card.advance(64))
        #expect(card.output.wait(milliseconds: 10_000))
        let status = card.output.status
        #expect(status.phase == .lost(errno: number))
        // The card still tells what it has played; the period that it did not take is unheard, too.
        #expect((status.framesRendered, status.framesPlayed, status.framesUnheard) == (320, 64, 256))
    }

    @Test("A suspended device goes on")
    func aSuspendedDeviceGoesOn() throws {
        let card = try card()
        paced_card_fail(card.handle, -ESTRPIPE, 1)
        let source = CountingSource()
        try card.output.start(source.renderer)
        #expect(card.play(until: 512))
        card.output.stop(.drop)
        #expect(card.output.status.suspensions == 1)
        expectAll(card)
    }

    @Test("A capture reads every frame from the map", arguments: [1, 7, 64, 100])
    func mappedCapture(step: Int) throws {
        let card = try TestMicrophone { $0.mapped_too = true }
        let count = (0..<2 * 1280).map { Float($0 + 1) * 0x1p-23 }
        card.provide(count)
        try card.input.start()
        var (heard, samples) = (0, [Float]())
        while heard + step <= 1280 {
            #expect(card.hear(step))
            heard += step
            // Whole periods are taken as they come.
            samples += card.read(heard / 64 * 64 - samples.count / 2)
        }
        card.input.stop()
        samples += card.read(heard - samples.count / 2)
        #expect(samples == Array(count.prefix(2 * heard)))
        #expect(card.input.status.xruns == 0)
    }

    @Test("A mapped capture is converted")
    func aMappedCaptureIsConverted() throws {
        let card = try TestMicrophone(format: SND_PCM_FORMAT_S16_LE) {
            $0.mapped_too = true
            ($0.channels_min, $0.channels_max) = (1, 1)
        }
        card.provide([0x4000, -0x2000] as [Int16])
        try card.input.start()
        #expect(card.hear(64))
        #expect(card.read(2) == [0.5, 0.5, -0.25, -0.25])
    }

    @Test("A mapped capture survives an overrun")
    func mappedOverrun() throws {
        let card = try TestMicrophone { $0.mapped_too = true }
        let count = (0..<8000).map { Float($0 + 1) * 0x1p-23 }
        card.provide(count)
        try card.input.start()
        #expect(card.capture(128) == Array(count.prefix(256)))
        #expect(card.hear(257))
        #expect(paced_card_wait_starts(card.handle, 2))
        #expect(card.capture(640) == Array(count[770..<770 + 1280]))
        #expect(card.input.status.xruns == 1)
    }
}
