import SessionPolicy
import SessionWorld

/// Sessions as programs know them, to declare them again on another device.
extension ArbiterState {
    /// An app's session as last reported to its program.
    struct KnownSession: Equatable, Sendable {
        let app: AppID
        let session: Session
        let recording: Recording

        init(_ app: App) { (self.app, session, recording) = (app.id, app.session, app.recording) }
    }

    /// Reports each changed session to its program. A preference changes only by an act of the app.
    mutating func tellSessions(after reply: Reply) {
        let apps = world.state.apps
        guard apps.count == knownSessions.count, zip(apps, knownSessions).allSatisfy({ $0.id == $1.app }) else {
            knownSessions = apps.map { KnownSession($0) }
            inFront = world.state.foreground
            for place in seats.indices { tellSession(to: place) }
            return
        }
        for place in apps.indices {
            let now = KnownSession(apps[place])
            guard now != knownSessions[place] else { continue }
            knownSessions[place] = now
            tellSession(of: now.app)
        }
        if inFront != world.state.foreground {
            let before = inFront
            inFront = world.state.foreground
            tellSession(of: before)
            tellSession(of: inFront)
        }
        if let app = reply.app, let place = seats.place(ofApp: app) { tellSession(to: place) }
    }

    private mutating func tellSession(of app: AppID?) {
        if let place = app.flatMap({ seats.place(of: $0) }) { tellSession(to: place) }
    }

    private mutating func tellSession(to place: Int) {
        let session = session(of: seats[place].app)
        guard session != seats[place].session else { return }
        seats[place].session = session
        seats[place].notices.receive(session)
    }

    private func session(of id: AppID) -> RestorableSession {
        var told = RestorableSession()
        guard let app = world.state[id] else { return told }
        (told.isInForeground, told.isLaunched) = (world.state.foreground == id, true)
        (told.category, told.mode, told.options) = (app.session.category, app.session.mode, app.session.namedOptions)
        (told.policy, told.phase) = (app.session.policy, app.session.phase)
        (told.overridesToSpeaker, told.isRecording) = (app.session.overridesToSpeaker, app.recording == .running)
        told.wishes = wishes(of: app)
        return told
    }

    private func wishes(of app: App) -> [AppCall] {
        var wishes: [AppCall] = []
        if let input = app.session.preferredInput {
            wishes.append(.setPreferredInput(input.port, uid: input.uid.map { world.names[$0] }))
        }
        if app.prefersNoSystemAlerts { wishes.append(.preferred(.noInterruptionsFromSystemAlerts, true)) }
        if let prefers = app.prefersDisconnectInterruption {
            wishes.append(.preferred(.interruptionOnRouteDisconnect, prefers))
        }
        if app.allowsHapticsWhileRecording { wishes.append(.allowedHapticsWhileRecording(true)) }
        if app.inputIsMuted { wishes.append(.setInputMuted(true)) }
        if app.session.outputIsMuted { wishes.append(.setOutputMuted(true)) }
        if app.prefersEchoCancellation { wishes.append(.preferred(.echoCancelledInput, true)) }
        if app.isNowPlaying != app.hasBackgroundAudio { wishes.append(.registeredNowPlaying(app.isNowPlaying)) }
        if app.showsVolumeView { wishes.append(.showedVolumeView(true)) }
        return wishes
    }
}
