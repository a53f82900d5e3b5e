import Mixer
import SessionPolicy

struct Track {
    let bus: BusID
    /// The voice that plays it, or nil while halted, paused or ended.
    var voice: VoiceID?
    var startedFrame: Int64 = 0
    /// The number of its frames played before, or nil if it starts at the beginning.
    var place: Int64?
    /// The ratio of its frames to the mixer's.
    var pace = Pace(sources: 1, outputs: 1)
    /// The pan of its bus, from -1 (left) to 1 (right).
    var pan: Float = 0
    /// The total number of frames after which its voice ends.
    var endPlace: Int64 = .max
    /// When the policy ends it, in the caller's time, or nil.
    var ends: Instant?
    var mostPlace: Int64 = .max
    /// Whether its voice ends there without another command.
    var endIsOrdered = true
    /// The frame at which its earlier voices have faded out.
    var fadedFrame: Int64 = 0

    var endFrame: Int64 {
        let left = pace.output(of: endPlace == .max ? .max : max(0, endPlace - (place ?? 0)))
        return left == .max ? .max : startedFrame + left
    }

    func place(at frame: Int64) -> Int64 { (place ?? 0) + pace.source(of: max(0, frame - startedFrame)) }

    mutating func advance(to frame: Int64) { place = place(at: frame) }

    init(bus: BusID) { self.bus = bus }
}
