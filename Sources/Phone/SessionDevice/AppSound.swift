import Mixer
public import SessionPolicy
import SoundFiles
import Sounder
import Synchronization

/// A sound of an app: a file, bytes or samples in memory, or a closure that renders.
///
/// The policy decides whether it is heard and how loud. A playing sound needs no reference: it plays to its end, until
/// the policy halts it, or until its app is gone. Keep one to pause, seek or stop. Any thread.
public final class AppSound: Sendable {
    /// Renders the next frames of a sound, on a thread of the device without real-time constraints: it may allocate and
    /// block. Called some hundredths of a second ahead.
    ///
    /// - Parameters:
    ///   - samples: Space for interleaved samples; full scale is 1.
    ///   - frames: The number of frames requested.
    /// - Returns: The number of frames rendered; 0 ends the sound.
    public typealias Render = @Sendable (_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

    /// Its name in the app's notices: the file's, `data` or `samples`, with `#2`, `#3` … if the name is in use.
    public let name: String
    /// The app whose sound it is.
    public let app: AudioApp
    /// The length of one pass in seconds, or nil if it is endless or unknown.
    public let duration: Double?

    private let player: SoundPlayer
    private let life: CreationEpoch
    private let own = Mutex(Own())

    /// The settings known neither to the policy nor to the player.
    private struct Own {
        var gain = 1.0
        /// Whether the sound stops with its last reference.
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

    /// Makes the sound stop with its last reference, as Apple's players do.
    package func endWithReference() { own.withLock { $0.endsWithReference = true } }

    // MARK: Playing

    /// Starts playing, or continues after a pause. Activates the session.
    ///
    /// Has no effect on a playing or scheduled sound, as in Apple's players. To restart, call `seek(to: 0)`, or
    /// `stop()` first.
    ///
    /// - Parameter start: When to start, in the time of `app.now`; nil or a past time means immediately. Ignored by a
    ///   playing or scheduled sound.
    /// - Throws: `DeviceError.refused` by the policy, or if the media server has died since the sound was created
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

    /// Pauses the sound, also without a host. Has no effect if the media server has died since.
    ///
    /// - Throws: `DeviceError.refused` for a sound that was not started, `.unreachable`, `.forked`.
    @discardableResult
    public func pause() throws(DeviceError) -> CallOutcome {
        life.isOver ? CallOutcome(at: app.now) : try app.perform(.pause(name))
    }

    /// Stops the sound and returns to its beginning, also without a host. Has no effect if the media server has died
    /// since.
    ///
    /// - Throws: As `pause()`.
    @discardableResult
    public func stop() throws(DeviceError) -> CallOutcome {
        if life.isOver { return CallOutcome(at: app.now) }
        let outcome = try app.perform(.stop(name))
        player.withHead { $0.rewind() }
        return outcome
    }

    /// Reports the end of a rendered sound that no device plays.
    package func finish() {
        if isPlaying { app.report(.soundMoved(name, remaining: .zero)) }
    }

    /// Prepares the first samples, so that `play` starts without delay. May block on a slow file.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read.
    public func prepare() throws(DeviceError) {
        do throws(SoundFileError) { try player.prepare() } catch { throw .file("\(error)") }
    }

    /// Whether it was started, and has neither ended nor been stopped since.
    package var isStarted: Bool { player.head.isStarted }

    /// Whether it is playing: not paused, interrupted or ended.
    public var isPlaying: Bool { player.head.since != nil }

    // MARK: Position

    /// The position in the current pass in seconds, by the device's clock. It is audible some hundredths of a second
    /// later.
    public var position: Double {
        let now = app.now
        return player.head.position(at: now)
    }

    /// Seeks, whether it is playing or not.
    ///
    /// - Parameter seconds: The position, clamped to the sound's length.
    public func seek(to seconds: Double) {
        let now = app.now
        tell(player.seek(to: seconds, at: now), now)
    }

    /// How often it repeats after the first pass; negative to loop forever. 0 by default. Rendered sounds do not
    /// repeat.
    public var loops: Int {
        get { player.head.loops }
        set { change { $0.loops = newValue } }
    }

    /// The playback rate, clamped to 0.25...4 and rounded to hundredths; the pitch changes with it. 1 by default.
    /// Rendered sounds have a fixed rate.
    public var rate: Double {
        get { player.head.rate }
        set { change { $0.rate = newValue } }
    }

    /// Whether rate changes keep the pitch, with SoundTouch. False by default.
    package var keepsPitch: Bool {
        get { player.keepsPitch }
        set { player.keepsPitch = newValue }
    }

    /// An early end in seconds, or nil. Ignored by repeating sounds.
    package var end: Double? {
        get { player.head.end }
        set { change { $0.end = newValue } }
    }

    private func change(_ change: (inout Playhead) -> Void) {
        let now = app.now
        tell(player.change(at: now, change), now)
    }

    private func tell(_ head: Playhead, _ now: MachineTime) {
        if head.isStarted { app.report(.soundMoved(name, remaining: head.remaining(at: now))) }
    }

    // MARK: Level

    /// The app's level for the sound, 0 to 1, linear, in addition to the system's volume.
    public var gain: Double { own.withLock { $0.gain } }

    /// Changes the app's level.
    ///
    /// - Parameters:
    ///   - gain: Linear gain, clamped to 0...1.
    ///   - seconds: The length of the ramp, or nil for the rule book's.
    /// - Throws: `DeviceError.unreachable`, `.forked`.
    public func setGain(_ gain: Double, over seconds: Double? = nil) throws(DeviceError) {
        let gain = gain.isNaN ? 0 : min(1, max(0, gain))
        own.withLock { $0.gain = gain }
        guard isStarted else { return }
        let over = seconds.map { Length(seconds: min($0, 1e6)) }
        do throws(DeviceError) {
            try app.perform(.setGain(name, to: gain, over: over))
        } catch {
            // The sound has ended: the next start uses the new level.
            guard case .refused = error else { throw error }
        }
    }

    /// The pan from -1 (left) to 1 (right), clamped. 0 by default.
    public var pan: Double {
        get { player.pan }
        set { player.pan = newValue }
    }

    /// The present level after all gains, over the last 43 ms. Silence at the first request, which starts the
    /// measurement.
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
    /// Stops halted sounds without an `AppSound`, so that new ones with their names start from the beginning. Does not
    /// launch an ended app.
    fileprivate func stopAbandonedSounds() {
        let abandoned = names.takeAbandoned()
        guard !abandoned.isEmpty else { return }
        let isLaunched = (try? facts().isLaunched) ?? false
        for name in abandoned {
            if isLaunched { _ = try? perform(.stop(name)) }
            names.giveBack(name)
        }
    }

    /// Creates a sound from a file: WAV, AIFF, FLAC, Ogg Vorbis, Opus, MP3 and other formats of libsndfile. A long file
    /// is streamed.
    ///
    /// - Throws: `DeviceError.file` if it cannot be read.
    public func sound(file path: String) throws(DeviceError) -> AppSound { try sound(file: path, named: nil) }

    package func sound(file path: String, named given: String?) throws(DeviceError) -> AppSound {
        let name = given ?? path.split(separator: "/").last.map { String($0) } ?? path
        return try AppSound(.ofApp(file: path), named: name, of: self)
    }

    /// Creates a sound from the bytes of such a file.
    ///
    /// - Throws: `DeviceError.file` if they cannot be decoded.
    public func sound(data bytes: [UInt8]) throws(DeviceError) -> AppSound {
        try AppSound(.ofApp(bytes: bytes), named: "data", of: self)
    }

    /// Creates a sound from samples.
    ///
    /// - Parameters:
    ///   - samples: Whole interleaved frames; full scale is 1.
    ///   - channels: 1 to 8.
    ///   - rate: Frames per second, 1,000 to 768,000.
    /// - Throws: `DeviceError.badValue` naming the value out of range.
    public func sound(samples: [Float], channels: Int, rate: Int) throws(DeviceError) -> AppSound {
        guard !samples.isEmpty else { throw .badValue("No samples; there must be a frame or more.") }
        return try AppSound(.samples(samples, channels: channels, rate: rate), named: "data", of: self)
    }

    /// Creates a sound that the app renders, period by period.
    ///
    /// - Parameters:
    ///   - channels: 1 to 8.
    ///   - rate: Frames per second, 1,000 to 768,000.
    ///   - render: Renders the next frames.
    /// - Throws: `DeviceError.badValue` naming the value out of range.
    public func sound(
        channels: Int, rate: Int, render: @escaping AppSound.Render
    ) throws(DeviceError) -> AppSound {
        try AppSound(.rendered(channels: channels, rate: rate, render: render), named: "samples", of: self)
    }
}
