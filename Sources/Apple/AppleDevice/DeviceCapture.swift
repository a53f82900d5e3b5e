import AppleSession
import SessionDevice
import SessionPolicy

/// A recording of the app: the current input, or silence if the policy requires it.
final class DeviceCapture: BackendCapture {
    let rate = 48_000
    let channels = 2
    private let recorder: AppRecorder

    init(
        _ app: AudioApp, _ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void
    ) throws(DeviceFailure) {
        do throws(DeviceError) {
            recorder = try app.recorder { [weak app] samples in
                let now = app?.now ?? MachineTime(nanoseconds: 0)
                samples.withUnsafeBufferPointer { handler($0, now) }
            }
            try recorder.record()
        } catch {
            throw DeviceFailure(error)
        }
    }

    var isRunning: Bool { recorder.isHearing }

    func pause() { recorder.pause() }

    func stop() { try? recorder.stop() }
}

extension Backend {
    func reader(_ path: String) throws(DeviceFailure) -> any BackendReader { try FileReader(path) }

    func writer(_ path: String, _ form: FileForm) throws(DeviceFailure) -> any BackendWriter {
        form.codec == nil ? try FileWriter(path, form) : try CodedFileWriter(path, form)
    }

    var hasCodecs: Bool { CodedFileWriter.isAvailable }

    func capture(
        _ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void
    ) throws(DeviceFailure) -> any BackendCapture { try DeviceCapture(app, handler) }
}
