package import Mixer
package import SessionPolicy
package import SoundFiles
import Synchronization
import SystemSupport

/// One sound of this process: its material, its playhead, and the manner in which it is heard.
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

    /// The manner in which a voice plays the sound.
    struct Manner: Equatable {
        /// The number of rounds; nil to play until it is stopped.
        var rounds: Int? = 1
        /// The place where a sound that is played once ends before its own end, in frames of its own.
        var end: Int?
        /// The number of frames before that place; nil where the sound plays to its own end.
        var last: Int? { rounds == 1 ? end : nil }
        /// The speed, in hundredths.
        var percent = 100
        /// Whether its pitch stays where it is at another speed than its own.
        var keepsPitch = false
    }

    struct State {
        var head: Playhead
        var keepsPitch = false
        var pan: Float = 0
        /// The meter of its bus, once a level has been asked for.
        var meter: Meter?
        var heard = HeardFrame()
        /// The process's sounds, which are told of changes.
        weak var sound: ProcessSound?
    }

    let state: Mutex<State>
    let content: SoundContent

    /// Describes a sound; nothing is read yet.
    ///
    /// - Parameters:
    ///   - material: Its material.
    ///   - rate: The mixer's rate in frames per second.
    ///   - mayKeepPitch: False for a machine without SoundTouch.
    /// - Throws: `ClipError` naming what is out of range of samples.
    package init(_ material: SoundMaterial, rate: Int = 48_000, mayKeepPitch: Bool = true) throws(ClipError) {
        content = try SoundContent(material, rate: rate, mayKeepPitch: mayKeepPitch)
        state = Mutex(State(head: Playhead(duration: material.seconds)))
    }

    /// Makes its first samples ready, so that it begins without delay. May take as long as a slow file takes to read.
    ///
    /// - Throws: `SoundFileError` if it cannot be read.
    package func prepare() throws(SoundFileError) { try content.prepare() }

    // MARK: Playhead

    /// The playhead, as it is now.
    package var head: Playhead { state.withLock { $0.head } }

    /// Changes what counts when the sound is played next, or follows a scene: a voice that plays stays as it is.
    package func withHead<Result: Sendable>(_ body: (inout Playhead) -> Result) -> Result {
        state.withLock { body(&$0.head) }
    }

    /// Changes how it goes on from where it stands.
    ///
    /// - Returns: The playhead after that.
    @discardableResult
    package func change(at now: MachineTime, _ body: (inout Playhead) -> Void) -> Playhead {
        change { $0.head.change(at: now, body) }
    }

    /// Places it in its present round, whether it runs or not.
    ///
    /// - Parameters:
    ///   - seconds: From the beginning of the round; brought into its length.
    ///   - now: The time of its device.
    /// - Returns: The playhead after that.
    @discardableResult
    package func seek(to seconds: Double, at now: MachineTime) -> Playhead {
        let (head, sound) = state.withLock { state in
            state.head.change(at: now) { $0.seek(to: seconds, at: now) }
            return (state.head, state.sound)
        }
        sound?.replay(self, from: firstPlace(head))
        return head
    }

    // MARK: Manner

    /// Whether a faster or slower sound keeps its pitch, by SoundTouch; without it the pitch moves. False at first.
    package var keepsPitch: Bool {
        get { state.withLock { $0.keepsPitch } }
        set { change { $0.keepsPitch = newValue } }
    }

    /// The place between left (-1) and right (1), brought into that range. 0 at first.
    package var pan: Double {
        get { state.withLock { Double($0.pan) } }
        set {
            let pan = newValue.isNaN ? 0 : Float(min(1, max(-1, newValue)))
            let sound = state.withLock { state in
                defer { state.pan = pan }
                return state.pan == pan ? nil : state.sound
            }
            sound?.pan(self, to: pan)
        }
    }

    /// The level that is heard now, behind all its gains: the largest magnitude and the root of the mean square over
    /// the last 43 ms, left and right; full scale is 1. Silence until it has been asked for the first time.
    package var level: Meter.Level {
        let (meter, heard, runs, sound) = state.withLock { ($0.meter, $0.heard, $0.head.since != nil, $0.sound) }
        guard let sound else { return .silence }
        guard let meter else {
            // What does not run wakes no thread, however often it is asked.
            if runs { sound.measure(self) }
            return .silence
        }
        return meter.level(before: heard.frame(at: sound.now))
    }

    // MARK: For ProcessSound

    /// Changes something, and lets the voice that plays go on in the new manner.
    @discardableResult
    private func change(_ change: (inout State) -> Void) -> Playhead {
        let (head, sound) = state.withLock { state in
            let before = manner(state)
            change(&state)
            return (state.head, before == manner(state) ? nil : state.sound)
        }
        sound?.replay(self, from: nil)
        return head
    }

    private func manner(_ state: borrowing State) -> Manner {
        let end = state.head.end.map { Int((min($0, 1e9) * Double(content.placesPerSecond)).rounded()) }
        let percent = state.head.percent
        return Manner(
            rounds: state.head.rounds, end: end, percent: percent, keepsPitch: state.keepsPitch && percent != 100)
    }

    /// The place where the next start begins, in frames of its own.
    private func firstPlace(_ head: Playhead) -> Int64 {
        Int64(min(head.first, 1e9) * Double(content.placesPerSecond))
    }

    /// Returns the source that the next voice plays.
    ///
    /// - Parameter frame: The mixer's frame in which a moment of the machine falls.
    func source(_ feeders: Feeders, frameOf frame: (Int64) -> Int64) -> VoiceSource? {
        let (manner, head, pan) = state.withLock { (self.manner($0), $0.head, $0.pan) }
        guard var source = content.source(manner, feeders) else { return nil }
        source.firstPlace = firstPlace(head)
        source.pan = pan
        if let moment = head.since ?? head.begins { source.firstFrame = frame(moment.nanoseconds) }
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
