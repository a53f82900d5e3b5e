import SessionPolicy

extension ReferenceModel {
    /// The outputs of media and the input of recordings.
    struct MediaRoute: Sendable {
        var outputs: PortSet = []
        var inputs: PortSet = []
        /// The accessories behind the outputs.
        var accessories: [Accessory] = []
        var key = LevelKey.port(.builtInSpeaker)
    }

    /// The AirPlay device on which a long-form session plays by itself, or would (R-INT-14): the last thing that a person
    /// connected or picked, of those that carry its sound.
    func ownAirPlay(_ app: LiveApp) -> Accessory? {
        guard book >= .iOS13, app.policy == .longFormAudio || app.policy == .longFormVideo else { return nil }
        for gesture in gestures.reversed() {
            guard case .accessory(let accessory) = gesture else { return nil }
            if carries(accessory, app) { return accessory.kind == .airPlay ? accessory : nil }
        }
        return nil
    }

    /// Whether the sounds of an app are on the AirPlay route of long-form sound.
    func isApart(_ app: LiveApp) -> Bool { app.phase == .active && ownAirPlay(app) != nil }

    /// The route in force (detail 12): that of the session with output activated last, else that of Playback.
    func mediaRoute() -> MediaRoute {
        let shared = sharedRoute()
        let players = activationOrder.compactMap { id in apps.first { $0.id == id } }
        guard let latest = players.last(where: { $0.phase == .active && hasOutput($0.category) }), isApart(latest)
        else { return shared }
        var route = ownRoute(of: latest)
        route.inputs = shared.inputs
        return route
    }

    /// The route of an app's sounds.
    func route(of app: LiveApp) -> MediaRoute { isApart(app) ? ownRoute(of: app) : sharedRoute() }

    /// The route of an app by its name, also of one that does not live.
    func route(of id: AppID) -> MediaRoute { apps.first { $0.id == id }.map { route(of: $0) } ?? sharedRoute() }

    /// The media route of all that is not apart.
    func sharedRoute() -> MediaRoute {
        var route = MediaRoute()
        var decidesOutput = LiveApp(
            id: AppID(Name(0)), isSystem: true, hasBackgroundAudio: true, resumes: true, category: .playback)
        var decidesInput: LiveApp?
        for id in activationOrder {
            guard let app = apps.first(where: { $0.id == id }), app.phase == .active else { continue }
            if hasOutput(app.category) && !isApart(app) { decidesOutput = app }
            if hasInput(app.category) { decidesInput = app }
        }
        fillOutputs(of: &route, for: decidesOutput)
        if let decidesInput {
            route.inputs = PortSet(input(for: decidesInput, route))
            if decidesInput.mode == .dualRoute && decidesInput.category == .multiRoute {
                route.inputs.insert(PortSet(.builtInMic))
                if let port = secondDevice(for: decidesInput)?.kind.input { route.inputs.insert(PortSet(port)) }
            }
        }
        return route
    }

    /// Returns the accessory that plays and records beside the phone itself (R-DR-1).
    private func secondDevice(for app: LiveApp) -> Accessory? {
        for case .accessory(let accessory) in gestures.reversed() {
            if [.headset, .usbAudio, .bluetoothHFP].contains(accessory.kind) && accessory.only == nil {
                return accessory
            }
        }
        return nil
    }

    /// Returns the route of an app's sound if its session alone decided.
    func ownRoute(of app: LiveApp) -> MediaRoute {
        var route = MediaRoute()
        if hasOutput(app.category) { fillOutputs(of: &route, for: app) }
        return route
    }

    /// The microphone that the app has, or would have if its session were active.
    func ownInput(of app: LiveApp) -> Port { input(for: app, ownRoute(of: app)) }

    private func fillOutputs(of route: inout MediaRoute, for app: LiveApp) {
        if app.overridesToSpeaker && app.category == .playAndRecord {
            route.outputs = PortSet(.builtInSpeaker)
            return
        }
        if app.category == .multiRoute && app.mode == .dualRoute {
            route.outputs = PortSet(.builtInSpeaker)
            if let second = secondDevice(for: app) {
                route.outputs.insert(PortSet(second.kind.output))
                route.accessories = [second]
            }
            return
        }
        if app.category == .multiRoute {
            for case .accessory(let accessory) in gestures where carries(accessory, app) {
                route.outputs.insert(PortSet(accessory.kind.output))
                route.accessories.append(accessory)
                route.key = key(of: accessory)
            }
            if route.accessories.isEmpty { route.outputs = PortSet(.builtInSpeaker) }
            return
        }
        // A microphone that is wished for and there decides about hands-free: both directions or none.
        let wished = app.category == .playAndRecord ? app.wish.flatMap { usedMicrophone($0, app) } : nil
        if let wished, case .accessory(let accessory) = wished, accessory.kind == .bluetoothHFP {
            route.outputs = PortSet(.bluetoothHFP)
            route.accessories = [accessory]
            route.key = key(of: accessory)
            return
        }
        let isLongForm = app.policy == .longFormAudio || app.policy == .longFormVideo
        let taken = isLongForm ? nil : apps.first { isApart($0) }.flatMap { ownAirPlay($0) }
        for gesture in gestures.reversed() {
            if let taken, gesture == .accessory(taken) { continue }
            if wished != nil, case .accessory(let accessory) = gesture, accessory.kind == .bluetoothHFP { continue }
            switch gesture {
            case .phone:
                let port = phoneOutput(for: app)
                route.outputs = PortSet(port)
                route.key = .port(port)
                return
            case .accessory(let last) where carries(last, app):
                let accessory = wished == nil ? handsFreeTwin(of: last, app) ?? last : last
                route.outputs = PortSet(accessory.kind.output)
                route.accessories = [accessory]
                route.key = key(of: accessory)
                return
            case .accessory: continue
            }
        }
    }

