public import Mixer
public import SessionPolicy

/// Actions on a sound that the policy does not decide about.
extension Interpreter {
    /// The bus of a sound, or nil if it has not been started or was forgotten.
    public func bus(of reference: SoundReference) -> BusID? { tracks[reference]?.bus }

    /// The mixer's frame at which a sound started, or nil while it does not run.
    public func startedFrame(of reference: SoundReference) -> Int64? {
        tracks[reference].flatMap { $0.voice == nil ? nil : $0.startedFrame }
    }

    /// Continues a sound at another position, or with changed content.
    ///
    /// The old voice fades out while the new one fades in. A sound that does not run continues there later. A sound
    /// that has never run begins where its source says.
    ///
    /// - Parameters:
    ///   - reference: The sound.
    ///   - place: The position in the sound's frames, including completed passes, or nil for the present one.
    ///   - frame: The mixer's frame, not before earlier ones.
    ///   - send: Receives each command, in order.
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
        // A voice that starts later has to start before it can end.
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
    ///   - pan: -1 (left) to 1 (right); the channel on the other side is lowered.
    ///   - reference: The sound. One that has never run gets its pan from its source.
    ///   - frame: When.
    ///   - send: Receives each command, in order.
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
