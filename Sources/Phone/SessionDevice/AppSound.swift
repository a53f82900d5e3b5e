import Mixer
public import SessionCalls
import SessionPolicy
import SessionSound
import SoundFiles
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

    private let head: SoundHead
    private let player: SoundPlayer
    private let ownGain = Mutex(1.0)

    init(_ material: SoundMaterial, named wish: String, of app: AudioApp) throws(DeviceError) {
        player = try material.player()
        app.stopAbandonedSounds()
        name = app.names.take(wish)
        self.app = app
        duration = material.seconds
        head = SoundHead(duration: material.seconds)
        app.stage.add(
            SoundStage.Entry(head: head, player: player, material: material, names: app.names),
            as: SceneName(.sound, app: app.name, sound: name))
    }

    deinit {
        let sound = SceneName(.sound, app: app.name, sound: name)
        let (isStarted, endsWithReference) = head.state.withLock { ($0.isStarted, $0.endsWithReference) }
        if !endsWithReference, app.stage.playOn(sound) { return }
        if isStarted { _ = try? app.perform(.stop(sound: name)) }
        app.stage.remove(sound)
        app.names.giveBack(name)
    }

    /// Lets the sound stop when its last reference is gone, as Apple's players do.
    package func endWithReference() { head.state.withLock { $0.endsWithReference = true } }

    // MARK: Playing

    /// Plays it, or goes on where it is paused. Activates the session.
    ///
    /// - Parameter start: When its first sample is to be heard, by `app.now`; at once where that is past, or nil.
    /// - Throws: `DeviceError.refused` where the policy does not let it, `.unreachable`, `.forked`.
    @discardableResult
    public func play(at start: MachineTime? = nil) throws(DeviceError) -> CallOutcome {
        let now = app.now
        let (remaining, begins) = head.state.withLock { state in
            if state.since == nil { state.begins = start }
            return (state.remaining(at: now), state.begins)
        }
        if let begins { player.begin(at: begins.nanoseconds) }
        return try app.perform(.play(sound: name, lasts: remaining, gain: gain))
    }

    /// Pauses it where it is, also while no host answers.
    ///
    /// - Throws: `DeviceError.refused` for a sound that is not started, `.unreachable`, `.forked`.
    @discardableResult
    public func pause() throws(DeviceError) -> CallOutcome { try app.perform(.pause(sound: name)) }

    /// Ends it, also while no host answers; it then begins anew.
    ///
    /// - Throws: As `pause()`.
    @discardableResult
    public func stop() throws(DeviceError) -> CallOutcome {
        let outcome = try app.perform(.stop(sound: name))
        head.state.withLock { $0.rewind() }
        player.rewind()
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
    package var isStarted: Bool { head.state.withLock { $0.isStarted } }

    /// Whether it runs: not paused, not halted by an interruption, not at its end.
    public var isPlaying: Bool { head.state.withLock { $0.since != nil } }

    // MARK: Position

    /// The position in the present round, in seconds, by the device's time. It is heard some hundredths of a second
    /// later.
    public var position: Double {
        let now = app.now
        return head.state.withLock { $0.position(at: now) }
    }

    /// Places it, whether it runs or not.
    ///
    /// - Parameter seconds: From its beginning; brought into its length.
    public func seek(to seconds: Double) {
        let total = move { state, now in
            let wanted = seconds.isFinite ? max(0, seconds) : 0
            state.place = wanted
            if let duration = state.duration, duration > 0 {
                let rounds = min((state.total(at: now) / duration).rounded(.down), 1e6)
                state.place =
                    (state.loops < 0 ? 0 : min(rounds, Double(state.loops))) * duration + min(wanted, duration)
            }
            state.first = state.place
            return state.place
        }
        player.seek(to: total)
    }

    /// The number of times it begins anew at its end; less than 0 for ever. 0 at first. A sound that an app renders
    /// does not repeat.
    public var loops: Int {
        get { head.state.withLock { $0.loops } }
        set {
            move { state, _ in state.loops = min(max(-1, newValue), 1_000_000) }
            player.loops = loops
        }
    }

    /// The speed, 0.25 to 4, brought into that range and to the nearest hundredth; a faster sound is higher, too. 1 at
    /// first. A sound that an app renders plays at its own rate.
    public var rate: Double {
        get { head.state.withLock { $0.rate } }
        set {
            player.rate = newValue
            let rate = player.rate
            move { state, _ in state.rate = rate }
        }
    }

    /// Whether a faster or slower sound keeps its pitch, where SoundTouch is installed. False at first.
    package var keepsPitch: Bool {
        get { player.keepsPitch }
        set { player.keepsPitch = newValue }
    }

    /// The place in seconds at which it ends before its own end; nil at first. A sound that repeats plays to its own end.
    package var end: Double? {
        get { head.state.withLock { $0.stop } }
        set {
            let end = newValue.map { max(0, $0) }
            move { state, _ in state.stop = end }
            player.end = end
        }
    }

    /// Changes where it is or how it goes on, and tells the device how long it has to go from there.
    @discardableResult
    private func move<Result: Sendable>(_ change: (inout SoundHead.State, MachineTime) -> Result) -> Result {
        let now = app.now
        let (isStarted, remaining, result) = head.state.withLock { state in
            let runs = state.since
            if let runs, runs <= now { state.halt(at: now) }
            let result = change(&state, now)
            if let runs { state.since = max(runs, now) }
            return (state.isStarted, state.remaining(at: now), result)
        }
        if isStarted { app.report(.soundMoved(name, remaining: remaining)) }
        return result
    }

    // MARK: Level

    /// The app's own level of it, 0 to 1, linear, below the system's volume.
    public var gain: Double { ownGain.withLock { $0 } }

    /// Moves the app's own level.
    ///
    /// - Parameters:
    ///   - gain: 0 to 1, linear; brought into that range.
    ///   - seconds: The length of the ramp; nil is the rule book's length.
    /// - Throws: `DeviceError.unreachable`, `.forked`.
    public func setGain(_ gain: Double, over seconds: Double? = nil) throws(DeviceError) {
        let gain = gain.isNaN ? 0 : min(1, max(0, gain))
        ownGain.withLock { $0 = gain }
        guard head.state.withLock({ $0.isStarted }) else { return }
        let over = seconds.map { Length(seconds: min($0, 1e6)) }
        do throws(DeviceError) {
            try app.perform(.setGain(sound: name, to: gain, over: over))
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
            if isLaunched { _ = try? perform(.stop(sound: name)) }
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
        return try AppSound(.file(path), named: name, of: self)
    }

    /// Makes a sound of the bytes of such a file.
    ///
    /// - Throws: `DeviceError.file` if they are no sound.
    public func sound(data bytes: [UInt8]) throws(DeviceError) -> AppSound {
        try AppSound(.bytes(bytes), named: "data", of: self)
    }

    /// Makes a sound of samples.
    ///
    /// - Parameters:
    ///   - samples: Interleaved, whole frames; full scale is 1.
    ///   - channels: 1 to 8.
    ///   - rate: Frames per second, 1,000 to 768,000.
    /// - Throws: `DeviceError.badValue` naming what is out of its range.
    public func sound(samples: [Float], channels: Int, rate: Int) throws(DeviceError) -> AppSound {
        try AppSound(.interleaved(samples, channels: channels, rate: rate), named: "data", of: self)
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
        _ = try SoundMaterial.interleaved(
            [Float](repeating: 0, count: max(1, channels)), channels: channels, rate: rate)
        return try AppSound(
            .rendered(RenderedSamples(channels: channels, rate: rate, render: render)), named: "samples", of: self)
    }
}
