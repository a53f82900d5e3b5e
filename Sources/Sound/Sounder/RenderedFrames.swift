import Synchronization

/// The frames that an app renders, for one voice and one thread at a time. A sound that continues after a pause gets a
/// new voice and stream, while the old one may still fade out. The new voice then receives the app's frames and the old
/// one silence.
final class RenderedFrames: Sendable {
    private let render: SoundPlayer.Render
    /// The number of the voice that owns the frames.
    private let owner = Atomic(0)
    private let turn = Mutex(())

    init(_ render: @escaping SoundPlayer.Render) { self.render = render }

    /// Assigns the frames to a new voice. Any thread, never blocking.
    func takeOver() -> Int { owner.wrappingAdd(1, ordering: .relaxed).newValue }

    /// Renders for a voice. Waits while the app still renders for the previous one.
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
