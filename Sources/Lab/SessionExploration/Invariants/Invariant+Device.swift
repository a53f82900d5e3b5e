internal import SessionPolicy

/// Routes, levels, buttons and what only a person may do.
extension Invariant {
    static let device: [Invariant] = [
        Invariant(
            "unplug-not-louder", "after an unplug no sound is heard where others can hear it and could not before",
            .device
        ) { passage in
            guard case .accessoryDisconnected = passage.event, passage.step.refusal == nil else { return nil }
            for level in passage.picture.sounds where level.unheardBy == nil && level.reference.kind == .sound {
                guard let was = passage.pictureBefore.sounds.first(where: { $0.reference == level.reference }) else {
                    return "a sound began at an unplug"
                }
                let isPrivate = level.outputs == PortSet(.builtInReceiver) || level.outputs == PortSet(.headphones)
                // Who was overridden to the speaker was heard by others before; a call or a chat goes on wherever it may.
                let wasPublic = was.unheardBy == nil && was.outputs == PortSet(.builtInSpeaker)
                let talks = level.reference.app.flatMap { passage.state[$0] }.map {
                    Reading.hasAcceptedCall($0, in: passage.state)
                        || Reading.isInChat($0.session, isEarly: passage.isEarly)
                }
                if was.outputs != level.outputs && !isPrivate && !wasPublic && talks != true {
                    return "\(level.reference.app?.label ?? "") goes on on another output"
                }
            }
            return nil
        },
        Invariant(
            "unplug-pauses",
            """
            after an unplug a chat sounds and records as before, unless its app says otherwise; before iOS 5 there is none; and \
            from iOS 17 on the Now Playing app is interrupted that sounded on what has gone
            """, .device
        ) { passage in
            guard case .accessoryDisconnected = passage.event, passage.step.refusal == nil else { return nil }
            for before in passage.before.apps {
                guard let app = passage.state[before.id], before.session.phase == .active else { continue }
                if Reading.yieldsToDisconnect(before, in: passage.before, passage.book.system) {
                    let was = passage.pictureBefore.sounds.first { $0.reference.app == app.id && $0.isRunning }
                    let isThere = was?.outputs.each.contains { port in
                        passage.state.gestures.contains { $0.output == port } || PortSet.builtIn.contains(port)
                    }
                    if isThere == false && app.session.phase == .active {
                        return "\(app.id.label)'s output has gone, and its session is active"
                    }
                } else if Reading.isInChat(before.session, isEarly: passage.isEarly), before.pausesAtUnplug == nil,
                    app.sounds != before.sounds || app.recording != before.recording
                {
                    return "\(app.id.label) is in a chat, which stops at the unplug"
                }
            }
            return nil
        },
        Invariant(
            "unplug-no-resume", "an unplug starts no app that did not play or record before", .device
        ) { passage in
            guard case .accessoryDisconnected = passage.event, passage.step.refusal == nil else { return nil }
            let resumed = passage.state.apps.first { app in
                guard let before = passage.before[app.id] else { return true }
                return !Reading.runs(before, in: passage.before) && Reading.runs(app, in: passage.state)
            }
            return resumed.map { "\($0.id.label) starts at an unplug" }
        },
        Invariant("plug-goes-on", "plugging in, connecting or picking pauses nothing", .device) { passage in
            switch passage.event {
            case .accessoryConnected, .routePicked: break
            default: return nil
            }
            // A long-form session that leaves AirPlay meets others, and one of them is interrupted.
            if passage.state.apps.contains(where: { Reading.leavesAirPlay($0.id, in: passage) }) { return nil }
            if !passage.state.apps.elementsEqual(passage.before.apps, by: { $0.sounds == $1.sounds }) {
                return "a sound changed"
            }
            let stopped = passage.state.apps.first { passage.before[$0.id]?.recording != $0.recording }
            return stopped.map { "\($0.id.label)'s recording changed" }
        },
        Invariant(
            "switch-tells-nothing",
            """
            switch and lock tell apps nothing of interruptions or routes and change no session; but an app that the unlock \
            lets run again hears what it has missed
            """, .device
        ) { passage in
            let (old, new) = (passage.before.apps, passage.state.apps)
            switch passage.event {
            case .ringSwitchMoved: if new != old { return "an app changed" }
            case .screenLocked, .screenUnlocked:
                let isSame = old.elementsEqual(new) {
                    $0.id == $1.id && $0.session == $1.session && $0.sounds == $1.sounds && $0.recording == $1.recording
                }
                if !isSame { return "an app changed" }
            default: return nil
            }
            let told = passage.step.notices.first { notice in
                switch notice.message {
                case .silenceSecondaryAudioHint, .routeChange(.wakeFromSleep, _): false
                default: passage.before[notice.app]?.isSuspended != true || passage.event != .screenUnlocked
                }
            }
            return told.map { "\($0.app.label) is told \($0.message)" }
        },
        Invariant("levels-are-the-persons", "only buttons and slider move levels, one at a time", .level) { passage in
            let moved = movedLevels(in: passage)
            switch passage.event {
            case .ringerSliderMoved:
                return moved.contains { $0 != "ringer" } ? "the ringer's slider moved \(moved)" : nil
            case .volumeButtonPressed, .volumeSliderMoved:
                if moved.count > 1 { return "\(moved) moved at once" }
                if moved.contains("ringer"), case .volumeSliderMoved = passage.event {
                    return "the slider moved the ringer"
                }
                return nil
            default: return moved.first.map { "\($0) moved by no person" }
            }
        },
        Invariant("level-range", "media stays within 0 and 1, ringer and call within one step and 1", .state) {
            standing in
            for (key, level) in standing.state.mediaLevels where !(0...1).contains(level) {
                return "\(key.port.name) is at \(level)"
            }
            let (ringer, call) = (standing.state.ringerVolume, standing.state.callVolume)
            if !(0.0625...1).contains(ringer) { return "the ringer is at \(ringer)" }
            return (0.0625...1).contains(call) ? nil : "the call is at \(call)"
        },
        Invariant(
            "buttons",
            "the buttons move the call in a call, the ringer for a ringtone or an alarm, media while a sound runs or (from iOS 8) on an accessory, else the ringer",
            .step
        ) { passage in
            guard case .volumeButtonPressed(let direction, let times) = passage.event else { return nil }
            return objection(toPressing: direction, times, in: passage)
        },
        Invariant("route-allowed", "media goes only where the category of its session may go", .state) { standing in
            let outputs = standing.picture.route.outputs
            let session = mediaSession(of: standing)
            for port in outputs.each where !isAllowed(port, for: session) {
                return "\(session.category.name) sounds on \(port.name)"
            }
            return outputs.isEmpty ? "media has no output" : nil
        },
        Invariant("last-gesture", "the last gesture wins where the category may follow it", .state) { standing in
            let session = mediaSession(of: standing)
            // The AirPlay device of long-form sound is not for others.
            let apart = standing.state.apps.filter { Reading.isApart($0, in: standing.state, standing.book.system) }
            let isTaken = !apart.isEmpty && !apart.contains { $0.id == latestPlayer(in: standing.state) }
            let last = standing.state.gestures.last { gesture in
                if isTaken && gesture.output == .airPlay { return false }
                return if case .accessory(let accessory) = gesture { accessory.only != .input } else { true }
            }
            // A hands-free accessory follows the microphone that is preferred.
            guard !session.overridesToSpeaker, session.category != .multiRoute, let last,
                !standing.state.apps.contains(where: { $0.session.preferredInput != nil })
            else { return nil }
            let outputs = standing.picture.route.outputs
            switch last {
            case .accessory(let accessory):
                let mayFollow = isAllowed(accessory.kind.output, for: session)
                let twin =
                    session.category == .playAndRecord && accessory.kind == .bluetoothA2DP && accessory.uid != nil
                guard mayFollow, !twin else { return nil }
                return outputs == PortSet(accessory.kind.output)
                    ? nil : "\(accessory.kind.name) came last and is not used"
            case .phone(let speakerPicked):
                let speaker =
                    session.category != .playAndRecord || speakerPicked || session.options.contains(.defaultToSpeaker)
                    || session.mode == .videoChat
                let expected: PortSet = speaker ? PortSet(.builtInSpeaker) : PortSet(.builtInReceiver)
                return outputs == expected ? nil : "the phone came last, and sound goes to \(outputs.ports.map(\.name))"
            }
        },
        Invariant(
            "multi-route", "MultiRoute sounds on all that is plugged in at once, and on the speaker only without it",
            .state
        ) { standing in
            let session = mediaSession(of: standing)
            guard session.category == .multiRoute else { return nil }
            let outputs = standing.picture.route.outputs
            if session.mode == .dualRoute {
                let second = Reading.secondDevice(in: standing.state).map { PortSet($0.kind.output) } ?? []
                return outputs == second.union(PortSet(.builtInSpeaker))
                    ? nil : "two devices at once are \(outputs.ports.map(\.name))"
            }
            var expected: PortSet = []
            for case .accessory(let accessory) in standing.state.gestures
            where accessory.kind.isWired && accessory.only != .input {
                expected.insert(PortSet(accessory.kind.output))
            }
            if expected.isEmpty { expected = PortSet(.builtInSpeaker) }
            return outputs == expected ? nil : "MultiRoute sounds on \(outputs.ports.map(\.name))"
        },
        Invariant(
            "hands-free", "a hands-free microphone is used by apps that may use it, and by no other", .state
        ) { standing in
            let isThere = standing.state.gestures.contains { $0.output == .bluetoothHFP }
            guard isThere, !standing.picture.route.inputs.isEmpty,
                let session = standing.state.activationOrder.reversed().compactMap({ standing.state[$0]?.session })
                    .first(where: { $0.phase == .active && Reading.hasInput($0.category) })
            else { return nil }
            let isUsed = standing.picture.route.inputs.contains(.bluetoothHFP)
            if isUsed && !Reading.mayUseHandsFree(session) {
                return "\(session.category.name) records from hands-free"
            }
            // Where nothing else could be meant: it is alone, and came last.
            let isPlain =
                standing.state.gestures.count == 2 && standing.state.gestures.last?.output == .bluetoothHFP
                && !session.overridesToSpeaker && session.preferredInput == nil
                && standing.state.apps.count { $0.session.phase == .active } == 1
            return isPlain && !isUsed && Reading.mayUseHandsFree(session)
                ? "\(session.category.name) does not record from hands-free" : nil
        },
        Invariant(
            "override", "an override to the speaker stands in PlayAndRecord only, and ends at an interruption", .change
        ) { passage in
            for app in passage.state.apps where app.session.overridesToSpeaker {
                if app.session.category != .playAndRecord {
                    return "\(app.id.label) overrides in \(app.session.category.name)"
                }
                if app.session.isInterrupted && passage.before[app.id]?.session.phase == .active {
                    return "\(app.id.label)'s override survives the interruption"
                }
            }
            return nil
        },
        Invariant(
            "early-endings",
            "in iPhone OS 3 an answered call and leaving the foreground end third-party apps; later they end none",
            .change
        ) { passage in
            if case .app(_, let event) = passage.event, event.endsApp { return nil }
            if !passage.isEarly {
                let ended = passage.movesSessions ? passage.before.apps.first { passage.state[$0.id] == nil } : nil
                return ended.map { "\($0.id.label) ended" }
            }
            guard case .call(.answered, _) = passage.event, passage.step.refusal == nil,
                passage.state.calls.count(where: { $0.phase == .incoming })
                    < passage.before.calls.count(where: { $0.phase == .incoming })
            else { return nil }
            return passage.state.apps.contains { $0.kind == .app } ? "a third-party app survives an answered call" : nil
        },
        Invariant(
            "busy",
            """
            deactivating while something runs is refused until iOS 18; the session stays active until iOS 7 and does not later
            """,
            .step
        ) { passage in
            guard case .app(let id, .setActive(false, _)) = passage.event, let before = passage.before[id],
                before.session.phase == .active, Reading.runs(before, in: passage.before),
                !passage.before.mediaServicesAreLost
            else { return nil }
            let isRefused = passage.step.refusal?.error == .isBusy
            // R-ACT-9b.
            if isRefused != (passage.book.system < .iOS(26)) { return "it is \(isRefused ? "" : "not ")refused" }
            let isActive = passage.state[id]?.session.phase == .active
            return isActive == (passage.book.system < .iOS(8)) ? nil : "the session is \(isActive ? "" : "not ")active"
        },
    ]

