internal import SessionPolicy

/// Judges the log of a phone by the table of responses. A pure function of the log.
struct Judgement {
    struct Breach: Hashable, Sendable {
        let response: Response
        let entry: Int
        let sentence: String
    }

    /// The person's wish for playback or a recording, as far as the app can know it.
    private enum Intent {
        case none, started, stopped
        /// Its headphones were pulled out.
        case unplugged
        /// Anything goes: the phone refused, the media server died, or the sound ended by itself.
        case open
    }

    private let entries: [DisruptionLog.Entry]
    private let skipped: Set<Int>
    private(set) var violations: [Breach] = []

    private var playing = Intent.none
    private var recording = Intent.none
    /// Whether playback was interrupted and should resume; likewise for a recording.
    private var resumesPlaying = false
    private var resumesRecording = false
    /// The notice that asks the app to resume.
    private var demand: Int?
    private var outputs = PortSet()
    private var previousOutputs = PortSet()
    private var hasDeclared = false
    private var needsDeclaration = false
    private var knowsReset = false
    private var wasRefused = false
    private var hasFinished = false
    /// Whether a notice from before the last start is still on its way; a display that follows it is not a violation.
    private var hasCrossed = false
    private var facts: LoggedFacts?

    /// Judges a log.
    ///
    /// - Parameter skipped: The entries to ignore.
    init(_ entries: [DisruptionLog.Entry], skipping skipped: Set<Int> = []) {
        (self.entries, self.skipped) = (entries, skipped)
        for (place, entry) in entries.enumerated() where !skipped.contains(place) {
            guard entry.appLives else { break }
            see(entry, at: place)
            facts = entry.facts
        }
    }

    private mutating func report(_ response: Response, _ place: Int, _ sentence: String) {
        guard !violations.contains(where: { $0.response == response }) else { return }
        violations.append(Breach(response: response, entry: place, sentence: sentence))
    }

    private mutating func see(_ entry: DisruptionLog.Entry, at place: Int) {
        if entry.facts.outputs != outputs { (previousOutputs, outputs) = (outputs, entry.facts.outputs) }
        switch entry.call {
        case .play, .playLost, .recordStart, .recordLost: start(entry, at: place)
        case .pause, .stop: end(\.playing, entry, isOver: !entry.facts.isRunning, finishes: entry.call == .stop)
        case .recordPause, .recordStop:
            end(\.recording, entry, isOver: !entry.facts.isRecording, finishes: entry.call == .recordStop)
        case .activate:
            wasRefused = entry.isRefused
            // A refused activation counts as an attempted start.
            if entry.isRefused { forget() }
        case .deactivate(let notifiesOthers):
            if !notifiesOthers, !entry.isRefused, facts?.interruptsOthers == true {
                report(
                    .givesTheSessionBack, place,
                    "it deactivated its session without notifyOthersOnDeactivation, and whom it had interrupted stays silent"
                )
            }
        case .declare: if !entry.isRefused { (hasDeclared, needsDeclaration) = (true, false) }
        case .told(let told): hear(told, entry, at: place)
        case .state, .end: check(entry, at: place)
        case .other, .act, .disruption: break
        }
    }

    private func cause(of entry: DisruptionLog.Entry) -> Device.Told? {
        guard let reaction = entry.reaction, case .told(let told) = entries[reaction].call else { return nil }
        return told
    }

    private mutating func start(_ entry: DisruptionLog.Entry, at place: Int) {
        let isPlay = entry.call == .play || entry.call == .playLost
        let what = isPlay ? "play" : "record"
        let intent = isPlay ? playing : recording
        switch cause(of: entry) {
        case .interruptionBegan(because: .default), .interruptionBegan(because: .builtInMicMuted):
            report(.staysSilentWhenInterrupted, place, "told that an interruption began, it started to \(what)")
        case .interruptionEnded(shouldResume: false):
            report(
                .staysSilentWithoutShouldResume, place,
                "told that an interruption had ended without shouldResume, it started to \(what)")
        case .interruptionEnded, .resumptionRecommended(true):
            switch intent {
            case .none:
                report(
                    .leavesPausedWhatWasPaused, place,
                    "it started to \(what) at the end of an interruption, and the person had never started it")
            case .stopped:
                report(
                    .leavesPausedWhatWasPaused, place,
                    "it started to \(what) at the end of an interruption, and the person's last act was a pause or a stop"
                )
            case .unplugged:
                report(
                    .pausesAtUnplug, place,
                    "it started to \(what) aloud at the end of an interruption, and the headphones had been pulled out"
                )
            case .started, .open: break
            }
        default: break
        }
        if entry.call == .playLost || entry.call == .recordLost, knowsReset {
            report(
                .startsAnewAfterReset, place,
                "it used a \(isPlay ? "player" : "recorder") that it had made before the media server was reset")
        } else if needsDeclaration {
            report(
                .startsAnewAfterReset, place, "it started to \(what) and had not set its category since the reset")
        }
        if isPlay { resumesPlaying = false } else { resumesRecording = false }
        if !resumesPlaying, !resumesRecording { demand = nil }
        wasRefused = entry.isRefused
        hasFinished = false
        hasCrossed = entry.crosses
        let next = entry.isRefused || entry.crosses ? Intent.open : .started
        if isPlay { playing = next } else { recording = next }
    }

