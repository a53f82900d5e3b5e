import Glibc

/// The volume of one stream: what the person has set, and how much of it the policy lets through.
///
/// A move of the stream's slider by a person wins: the policy lowers that stream no more until it would lower it further, or
/// until all lowering has ended. Each step is worked out from a fresh look at the stream, so that the slider is not moved back.
/// PipeWire shows what was set only some steps later: what was set a short time ago is no move of a person.
struct StreamLevel {
    /// A setting of the stream that the server is to be told.
    enum Command: Hashable {
        case volumes([UInt32])
        case isMuted(Bool)
    }

    /// The volume of each channel that the person has set.
    private(set) var personal: [UInt32]
    /// The volume of each channel as it was set last.
    private(set) var sent: [UInt32]
    /// The part of the person's volume that is let through now: 0 to 1, linear. At 0 the stream is muted.
    private(set) var factor = 1.0
    /// Whether the stream is muted by the policy, not by the person.
    private(set) var isMuted = false
    /// Whether the person has muted the stream.
    private var isMutedByPerson: Bool
    /// The moment at which the stream was muted or unmuted by the policy, in nanoseconds.
    private var muteSet = -delay
    /// The volumes that were set a short time ago, the oldest first.
    private var recent: [(at: Int64, volumes: [UInt32])] = []
    /// The moment of the last step of a ramp, in nanoseconds; nil once a person has moved the slider.
    private var stepped: Int64?
    /// The part that the policy lets through.
    private var wanted = 1.0
    /// The part that the policy let through when a person moved the slider of a lowered stream; nil where none has.
    private var overruled: Double?
    private var ramp = (from: 1.0, begin: Int64.min, end: Int64.min)

    /// Begins with a stream as it was found.
    init(_ stream: ServerStream) {
        (personal, sent, isMutedByPerson) = (stream.volumes, stream.volumes, stream.isMuted)
    }

    /// Begins with a stream that was found lowered, and the volume that it had before.
    init(found stream: ServerStream, personal: [UInt32], isMuted: Bool) {
        (self.personal, self.isMuted, sent) = (personal, isMuted, stream.volumes)
        isMutedByPerson = stream.isMuted && !isMuted
        let (full, now) = (Double(personal.max() ?? 0), Double(stream.volumes.max() ?? 0))
        factor = isMuted ? 0 : full > 0 ? min(1, pow(now / full, 3)) : 1
    }

    /// The part that is let through in the end.
    private var aim: Double { if let overruled, wanted >= overruled { 1 } else { wanted } }

    /// Whether the stream is not yet where it is to be.
    var isMoving: Bool { factor != aim }

    /// Whether the server holds something else than what the person has set.
    var isLowered: Bool { factor != 1 }

    /// A ramp takes this time at least, in nanoseconds: a shorter one is heard as a click.
    static let shortestRamp: Int64 = 20_000_000

    /// Says how much the policy lets through from a moment on.
    ///
    /// - Parameters:
    ///   - part: 0 to 1, linear.
    ///   - length: The length of the change, in nanoseconds; nil for at once.
    ///   - now: The moment, in nanoseconds.
    mutating func aim(at part: Double, over length: Int64?, now: Int64) {
        guard part != wanted else { return }
        wanted = part
        if part == 1 { overruled = nil }
        ramp = (factor, now, length.map { now + max($0, Self.shortestRamp) } ?? now)
    }

