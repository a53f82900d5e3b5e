import ALSADevice
import Mixer
import Synchronization

/// The threads that fill streams: one for all files, started with the first, and one for each sound that an app renders,
/// so that an app that takes its time holds up no other sound.
final class Feeders: Sendable {
    private let files = Mutex<StreamFeeder?>(nil)
    private let apart = Mutex<[Apart]>([])
    private let say: @Sendable (String) -> Void

    private struct Apart {
        let feeder: StreamFeeder
        weak var stream: StreamedVoice?
    }

    init(_ say: @escaping @Sendable (String) -> Void) { self.say = say }

    /// Keeps a file's stream filled.
    func feed(_ stream: StreamedVoice) {
        do throws(Shortage) {
            let feeder = try files.withLock { (feeder) throws(Shortage) -> StreamFeeder in
                if let feeder { return feeder }
                let started = try StreamFeeder()
                feeder = started
                return started
            }
            feeder.feed(stream)
        } catch {
            say("\(error) A sound is not heard.")
        }
    }

    /// Keeps a stream filled on a thread of its own, which ends with it.
    func feedApart(_ stream: StreamedVoice) {
        do throws(Shortage) {
            let feeder = try StreamFeeder()
            feeder.feed(stream)
            apart.withLock { apart in
                apart.removeAll { $0.stream == nil }
                apart.append(Apart(feeder: feeder, stream: stream))
            }
        } catch {
            say("\(error) A sound is not heard.")
        }
    }
}
