public import ALSADevice
public import SessionPolicy

extension Bindings {
    /// Guesses an entry for each port that the machine seems to have, in the order of its cards; the first card wins.
    ///
    /// - Parameter survey: The cards and devices of the machine.
    public init(guessing survey: DeviceSurvey) {
        var entries: [Entry] = []
        for card in survey.cards {
            for entry in card.pcms.flatMap({ card.guesses($0) })
            where !entries.contains(where: { $0.port == entry.port }) {
                entries.append(entry)
            }
        }
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

extension Port {
    /// The port named by a jack control, or nil if its name means no port here.
    ///
    /// - Parameter name: The control's name as ALSA gives it, such as `Headphone Jack` or `HDMI/DP,pcm=3 Jack`.
    public init?(jack name: String) {
        let words: [(String, Port)] = [
            ("HDMI", .hdmi), ("DP", .hdmi), ("Headset Mic", .headsetMic), ("Internal Mic", .builtInMic),
            ("Int Mic", .builtInMic), ("Headphone", .headphones), ("Headset", .headphones), ("Line Out", .lineOut),
            ("Speaker", .builtInSpeaker), ("Mic", .headsetMic),
        ]
        guard let port = words.first(where: { name.contains($0.0) })?.1 else { return nil }
        self = port
    }
}

extension DeviceSurvey.Card {
    /// The ports that a PCM of this card can serve. An analogue one also serves every port with a jack.
    fileprivate func guesses(_ pcm: DeviceSurvey.PCMDevice) -> [Bindings.Entry] {
        guard let port = port(of: pcm) else { return [] }
        func entry(_ port: Port, volume: String? = nil, jack: DeviceSurvey.Jack? = nil) -> Bindings.Entry {
            Bindings.Entry(
                port: port, pcm: "plug" + pcm.pcm, volume: volume.map { Bindings.Volume(card: id, control: $0) },
                jack: jack.map { Bindings.Jack(card: id, control: $0.control) })
        }
        switch port {
        case .hdmi:
            // If the card has several, the jack's name contains the PCM's number.
            let jack = jacks.first { Port(jack: $0.control) == .hdmi && $0.control.contains("pcm=\(pcm.device) ") }
            return [entry(port, jack: jack)]
        case .builtInSpeaker:
            let plugs = [Port.headphones, .lineOut].compactMap { other in
                jack(other).map { entry(other, volume: volume(other), jack: $0) }
            }
            return [entry(port, volume: volume(port))] + plugs
        case .builtInMic:
            return [entry(port)] + [jack(.headsetMic)].compactMap { $0.map { entry(.headsetMic, jack: $0) } }
        default: return [entry(port, volume: pcm.direction == .playback ? volume(port) : nil)]
        }
    }

    /// The port that a PCM serves, judging by its driver, or nil for silent cards.
    private func port(of pcm: DeviceSurvey.PCMDevice) -> Port? {
        let text = "\(pcm.id) \(pcm.name)"
        return switch driver {
        case "Dummy", "Loopback": nil
        case "USB-Audio": .usbAudio
        case _ where driver.contains("blue"): .bluetoothA2DP
        case _ where text.contains("HDMI") || text.contains("DisplayPort"): .hdmi
        case _ where pcm.direction == .capture: .builtInMic
        case _ where text.contains("Digital") || text.contains("IEC958") || text.contains("S/PDIF"): .lineOut
        default: .builtInSpeaker
        }
    }

    private func jack(_ port: Port) -> DeviceSurvey.Jack? {
        jacks.first { Port(jack: $0.control) == port && !$0.isPhantom }
    }

    /// The control that changes this port and, if possible, no other.
    private func volume(_ port: Port) -> String? {
        let own = port == .headphones ? "Headphone" : port == .builtInSpeaker ? "Speaker" : "Line Out"
        let usable = volumes.filter { $0.range != nil }.map(\.name)
        return ([own] + HardwareVolume.preferredControls).first { usable.contains($0) } ?? usable.first
    }
}
