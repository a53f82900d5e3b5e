import SessionPolicy

// Table 4-1 and the modern tables of categories and options, written down once more.
extension ReferenceModel {
    func hasOutput(_ category: Category) -> Bool {
        switch category {
        case .ambient, .soloAmbient, .playback, .playAndRecord, .multiRoute: true
        case .record, .audioProcessing: false
        }
    }

    func hasInput(_ category: Category) -> Bool {
        switch category {
        case .record, .playAndRecord, .multiRoute: true
        case .ambient, .soloAmbient, .playback, .audioProcessing: false
        }
    }

    /// Whether the switch and the lock silence it (R-SW-1, R-LK-1).
    func obeysSwitchOrLock(_ category: Category) -> Bool { category == .ambient || category == .soloAmbient }

    func mixes(_ app: LiveApp) -> Bool {
        switch app.category {
        case .ambient: true
        case .playback, .playAndRecord, .multiRoute:
            app.options.contains(.mixWithOthers) || app.options.contains(.duckOthers)
                || app.options.contains(.interruptSpokenAudio)
                // R-SFV-2: it is silent.
                || app.hasMutedOutput && app.mode == .shortFormVideo
        case .soloAmbient, .record, .audioProcessing: false
        }
    }

    func ducksOthers(_ app: LiveApp) -> Bool {
        guard app.options.contains(.duckOthers) else { return false }
        switch app.category {
        case .ambient, .playback, .playAndRecord, .multiRoute: return true
        case .soloAmbient, .record, .audioProcessing: return false
        }
    }

    func interruptsSpokenAudio(_ app: LiveApp) -> Bool {
        guard book >= .iOS10, app.options.contains(.interruptSpokenAudio) else { return false }
        switch app.category {
        case .playback, .playAndRecord, .multiRoute: return true
        case .ambient, .soloAmbient, .record, .audioProcessing: return false
        }
    }

    /// Whether the hardware mutes the microphone of the app, which has not asked to go on all the same (R-INT-21).
    func isMuted(_ app: LiveApp) -> Bool {
        microphoneIsMuted && hasInput(app.category) && ownInput(of: app) == .builtInMic
            && !app.options.contains(.overrideMutedMicrophoneInterruption)
    }

    /// Whether the category accepts these options (R-ERR-4, contested point C7).
    func optionsAreLegal(_ options: CategoryOptions, in category: Category) -> Bool {
        let needPlayAndRecord: [CategoryOptions] = [.defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay]
        if category != .playAndRecord && needPlayAndRecord.contains(where: { options.contains($0) }) { return false }
        if options.contains(.overrideMutedMicrophoneInterruption) && !hasInput(category) { return false }
        let records = category == .playAndRecord || category == .record
        if !options.isDisjoint(with: [.farFieldInput, .bluetoothHighQualityRecording]) && !records { return false }
        let acceptsBluetooth = records || category == .multiRoute && book >= .iOS26
        return !options.contains(.allowBluetooth) || acceptsBluetooth
    }

    /// Whether category, mode, options and policy fit one another, of which iOS 26 says more than its forerunners.
    func goTogether(
        _ category: Category, _ mode: Mode, _ options: CategoryOptions, _ policy: RouteSharingPolicy
    ) -> Bool {
        guard book >= .iOS26 else { return true }
        let isLongForm = policy == .longFormAudio || policy == .longFormVideo
        if mode == .shortFormVideo && (category != .playback || isLongForm) { return false }
        let isHandsFree = options.contains(.allowBluetooth)
        if mode == .dualRoute && (category != .multiRoute || !isHandsFree) { return false }
        if category == .multiRoute && isHandsFree && mode != .dualRoute { return false }
        if category == .multiRoute && mode != .default && options.contains(.mixWithOthers) { return false }
        if options.contains(.bluetoothHighQualityRecording) && mode != .default { return false }
        return isHandsFree || !options.contains(.farFieldInput)
    }

    /// Whether the system has the mode; iPhoneOS3 takes them all (decision 11).
    func exists(_ mode: Mode) -> Bool {
        switch mode {
        case .default: true
        case .voiceChat, .gameChat, .videoRecording, .measurement: book != .iOS4
        case .moviePlayback: book != .iOS4
        case .videoChat, .spokenAudio: book != .iOS4 && book != .iOS6
        case .voicePrompt: book == .iPhoneOS3 || book >= .iOS13
        case .shortFormVideo, .dualRoute: book == .iPhoneOS3 || book >= .iOS26
        }
    }

    /// Whether the system has these options; iPhoneOS3 takes them all.
    func exist(_ options: CategoryOptions) -> Bool {
        let younger: CategoryOptions = [.interruptSpokenAudio, .allowBluetoothA2DP, .allowAirPlay]
        let youngest = options.contains(.overrideMutedMicrophoneInterruption)
        if youngest && book != .iPhoneOS3 && book < .iOS14 { return false }
        return options.isDisjoint(with: younger) || book == .iPhoneOS3 || book >= .iOS10
    }

    /// Whether it is a third-party app in the background, which there is from iOS 4 on (R-BG-1).
    func isBehind(_ app: LiveApp) -> Bool { book != .iPhoneOS3 && !app.isSystem && foreground != app.id }

    /// Whether the app has a reason to run: the person sees it, it plays or records where it may, it waits for the end of an
    /// interruption, it has a call, or it need not play to stay (R-BG-2, R-BG-9).
    func hasReasonToRun(_ app: LiveApp) -> Bool {
        if book == .iPhoneOS3 || app.isSystem || calls.contains(where: { $0.app == app.id }) { return true }
        if mayNotSoundBehind(app) { return false }
        if foreground == app.id && !isLocked || !app.hasBackgroundAudio || app.staysWithoutPlaying { return true }
        return isBusy(app) || app.phase == .interrupted
    }

    /// Whether the app is in the background without the right to run there (R-BG-2, R-BG-3).
    func mayNotSoundBehind(_ app: LiveApp) -> Bool {
        guard isBehind(app) else { return false }
        guard app.hasBackgroundAudio else { return true }
        switch app.category {
        case .playback, .record, .playAndRecord, .multiRoute: return false
        case .ambient, .soloAmbient, .audioProcessing: return true
        }
    }

    /// Whether one of its sounds or a recording runs.
    func isBusy(_ app: LiveApp) -> Bool {
        app.recording == .running || app.sounds.contains { $0.status == .running }
    }
}
