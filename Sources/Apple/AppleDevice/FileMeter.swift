import AppleSession
import SoundFiles
import Synchronization

/// The levels of a file around a position, for each channel, independent of gain and policy: the source of a player's meters.
/// Opens the file a second time, when levels are first requested.
final class FileMeter: Sendable {
    private struct State {
        var reader: ChannelReader?
        var hasFailed = false
    }

    private static let seconds = 0.05
    private let open: @Sendable () throws(SoundFileError) -> sending ChannelReader
    private let state = Mutex(State())

    /// Creates a meter; the file is opened on first use.
    init(_ open: @escaping @Sendable () throws(SoundFileError) -> sending ChannelReader) { self.open = open }

    /// Returns the peak and the RMS level of the 50 ms before a position.
    func levels(before place: Double) -> [(peak: Float, mean: Float)] {
        state.withLock { state in
            if state.reader == nil, !state.hasFailed {
                state.reader = try? open()
                state.hasFailed = state.reader == nil
            }
            guard let reader = state.reader else { return [] }
            let end = Int(place * Double(reader.info.rate))
            let count = min(end, Int(Self.seconds * Double(reader.info.rate)))
            guard count > 0, (try? reader.seek(to: end - count)) != nil else { return [] }
            let channels = reader.info.channels
            return withUnsafeTemporaryAllocation(of: Float.self, capacity: count * channels) { samples in
                guard let base = samples.baseAddress else { return [] }
                let got = (try? reader.read(into: base, count: count)) ?? 0
                return (0..<channels).map { Self.level(samples, of: $0, channels: channels, frames: got) }
            }
        }
    }

    private static func level(
        _ samples: UnsafeMutableBufferPointer<Float>, of channel: Int, channels: Int, frames: Int
    ) -> (peak: Float, mean: Float) {
        var (peak, sum) = (Float(0), Float(0))
        for frame in 0..<frames {
            let sample = samples[frame * channels + channel]
            peak = max(peak, abs(sample))
            sum += sample * sample
        }
        return (peak, frames > 0 ? (sum / Float(frames)).squareRoot() : 0)
    }
}

extension FileEncoding {
    /// A codec's number in Apple's interfaces is its four characters.
    init(_ encoding: SampleEncoding) {
        switch encoding {
        case .whole(let bits): self = .whole(bits: UInt32(bits))
        case .float(let bits): self = .float(bits: UInt32(bits))
        case .coded(let letters): self = .coded(letters.utf8.reduce(0) { $0 << 8 | UInt32($1) })
        }
    }
}
