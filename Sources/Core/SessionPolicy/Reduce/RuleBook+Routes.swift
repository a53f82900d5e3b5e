/// The routes of sound. The last gesture that the session can use wins (R-RTE-1).
extension RuleBook {
    /// The route in force: of the session with output activated last, otherwise of Playback.
    ///
    /// All apps share it, except while a long-form session plays on AirPlay (R-INT-14).
    public func route(in state: PolicyState) -> Route { routes(in: state).inForce }

    /// The route of an app: AirPlay for a long-form session there, otherwise the shared media route.
    public func route(of app: AppID, in state: PolicyState) -> Route { routes(in: state)[app] }

    /// Returns the media route and the AirPlay route of long-form sessions.
    /// - Parameters:
    ///   - known: The route in force, if the caller knows it.
    package func routes(in state: PolicyState, inForce known: Route? = nil) -> MediaRoutes {
        let apart = longFormApps(in: state)
        if let known, apart.isEmpty { return MediaRoutes(known) }
        var shared = outputRoute(of: mediaSession(in: state), in: state)
        if let session = latestSession(in: state, where: { lookup.hasInput($0.category) }) {
            shared.inputs = inputs(of: session, outputs: shared.outputs, in: state)
        }
        guard let session = apart.last.flatMap({ state.session(of: $0) }) else { return MediaRoutes(shared) }
        let latest = latestSession(in: state, where: { lookup.hasOutput($0.category) })
        return MediaRoutes(
            shared, longForm: outputRoute(of: session, in: state), of: apart,
            isLatest: latest.map { playsApart($0, in: state) } ?? false)
    }

    /// The apps whose active session has the AirPlay route of long-form sound, in order of launch.
    private func longFormApps(in state: PolicyState) -> [AppID] {
        guard settings.longFormHasItsOwnRoute,
            state.hasSession({ $0.phase == .active && $0.policy.isLongForm })
        else { return [] }
        return state.apps.filter { $0.session.phase == .active && playsApart($0.session, in: state) }.map { $0.id }
    }

    /// Whether a session has the AirPlay route of long-form sound, or would have it if it were active (R-INT-14).
    func playsApart(_ session: Session, in state: PolicyState) -> Bool { ownDevice(of: session, in: state) != nil }

    /// The AirPlay device of a long-form session, if it is or were active.
    private func ownDevice(of session: Session, in state: PolicyState) -> Accessory? {
        guard settings.longFormHasItsOwnRoute, session.policy.isLongForm,
            let accessory = endpoint(of: session, in: state).accessory, accessory.kind == .airPlay
        else { return nil }
        return accessory
    }

    /// The AirPlay device reserved for a long-form session.
    private func deviceOfLongForm(in state: PolicyState) -> Accessory? {
        longFormSession(in: state).flatMap { ownDevice(of: $0, in: state) }
    }

    /// The active session that has an AirPlay device for its long-form sound, or nil if none has.
    func longFormSession(in state: PolicyState) -> Session? {
        longFormApps(in: state).last.flatMap { state.session(of: $0) }
    }

    /// The microphones of a session: one, or two with a second device.
    private func inputs(of session: Session, outputs: PortSet, in state: PolicyState) -> PortSet {
        let inputs = PortSet(input(of: session, outputs: outputs, in: state))
        guard session.isDualRoute else { return inputs }
        let second = secondDevice(of: session, in: state).flatMap { $0.input }.map { PortSet($0) } ?? []
        return inputs.union([PortSet(.builtInMic), second])
    }

    /// The device beside the phone's own microphone and speaker: the latest with both directions (R-DR-1).
    private func secondDevice(of session: Session, in state: PolicyState) -> Accessory? {
        let options = effectiveOptions(of: session)
        return state.accessories.last { $0.hasOutput && $0.input != nil && reaches(session, options, $0.kind) }
    }

    /// The microphone of a session, if it is or were active.
    func ownInput(of session: Session, in state: PolicyState) -> Port {
        input(of: session, outputs: outputRoute(of: session, in: state).outputs, in: state)
    }

    /// The session that determines the shared media route.
    func mediaSession(in state: PolicyState) -> Session {
        mediaApp(in: state).flatMap { state.session(of: $0) } ?? Session(category: .playback)
    }

    /// The app that determines the shared media route, if any.
    func mediaApp(in state: PolicyState) -> AppID? {
        latestApp(in: state) { lookup.hasOutput($0.category) && !playsApart($0, in: state) }
    }

    private func latestSession(in state: PolicyState, where fits: (Session) -> Bool) -> Session? {
        latestApp(in: state, where: fits).flatMap { state.session(of: $0) }
    }

    /// The app with the matching session activated last.
    private func latestApp(in state: PolicyState, where fits: (Session) -> Bool) -> AppID? {
        for id in state.activationOrder.reversed() {
            if let session = state.session(of: id), session.phase == .active, fits(session) { return id }
        }
        return nil
    }

