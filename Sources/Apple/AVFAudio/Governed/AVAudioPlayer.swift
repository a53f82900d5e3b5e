internal import AVFAudioSession
internal import AppleSession
public import Foundation
internal import Synchronization

/// Plays one sound from a file or from memory.
///
/// The policy decides whether it is audible. An interruption stops it until the app plays it again. Members may be called on
/// any thread; the delegate is called on the main queue.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    /// The sound, or nil for a placeholder.
    private let sound: (any BackendSound)?
    private let life = MediaServerLife()
    private let state = Mutex(State())
    private let listener = DelegateHolder<any AVAudioPlayerDelegate>()
    /// The file, or nil for a sound from memory.
    public let url: URL?
    /// The bytes, or nil for a sound from a file.
    public let data: Data?
    /// The encoding of the file.
    public let format: AVAudioFormat

    private struct State: @unchecked Sendable {
        var wasPlayingAtInterruption = false
        var volume: Float = 1
        var enablesRate = false
        var rate: Float = 1
        var isMetering = false
        /// Whether it was started and has neither been paused or stopped nor ended since.
        var isStarted = false
        var levels: [(peak: Float, mean: Float)] = []
        var observation: NewsObservation?
    }

    // MARK: Making

    /// Opens a file.
    ///
    /// - Throws: 2003334207 ('wht?') if the file does not exist, 1954115647 ('typ?') if it is not a readable sound file.
    public init(contentsOf url: URL) throws {
        (sound, self.url, data) = (try Self.sound(of: url), url, nil)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Opens a file. Its type follows from its contents; the hint is ignored.
    ///
    /// - Throws: As `init(contentsOf:)`.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        (sound, self.url, data) = (try Self.sound(of: url), url, nil)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Creates a player for the contents of a sound file.
    ///
    /// - Throws: 1954115647 ('typ?') if the data is not a readable sound file.
    public init(data: Data) throws {
        (sound, url, self.data) = (try Self.sound(of: data), nil, data)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Creates a player for the contents of a sound file. The type follows from the contents; the hint is ignored.
    ///
    /// - Throws: As `init(data:)`.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        (sound, url, self.data) = (try Self.sound(of: data), nil, data)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Creates a player without a sound, which never plays: a placeholder for a stored property.
    public override init() {
        (sound, url, data, format) = (nil, nil, nil, AVAudioFormat())
        super.init()
    }

    private static func sound(of url: URL) throws -> any BackendSound {
        // A URL without a scheme is a path, as on the phone.
        guard url.isFileURL || url.scheme == nil else {
            throw SessionFailure.status(
                DeviceFailure.unspecifiedFile, "\(url) is no file; a player plays files only, AVPlayer streams.")
        }
        return try SessionFailure.translating { try ProcessApp.shared.backend().sound(file: url.path, named: nil) }
    }

    private static func sound(of data: Data) throws -> any BackendSound {
        try SessionFailure.translating { try ProcessApp.shared.backend().sound(data: [UInt8](data)) }
    }

    private static func format(of sound: (any BackendSound)?) -> AVAudioFormat {
        guard let sound else { return AVAudioFormat() }
        return AVAudioFormat(
            AudioStreamBasicDescription(sound.encoding, rate: sound.fileRate, channels: sound.channels, kind: 0),
            channels: UInt32(sound.channels))
    }

    // MARK: Playing

    /// Loads the sound and activates the session, which may interrupt others.
    ///
    /// - Returns: Whether the sound is readable and the session was activated.
    @discardableResult
    open func prepareToPlay() -> Bool {
        guard !life.isOver, let sound, (try? sound.prepare()) != nil else { return false }
        return (try? ProcessApp.shared.perform(.setActive(true, notifyOthers: false))) != nil
    }

    /// Activates the session and plays, resuming at the current position.
    ///
    /// - Returns: Whether it plays: false if the policy refuses, and for a player created before the media server died.
    @discardableResult
    open func play() -> Bool { start(at: nil) }

    /// Plays from a future time on the clock of `deviceCurrentTime`.
    ///
    /// - Returns: As `play()`.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        guard time.isFinite, abs(time) < 9e9 else { return false }
        return start(at: MachineTime(seconds: time))
    }

    private func start(at moment: MachineTime?) -> Bool {
        guard let sound else { return false }
        guard !life.isOver else {
            // The device refuses it, and knows of it.
            _ = try? ProcessApp.shared.perform(.playLost(sound.name))
            return false
        }
        if moment == nil, isPlaying { return true }
        guard (try? sound.play(at: moment)) != nil else { return false }
        state.withLock { $0.isStarted = true }
        return true
    }

    /// Pauses; `play()` resumes at the current position.
    open func pause() {
        state.withLock { $0.isStarted = false }
        _ = try? sound?.pause()
    }

    /// Stops and releases what `prepareToPlay()` loaded; `play()` resumes at the current position.
    open func stop() {
        guard let sound, case let place = sound.position, (try? sound.stop()) != nil else { return }
        state.withLock { $0.isStarted = false }
        sound.seek(to: place)
    }

    /// Whether the player is playing.
    open var isPlaying: Bool { sound?.isPlaying ?? false }

    // MARK: What it is

    /// The number of channels of the file.
    open var numberOfChannels: Int { sound?.channels ?? 0 }
    /// The length of the sound, in seconds; 0 if unknown.
    open var duration: TimeInterval { sound?.duration ?? 0 }
    /// The encoding of the file, as a dictionary of settings.
    open var settings: [String: Any] { format.settings }

    /// The position in the sound, in seconds; can be set during playback.
    open var currentTime: TimeInterval {
        get { sound?.position ?? 0 }
        set { sound?.seek(to: newValue) }
    }

    /// The clock of `play(atTime:)`, in seconds.
    open var deviceCurrentTime: TimeInterval {
        (try? ProcessApp.shared.backend()).map(\.now.seconds) ?? 0
    }

    // MARK: How it sounds

    /// The sound's gain, from 0 to 1.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set { setVolume(newValue, fadeDuration: 0) }
    }

    /// Fades the sound's gain to a value from 0 to 1.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        let level = state.withLock { state in
            state.volume = SoundLimits.number(volume, else: state.volume)
            return state.volume
        }
        sound?.setGain(Double(level), over: duration > 0 ? duration : nil)
    }

    /// The stereo position, from -1 (left) to 1 (right).
    open var pan: Float {
        get { Float(sound?.pan ?? 0) }
        set { sound?.pan = Double(newValue) }
    }

    /// Whether `rate` takes effect; set it before playing.
    open var enableRate: Bool {
        get { state.withLock { $0.enablesRate } }
        set {
            state.withLock { $0.enablesRate = newValue }
            setRate()
        }
    }

    /// The playback rate, from 0.5 to 2.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { $0.rate = SoundLimits.number(newValue, else: $0.rate) }
            setRate()
        }
    }

    private func setRate() {
        let rate = state.withLock { $0.enablesRate ? $0.rate : 1 }
        if let sound, Float(sound.rate) != rate { sound.rate = Double(min(2, max(0.5, rate))) }
    }

    /// The number of times that the sound repeats; a negative number repeats it endlessly.
    open var numberOfLoops: Int {
        get { sound?.loops ?? 0 }
        set { sound?.loops = newValue }
    }

    // MARK: Levels

    /// Whether level metering is enabled.
    open var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMetering } }
        set { state.withLock { $0.isMetering = newValue } }
    }

    /// Updates the measured levels.
    open func updateMeters() {
        let levels = isMeteringEnabled ? sound?.levels ?? [] : []
        state.withLock { $0.levels = levels }
    }

    /// The recent peak level in decibels, from -160 to 0, as of `updateMeters()`.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.peak }
    }

    /// The recent average level in decibels, from -160 to 0, as of `updateMeters()`.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.mean }
    }

    // MARK: Where it goes

    /// The `uid` of the output that a Mac would play on. Without effect: the route decides.
    open var currentDevice: String? {
        get { nil }
        set {}
    }

    // MARK: News

    /// The delegate, not retained.
    open var delegate: (any AVAudioPlayerDelegate)? {
        get { listener.delegate }
        set { listener.delegate = newValue }
    }

    private func follow() {
        sound?.keepsPitch = true
        let observation = NewsObservation { [weak self] message in self?.handle(message) }
        state.withLock { $0.observation = observation }
    }

    private func handle(_ message: AppNotice.Message) {
        guard let sound else { return }
        switch message {
        case .soundFinished(sound.name):
            state.withLock { $0.isStarted = false }
            listener.tell(of: self) { player, delegate in
                delegate.audioPlayerDidFinishPlaying(player, successfully: true)
            }
        case .soundFailed(sound.name, let reason):
            state.withLock { $0.isStarted = false }
            listener.tell(of: self) { player, delegate in
                delegate.audioPlayerDecodeErrorDidOccur(player, error: SessionFailure.status(-50, reason))
                delegate.audioPlayerDidFinishPlaying(player, successfully: false)
            }
        case .interruptionBegan:
            guard state.withLock({ $0.isStarted }) else { return }
            // If the program has restarted it in the meantime, it keeps running.
            if !sound.isPlaying { pause() }
            state.withLock { $0.wasPlayingAtInterruption = true }
            listener.tell(of: self) { player, delegate in delegate.audioPlayerBeginInterruption(player) }
        case .interruptionEnded(let shouldResume):
            let wasPlaying = state.withLock { state in
                defer { state.wasPlayingAtInterruption = false }
                return state.wasPlayingAtInterruption
            }
            guard wasPlaying else { return }
            let options = shouldResume ? 1 : 0
            listener.tell(of: self) { player, delegate in
                delegate.audioPlayerEndInterruption(player, withOptions: options)
            }
        default: break
        }
    }

}

/// The delegate of a player, called on the main queue. Every method is optional.
public protocol AVAudioPlayerDelegate: AnyObject {
    /// Called when the sound has ended; `flag` tells whether it was played to its end.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// Called when the sound cannot be read any further.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
    /// Called when an interruption has stopped it; observe `AVAudioSession.interruptionNotification` instead.
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)
    /// Called when the interruption has ended; option 1 means that the app should resume.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    /// Does nothing.
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    /// Does nothing.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}

/// Levels in decibels, as Apple's meters report them.
enum Decibels {
    /// The level of a channel in decibels, or -160 if the channel does not exist.
    static func of(
        _ levels: [(peak: Float, mean: Float)], _ channel: Int, _ which: ((peak: Float, mean: Float)) -> Float
    ) -> Float {
        guard levels.indices.contains(channel) else { return -160 }
        let level = which(levels[channel])
        return level > 0 ? max(-160, 20 * Float(log10(Double(level)))) : -160
    }
}
