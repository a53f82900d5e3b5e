import Synchronization

/// The frames that an app renders, for one voice at a time and on one thread at a time.
///
/// A sound that is paused and goes on gets a new voice, whose stream is filled on a thread of its own; the stream before
/// may be held for as long as it fades out. The new voice takes the app's frames over, and the voice before gets
/// silence.
final class RenderedFrames: Sendable {
    private let render: SoundPlayer.Render
    /// The number of the voice whose frames they are.
    private let owner = Atomic(0)
    private let turn = Mutex(())

    init(_ render: @escaping SoundPlayer.Render) { self.render = render }

    /// Gives the frames to a voice that begins. Any thread; never waits.
    ///
    /// - Returns: The voice's number.
    func takeOver() -> Int { owner.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Has the app render for a voice; waits while it still does so for the one before.
    ///
    /// - Parameters:
    ///   - voice: The voice's number.
    ///   - room: Takes the frames.
    ///   - frames: How many.
    /// - Returns: How many came.
    func render(for voice: Int, into room: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
        turn.withLock { _ in
            guard owner.load(ordering: .relaxed) == voice else {
                room.update(repeating: 0)
                return frames
            }
            return render(room, frames)
        }
    }
}
