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
    ///
    /// - Parameters:
    ///   - sink: Where to; nil to throw it away.
    ///   - counts: Whether it counts as recorded.
    mutating func drain(into sink: (any RecordingSink)?, counts: Bool) throws {
        let block = 1_024
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        defer { samples.deallocate() }
        while true {
            let count = device.read(into: samples, frames: block)
            guard count > 0 else { return }
            try sink?.take(samples, frames: count)
            // What could not be kept has not been recorded.
            guard counts else { continue }
            frames += count
            for index in 0..<2 * count { peak = max(peak, abs(samples[index])) }
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
    private let recording: WAVRecording

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: Where; it stands there under this name once it is finished.
    ///   - rate: Frames per second.
    /// - Throws: `SoundFileError` if it cannot be written there.
    public init(path: String, rate: Int) throws { recording = try WAVRecording(path: path, rate: rate) }

    /// What was found of an earlier recording that was broken off, as a sentence; nil where there was nothing.
    public var remark: String? { recording.remark }

    /// Takes frames; they are in the file then.
    ///
    /// - Throws: `RecordingEnd` where the disk is full or fails: what came before is kept.
    public func take(_ samples: UnsafePointer<Float>, frames: Int) throws {
        try recording.write(samples, count: frames)
    }

    /// Ends the file.
    ///
    /// - Throws: `RecordingEnd` if it cannot take its name.
    public func finish() throws { try recording.finish() }
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
        drain()
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

    private func drain() {
        do { try recording?.drain(into: sink, counts: !hasLostRecording) } catch { loseSink(error) }
    }

    private func loseSink(_ error: any Error) {
        say("What is recorded cannot be kept: \(error)")
        sink = nil
        hasLostRecording = true
    }

    private func endRecording() {
        guard let device = recording?.device else { return }
        device.stop()
        drain()
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
