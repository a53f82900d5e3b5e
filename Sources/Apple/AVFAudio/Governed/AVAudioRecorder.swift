internal import AVFAudioSession
internal import AppleSession
public import CoreAudioTypes
public import Foundation
internal import Synchronization

/// Records what the microphone hears into a file.
///
/// An interruption stops it; `record()` continues in the same file. Until the person allows the microphone, and where
/// the app has muted its input, what is recorded is silence. Every member may be called on any thread; the delegate is
/// told on the main queue.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
    /// The file.
    public let url: URL
    /// The format of the file's samples.
    public let format: AVAudioFormat
    /// The settings with which the recorder was made.
    public let settings: [String: Any]
    private let form: FileForm
    private let state = Mutex(State())
    private let life = MediaServerLife()

    private struct State: @unchecked Sendable {
        var delegate = WeakRecorderDelegate()
        var writer: (any BackendWriter)?
        var capture: (any BackendCapture)?
        var rates: RateChange?
        var frames = 0
        var limit: Int?
        var isFull = false
        var isMetering = false
        var wasRecordingAtInterruption = false
        var peaks: [(peak: Float, mean: Float)] = []
        var levels: [(peak: Float, mean: Float)] = []
        var channels: [AVAudioSessionChannelDescription]?
        var observation: NewsObservation?
    }

    // MARK: Making

    /// Prepares a file; it is made when recording begins, or `prepareToRecord()` is called.
    ///
    /// - Throws: 1718449215 ('fmt?') where the settings describe no sound.
    public init(url: URL, settings: [String: Any]) throws {
        (self.url, self.settings, form) = (url, AudioSettings.numbers(settings), try Self.form(settings, url))
        format = AVAudioFormat(form)
        super.init()
        follow()
    }

    /// Prepares a file of a format.
    ///
    /// - Throws: As `init(url:settings:)`.
    public init(url: URL, format: AVAudioFormat) throws {
        let settings = format.settings
        (self.url, self.settings, form) = (url, settings, try Self.form(settings, url))
        self.format = AVAudioFormat(form)
        super.init()
        follow()
    }

    /// Makes a recorder of nothing, which never records: for a property that gets another one later.
    public override init() {
        // No file can be below a file.
        url = URL(fileURLWithPath: "/dev/null/none")
        (settings, form, format) = ([:], FileForm(rate: 44_100, channels: 2, samples: .int16), AVAudioFormat())
        super.init()
    }

    private static func form(_ settings: [String: Any], _ url: URL) throws -> FileForm {
        do throws(DeviceFailure) { return try AudioSettings(settings).form(for: url) } catch {
            throw SessionFailure.error(error)
        }
    }

    private func follow() {
        let observation = NewsObservation { [weak self] message in self?.handle(message) }
        state.withLock { $0.observation = observation }
    }

    deinit { finish() }

    // MARK: Recording

    /// Makes the file and activates the session.
    ///
    /// - Returns: Whether the file can be written and the session could be activated.
    @discardableResult
    open func prepareToRecord() -> Bool {
        guard !life.isOver, openFile() else { return false }
        return (try? ProcessApp.shared.perform(.setActive(true, notifyOthers: false))) != nil
    }

    private func openFile() -> Bool {
        if state.withLock({ $0.writer != nil }) { return true }
        guard let writer = try? ProcessApp.shared.backend().writer(url.path, form) else { return false }
        let box = UncheckedWriter(value: writer)
        state.withLock { state in
            (state.writer, state.frames) = (box.value, 0)
            state.rates = nil
        }
        return true
    }

    /// Records, or continues where it was paused; activates the session.
    ///
    /// - Returns: Whether it records; false where the policy does not let it or the file cannot be written.
    @discardableResult
    open func record() -> Bool { begin(limit: nil) }

    /// Records for so many seconds.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(forDuration duration: TimeInterval) -> Bool { begin(limit: duration) }

    /// Records from a moment of `deviceCurrentTime` on.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval) -> Bool { begin(at: time, limit: nil) }

    /// Records from a moment of `deviceCurrentTime` on, for so many seconds.
    ///
    /// - Returns: As `record()`.
    @discardableResult
    open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
        begin(at: time, limit: duration)
    }

    private func begin(at start: TimeInterval = 0, limit: TimeInterval?) -> Bool {
        if isRecording { return true }
        // One that the policy has halted.
        pause()
        guard !life.isOver, openFile() else { return false }
        do throws(DeviceFailure) {
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

    /// Stops where it is; `record()` continues.
    open func pause() {
        // What was captured by now comes while it is stopped.
        state.withLock { $0.capture }?.stop()
        state.withLock { $0.capture = nil }
    }

    /// Stops, and completes the file; tells the delegate.
    open func stop() {
        guard finish() else { return }
        tell { recorder, delegate in delegate.audioRecorderDidFinishRecording(recorder, successfully: true) }
    }

    /// Completes the file; false if there was none.
    @discardableResult
    private func finish() -> Bool {
        pause()
        let (writer, rest) = state.withLock { state in
            var rest = state.rates?.end() ?? []
            if let limit = state.limit { rest = Array(rest.prefix(max(0, limit - state.frames) * form.channels)) }
            defer { (state.writer, state.rates) = (nil, nil) }
            return (UncheckedWriter(value: state.writer), rest)
        }
        rest.withUnsafeBufferPointer { rest in
            if let base = rest.baseAddress { try? writer.value?.write(base, frames: rest.count / form.channels) }
        }
        _ = try? writer.value?.finish()
        return writer.value != nil
    }

    /// Takes the file away; only if it is not recording.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    open func deleteRecording() -> Bool {
        guard !isRecording else { return false }
        finish()
        return (try? FileManager.default.removeItem(at: url)) != nil
    }

    /// Whether it records: it was begun, and neither its app nor the policy has halted it since.
    open var isRecording: Bool { state.withLock { $0.capture }?.isRunning ?? false }
    /// Whether it was begun and not halted by its app.
    private var isBegun: Bool { state.withLock { $0.capture != nil } }

    /// The position in the file, in seconds from its beginning; 0 while the recorder is stopped.
    open var currentTime: TimeInterval {
        state.withLock { $0.writer == nil ? 0 : Double($0.frames) / Double(form.rate) }
    }

    /// The clock that `record(atTime:)` counts by, in seconds.
    open var deviceCurrentTime: TimeInterval {
        (try? ProcessApp.shared.backend()).map(\.now.seconds) ?? 0
    }

    // MARK: What is captured

    /// Takes interleaved stereo at 48 kHz.
    /// - Parameters:
    ///   - end: When the last of them was heard, in seconds.
    ///   - start: When recording begins.
    private func append(_ samples: UnsafeBufferPointer<Float>, until end: Double, from start: Double) {
        let early = max(0, Int(nearest: (start - end) * 48_000 + Double(samples.count / 2)))
        guard early < samples.count / 2 else { return }
        let samples = UnsafeBufferPointer(rebasing: samples[(2 * early)...])
        let isMuted = AVAudioApplication.shared.isInputMuted
        let reason: String? = state.withLock { state in
            guard let writer = state.writer else { return nil }
            var rates = state.rates ?? RateChange(from: 48_000, to: form.rate, channels: 2, into: form.channels)
            var frames = rates.convert(samples, isMuted: isMuted)
            state.rates = rates
            var count = frames.count / form.channels
            if let limit = state.limit { count = min(count, max(0, limit - state.frames)) }
            frames.removeLast(frames.count - count * form.channels)
            if state.isMetering { state.peaks = Self.levels(frames, form.channels) }
            state.frames += count
            return frames.withUnsafeBufferPointer { frames in
                guard let base = frames.baseAddress, count > 0 else { return nil }
                do throws(DeviceFailure) { try writer.write(base, frames: count) } catch { return error.sentence }
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
            DispatchQueue.global().async { [weak self] in self?.stop() }
        }
    }

    private func fail(_ reason: String) {
        DispatchQueue.global().async { [weak self] in
            self?.finish()
            self?.tell { recorder, delegate in
                delegate.audioRecorderEncodeErrorDidOccur(recorder, error: SessionFailure.status(-50, reason))
                delegate.audioRecorderDidFinishRecording(recorder, successfully: false)
            }
        }
    }

    private static func levels(_ samples: [Float], _ channels: Int) -> [(peak: Float, mean: Float)] {
        (0..<channels).map { channel in
            var (peak, sum, count) = (Float(0), Float(0), Float(0))
            for index in Swift.stride(from: channel, to: samples.count, by: channels) {
                peak = max(peak, abs(samples[index]))
                sum += samples[index] * samples[index]
                count += 1
            }
            return (peak, count > 0 ? (sum / count).squareRoot() : 0)
        }
    }

    // MARK: Levels

    /// Whether levels are measured.
    open var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMetering } }
        set { state.withLock { $0.isMetering = newValue } }
    }

    /// Takes the levels of now.
    open func updateMeters() { state.withLock { $0.levels = $0.isMetering ? $0.peaks : [] } }

    /// The loudest sample of late, in decibels from -160 to 0, as of `updateMeters()`.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.peak }
    }

    /// The mean of late, in decibels from -160 to 0, as of `updateMeters()`.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.mean }
    }

    /// The channels of the input that it records; nil, all of them.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { state.withLock { $0.channels } }
        set {
            let channels = newValue
            state.withLock { $0.channels = channels }
        }
    }

    // MARK: News

    /// The delegate, which is told of the end; not retained.
    open var delegate: (any AVAudioRecorderDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = WeakRecorderDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        case .interruptionBegan:
            guard isBegun else { return }
            // A program that has started it again by the time at which it is told keeps it running.
            if !isRecording { pause() }
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
        DispatchQueue.main.async { [weak self] in
            if let self, let delegate = self.delegate { what(self, delegate) }
        }
    }
}

