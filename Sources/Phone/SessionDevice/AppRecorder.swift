public import SessionPolicy
import SoundFiles
import Sounder
import Synchronization

/// One recording of an app: the sound of the microphone in force goes into a file, to a closure, or both.
///
/// Sound that the app may not hear is recorded as silence. While the policy halts the recording, no frames come. All
/// members may be called from any thread. A recording ends when the last reference to it is gone, and its file keeps
/// what was recorded until then; only `stop()` can tell that the file could not be kept.
public final class AppRecorder: Sendable {
    /// Takes what was captured, on a thread of the device: interleaved stereo, 48,000 frames per second, full scale is 1.
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

    /// Begins to record, or goes on after a pause. Activates the session.
    ///
    /// - Throws: `DeviceError.refused` if the policy does not let it, and if the recorder was made before the media server
    ///   died (`mediaServicesFailed`, R-MS-1); `.file` for a file that could not be kept, `.unreachable`, `.forked`.
    @discardableResult
    public func record() throws(DeviceError) -> CallOutcome {
        try life.check("recorder")
        if let failure = track.failure { throw .file(failure) }
        let outcome = try app.perform(.record(true))
        track.run(true)
        return outcome
    }

    /// Leaves out what comes until `record` goes on. The session stays as it is. Does nothing where it does not record.
    public func pause() {
        app.stage.capture?.follow()
        track.run(false)
    }

    /// Ends it, and finishes the file.
    ///
    /// - Throws: `DeviceError.file` if it cannot be kept, `.unreachable`, `.forked`. The policy's word that nothing was
    ///   recording is no error here.
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

    /// Whether it was begun, and neither paused nor stopped.
    public var isRecording: Bool { track.isRunning }

    /// Whether it was begun and the policy lets it run.
    package var isHearing: Bool { track.isRunning && app.stage.records(app.name) }

    /// The length of the recording so far, in seconds.
    public var duration: Double { Double(track.frames) / Double(Capture.rate) }

    /// The level of the last piece, some hundredths of a second long.
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
        /// The reason for which no more frames can be kept; nil while they can.
        var failure: String?
    }

    /// The app whose recording it is.
    let app: String
    private let state: Mutex<State>
    private let hand: AppRecorder.Take?

    /// - Throws: `DeviceError.file` for a file that cannot be written.
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

    /// Whether it was begun and is not finished: for the policy one that is paused records, too.
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

    /// - Throws: `DeviceError.file` if it cannot be kept.
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
    /// Makes a recording into a WAV file of 32-bit floats, stereo, 48,000 frames per second. The file stands at its
    /// path once the recording has been stopped.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - take: Gets the frames as they come, too.
    /// - Throws: `DeviceError.file` for a file that cannot be written.
    public func recorder(file path: String, _ take: AppRecorder.Take? = nil) throws(DeviceError) -> AppRecorder {
        AppRecorder(try RecorderTrack(app: name, file: path, take), of: self)
    }

    /// Makes a recording that goes to a closure only.
    public func recorder(_ take: @escaping AppRecorder.Take) throws(DeviceError) -> AppRecorder {
        AppRecorder(try RecorderTrack(app: name, file: nil, take), of: self)
    }
}
