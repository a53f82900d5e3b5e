import Testing

@testable import SessionExploration

struct WorkerThreadsTests {
    @Test("Every piece is done once, and the outcomes are in order", arguments: [0, 1, 2, 5])
    func pieces(threads: Int) {
        let done = WorkerThreads.share(100, among: threads) { $0 }
        #expect(done == Array(0..<100))
        #expect(WorkerThreads.share(0, among: threads) { $0 }.isEmpty)
    }
}
