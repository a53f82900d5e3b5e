import Dispatch
import SessionDevice
import SessionPolicy

/// Calls a closure at a time of the device's clock, which may differ from the machine's.
enum DeviceAlarm {
    /// The polling interval in seconds while a test controls the device's time.
    private static let look = 0.02

    /// Calls a closure at a time, on a background thread.
    static func set(at moment: MachineTime, of app: AudioApp, _ work: @escaping @Sendable () -> Void) {
        wait(seconds(to: moment, of: app), for: moment, app, work)
    }

    private static func wait(
        _ seconds: Double, for moment: MachineTime, _ app: AudioApp, _ work: @escaping @Sendable () -> Void
    ) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) {
            let left = Self.seconds(to: moment, of: app)
            guard left > 0 else { return work() }
            wait(min(left, look), for: moment, app, work)
        }
    }

    private static func seconds(to moment: MachineTime, of app: AudioApp) -> Double {
        moment.length(since: app.now).seconds
    }
}
