import SessionPolicy
import SessionWorld

/// The facts that apps may read, and their notices.
extension ArbiterState {
    func facts(of id: SeatID, at now: MachineTime) -> SessionFacts? {
        guard let seat = seats[id] else { return nil }
        let app = world.state[seat.app]
        let (book, state) = (world.book, world.state)
        return SessionFacts(
            at: now, category: app?.session.category ?? .initial(for: seat.launch.kind),
            mode: app?.session.mode ?? .default, options: app?.session.options ?? [],
            phase: app?.session.phase ?? .inactive,
            overridesToSpeaker: app?.session.overridesToSpeaker ?? false, isLaunched: app != nil,
            isInForeground: app != nil && state.foreground == seat.app,
            route: facts(of: book.route(of: seat.app, in: state)),
            outputVolume: book.outputVolume(of: seat.app, in: state),
            slider: slider(book.slider(of: seat.app, in: state)),
            otherAudioIsPlaying: book.otherAudioPlays(besides: seat.app, in: state),
            secondaryAudioShouldBeSilencedHint: book.primaryAudioPlays(besides: seat.app, in: state),
            inputIsAvailable: true, recordPermission: state.recordPermission(of: seat.app),
            mediaServicesAreLost: state.mediaServicesAreLost,
            availableInputs: (app.map { book.availableInputs(for: $0.session, in: state).ports } ?? [])
                .map { facts(of: $0) },
            preferredInput: (app?.session.preferredInput?.port).map { facts(of: $0) }, calls: calls(for: seat.app))
    }

    private func slider(_ answer: Answer) -> VolumeSlider {
        switch answer {
        case .accessory(let kind, let name): .accessory(kind, name: name.map { world.names[$0] })
        case .slider(let level): .level(level)
        default: .level(world.picture.mediaVolume)
        }
    }

    func facts(of route: Route) -> RouteFacts {
        RouteFacts(outputs: route.outputs.ports.map { facts(of: $0) }, inputs: route.inputs.ports.map { facts(of: $0) })
    }

    /// A port with the name that the person gave it; the phone's own ports and unnamed ones have the names of their
    /// kind.
    func facts(of port: Port) -> PortFacts {
        var uid: String?
        var name: String?
        for case .accessory(let accessory) in world.state.gestures.reversed()
        where accessory.kind.output == port || accessory.input == port {
            uid = accessory.uid.map { world.names[$0] }
            name = accessory.name.map { world.names[$0] }
            break
        }
        return PortFacts(port: port, uid: uid ?? port.name, name: name ?? port.usualName)
    }

    func message(of notice: Notice) -> AppNotice.Message {
        switch notice.message {
        case .soundFinished(let sound): .soundFinished(world.names[sound.name])
        case .terminated: .terminated
        case .mediaServicesWereLost: .mediaServicesWereLost
        case .mediaServicesWereReset: .mediaServicesWereReset
        case .routeChange(let reason, let previous):
            .routeChanged(reason, previous: previous.isLike(routeBefore) ? routeBefore : facts(of: previous))
        case .interruptionBegan(let reason): .interruptionBegan(because: reason)
        case .callActivated: .callActivated
        case .callDeactivated: .callDeactivated
        case .inputMuteStateChange(let isMuted): .inputMuteStateChanged(isMuted)
        case .remoteCommand(let command): .remoteCommand(command)
        case .availableInputsChange: .availableInputsChanged
        case .userIntentToUnmuteOutput: .userIntentToUnmuteOutput
        case .becameActive: .becameActive
        case .becameInactive(let deactivation): .becameInactive(deactivation)
        case .resumptionRecommended(let should): .resumptionRecommended(should)
        case .outputMuteStateChange(let isMuted): .outputMuteStateChanged(isMuted)
        case .proximityStateChange(let proximity): .proximityStateChanged(proximity)
        case .interruptionEnded(let flag): .interruptionEnded(shouldResume: Notice.letsResume(flag))
        case .silenceSecondaryAudioHint(let begins): .silenceSecondaryAudioHint(begins: begins)
        case .outputVolume(let volume): .outputVolumeChanged(volume)
        }
    }
}

extension Port {
    /// The name of a port of this kind that has no name of its own.
    var usualName: String {
        switch self {
        case .hdmi: "HDMI"
        case .airPlay: "AirPlay"
        case .bluetoothA2DP, .bluetoothHFP: "Bluetooth"
        case .builtInMic: "Microphone"
        case .builtInReceiver: "Receiver"
        case .builtInSpeaker: "Speaker"
        case .carAudio: "Car"
        case .headphones: "Headphones"
        case .headsetMic: "Headset Microphone"
        case .lineOut: "Line Out"
        case .usbAudio: "USB Audio"
        }
    }
}

extension Route {
    /// Whether facts are about the ports of this route.
    fileprivate func isLike(_ facts: RouteFacts) -> Bool {
        outputs.ports == facts.outputs.map(\.port) && inputs.ports == facts.inputs.map(\.port)
    }
}
