internal import SessionTesting
internal import Synchronization

#if canImport(Testing)
    public import Testing

    /// A trait of tests that use a `TestPhone(.process)`: no two of them run at the same time.
    public struct ProcessPhoneTrait: SuiteTrait, TestTrait, TestScoping {
        /// Holds for each test of a suite.
        public var isRecursive: Bool { true }

        /// Runs a test once no other test with the trait runs.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            if Turn.isMine { return try await function() }
            await Turn.shared.begin()
            defer { Turn.shared.end() }
            try await Turn.$isMine.withValue(true) { try await function() }
        }
    }

    extension Trait where Self == ProcessPhoneTrait {
        /// The test, or each test of the suite, has the Apple names of this process for itself.
        public static var processPhone: Self { Self() }
    }
#endif

/// The turn of the one test that has the Apple names.
final class Turn: Sendable {
    static let shared = Turn()
    /// Whether the current test has the turn: a suite and its test may both have the trait.
    @TaskLocal static var isMine = false

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The phone that was made last, and the test that made it.
        weak var phone: TestPhone?
        var test: String?
    }

    private let state = Mutex(State())

    func begin() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    func end() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isTaken = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }

    /// Notes a phone, and reports at its line if another test still has one.
    func begin(phone: TestPhone, fileID: String, file: StaticString, line: Int, column: Int) {
        #if canImport(Testing)
            guard let test = Test.current.map({ "\($0.id)" }) else { return }
            let other = state.withLock { state in
                defer { (state.phone, state.test) = (phone, test) }
                return state.phone == nil || state.test == test ? nil : state.test
            }
            guard let other else { return }
            Issue.record(
                "\(other) has a TestPhone(.process), too, and a process has one; give both tests the trait `.processPhone`",
                sourceLocation: SourceLocation(fileID: fileID, filePath: "\(file)", line: line, column: column))
        #endif
    }
}
