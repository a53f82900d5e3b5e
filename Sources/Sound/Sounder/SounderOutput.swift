/// The output of a sounder: a device, or silence in its place.
enum SounderOutput {
    /// A device that pulls frames.
    struct Run {
        let device: any OutputDevice
        let startFrame: Int64
        var clock: OutputClock
        /// Since when it has been silent, or nil while anything sounds. Then it is closed soon.
        var quiet: Quiet?
        /// When the unavailable device is retried, in machine nanoseconds, if this is silence in its place.
        var retry: Int64?
    }

    /// When the output became silent: the machine's nanoseconds and the mixer's frame.
    struct Quiet {
        let since: Int64
        let frame: Int64
    }

    case closed
    /// Every voice has been rewound and the mixer is silent. The device stays open unless lost; then it is reopened at
    /// `next` (machine nanoseconds) if no scene comes first.
    case stopped((any OutputDevice)?, next: Int64?)
    case running(Run)

    var device: (any OutputDevice)? {
        if case .stopped(let device, _) = self { device } else { run?.device }
    }

    /// The running device; nil otherwise. Setting nil has no effect.
    var run: Run? {
        get { if case .running(let run) = self { run } else { nil } }
        set { if let newValue { self = .running(newValue) } }
    }
}

/// The state of a device that was unavailable or lost.
struct Trouble {
    /// The time of the retry, in the machine's nanoseconds.
    var next: Int64
    /// The last delay, in nanoseconds.
    var delay: Int64
    /// The sentence reported about it, or nil once it plays again.
    var sentence: String?

    private static let firstDelay: Int64 = 100_000_000
    static let longestDelay: Int64 = 5_000_000_000

    static func delay(after delay: Int64) -> Int64 { min(max(2 * delay, firstDelay), longestDelay) }
}
