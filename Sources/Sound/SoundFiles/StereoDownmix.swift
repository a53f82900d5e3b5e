import CSndFile

/// The weights that fold a file of more than two channels into stereo. After ITU-R BS.775: centre and surrounds enter
/// at −3 dB, the low-frequency channel is left out. The sum is scaled so that channels at full scale stay within full
/// scale.
struct StereoDownmix {
    let weights: [(left: Float, right: Float)]

    private typealias Weight = (left: Float, right: Float)
    private static let half: Float = Float(0.5).squareRoot()

    /// Speakers by letters: left, right and centre in front, l, r and c behind or at the sides, E for low frequencies.
    private static let speakers: [Int: Character] = [
        SF_CHANNEL_MAP_LEFT: "L", SF_CHANNEL_MAP_FRONT_LEFT: "L", SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: "L",
        SF_CHANNEL_MAP_RIGHT: "R", SF_CHANNEL_MAP_FRONT_RIGHT: "R", SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: "R",
        SF_CHANNEL_MAP_MONO: "C", SF_CHANNEL_MAP_CENTER: "C", SF_CHANNEL_MAP_FRONT_CENTER: "C",
        SF_CHANNEL_MAP_REAR_LEFT: "l", SF_CHANNEL_MAP_SIDE_LEFT: "l", SF_CHANNEL_MAP_REAR_RIGHT: "r",
        SF_CHANNEL_MAP_SIDE_RIGHT: "r", SF_CHANNEL_MAP_REAR_CENTER: "c", SF_CHANNEL_MAP_LFE: "E",
    ]
    private static let sides: [Character: Weight] = [
        "L": (1, 0), "R": (0, 1), "C": (half, half), "l": (half, 0), "r": (0, half), "c": (half * half, half * half),
        "E": (0, 0),
    ]
    /// The usual order of channels in WAV and FLAC files, by their number.
    private static let layouts = [3: "LRC", 4: "LRlr", 5: "LRClr", 6: "LRCElr", 7: "LRCEclr", 8: "LRCElrlr"]

    /// Weights for `channels` channels at the positions of `map`, or in the usual order if there is no map. A speaker
    /// that has no side is left or right by its number.
    init(channels: Int, map: [CInt]?) {
        let positions = map?.map { Self.speakers[Int($0)] } ?? Self.layouts[channels].map { $0.map { $0 } }
        let plain: [Weight] = (0..<channels).map { channel in
            let side = positions.flatMap { $0[channel] }.flatMap { Self.sides[$0] }
            return side ?? (channel.isMultiple(of: 2) ? (1, 0) : (0, 1))
        }
        let loudest = max(plain.reduce(0) { $0 + $1.left }, plain.reduce(0) { $0 + $1.right })
        let scale = loudest > 1 ? 1 / loudest : 1
        weights = plain.map { ($0.left * scale, $0.right * scale) }
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
