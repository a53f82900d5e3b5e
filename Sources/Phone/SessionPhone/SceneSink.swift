package import SessionPolicy
package import Sounder
import Synchronization

/// Applies the scenes of a phone's own process to its sounds and its capture.
package protocol SceneSink: SceneReceiver {
    /// Starts applying scenes.
    func open(_ sound: ProcessSound, _ capture: Capture)

    /// Translates a fact about a sound into its app's terms, or nil if no app of this process plays it.
    func report(of fact: SoundingFact, at now: MachineTime) -> (app: String, fact: ProcessFact)?

    /// Releases its sounds and stops capturing.
    func close()
}

/// The sink of a phone without apps in its process: plays the phone's sounds and those of emulated apps.
package final class EmulatedSceneSink: SceneSink {
    private let audible = Mutex<(sound: ProcessSound, capture: Capture)?>(nil)

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
