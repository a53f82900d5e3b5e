internal import AVFAudioSession
internal import AppleSession
internal import AudioToolbox
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// Records the microphone into a file.
///
/// An interruption stops it; `record()` resumes in the same file. It records silence until the person grants access to the
/// microphone, and while the app has muted its input. Members may be called on any thread; the delegate is called on the main
/// queue.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    /// The file.
    public let url: URL
    /// The format of the file's samples.
    public let format: AVAudioFormat
    /// The settings passed to the initializer.
    public let settings: [String: Any]
    private let form: FileForm
    private let state = Mutex(State())
    private let listener = DelegateHolder<any AVAudioRecorderDelegate>()
    private let life = MediaServerLife()

    private struct State: @unchecked Sendable {
        var writer: (any BackendWriter)?
        var capture: (any BackendCapture)?
        var stream: CapturedStream?
        var frames = 0
        var limit: Int?
        var isFull = false
        var isMetering = false
        var wasRecordingAtInterruption = false
        /// The capture that the policy has halted, until the app starts, pauses or stops.
        var halted: (any BackendCapture)?
        var peaks: [(peak: Float, mean: Float)] = []
        var levels: [(peak: Float, mean: Float)] = []
        var observation: NewsObservation?
    }

    // MARK: Making

    /// Creates a recorder. The file is created by `record()` or `prepareToRecord()`.
    ///
    /// - Throws: 1718449215 ('fmt?') if the settings describe no supported format.
    public init(url: URL, settings: [String: Any]) throws {
        (self.url, self.settings, form) = (url, AudioSettings.numbers(settings), try Self.form(settings, url))
        format = AVAudioFormat(form)
        super.init()
        follow()
    }

    /// Creates a recorder for a format.
    ///
    /// - Throws: As `init(url:settings:)`.
    public init(url: URL, format: AVAudioFormat) throws {
        let settings = format.settings
        (self.url, self.settings, form) = (url, settings, try Self.form(settings, url))
        self.format = AVAudioFormat(form)
        super.init()
        follow()
    }

    /// Creates a recorder without a file, which never records: a placeholder for a stored property.
    public override init() {
        // A path below a file can never exist.
        url = URL(fileURLWithPath: "/dev/null/none")
        form = FileForm(rate: 44_100, channels: 2, encoding: .whole(bits: 16), kind: kAudioFileWAVEType)
        (settings, format) = ([:], AVAudioFormat())
        super.init()
    }

    private static func form(_ settings: [String: Any], _ url: URL) throws -> FileForm {
        try SessionFailure.translating { try AudioSettings(settings).form(for: url) }
    }

    private func follow() {
        let observation = NewsObservation { [weak self] message in self?.handle(message) }
        state.withLock { $0.observation = observation }
    }

    deinit { finish() }

    // MARK: Recording

    /// Creates the file and activates the session. If the file cannot be created, a line on standard error says why.
    ///
    /// - Returns: Whether the file is writable and the session was activated.
    @discardableResult
    open func prepareToRecord() -> Bool {
        guard !life.isOver, openFile() else { return false }
        return (try? ProcessApp.shared.perform(.setActive(true, notifyOthers: false))) != nil
    }

    private func openFile() -> Bool {
        if state.withLock({ $0.writer != nil }) { return true }
        let box: UncheckedWriter
        do {
            box = UncheckedWriter(value: try ProcessApp.shared.backend().writer(url.path, form))
        } catch {
            // Programs see just false, on a phone too, and often a folder is missing.
            FileHandle.standardError.write(Data("AVAudioRecorder: \(DeviceFailure(error).sentence)\n".utf8))
            return false
        }
        state.withLock { state in
            (state.writer, state.frames, state.stream) = (box.value, 0, nil)
        }
        return true
    }

    /// Activates the session and records, resuming in the same file.
    ///
    /// - Returns: Whether it records: false if the policy refuses or the file cannot be written.
    @discardableResult
    open func record() -> Bool { begin(limit: nil) }

    /// Records for a duration in seconds.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool { begin(limit: duration) }

    /// Records from a future time on the clock of `deviceCurrentTime`.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval) -> Bool { begin(at: time, limit: nil) }

    /// Records from a future time on the clock of `deviceCurrentTime`, for a duration in seconds.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        begin(at: time, limit: duration)
    }

    private func begin(at start: TimeInterval = 0, limit: TimeInterval?) -> Bool {
        if isRecording { return true }
        // The policy has stopped the previous capture.
        pause()
        guard !life.isOver, openFile() else { return false }
        do {
            state.withLock { state in
                state.isFull = false
                state.limit = limit.map { state.frames + Int(max(0, min($0, 1e9)) * Double(form.rate)) }
            }
            let capture = try ProcessApp.shared.backend().capture { [weak self] samples, moment in
                self?.append(samples, until: moment.seconds, from: start)
            }
            state.withLock { $0.capture = capture }
            return true
        } catch { return false }
    }

    /// Pauses; `record()` resumes.
    open func pause() {
        // Stopping delivers the frames captured so far.
        let captures = state.withLock { [$0.capture, $0.halted] }
        for capture in captures { try? capture?.stop() }
        state.withLock { ($0.capture, $0.halted) = (nil, nil) }
    }

    /// Stops, completes the file and calls the delegate.
    open func stop() {
        guard finish() else { return }
        tell { recorder, delegate in delegate.audioRecorderDidFinishRecording(recorder, successfully: true) }
    }

    /// Completes the file; returns false if there is none.
    @discardableResult
    private func finish() -> Bool {
        pause()
        let (writer, rest) = state.withLock { state in
            var rest = state.stream?.end() ?? []
            if let limit = state.limit { rest = Array(rest.prefix(max(0, limit - state.frames) * form.channels)) }
            defer { (state.writer, state.stream) = (nil, nil) }
            return (UncheckedWriter(value: state.writer), rest)
        }
        rest.withUnsafeBufferPointer { rest in
            if let base = rest.baseAddress { try? writer.value?.write(base, frames: rest.count / form.channels) }
        }
        _ = try? writer.value?.finish()
        return writer.value != nil
    }

    /// Deletes the file unless the recorder is recording.
    ///
    /// - Returns: Whether there was a file.
    @discardableResult
    open func deleteRecording() -> Bool {
        guard !isRecording else { return false }
        finish()
        return (try? FileManager.default.removeItem(at: url)) != nil
    }

    /// Whether it is recording: started, and stopped by neither the app nor the policy since.
    open var isRecording: Bool { state.withLock { $0.capture }?.isRunning ?? false }
    /// Whether the app has started it and not stopped it since.
    private var isBegun: Bool { state.withLock { $0.capture != nil } }

    /// The position in the file, in seconds; 0 while the recorder is stopped.
    open var currentTime: TimeInterval {
        state.withLock { $0.writer == nil ? 0 : Double($0.frames) / Double(form.rate) }
    }

    /// The clock of `record(atTime:)`, in seconds.
    open var deviceCurrentTime: TimeInterval {
        (try? ProcessApp.shared.backend()).map(\.now.seconds) ?? 0
    }

    // MARK: What is captured

    /// Appends captured frames, interleaved stereo at 48 kHz.
    /// - Parameters:
    ///   - end: The time of the last frame, in seconds.
    ///   - start: The time at which recording begins.
    private func append(_ samples: UnsafeBufferPointer<Float>, until end: Double, from start: Double) {
        let early = max(0, Int(nearest: (start - end) * DeviceFormat.rate + Double(samples.count / 2)))
        guard early < samples.count / 2 else { return }
        let samples = UnsafeBufferPointer(rebasing: samples[(2 * early)...])
        let isMuted = AVAudioApplication.shared.isInputMuted
        let reason: String? = state.withLock { state in
            guard let writer = state.writer else { return nil }
            let stream = state.stream ?? CapturedStream(channels: form.channels, rate: form.rate)
            var frames = stream.convert(samples, isMuted: isMuted)
            state.stream = stream
            var count = frames.count / form.channels
            if let limit = state.limit { count = min(count, max(0, limit - state.frames)) }
            frames.removeLast(frames.count - count * form.channels)
            if state.isMetering { state.peaks = frames.withUnsafeBufferPointer { $0.levels(channels: form.channels) } }
            state.frames += count
            return frames.withUnsafeBufferPointer { frames in
                guard let base = frames.baseAddress, count > 0 else { return nil }
                do { try writer.write(base, frames: count) } catch { return DeviceFailure(error).sentence }
                return nil
            }
        }
        if let reason { return fail(reason) }
        let isFull = state.withLock { state in
            guard let limit = state.limit, state.frames >= limit, !state.isFull else { return false }
            state.isFull = true
            return true
        }
        if isFull {
            ProcessApp.shared.enqueue(on: .global()) { [weak self] in self?.stop() }
        }
    }

    private func fail(_ reason: String) {
        ProcessApp.shared.enqueue(on: .global()) { [weak self] in
            self?.finish()
            self?.tell { recorder, delegate in
                delegate.audioRecorderEncodeErrorDidOccur(recorder, error: SessionFailure.status(-50, reason))
                delegate.audioRecorderDidFinishRecording(recorder, successfully: false)
            }
        }
    }

    // MARK: Levels

    /// Whether level metering is enabled.
    open var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMetering } }
        set { state.withLock { $0.isMetering = newValue } }
    }

    /// Updates the measured levels.
    open func updateMeters() { state.withLock { $0.levels = $0.isMetering ? $0.peaks : [] } }

    /// The recent peak level in decibels, from -160 to 0, as of `updateMeters()`.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.peak }
    }

    /// The recent average level in decibels, from -160 to 0, as of `updateMeters()`.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.mean }
    }

    // MARK: News

    /// The delegate, not retained.
    open var delegate: (any AVAudioRecorderDelegate)? {
        get { listener.delegate }
        set { listener.delegate = newValue }
    }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        case .interruptionBegan:
            guard isBegun else { return }
            // If the program has restarted it in the meantime, it keeps running.
            if !isRecording {
                state.withLock { $0.capture }?.pause()
                state.withLock { ($0.halted, $0.capture) = ($0.capture, nil) }
            }
            state.withLock { $0.wasRecordingAtInterruption = true }
            tell { recorder, delegate in delegate.audioRecorderBeginInterruption(recorder) }
        case .interruptionEnded(let shouldResume):
            let was = state.withLock { state in
                defer { state.wasRecordingAtInterruption = false }
                return state.wasRecordingAtInterruption
            }
            let options = shouldResume ? 1 : 0
            if was {
                tell { recorder, delegate in delegate.audioRecorderEndInterruption(recorder, withOptions: options) }
            }
        case .recordingFailed(let reason): if isBegun { fail(reason) }
        default: break
        }
    }

    private func tell(_ what: @escaping @Sendable (AVAudioRecorder, any AVAudioRecorderDelegate) -> Void) {
        listener.tell(of: self, what)
    }
}

/// A file being moved into or out of the recorder's lock; only one thread has it at a time.
private struct UncheckedWriter: @unchecked Sendable { let value: (any BackendWriter)? }

/// The delegate of a recorder, called on the main queue. Every method is optional.
public protocol AVAudioRecorderDelegate: AnyObject {
    /// Called when the recording has ended; `flag` tells whether all of it was written.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// Called when the file cannot be written any further.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
    /// Called when an interruption has stopped it; observe `AVAudioSession.interruptionNotification` instead.
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)
    /// Called when the interruption has ended; option 1 means that the app should resume.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
    /// Does nothing.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    /// Does nothing.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
    /// Does nothing.
    public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    /// Does nothing.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
