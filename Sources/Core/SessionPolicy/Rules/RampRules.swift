/// The kind of change by which a part of a sound's level is reached (contested point C18).
public struct ChangeRule: DatedRow, Hashable {
    public var part: Part
    public var change: RampRule.Change
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// A part of a sound's level, or an event that changes it.
    public enum Part: UInt8, CaseIterable, Hashable, Sendable {
        /// The sound continues after a pause.
        case goesOn
        /// The sound is over, paused or stopped.
        case ends
        case haltedByCall, haltedByAlarm, haltedByApp
        /// The sound continues after an interruption.
        case resumes
        case ownLevel
        case duckBegins, duckEnds
        /// A rule silences it, or lets it through again.
        case silence
        case volume
        /// The sound's outputs change, and with them the volume in force.
        case outputs
    }
}

extension ChangeRule {
    // swift-format-ignore
    static let history: [ChangeRule] = [
        //    part                   is reached as
        .init(part: .goesOn,         change: .cut),
        .init(part: .ends,           change: .cut),
        .init(part: .haltedByCall,   change: .phone),
        .init(part: .haltedByAlarm,  change: .phone),
        .init(part: .haltedByApp,    change: .interruptionOut),
        .init(part: .resumes,        change: .interruptionIn),
        .init(part: .ownLevel,       change: .volume),
        .init(part: .duckBegins,     change: .duckDown),
        .init(part: .duckEnds,       change: .duckUp),
        .init(part: .silence,        change: .cut),
        .init(part: .volume,         change: .volume),
        .init(part: .outputs,        change: .cut),
    ]
}

/// The length of a change of level (contested point C18).
public struct RampRule: DatedRow, Hashable {
    public var change: Change
    public var length: Length
    public var since: SystemVersion?
    public var until: SystemVersion?

    /// Describes a row of a book that is in force in another process.
    public init(change: Change, length: Length) { (self.change, self.length) = (change, length) }

    /// The changes of level.
    public enum Change: UInt8, CaseIterable, Hashable, Sendable {
        case duckDown, duckUp
        case interruptionOut, interruptionIn
        /// A ring, a call or an alarm takes the device: at once, but without a click.
        case phone
        /// Switch, lock, route change, pause and stop.
        case cut
        case volume
    }
}

extension RampRule {
    // swift-format-ignore
    static let history: [RampRule] = [
        .init(change: .duckDown,        length: .milliseconds(300)),
        .init(change: .duckUp,          length: .milliseconds(700)),
        .init(change: .interruptionOut, length: .milliseconds(80)),
        .init(change: .interruptionIn,  length: .milliseconds(300)),
        .init(change: .phone,           length: .milliseconds(5)),
        .init(change: .cut,             length: .milliseconds(10)),
        .init(change: .volume,          length: .milliseconds(20)),
    ]
}

extension ChangeRule.Part {
    var words: String {
        switch self {
        case .goesOn: "a paused sound resumes"
        case .ends: "a sound is paused or stopped"
        case .haltedByCall: "a call interrupts it"
        case .haltedByAlarm: "an alarm interrupts it"
        case .haltedByApp: "another app interrupts it"
        case .resumes: "its interruption is over"
        case .ownLevel: "its app changes its level"
        case .duckBegins: "others duck it"
        case .duckEnds: "no app ducks it any more"
        case .silence: "a rule silences it, or no longer does"
        case .volume: "the volume in force moves"
        case .outputs: "its output changes"
        }
    }
}

extension RampRule.Change {
    var words: String {
        switch self {
        case .duckDown: "others are ducked"
        case .duckUp: "the duck ends"
        case .interruptionOut: "another app interrupts"
        case .interruptionIn: "an interrupted app comes back"
        case .phone: "a ring, a call or an alarm takes the device"
        case .cut: "switch, lock, route change, pause, stop"
        case .volume: "a volume moves"
        }
    }
}
