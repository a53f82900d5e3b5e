extension Machine {
    /// Whether sound works: the default PCM opens, and nothing found keeps it from being heard.
    public var soundWorks: Bool { defaultError == nil && !findings.contains { $0.weight == .fault } }

    /// The problems of this machine's sound, the likeliest first.
    ///
    /// A problem that keeps the default PCM from playing is a fault; otherwise it is advice.
    public var findings: [Finding] {
        // Without libasound nothing else can be examined.
        if let error = defaultError, case .noLibrary = error.kind {
            return [Finding(kind: .noLibrary, weight: .fault, sentence: error.sentence, remedy: error.remedy)]
        }
        let found = hardware + permission + busyDevices + unreachableServers + missingPlugins + wrongDefault + volumes
        return found + realTime
    }

    private var weight: Finding.Weight { defaultError == nil ? .advice : .fault }
    private var playback: [(card: DeviceSurvey.Card, pcm: DeviceSurvey.PCMDevice)] {
        survey.cards.flatMap { card in card.pcms.filter { $0.direction == .playback }.map { (card, $0) } }
    }

    /// A missing or inaccessible card. A machine with a sound server needs none.
    private var hardware: [Finding] {
        guard defaultError != nil else { return [] }
        if kernelCards.isEmpty, survey.cards.isEmpty {
            return [
                Finding(
                    kind: .noCard, weight: .fault, sentence: "The kernel knows no sound card.",
                    remedy: "Plug one in or load its driver (in a virtual machine, give it one; without any, modprobe "
                        + "snd-dummy plays into the void), or start PulseAudio or PipeWire.")
            ]
        }
        if nodes?.isEmpty ?? true, survey.cards.isEmpty {
            return [
                Finding(
                    kind: .noNodes, weight: .fault,
                    sentence:
                        "The kernel has \(kernelCards.joined(separator: ", ")), but /dev/snd has no device for it.",
                    remedy: "Start udev; in a container, pass the folder on: --device /dev/snd.")
            ]
        }
        if !survey.cards.isEmpty, playback.isEmpty {
            return [
                Finding(
                    kind: .noPlayback, weight: .fault,
                    sentence: "No sound card can play: \(survey.cards.map(\.name).joined(separator: ", ")).",
                    remedy: "Plug in a card with an output, or load the driver of its codec.")
            ]
        }
        return []
    }

    private var permission: [Finding] {
        guard !forbiddenNodes.isEmpty else { return [] }
        let names = forbiddenNodes.prefix(3).joined(separator: ", ") + (forbiddenNodes.count > 3 ? ", …" : "")
        return [
            Finding(
                kind: .noPermission, weight: weight, sentence: "This user may not open \(names) of /dev/snd.",
                remedy: "Add the user to the group 'audio' (usermod -aG audio USER) and log in again.")
        ]
    }

    private var busyDevices: [Finding] {
        playback.compactMap { card, pcm in
            guard case .busy(let owner) = pcm.state else { return nil }
            return Finding(
                kind: .busy, weight: weight,
                sentence: "\(pcm.pcm) of \(card.name) is in use by \(owner ?? "another program").",
                remedy: "End that program, or play through 'default' or a sound server, which share the card.")
        }
    }

    private var unreachableServers: [Finding] {
        servers.compactMap { server in
            guard server.state != .answers else { return nil }
            let why = server.state == .refuses ? "no server answers at" : "there is nothing at"
            return Finding(
                kind: .serverUnreachable, weight: weight,
                sentence: "\(server.kind.rawValue) is not to be reached: \(why) \(server.socket).",
                remedy: server.kind == .pulseAudio
                    ? "Start it (pulseaudio --start, or systemctl --user start pulseaudio), or unset PULSE_SERVER."
                    : "Start it: systemctl --user start pipewire wireplumber pipewire-pulse.")
        }
    }

    private var missingPlugins: [Finding] {
        servers.compactMap { server in
            let plugin = server.kind.plugin
            guard server.state == .answers, !plugins.contains(plugin.name) else { return nil }
            // PipeWire also speaks PulseAudio's protocol.
            if server.kind == .pipeWire, plugins.contains("pulse"), servers.contains(where: isPulseAnswering) {
                return nil
            }
            return Finding(
                kind: .missingPlugin, weight: weight,
                sentence: "\(server.kind.rawValue) runs, but ALSA has no plug-in for it.",
                remedy: "Install the package \(plugin.package).")
        }
    }

    private func isPulseAnswering(_ server: Server) -> Bool { server.kind == .pulseAudio && server.state == .answers }

    /// Something could play, but the default is something else.
    private var wrongDefault: [Finding] {
        guard let defaultError, defaultError.kind != .busy, defaultError.kind != .notPermitted else { return [] }
        let free = playback.first { $0.pcm.state == .free }
        let other = survey.named.first { $0.pcm != "default" && $0.state == .free }
        guard let pcm = free.map({ "plug\($0.pcm.pcm)" }) ?? other?.pcm else { return [] }
        return [
            Finding(
                kind: .wrongDefault, weight: .fault,
                sentence: "The default device does not play: \(defaultError.sentence) \(pcm) would.",
                remedy: "Write 'pcm.!default \"\(pcm)\"' into ~/.asoundrc, or name the device: --device \(pcm).")
        ]
    }

    /// A card with its volume down is inaudible. `default` means the first card that plays.
    private var volumes: [Finding] {
        let first = playback.first?.card.number
        return survey.cards.compactMap { card in
            let main = card.volumes.filter { HardwareVolume.preferredControls.contains($0.name) }
            // One audible control is enough, and a card without controls is audible.
            let only = main.allSatisfy(\.isSilent) ? main.first : nil
            guard let closed = main.first(where: { $0.name == "Master" && $0.isSilent }) ?? only else { return nil }
            let weight: Finding.Weight = card.number == first ? .fault : .advice
            let name = "'\(closed.name)' of \(card.name)"
            let set = "amixer -c \(card.id) sset '\(closed.name)'"
            return closed.isMuted == true
                ? Finding(kind: .muted, weight: weight, sentence: "\(name) is muted.", remedy: "Run: \(set) unmute")
                : Finding(
                    kind: .silent, weight: weight, sentence: "\(name) is turned down to nothing.",
                    remedy: "Run: \(set) 80%")
        }
    }

    private var realTime: [Finding] {
        guard !mayRunInRealTime else { return [] }
        return [
            Finding(
                kind: .noRealTime, weight: .advice,
                sentence: "This user may not run threads in real time, so a busy machine may break the sound.",
                remedy: "Give the group 'audio' an rtprio of \(RealTimeThread.priority) or more in "
                    + "/etc/security/limits.d, and log in again.")
        ]
    }
}