    /// Returns the HFP side of one device that offers A2DP and HFP, which wins where input is possible (facts 1.2).
    private func handsFreeTwin(of accessory: Accessory, _ app: LiveApp) -> Accessory? {
        guard accessory.kind == .bluetoothA2DP, let uid = accessory.uid, hasInput(app.category) else { return nil }
        for case .accessory(let other) in gestures
        where other.kind == .bluetoothHFP && other.uid == uid && carries(other, app) {
            return other
        }
        return nil
    }

    /// The receiver in PlayAndRecord (R-RTE-2), unless something says speaker (R-RTE-8, contested point C10).
    private func phoneOutput(for app: LiveApp) -> Port {
        if app.category != .playAndRecord { return .builtInSpeaker }
        if app.options.contains(.defaultToSpeaker) || app.mode == .videoChat { return .builtInSpeaker }
        return speakerWasPicked ? .builtInSpeaker : .builtInReceiver
    }

    /// Whether a session lets its sound go to an accessory (facts 1.2, R-RTE-9, R-RTE-12).
    private func carries(_ accessory: Accessory, _ app: LiveApp) -> Bool {
        if accessory.only == .input { return false }
        return switch accessory.kind {
        case .headphones, .headset, .lineOut, .usbAudio, .hdmi: true
        case .carAudio: app.category != .multiRoute
        case .bluetoothHFP: app.category == .playAndRecord && allowsHandsFree(app)
        case .bluetoothA2DP:
            switch app.category {
            case .ambient, .soloAmbient, .playback: true
            case .playAndRecord: app.options.contains(.allowBluetoothA2DP)
            case .record, .audioProcessing, .multiRoute: false
            }
        case .airPlay:
            switch app.category {
            case .ambient, .soloAmbient, .playback: true
            case .playAndRecord: app.options.contains(.allowAirPlay)
            case .record, .audioProcessing, .multiRoute: false
            }
        }
    }

    private func allowsHandsFree(_ app: LiveApp) -> Bool {
        switch app.category {
        case .record: app.options.contains(.allowBluetooth)
        case .playAndRecord:
            app.options.contains(.allowBluetooth) || app.mode == .voiceChat || app.mode == .videoChat
        case .multiRoute: app.mode == .dualRoute && app.options.contains(.allowBluetooth)
        case .ambient, .soloAmbient, .playback, .audioProcessing: false
        }
    }

    /// The microphone of the accessory in force, else a headset's, else the phone's (R-RTE-3, R-RTE-7, R-RTE-12).
    private func input(for app: LiveApp, _ route: MediaRoute) -> Port {
        if app.overridesToSpeaker && app.category == .playAndRecord { return .builtInMic }
        if let wish = app.wish, let used = usedMicrophone(wish, app) {
            if case .accessory(let accessory) = used { return accessory.kind.input ?? .builtInMic }
            return .builtInMic
        }
        if app.category == .multiRoute && app.mode == .dualRoute { return .builtInMic }
        // A wireless accessory that plays lends its microphone, too; of wired ones the latest does, whichever plays.
        if app.category == .playAndRecord, let accessory = route.accessories.last,
            [.bluetoothHFP, .carAudio].contains(accessory.kind), let port = microphone(of: accessory, app)
        {
            return port
        }
        for gesture in gestures.reversed() {
            guard case .accessory(let accessory) = gesture else { return .builtInMic }
            let isUsable = app.category != .playAndRecord || [.headset, .usbAudio].contains(accessory.kind)
            if isUsable, let port = microphone(of: accessory, app) { return port }
        }
        return .builtInMic
    }

