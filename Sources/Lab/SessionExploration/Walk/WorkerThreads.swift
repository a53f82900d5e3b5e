import Glibc
import SessionPolicy
import Synchronization
import System

/// Threads that share out pieces of work; the thread that gives them the work waits for them, and works too.
enum WorkerThreads {
    /// Returns the time that the processors have worked for this thread or process, in seconds.
    static func work(by meter: clockid_t) -> Double {
        Length(nanoseconds: SteadyClock.nanoseconds(of: meter)).seconds
    }

    /// A result with the hand that made it. Where that hand frees it, too, the memory goes back where it came from, and
    /// no hand waits for another.
    struct Made<Part: Sendable>: Sendable {
        /// The number of the hand, from 0.
        let hand: Int
        let part: Part
    }

    /// Does every piece of some work.
    ///
    /// - Parameters:
    ///   - count: How many pieces there are.
    ///   - hands: How many threads work, the calling one among them; where a thread cannot be had, fewer do.
    ///   - work: Does one piece, told its number and that of the hand that does it.
    /// - Returns: The outcomes in the order of the pieces, whichever hand did them.
    static func share<Outcome: Sendable>(
        _ count: Int, among hands: Int, _ work: @escaping @Sendable (_ piece: Int, _ hand: Int) -> Outcome
    ) -> [Made<Outcome>] {
        SharedWork(lots: [Array(0..<count)], work: work).outcomes(of: min(hands, count))
    }

    /// Does some work with each of some parts and frees them, each by the hand that made it unless another has nothing left
    /// to do.
    ///
    /// - Parameters:
    ///   - parts: None afterwards. Other code that refers to one of them will have to free it.
    ///   - hands: How many threads work, the calling one among them; where a thread cannot be had, fewer do.
    ///   - work: Does what is to be done with one part, told its place and the hand that does it.
    /// - Returns: The outcomes in the order of the parts, whichever hand did them.
    static func share<Part: Sendable, Outcome: Sendable>(
        taking parts: inout [Made<Part>], among hands: Int,
        _ work: @escaping @Sendable (_ part: Part, _ place: Int, _ hand: Int) -> Outcome
    ) -> [Made<Outcome>] {
        let (count, hands) = (parts.count, max(1, hands))
        let lots = (0..<hands).map { hand in parts.indices.filter { parts[$0].hand % hands == hand } }
        let queue = PartQueue(taking: &parts)
        let shared = SharedWork(lots: lots) { place, hand in queue.take(place).map { work($0, place, hand) } }
        return shared.outcomes(of: min(hands, count)).compactMap { made in
            made.part.map { Made(hand: made.hand, part: $0) }
        }
    }
}

/// Parts that are taken away one by one.
private final class PartQueue<Part: Sendable>: Sendable {
    private let parts: Mutex<[Part?]>

    /// Takes them out one by one: of a list that is handed over as a whole a copy may stay behind, and with it every part.
    init(taking parts: inout [WorkerThreads.Made<Part>]) {
        var left = [Part?](repeating: nil, count: parts.count)
        while let made = parts.popLast() { left[parts.count] = made.part }
        self.parts = Mutex(left)
    }

    func take(_ place: Int) -> Part? { parts.withLock { $0[place].take() } }
}

/// The pieces of work, lot by lot, and their outcomes.
private final class SharedWork<Outcome: Sendable>: Sendable {
    private let work: @Sendable (Int, Int) -> Outcome
    private let lots: [Lot]
    private let done: Mutex<[WorkerThreads.Made<Outcome>?]>

    private final class Lot: Sendable {
        let pieces: [Int]
        let next = Atomic(0)

        init(_ pieces: [Int]) { self.pieces = pieces }
    }

    /// - Parameters:
    ///   - lots: The pieces, numbered from 0 on. A hand begins with the lot of its number, and where there is none with the first.
    ///   - work: Does one piece.
    init(lots: [[Int]], work: @escaping @Sendable (_ piece: Int, _ hand: Int) -> Outcome) {
        self.work = work
        self.lots = lots.map { Lot($0) }
        done = Mutex(Array(repeating: nil, count: lots.reduce(0) { $0 + $1.count }))
    }

    func outcomes(of hands: Int) -> [WorkerThreads.Made<Outcome>] {
        let helpers = (1..<max(1, hands)).compactMap { hand in
            try? OrdinaryThread.start { self.work(by: hand) }
        }
        work(by: 0)
        for helper in helpers { helper.join() }
        return done.withLock { $0.compactMap { $0 } }
    }

    /// Takes piece after piece until none is left.
    private func work(by hand: Int) {
        for step in lots.indices {
            let lot = lots[(hand + step) % lots.count]
            while true {
                let place = lot.next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < lot.pieces.count else { break }
                let outcome = WorkerThreads.Made(hand: hand, part: work(lot.pieces[place], hand))
                done.withLock { $0[lot.pieces[place]] = outcome }
            }
        }
    }
}
