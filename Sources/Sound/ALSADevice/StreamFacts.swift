import Synchronization

/// The fields shared by a PCM's thread and its owner; each is written by one side only.
struct StreamFacts: ~Copyable {
    /// The phase of the thread.
    enum Phase: Int {
        case running, finished, lost
    }

    /// The number of the requested ending, or 0; a request only becomes stronger.
    let request = Atomic(0)
    /// Written by the PCM's thread, like all that follow.
    let phase = Atomic(Phase.running.rawValue)
    let lostErrno = Atomic<Int32>(0)
    let frames = Atomic(0)
    /// The frames of a playback that have left the device.
    let framesPlayed = Atomic(0)
    /// The frames of a capture for which the ring had no room.
    let framesDropped = Atomic(0)
    let xruns = Atomic(0)
}
