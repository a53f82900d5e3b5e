/// The output of a sounder: a device, or silence in its place.
enum SounderOutput {
    /// A device that pulls frames.
    struct Run {
        let device: any OutputDevice
        let startFrame: Int64
        var clock: OutputClock
        var suspensions = 0
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
    case playing(Run)
    /// A device without sound, to be closed soon.
    case resting(Run, Quiet)
    /// Silence in place of an unavailable device, which is retried at `next`.
    case silent(Run, Quiet?, next: Int64)

    var device: (any OutputDevice)? {
        if case .stopped(let device, _) = self { device } else { run?.device }
    }

    var run: Run? {
        switch self {
        case .closed, .stopped: nil
        case .playing(let run), .resting(let run, _), .silent(let run, _, _): run
        }
    }

    /// Since when the running output is silent, or nil if it is not.
    var quiet: Quiet? {
        switch self {
        case .closed, .stopped, .playing: nil
        case .resting(_, let quiet): quiet
        case .silent(_, let quiet, _): quiet
        }
    }

    mutating func update(_ change: (inout Run) -> Void) {
        guard var run else { return }
        change(&run)
        switch self {
        case .closed, .stopped: break
        case .playing: self = .playing(run)
        case .resting(_, let quiet): self = .resting(run, quiet)
        case .silent(_, let quiet, let next): self = .silent(run, quiet, next: next)
        }
    }

    mutating func rest(_ quiet: Quiet?) {
        switch self {
        case .closed, .stopped: break
        case .playing(let run), .resting(let run, _): self = quiet.map { .resting(run, $0) } ?? .playing(run)
        case .silent(let run, _, let next): self = .silent(run, quiet, next: next)
        }
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
