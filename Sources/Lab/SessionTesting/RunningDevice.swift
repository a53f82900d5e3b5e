#if !os(macOS)
    package import SessionOracle
    package import SessionPolicy
    package import SessionWorld

    /// A device with a policy of its own that a `TestPhone` mirrors: that of the Apple names in this process. It changes only
    /// when it is called. Any thread.
    package protocol RunningDevice: AnyObject, Sendable {
        /// The virtual time since the start.
        var now: Instant { get }
        /// The rules in force.
        var rules: RuleBook { get }
        /// Brings its mirror up to date.
        ///
        /// - Returns: The notices to the app since the last call.
        func update(_ mirror: inout Device) -> [AppNotice]
        /// Performs an event of the person, the machine or another app.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - names: The texts behind the names in it.
        func perform(_ event: Event, _ names: NameTable)
        /// Advances time to the next time at which something may happen, at most to an end.
        func step(towards end: Instant)
        /// Delivers a notice to the app, on the threads that Apple documents, and returns when its observers have returned.
        func tell(_ notice: AppNotice)
        /// Returns when the app has returned from everything that it was to be called with.
        func settle()
    }

    /// A notice on its way to the app.
    struct PendingNotice {
        /// The notice in a story, or nil if no response depends on it.
        let told: Device.Told?
        /// The notice for Apple's names, or nil on a phone that posts it itself.
        var notice: AppNotice?
    }

    extension Device.Told {
        /// The notice as the story has it; nil for one that only a running device has.
        init?(_ message: AppNotice.Message) {
            switch message {
            case .interruptionBegan(let reason): self = .interruptionBegan(because: reason)
            case .interruptionEnded(let shouldResume): self = .interruptionEnded(shouldResume: shouldResume)
            case .routeChanged(let reason, _): self = .routeChange(reason)
            case .silenceSecondaryAudioHint(let begins): self = .silenceSecondaryAudioHint(begins: begins)
            case .outputVolumeChanged(let level): self = .outputVolume(level)
            case .mediaServicesWereLost: self = .mediaServicesWereLost
            case .mediaServicesWereReset: self = .mediaServicesWereReset
            case .soundFinished(let sound): self = .soundFinished(sound)
            case .callActivated: self = .callActivated
            case .callDeactivated: self = .callDeactivated
            case .inputMuteStateChanged(let isMuted): self = .inputMuteStateChange(isMuted)
            case .remoteCommand(let command): self = .remoteCommand(command)
            case .becameActive: self = .becameActive
            case .becameInactive(let deactivation): self = .becameInactive(deactivation)
            case .resumptionRecommended(let should): self = .resumptionRecommended(should)
            case .availableInputsChanged: self = .availableInputsChange
            case .userIntentToUnmuteOutput: self = .userIntentToUnmuteOutput
            case .outputMuteStateChanged(let isMuted): self = .outputMuteStateChange(isMuted)
            case .proximityStateChanged(let proximity): self = .proximityStateChange(proximity)
            case .terminated: self = .terminated
            case .soundFailed, .recordingFailed, .recordPermissionChanged, .callChanged, .deviceLost, .deviceFound:
                return nil
            }
        }
    }
#endif
