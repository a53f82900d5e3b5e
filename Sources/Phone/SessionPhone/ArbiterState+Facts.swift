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

    /// The audible sounds, and the inaudible ones.
    var deviceFacts: DeviceFacts {
        let moment = world.presentMoment
        var facts = DeviceFacts(
            heard: moment.heard.map {
                HeardSound(
                    name: name(of: $0.reference), decibels: $0.decibels, isDucked: $0.isDucked, outputs: $0.outputs)
            },
            unheard: moment.unheard.map { UnheardSound(name: name(of: $0.reference), rule: $0.rule) },
            route: facts(of: world.picture.route), outputVolume: world.picture.mediaVolume)
        facts.nowPlaying = world.state.apps.first { world.state.isNowPlaying($0) }.map {
            NowPlayingFacts(
                app: world.names[$0.id.name], isPlaying: $0.hasRunningSound, info: world.nowPlayingInfo(of: $0.id))
        }
        return facts
    }

    private func slider(_ answer: Answer) -> VolumeSlider {
        if case .slider(let slider) = self.answer(answer) { slider } else { .level(world.picture.mediaVolume) }
    }

    func facts(of route: Route) -> RouteFacts {
        RouteFacts(outputs: route.outputs.ports.map { facts(of: $0) }, inputs: route.inputs.ports.map { facts(of: $0) })
    }

    func facts(of port: Port) -> PortFacts {
        world.state.portFacts(port) { world.names[$0] }
    }

    func message(of notice: Notice) -> AppNotice.Message {
        AppNotice.Message(
            notice.message, name: { world.names[$0] },
            route: { $0.isLike(routeBefore) ? routeBefore : facts(of: $0) })
    }
}

extension Route {
    fileprivate func isLike(_ facts: RouteFacts) -> Bool {
        outputs.ports == facts.outputs.map(\.port) && inputs.ports == facts.inputs.map(\.port)
    }
}
