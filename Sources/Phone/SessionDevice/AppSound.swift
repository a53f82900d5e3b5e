import Mixer
public import SessionPolicy
import SoundFiles
import Sounder
import Synchronization

/// One sound of an app: a file, bytes or samples in memory, or what the app renders itself.
///
/// Whether it is heard, and how loud, the policy decides. A sound that plays needs no reference: it plays on to its end, until
/// the policy halts it, or until its app is gone. Keep one to pause it, to place it or to stop it. All members may be called
/// from any thread.
public final class AppSound: Sendable {
    /// Renders the next frames of a sound on a thread of the device, which is not a real-time one: it may allocate and
    /// wait, and is asked some hundredths of a second ahead.
    ///
    /// - Parameters:
    ///   - samples: Room for interleaved samples; full scale is 1.
    ///   - frames: How many frames are wanted.
    /// - Returns: How many there are; 0 ends the sound.
    public typealias Render = @Sendable (_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

    /// The name under which the app's notices speak of it: its file's, `data` or `samples`; with `#2`, `#3` … behind it
    /// where another sound of that name lives.
    public let name: String
    /// The app whose sound it is.
    public let app: AudioApp
    /// The length of one round, in seconds; nil where it has no end, or its format does not tell.
    public let duration: Double?

    private let player: SoundPlayer
    private let life: CreationEpoch
    private let own = Mutex(Own())

    /// The settings that neither the policy nor the player knows.
    private struct Own {
        var gain = 1.0
        /// Whether the sound stops when its last reference is gone.
        var endsWithReference = false
    }

    init(_ material: SoundMaterial, named wish: String, of app: AudioApp) throws(DeviceError) {
        player = try material.player()
        app.stopAbandonedSounds()
        name = app.names.uniqueName(for: wish)
        self.app = app
        life = CreationEpoch(of: app)
        duration = material.seconds
        app.stage.add(
            AppSceneSink.Entry(player: player, names: app.names), as: SceneName(.sound, app: app.name, sound: name))
    }

    deinit {
        let sound = SceneName(.sound, app: app.name, sound: name)
        if !own.withLock({ $0.endsWithReference }), app.stage.playOn(sound) { return }
        if isStarted { _ = try? app.perform(.stop(name)) }
        app.stage.remove(sound)
        app.names.giveBack(name)
    }

    /// Lets the sound stop when its last reference is gone, as Apple's players do.
    package func endWithReference() { own.withLock { $0.endsWithReference = true } }

    // MARK: Playing

    /// Plays it, or continues where it is paused. Activates the session.
    ///
    /// A sound that plays already, or waits for its start, continues unchanged, as Apple's players do. To begin anew, call
    /// `seek(to: 0)`, or `stop()` before it.
    ///
    /// - Parameter start: When its first sample is to be heard, by `app.now`; at once where that is past, or nil. Ignored by a
    ///   sound that plays or waits already.
    /// - Throws: `DeviceError.refused` if the policy does not let it, and if the sound was made before the media server died
    ///   (`mediaServicesFailed`, R-MS-1); `.unreachable`, `.forked`.
    @discardableResult
    public func play(at start: MachineTime? = nil) throws(DeviceError) -> CallOutcome {
        try life.check("sound")
        let now = app.now
        let head = player.withHead { head in
            if head.isAtEnd(at: now) { head.rewind() }
            head.begin(at: start)
            return head
        }
        if head.since != nil, !ForkedProcess.isThisOne { return CallOutcome(at: now) }
        return try app.perform(.play(name, lasts: head.remaining(at: now), gain: gain))
    }

    /// Pauses it where it is, also while no host answers. Does nothing if the media server has died since it was made.
    ///
    /// - Throws: `DeviceError.refused` for a sound that is not started, `.unreachable`, `.forked`.
    @discardableResult
    public func pause() throws(DeviceError) -> CallOutcome {
        life.isOver ? CallOutcome(at: app.now) : try app.perform(.pause(name))
    }

    /// Ends it, also while no host answers; it then begins anew. Does nothing if the media server has died since it was made.
    ///
    /// - Throws: As `pause()`.
    @discardableResult
    public func stop() throws(DeviceError) -> CallOutcome {
        if life.isOver { return CallOutcome(at: app.now) }
        let outcome = try app.perform(.stop(name))
        player.withHead { $0.rewind() }
        return outcome
    }

    /// Has the policy take it for over, at the end of what the app renders where no device plays it.
    package func finish() {
        if isPlaying { app.report(.soundMoved(name, remaining: .zero)) }
    }

    /// Gets ready what its first samples need, so that `play` begins without delay. May take as long as a file is slow.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read.
    public func prepare() throws(DeviceError) {
        do throws(SoundFileError) { try player.prepare() } catch { throw .file("\(error)") }
    }

    /// Whether the policy knows it: it was played, and has neither ended nor been stopped since.
    package var isStarted: Bool { player.head.isStarted }

    /// Whether it runs: not paused, not halted by an interruption, not at its end.
    public var isPlaying: Bool { player.head.since != nil }

    // MARK: Position

    /// The position in the present round, in seconds, by the device's time. It is heard some hundredths of a second
    /// later.
    public var position: Double {
        let now = app.now
        return player.head.position(at: now)
    }

    /// Places it, whether it runs or not.
    ///
    /// - Parameter seconds: From its beginning; brought into its length.
    public func seek(to seconds: Double) {
        let now = app.now
        tell(player.seek(to: seconds, at: now), now)
    }

    /// The number of times it begins anew at its end; less than 0 for ever. 0 at first. A sound that an app renders
    /// does not repeat.
    public var loops: Int {
        get { player.head.loops }
        set { change { $0.loops = newValue } }
    }

    /// The speed, 0.25 to 4, brought into that range and to the nearest hundredth; a faster sound is higher, too. 1 at
    /// first. A sound that an app renders plays at its own rate.
    public var rate: Double {
        get { player.head.rate }
        set { change { $0.rate = newValue } }
    }

    /// Whether a faster or slower sound keeps its pitch, where SoundTouch is installed. False at first.
    package var keepsPitch: Bool {
        get { player.keepsPitch }
        set { player.keepsPitch = newValue }
    }

    /// The place in seconds at which it ends before its own end; nil at first. A sound that repeats plays to its own end.
    package var end: Double? {
        get { player.head.end }
        set { change { $0.end = newValue } }
    }

    private func change(_ change: (inout Playhead) -> Void) {
        let now = app.now
        tell(player.change(at: now, change), now)
    }

    /// Tells the device how long it has to go.
    private func tell(_ head: Playhead, _ now: MachineTime) {
        if head.isStarted { app.report(.soundMoved(name, remaining: head.remaining(at: now))) }
    }

    // MARK: Level

    /// The app's own level of it, 0 to 1, linear, below the system's volume.
    public var gain: Double { own.withLock { $0.gain } }

    /// Moves the app's own level.
    ///
    /// - Parameters:
    ///   - gain: 0 to 1, linear; brought into that range.
    ///   - seconds: The length of the ramp; nil is the rule book's length.
    /// - Throws: `DeviceError.unreachable`, `.forked`.
    public func setGain(_ gain: Double, over seconds: Double? = nil) throws(DeviceError) {
        let gain = gain.isNaN ? 0 : min(1, max(0, gain))
        own.withLock { $0.gain = gain }
        guard isStarted else { return }
        let over = seconds.map { Length(seconds: min($0, 1e6)) }
        do throws(DeviceError) {
            try app.perform(.setGain(name, to: gain, over: over))
        } catch {
            // It has ended meanwhile: the next start has the new level.
            guard case .refused = error else { throw error }
        }
    }

    /// The place between left (-1) and right (1), brought into that range. 0 at first.
    public var pan: Double {
        get { player.pan }
        set { player.pan = newValue }
    }

    /// The level that is heard now, behind all its gains, over the last 43 ms. Silence when it is asked for the first
    /// time, as it is measured from then on.
    public var level: SoundLevel {
        let level = player.level
        return SoundLevel(peak: level.peak, mean: level.mean)
    }
}

/// The level of a sound, left and right; full scale is 1.
public struct SoundLevel: Hashable, Sendable {
    /// The largest magnitude.
    public let peak: SIMD2<Float>
    /// The root of the mean of the squares.
    public let mean: SIMD2<Float>

