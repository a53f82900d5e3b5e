/// The output of a sounder: a device, or the silence that stands for one.
enum SounderOutput {
    /// A device that pulls frames.
    struct Run {
        let device: any OutputDevice
        /// The mixer's frame with which it began.
        let startFrame: Int64
        var clock: OutputClock
        /// Times that the system suspended it, as far as they have been told.
        var suspensions = 0
    }

    /// Since when nothing has sounded: the machine's nanoseconds, and the mixer's frame.
    struct Quiet {
        let since: Int64
        let frame: Int64
    }

    /// No device is held.
    case closed
    /// Every voice has been taken back to what was heard last, and the mixer is silent. The device is held unless it is
    /// lost; then it is opened again at `next`, in the machine's nanoseconds, if no scene comes first.
    case stopped((any OutputDevice)?, next: Int64?)
    case playing(Run)
    /// A device that has nothing to play, and is given back soon.
    case resting(Run, Quiet)
    /// Silence in place of a device that cannot be had, which is tried again at `next`.
    case silent(Run, Quiet?, next: Int64)

    /// The device that is held.
    var device: (any OutputDevice)? {
        if case .stopped(let device, _) = self { device } else { run?.device }
    }

    var run: Run? {
        switch self {
        case .closed, .stopped: nil
        case .playing(let run), .resting(let run, _), .silent(let run, _, _): run
        }
    }

    /// Since when nothing has sounded of what runs; nil where something does.
    var quiet: Quiet? {
        switch self {
        case .closed, .stopped, .playing: nil
        case .resting(_, let quiet): quiet
        case .silent(_, let quiet, _): quiet
        }
    }

    /// Changes what is known of the device that runs.
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

    /// Notes whether anything sounds.
    mutating func rest(_ quiet: Quiet?) {
        switch self {
        case .closed, .stopped: break
        case .playing(let run), .resting(let run, _): self = quiet.map { .resting(run, $0) } ?? .playing(run)
        case .silent(let run, _, let next): self = .silent(run, quiet, next: next)
        }
    }
}

/// The state of a device that could not be had, or went away while it played.
struct Trouble {
    /// The moment at which it is tried again, or was, in the machine's nanoseconds.
    var next: Int64
    /// The time waited before, in nanoseconds.
    var delay: Int64
    /// The sentence that was said about it; nil once it plays again.
    var sentence: String?

    private static let firstDelay: Int64 = 100_000_000
    static let longestDelay: Int64 = 5_000_000_000

    /// The next delay after one.
    static func delay(after delay: Int64) -> Int64 { min(max(2 * delay, firstDelay), longestDelay) }
}
