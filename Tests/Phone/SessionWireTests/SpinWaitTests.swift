import Testing

@testable import SessionWire

/// The loop spins only while questions follow answers at once.
struct SpinWaitTests {
    /// Plays questions, each so long after the answer to the one before; returns for which of them the loop spun.
    private func spins(_ pauses: [Int64], span: Int64 = 20) -> [Bool] {
        var spinWait = SpinWait(span: span)
        var now: Int64 = 1_000
        return pauses.map { pause in
            let deadline = spinWait.rest(at: now)
            #expect(deadline == nil || deadline == now + span)
            now += pause
            spinWait.wake(at: now)
            now += 5
            return deadline != nil
        }
    }

    @Test("The loop blocks for the first question of several, and spins for the next ones until one stays away")
    func aRow() {
        #expect(spins([1_000, 3, 4, 19, 20, 3, 3]) == [false, false, true, true, true, false, true])
    }

    @Test("The loop blocks for every question where they come evenly but seldom")
    func seldom() {
        #expect(spins(Array(repeating: 390, count: 50)) == Array(repeating: false, count: 50))
    }

    @Test("With one processor the loop never spins: the program that asks needs the processor")
    func oneProcessor() {
        #expect(spins([3, 3, 3, 3], span: 0) == [false, false, false, false])
    }
}
