import AppleSession
import Dispatch
import SessionCalls
import SessionDevice

/// Silence by the clock, for as long as the policy lets the app record.
final class Capture: BackendCapture {
    let rate = 48_000
    let channels = 1
    private let app: AudioApp
    // Dispatch sources may be used from any thread; their protocol does not say so.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    init(_ app: AudioApp, _ take: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void) {
        self.app = app
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "audiosession.capture"))
        let begin = app.now
        let frames = Frames(since: begin)
        timer.setEventHandler { frames.give(until: app.now, take) }
        timer.schedule(deadline: .now(), repeating: .milliseconds(20))
        timer.activate()
    }

    deinit { timer.cancel() }

    func stop() { timer.cancel() }

    /// How many frames have been handed out; on the timer's queue only.
    private final class Frames: @unchecked Sendable {
        private let begin: MachineTime
        private var given = 0
        private let silence = [Float](repeating: 0, count: 4_096)

        init(since begin: MachineTime) { self.begin = begin }

        func give(
            until now: MachineTime, _ take: (UnsafeBufferPointer<Float>, MachineTime) -> Void
        ) {
            let due = Int(Double(now.nanoseconds(since: begin)) / 1e9 * 48_000)
            while given < due {
                let count = min(due - given, silence.count)
                silence.withUnsafeBufferPointer { silence in
                    take(UnsafeBufferPointer(rebasing: silence[..<count]), now)
                }
                given += count
            }
        }
    }
}

extension Backend {
    func reader(_ path: String) throws(DeviceFailure) -> any BackendReader { try FileReader(path) }

    func writer(_ path: String, _ form: FileForm) throws(DeviceFailure) -> any BackendWriter {
        try PCMFile(path, form)
    }

    func capture(
        _ take: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void
    ) throws(DeviceFailure) -> any BackendCapture { Capture(app, take) }
}
