import Mixer
import SessionPolicy

/// The interpreter's state of one sound.
struct Track {
    let bus: BusID
    /// The voice that plays it, nil while it is halted, paused or over.
    var voice: VoiceID?
    /// The frame in which that voice began.
    var startedFrame: Int64 = 0
    /// The number of its frames that have played before; nil where it begins at its beginning.
    var place: Int64?
    /// The ratio of its frames to the mixer's.
    var pace = Pace(sources: 1, outputs: 1)
    /// The place of its bus between left, -1, and right, 1.
    var pan: Float = 0
    /// The number of frames in all after which its voice ends by itself.
    var endPlace: Int64 = .max
    /// The moment at which the policy lets it end, in the caller's time, and the number of frames until then; nil where
    /// it does not.
    var ends: Instant?
    var mostPlace: Int64 = .max
    /// Whether its voice ends there without another order.
    var endIsOrdered = true
    /// The frame from which no earlier voice of it is heard.
    var fadedFrame: Int64 = 0

    /// The frame in which its voice ends.
    var endFrame: Int64 {
        let left = pace.output(of: endPlace == .max ? .max : max(0, endPlace - (place ?? 0)))
        return left == .max ? .max : startedFrame + left
    }

    /// Its place in a frame of the mixer.
    func place(at frame: Int64) -> Int64 { (place ?? 0) + pace.source(of: max(0, frame - startedFrame)) }

    mutating func advance(to frame: Int64) { place = place(at: frame) }

    init(bus: BusID) { self.bus = bus }
}
