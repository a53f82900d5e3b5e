internal import AVFAudioSession
internal import AppleSession
public import Foundation
internal import Synchronization

/// Plays one sound from a file or from memory.
///
/// The policy decides whether it is heard. An interruption stops it, and it stays so until the app plays it again, as on the
/// phone. Every member may be called on any thread; the delegate is told on the main queue.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
    private let sound: any BackendSound
    private let life = MediaServerLife()
    private let state = Mutex(State())
    /// The file, or nil for a sound from memory.
    public let url: URL?
    /// The bytes, or nil for a sound from a file.
    public let data: Data?
    /// The encoding of the file.
    public let format: AVAudioFormat

    private struct State: @unchecked Sendable {
        var delegate = WeakPlayerDelegate()
        var wasPlayingAtInterruption = false
        var volume: Float = 1
        var enablesRate = false
        var rate: Float = 1
        var isMetering = false
        var channels: [AVAudioSessionChannelDescription]?
        /// Whether it was played and neither paused nor stopped, and has not ended since.
        var isStarted = false
        var levels: [(peak: Float, mean: Float)] = []
        var observation: NewsObservation?
    }

    // MARK: Making

    /// Opens a file.
    ///
    /// - Throws: 2003334207 ('wht?') if there is no such file, 1954115647 ('typ?') where it is no sound that can be
    ///   read.
    public init(contentsOf url: URL) throws {
        (sound, self.url, data) = (try Self.sound(of: url), url, nil)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Opens a file; its kind is told by its bytes, not by the hint.
    ///
    /// - Throws: As `init(contentsOf:)`.
    public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
        (sound, self.url, data) = (try Self.sound(of: url), url, nil)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Takes the bytes of a file.
    ///
    /// - Throws: 1954115647 ('typ?') where they are no sound that can be read.
    public init(data: Data) throws {
        (sound, url, self.data) = (try Self.sound(of: data), nil, data)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Takes the bytes of a file; its kind is told by its bytes, not by the hint.
    ///
    /// - Throws: As `init(data:)`.
    public init(data: Data, fileTypeHint utiString: String?) throws {
        (sound, url, self.data) = (try Self.sound(of: data), nil, data)
        format = Self.format(of: sound)
        super.init()
        follow()
    }

    /// Makes a player of nothing, which never plays: for a property that gets another one later.
    public override init() {
        (sound, url, data) = (SoundOfNothing(), nil, nil)
        format = AVAudioFormat()
        super.init()
    }

    private static func sound(of url: URL) throws -> any BackendSound {
        // A path alone is taken for a file's, as on the phone.
        guard url.isFileURL || url.scheme == nil else {
            throw SessionFailure.status(
                DeviceFailure.unspecifiedFile, "\(url) is no file; a player plays files only, AVPlayer streams.")
        }
        return try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.backend().sound(file: url.path, named: nil)
        }
    }

    private static func sound(of data: Data) throws -> any BackendSound {
        try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.backend().sound(data: [UInt8](data))
        }
    }

    private static func format(of sound: any BackendSound) -> AVAudioFormat {
        AVAudioFormat(
            AudioStreamBasicDescription(sound.encoding, rate: sound.fileRate, channels: sound.channels, kind: 0),
            channels: UInt32(sound.channels))
    }

    // MARK: Playing

    /// Gets the sound ready and activates the session, which may interrupt others.
    ///
    /// - Returns: Whether the sound can be read and the session could be activated.
    @discardableResult
    open func prepareToPlay() -> Bool {
        guard !life.isOver else { return false }
        do {
            try sound.prepare()
            try ProcessApp.shared.perform(.setActive(true, notifyOthers: false))
            return true
        } catch { return false }
    }

    /// Plays, or continues where it was paused; activates the session.
    ///
    /// - Returns: Whether it plays; false where the policy does not let it, and for a player that was made before the media
    ///   server died.
    @discardableResult
    open func play() -> Bool { start(at: nil) }

    /// Plays from a moment of `deviceCurrentTime` on, which is to come.
    ///
    /// - Returns: As `play()`.
    @discardableResult
    open func play(atTime time: TimeInterval) -> Bool {
        guard time.isFinite, abs(time) < 9e9 else { return false }
        return start(at: MachineTime(seconds: time))
    }

    private func start(at moment: MachineTime?) -> Bool {
        if moment == nil, isPlaying { return true }
        guard !life.isOver else { return false }
        do throws(DeviceFailure) {
            try sound.play(at: moment)
            state.withLock { $0.isStarted = true }
            return true
        } catch { return false }
    }

    /// Stops where it is; `play()` continues from there.
    open func pause() {
        state.withLock { $0.isStarted = false }
        _ = try? sound.pause()
    }

    /// Stops, and gives back what `prepareToPlay()` took; it stays where it is, and `play()` continues from there.
    open func stop() {
        let place = sound.position
        guard (try? sound.stop()) != nil else { return }
        state.withLock { $0.isStarted = false }
        sound.seek(to: place)
    }

    /// Whether it plays.
    open var isPlaying: Bool { sound.isPlaying }

    // MARK: What it is

    /// The number of channels of the file.
    open var numberOfChannels: Int { sound.channels }
    /// The length of the sound, in seconds; 0 where the file does not say.
    open var duration: TimeInterval { sound.duration ?? 0 }
    /// The encoding of the file, as a dictionary of settings.
    open var settings: [String: Any] { format.settings }

    /// The position in the sound, in seconds from its beginning; may be set while it plays.
    open var currentTime: TimeInterval {
        get { sound.position }
        set { sound.seek(to: newValue) }
    }

    /// The clock that `play(atTime:)` counts by, in seconds.
    open var deviceCurrentTime: TimeInterval {
        (try? ProcessApp.shared.backend()).map(\.now.seconds) ?? 0
    }

    // MARK: How it sounds

    /// The sound's own level, 0 to 1.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set { setVolume(newValue, fadeDuration: 0) }
    }

    /// Moves the sound's own level, 0 to 1, in so many seconds.
    open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
        let level = state.withLock { state in
            state.volume = SoundLimits.number(volume, else: state.volume)
            return state.volume
        }
        sound.setGain(Double(level), over: duration > 0 ? duration : nil)
    }

    /// The place of the sound, from -1, left, to 1, right.
    open var pan: Float {
        get { Float(sound.pan) }
        set { sound.pan = Double(newValue) }
    }

    /// Whether `rate` counts; set it before playing.
    open var enableRate: Bool {
        get { state.withLock { $0.enablesRate } }
        set {
            state.withLock { $0.enablesRate = newValue }
            setRate()
        }
    }

    /// The speed of playing, 0.5 to 2; 1 is the sound's own.
    open var rate: Float {
        get { state.withLock { $0.rate } }
        set {
            state.withLock { $0.rate = SoundLimits.number(newValue, else: $0.rate) }
            setRate()
        }
    }

    private func setRate() {
        let rate = state.withLock { $0.enablesRate ? $0.rate : 1 }
        if Float(sound.rate) != rate { sound.rate = Double(min(2, max(0.5, rate))) }
    }

    /// The number of times that the sound begins again; below 0: without end.
    open var numberOfLoops: Int {
        get { sound.loops }
        set { sound.loops = newValue }
    }

    // MARK: Levels

    /// Whether levels are measured.
    open var isMeteringEnabled: Bool {
        get { state.withLock { $0.isMetering } }
        set { state.withLock { $0.isMetering = newValue } }
    }

    /// Takes the levels of now.
    open func updateMeters() {
        let levels = isMeteringEnabled ? sound.levels : []
        state.withLock { $0.levels = levels }
    }

    /// The loudest sample of late, in decibels from -160 to 0, as of `updateMeters()`.
    open func peakPower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.peak }
    }

    /// The mean of late, in decibels from -160 to 0, as of `updateMeters()`.
    open func averagePower(forChannel channelNumber: Int) -> Float {
        Decibels.of(state.withLock { $0.levels }, channelNumber) { $0.mean }
    }

    // MARK: Where it goes

    /// The output's `uid` that a Mac would play on; nil, the route decides.
    open var currentDevice: String? {
        get { nil }
        set {}
    }

    /// The channels of the output that it plays on; nil, all of them.
    open var channelAssignments: [AVAudioSessionChannelDescription]? {
        get { state.withLock { $0.channels } }
        set {
            let channels = newValue
            state.withLock { $0.channels = channels }
        }
    }

    // MARK: News

    /// The delegate, which is told of the end; not retained.
    open var delegate: (any AVAudioPlayerDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = WeakPlayerDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    private func follow() {
        sound.keepsPitch = true
        let observation = NewsObservation { [weak self] message in self?.handle(message) }
        state.withLock { $0.observation = observation }
    }

    private func handle(_ message: AppNotice.Message) {
        switch message {
        case .soundFinished(sound.name):
            state.withLock { $0.isStarted = false }
            tell { player, delegate in delegate.audioPlayerDidFinishPlaying(player, successfully: true) }
        case .soundFailed(sound.name, let reason):
            state.withLock { $0.isStarted = false }
            tell { player, delegate in
                delegate.audioPlayerDecodeErrorDidOccur(player, error: SessionFailure.status(-50, reason))
                delegate.audioPlayerDidFinishPlaying(player, successfully: false)
            }
        case .interruptionBegan:
            guard state.withLock({ $0.isStarted }) else { return }
            // A program that has started it again by the time at which it is told keeps it running.
            if !sound.isPlaying { pause() }
            state.withLock { $0.wasPlayingAtInterruption = true }
            tell { player, delegate in delegate.audioPlayerBeginInterruption(player) }
        case .interruptionEnded(let shouldResume):
            let wasPlaying = state.withLock { state in
                defer { state.wasPlayingAtInterruption = false }
                return state.wasPlayingAtInterruption
            }
            guard wasPlaying else { return }
            let options = shouldResume ? 1 : 0
            tell { player, delegate in delegate.audioPlayerEndInterruption(player, withOptions: options) }
        default: break
        }
    }

    private func tell(_ what: @escaping @Sendable (AVAudioPlayer, any AVAudioPlayerDelegate) -> Void) {
        DispatchQueue.main.async { [weak self] in
            if let self, let delegate = self.delegate { what(self, delegate) }
        }
    }
}

