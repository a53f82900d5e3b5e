import CSndFile

/// The weights that fold a file of more than two channels into stereo.
///
/// After ITU-R BS.775: centre and surrounds enter at −3 dB, the low-frequency channel is left out. The sum is scaled so
/// that channels at full scale stay within full scale.
struct StereoDownmix {
    /// The weight of every channel on the left and on the right.
    let weights: [(left: Float, right: Float)]

    private typealias Weight = (left: Float, right: Float)
    private static let half: Float = Float(0.5).squareRoot()

    /// The usual order of channels in WAV and FLAC files, by their number.
    private static let layouts: [Int: [Int]] = [
        3: [SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER],
        4: [SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT],
        5: [
            SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_REAR_LEFT,
            SF_CHANNEL_MAP_REAR_RIGHT,
        ],
        6: [
            SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
            SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT,
        ],
        7: [
            SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
            SF_CHANNEL_MAP_REAR_CENTER, SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT,
        ],
        8: [
            SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
            SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT,
        ],
    ]

    /// Weights for `channels` channels at the positions of `map`, or in the usual order where there is no map.
    init(channels: Int, map: [CInt]?) {
        let positions = map?.map(Int.init) ?? Self.layouts[channels]
        let plain: [Weight] = (0..<channels).map { channel in
            positions.flatMap { Self.weight(at: $0[channel]) } ?? (channel.isMultiple(of: 2) ? (1, 0) : (0, 1))
        }
        let loudest = max(plain.reduce(0) { $0 + $1.left }, plain.reduce(0) { $0 + $1.right })
        let scale = loudest > 1 ? 1 / loudest : 1
        weights = plain.map { ($0.left * scale, $0.right * scale) }
    }

    /// The weight of a speaker position, nil for one that has no side.
    private static func weight(at position: Int) -> Weight? {
        switch position {
        case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT, SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: (1, 0)
        case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: (0, 1)
        case SF_CHANNEL_MAP_MONO, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: (half, half)
        case SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_SIDE_LEFT: (half, 0)
        case SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_RIGHT: (0, half)
        case SF_CHANNEL_MAP_REAR_CENTER: (half * half, half * half)
        case SF_CHANNEL_MAP_LFE: (0, 0)
        default: nil
        }
    }

    /// Folds `count` frames at `source` into stereo at `output`.
    func fold(_ source: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int) {
        weights.withUnsafeBufferPointer { weights in
            for frame in 0..<count {
                let samples = source + frame * weights.count
                var left: Float = 0
                var right: Float = 0
                for channel in 0..<weights.count {
                    left += weights[channel].left * samples[channel]
                    right += weights[channel].right * samples[channel]
                }
                output[2 * frame] = left
                output[2 * frame + 1] = right
            }
        }
    }
}