/// A file on its way into the recorder's lock, and out of it; only one thread ever has it.
private struct UncheckedWriter: @unchecked Sendable { let value: (any BackendWriter)? }

private struct WeakRecorderDelegate: @unchecked Sendable { weak var value: (any AVAudioRecorderDelegate)? }

/// Captured frames at another rate and in other channels.
struct RateChange {
    private let source: Int
    private let target: Int
    private let stream: RateStream

    init(from source: Int, to target: Int, channels: Int, into wanted: Int) {
        (self.source, self.target) = (max(1, channels), max(1, wanted))
        stream = RateStream(channels: self.target, from: Double(source), to: Double(target))
    }

    /// The frames that come out now.
    mutating func convert(_ samples: UnsafeBufferPointer<Float>, isMuted: Bool) -> [Float] {
        var frames: [Float] = []
        frames.reserveCapacity(samples.count / source * target)
        for frame in 0..<samples.count / source {
            let all = samples[frame * source..<(frame + 1) * source]
            let mean = isMuted || target > 1 ? 0 : all.reduce(0, +) / Float(source)
            for channel in 0..<target {
                frames.append(isMuted || target == 1 ? mean : all[all.startIndex + min(channel, source - 1)])
            }
        }
        stream.put(frames)
        return stream.read()
    }

    /// The frames that were held back.
    mutating func end() -> [Float] {
        stream.end()
        return stream.read()
    }
}

/// The delegate of a recorder, called on the main queue; every method may be left out.
public protocol AVAudioRecorderDelegate: AnyObject {
    /// Called when the recording has ended; `flag`: whether all of it was written.
    func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
    /// Called when the file cannot be written any further.
    func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
    /// An interruption has stopped it; observe AVAudioSession's notification instead.
    func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)
    /// The interruption is over; option 1: the app may continue.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
    /// The interruption is over, as iOS 3 told it.
    func audioRecorderEndInterruption(_ recorder: AVAudioRecorder)
}

extension AVAudioRecorderDelegate {
    /// Does nothing.
    public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {}
    /// Does nothing.
    public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
    /// Does nothing.
    public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
    /// Tells it as iOS 2.2 did.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
        audioRecorderEndInterruption(recorder)
    }
    /// Does nothing.
    public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder) {}
}
