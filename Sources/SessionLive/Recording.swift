import ALSADevice
import Glibc
import SessionPolicy
import SessionSound
import SessionWorld
import SoundFiles

/// What becomes of captured frames.
public protocol RecordingSink: AnyObject {
    /// Takes frames.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo.
    ///   - frames: How many.
    /// - Throws: Why they cannot be kept; no more are given then.
    func take(_ samples: UnsafePointer<Float>, frames: Int) throws
    /// Ends what is kept; the last call.
    ///
    /// - Throws: Why it cannot be kept.
    func finish() throws
}

/// One recording on its way.
struct Recording {
    /// What is captured from.
    let pcm: String
    let device: any InputDevice
    private(set) var frames = 0
    private(set) var peak: Float = 0

    init(_ device: any InputDevice, on pcm: String) { (self.device, self.pcm) = (device, pcm) }

    /// Hands over what has been captured since the last time.
    mutating func drain(into sink: (any RecordingSink)?) throws {
        let block = 1_024
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        defer { samples.deallocate() }
        while true {
            let count = device.read(into: samples, frames: block)
            guard count > 0 else { return }
            frames += count
            for index in 0..<2 * count { peak = max(peak, abs(samples[index])) }
            try sink?.take(samples, frames: count)
        }
    }

    /// How long it was and how loud, for a person.
    func summary(rate: Int64) -> String {
        let tenths = (Double(frames) / Double(rate) * 10).rounded() / 10
        let level = peak > 0 ? "peak \((200 * log10(Double(peak))).rounded() / 10) dB" : "silence"
        return "Recorded \(tenths) s from \(pcm), \(level)."
    }
}

/// Captured frames on their way into a WAV file, all recordings of a session one after the other.
public final class RecordingFile: RecordingSink {
    private let writer: WAVWriter

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: Where; it stands there under this name once it is finished.
    ///   - rate: Frames per second.
    /// - Throws: `SoundFileError` if it cannot be written there.
    public init(path: String, rate: Int) throws {
        writer = try WAVWriter(path: path, rate: rate)
    }

    public func take(_ samples: UnsafePointer<Float>, frames: Int) throws { try writer.write(samples, count: frames) }

    /// Ends the file.
    ///
    /// - Throws: `SoundFileError` if it cannot be written.
    public func finish() throws { try writer.finish() }
}

/// Recordings: as long as the policy lets any app record, the device of the input in force is captured.
extension LiveSession {
    /// Begins, moves or ends the recording as the policy has it.
    func followRecording() {
        let records = world.state.apps.contains { $0.recording == .running }
        let wanted = records ? world.picture.route.inputs.ports.first.map { input(for: $0) } : nil
        guard wanted != recording?.pcm else { return }
        endRecording()
        if let wanted { beginRecording(wanted) }
    }

    /// Takes what has been captured; a device that is gone is tried again with the next step.
    func drainRecording() {
        guard recording != nil else { return }
        do { try recording?.drain(into: sink) } catch { loseSink(error) }
        guard let lost = recording?.device.lost, let pcm = recording?.pcm else { return }
        say(ALSAError(.capture, pcm: pcm, code: lost, kind: .gone).sentence)
        endRecording()
    }

    /// Ends the recording, and what is kept of all of them; nothing is recorded any more.
    func finishRecording() {
        endRecording()
        do { try sink?.finish() } catch { loseSink(error) }
        sink = nil
    }

    private func loseSink(_ error: any Error) {
        say("What is recorded cannot be kept: \(error)")
        sink = nil
        hasLostRecording = true
    }

    private func endRecording() {
        guard let device = recording?.device else { return }
        device.stop()
        do { try recording?.drain(into: sink) } catch { loseSink(error) }
        if let summary = recording?.summary(rate: rate) {
            say(summary)
            unsay(summary)
        }
        recording = nil
    }

    private func beginRecording(_ pcm: String) {
        do {
            let device = try access.openInput(pcm)
            try device.start()
            recording = Recording(device, on: pcm)
        } catch {
            say("Nothing is recorded: \(error)")
        }
    }

    private func input(for port: Port) -> String {
        (bindings[port] ?? bindings[.builtInMic])?.inputPCM ?? "default"
    }
}
