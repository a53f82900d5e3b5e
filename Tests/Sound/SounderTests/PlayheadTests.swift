import SessionPolicy
import Testing

@testable import Sounder

/// The place where a sound stands, and the time that it has to go.
struct PlayheadTests {
    private static func moment(_ seconds: Double) -> MachineTime { MachineTime(seconds: seconds) }

    /// The playhead of a sound of ten seconds that runs from the beginning of time.
    private static func running(loops: Int = 0) -> Playhead {
        var head = Playhead(duration: 10)
        head.loops = loops
        head.follow(at: moment(0), runs: true, starts: true, isOver: false)
        return head
    }

    @Test("A sound that had to wait is so much behind, and ends so much later")
    func waited() {
        var head = Self.running()
        let now = Self.moment(4)
        head.stall(by: Length(seconds: 0.5))
        #expect(head.position(at: now) == 3.5)
        #expect(head.remaining(at: now) == Length(seconds: 6.5))
        head.follow(at: now, runs: false, starts: false, isOver: false)
        head.stall(by: Length(seconds: 1))
        #expect(head.position(at: now) == 3.5, "what does not run waits for nothing")
    }

    @Test("A place that is sought is one of the present round", arguments: [0, 1, 2])
    func sought(round: Int) {
        var head = Self.running(loops: 2)
        let now = Self.moment(Double(10 * round) + 6)
        head.change(at: now) { $0.seek(to: 3, at: now) }
        #expect(head.position(at: now) == 3)
        #expect(head.remaining(at: now) == Length(seconds: Double(10 * (2 - round)) + 7))
    }

    @Test("A new speed counts from where the sound stands, and so do other rounds")
    func changed() {
        var head = Self.running()
        head.change(at: Self.moment(4)) { $0.rate = 2 }
        #expect(head.position(at: Self.moment(5)) == 6)
        #expect(head.remaining(at: Self.moment(5)) == Length(seconds: 2))
        head.change(at: Self.moment(5)) { $0.loops = 1 }
        #expect(head.remaining(at: Self.moment(5)) == Length(seconds: 7))
        head.change(at: Self.moment(5)) { $0.loops = -1 }
        #expect(head.remaining(at: Self.moment(5)) == nil)
        #expect(head.position(at: Self.moment(8)) == 2)
    }

    @Test("A sound that begins later stands at its beginning until then, also where its speed changes meanwhile")
    func later() {
        var head = Playhead(duration: 10)
        head.begin(at: Self.moment(5))
        #expect(head.remaining(at: Self.moment(1)) == Length(seconds: 14))
        head.follow(at: Self.moment(1), runs: true, starts: true, isOver: false)
        head.change(at: Self.moment(2)) { $0.rate = 2 }
        #expect(head.position(at: Self.moment(4)) == 0 && head.position(at: Self.moment(6)) == 2)
        #expect(head.remaining(at: Self.moment(4)) == Length(seconds: 6))
    }
}
