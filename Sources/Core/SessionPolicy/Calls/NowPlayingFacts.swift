/// The app that gets remote commands.
package struct NowPlayingFacts: Hashable, Sendable {
    /// The app's name on the device.
    package let app: String
    /// Whether a sound of the app runs: it has been started, and no interruption has halted it.
    package let isPlaying: Bool
    /// The app's own description of what it plays, or nil if it gives none.
    package let info: NowPlayingInfo?

    /// Describes an app.
    package init(app: String, isPlaying: Bool, info: NowPlayingInfo?) {
        (self.app, self.isPlaying, self.info) = (app, isPlaying, info)
    }
}
