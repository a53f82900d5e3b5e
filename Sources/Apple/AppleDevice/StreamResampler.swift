import AppleSession
import SoundFiles

/// A running conversion between two rates by libsoxr.
final class StreamResampler: BackendResampler {
    private let resampler: RateConversion

    init(from: Double, to: Double, channels: Int) throws(SoundFileError) {
        resampler = try RateConversion(from: from, to: to, channels: channels)
    }

    func convert(_ samples: [Float]?, into made: inout [Float]) { resampler.convert(samples, into: &made) }
}