    /// Describes a level.
    public init(peak: SIMD2<Float>, mean: SIMD2<Float>) { (self.peak, self.mean) = (peak, mean) }
}

extension AudioApp {
    /// Stops the sounds that were halted when no `AppSound` stood for them, so that the next of their names begins anew. An
    /// app that the device has ended has none any more, and is not launched for that.
    fileprivate func stopAbandonedSounds() {
        let abandoned = names.takeAbandoned()
        guard !abandoned.isEmpty else { return }
        let isLaunched = (try? facts().isLaunched) ?? false
        for name in abandoned {
            if isLaunched { _ = try? perform(.stop(name)) }
            names.giveBack(name)
        }
    }

    /// Makes a sound of a file: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 and what else libsndfile reads. A long file is read
    /// while it plays.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read.
    public func sound(file path: String) throws(DeviceError) -> AppSound { try sound(file: path, named: nil) }

    /// Makes the sound of a file under a name that is not the file's, for a file that has none.
    package func sound(file path: String, named given: String?) throws(DeviceError) -> AppSound {
        let name = given ?? path.split(separator: "/").last.map { String($0) } ?? path
        return try AppSound(.ofApp(file: path), named: name, of: self)
    }

    /// Makes a sound of the bytes of such a file.
    ///
    /// - Throws: `DeviceError.file` if they are no sound.
    public func sound(data bytes: [UInt8]) throws(DeviceError) -> AppSound {
        try AppSound(.ofApp(bytes: bytes), named: "data", of: self)
    }

    /// Makes a sound of samples.
    ///
    /// - Parameters:
    ///   - samples: Interleaved, whole frames; full scale is 1.
    ///   - channels: 1 to 8.
    ///   - rate: Frames per second, 1,000 to 768,000.
    /// - Throws: `DeviceError.badValue` naming what is out of its range.
    public func sound(samples: [Float], channels: Int, rate: Int) throws(DeviceError) -> AppSound {
        guard !samples.isEmpty else { throw .badValue("No samples; there must be a frame or more.") }
        return try AppSound(.samples(samples, channels: channels, rate: rate), named: "data", of: self)
    }

    /// Makes a sound that the app renders itself, period by period.
    ///
    /// - Parameters:
    ///   - channels: 1 to 8.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - render: Makes the next frames.
    /// - Throws: `DeviceError.badValue` naming what is out of its range.
    public func sound(
        channels: Int, rate: Int, render: @escaping AppSound.Render
    ) throws(DeviceError) -> AppSound {
        try AppSound(.rendered(channels: channels, rate: rate, render: render), named: "samples", of: self)
    }
}
