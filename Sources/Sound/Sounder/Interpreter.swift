public import Mixer
public import SessionPolicy

/// Translates the policy's pictures into mixer commands: sounds become voices on buses, time becomes frames, and the
/// difference between two pictures becomes commands.
///
/// Every sound has a bus with a gain stage for each cause of its level, so a duck, a silence and a volume step never
/// disturb each other. A halted sound loses its voice and keeps its position; when it continues, a new voice starts
/// there while the old one may still fade. Control thread only.
public struct Interpreter {
    let clock: FrameClock
    let source: (SoundReference) -> VoiceSource?
    var tracks: [SoundReference: Track] = [:]
    /// The sounds of the last picture, in its order.
    private var current: [Picture.Level] = []
    /// The length of each kind of change in the last picture.
    private var ramps: [RampRule] = []
    var end = RampRule.Change.cut
    private var nextVoice: UInt32 = 0
    /// The names of ended voices, for new ones.
    private var freeVoices: [VoiceID] = []
    private var nextBus: UInt16 = 0
    private var freeBuses: [Track] = []
    /// The frame at which the last requested ramp ends.
    public private(set) var settledFrame: Int64 = 0
    /// The latest start frame of a voice so far.
    public private(set) var lastStartFrame: Int64 = 0
    /// The latest frame of any command so far, except for scheduled starts.
    public private(set) var latestFrame: Int64 = 0
    /// The linear gain already applied by the hardware; the rest of a volume is applied here. Takes effect with the
    /// next picture.
    public var hardwareGain = 1.0
    private var appliedHardwareGain = 1.0
    /// Keeps the samples of each voice alive until the mixer reports that the voice has ended.
    private var played: [VoiceID: AnyObject] = [:]
    /// How long changes of apps' own levels take in the present picture.
    private var gainOver: [SoundReference: Length] = [:]
    /// Rewound sounds that continue with the next picture, each with its delay in frames.
    private var rewound: [SoundReference: Int64] = [:]

    /// Creates an interpreter.
    ///
    /// - Parameters:
    ///   - sampleRate: The mixer's rate in frames per second.
    ///   - source: Returns the source of a sound, or nil for one that exists in the policy only.
    public init(sampleRate: Int, source: @escaping (SoundReference) -> VoiceSource?) {
        clock = FrameClock(rate: sampleRate)
        self.source = source
    }

    /// The frame at a time.
    public func frame(of instant: Instant) -> Int64 { clock.frame(of: instant) }

    /// The sounds with a bus, in the order of their first starts unless some were forgotten.
    public var buses: [(sound: SoundReference, bus: BusID)] {
        tracks.map { ($0.key, $0.value.bus) }.sorted { $0.bus.rawValue < $1.bus.rawValue }
    }

    /// Translates the changes at a time.
    ///
    /// - Parameters:
    ///   - picture: The new picture.
    ///   - started: The sounds that start from their beginning.
    ///   - ends: When running sounds end, as far as the policy knows, in the caller's time. A sound that leaves the
    ///     picture at or after its end is heard to its end.
    ///   - finished: The sounds that leave the picture because they have ended; also heard to their end.
    ///   - gainOver: How long a change of an app's own level takes, if the app says so; otherwise the picture does.
    ///   - moment: The caller's time, not before earlier ones.
    ///   - frame: The mixer's frame at that time, if the two have no common origin; not before earlier ones.
    ///   - send: Receives each command, in order.
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
            // A sound with more left than a device holds has not ended.
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

    /// Whether the same sounds run as in the last picture. Most pictures change levels only.
    private func runsAsBefore(_ picture: Picture) -> Bool {
        current.count == picture.sounds.count
            && zip(current, picture.sounds).allSatisfy {
                $0.reference == $1.reference && $0.isRunning == $1.isRunning
            }
    }

    /// The sounds with a voice, in order of their buses.
    private var playing: [(key: SoundReference, value: Track)] { playing { _ in true } }

    /// Returns the sounds with a matching voice, in order of their buses.
    private func playing(_ fits: (Track) -> Bool) -> [(key: SoundReference, value: Track)] {
        tracks.filter { $0.value.voice != nil && fits($0.value) }
            .sorted { $0.value.bus.rawValue < $1.value.bus.rawValue }
    }

    /// The number of sounds that have a bus.
    public var busCount: Int { tracks.count }

    /// Frees the buses of ended sounds, for a host that plays ever new ones.
    ///
    /// - Parameter isStarted: Whether a silent sound has a position to continue from and must be kept. Playing and
    ///   fading sounds are kept anyway.
    public mutating func forget(except isStarted: (SoundReference) -> Bool) {
        for (reference, track) in tracks.sorted(by: { $0.value.bus.rawValue > $1.value.bus.rawValue })
        where track.voice == nil && track.fadedFrame <= latestFrame && !isStarted(reference) {
            tracks[reference] = nil
            var free = Track(bus: track.bus)
            free.pan = track.pan
            freeBuses.append(free)
        }
    }

    /// Whether any voice plays.
    public var hasVoices: Bool { tracks.values.contains { $0.voice != nil } }

