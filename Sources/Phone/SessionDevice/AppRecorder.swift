public import SessionPolicy
import SoundFiles
import Sounder
import Synchronization

/// A recording of an app from the microphone in force, into a file, to a closure, or both.
///
/// Without permission it records silence. While the policy halts the recording, no frames arrive. A recording ends with
/// its last reference, and its file then has everything recorded so far; only `stop()` reports a failed file. Any
/// thread.
public final class AppRecorder: Sendable {
    /// Receives captured samples on a thread of the device: interleaved stereo, 48,000 frames per second, full scale is
    /// 1.
    public typealias Take = @Sendable (_ samples: [Float]) -> Void

    private let app: AudioApp
    private let track: RecorderTrack
    private let life: CreationEpoch

    init(_ track: RecorderTrack, of app: AudioApp) {
        (self.track, self.app) = (track, app)
        life = CreationEpoch(of: app)
        app.stage.tracks?.add(track)
    }

    deinit {
        if track.isOpen && !life.isOver { _ = try? app.perform(.record(false)) }
        app.stage.tracks?.remove(track)
        if track.frames > 0 { try? track.finish() }
    }

    /// Starts recording, or continues after a pause. Activates the session.
    ///
    /// - Throws: `DeviceError.refused` by the policy, or if the media server has died since the recorder was created
    ///   (`mediaServicesFailed`, R-MS-1); `.file` for a failed file, `.unreachable`, `.forked`.
    @discardableResult
    public func record() throws(DeviceError) -> CallOutcome {
        try life.check("recorder")
        if let failure = track.failure { throw .file(failure) }
        let outcome = try app.perform(.record(true))
        track.run(true)
        return outcome
    }

    /// Pauses the recording until `record`. The session is unchanged. Has no effect unless recording.
    public func pause() {
        app.stage.capture?.follow()
        track.run(false)
    }

    /// Stops recording and finishes the file.
    ///
    /// - Throws: `DeviceError.file` if the file failed, `.unreachable`, `.forked`. Stopping without a recording is no
    ///   error.
    public func stop() throws(DeviceError) {
        app.stage.capture?.follow()
        track.run(false)
        if !life.isOver {
            do throws(DeviceError) { try app.perform(.record(false)) } catch {
                guard case .refused = error else { throw error }
            }
        }
        app.stage.tracks?.remove(track)
        try track.finish()
    }

    /// Whether it is recording, neither paused nor stopped.
    public var isRecording: Bool { track.isRunning }

    /// Whether it is recording and the policy allows it.
    package var isHearing: Bool { track.isRunning && app.stage.records(app.name) }

    /// The length of the recording so far, in seconds.
    public var duration: Double { Double(track.frames) / Double(Capture.rate) }

    /// The level of the last some hundredths of a second.
    public var level: SoundLevel { track.level }
}

/// The file and the closure that the frames of one recording go to.
final class RecorderTrack: Sendable {
    private struct State: ~Copyable {
        let writer: WAVWriter?
        var isRunning = false
        var isBegun = false
        var isFinished = false
        var frames = 0
        var level = SoundLevel(peak: .zero, mean: .zero)
        /// The reason for which no more frames can be kept, or nil while they can.
        var failure: String?
    }

    let app: String
    private let state: Mutex<State>
    private let hand: AppRecorder.Take?

    init(app: String, file: String?, _ hand: AppRecorder.Take?) throws(DeviceError) {
        (self.app, self.hand) = (app, hand)
        do throws(SoundFileError) {
            guard let file else {
                state = Mutex(State(writer: nil))
                return
            }
            state = Mutex(State(writer: try WAVWriter(path: file, rate: Capture.rate)))
        } catch {
            throw .file("\(error)")
        }
    }

    var isRunning: Bool { state.withLock { $0.isRunning } }
    var frames: Int { state.withLock { $0.frames } }
    var level: SoundLevel { state.withLock { $0.level } }
    var failure: String? { state.withLock { $0.failure } }

    func run(_ runs: Bool) {
        state.withLock { state in
            state.isRunning = runs && !state.isFinished
            state.isBegun = state.isBegun || state.isRunning
        }
    }

    /// Whether it was started and is not finished. For the policy a paused recording still records.
    var isOpen: Bool { state.withLock { $0.isBegun && !$0.isFinished } }

    func append(_ samples: [Float]) {
        let isTaken = state.withLock { state in
            guard state.isRunning, state.failure == nil else { return false }
            do throws(SoundFileError) {
                try samples.withUnsafeBufferPointer { samples throws(SoundFileError) in
                    if let base = samples.baseAddress { try state.writer?.write(base, count: samples.count / 2) }
                }
            } catch {
                state.failure = "\(error)"
                return false
            }
            state.frames += samples.count / 2
            state.level = Self.level(of: samples)
            return true
        }
        if isTaken { hand?(samples) }
    }

    func finish() throws(DeviceError) {
        do throws(SoundFileError) {
            try state.withLock { state throws(SoundFileError) in
                guard !state.isFinished else { return }
                state.isFinished = true
                try state.writer?.finish()
            }
        } catch {
            throw .file("\(error)")
        }
    }

    private static func level(of samples: [Float]) -> SoundLevel {
        var (peak, sum) = (SIMD2<Float>.zero, SIMD2<Float>.zero)
        for place in stride(from: 0, to: samples.count - 1, by: 2) {
            let frame = SIMD2(abs(samples[place]), abs(samples[place + 1]))
            peak.replace(with: frame, where: frame .> peak)
            sum += frame * frame
        }
        let count = max(1, samples.count / 2)
        return SoundLevel(peak: peak, mean: (sum / Float(count)).squareRoot())
    }
}

extension AudioApp {
    /// Creates a recording into a WAV file of 32-bit floats, stereo, 48,000 frames per second. The file appears when
    /// the recording is stopped.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - take: Also receives the frames as they arrive.
    /// - Throws: `DeviceError.file` for a file that cannot be written.
    public func recorder(file path: String, _ take: AppRecorder.Take? = nil) throws(DeviceError) -> AppRecorder {
        AppRecorder(try RecorderTrack(app: name, file: path, take), of: self)
    }

    /// Creates a recording into a closure.
    public func recorder(_ take: @escaping AppRecorder.Take) throws(DeviceError) -> AppRecorder {
        AppRecorder(try RecorderTrack(app: name, file: nil, take), of: self)
    }
}
