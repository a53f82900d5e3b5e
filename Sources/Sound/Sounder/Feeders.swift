import Mixer
import Synchronization
import SystemSupport

/// Keeps streams filled: those of all files on one thread, started with the first of them, and each that an app renders on a
/// thread of its own, so that a slow app holds up no other sound. Where time is moved by hand, the thread that moves it fills
/// the files' streams.
package final class Feeders: Sendable {
    private struct WeakStream: Sendable { weak var stream: StreamedVoice? }

    private let files = Mutex<StreamFeeder?>(nil)
    private let apart = Mutex<[(feeder: StreamFeeder, fed: WeakStream)]>([])
    private let isByHand: Bool
    private let byHand = Mutex<[WeakStream]>([])
    private let say: @Sendable (String) -> Void

    /// Starts no thread yet.
    ///
    /// - Parameters:
    ///   - isByHand: Whether `fillByHand` fills the files' streams, and no thread.
    ///   - say: Gets a sentence where there is no thread.
    package init(isByHand: Bool, _ say: @escaping @Sendable (String) -> Void) {
        (self.isByHand, self.say) = (isByHand, say)
    }

    /// Fills the files' streams, where time goes by hand: before each piece of what is heard.
    package func fillByHand() {
        byHand.withLock { streams in
            for entry in streams { entry.stream?.fill() }
            streams.removeAll { $0.stream?.isComplete ?? true }
        }
    }

    /// Keeps a file's stream filled from now on.
    ///
    /// - Returns: The stream.
    func feeding(_ stream: StreamedVoice?) -> StreamedVoice? {
        guard let stream else { return nil }
        if isByHand {
            stream.fill()
            byHand.withLock { $0.append(WeakStream(stream: stream)) }
            return stream
        }
        do throws(Shortage) {
            let feeder = try files.withLock { (feeder) throws(Shortage) -> StreamFeeder in
                let started = if let feeder { feeder } else { try StreamFeeder() }
                feeder = started
                return started
            }
            feeder.feed(stream)
        } catch {
            say("\(error) A sound is not heard.")
        }
        return stream
    }

    /// Keeps a stream filled on a thread of its own, which ends with it.
    func feedApart(_ stream: StreamedVoice) {
        do throws(Shortage) {
            let feeder = try StreamFeeder()
            feeder.feed(stream)
            apart.withLock { apart in
                apart.removeAll { $0.fed.stream == nil }
                apart.append((feeder, WeakStream(stream: stream)))
            }
        } catch {
            say("\(error) A sound is not heard.")
        }
    }
}