    /// Works out what is to be set now.
    ///
    /// - Parameters:
    ///   - stream: The stream after all that was set before.
    ///   - now: The moment, in nanoseconds.
    ///   - isDue: Whether the next step of a ramp may be taken; else the look only tells what a person has done.
    mutating func step(_ stream: ServerStream, now: Int64, isDue: Bool = true) -> [Command] {
        let isToRepeat = notePerson(stream, now)
        var commands: [Command] = isToRepeat ? [.volumes(personal)] : []
        guard isMoving, isDue else { return commands }
        let isThere = now >= ramp.end
        let progress = isThere ? 1 : Double(now - ramp.begin) / Double(ramp.end - ramp.begin)
        let part = isThere ? aim : ramp.from + (aim - ramp.from) * (0.5 - 0.5 * cos(.pi * progress))
        guard part != factor else { return commands }
        stepped = now
        if isThere, aim == 0 {
            // The slider goes back to where the person has put it, behind the mute.
            if !isMutedByPerson {
                commands.append(.isMuted(true))
                (isMuted, muteSet) = (true, now)
            }
            set(personal, now)
        } else {
            set(personal.map { Self.scaled($0, by: part) }, now)
        }
        commands.append(.volumes(sent))
        if part > 0, isMuted {
            commands.append(.isMuted(false))
            (isMuted, muteSet) = (false, now)
        }
        factor = part
        return commands
    }

    /// Gives the stream back as the person has set it, at once.
    mutating func release() -> [Command] {
        guard isLowered else { return [] }
        let wasMuted = isMuted
        (factor, wanted, overruled, isMuted, sent) = (1, 1, nil, false, personal)
        return [.volumes(personal)] + (wasMuted ? [.isMuted(false)] : [])
    }

    private mutating func set(_ volumes: [UInt32], _ now: Int64) {
        recent.removeAll { now - $0.at > Self.delay }
        recent.append((now, sent))
        sent = volumes
    }

    /// The time after which a server shows what was set, at most, in nanoseconds.
    private static let delay: Int64 = 250_000_000

    /// Takes what a person has done since the last look.
    ///
    /// - Returns: Whether the person's volume is to be set once more, because the server took a step of a ramp after the move.
    private mutating func notePerson(_ stream: ServerStream, _ now: Int64) -> Bool {
        let isMoved =
            !Self.isSame(stream.volumes, sent)
            && !recent.contains { now - $0.at <= Self.delay && Self.isSame(stream.volumes, $0.volumes) }
        let isMuteOurs = now - muteSet <= Self.delay
        let isUnmuted = factor == 0 && !stream.isMuted && !isMuteOurs
        if isUnmuted { isMuted = false }
        if !isMuted, !isMuteOurs { isMutedByPerson = stream.isMuted }
        var isToRepeat = false
        if isMoved {
            (personal, sent) = (stream.volumes, stream.volumes)
            isToRepeat = stepped.map { now - $0 <= Self.delay } ?? false
            stepped = nil
        }
        if isUnmuted || isMoved && isLowered && factor > 0 {
            (overruled, factor) = (wanted, 1)
            ramp = (1, .min, .min)
        }
        return isToRepeat
    }

    /// Returns a channel's volume for a part of its amplitude.
    private static func scaled(_ volume: UInt32, by part: Double) -> UInt32 {
        UInt32((Double(volume) * cbrt(part)).rounded())
    }

    /// Whether volumes are equal but for what a server rounds.
    static func isSame(_ volumes: [UInt32], _ others: [UInt32]) -> Bool {
        volumes.count == others.count && zip(volumes, others).allSatisfy { max($0, $1) - min($0, $1) <= rounding }
    }

    /// PipeWire keeps volumes as floats of the amplitude, and tells them in PulseAudio's numbers.
    private static let rounding: UInt32 = 8
}

extension StreamJournal.Entry {
    /// The entry of a lowered stream.
    init(_ level: StreamLevel) {
        self.init(personal: level.personal, sent: level.sent, isMuted: level.isMuted)
    }

    /// The level of a stream that the server has started, or has brought back, as low as this one was; nil for one of another
    /// volume.
    func level(of stream: ServerStream) -> StreamLevel? {
        guard !isMuted || stream.isMuted, StreamLevel.isSame(sent, stream.volumes) else { return nil }
        return StreamLevel(found: stream, personal: personal, isMuted: isMuted)
    }
}
