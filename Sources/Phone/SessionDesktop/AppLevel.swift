import SessionPolicy

struct AppLevel: Hashable, Sendable {
    enum Activity {
        case runs
        /// Playing, but silenced by a rule.
        case isSilenced
        case isHalted
    }

    let activity: Activity
    /// The factor of a duck, 1 if there is none, linear.
    let duck: Double
    /// The lengths of changes, in nanoseconds.
    let (duckOver, silenceOver, haltOver, resumeOver): (Int64, Int64, Int64, Int64)

    init(_ level: Picture.Level, in picture: Picture) {
        activity = !level.isRunning ? .isHalted : level.isSilenced ? .isSilenced : .runs
        duck = level.duck
        func length(_ change: RampRule.Change) -> Int64 { picture.length(of: change).nanoseconds }
        let changes = level.changes
        (duckOver, silenceOver) = (length(changes.duck), length(changes.silence))
        (haltOver, resumeOver) = (length(changes.halt), length(changes.resumption))
    }

    /// Creates the level of a playing sound that is lowered instead of halted.
    /// - Parameters:
    ///   - duck: Linear gain from 0 to 1.
    ///   - duckOver: The length of the change, in nanoseconds.
    init(loweredTo duck: Double, over duckOver: Int64) {
        (activity, self.duck) = (.runs, duck)
        (self.duckOver, silenceOver, haltOver, resumeOver) = (duckOver, duckOver, duckOver, duckOver)
    }

    static func levels(of scene: Scene) -> [String: AppLevel] {
        var levels: [String: AppLevel] = [:]
        for (name, level) in zip(scene.names, scene.picture.sounds) where name.kind == .sound {
            if let app = name.app { levels[app] = AppLevel(level, in: scene.picture) }
        }
        return levels
    }
}