    /// Handles a report of the mixer. Pass every report, so that the names of ended voices serve new ones.
    ///
    /// - Parameter report: The report.
    /// - Returns: The sound that has ended, if any.
    @discardableResult
    public mutating func note(_ report: Report) -> SoundReference? {
        switch report.event {
        case .ended(let voice, let reason):
            played[voice] = nil
            freeVoices.append(voice)
            guard let (reference, track) = track(of: voice), reason == .finished || track.endIsOrdered else { break }
            // Nothing is left to play, whatever the policy assumes.
            tracks[reference]?.voice = nil
            // A sound of unknown length ends here.
            tracks[reference]?.place = track.endPlace == .max ? track.place(at: report.frame) : track.endPlace
            return reference
        case .refused(let voice, .voiceLimit): played[voice] = nil
        case .starved(let voice, let frames):
            // The sound stalled, so its position is earlier than the elapsed time.
            guard let (reference, _) = track(of: voice) else { break }
            tracks[reference]?.startedFrame += Int64(frames)
        case .refused: break
        }
        return nil
    }

    /// The sound of a voice, or nil if the voice has ended or fades out.
    public func sound(of voice: VoiceID) -> SoundReference? { track(of: voice)?.0 }

    private func track(of voice: VoiceID) -> (SoundReference, Track)? { tracks.first { $0.value.voice == voice } }

    /// Rewinds every voice to the last heard frame: it ends immediately, and continues from there with the next
    /// picture.
    ///
    /// A voice scheduled after `heard` keeps its distance to the others.
    ///
    /// - Parameters:
    ///   - heard: The first unheard frame.
    ///   - frame: When the voices end, not before any command sent so far. Render until no voice is left before the
    ///     next picture.
    ///   - send: Receives each command, in order.
    public mutating func rewind(to heard: Int64, at frame: Int64, send: (Command) -> Void) {
        for (reference, var track) in playing {
            // A voice that starts later has to start before it can end.
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
        // The gains must not jump while the old voice still fades on this bus.
        let ramp = frame < track.fadedFrame ? self.ramp(level.changes.start, .raisedCosine) : .step
        if source.pan != track.pan { pan(&track, to: source.pan, over: ramp, at: frame, send) }
        for gain in gains(level, hardwareGain) {
            send(.setGain(of: track.bus, stage: gain.stage, to: gain.value, over: ramp, at: frame))
        }
        begin(source, of: reference, on: track, at: frame, fadeIn: fadeIn, send)
    }

    /// Restarts a rewound sound at its present levels, ramps included.
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
        let voice = freeVoices.popLast() ?? newVoice()
        guard let started = source.start(voice, after: track.place ?? 0, on: track.bus) else {
            return freeVoices.append(voice)
        }
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

    /// Cuts off sounds that end before their material does.
    ///
    /// - Parameters:
    ///   - frame: Handles ends before this frame; call again before the mixer reaches it.
    ///   - send: Receives each command, in order.
    public mutating func cutWhatEnds(before frame: Int64, send: (Command) -> Void) {
        for (reference, _) in playing({ !$0.endIsOrdered && $0.endFrame < frame }) { cut(reference, send) }
    }

    private mutating func cut(_ reference: SoundReference, _ send: (Command) -> Void) {
        guard let track = tracks[reference], let voice = track.voice, !track.endIsOrdered else { return }
        send(.release(voice, over: ramp(end, .raisedCosine), at: track.endFrame))
        tracks[reference]?.endIsOrdered = true
    }

    /// The policy considers a sound ended; lets its remaining frames be heard.
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
            // It has not started yet.
            send(.release(voice, over: .step, at: track.startedFrame))
        } else if track.place ?? 0 < track.endPlace {
            send(.release(voice, over: ramp(change, .raisedCosine), at: frame))
            track.fadedFrame = settle(frame, change)
        }  // Else its clip is over, and it has ended by itself.
        tracks[reference] = track
    }

    private mutating func newVoice() -> VoiceID {
        defer { nextVoice &+= 1 }
        return VoiceID(nextVoice)
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

    /// The gains of a sound by cause, each with its kind of change. A silenced sound continues unheard; volume and gain
    /// of 0 need no extra silence.
    private func gains(
        _ level: Picture.Level, _ hardwareGain: Double
    ) -> [(stage: GainStage, value: Float, change: RampRule.Change)] {
        [
            (.own, Float(level.gain), level.changes.gain), (.duck, Float(level.duck), level.changes.duck),
            (.gate, level.isSilenced ? 0 : 1, level.changes.silence),
            (.volume, volume(level, hardwareGain), level.changes.volume),
        ]
    }

    /// The part of a volume that the hardware does not apply, at most 1.
    private func volume(_ level: Picture.Level, _ hardwareGain: Double) -> Float {
        level.volume == 0 ? 0 : Float(min(1, level.volume / hardwareGain))
    }

    /// Moves a gain stage, linearly in decibels. A cut, and any change from or to silence, uses a smooth curve instead,
    /// because the corners would click.
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
