package import SessionPolicy
import SystemSupport

/// The state of the device as `org.audiosession.Host1` tells it.
package struct HostPicture: Hashable, Sendable {
    /// The names of the apps of which a sound is heard, sorted.
    package let heard: [String]
    /// The names of those apps whose sounds are all lowered, sorted.
    package let ducked: [String]
    /// The outputs in force, by their names in AVAudioSession, sorted.
    let outputs: [String]
    /// The media volume in force, 0 to 1.
    let volume: Double
    /// All sounds that are heard, the device's own among them. Not told on the bus.
    let sounds: Set<SceneName>
    let nowPlaying: NowPlayingFacts?

    /// Describes the device by its facts.
    package init(_ facts: DeviceFacts) {
        self.sounds = Set(facts.heard.map(\.name))
        let sounds = facts.heard.filter { $0.name.app != nil }
        let heard = Set(sounds.compactMap(\.name.app))
        self.heard = heard.sorted()
        ducked = heard.subtracting(sounds.lazy.filter { !$0.isDucked }.compactMap(\.name.app)).sorted()
        outputs = facts.route.outputs.map(\.port.name)
        volume = facts.outputVolume
        nowPlaying = facts.nowPlaying
    }

    /// The properties of the interface, by their names.
    var properties: [String: BusValue] {
        ["Heard": .texts(heard), "Ducked": .texts(ducked), "Outputs": .texts(outputs), "Volume": .number(volume)]
    }

    /// The properties that have another value than before.
    func changes(since before: HostPicture) -> [String: BusValue] {
        let old = before.properties
        return properties.filter { old[$0.key] != $0.value }
    }
}
