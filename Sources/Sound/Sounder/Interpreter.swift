public import Mixer
public import SessionPolicy

/// The one translator from policy to sound: sounds become voices on buses of their own, milliseconds become frames, and
/// the difference between two pictures becomes commands.
///
/// Every sound has a bus whose gain stages are the causes of its level, so that a duck, a silence and a volume step,
/// begun and ended in any order, never disturb each other. A sound that is halted loses its voice and keeps its place;
/// when it goes on, a new voice begins there while the old one may still be fading. Call it from the control thread only.
public struct Interpreter {
    let clock: FrameClock
    let source: (SoundReference) -> VoiceSource?
    var tracks: [SoundReference: Track] = [:]
    /// The sounds of the last picture, in its order.
    private var current: [Picture.Level] = []
    /// The length of each kind of change, as the last picture says.
    private var ramps: [RampRule] = []
    /// The kind of change by which a sound ends.
    var end = RampRule.Change.cut
    private var nextVoice: UInt32 = 1
    private var nextBus: UInt16 = 0
    /// The buses of forgotten sounds.
    private var freeBuses: [Track] = []
    /// The frame at which the last ramp that was ordered so far has landed.
    public private(set) var settledFrame: Int64 = 0
    /// The latest frame in which a voice begins so far.
    public private(set) var lastStartFrame: Int64 = 0
    /// The latest frame of any command so far, but for voices that their sound lets begin later.
    public private(set) var latestFrame: Int64 = 0
    /// The linear gain that stands behind the mixer already, in the hardware; what is left of a volume is done here.
    /// Takes effect with the next picture.
    public var hardwareGain = 1.0
    /// The hardware's gain of the last picture.
    private var appliedHardwareGain = 1.0
    /// Keeps the samples of each voice alive until the mixer reports that the voice has ended.
    private var played: [VoiceID: AnyObject] = [:]
    /// The lengths of changes of the sounds' own levels in the picture that is being shown.
    private var gainOver: [SoundReference: Length] = [:]
    /// The sounds that were taken back and go on with the next picture, each with the frames until it does.
    private var rewound: [SoundReference: Int64] = [:]

    /// Creates an interpreter.
    ///
    /// - Parameters:
    ///   - sampleRate: The mixer's rate in frames per second.
    ///   - source: Returns the source of a sound; nil for a sound that is real in the policy only.
    public init(sampleRate: Int, source: @escaping (SoundReference) -> VoiceSource?) {
        clock = FrameClock(rate: sampleRate)
        self.source = source
    }

    /// The frame in which a moment falls.
    public func frame(of instant: Instant) -> Int64 {
        clock.frame(of: instant)
    }

    /// Every sound that has a bus, in order of the buses: that of the first starts, unless some were forgotten.
    public var buses: [(sound: SoundReference, bus: BusID)] {
        tracks.map { ($0.key, $0.value.bus) }.sorted { $0.bus.rawValue < $1.bus.rawValue }
    }

