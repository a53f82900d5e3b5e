import CALSA

/// The configurations that a PCM accepts.
public struct PCMCapabilities: Hashable, Sendable {
    /// Frames per second.
    public let rates: ClosedRange<Int>
    /// The usual rates that the device accepts.
    public let usualRates: [Int]
    /// ALSA's names of its usual sample formats; `plug` converts others.
    public let formats: [String]
    /// The number of channels, at most 32: plug-ins accept any number.
    public let channels: ClosedRange<Int>
    /// Frames of a period.
    public let periodFrames: ClosedRange<Int>
    /// Frames of its buffer.
    public let bufferFrames: ClosedRange<Int>

    /// The largest number of channels that is reported.
    package static let mostChannels = 32

    private static let usualFormats = [
        SND_PCM_FORMAT_U8, SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S20_3LE, SND_PCM_FORMAT_S24_3LE,
        SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_FLOAT_LE,
    ]

    /// Queries an open PCM that has not been configured; nil if it reports nothing.
    package init?(asking pcm: OpaquePointer) {
        var params: OpaquePointer?
        guard alsa.snd_pcm_hw_params_malloc(&params) >= 0, let params else { return nil }
        defer { alsa.snd_pcm_hw_params_free(params) }
        guard alsa.snd_pcm_hw_params_any(pcm, params) >= 0 else { return nil }
        var (low, high): (CUnsignedInt, CUnsignedInt) = (0, 0)
        var (small, large): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
        _ = alsa.snd_pcm_hw_params_get_rate_min(params, &low, nil)
        _ = alsa.snd_pcm_hw_params_get_rate_max(params, &high, nil)
        rates = Self.range(low, high)
        usualRates = [8000, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000].filter {
            alsa.snd_pcm_hw_params_test_rate(pcm, params, CUnsignedInt($0), 0) == 0
        }
        formats = Self.usualFormats.compactMap { format in
            guard let name = alsa.snd_pcm_format_name(format),
                alsa.snd_pcm_hw_params_test_format(pcm, params, format) == 0
            else { return nil }
            return String(cString: name)
        }
        _ = alsa.snd_pcm_hw_params_get_channels_min(params, &low)
        _ = alsa.snd_pcm_hw_params_get_channels_max(params, &high)
        channels = Self.range(min(low, CUnsignedInt(Self.mostChannels)), min(high, CUnsignedInt(Self.mostChannels)))
        _ = alsa.snd_pcm_hw_params_get_period_size_min(params, &small, nil)
        _ = alsa.snd_pcm_hw_params_get_period_size_max(params, &large, nil)
        periodFrames = Self.range(small, large)
        _ = alsa.snd_pcm_hw_params_get_buffer_size_min(params, &small)
        _ = alsa.snd_pcm_hw_params_get_buffer_size_max(params, &large)
        bufferFrames = Self.range(small, large)
    }

    private static func range(_ low: some BinaryInteger, _ high: some BinaryInteger) -> ClosedRange<Int> {
        let least = Int(clamping: low)
        return least...max(least, Int(clamping: high))
    }
}
