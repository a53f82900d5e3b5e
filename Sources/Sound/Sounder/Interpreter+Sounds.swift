public import Mixer
public import SessionPolicy

/// Acts of an app with a sound of its own that the policy has nothing to say about.
extension Interpreter {
    /// The bus that a sound alone is on; nil for one that has not been started, or was forgotten.
    public func bus(of reference: SoundReference) -> BusID? { tracks[reference]?.bus }

    /// The frame of the mixer from which on a sound runs; nil while it does not.
    public func startedFrame(of reference: SoundReference) -> Int64? {
        tracks[reference].flatMap { $0.voice == nil ? nil : $0.startedFrame }
    }

    /// Continues a sound at another place, or with its changed content.
    ///
    /// The voice that played it fades out while the new one fades in. A sound that does not run goes on there when it runs
    /// again; one that has never run is not known here: its source says where it begins.
    ///
    /// - Parameters:
    ///   - reference: The sound.
    ///   - place: The place, in its own frames over all its rounds; nil for its present place.
    ///   - frame: The frame of the mixer; not before the frames given so far.
    ///   - send: Takes each command, in order.
    public mutating func replay(
        _ reference: SoundReference, from place: Int64?, at frame: Int64, send: (Command) -> Void
    ) {
        guard var track = tracks[reference] else { return }
        let place = place ?? (track.voice == nil ? track.place : track.place(at: frame))
        guard let voice = track.voice else {
            track.place = place
            tracks[reference] = track
            return
        }
        // One that is to begin later has to begin, to be over.
        let hasBegun = frame > track.startedFrame
        send(.release(voice, over: hasBegun ? ramp(end, .raisedCosine) : .step, at: max(frame, track.startedFrame)))
        if hasBegun { track.fadedFrame = settle(frame, end) }
        (track.voice, track.place) = (nil, place)
        tracks[reference] = track
        guard let source = source(reference) else { return }
        track.pace = source.pace(clock.rate)
        begin(source, of: reference, on: track, at: frame, fadeIn: hasBegun ? end : nil, send)
    }

    /// Moves a sound between left and right.
    ///
    /// - Parameters:
    ///   - pan: From -1, left, to 1, right; the channel on the other side is lowered.
    ///   - reference: The sound; one that has never run gets it from its source.
    ///   - frame: When.
    ///   - send: Takes each command, in order.
    public mutating func setPan(_ pan: Float, of reference: SoundReference, at frame: Int64, send: (Command) -> Void) {
        guard var track = tracks[reference] else { return }
        self.pan(&track, to: pan, over: ramp(end, .raisedCosine), at: frame, send)
        tracks[reference] = track
    }

    func pan(_ track: inout Track, to pan: Float, over ramp: Ramp, at frame: Int64, _ send: (Command) -> Void) {
        track.pan = pan
        send(.setGain(of: track.bus, stage: .left, to: min(1, 1 - pan), over: ramp, at: frame))
        send(.setGain(of: track.bus, stage: .right, to: min(1, 1 + pan), over: ramp, at: frame))
    }
}
