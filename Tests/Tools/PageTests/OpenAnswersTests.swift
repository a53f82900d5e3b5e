import Synchronization
import Testing

@testable import Page

struct OpenAnswersTests {
    private final class Answer: Sendable {
        private let state = Atomic(false)
        var isBack: Bool { state.load(ordering: .relaxed) }
        func comesBack() { state.store(true, ordering: .relaxed) }
    }

    @Test("A server that ends waits until each answer under way has come back, and begins no more")
    func close() async {
        let (answers, answer) = (OpenAnswers(), Answer())
        // A page that is told what happens: its answer ends when it is cancelled.
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        let task = answers.begin { _ in
            Task {
                for await _ in signals {}
                answer.comesBack()
            }
        }
        #expect(task != nil && !answer.isBack)
        await answers.close()
        #expect(answer.isBack)
        #expect(answers.begin { _ in Task {} } == nil)
        signal.finish()
    }

    @Test("A server that ends does not wait for an answer that it was told of as given")
    func end() async {
        let answers = OpenAnswers()
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        var given = 0
        let task = answers.begin { number in
            given = number
            return Task { for await _ in signals {} }
        }
        answers.end(given)
        await answers.close()
        #expect(task?.isCancelled == false)
        signal.finish()
        await task?.value
    }
}
