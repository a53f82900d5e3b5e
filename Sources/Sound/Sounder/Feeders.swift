import Mixer
import Synchronization
import SystemSupport

/// Keeps streams filled: all files on one thread, and each stream that an app renders on its own thread, so that a slow
/// app delays no other sound. With a manual clock, the thread that advances it fills the files' streams, and those that apps
/// render if it is asked to.
package final class Feeders: Sendable {
    private let files = Mutex<StreamFeeder?>(nil)
    private let apart = Mutex<[StreamFeeder]>([])
    private let isByHand: Bool
    private let rendersByHand: Bool
    private let byHand = FedStreams()
    private let renderedByHand = FedStreams()
    private let say: @Sendable (String) -> Void

    /// Starts no thread yet.
    /// - Parameters:
    ///   - isByHand: Whether `fillByHand` fills the files' streams instead of a thread.
    ///   - rendersByHand: Whether `renderByHand` fills the streams that apps render instead of threads.
    ///   - say: Receives a sentence if no thread can be created.
    package init(isByHand: Bool, rendersByHand: Bool = false, _ say: @escaping @Sendable (String) -> Void) {
        (self.isByHand, self.rendersByHand, self.say) = (isByHand, rendersByHand, say)
    }

    /// Fills the files' streams before each piece that is heard, with a manual clock.
    package func fillByHand() { byHand.fill() }

    /// Lets apps render what is heard next, likewise.
    func renderByHand() { renderedByHand.fill() }

    func feeding(_ stream: StreamedVoice?) -> StreamedVoice? {
        guard let stream else { return nil }
        if isByHand {
            stream.fill()
            byHand.add(stream)
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

    /// Keeps a stream filled on its own thread, which ends with the stream.
    func feedApart(_ stream: StreamedVoice) {
        // Not filled immediately: the app renders when its sound is pulled, and not under the lock of the device.
        if rendersByHand { return renderedByHand.add(stream) }
        do throws(Shortage) {
            let feeder = try StreamFeeder()
            feeder.feed(stream)
            apart.withLock { apart in
                apart.removeAll(where: \.isIdle)
                apart.append(feeder)
            }
        } catch {
            say("\(error) A sound is not heard.")
        }
    }
}
