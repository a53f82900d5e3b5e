/// Makes a scenario audible: on a device in real time, or into a file as fast as it goes.
///
/// All calls come from the thread that plays the scenario, in time order.
public protocol ScenarioPlayer: AnyObject {
    /// Prepares the sounds; nothing has happened yet.
    ///
    /// - Parameters:
    ///   - scenario: The scenario whose moments follow.
    ///   - world: The world before the first step.
    func begin(_ scenario: Scenario, in world: World) throws

    /// Lets the sound reach a moment, then lets the moment take effect in exactly that frame.
    ///
    /// In real time it returns when the moment has come. A moment may have the time of the one before.
    ///
    /// - Parameters:
    ///   - moment: What became of the world.
    ///   - world: The world after it.
    func play(_ moment: Moment, in world: World) throws

    /// Lets the last ramps end, and closes what was opened.
    func finish() throws
}
