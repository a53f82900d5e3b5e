import CALSA

/// The memory of a playback loop, allocated before the loop runs.
struct PlaybackMemory {
    /// The last rendered frames in stereo float: whole periods, more than the device holds.
    let kept: UnsafeMutablePointer<Float>
    let keptFrames: Int
    /// A `snd_pcm_status_t`.
    let report: OpaquePointer

    init(_ setup: PCMSetup) {
        // A further period is rendered while the device plays its last one.
        keptFrames = (setup.bufferFrames / setup.periodFrames + 2) * setup.periodFrames
        kept = .allocate(capacity: 2 * keptFrames)
        kept.initialize(repeating: 0, count: 2 * keptFrames)
        let room = UnsafeMutableRawPointer.allocate(byteCount: alsa.snd_pcm_status_sizeof(), alignment: 8)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: alsa.snd_pcm_status_sizeof())
        report = OpaquePointer(room)
    }

    func deallocate() {
        UnsafeMutableRawPointer(report).deallocate()
        kept.deallocate()
    }
}
