public import ALSADevice
import SessionPolicy

extension Bindings {
    /// Guesses an entry for each port that the machine seems to have, from its cards.
    ///
    /// - Parameter survey: The cards and devices of the machine.
    public init(guessing survey: DeviceSurvey) {
        var entries = survey.guesses.compactMap { Entry($0) }
        if !entries.contains(where: { $0.port == .builtInSpeaker }) {
            entries.insert(Entry(port: .builtInSpeaker, pcm: "default"), at: 0)
        }
        self.init(entries, origin: .guess)
    }

    /// The bindings as a file that can be read back.
    public var yaml: String {
        "ports:\n" + entries.map { "  \($0.port.name): {\($0.fields.joined(separator: ", "))}\n" }.joined()
    }
}

extension Bindings.Entry {
    fileprivate init?(_ guess: DeviceSurvey.Guess) {
        guard let port = Port.allCases.first(where: { $0.name == guess.port.rawValue }) else { return nil }
        let card = guess.pcm.split { $0 == ":" || $0 == "," }.first { $0.hasPrefix("CARD=") }.map { $0.dropFirst(5) }
        self.init(
            port: port, pcm: guess.pcm,
            volume: card.flatMap { card in
                guess.volume.map { Bindings.Volume(card: String(card), control: $0) }
            },
            jack: card.flatMap { card in guess.jack.map { Bindings.Jack(card: String(card), control: $0) } })
    }

    fileprivate var fields: [String] {
        var fields = ["pcm: \(pcm.quoted)"]
        if let input { fields.append("input: \(input.quoted)") }
        if let volume {
            let control = volume.control.map { ", control: \($0.quoted)" } ?? ""
            fields.append("volume: {card: \(volume.card.quoted)\(control)}")
        }
        if let jack { fields.append("jack: {card: \(jack.card.quoted), control: \(jack.control.quoted)}") }
        if let card { fields.append("card: \(card.quoted)") }
        return fields
    }
}
