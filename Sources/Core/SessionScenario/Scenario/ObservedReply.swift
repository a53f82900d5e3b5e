import SessionPolicy
import SessionWorld

/// The parts of a reply that expectations examine, from this emulator or, as a JSON line, from another program.
protocol ObservedReply {
    /// The time of the step in seconds.
    var at: Double { get }
    /// `ok`, or the name of the error.
    var resultName: String { get }
    var answerValue: PositionedValue? { get }
    var heardSounds: [ObservedSound] { get }
    var unheardSounds: [(sound: SoundName, rule: String)] { get }
    var outputNames: [String] { get }
    var eventsNow: [PositionedValue] { get }
    /// The events sent to apps since the previous step.
    var eventsMeanwhile: [PositionedValue] { get }
    /// All of these events with the details of the latest protocol version.
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
    /// The cause that ducks it, such as `nav, R-DK-1`, or nil if none is known.
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
    /// The events in the default version's format; details of later versions are expected by name only.
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
