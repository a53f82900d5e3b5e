package import SessionPolicy
import SystemSupport

/// The state of the device in `org.audiosession.Host1`.
package struct HostPicture: Hashable, Sendable {
    /// The names of the apps with an audible sound, sorted.
    package let heard: [String]
    /// The names of those apps whose sounds are all lowered, sorted.
    package let ducked: [String]
    /// The current outputs by their AVAudioSession names, sorted.
    let outputs: [String]
    /// The current media volume, 0 to 1.
    let volume: Double
    let nowPlaying: NowPlayingFacts?

    package init(_ facts: DeviceFacts) {
        let sounds = facts.heard.filter { $0.name.app != nil }
        let heard = Set(sounds.compactMap(\.name.app))
        self.heard = heard.sorted()
        ducked = heard.subtracting(sounds.lazy.filter { !$0.isDucked }.compactMap(\.name.app)).sorted()
        outputs = facts.route.outputs.map(\.port.name)
        volume = facts.outputVolume
        nowPlaying = facts.nowPlaying
    }

    /// The properties of the interface, by name.
    var properties: [String: BusValue] {
        ["Heard": .texts(heard), "Ducked": .texts(ducked), "Outputs": .texts(outputs), "Volume": .number(volume)]
    }

    func changes(since before: HostPicture) -> [String: BusValue] {
        let old = before.properties
        return properties.filter { old[$0.key] != $0.value }
    }
}