    /// The outputs of a session, if it is or were active.
    func outputRoute(of session: Session, in state: PolicyState) -> Route {
        if session.isDualRoute {
            let second = secondDevice(of: session, in: state).map { PortSet($0.kind.output) } ?? []
            return Route(outputs: second.union(PortSet(.builtInSpeaker)), level: Route.to(.builtInSpeaker).level)
        }
        if session.category == .multiRoute, let together = everything(for: session, in: state) { return together }
        let end = endpoint(of: session, in: state)
        return end.accessory.map { Route(outputs: PortSet(end.port), level: $0.levelKey) } ?? .to(end.port)
    }

    /// A port of an accessory, or of the phone if there is no accessory.
    private typealias Endpoint = (port: Port, accessory: Accessory?)

    /// The one output of a session, if it is or were active.
    private func endpoint(of session: Session, in state: PolicyState) -> Endpoint {
        func end(at accessory: Accessory) -> Endpoint { (accessory.kind.output, accessory) }
        if session.overridesToSpeaker { return (.builtInSpeaker, nil) }
        let options = effectiveOptions(of: session)
        // A hands-free accessory is used in both directions or not at all.
        let wished = session.category == .playAndRecord ? wishedInput(of: session, in: state) : nil
        if let accessory = wished?.accessory, accessory.kind == .bluetoothHFP { return end(at: accessory) }
        if settings.defaultToSpeakerAlways && options.contains(.defaultToSpeaker) { return (.builtInSpeaker, nil) }
        let taken = session.policy.isLongForm ? nil : deviceOfLongForm(in: state)
        for gesture in state.gestures.reversed() {
            switch gesture {
            case .phone(let speakerPicked):
                // R-RTE-2 and R-RTE-8: PlayAndRecord uses the receiver unless the app or the person chooses the
                // speaker.
                let intoTheEar =
                    session.category == .playAndRecord && !options.contains(.defaultToSpeaker) && !speakerPicked
                return (intoTheEar ? .builtInReceiver : .builtInSpeaker, nil)
            case .accessory(let accessory):
                guard accessory.hasOutput, accessory != taken, reaches(session, options, accessory.kind) else {
                    continue
                }
                guard wished != nil else {
                    return end(at: handsFreeTwin(of: accessory, session, options, in: state) ?? accessory)
                }
                if accessory.kind != .bluetoothHFP { return end(at: accessory) }
            }
        }
        return (.builtInSpeaker, nil)
    }

    func plays(_ app: App, on accessory: Accessory, in state: PolicyState) -> Bool {
        uses(playsApart(app.session, in: state) ? app.session : mediaSession(in: state), accessory, in: state)
    }

    func uses(_ session: Session, _ accessory: Accessory, in state: PolicyState) -> Bool {
        if session.isDualRoute { return secondDevice(of: session, in: state) == accessory }
        if session.category == .multiRoute {
            return accessory.hasOutput && reaches(session, effectiveOptions(of: session), accessory.kind)
        }
        return endpoint(of: session, in: state).accessory == accessory
    }

    /// Whether category and options of a session let its sound go to a kind of accessory.
    func reaches(_ session: Session, _ kind: Accessory.Kind) -> Bool {
        reaches(session, effectiveOptions(of: session), kind)
    }

    func followsLastGesture(_ session: Session, in state: PolicyState) -> Bool {
        switch state.gestures.last {
        case .accessory(let accessory)?: uses(session, accessory, in: state)
        case .phone?, nil: outputRoute(of: session, in: state).outputs.isSubset(of: .builtIn)
        }
    }

    private func reaches(_ session: Session, _ options: CategoryOptions, _ kind: Accessory.Kind) -> Bool {
        guard let row = lookup.accessory(kind) else { return false }
        if row.always.contains(session.category) { return true }
        guard session.category == .playAndRecord || session.isDualRoute, let needed = row.with else { return false }
        return options.contains(needed)
    }

    /// A device with A2DP and HFP is used hands-free if input is possible (`CategoryOptions`, header).
    private func handsFreeTwin(
        of accessory: Accessory, _ session: Session, _ options: CategoryOptions, in state: PolicyState
    ) -> Accessory? {
        guard accessory.kind == .bluetoothA2DP, accessory.uid != nil, reaches(session, options, .bluetoothHFP)
        else { return nil }
        return state.accessories.first { $0.kind == .bluetoothHFP && $0.uid == accessory.uid }
    }

    /// R-RTE-12: USB, line out, headphones and HDMI together; the level is that of the latest.
    private func everything(for session: Session, in state: PolicyState) -> Route? {
        let options = effectiveOptions(of: session)
        var route: Route?
        for accessory in state.accessories where accessory.hasOutput && reaches(session, options, accessory.kind) {
            let outputs = (route?.outputs ?? []).union(PortSet(accessory.kind.output))
            route = Route(outputs: outputs, level: accessory.levelKey)
        }
        return route
    }