    /// Translates the changes at a moment.
    ///
    /// - Parameters:
    ///   - picture: The picture from then on.
    ///   - started: The sounds that begin from their beginning.
    ///   - ends: When the sounds end by themselves that run and have an end, as far as the policy knows; in the caller's
    ///     time. A sound that leaves the picture at or after its end is not cut off there: it is heard to its end.
    ///   - finished: The sounds that leave the picture because they have run to their end: likewise.
    ///   - gainOver: The length of the change of an app's own level of a sound, where the app gives one; else the
    ///     picture does.
    ///   - moment: The moment, in the caller's time; not before the moments given so far.
    ///   - frame: The moment as a frame of the mixer, for a caller whose time and whose frames have no common zero; not
    ///     before the frames given so far.
    ///   - send: Takes each command, in order.
    public mutating func interpret(
        _ picture: Picture, started: [SoundReference], ends: [SoundReference: Instant] = [:],
        finished: Set<SoundReference> = [], gainOver: [SoundReference: Length] = [:], at moment: Instant,
        frame: Int64? = nil, send: (Command) -> Void
    ) {
        let frame = frame ?? self.frame(of: moment)
        self.gainOver = gainOver
        latestFrame = max(latestFrame, frame)
        defer {
            rewound.removeAll()
            appliedHardwareGain = hardwareGain
        }
        (ramps, end) = (picture.ramps, picture.end)
        defer { current = picture.sounds }
        if started.isEmpty, rewound.isEmpty, runsAsBefore(picture) {
            for (before, level) in zip(current, picture.sounds) where level.isRunning {
                move(from: before, to: level, at: frame, send)
            }
            return
        }
        let known = Dictionary(current.map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
        let next = Dictionary(picture.sounds.map { ($0.reference, $0) }, uniquingKeysWith: { $1 })
        for (reference, track) in playing where next[reference]?.isRunning != true {
            let isFinished = finished.contains(reference) || track.ends.map { $0 <= moment } ?? false
            // What would go on for longer than a device holds is not at its end.
            if next[reference] == nil, isFinished, track.endFrame < frame + clock.rate {
                letFinish(reference, send)
                continue
            }
            halt(reference, at: frame, next[reference]?.changes.halt ?? picture.end, send)
        }
        for level in picture.sounds where level.isRunning {
            let before = known[level.reference]
            let end = ends[level.reference].map { end in
                (at: end, frames: clock.frames(in: Length(nanoseconds: max(0, end.nanoseconds - moment.nanoseconds))))
            }
            if started.contains(level.reference) {
                halt(level.reference, at: frame, picture.end, send)
                tracks[level.reference]?.place = nil
                start(level, until: end, at: frame, fadeIn: nil, send)
            } else if let before, before.isRunning, let delay = rewound[level.reference] {
                restart(from: before, to: level, at: frame, delay: delay, send)
            } else if let before, before.isRunning {
                move(from: before, to: level, at: frame, send)
            } else {
                let fadeIn = before == nil ? level.changes.start : level.changes.resumption
                start(level, until: end, at: frame, fadeIn: fadeIn, send)
            }
        }
    }

    /// Whether the same sounds run as in the last picture: most pictures change levels alone, if anything.
    private func runsAsBefore(_ picture: Picture) -> Bool {
        current.count == picture.sounds.count
            && zip(current, picture.sounds).allSatisfy {
                $0.reference == $1.reference && $0.isRunning == $1.isRunning
            }
    }

    /// The sounds with a voice, in order of their buses.
    private var playing: [(key: SoundReference, value: Track)] { playing { _ in true } }

    /// Returns those sounds with a voice that fit, in order of their buses.
    private func playing(_ fits: (Track) -> Bool) -> [(key: SoundReference, value: Track)] {
        tracks.filter { $0.value.voice != nil && fits($0.value) }
            .sorted { $0.value.bus.rawValue < $1.value.bus.rawValue }
    }

    /// The number of sounds that have a bus.
    public var busCount: Int { tracks.count }

    /// Gives the buses of sounds that are over to sounds to come, for a host that hears ever new ones.
    ///
    /// - Parameter isStarted: Whether a sound, though it does not play, has a place to go on from: it is not forgotten, and
    ///   neither is one that plays or may still be fading.
    public mutating func forget(except isStarted: (SoundReference) -> Bool) {
        for (reference, track) in tracks.sorted(by: { $0.value.bus.rawValue > $1.value.bus.rawValue })
        where track.voice == nil && track.fadedFrame <= latestFrame && !isStarted(reference) {
            tracks[reference] = nil
            var free = Track(bus: track.bus)
            free.pan = track.pan
            freeBuses.append(free)
        }
    }

    /// The number of voices that play, as far as the pictures and the reports tell; those that fade out are not
    /// counted.
    public var voiceCount: Int { tracks.values.count { $0.voice != nil } }

    /// Whether any voice plays, as far as the pictures tell.
    public var hasVoices: Bool { tracks.values.contains { $0.voice != nil } }

    /// Takes a report of the mixer. A caller that plays streams, or clips with an owner, hands over every report.
    ///
    /// - Parameter report: The report.
    /// - Returns: The sound that has come to its end by it, if one has.
    @discardableResult
    public mutating func note(_ report: Report) -> SoundReference? {
        switch report.event {
        case .ended(let voice, let reason):
            played[voice] = nil
            guard let (reference, track) = track(of: voice), reason == .finished || track.endIsOrdered else { break }
            // Whatever the policy thinks, there is nothing more to play.
            tracks[reference]?.voice = nil
            // A sound of unknown length has its end where it is now.
            tracks[reference]?.place = track.endPlace == .max ? track.place(at: report.frame) : track.endPlace
            return reference
        case .refused(let voice, .voiceLimit): played[voice] = nil
        case .starved(let voice, let frames):
            // It waited; its place is so much earlier than the time that has passed.
            guard let (reference, _) = track(of: voice) else { break }
            tracks[reference]?.startedFrame += Int64(frames)
        case .refused, .silenced: break
        }
        return nil
    }

    /// The sound that a voice plays; nil for one that has ended or fades out.
    public func sound(of voice: VoiceID) -> SoundReference? { track(of: voice)?.0 }

    private func track(of voice: VoiceID) -> (SoundReference, Track)? { tracks.first { $0.value.voice == voice } }

    /// Takes every voice back to the last frame that was heard: it ends at once, and goes on from there
    /// with the next picture, if that lets it.
    ///
    /// A voice that was to begin after `heard` begins as much later than the others as it would have.
    ///
    /// - Parameters:
    ///   - heard: The first frame that was not heard.
    ///   - frame: When the voices end; no command sent so far is later. Render until no voice lives before the next
    ///     picture, whose frame may be any from there on.
    ///   - send: Takes each command, in order.
    public mutating func rewind(to heard: Int64, at frame: Int64, send: (Command) -> Void) {
        for (reference, var track) in playing {
            // One that is to begin later has to begin, to be over.
            if let voice = track.voice { send(.release(voice, over: .step, at: max(frame, track.startedFrame))) }
            track.voice = nil
            track.advance(to: heard)
            rewound[reference] = max(0, track.startedFrame - heard)
            tracks[reference] = track
        }
        for (reference, track) in tracks where track.fadedFrame > frame { tracks[reference]?.fadedFrame = frame }
    }

    // MARK: Voices

    private mutating func start(
        _ level: Picture.Level, until end: (at: Instant, frames: Int64)?, at frame: Int64, fadeIn: RampRule.Change?,
        _ send: (Command) -> Void
    ) {
        let reference = level.reference
        guard let source = source(reference) else { return }
        var track = tracks[reference] ?? newTrack()
        track.pace = source.pace(clock.rate)
        let place = track.place ?? source.firstPlace
        track.place = place
        track.ends = end?.at
        track.mostPlace = end.map { place + track.pace.source(of: $0.frames) } ?? .max
        // While the old voice still fades on this bus, its gains must not jump.
        let ramp = frame < track.fadedFrame ? self.ramp(level.changes.start, .raisedCosine) : .step
        if source.pan != track.pan { pan(&track, to: source.pan, over: ramp, at: frame, send) }
        for gain in gains(level, hardwareGain) {
            send(.setGain(of: track.bus, stage: gain.stage, to: gain.value, over: ramp, at: frame))
        }
        begin(source, of: reference, on: track, at: frame, fadeIn: fadeIn, send)
    }

    /// Goes on with a sound that was taken back, at the levels that hold now; a ramp that is under way goes on too.
    private mutating func restart(
        from before: Picture.Level, to after: Picture.Level, at frame: Int64, delay: Int64, _ send: (Command) -> Void
    ) {
        guard let source = source(after.reference), let track = tracks[after.reference] else { return }
        for (old, new) in zip(gains(before, appliedHardwareGain), gains(after, hardwareGain))
        where old.value != new.value {
            send(.setGain(of: track.bus, stage: new.stage, to: new.value, over: .step, at: frame))
        }
        let fadeIn = delay > 0 ? nil : after.changes.start
        begin(source, of: after.reference, on: track, at: frame + delay, fadeIn: fadeIn, send)
    }

    mutating func begin(
        _ source: VoiceSource, of reference: SoundReference, on track: Track, at frame: Int64,
        fadeIn: RampRule.Change?, _ send: (Command) -> Void
    ) {
        var track = track
        tracks[reference] = track
        latestFrame = max(latestFrame, frame)
        let voice = VoiceID(nextVoice)
        nextVoice &+= 1
        guard let started = source.start(voice, after: track.place ?? 0, on: track.bus) else { return }
        let frame = max(frame, source.firstFrame)
        played[voice] = started.owner
        var start = started.start
        if let fadeIn {
            start.fadeIn = self.ramp(fadeIn, .raisedCosine)
            settle(frame, fadeIn)
        }
        lastStartFrame = max(lastStartFrame, frame)
        send(.start(start, at: frame))
        track.voice = voice
        track.startedFrame = frame
        track.endPlace = min(source.endPlace, track.mostPlace)
        track.endIsOrdered = track.mostPlace >= source.endPlace
        tracks[reference] = track
    }

    /// Cuts off the sounds whose end comes before that of what they play, as the policy has foreseen.
    ///
    /// - Parameters:
    ///   - frame: Only those that end before it; call it again before the mixer comes there.
    ///   - send: Takes each command, in order.
    public mutating func cutWhatEnds(before frame: Int64, send: (Command) -> Void) {
        for (reference, _) in playing({ !$0.endIsOrdered && $0.endFrame < frame }) { cut(reference, send) }
    }

    private mutating func cut(_ reference: SoundReference, _ send: (Command) -> Void) {
        guard let track = tracks[reference], let voice = track.voice, !track.endIsOrdered else { return }
        send(.release(voice, over: ramp(end, .raisedCosine), at: track.endFrame))
        tracks[reference]?.endIsOrdered = true
    }

    /// The policy takes a sound for over; what of it has not been heard yet still is.
    private mutating func letFinish(_ reference: SoundReference, _ send: (Command) -> Void) {
        cut(reference, send)
        guard var track = tracks[reference] else { return }
        track.fadedFrame = track.endFrame + length(end)
        track.voice = nil
        track.place = track.endPlace
        tracks[reference] = track
    }

    private mutating func halt(
        _ reference: SoundReference, at frame: Int64, _ change: RampRule.Change, _ send: (Command) -> Void
    ) {
        guard var track = tracks[reference], let voice = track.voice else { return }
        track.voice = nil
        track.advance(to: frame)
        if frame <= track.startedFrame {
            // It has not begun; nothing of it is heard.
            send(.release(voice, over: .step, at: track.startedFrame))
        } else if track.place ?? 0 < track.endPlace {
            send(.release(voice, over: ramp(change, .raisedCosine), at: frame))
            track.fadedFrame = settle(frame, change)
        }  // Else its clip is over, and it has ended by itself.
        tracks[reference] = track
    }

    private mutating func newTrack() -> Track {
        if let free = freeBuses.popLast() { return free }
        defer { nextBus += 1 }
        return Track(bus: BusID(nextBus))
    }

    // MARK: Levels

    private mutating func move(
        from before: Picture.Level, to after: Picture.Level, at frame: Int64, _ send: (Command) -> Void
    ) {
        guard let bus = tracks[after.reference]?.bus else { return }
        for (old, new) in zip(gains(before, appliedHardwareGain), gains(after, hardwareGain))
        where old.value != new.value {
            let isRerouted = new.stage == .volume && before.outputs != after.outputs
            set(
                bus, new.stage, from: old.value, to: new.value, isRerouted ? after.changes.outputs : new.change,
                over: new.stage == .own ? gainOver[after.reference] : nil, at: frame, send)
        }
    }

    /// The gains of a sound, by their causes, each with the kind of change by which it moves. A sound that a rule silences
    /// continues unheard; one whose volume or gain is 0 is silent by that alone.
    private func gains(
        _ level: Picture.Level, _ hardwareGain: Double
    ) -> [(stage: GainStage, value: Float, change: RampRule.Change)] {
        [
            (.own, Float(level.gain), level.changes.gain), (.duck, Float(level.duck), level.changes.duck),
            (.gate, level.isSilenced ? 0 : 1, level.changes.silence),
            (.volume, volume(level, hardwareGain), level.changes.volume),
        ]
    }

    /// The part of a volume that the hardware does not apply; it is never above 1.
    private func volume(_ level: Picture.Level, _ hardwareGain: Double) -> Float {
        level.volume == 0 ? 0 : Float(min(1, level.volume / hardwareGain))
    }

    /// Moves a stage: straight in decibels, as it is heard. A cut, and whatever comes from silence or goes there, which
    /// no number of decibels reaches, takes a way without corners instead: those of the other would be heard as clicks.
    private mutating func set(
        _ bus: BusID, _ stage: GainStage, from old: Float, to new: Float, _ change: RampRule.Change,
        over length: Length? = nil, at frame: Int64, _ send: (Command) -> Void
    ) {
        let shape: RampShape = change == .cut || old == 0 || new == 0 ? .raisedCosine : .decibels
        var ramp = self.ramp(change, shape)
        if let length {
            ramp = Ramp(frames: Int(min(clock.frames(in: length), Int64(Ramp.longestInFrames))), shape: shape)
        }
        send(.setGain(of: bus, stage: stage, to: new, over: ramp, at: frame))
        settledFrame = max(settledFrame, frame + Int64(ramp.frames))
    }

    func ramp(_ change: RampRule.Change, _ shape: RampShape) -> Ramp {
        Ramp(frames: Int(length(change)), shape: shape)
    }

    @discardableResult
    mutating func settle(_ frame: Int64, _ change: RampRule.Change) -> Int64 {
        let landed = frame + length(change)
        settledFrame = max(settledFrame, landed)
        return landed
    }

    private func length(_ change: RampRule.Change) -> Int64 {
        guard let rule = ramps.first(where: { $0.change == change }) else { return 0 }
        return clock.frames(in: rule.length)
    }
}

/// The stages of a bus: one for each cause of a sound's level.
extension GainStage {
    fileprivate static let own = GainStage(0)
    fileprivate static let duck = GainStage(1)
    fileprivate static let gate = GainStage(2)
    fileprivate static let volume = GainStage(3)
}