private struct WeakPlayerDelegate: @unchecked Sendable { weak var value: (any AVAudioPlayerDelegate)? }

/// The delegate of a player, called on the main queue; every method may be left out.
public protocol AVAudioPlayerDelegate: AnyObject {
    /// Called when the sound has ended; `flag`: whether all of it was played.
    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
    /// Called when the sound cannot be read any further.
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
    /// An interruption has stopped it; observe AVAudioSession's notification instead.
    func audioPlayerBeginInterruption(_ player: AVAudioPlayer)
    /// The interruption is over; option 1: the app may continue.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
    /// The interruption is over, as iOS 2.2 told it.
    func audioPlayerEndInterruption(_ player: AVAudioPlayer)
}

extension AVAudioPlayerDelegate {
    /// Does nothing.
    public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
    /// Does nothing.
    public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
    /// Does nothing.
    public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
    /// Tells it as iOS 2.2 did.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
        audioPlayerEndInterruption(player)
    }
    /// Does nothing.
    public func audioPlayerEndInterruption(_ player: AVAudioPlayer) {}
}

/// Levels as Apple's meters show them.
enum Decibels {
    /// The level of a channel in decibels, -160 if there is none.
    static func of(
        _ levels: [(peak: Float, mean: Float)], _ channel: Int, _ which: ((peak: Float, mean: Float)) -> Float
    ) -> Float {
        guard levels.indices.contains(channel) else { return -160 }
        let level = which(levels[channel])
        return level > 0 ? max(-160, 20 * Float(log10(Double(level)))) : -160
    }
}
