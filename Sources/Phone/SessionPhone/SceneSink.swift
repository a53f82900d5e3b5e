package import SessionPolicy
package import Sounder
import Synchronization

/// Follows the scenes for a phone's own process: its sounds are heard, and its input is captured, as they say.
package protocol SceneSink: SceneReceiver {
    /// Makes the scenes audible from now on.
    ///
    /// - Parameters:
    ///   - sound: The sounds of this process.
    ///   - capture: The capture of this process.
    func open(_ sound: ProcessSound, _ capture: Capture)

    /// Translates a fact about a sound for the app that plays the sound itself, into the app's words, or nil for a
    /// sound that no app of this process plays itself.
    func report(of fact: SoundingFact, at now: MachineTime) -> (app: String, fact: ProcessFact)?

    /// Releases its sounds and captures nothing more.
    func close()
}

/// The stage of a phone whose process holds no apps: only the phone's own sounds and those of emulated apps are heard.
package final class EmulatedSceneSink: SceneSink {
    private let audible = Mutex<(sound: ProcessSound, capture: Capture)?>(nil)

    /// Creates a stage.
    package init() {}

    package func open(_ sound: ProcessSound, _ capture: Capture) { audible.withLock { $0 = (sound, capture) } }

    package func report(of fact: SoundingFact, at now: MachineTime) -> (app: String, fact: ProcessFact)? { nil }

    package func receive(_ scene: Scene) {
        guard let (sound, capture) = audible.withLock({ $0 }) else { return }
        sound.receive(scene)
        capture.choose(scene.input)
    }

    package func drop() { audible.withLock { $0 }?.sound.drop() }

    package func close() {
        let last = audible.withLock { $0.take() }
        last?.capture.end()
    }
}
