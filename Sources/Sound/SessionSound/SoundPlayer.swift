public import Mixer
import SessionHost
public import SoundFiles
import Synchronization
import Threads

/// One sound of this process: its material, the manner in which its app wants it played, and its position.
///
/// The scenes given to `ProcessSound` say whether it runs and how loud. All members may be called from any thread.
public final class SoundPlayer: Sendable {
    /// Renders the next frames of a sound, on a thread of its own that is no real-time thread: it may allocate and wait. It
    /// is asked for frames some hundredths of a second before they are heard, and never twice at once; while it is late, the
    /// sound is silent and waits.
    ///
    /// - Parameters:
    ///   - samples: Room for interleaved samples; full scale is 1.
    ///   - frames: How many frames are wanted.
    /// - Returns: How many there are; 0 ends the sound.
    public typealias Render = @Sendable (_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

    /// The material of a sound.
    public enum Material: Sendable {
        /// A sound file. A short one is kept in memory once it has been prepared; all others are read while they play.
        case file(String)
        /// Interleaved samples.
        case samples([Float], channels: Int, rate: Int)
        /// A closure of the app's, which renders while the sound plays. The sound can be neither placed nor repeated,
        /// and plays at its own rate.
        case rendered(channels: Int, rate: Int, render: Render)
    }

    /// The manner in which the app wants a sound played.
    struct Manner: Equatable {
        /// The number of rounds; nil to play until it is stopped.
        var rounds: Int? = 1
        /// The place where a sound that is played once ends before its own end, in frames of its own.
        var end: Int?
        /// The number of frames before that place; nil where the sound plays to its own end.
        var last: Int? { rounds == 1 ? end : nil }
        /// The speed, in hundredths.
        var percent = 100
        /// Whether its pitch stays where it is at another speed.
        var keepsPitch = false
        var pan: Float = 0
        /// The place where it begins, in frames of its own.
        var firstPlace: Int64 = 0
        /// The moment at which the next start begins to sound, in the machine's nanoseconds; nil for at once.
        var notBefore: Int64?
    }

    /// The state of the sound where it is heard.
    struct Standing {
        var stand: SoundStand?
        var meter: Meter?
        var heard = HeardFrame()
    }

    struct State {
        var manner = Manner()
        var standing = Standing()
        /// The process's sounds, which are told of changes.
        weak var sound: ProcessSound?
    }

    let state = Mutex(State())
    let content: SoundContent

    /// Describes a sound; nothing is read yet.
    ///
    /// - Parameters:
    ///   - material: Samples, a file, or a closure that renders.
    ///   - rate: The mixer's rate in frames per second.
    /// - Throws: `ClipError` naming what is out of range of samples.
    public convenience init(_ material: Material, rate: Int = 48_000) throws(ClipError) {
        try self.init(material, rate: rate, mayKeepPitch: true)
    }

    /// Describes a sound as above; with `mayKeepPitch` false, as on a machine without SoundTouch.
    init(_ material: Material, rate: Int = 48_000, mayKeepPitch: Bool) throws(ClipError) {
        content = try SoundContent(material, rate: rate, mayKeepPitch: mayKeepPitch)
    }

    /// Makes its first samples ready, so that it begins without delay. May take as long as a slow file takes to read.
    ///
    /// - Throws: `SoundFileError` if it cannot be read.
    public func prepare() throws(SoundFileError) { try content.prepare() }

    // MARK: Manner

    /// The number of times it begins anew at its end; less than 0 for ever. 0 at first.
    public var loops: Int {
        get { state.withLock { $0.manner.rounds.map { $0 - 1 } ?? -1 } }
        set { change { $0.rounds = newValue < 0 ? nil : newValue == .max ? nil : newValue + 1 } }
    }

    /// The speed, 0.25 to 4, brought into that range and to the nearest hundredth; a faster sound is higher, too, unless it
    /// keeps its pitch. 1 at first.
    public var rate: Double {
        get { state.withLock { Double($0.manner.percent) / 100 } }
        set { change { $0.percent = newValue.isNaN ? 100 : Int((min(4, max(0.25, newValue)) * 100).rounded()) } }
    }

    /// Whether a faster or slower sound keeps its pitch, by SoundTouch; without it the pitch moves. False at first.
    public var keepsPitch: Bool {
        get { state.withLock { $0.manner.keepsPitch } }
        set { change { $0.keepsPitch = newValue } }
    }

    /// The place between left (-1) and right (1), brought into that range. 0 at first.
    public var pan: Double {
        get { state.withLock { Double($0.manner.pan) } }
        set { change { $0.pan = newValue.isNaN ? 0 : Float(min(1, max(-1, newValue))) } }
    }

    /// The place in seconds at which a sound ends before its own end; nil at first. A sound that repeats, and one that an
    /// app renders, have no such end.
    public var end: Double? {
        get { state.withLock { $0.manner.end.map { Double($0) / Double(content.placesPerSecond) } } }
        set {
            let frames = newValue.map { Int((min(max(0, $0), 1e9) * Double(content.placesPerSecond)).rounded()) }
            change { $0.end = frames }
        }
    }

    /// Delays the next start until a moment; a moment that is past counts as now.
    ///
    /// - Parameter moment: In nanoseconds of the machine's steady clock; nil for at once.
    public func begin(at moment: Int64?) { state.withLock { $0.manner.notBefore = moment } }

    // MARK: Position

    /// Places it, whether it runs or not.
    ///
    /// - Parameter seconds: From its beginning, over all its rounds; less than 0 is 0.
    public func seek(to seconds: Double) {
        let place = Int64(min(max(0, seconds.isFinite ? seconds : 0), 1e9) * Double(content.placesPerSecond))
        let sound = state.withLock { state in
            state.manner.firstPlace = place
            return state.sound
        }
        sound?.replay(self, from: place)
    }

    /// Lets it begin at its beginning when it is started next.
    public func rewind() { state.withLock { $0.manner.firstPlace = 0 } }

    /// The position that is heard now, in seconds from the beginning, over all its rounds. 0 before the first start.
    public var position: Double {
        let (standing, sound) = state.withLock { ($0.standing, $0.sound) }
        guard let stand = standing.stand, let sound else { return 0 }
        let frame = standing.heard.frame(at: sound.now)
        return Double(stand.place(at: frame)) / Double(content.placesPerSecond)
    }

    /// The level that is heard now, behind all its gains: the largest magnitude and the root of the mean square over
    /// the last 43 ms, left and right; full scale is 1. Silence until it has been asked for the first time.
    public var level: Meter.Level {
        let (standing, sound) = state.withLock { ($0.standing, $0.sound) }
        guard let sound, standing.stand != nil else { return .silence }
        guard let meter = standing.meter else {
            sound.measure(self)
            return .silence
        }
        return meter.level(before: standing.heard.frame(at: sound.now))
    }

    // MARK: For ProcessSound

    private func change(_ change: (inout Manner) -> Void) {
        let (before, after, sound) = state.withLock { state in
            let before = state.manner
            change(&state.manner)
            return (before, state.manner, state.sound)
        }
        guard before != after, let sound else { return }
        if before.pan != after.pan { sound.pan(self, to: after.pan) }
        let isOtherPitch = before.keepsPitch != after.keepsPitch && after.percent != 100
        if before.rounds != after.rounds || before.percent != after.percent || before.end != after.end || isOtherPitch {
            sound.replay(self, from: nil)
        }
    }

    /// Returns the source that the next voice plays.
    ///
    /// - Parameter frame: The mixer's frame in which a moment of the machine falls.
    func source(_ feeders: Feeders, frameOf frame: (Int64) -> Int64) -> VoiceSource? {
        let manner = state.withLock { state in
            let manner = state.manner
            state.manner.notBefore = nil
            return manner
        }
        guard var source = content.source(manner, feeders) else { return nil }
        source.firstPlace = manner.firstPlace
        source.pan = manner.pan
        if let moment = manner.notBefore { source.firstFrame = frame(moment) }
        return source
    }
}

/// The frame of the mixer that is heard, as time goes on.
struct HeardFrame {
    var frame: Int64 = 0
    /// The moment at which that frame was heard, in the machine's nanoseconds.
    var at: Int64 = 0
    /// Frames per second; 0 while nothing runs.
    var rate: Int64 = 0
    /// The frame up to which the mixer had rendered then: no later frame can be heard until the struct is updated.
    var rendered: Int64 = 0

    func frame(at now: Int64) -> Int64 {
        let passed = min(max(0, now - at), 10_000_000_000)
        return max(frame, min(frame + Int64(SteadyClock.frames(in: passed, at: Int(rate))), rendered))
    }
}
