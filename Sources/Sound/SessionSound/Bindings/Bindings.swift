public import SessionCalls
public import SessionPolicy

/// Which of the machine's devices each port of the policy stands for.
public struct Bindings: Hashable, Sendable {
    /// Where they come from.
    public enum Origin: Hashable, Sendable {
        case file(String)
        /// What the cards tell.
        case guess
    }

    /// A volume control of a card.
    public typealias Volume = VolumeControlName

    /// A jack of a card.
    public struct Jack: Hashable, Sendable {
        /// The card's short name or number.
        public let card: String
        /// The control's name, such as `Headphone Jack`.
        public let control: String

        /// Names a jack.
        public init(card: String, control: String) { (self.card, self.control) = (card, control) }
    }

    /// What one port stands for.
    public struct Entry: Hashable, Sendable {
        public let port: Port
        /// What to open for it.
        public let pcm: String
        /// What to capture from, where a port that is output and input at once has another PCM for that.
        public let input: String?
        /// What its volume moves; nil leaves it to the mixer.
        public let volume: Volume?
        /// The jack that says whether something is plugged in.
        public let jack: Jack?
        /// The card that is there while the accessory is plugged in.
        public let card: String?

        /// Binds a port.
        public init(
            port: Port, pcm: String, input: String? = nil, volume: Volume? = nil, jack: Jack? = nil,
            card: String? = nil
        ) {
            (self.port, self.pcm, self.input, self.volume, self.jack) = (port, pcm, input, volume, jack)
            // A USB card is the accessory itself.
            self.card = card ?? (port == .usbAudio && jack == nil ? Self.card(of: pcm) : nil)
        }

        /// What is captured from while the port is the input in force.
        public var inputPCM: String { input ?? pcm }

        /// The device of a sound server that is there while the accessory is; nil for what has a jack or a card, and for
        /// what is always there.
        public var sink: String? {
            guard jack == nil, card == nil, Accessory.Kind(output: port) != nil else { return nil }
            return pcm.hasPrefix("pulse:") ? pcm : nil
        }

        /// The card in the name of a PCM such as `plughw:CARD=Headset,DEV=0`.
        private static func card(of pcm: String) -> String? {
            pcm.split { $0 == ":" || $0 == "," }.first { $0.hasPrefix("CARD=") }.map { String($0.dropFirst(5)) }
        }
    }

    public let origin: Origin
    /// At most one for each port.
    public let entries: [Entry]

    /// Creates bindings.
    public init(_ entries: [Entry], origin: Origin = .guess) { (self.entries, self.origin) = (entries, origin) }

    /// What a port stands for; nil where nobody says.
    public subscript(port: Port) -> Entry? { entries.first { $0.port == port } }

    /// What is played on where a port is not bound: what the speaker stands for, else ALSA's default.
    public var fallback: Entry { self[.builtInSpeaker] ?? Entry(port: .builtInSpeaker, pcm: "default") }

    /// What the port in force is heard on.
    ///
    /// - Parameter port: An output of the policy.
    public func output(for port: Port) -> Entry { self[port] ?? fallback }

    /// What is captured from while a port is the input in force.
    ///
    /// - Parameter port: An input of the policy.
    public func inputPCM(for port: Port) -> String { (self[port] ?? self[.builtInMic])?.inputPCM ?? "default" }

    /// What a picture is heard on, by a process that plays on one device at a time.
    ///
    /// - Parameter picture: Any picture.
    public func output(for picture: Picture) -> SceneOutput {
        let outputs = picture.preferredOutputs
        let port = outputs.ports.first(where: { self[$0] != nil }) ?? outputs.ports.first
        let entry = port.map { output(for: $0) } ?? fallback
        // The rules may give the output no volume.
        return SceneOutput(
            port: entry.port, pcm: entry.pcm, volume: picture.hasVolumeControl ? entry.volume : nil)
    }
}

extension Bindings {
    /// The accessory that is plugged in as long as a jack is; nil for a jack that is not bound.
    package func accessory(jack: Jack, cardNumber: Int) -> Accessory.Kind? {
        let bound = entries.filter { entry in
            guard let own = entry.jack else { return false }
            return own.control == jack.control && (own.card == jack.card || own.card == String(cardNumber))
        }
        // A jack that brings a microphone along is a headset's.
        if bound.contains(where: { $0.port == .headphones }), bound.contains(where: { $0.port == .headsetMic }) {
            return .headset
        }
        return bound.lazy.compactMap { Accessory.Kind(output: $0.port) }.first
    }

    /// The devices of sound servers that accessories come and go with, each once.
    public var sinks: [String] {
        entries.compactMap(\.sink).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The accessories that are there as long as a sound server has a device.
    package func accessories(sink: String) -> [Accessory.Kind] {
        entries.filter { $0.sink == sink }.compactMap { Accessory.Kind(output: $0.port) }
    }

    /// The accessories that are there as long as a card is.
    package func accessories(card: String, number: Int) -> [Accessory.Kind] {
        entries.filter { $0.card == card || $0.card == String(number) }.compactMap { Accessory.Kind(output: $0.port) }
    }
}

extension Accessory.Kind {
    /// The accessory with this output; nil for an output of the phone's own, and for an input.
    package init?(output: Port) {
        guard let kind = Self.allCases.first(where: { $0.output == output }) else { return nil }
        self = kind
    }
}