    private static func movedLevels(in passage: Passage) -> [String] {
        var moved: [String] = []
        if passage.state.ringerVolume != passage.before.ringerVolume { moved.append("ringer") }
        if passage.state.callVolume != passage.before.callVolume { moved.append("call") }
        guard passage.state.mediaLevels != passage.before.mediaLevels else { return moved }
        let ports = Set(passage.state.mediaLevels.keys).union(passage.before.mediaLevels.keys)
        for key in ports.sorted(by: { $0.port.rawValue < $1.port.rawValue })
        where passage.state.mediaLevels[key] != passage.before.mediaLevels[key] {
            moved.append(key.port.name)
        }
        return moved
    }

    private static func objection(toPressing direction: VolumeDirection, _ times: Int, in passage: Passage) -> String? {
        let before = passage.before
        let change = Double(times) / 16 * (direction == .up ? 1 : -1)
        let key = passage.pictureBefore.route.level
        let media = before.mediaLevels[key] ?? 0.5
        var expected = (call: before.callVolume, ringer: before.ringerVolume, media: media)
        let showsView = before.foreground.flatMap { before[$0]?.showsVolumeView } == true && !before.isLocked
        let movesRinger = !before.settingsOff.contains(SettingSet(.changeWithButtons))
        // R-VOL-11.
        let isPrivate =
            passage.book.system >= .iOS(8) && !passage.pictureBefore.route.outputs.isSubset(of: .builtIn)
        if Reading.callOn(before) != nil {
            expected.call = min(1, max(0.0625, expected.call + change))
        } else if !before.alarms.isEmpty || (Reading.rings(before) && Reading.ringtoneIsOn(before)) {
            if movesRinger { expected.ringer = min(1, max(0.0625, expected.ringer + change)) }
        } else if Reading.chats(before, passage.book.system) {
            expected.call = min(1, max(0.0625, expected.call + change))
        } else if showsView || mediaCounts(in: passage) || isPrivate || !movesRinger {
            if !(passage.isEarly && key.port == .bluetoothA2DP) { expected.media = min(1, max(0, media + change)) }
        } else {
            expected.ringer = min(1, max(0.0625, expected.ringer + change))
        }
        let got = (
            call: passage.state.callVolume, ringer: passage.state.ringerVolume,
            media: passage.state.mediaLevels[key] ?? 0.5
        )
        return got == expected ? nil : "levels are \(got), not \(expected)"
    }

