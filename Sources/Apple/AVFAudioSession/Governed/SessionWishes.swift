internal import AppleSession
internal import Foundation
internal import Synchronization

/// The app's hardware preferences that the policy ignores. Each is read back as it was set.
final class SessionWishes: Sendable {
    static let shared = SessionWishes()

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
        /// The input chosen on a system that does not let apps choose.
        var input: String?
        fileprivate var sources: [String: Int] = [:]
    }

    private let values = Mutex(Values())

    private init() { ProcessApp.shared.whenItBegins { [unowned self] in forget() } }

    var now: Values { values.withLock { $0 } }

    func set<Value: Sendable>(_ path: WritableKeyPath<Values, Value> & Sendable, to value: Value) {
        values.withLock { $0[keyPath: path] = value }
    }

    /// Clears all preferences, as a reset of the media server does.
    func forget() { values.withLock { $0 = Values() } }

    func dataSource(ofPort uid: String) -> Int? { values.withLock { $0.sources[uid] } }

    func setDataSource(_ id: Int?, ofPort uid: String) { values.withLock { $0.sources[uid] = id } }
}
