public import Mixer
import SessionHost
public import SoundFiles
import Synchronization
import Threads

/// One sound of this process: what it is made of, how its app wants it played, and where it stands.
///
/// Whether it runs and how loud, the scenes say that `ProcessSound` is given. All members may be called from any thread.
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

    /// What a sound is made of.
    public enum Material: Sendable {
        /// A sound file. A short one is kept in memory once it has been prepared; all others are read while they play.
        case file(String)
        /// Interleaved samples.
        case samples([Float], channels: Int, rate: Int)
        /// What the app renders while it plays. It can be neither placed nor repeated, and plays at its own rate.
        case rendered(channels: Int, rate: Int, render: Render)
    }

    /// How the app wants it played.
    struct Manner: Equatable {
        /// How often; nil: until it is stopped.
        var rounds: Int? = 1
        /// How fast, in hundredths.
        var percent = 100
        var pan: Float = 0
        /// Where it begins, in frames of its own.
        var firstPlace: Int64 = 0
        /// When it begins that is started next, in the machine's nanoseconds.
        var notBefore: Int64?
    }

    /// What is known of it where it is heard.
    struct Standing {
        var stand: SoundStand?
        var meter: Meter?
        var heard = HeardFrame()
    }

    struct State {
        var manner = Manner()
        var standing = Standing()
        /// Whom to tell of changes, and under which name.
        weak var sound: ProcessSound?
    }

    let state = Mutex(State())
    let content: SoundContent

    /// Describes a sound; nothing is read yet.
    ///
    /// - Parameters:
    ///   - material: What it is made of.
    ///   - rate: The mixer's rate in frames per second.
    /// - Throws: `ClipError` naming what is out of range of samples.
    public init(_ material: Material, rate: Int = 48_000) throws(ClipError) {
        content = try SoundContent(material, rate: rate)
    }

    /// Gets ready what its first samples need, so that it begins without delay. May take as long as a file is slow.
    ///
    /// - Throws: `SoundFileError` if it cannot be read.
    public func prepare() throws(SoundFileError) { try content.prepare() }

    // MARK: How it is played

    /// How often it begins anew at its end; less than 0: for ever. At first 0.
    public var loops: Int {
        get { state.withLock { $0.manner.rounds.map { $0 - 1 } ?? -1 } }
        set { change { $0.rounds = newValue < 0 ? nil : newValue == .max ? nil : newValue + 1 } }
    }

    /// How fast it plays, 0.25 to 4, brought into that range and to the nearest hundredth; it sounds higher where it is
    /// faster. At first 1.
    public var rate: Double {
        get { state.withLock { Double($0.manner.percent) / 100 } }
        set { change { $0.percent = newValue.isNaN ? 100 : Int((min(4, max(0.25, newValue)) * 100).rounded()) } }
    }

    /// Where it is between left (-1) and right (1), brought into that range. At first 0.
    public var pan: Double {
        get { state.withLock { Double($0.manner.pan) } }
        set { change { $0.pan = newValue.isNaN ? 0 : Float(min(1, max(-1, newValue))) } }
    }

    /// Lets it begin at a moment when it is started next, and at once where that is past.
    ///
    /// - Parameter moment: In nanoseconds of the machine's steady clock; nil for at once.
    public func begin(at moment: Int64?) { state.withLock { $0.manner.notBefore = moment } }

    // MARK: Where it is

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

    /// What of it is heard now, in seconds from its beginning, over all its rounds. 0 before it has been started.
    public var position: Double {
        let (standing, sound) = state.withLock { ($0.standing, $0.sound) }
        guard let stand = standing.stand, let sound else { return 0 }
        let frame = standing.heard.frame(at: sound.now)
        return Double(stand.place(at: frame)) / Double(content.placesPerSecond)
    }

    /// How loud it is heard now, behind all its gains: the largest magnitude and the root of the mean square over the last
    /// 43 ms, left and right; full scale is 1. Silence until it has been asked for the first time.
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
        if before.rounds != after.rounds || before.percent != after.percent { sound.replay(self, from: nil) }
    }

    /// What its next voice plays.
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

/// Which frame of the mixer is heard, as time goes on.
struct HeardFrame {
    var frame: Int64 = 0
    /// When that was, in the machine's nanoseconds.
    var at: Int64 = 0
    /// Frames per second; 0 while nothing runs.
    var rate: Int64 = 0
    /// What has been rendered by then: no more can be heard until it is looked at again.
    var rendered: Int64 = 0

    func frame(at now: Int64) -> Int64 {
        let passed = min(max(0, now - at), 10_000_000_000)
        return max(frame, min(frame + Int64(SteadyClock.frames(in: passed, at: Int(rate))), rendered))
    }
}
