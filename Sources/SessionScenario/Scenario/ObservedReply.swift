import SessionPolicy
import SessionWorld

/// What an expectation looks at in a reply, whoever replied: this emulator, or another program on a line of JSON.
protocol ObservedReply {
    /// The time of the step in seconds.
    var at: Double { get }
    /// `ok`, or the name of the error.
    var resultName: String { get }
    var answerValue: PositionedValue? { get }
    var heardSounds: [ObservedSound] { get }
    var unheardSounds: [(sound: String, rule: String)] { get }
    /// The outputs in force.
    var outputNames: [String] { get }
    /// What apps were told at the step itself.
    var eventsNow: [PositionedValue] { get }
    /// What they were told since the step before.
    var eventsMeanwhile: [PositionedValue] { get }
    var isVibrating: Bool { get }
    /// What stands in `because`.
    var grounds: [(rule: String, about: String, says: String)] { get }

    /// The phase of an app's session; nil where the app does not run.
    func phaseName(of app: String) -> String?
}

/// A sound that is heard.
struct ObservedSound {
    /// `app/sound`, or for a device's own sound its kind.
    let name: String
    let decibels: Double
    let isDucked: Bool
    let outputs: [String]
}

extension Reply: ObservedReply {
    var resultName: String { outcome.name }
    var answerValue: PositionedValue? { answer.map { answer in .written { $0.append(answer, names) } } }
    var heardSounds: [ObservedSound] {
        moment.heard.map {
            ObservedSound(
                name: text(of: $0.reference), decibels: $0.decibels, isDucked: $0.isDucked,
                outputs: $0.outputs.ports.map(\.name))
        }
    }
    var unheardSounds: [(sound: String, rule: String)] {
        moment.unheard.map { (text(of: $0.reference), $0.rule.id) }
    }
    var outputNames: [String] { moment.picture.route.outputs.ports.map(\.name) }
    var eventsNow: [PositionedValue] { moment.notices.map { $0.value(names) } }
    var eventsMeanwhile: [PositionedValue] { meanwhile.flatMap(\.notices).map { $0.value(names) } }
    var isVibrating: Bool { moment.vibrates }
    var grounds: [(rule: String, about: String, says: String)] { reasons.map { ($0.rule.id, $0.about, $0.says) } }

    func phaseName(of app: String) -> String? {
        state.apps.first { names[$0.id.name] == app }?.session.phase.name
    }
}

extension Notice {
    /// The event as the object in a reply.
    func value(_ names: NameTable) -> PositionedValue { .written { $0.append(self, names) } }
}

extension PositionedValue {
    /// What a reader of the reply would see, so that an expectation is held against nothing else.
    fileprivate static func written(_ write: (inout ByteBuffer) -> Void) -> PositionedValue {
        var buffer = ByteBuffer(capacity: 256)
        write(&buffer)
        let value = try? PositionedValue(json: buffer.bytes, line: 0)
        return value ?? PositionedValue(.null, at: SourcePosition(line: 0, column: 0))
    }
}
