internal import Foundation
internal import Synchronization

/// The wishes of the app to the hardware that no policy decides: each is read back as it was set.
final class SessionWishes: Sendable {
    static let shared = SessionWishes()

    /// The wishes, as they are read back.
    struct Values: Sendable {
        var inputChannels = 0
        var outputChannels = 0
        var inputGain: Float = 1
        var policy = AVAudioSession.RouteSharingPolicy.default
        var prefersNoInterruptionsFromSystemAlerts = false
        var prefersInterruptionOnRouteDisconnect = true
        var allowsHapticsDuringRecording = false
        var prefersEchoCancelledInput = false
        var laterOptions: AVAudioSession.CategoryOptions = []
        /// The input that was chosen where the system lets no app choose.
        var input: String?
        fileprivate var sources: [String: Int] = [:]
    }

    private let values = Mutex(Values())

    var now: Values { values.withLock { $0 } }

    func set<Value: Sendable>(_ path: WritableKeyPath<Values, Value> & Sendable, to value: Value) {
        values.withLock { $0[keyPath: path] = value }
    }

    /// Forgets everything, as a media server does that was reset.
    func forget() { values.withLock { $0 = Values() } }

    func dataSource(ofPort uid: String) -> Int? { values.withLock { $0.sources[uid] } }

    func setDataSource(_ id: Int?, ofPort uid: String) { values.withLock { $0.sources[uid] = id } }
}
