import CALSA

/// The memory of a playback loop, allocated before it runs.
struct PlaybackMemory {
    /// Room for one period of stereo float.
    let mix: UnsafeMutablePointer<Float>
    /// Room for the last frames rendered, in the device's format: whole periods, more than the device holds.
    let kept: UnsafeMutableRawPointer
    let keptFrames: Int
    /// A `snd_pcm_status_t`.
    let report: OpaquePointer

    init(_ setup: PCMSetup) {
        mix = .allocate(capacity: 2 * setup.periodFrames)
        mix.initialize(repeating: 0, count: 2 * setup.periodFrames)
        // One more period is in the making while the device's last frame is in its last one.
        keptFrames = (setup.bufferFrames / setup.periodFrames + 2) * setup.periodFrames
        let bytes = keptFrames * SampleConverter(format: setup.format, channels: setup.channels).bytesPerFrame
        kept = .allocate(byteCount: bytes, alignment: 64)
        kept.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        let room = UnsafeMutableRawPointer.allocate(byteCount: alsa.snd_pcm_status_sizeof(), alignment: 8)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: alsa.snd_pcm_status_sizeof())
        report = OpaquePointer(room)
    }

    func deallocate() {
        UnsafeMutableRawPointer(report).deallocate()
        kept.deallocate()
        mix.deallocate()
    }
}
