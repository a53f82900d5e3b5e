import SessionPolicy
import SessionWorld

/// The parts of a reply at which an expectation looks, whether this emulator replied, or another program on a line of
/// JSON.
protocol ObservedReply {
    /// The time of the step in seconds.
    var at: Double { get }
    /// `ok`, or the name of the error.
    var resultName: String { get }
    var answerValue: PositionedValue? { get }
    var heardSounds: [ObservedSound] { get }
    var unheardSounds: [(sound: SoundName, rule: String)] { get }
    /// The outputs in force.
    var outputNames: [String] { get }
    /// The events to apps at the step itself.
    var eventsNow: [PositionedValue] { get }
    /// The events to apps since the step before.
    var eventsMeanwhile: [PositionedValue] { get }
    /// All of these with everything that the latest version of the protocol tells of them.
    var eventsInFull: [PositionedValue] { get }
    var isVibrating: Bool { get }
    /// The entries of `because`.
    var grounds: [(rule: String, about: String, says: String)] { get }

    /// The phase of an app's session, or nil if the app does not run.
    func phaseName(of app: String) -> String?
}

struct ObservedSound {
    let name: SoundName
    let decibels: Double
    let isDucked: Bool
    /// The cause that ducks it, such as `nav, R-DK-1`, or nil if nothing does, or the reply does not say.
    let ducker: String?
    let outputs: [String]
}

extension Reply: ObservedReply {
    var resultName: String { outcome.name }
    var answerValue: PositionedValue? { answer?.value(names) }
    var heardSounds: [ObservedSound] {
        moment.heard.map {
            ObservedSound(
                name: names.name(of: $0.reference), decibels: $0.decibels, isDucked: $0.isDucked,
                ducker: $0.duckerText(names), outputs: $0.outputs.ports.map { $0.name })
        }
    }
    var unheardSounds: [(sound: SoundName, rule: String)] {
        moment.unheard.map { (names.name(of: $0.reference), $0.rule.id) }
    }
    var outputNames: [String] { moment.picture.route.outputs.ports.map { $0.name } }
    /// The events of replies of the usual version; the further details of later versions are expected by their names
    /// only.
    var eventsNow: [PositionedValue] {
        moment.notices.filter { $0.message.sinceVersion <= Reply.usualVersion }.map { $0.value(names) }
    }
    var eventsMeanwhile: [PositionedValue] {
        meanwhile.flatMap { $0.notices }.filter { $0.message.sinceVersion <= Reply.usualVersion }.map {
            $0.value(names)
        }
    }
    var eventsInFull: [PositionedValue] {
        (meanwhile.flatMap { $0.notices } + moment.notices).map { $0.value(names, version: Reply.latestVersion) }
    }
    var isVibrating: Bool { moment.vibrates }
    var grounds: [(rule: String, about: String, says: String)] { reasons.map { ($0.rule.id, $0.about, $0.says) } }

    func phaseName(of app: String) -> String? {
        state.apps.first { names[$0.id.name].hasBytes(of: app) }?.session.phase.name
    }
}
