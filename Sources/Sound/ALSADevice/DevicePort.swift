/// The port that a card's PCM or jack seems to serve, spelled as in AVAudioSession.
public enum DevicePort: String, CaseIterable, Hashable, Sendable {
    case hdmi = "HDMI"
    case bluetoothA2DP, builtInMic, builtInSpeaker, headphones, headsetMic, lineOut, usbAudio

    /// The port named by a jack control, or nil if its name means no port here.
    ///
    /// - Parameter name: The control's name as ALSA gives it, such as `Headphone Jack` or `HDMI/DP,pcm=3 Jack`.
    public init?(jack name: String) {
        let words: [(String, DevicePort)] = [
            ("HDMI", .hdmi), ("DP", .hdmi), ("Headset Mic", .headsetMic), ("Internal Mic", .builtInMic),
            ("Int Mic", .builtInMic), ("Headphone", .headphones), ("Headset", .headphones), ("Line Out", .lineOut),
            ("Speaker", .builtInSpeaker), ("Mic", .headsetMic),
        ]
        guard let port = words.first(where: { name.holds($0.0) })?.1 else { return nil }
        self = port
    }

    /// The port that a card's PCM serves, judging by its driver, or nil for silent cards.
    init?(card: DeviceSurvey.Card, pcm: DeviceSurvey.PCMDevice) {
        let text = "\(pcm.id) \(pcm.name)"
        switch card.driver {
        case "Dummy", "Loopback": return nil
        case "USB-Audio": self = .usbAudio
        case let driver where driver.holds("blue"): self = .bluetoothA2DP
        case _ where text.holds("HDMI") || text.holds("DisplayPort"): self = .hdmi
        case _ where pcm.direction == .capture: self = .builtInMic
        case _ where text.holds("Digital") || text.holds("IEC958") || text.holds("S/PDIF"): self = .lineOut
        default: self = .builtInSpeaker
        }
    }
}

extension StringProtocol {
    /// Whether `text` is in it, without Foundation.
    func holds(_ text: String) -> Bool {
        let (whole, part) = (Array(utf8), Array(text.utf8))
        guard part.count <= whole.count else { return false }
        return (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
    }
}
