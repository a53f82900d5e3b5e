import Mixer
import Synchronization
import System

/// The threads that fill streams: one for all files, started with the first, and one for each sound that an app
/// renders, so that a slow app holds up no other sound. Where time is moved by hand, the thread that moves it reads the
/// files.
final class Feeders: Sendable {
    private let files = Mutex<StreamFeeder?>(nil)
    private let apart = Mutex<[Apart]>([])
    private let isByHand: Bool
    private let byHand = Mutex<[Apart]>([])
    private let say: @Sendable (String) -> Void

    private struct Apart {
        let feeder: StreamFeeder?
        weak var stream: StreamedVoice?
    }

    init(isByHand: Bool, _ say: @escaping @Sendable (String) -> Void) {
        (self.isByHand, self.say) = (isByHand, say)
    }

    /// Fills the files' streams, where time goes by hand: before each piece of what is heard.
    func fillByHand() {
        byHand.withLock { streams in
            for entry in streams { entry.stream?.fill() }
            streams.removeAll { $0.stream?.isComplete ?? true }
        }
    }

    /// Keeps a file's stream filled.
    func feed(_ stream: StreamedVoice) {
        if isByHand {
            stream.fill()
            return byHand.withLock { $0.append(Apart(feeder: nil, stream: stream)) }
        }
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
