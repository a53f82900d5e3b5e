import ALSADevice
import CALSA
import CAllocationCounter
import CPacedCard
import Testing

/// The allocations of the thread that plays or captures, libasound included, over ten thousand periods.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: allocation_counter_works() != 0, "nothing is counted under the thread sanitizer"))
struct AllocationTests {
    /// Transfers before counting begins, as libasound and the Swift runtime make some things at their first use.
    private static let first = 100
    private static let last = first + 10_000

    /// Counts on the card's own thread, from transfer `first` to transfer `last`.
    private final class Witness {
        let counts = UnsafeMutablePointer<allocation_counts>.allocate(capacity: 1)

        init(_ card: OpaquePointer) {
            counts.initialize(to: allocation_counts(allocations: -1, frees: -1, locks: -1))
            paced_card_watch(
                card,
                { context, transfers in
                    if transfers == AllocationTests.first { allocation_counter_begin() }
                    guard transfers == AllocationTests.last, let context else { return }
                    context.assumingMemoryBound(to: allocation_counts.self).pointee = allocation_counter_end()
                }, counts)
        }

        deinit { counts.deallocate() }
    }

    /// No thread plays faster than the card's rate says.
    private static func hurry(_ options: inout paced_card_options) {
        (options.rate_min, options.rate_max) = (768_000, 768_000)
    }

    private func expectNone(_ counts: allocation_counts) {
        #expect(counts.allocations == 0)
        #expect(counts.frees == 0)
        // The card and libasound lock; that any lock is counted shows that the counter ran.
        #expect(counts.locks > 0)
    }

    @Test("Playing allocates nothing")
    func playing() throws {
        let card = try TestCard(acceptsOtherRate: true) {
            $0.forgetful = true
            Self.hurry(&$0)
        }
        let witness = Witness(card.handle)
        let source = SteadySource(0.5, 0.25)
        try card.output.start(source.renderer)
        var (delivered, rounds) = (256, 0)
        while card.wait(delivered), delivered < 64 * (Self.last + 1) {
            // Every fiftieth time the card runs dry, and its whole buffer is filled again.
            rounds += 1
            let runsDry = rounds % 50 == 0
            guard card.advance(runsDry ? 257 : 192) else { break }
            delivered += runsDry ? 256 : 192
        }
        card.output.stop(.drop)
        #expect(card.output.status.xruns == rounds / 50)
        #expect(rounds > 3000)
        expectNone(witness.counts.pointee)
    }

    @Test("Capturing allocates nothing")
    func capturing() throws {
        let card = try TestMicrophone(acceptsOtherRate: true, Self.hurry)
        let witness = Witness(card.handle)
        try card.input.start()
        var taken = 0
        while taken < 64 * (Self.last + 1), card.hear(192, untilTaken: taken + 192) { taken += 192 }
        card.input.stop()
        // Frames that are not read are counted, too, and that costs nothing.
        #expect(card.input.status.framesDropped == taken - card.input.ringFrames)
        expectNone(witness.counts.pointee)
    }
}
