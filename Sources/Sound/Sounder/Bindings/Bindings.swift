public import SessionPolicy

/// The machine's device for each port of the policy.
public struct Bindings: Hashable, Sendable {
    /// The source of the bindings.
    public enum Origin: Hashable, Sendable {
        case file(String)
        /// Guessed from the cards.
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

    /// The machine's devices for one port.
    public struct Entry: Hashable, Sendable {
        public let port: Port
        /// The PCM that is opened for it.
        public let pcm: String
        /// The PCM to capture from, if it differs from `pcm` on a port that is both output and input.
        public let input: String?
        /// The control that its volume moves; nil leaves the volume to the mixer.
        public let volume: Volume?
        /// The jack that says whether something is plugged in.
        public let jack: Jack?
        /// The card that exists while the accessory is plugged in.
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

        /// The PCM to capture from while the port is the input in force.
        public var inputPCM: String { input ?? pcm }

        /// The sound-server device that exists while the accessory is connected, or nil for a port with a jack or a
        /// card, or a fixed port.
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

    /// The entry of a port, or nil if the bindings do not name the port.
    public subscript(port: Port) -> Entry? { entries.first { $0.port == port } }

    /// The entry for unbound ports: the speaker's, otherwise ALSA's default.
    public var fallback: Entry { self[.builtInSpeaker] ?? Entry(port: .builtInSpeaker, pcm: "default") }

    /// Returns the entry on which the port in force is heard.
    ///
    /// - Parameter port: An output of the policy.
    public func output(for port: Port) -> Entry { self[port] ?? fallback }

    /// Returns the PCM to capture from while a port is the input in force.
    ///
    /// - Parameter port: An input of the policy.
    public func inputPCM(for port: Port) -> String { (self[port] ?? self[.builtInMic])?.inputPCM ?? "default" }

    /// Returns the output of a picture, for a process that plays on one device at a time.
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
    /// The accessory of a jack, or nil for an unbound jack.
    package func accessory(jack: Jack, cardNumber: Int) -> Accessory.Kind? {
        let bound = entries.filter { entry in
            guard let own = entry.jack else { return false }
            return own.control == jack.control && (own.card == jack.card || own.card == String(cardNumber))
        }
        // A jack with a microphone is a headset's.
        if bound.contains(where: { $0.port == .headphones }), bound.contains(where: { $0.port == .headsetMic }) {
            return .headset
        }
        return bound.lazy.compactMap { Accessory.Kind(output: $0.port) }.first
    }

    /// The sound-server devices that represent accessories, each once.
    public var sinks: [String] {
        entries.compactMap(\.sink).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The accessories represented by a sound-server device.
    package func accessories(sink: String) -> [Accessory.Kind] {
        entries.filter { $0.sink == sink }.compactMap { Accessory.Kind(output: $0.port) }
    }

    package func accessories(card: String, number: Int) -> [Accessory.Kind] {
        entries.filter { $0.card == card || $0.card == String(number) }.compactMap { Accessory.Kind(output: $0.port) }
    }
}

extension Accessory.Kind {
    /// The accessory with this output, or nil for inputs and built-in outputs.
    package init?(output: Port) {
        guard let kind = Self.allCases.first(where: { $0.output == output }) else { return nil }
        self = kind
    }
}
