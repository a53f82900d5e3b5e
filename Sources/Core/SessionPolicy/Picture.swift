/// The sounds that are heard, their levels and outputs, the rules by which others are not, and how each part of a level
/// comes about: computed from the state, never stored in it.
///
/// It holds all that is needed to make it heard, so that it can be shown by a process that knows no rule book.
public struct Picture: Hashable, Sendable {
    /// Every started sound, sorted by kind only; code that prints names sorts by them.
    public internal(set) var sounds: [Level]
    public internal(set) var route: Route
    /// The media volume in force, 0 to 1.
    public internal(set) var mediaVolume: Double
    /// Whether the phone's volume governs the output in force (R-VOL-7).
    public internal(set) var hasVolumeControl: Bool
    /// The outputs of which a host plays on one, if it has one device only: those of the phone's own sound that is heard,
    /// where the media is as well if it can be; else those of the media route.
    public internal(set) var preferredOutputs: PortSet
    /// The kind of change by which a sound falls silent that this picture has no more.
    public internal(set) var end: RampRule.Change
    /// The length of each kind of change.
    public internal(set) var ramps: [RampRule]

    /// Creates a picture, for a process that is told what it looks like.
    public init(
        sounds: [Level], route: Route, mediaVolume: Double, hasVolumeControl: Bool, preferredOutputs: PortSet,
        end: RampRule.Change, ramps: [RampRule]
    ) {
        (self.sounds, self.route, self.mediaVolume) = (sounds, route, mediaVolume)
        (self.hasVolumeControl, self.preferredOutputs) = (hasVolumeControl, preferredOutputs)
        (self.end, self.ramps) = (end, ramps)
    }

    /// The place of a sound, which usually is the one behind that of the sound before it in another picture.
    /// - Parameter place: Where it is looked for first.
    package func place(of reference: SoundReference, near place: Int) -> Int? {
        if place < sounds.count, sounds[place].reference == reference { return place }
        return sounds.firstIndex { $0.reference == reference }
    }

    /// Returns the picture with some of its sounds only, for a process that plays no others.
    ///
    /// - Parameter places: Which stay, by their places in `sounds`, in their order.
    public func keeping(at places: [Int]) -> Picture {
        var picture = self
        picture.sounds = places.map { sounds[$0] }
        return picture
    }

    /// Returns the picture with another media volume, for a process that moves the volume of others' sounds as well.
    public func with(mediaVolume: Double) -> Picture {
        var picture = self
        picture.mediaVolume = mediaVolume
        return picture
    }

    /// Returns the picture with all sounds' volumes multiplied, for a process whose hardware does the rest.
    ///
    /// - Parameter factor: 0 or more; no volume becomes more than 1.
    public func scalingVolumes(by factor: Double) -> Picture {
        var picture = self
        for place in sounds.indices { picture.sounds[place].volume = min(1, sounds[place].volume * factor) }
        return picture
    }

    /// Returns the length of a kind of change; zero for one without a row.
    ///
    /// - Parameter change: Any kind of change.
    public func length(of change: RampRule.Change) -> Length {
        ramps.first { $0.change == change }?.length ?? .milliseconds(0)
    }

    /// One started sound as it stands.
    public struct Level: Hashable, Sendable {
        public package(set) var reference: SoundReference
        /// Whether it runs; a sound that an interruption halted does not.
        public let isRunning: Bool
        /// The one rule by which it is not heard, or nil for a sound that is heard.
        public let unheardBy: RuleID?
        /// The app's own level, 0 to 1, linear.
        public let gain: Double
        /// The volume in force, 0 to 1, linear.
        public internal(set) var volume: Double
        /// The rule by which it is ducked, if it is.
        public let duckedBy: RuleID?
        /// The app or the part of the device that silences it, or else ducks it, or nil if no other than the rule says
        /// so.
        public let originator: Originator?
        /// The factor of the duck, 1 if there is none, linear.
        public let duck: Double
        public let outputs: PortSet
        public let changes: Changes

        /// Describes a sound, for a process that is told how it stands.
        public init(
            reference: SoundReference, isRunning: Bool, unheardBy: RuleID?, gain: Double, volume: Double,
            duckedBy: RuleID?, originator: Originator?, duck: Double, outputs: PortSet, changes: Changes
        ) {
            (self.reference, self.isRunning, self.unheardBy) = (reference, isRunning, unheardBy)
            (self.gain, self.volume, self.duck) = (gain, volume, duck)
            (self.duckedBy, self.originator, self.outputs, self.changes) = (duckedBy, originator, outputs, changes)
        }

        /// The product of all gains, linear.
        public var totalGain: Double { gain * volume * duck }

        /// Whether a rule silences it whatever its gains are (R-VOL-5, R-VOL-8 and R-OM-1 do not).
        public var isSilenced: Bool {
            switch unheardBy {
            case nil, .vol5, .vol8, .om1: false
            default: true
            }
        }
    }

    /// The app or the part of the device by which a sound is lowered or not heard.
    public enum Originator: Hashable, Sendable {
        /// An app's session.
        case app(AppID)
        /// A call: an app's, or the phone's if there is no app.
        case call(AppID?)
        case alarm, siri
        /// The sound of a notification.
        case alert
        /// An alert sound that an app plays by System Sound Services.
        case alertSound(AppID)

        /// The app, if there is one.
        public var app: AppID? {
            switch self {
            case .app(let app), .alertSound(let app): app
            case .call(let app): app
            case .alarm, .siri, .alert: nil
            }
        }

        /// The names of all parts of the device.
        package static let devices = ["call", "alarm", "siri", "alert", "alertSound"]

        /// The name of the part of the device in a reply, or nil for an app's session.
        public var device: String? {
            switch self {
            case .app: nil
            case .call: "call"
            case .alarm: "alarm"
            case .siri: "siri"
            case .alert: "alert"
            case .alertSound: "alertSound"
            }
        }
    }

    /// The kinds of change by which a sound comes to its level, whatever that was before.
    public struct Changes: Hashable, Sendable {
        /// The change by which the sound starts to run where it was not in the picture: it was paused, or it is new and
        /// continues from a place.
        public internal(set) var start: RampRule.Change
        /// The change by which the sound starts to run where an interruption had halted it.
        public internal(set) var resumption: RampRule.Change
        /// The change by which the sound falls silent where it no longer runs.
        public internal(set) var halt: RampRule.Change
        /// The change by which the app's own level is reached.
        public internal(set) var gain: RampRule.Change
        /// The change by which the duck is reached, or the full level if there is none.
        public internal(set) var duck: RampRule.Change
        /// The change by which a rule silences the sound, or lets it through.
        public internal(set) var silence: RampRule.Change
        /// The change by which the volume is reached.
        public internal(set) var volume: RampRule.Change
        /// The change by which the volume is reached where the outputs change at the same time.
        public internal(set) var outputs: RampRule.Change

        /// Describes the changes of a sound, likewise.
        public init(
            start: RampRule.Change, resumption: RampRule.Change, halt: RampRule.Change, gain: RampRule.Change,
            duck: RampRule.Change, silence: RampRule.Change, volume: RampRule.Change, outputs: RampRule.Change
        ) {
            (self.start, self.resumption, self.halt, self.gain) = (start, resumption, halt, gain)
            (self.duck, self.silence, self.volume, self.outputs) = (duck, silence, volume, outputs)
        }
    }
}