    private mutating func end(
        _ intent: WritableKeyPath<Self, Intent>, _ entry: DisruptionLog.Entry, isOver: Bool, finishes: Bool
    ) {
        guard isOver, !entry.isRefused || !(facts?.isRunning ?? false) else { return }
        switch cause(of: entry) {
        case nil, .remoteCommand, .soundFinished, .callActivated, .callDeactivated:
            self[keyPath: intent] = .stopped
            hasFinished = finishes
            withdraw(intent)
        case .interruptionBegan, .interruptionEnded, .becameInactive:
            // A recorder that closes its file when it is interrupted has finished; a player pauses itself once more.
            if intent == \.recording, finishes {
                self[keyPath: intent] = .open
                withdraw(intent)
            }
        default: break
        }
    }

    private mutating func withdraw(_ intent: WritableKeyPath<Self, Intent>) {
        if intent == \.playing { resumesPlaying = false } else { resumesRecording = false }
    }

    private mutating func hear(_ told: Device.Told, _ entry: DisruptionLog.Entry, at place: Int) {
        switch told {
        case .interruptionBegan(let reason):
            let goesOn = reason == .default || reason == .builtInMicMuted
            resumesPlaying = goesOn && playing == .started
            resumesRecording = goesOn && recording == .started
            demand = nil
        case .interruptionEnded(shouldResume: false):
            (resumesPlaying, resumesRecording) = (false, false)
        case .interruptionEnded:
            demand = place
        case .mediaServicesWereLost:
            forget()
            knowsReset = false
        case .mediaServicesWereReset:
            forget()
            (needsDeclaration, knowsReset) = (hasDeclared, true)
        case .soundFinished:
            guard !entry.facts.isRunning, playing == .started else { break }
            playing = .open
            hasFinished = true
        default: break
        }
    }

    private mutating func forget() {
        if playing == .started { playing = .open }
        if recording == .started { recording = .open }
        (resumesPlaying, resumesRecording, demand) = (false, false, nil)
    }

    /// The state after a reaction, or at the end.
    private mutating func check(_ entry: DisruptionLog.Entry, at place: Int) {
        let facts = entry.facts
        switch cause(of: entry) {
        case .routeChange(.oldDeviceUnavailable): unplugged(facts, at: place)
        case .interruptionEnded(shouldResume: false):
            if playing == .started, !facts.isRunning { playing = .open }
            if recording == .started, !facts.isRecording { recording = .open }
        default: break
        }
        guard facts.isSettled, !facts.mediaServicesAreLost else { return }
        // The app may respond in a task.
        if demand != nil, entry.reaction == nil {
            if resumesPlaying, !facts.isRunning {
                report(
                    .resumes, place, "told that the interruption had ended with shouldResume, it did not play again"
                )
                playing = .open
            }
            if resumesRecording, !facts.isRecording {
                report(
                    .resumes, place,
                    "told that the interruption had ended with shouldResume, it did not record again")
                recording = .open
            }
            (resumesPlaying, resumesRecording, demand) = (false, false, nil)
        }
        compare(facts.showsPlaying, facts.isRunning, "plays", at: place)
        compare(facts.showsRecording, facts.isRecording, "records", at: place)
        guard entry.call == .end else { return }
        if needsDeclaration {
            report(
                .startsAnewAfterReset, place,
                "told that the media server was reset, it did not set its category again")
        }
        if hasFinished, !facts.isRunning, !facts.isRecording, facts.interruptsOthers {
            report(
                .givesTheSessionBack, place,
                "it had finished and kept its session active, and whom it had interrupted stays silent")
        }
    }

    private mutating func unplugged(_ facts: LoggedFacts, at place: Int) {
        guard playing == .started else { return }
        guard !facts.isChat, previousOutputs.isPersonal, !outputs.isPersonal else {
            // Pausing again is harmless.
            playing = facts.isRunning ? .started : .open
            resumesPlaying = false
            return
        }
        if facts.isListenedTo {
            report(.pausesAtUnplug, place, "told that the headphones had gone, it played on aloud")
            playing = .open
        } else {
            playing = facts.isRunning ? .started : .unplugged
        }
        resumesPlaying = false
    }

    private mutating func compare(_ shown: Bool?, _ fact: Bool, _ what: String, at place: Int) {
        guard let shown, shown != fact, !hasCrossed else { return }
        if shown, wasRefused {
            report(.believesRefusals, place, "its start had been refused, and it showed that it \(what)")
        } else {
            report(
                .showsWhatIsHeard, place,
                shown
                    ? "it showed that it \(what), and it did not"
                    : "it showed that nothing \(what), and something did")
        }
    }
}

extension Device.Told {
    var isJudged: Bool {
        switch self {
        case .interruptionBegan, .interruptionEnded, .routeChange(.oldDeviceUnavailable), .mediaServicesWereLost,
            .mediaServicesWereReset, .soundFinished, .callActivated, .callDeactivated, .remoteCommand:
            true
        default: false
        }
    }
}

extension PortSet {
    /// Whether only one person hears it.
    fileprivate var isPersonal: Bool {
        contains(.headphones) || contains(.bluetoothA2DP) || contains(.bluetoothHFP)
    }
}
