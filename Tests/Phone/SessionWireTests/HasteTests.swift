import Testing

@testable import SessionWire

/// Whoever serves looks for more only while questions follow answers at once.
struct HasteTests {
    /// When each question comes after the answer to the one before, and whether that was looked for.
    private func looks(_ pauses: [Int64], span: Int64 = 20) -> [Bool] {
        var haste = Haste(span: span)
        var now: Int64 = 1_000
        return pauses.map { pause in
            let bedtime = haste.rest(at: now)
            #expect(bedtime == nil || bedtime == now + span)
            now += pause
            haste.wake(at: now)
            now += 5
            return bedtime != nil
        }
    }

    @Test("The first question of several is slept for, the next ones are looked for until one stays away")
    func aRow() {
        #expect(looks([1_000, 3, 4, 19, 20, 3, 3]) == [false, false, true, true, true, false, true])
    }

    @Test("Questions that come evenly but seldom are slept for, every one")
    func seldom() {
        #expect(looks(Array(repeating: 390, count: 50)) == Array(repeating: false, count: 50))
    }

    @Test("With one processor nobody looks: whoever asks needs it")
    func oneProcessor() {
        #expect(looks([3, 3, 3, 3], span: 0) == [false, false, false, false])
    }
}
