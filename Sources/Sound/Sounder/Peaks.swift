import Mixer

/// The peaks of sounds as they are rendered, in columns of equal length over the whole replay.
struct Peaks {
    let columns: Int
    private let end: Int64
    private(set) var values: [[Float]]

    /// Creates empty peaks.
    /// - Parameters:
    ///   - columns: The number of columns, 1 or more.
    ///   - end: The length of the replay in frames.
    init(columns: Int, end: Int64, sounds: Int) {
        (self.columns, self.end) = (columns, max(1, end))
        values = Array(repeating: Array(repeating: 0, count: columns), count: sounds)
    }

    /// Records frames of one sound.
    /// - Parameters:
    ///   - samples: Interleaved stereo.
    ///   - frame: The replay's frame of the first sample.
    mutating func note(_ sound: Int, _ samples: UnsafePointer<Float>, from frame: Int64, count: Int) {
        var place = 0
        while place < count {
            let column = min(columns - 1, Int((frame + Int64(place)) * Int64(columns) / end))
            let next = (Int64(column + 1) * end + Int64(columns) - 1) / Int64(columns)
            let stop = column == columns - 1 ? count : min(count, Int(next - frame))
            let peak = SampleConversion.peak(samples + 2 * place, count: 2 * (stop - place))
            if peak > values[sound][column], peak < .infinity { values[sound][column] = peak }
            place = stop
        }
    }
}
