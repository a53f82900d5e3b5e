import Glibc
package import SessionPolicy
package import SoundFiles
import Synchronization

/// Stores captured frames, in a file or in a test. Use from one thread at a time.
package protocol RecordingSink: AnyObject, Sendable {
    /// Appends frames.
    ///
    /// - Parameter samples: Interleaved stereo.
    /// - Throws: If they cannot be stored; the sink then receives no more frames.
    func write(_ samples: UnsafePointer<Float>, count: Int) throws
    /// Finishes the recording. The last call.
    ///
    /// - Throws: If it cannot be stored.
    func finish() throws
}

extension WAVRecording: RecordingSink {}

/// The recordings of a session: while the policy lets any app record, the input in force is captured and stored. The
/// length and level of each recording are reported.
package final class LiveRecording: CaptureReceiver {
    private struct State {
        var sink: (any RecordingSink)?
        var hasLost = false
        var frames = 0
        var peak: Float = 0
        /// The last sentence about an unavailable input.
        var complaint: String?
    }

    private let state: Mutex<State>
    private let say: @Sendable (String) -> Void

    /// Creates an empty recording.
    /// - Parameters:
    ///   - sink: Stores the recordings, or nil to discard them.
    ///   - say: Receives each sentence about them, on any thread.
    package init(into sink: (any RecordingSink)?, say: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(sink: sink))
        self.say = say
    }

    /// Whether frames were lost.
    package var hasLost: Bool { state.withLock { $0.hasLost } }

    package func receive(_ samples: [Float], from input: SceneInput) {
        let failure = state.withLock { state -> String? in
            state.complaint = nil
            do {
                try samples.withUnsafeBufferPointer { buffer in
                    if let base = buffer.baseAddress { try state.sink?.write(base, count: samples.count / 2) }
                }
            } catch { return Self.lose(&state, error) }
            // Lost frames do not count as recorded.
            guard !state.hasLost else { return nil }
            state.frames += samples.count / 2
            state.peak = samples.reduce(state.peak) { max($0, abs($1)) }
            return nil
        }
        if let failure { say(failure) }
    }

    package func end(of input: SceneInput) {
        let (frames, peak) = state.withLock { state in
            defer { (state.frames, state.peak) = (0, 0) }
            return (state.frames, state.peak)
        }
        let tenths = (Double(frames) / Double(Capture.rate) * 10).rounded() / 10
        let level = peak > 0 ? "peak \((200 * log10(Double(peak))).rounded() / 10) dB" : "silence"
        say("Recorded \(tenths) s from \(input.pcm ?? "silence"), \(level).")
    }

    package func fail(_ input: SceneInput, reason: String) {
        let isNew = state.withLock { state in
            defer { state.complaint = reason }
            return state.complaint != reason
        }
        if isNew { say(reason) }
    }

    /// Finishes what is kept; nothing is recorded any more.
    package func finish() {
        let failure = state.withLock { state -> String? in
            defer { state.sink = nil }
            do { try state.sink?.finish() } catch { return Self.lose(&state, error) }
            return nil
        }
        if let failure { say(failure) }
    }

    private static func lose(_ state: inout State, _ error: any Error) -> String {
        (state.sink, state.hasLost) = (nil, true)
        return "What is recorded cannot be kept: \(error)"
    }
}