    /// The microphone that an accessory lends to a session.
    private func microphone(of accessory: Accessory, _ app: LiveApp) -> Port? {
        if accessory.only == .output { return nil }
        return switch accessory.kind {
        case .headset: .headsetMic
        case .usbAudio: .usbAudio
        case .carAudio: app.category == .multiRoute ? nil : .carAudio
        case .bluetoothHFP: allowsHandsFree(app) ? .bluetoothHFP : nil
        case .headphones, .lineOut, .hdmi, .bluetoothA2DP, .airPlay: nil
        }
    }

    /// Returns the gesture behind the microphone that an app wishes for; nil where it is not there, or not for the app
    /// (R-RTE-15).
    func usedMicrophone(_ wish: PreferredInput, _ app: LiveApp) -> Gesture? {
        guard hasInput(app.category) else { return nil }
        if wish.port == .builtInMic { return wish.uid == nil ? .phone : nil }
        for gesture in gestures.reversed() {
            guard case .accessory(let accessory) = gesture, accessory.kind.input == wish.port else { continue }
            if wish.uid != nil && accessory.uid != wish.uid { continue }
            if isLent(accessory, to: app) { return gesture }
        }
        return nil
    }

    /// Whether the microphone of an accessory is there for an app.
    private func isLent(_ accessory: Accessory, to app: LiveApp) -> Bool {
        if accessory.only == .output || accessory.kind.input == nil { return false }
        switch accessory.kind {
        case .bluetoothHFP: return allowsHandsFree(app)
        case .carAudio: return app.category != .multiRoute
        default: return true
        }
    }

    /// The microphones that there are for an app.
    func inputs(for app: LiveApp) -> PortSet {
        guard hasInput(app.category) else { return [] }
        var ports = PortSet(.builtInMic)
        for case .accessory(let accessory) in gestures where isLent(accessory, to: app) {
            if let port = accessory.kind.input { ports.insert(PortSet(port)) }
        }
        return ports
    }

    /// Wired and built-in outputs keep a level by port, wireless ones by accessory (contested point C19).
    func key(of accessory: Accessory) -> LevelKey {
        let isWireless = [.bluetoothA2DP, .bluetoothHFP, .airPlay, .carAudio].contains(accessory.kind)
        if isWireless, let uid = accessory.uid { return .wireless(uid) }
        return .port(accessory.kind.output)
    }

    /// Whether the output in force has no volume control (detail 11).
    func outputHasNoVolume() -> Bool { book == .iPhoneOS3 && mediaRoute().outputs.contains(.bluetoothA2DP) }

    /// The media volume in force, as it is shown.
    func mediaVolume() -> Double { mediaLevels[mediaRoute().key] ?? 0.5 }

    /// The volume as an app is told it: in a chat that of calls, but for long-form sound on AirPlay.
    func volume(for id: AppID) -> Double {
        if chats && !apps.contains(where: { $0.id == id && isApart($0) }) { return callVolume }
        return mediaLevels[route(of: id).key] ?? 0.5
    }

    /// Returns the factor of an app's media: an output without volume control counts as 1 (detail 11).
    func mediaFactor(_ app: LiveApp) -> Double { outputHasNoVolume() ? 1 : volume(for: app.id) }

    /// The accessory of one of these kinds that a person plugged, connected or picked last.
    private func lastConnected(_ kinds: [Accessory.Kind]) -> Accessory? {
        for case .accessory(let accessory) in gestures.reversed() where kinds.contains(accessory.kind) {
            return accessory
        }
        return nil
    }

    /// Ringtone and alarm: the speaker, and headphones or headset as well (detail 12).
    /// Where a host with one device plays: where the phone itself is heard, and the media with it if it can be.
    func preferredOutputs() -> PortSet {
        let media = mediaRoute().outputs
        var phone: PortSet?
        if let callOn, callOn.app == nil, callVolume > 0 { phone = callOutputs() }
        let rings = calls.contains { $0.phase == .incoming } && ruleAgainstRingtone() == nil
        if phone == nil && (rings || alarmFires) && ringerVolume > 0 { phone = ringOutputs() }
        guard let phone else { return media }
        let both = phone.intersection(media)
        return both.isEmpty ? phone : both
    }

    func ringOutputs() -> PortSet {
        let speaker = PortSet(.builtInSpeaker)
        return lastConnected([.headphones, .headset]) == nil ? speaker : speaker.union(PortSet(.headphones))
    }

    func callOutputs() -> PortSet {
        let accessory = lastConnected([.headphones, .headset, .bluetoothHFP])
        return PortSet(accessory?.kind.output ?? .builtInReceiver)
    }

    /// System sounds, alerts and clicks: the media output, but never AirPlay (contested point C6, R-RTE-10).
    func alertOutputs() -> PortSet {
        let outputs = sharedRoute().outputs.subtracting(PortSet(.airPlay))
        return outputs.isEmpty ? PortSet(.builtInSpeaker) : outputs
    }
}
