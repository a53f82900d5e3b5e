package import Mixer
package import SessionPolicy
package import SoundFiles
import Synchronization
import SystemSupport

/// One sound of this process: its material, its playhead and its settings.
///
/// `ProcessSound`'s scenes decide whether it plays and how loud. Any thread.
public final class SoundPlayer: Sendable {
    /// Renders the next frames of a sound, on its own thread without real-time constraints: it may allocate and block.
    /// Called some hundredths of a second ahead, never concurrently; while it is late, the sound stalls.
    ///
    /// - Parameters:
    ///   - samples: Space for interleaved samples; full scale is 1.
    ///   - frames: The number of frames requested.
    /// - Returns: The number of frames rendered; 0 ends the sound.
    public typealias Render = @Sendable (_ samples: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int

    struct Manner: Equatable {
        /// The number of passes, or nil to play until stopped.
        var rounds: Int? = 1
        /// The early end of a sound that does not loop, in its own frames.
        var end: Int?
        /// The number of frames before the early end, or nil to play to the end.
        var last: Int? { rounds == 1 ? end : nil }
        var percent = 100
        var keepsPitch = false
    }

    struct State {
        var head: Playhead
        var keepsPitch = false
        var pan: Float = 0
        /// The meter of its bus, once a level has been requested.
        var meter: Meter?
        var heard = HeardFrame()
        weak var sound: ProcessSound?
    }

    let state: Mutex<State>
    let content: SoundContent

    /// Describes a sound without reading it.
    /// - Parameters:
    ///   - rate: The mixer's rate in frames per second.
    ///   - mayKeepPitch: False without SoundTouch.
    package init(_ material: SoundMaterial, rate: Int = 48_000, mayKeepPitch: Bool = true) throws(ClipError) {
        content = try SoundContent(material, rate: rate, mayKeepPitch: mayKeepPitch)
        state = Mutex(State(head: Playhead(duration: material.seconds)))
    }

    /// Prepares the first samples, so that it starts without delay. May block on a slow file.
    package func prepare() throws(SoundFileError) { try content.prepare() }

    // MARK: Playhead

    package var head: Playhead { state.withLock { $0.head } }

    /// Changes the playhead for the next start, or applies a scene. A playing voice is unchanged.
    package func withHead<Result: Sendable>(_ body: (inout Playhead) -> Result) -> Result {
        state.withLock { body(&$0.head) }
    }

    /// Applies a change without losing the current position.
    @discardableResult
    package func change(at now: MachineTime, _ body: (inout Playhead) -> Void) -> Playhead {
        change { $0.head.change(at: now, body) }
    }

    /// Seeks within the current pass, whether it plays or not.
    /// - Parameters:
    ///   - seconds: The position in the pass, clamped to its length.
    ///   - now: The time of its device.
    @discardableResult
    package func seek(to seconds: Double, at now: MachineTime) -> Playhead {
        let (head, sound) = state.withLock { state in
            state.head.change(at: now) { $0.seek(to: seconds, at: now) }
            return (state.head, state.sound)
        }
        let place = firstPlace(head)
        sound?.post { $0.replay(self, from: place) }
        return head
    }

    // MARK: Manner

    /// Whether rate changes keep the pitch, with SoundTouch. False by default.
    package var keepsPitch: Bool {
        get { state.withLock { $0.keepsPitch } }
        set { change { $0.keepsPitch = newValue } }
    }

    /// The pan from -1 (left) to 1 (right), clamped. 0 by default.
    package var pan: Double {
        get { state.withLock { Double($0.pan) } }
        set {
            let pan = newValue.isNaN ? 0 : Float(min(1, max(-1, newValue)))
            let sound = state.withLock { state in
                defer { state.pan = pan }
                return state.pan == pan ? nil : state.sound
            }
            sound?.post { $0.setPan(pan, of: self) }
        }
    }

    /// The present level after all gains: peak and RMS over the last 43 ms, left and right; full scale is 1. Silence
    /// until the first request.
    package var level: Meter.Level {
        let (meter, heard, runs, sound) = state.withLock { ($0.meter, $0.heard, $0.head.since != nil, $0.sound) }
        guard let sound else { return .silence }
        guard let meter else {
            // A sound that does not play wakes no thread.
            if runs { sound.post { $0.measured.insert(ObjectIdentifier(self)) } }
            return .silence
        }
        return meter.level(before: heard.frame(at: sound.now))
    }

    // MARK: For ProcessSound

    @discardableResult
    private func change(_ change: (inout State) -> Void) -> Playhead {
        let (head, sound) = state.withLock { state in
            let before = manner(state)
            change(&state)
            return (state.head, before == manner(state) ? nil : state.sound)
        }
        sound?.post { $0.replay(self, from: nil) }
        return head
    }

    private func manner(_ state: borrowing State) -> Manner {
        let end = state.head.end.map { Int((min($0, 1e9) * Double(content.placesPerSecond)).rounded()) }
        let percent = state.head.percent
        return Manner(
            rounds: state.head.rounds, end: end, percent: percent, keepsPitch: state.keepsPitch && percent != 100)
    }

    /// The position of the next start, in its own frames.
    private func firstPlace(_ head: Playhead) -> Int64 {
        Int64(min(head.first, 1e9) * Double(content.placesPerSecond))
    }

    /// Returns the source that the next voice plays.
    /// - Parameter frame: Returns the mixer's frame at a machine time.
    func source(_ feeders: Feeders, frameOf frame: (Int64) -> Int64) -> VoiceSource? {
        let (manner, head, pan) = state.withLock { (self.manner($0), $0.head, $0.pan) }
        guard var source = content.source(manner, feeders) else { return nil }
        source.firstPlace = firstPlace(head)
        source.pan = pan
        if let moment = head.since ?? head.begins { source.firstFrame = frame(moment.nanoseconds) }
        return source
    }
}

/// Extrapolates the mixer's frame that is heard now.
struct HeardFrame {
    var frame: Int64 = 0
    /// The time at which that frame was heard, in the machine's nanoseconds.
    var at: Int64 = 0
    /// Frames per second; 0 while nothing runs.
    var rate: Int64 = 0
    /// The end of the frames rendered then, an upper bound for the heard frame.
    var rendered: Int64 = 0

    func frame(at now: Int64) -> Int64 {
        let passed = min(max(0, now - at), 10_000_000_000)
        return max(frame, min(frame + Int64(SteadyClock.frames(in: passed, at: Int(rate))), rendered))
    }
}
