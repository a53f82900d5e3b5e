// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes

extension AVPlayerItemTrack {
    public var isEnabled: Bool { get { kept["isEnabled", true] } set { kept["isEnabled", true] = newValue } }
}

extension AVPlayerItem {
    public var nowPlayingInfo: [String: Any]? { get { kept["nowPlayingInfo", nil] } set { kept["nowPlayingInfo", nil] = newValue } }
}
