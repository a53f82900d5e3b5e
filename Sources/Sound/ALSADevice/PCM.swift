import CALSA
import Glibc
import SystemSupport

struct PCMSetup {
    let rate: Int
    let periodFrames: Int
    let bufferFrames: Int
    /// The time without progress after which the device counts as lost.
    var patienceInMilliseconds: CInt = 5000
    /// Returns nanoseconds of a steady clock. Has no context because the PCM's thread calls it.
    var now: @convention(c) () -> Int64 = { SteadyClock.now }
}

/// An open PCM, in non-blocking mode; closed when released.
final class PCM {
    let name: String
    let handle: OpaquePointer
    private var isCapture: Bool { alsa.snd_pcm_stream(handle) == SND_PCM_STREAM_CAPTURE }

    init(adopting handle: OpaquePointer, name: String) {
        self.handle = handle
        self.name = name
        _ = alsa.snd_pcm_nonblock(handle, 1)
    }

    /// Opens a PCM without blocking, through ALSA's `plug` if it does not take stereo floats as they are.
    convenience init(_ name: String, stream: snd_pcm_stream_t) throws(ALSAError) {
        var handle = try Self.open(name, stream, as: name)
        if !Self.isFitting(handle) {
            _ = alsa.snd_pcm_close(handle)
            handle = try Self.open("plug:SLAVE='\(name)'", stream, as: name)
        }
        self.init(adopting: handle, name: name)
    }

    private static func open(
        _ pcm: String, _ stream: snd_pcm_stream_t, as name: String
    ) throws(ALSAError) -> OpaquePointer {
        var handle: OpaquePointer?
        let code = alsa.snd_pcm_open(&handle, pcm, stream, CInt(SND_PCM_NONBLOCK))
        guard code >= 0, let handle else { throw ALSAError(.open, pcm: name, code: code) }
        return handle
    }

    /// Whether a PCM takes stereo floats, or says nothing of that.
    private static func isFitting(_ pcm: OpaquePointer) -> Bool {
        var space: OpaquePointer?
        guard alsa.snd_pcm_hw_params_malloc(&space) >= 0, let space else { return true }
        defer { alsa.snd_pcm_hw_params_free(space) }
        guard alsa.snd_pcm_hw_params_any(pcm, space) >= 0 else { return true }
        return alsa.snd_pcm_hw_params_set_format(pcm, space, SND_PCM_FORMAT_FLOAT_LE) >= 0
            && alsa.snd_pcm_hw_params_set_channels(pcm, space, 2) >= 0
    }

    deinit { _ = alsa.snd_pcm_close(handle) }

    /// Sets the hardware and software parameters nearest to the requested ones.
    func configure(rate: Int, periodFrames: Int, periods: Int, acceptsOtherRate: Bool) throws(ALSAError) -> PCMSetup {
        precondition((1000...768_000).contains(rate), "rate out of range")
        precondition((16...16_384).contains(periodFrames) && (2...64).contains(periods), "period out of range")
        var space: OpaquePointer?
        guard alsa.snd_pcm_hw_params_malloc(&space) >= 0, let space else {
            throw ALSAError(.configure, pcm: name, code: ENOMEM)
        }
        defer { alsa.snd_pcm_hw_params_free(space) }
        try check(alsa.snd_pcm_hw_params_any(handle, space), "any setup")

        // The device's own memory is not mapped: over PulseAudio's plug-in a map never wakes its reader.
        try check(alsa.snd_pcm_hw_params_set_access(handle, space, SND_PCM_ACCESS_RW_INTERLEAVED), "interleaved access")
        try check(alsa.snd_pcm_hw_params_set_format(handle, space, SND_PCM_FORMAT_FLOAT_LE), "samples as floats")
        try check(alsa.snd_pcm_hw_params_set_channels(handle, space, 2), "two channels")
        var nearestRate = CUnsignedInt(rate)
        try check(alsa.snd_pcm_hw_params_set_rate_near(handle, space, &nearestRate, nil), "\(rate) Hz")
        guard acceptsOtherRate || nearestRate == CUnsignedInt(rate) else {
            throw unsuitable("\(rate) Hz; \(nearestRate) Hz is the nearest", EINVAL)
        }
        var period = snd_pcm_uframes_t(periodFrames)
        try check(alsa.snd_pcm_hw_params_set_period_size_near(handle, space, &period, nil), "a usable period")
        var buffer = period * snd_pcm_uframes_t(periods)
        try check(alsa.snd_pcm_hw_params_set_buffer_size_near(handle, space, &buffer), "a usable buffer")
        try check(
            alsa.snd_pcm_hw_params(handle, space), "\(rate) Hz and \(period) frames together")
        // Only now are they final.
        try check(alsa.snd_pcm_hw_params_get_period_size(space, &period, nil), "a usable period")
        try check(alsa.snd_pcm_hw_params_get_buffer_size(space, &buffer), "a usable buffer")

        let setup = PCMSetup(
            rate: Int(nearestRate), periodFrames: Int(period), bufferFrames: Int(buffer))
        try configureSoftware(setup)
        return setup
    }

    /// Wakes up when a period fits. Playback starts with a full buffer, capture with its first wait.
    private func configureSoftware(_ setup: PCMSetup) throws(ALSAError) {
        var space: OpaquePointer?
        guard alsa.snd_pcm_sw_params_malloc(&space) >= 0, let space else {
            throw ALSAError(.configure, pcm: name, code: ENOMEM)
        }
        defer { alsa.snd_pcm_sw_params_free(space) }
        try check(alsa.snd_pcm_sw_params_current(handle, space), "software parameters")
        let filled = setup.bufferFrames / setup.periodFrames * setup.periodFrames
        _ = alsa.snd_pcm_sw_params_set_start_threshold(handle, space, isCapture ? 1 : snd_pcm_uframes_t(filled))
        _ = alsa.snd_pcm_sw_params_set_avail_min(handle, space, snd_pcm_uframes_t(setup.periodFrames))
        try check(alsa.snd_pcm_sw_params(handle, space), "software parameters")
    }

    /// Makes the PCM ready for its first frame.
    func prepare() throws(ALSAError) {
        let code = alsa.snd_pcm_prepare(handle)
        guard code >= 0 else { throw ALSAError(.prepare, pcm: name, code: code) }
    }

    private func check(_ code: CInt, _ what: String) throws(ALSAError) {
        guard code < 0 else { return }
        switch -code {
        case ENODEV, EBUSY, EACCES: throw ALSAError(.configure, pcm: name, code: code)
        default: throw unsuitable(what, code)
        }
    }

    private func unsuitable(_ what: String, _ code: CInt) -> ALSAError {
        ALSAError(.configure, pcm: name, code: code, kind: .unsuitable(reason: what))
    }
}
