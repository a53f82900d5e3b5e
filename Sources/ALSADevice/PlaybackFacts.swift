import Synchronization

/// What the render thread and its owner tell each other; every field is written by one side only.
struct PlaybackFacts: ~Copyable {
    /// How playing shall end; requests only grow.
    enum Request: Int {
        case none, drain, drop
    }

    /// Where the render thread stands.
    enum Phase: Int {
        case playing, finished, lost
    }

    /// Written by the owner.
    let request = Atomic(Request.none.rawValue)
    /// Written by the render thread, as all that follow.
    let phase = Atomic(Phase.playing.rawValue)
    let lostErrno = Atomic<Int32>(0)
    let framesRendered = Atomic(0)
    let framesPlayed = Atomic(0)
    let xruns = Atomic(0)
    let suspensions = Atomic(0)

    /// Forgets the last playing; only while no render thread runs.
    func reset() {
        request.store(Request.none.rawValue, ordering: .relaxed)
        phase.store(Phase.playing.rawValue, ordering: .relaxed)
        lostErrno.store(0, ordering: .relaxed)
        framesRendered.store(0, ordering: .relaxed)
        framesPlayed.store(0, ordering: .relaxed)
        xruns.store(0, ordering: .relaxed)
        suspensions.store(0, ordering: .relaxed)
    }
}