    /// Whether the buttons count media as sounding before the step: some sound runs that neither switch nor lock
    /// silence, or (modern) a session is active that they do not (C28).
    private static func mediaCounts(in passage: Passage) -> Bool {
        let routes = passage.book.routes(in: passage.before, inForce: passage.pictureBefore.route)
        return passage.before.apps.contains { app in
            (Reading.plays(app, in: passage.before) || !passage.isEarly && app.session.phase == .active)
                && !Reading.isSilenced(
                    app, on: routes[app.id].outputs, in: passage.before, isEarly: passage.isEarly)
        }
    }

    /// The app of the active session with output that was activated last.
    private static func latestPlayer(in state: PolicyState) -> AppID? {
        state.activationOrder.last { id in
            state[id].map { $0.session.phase == .active && Reading.hasOutput($0.session.category) } == true
        }
    }

    /// The active session with output that was activated last; with none, that of Playback has the route.
    private static func mediaSession(of standing: Standing) -> (
        category: Category, mode: Mode, options: CategoryOptions, overridesToSpeaker: Bool
    ) {
        for session in standing.state.activationOrder.reversed().compactMap({ standing.state[$0]?.session }) {
            guard session.phase == .active, Reading.hasOutput(session.category) else { continue }
            return (session.category, session.mode, session.options, session.overridesToSpeaker)
        }
        return (.playback, .default, [], false)
    }

    private static func isAllowed(
        _ port: Port,
        for session: (category: Category, mode: Mode, options: CategoryOptions, overridesToSpeaker: Bool)
    ) -> Bool {
        let talks = session.category == .playAndRecord
        let plays =
            session.category == .ambient || session.category == .soloAmbient || session.category == .playback
        switch port {
        case .bluetoothA2DP: return plays || talks && session.options.contains(.allowBluetoothA2DP)
        case .airPlay: return plays || talks && session.options.contains(.allowAirPlay)
        case .bluetoothHFP:
            return Reading.mayUseHandsFree(session.category, session.mode, session.options)
        case .builtInReceiver: return talks
        // R-RTE-12: what sounds together are the wired ones.
        case .carAudio: return talks || plays
        default: return true
        }
    }
}
