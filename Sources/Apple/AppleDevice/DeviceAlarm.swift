import Dispatch
import SessionDevice
import SessionPolicy

/// Calls a closure at a moment of the device's time, which is not always the machine's.
enum DeviceAlarm {
    /// The seconds between two looks at the clock where the device's time stands still, because a test moves it by
    /// hand.
    private static let look = 0.02

    /// Has a closure called at a moment, on a thread that is not the main one.
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
