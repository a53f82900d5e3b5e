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
    private let open: @Sendable () throws -> sending ChannelReader
    private let state = Mutex(State())

    /// Creates a meter; the file is opened on first use.
    init(_ open: @escaping @Sendable () throws -> sending ChannelReader) { self.open = open }

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
                return UnsafeBufferPointer(rebasing: samples[..<(got * channels)]).levels(channels: channels)
            }
        }
    }
}