    /// R-RTE-3: the microphone of the wireless accessory in force if allowed (R-RTE-9), otherwise of the latest wired
    /// accessory, otherwise the phone's own. A session without output may use any accessory.
    private func input(of session: Session, outputs: PortSet, in state: PolicyState) -> Port {
        if session.overridesToSpeaker { return .builtInMic }
        if let wished = wishedInput(of: session, in: state) { return wished.port }
        if session.isDualRoute { return .builtInMic }
        let hasOutput = rule(for: session.category)?.hasOutput == true
        let options = effectiveOptions(of: session)
        for kind in [Accessory.Kind.bluetoothHFP, .carAudio]
        where hasOutput && outputs.contains(kind.output) && reaches(session, options, kind) {
            return kind.output
        }
        for case .accessory(let accessory) in state.gesturesSincePhoneWasPicked.reversed() {
            guard let input = accessory.input, accessory.kind.isWired || !hasOutput else { continue }
            if accessory.kind == .bluetoothHFP && !options.contains(.allowBluetooth) { continue }
            return input
        }
        return .builtInMic
    }

    /// The preferred microphone, if available (R-RTE-15).
    private func wishedInput(of session: Session, in state: PolicyState) -> Endpoint? {
        session.preferredInput.flatMap { microphone($0, of: session, in: state) }
    }

    private func microphone(_ wish: PreferredInput, of session: Session, in state: PolicyState) -> Endpoint? {
        guard rule(for: session.category)?.hasInput == true else { return nil }
        if wish.port == .builtInMic { return wish.uid == nil ? (wish.port, nil) : nil }
        let accessory = state.accessories.last {
            $0.input == wish.port && (wish.uid == nil || $0.uid == wish.uid) && lends($0, to: session)
        }
        return accessory.map { (wish.port, $0) }
    }

    private func lends(_ accessory: Accessory, to session: Session) -> Bool {
        let options = effectiveOptions(of: session)
        guard !accessory.kind.isWired, rule(for: session.category)?.hasOutput == true else {
            return accessory.kind != .bluetoothHFP || options.contains(.allowBluetooth)
        }
        return reaches(session, options, accessory.kind)
    }

    /// Whether a microphone is available and allowed by category and options.
    func offers(_ wish: PreferredInput, to session: Session, in state: PolicyState) -> Bool {
        microphone(wish, of: session, in: state) != nil
    }

    /// The microphones that category and options of a session allow (R-RTE-15).
    public func availableInputs(for session: Session, in state: PolicyState) -> PortSet {
        guard rule(for: session.category)?.hasInput == true else { return [] }
        var inputs = PortSet(.builtInMic)
        for accessory in state.accessories where lends(accessory, to: session) {
            if let input = accessory.input { inputs.insert(PortSet(input)) }
        }
        return inputs
    }

    /// The outputs of a kind of sound other than media.
    func outputs(_ outputs: LevelRule.Outputs, media: PortSet, in state: PolicyState) -> PortSet {
        switch outputs {
        case .media: return media
        case .mediaButAirPlay: return media.contains(.airPlay) ? PortSet(.builtInSpeaker) : media
        case .speakerAndHeadphones:
            let hasHeadphones = state.accessories.contains { $0.kind.output == .headphones }
            return hasHeadphones ? [PortSet(.builtInSpeaker), PortSet(.headphones)] : PortSet(.builtInSpeaker)
        case .call:
            let accessory = state.accessories.last { $0.kind.output == .headphones || $0.kind == .bluetoothHFP }
            return PortSet(accessory?.kind.output ?? .builtInReceiver)
        }
    }

    /// Whether an accessory is connected in which Siri reads messages (R-SIRI-2).
    func hasHeadphones(in state: PolicyState) -> Bool {
        let kinds: Members<Accessory.Kind> = [
            .headphones, .headset, .usbAudio, .bluetoothA2DP, .bluetoothHFP, .carAudio,
        ]
        return state.accessories.contains { $0.hasOutput && kinds.contains($0.kind) }
    }

    /// The level that an output remembers (R-VOL-9).
    func level(of key: OutputKey, in state: PolicyState) -> Double {
        state.mediaLevels[key] ?? numbers.mediaVolume
    }

    /// Whether the phone's volume governs the output (R-VOL-7).
    func hasVolumeControl(_ key: OutputKey) -> Bool {
        settings.a2dpHasVolume || key.port != .bluetoothA2DP
    }
}

extension Route {
    static func to(_ port: Port) -> Route {
        Route(outputs: PortSet(port), level: OutputKey(port: port, uid: nil))
    }
}

extension Accessory {
    /// Wired outputs remember their level by port, wireless ones individually (C19).
    var levelKey: OutputKey { OutputKey(port: kind.output, uid: kind.isWired ? nil : uid) }
}

extension PolicyState {
    /// Whether everything that determines the media route equals another state's: gestures, sessions and their order.
    func isRouted(like other: PolicyState) -> Bool {
        gestures == other.gestures && activationOrder == other.activationOrder
            && hasEqualSessions(to: other)
    }

    package func hasLevels(like other: PolicyState) -> Bool {
        ringerVolume == other.ringerVolume && callVolume == other.callVolume && mediaLevels == other.mediaLevels
    }

    fileprivate var gesturesSincePhoneWasPicked: ArraySlice<Gesture> {
        let phone = gestures.lastIndex { if case .phone = $0 { true } else { false } }
        return gestures[(phone ?? 0)...]
    }
}
