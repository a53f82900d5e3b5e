/// The app that receives remote commands.
package struct NowPlayingFacts: Hashable, Sendable {
    /// The app's name on the device.
    package let app: String
    /// Whether a sound of the app runs and is not interrupted.
    package let isPlaying: Bool
    /// The app's Now Playing info, if any.
    package let info: NowPlayingInfo?

    package init(app: String, isPlaying: Bool, info: NowPlayingInfo?) {
        (self.app, self.isPlaying, self.info) = (app, isPlaying, info)
    }
}
