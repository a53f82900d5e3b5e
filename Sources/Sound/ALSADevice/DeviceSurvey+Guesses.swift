extension DeviceSurvey {
    /// A guess at the PCM for a port, with its volume control and jack.
    public struct Guess: Hashable, Sendable {
        public let port: DevicePort
        /// The PCM to open.
        public let pcm: String
        /// Its volume control, if the card has one in decibels.
        public let volume: String?
        /// The jack control that reports it, or nil if it is always there.
        public let jack: String?
        /// The reason, in a few words.
        public let because: String
    }

    /// One guess for each port that this machine seems to have, in the order of the cards; the first card wins.
    public var guesses: [Guess] {
        var guesses: [Guess] = []
        for card in cards {
            for pcm in card.pcms {
                for guess in card.guesses(pcm) where !guesses.contains(where: { $0.port == guess.port }) {
                    guesses.append(guess)
                }
            }
        }
        return guesses
    }
}

extension DeviceSurvey.Card {
    /// The ports that a PCM of this card can serve. An analogue one also serves every port with a jack.
    fileprivate func guesses(_ pcm: DeviceSurvey.PCMDevice) -> [DeviceSurvey.Guess] {
        guard let port = DevicePort(card: self, pcm: pcm) else { return [] }
        let plug = "plug" + pcm.pcm
        switch port {
        case .hdmi:
            // If the card has several, the jack's name contains the PCM's number.
            let jack = jacks.first { $0.port == .hdmi && $0.control.holds("pcm=\(pcm.device) ") }
            return [guess(port, plug, nil, jack, "the driver calls it \(pcm.name)")]
        case .builtInSpeaker:
            let others: [DevicePort] = [.headphones, .lineOut]
            let plugs = others.compactMap { other in
                jack(other).map { guess(other, plug, volume(other), $0, "the card has a \($0.control)") }
            }
            return [guess(port, plug, volume(port), nil, "the card's analogue output")] + plugs
        case .builtInMic:
            let headset = jack(.headsetMic).map { guess(.headsetMic, plug, nil, $0, "the card has a \($0.control)") }
            return [guess(port, plug, nil, nil, "the card's analogue input")] + (headset.map { [$0] } ?? [])
        default:
            let mayTurn = pcm.direction == .playback
            return [guess(port, plug, mayTurn ? volume(port) : nil, nil, "the card's driver is \(driver)")]
        }
    }

    private func guess(
        _ port: DevicePort, _ pcm: String, _ volume: String?, _ jack: DeviceSurvey.Jack?, _ because: String
    ) -> DeviceSurvey.Guess {
        DeviceSurvey.Guess(port: port, pcm: pcm, volume: volume, jack: jack?.control, because: because)
    }

    private func jack(_ port: DevicePort) -> DeviceSurvey.Jack? { jacks.first { $0.port == port && !$0.isPhantom } }

    /// The control that changes this port and, if possible, no other.
    private func volume(_ port: DevicePort) -> String? {
        let own = port == .headphones ? ["Headphone"] : port == .builtInSpeaker ? ["Speaker"] : ["Line Out"]
        let names = own + HardwareVolume.preferredControls
        let usable = volumes.filter { $0.range != nil }.map(\.name)
        return names.first { usable.contains($0) } ?? usable.first
    }
}
