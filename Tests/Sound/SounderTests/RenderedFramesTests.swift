import Synchronization
import SystemSupport
import Testing

@testable import Sounder

/// Frames of an app go to one voice at a time, and are asked for on one thread at a time.
struct RenderedFramesTests {
    private final class App: Sendable {
        let isAsked = Atomic(false)
        let isAskedTwice = Atomic(false)
        let calls = Atomic(0)

        /// Counts frames from 1 on.
        func render(_ room: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
            if isAsked.exchange(true, ordering: .acquiring) { isAskedTwice.store(true, ordering: .relaxed) }
            let call = calls.wrappingAdd(1, ordering: .relaxed).newValue
            for place in 0..<frames { room[place] = Float(call) }
            isAsked.store(false, ordering: .releasing)
            return frames
        }
    }

    @Test("A voice that begins takes the frames over, and the one before has silence")
    func takesOver() {
        let app = App()
        let frames = RenderedFrames { app.render($0, $1) }
        var samples: [Float] = [9, 9, 9, 9]
        func ask(_ voice: Int) -> [Float] {
            samples.withUnsafeMutableBufferPointer { #expect(frames.render(for: voice, into: $0, 4) == 4) }
            return samples
        }
        let first = frames.takeOver()
        #expect(ask(first) == [1, 1, 1, 1])
        let second = frames.takeOver()
        #expect(ask(first) == [0, 0, 0, 0])
        #expect(ask(second) == [2, 2, 2, 2])
        #expect(ask(first) == [0, 0, 0, 0])
        let calls = app.calls.load(ordering: .relaxed)
        #expect(calls == 2)
    }

    @Test("Voices that follow each other on threads of their own never have the app render twice at once")
    func oneAtATime() throws {
        let app = App()
        let frames = RenderedFrames { app.render($0, $1) }
        let threads = try (0..<4).map { _ in
            try OrdinaryThread.start {
                var samples = [Float](repeating: 0, count: 64)
                for _ in 0..<200 {
                    let voice = frames.takeOver()
                    for _ in 0..<50 {
                        _ = samples.withUnsafeMutableBufferPointer { frames.render(for: voice, into: $0, 64) }
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        let (isAskedTwice, calls) = (
            app.isAskedTwice.load(ordering: .relaxed), app.calls.load(ordering: .relaxed)
        )
        #expect(!isAskedTwice && calls > 0)
    }
}
