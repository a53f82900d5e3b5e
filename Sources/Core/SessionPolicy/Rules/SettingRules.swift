extension RuleBook {
    /// The settings that differ between systems and are one yes or no, and such contested points; each has its row in
    /// `fields`.
    public struct Settings: NamedValues, Hashable {
        /// R-BG-1: a third-party app that leaves the foreground ends; otherwise it is suspended or continues (R-BG-2).
        public var leavingForegroundEndsApp = false
        /// R-INT-8: answering a call ends third-party apps.
        public var answeredCallEndsApp = false
        /// R-ACT-9: deactivating while something runs deactivates all the same, and is refused.
        public var busySessionIsDeactivated = false
        /// R-ACT-9 and R-ACT-9b: deactivating while something runs is refused.
        public var busyDeactivationIsRefused = false
        /// R-ACT-10: the end of an interruption says whether to resume.
        public var hasResumeFlag = false
        /// C15: an app that ends leaves the apps that it interrupted untold and inactive.
        public var endOfAppIsSilent = false
        /// R-HINT-3: foreground apps are told when other apps' primary audio starts and stops.
        public var hasSecondaryAudioHint = false
        /// R-BG-6: a suspended app is told, when it runs again, that its session was interrupted.
        public var tellsOfSuspensionLater = false
        /// C38, R-BG-9: an app with background audio is suspended while it plays and records nothing in the background
        /// or under the lock.
        public var idleAppIsSuspended = false
        /// C17, R-AL-4: an alert that is heard ducks media while it sounds.
        public var alertDucksMedia = false
        /// R-VOL-7: A2DP accessories obey the phone's volume.
        public var a2dpHasVolume = false
        /// C3: the switch silences Ambient and SoloAmbient on headphones too.
        public var silentAppliesToHeadphones = false
        /// R-RTE-5: what plays pauses when its output goes, in its app's stead.
        public var pausesWhenOutputGoes = false
        /// C30: an alert sound of System Sound Services ducks media while it is heard.
        public var alertSoundDucksMedia = false
        /// C31: media may start while the phone rings.
        public var mediaStartsWhileRinging = false
        /// C33: after the media server's reset an app has to set a category before it may activate.
        public var resetNeedsCategory = false
        /// C2: an app that may not resume is told the end of the interruption all the same.
        public var tellsEndWithoutLeave = false
        /// C1: the default speaker wins over whatever is plugged in or connected.
        public var defaultToSpeakerAlways = false
        /// R-RTE-13: the Now Playing app is interrupted when its output goes, unless it prefers otherwise.
        public var disconnectInterrupts = false
        /// C34: mixing that is set by itself takes ducking back, and the other way round.
        public var mixingAndDuckingTakeTurns = false
        /// C35, R-SFV-2: a session in the mode shortFormVideo mixes while its output is muted.
        public var mutedShortFormMixes = false
        /// C36, R-EC-1: a session that wants echo cancellation interrupts sessions that record without it.
        public var echoCancellationInterrupts = false
        /// R-IN-1: a microphone that comes takes preferred inputs back.
        public var newMicrophoneDropsPreferredInput = false
        /// R-LC-1 to R-LC-3: apps are told of the life cycle of their sessions.
        public var tellsLifeCycle = false
        /// C37, R-LC-3: an app that a call, an alarm or Siri has refused to start is recommended to, once that is over.
        public var refusedIsRecommended = false
        /// R-IN-1: apps are told when the list of their inputs changes.
        public var tellsOfAvailableInputs = false
        /// R-INT-14: long-form sound on AirPlay has a route to itself, and neither side interrupts or ducks the other.
        public var longFormHasItsOwnRoute = false
        /// C44, R-INT-17: an app's held call, taken up after the other side hung up the phone's call, stays silent.
        public var heldCallStaysSilent = false
        /// C46, R-SIRI-1: Siri by AirPods lowers other sounds, and interrupts no session.
        public var siriByAirPodsLowers = false
        /// C39: an app in the background cannot set a category that does not mix.
        public var backgroundCategoryIsRefused = false
        /// C40: an app whose own call rings is refused as one that may not interrupt from the background.
        public var ringingCallDoesNotCount = false
        /// C41: a recording that may not interrupt from the background is refused as one that cannot start.
        public var backgroundRecordingCannotStart = false
        /// C42: a car that connects is told with the reason categoryChange.
        public var carIsCategoryChange = false
        /// C43: activations are refused while an alarm fires, and for a while after it.
        public var alarmRefusesActivation = false
    }

    /// The numbers, most of them ours where Apple gives none (contested point C18); each has its row in `fields`.
    public struct Numbers: NamedValues, Hashable {
        /// The factor by which others are ducked, linear.
        public var duckGain = 0.2
        /// One press of a volume button (R-VOL-4).
        public var volumeStep = 1.0 / 16
        /// The lowest level that the buttons reach for ringer and call (R-VOL-5).
        public var ringerFloor = 1.0 / 16
        public var callFloor = 1.0 / 16
        /// The levels of a new phone.
        public var mediaVolume = 0.5
        public var ringerVolume = 0.75
        public var callVolume = 0.5
        /// The longest system sound (R-SYS-1).
        public var systemSoundLimit = Length.milliseconds(30_000)
        public var keyClickLength = Length.milliseconds(50)
        /// The time before an idle app is suspended (R-BG-9).
        public var suspensionDelay = Length.milliseconds(20_000)
        /// The time after an alarm in which activations are refused, if they are (C43).
        public var alarmGuardLength = Length.milliseconds(2_000)

        /// Creates the numbers of the design.
        public init() {}
    }
}

extension RuleBook.Settings {
    typealias Value = Bool

    /// Every setting once: under which systems it is on, the rules that say so, what is so then, and the contested point
    /// that it settles, with the words for off and on.
    // swift-format-ignore
    static let fields: [Field<Self>] = [
        .setting("leavingForegroundEndsApp", on: .until(.iOS(4)), [.bg1, .bg2], "a third-party app that leaves the foreground is terminated; otherwise it is suspended or keeps running") { $1(&$0.leavingForegroundEndsApp) },
        .setting("answeredCallEndsApp", on: .until(.iOS(4)), [.int8], "answering a call terminates third-party apps") { $1(&$0.answeredCallEndsApp) },
        .setting("busySessionIsDeactivated", on: .since(.iOS(8)), [.act9], "deactivating a busy session is refused, but still deactivates it") { $1(&$0.busySessionIsDeactivated) },
        .setting("busyDeactivationIsRefused", on: .until(.iOS(26)), [.act9, .act9b], "deactivating a busy session is refused; otherwise it succeeds and halts its sounds and recording") { $1(&$0.busyDeactivationIsRefused) },
        .setting("hasResumeFlag", on: .since(.iOS(4)), [.act10, .int5], "the end of an interruption says whether to resume") { $1(&$0.hasResumeFlag) },
        .setting("endOfAppIsSilent", on: .until(.iOS(4)), [.act12], "when an app ends, the apps that it interrupted become inactive without notice (C15)", settles: 15, "told", "silent") { $1(&$0.endOfAppIsSilent) },
        .setting("hasSecondaryAudioHint", on: .since(.iOS(8)), [.hint3], "foreground apps are notified when other apps' primary audio starts and stops") { $1(&$0.hasSecondaryAudioHint) },
        .setting("tellsOfSuspensionLater", on: .since(.iOS(10, 3), until: .iOS(16)), [.bg6], "a suspended app is notified of an interruption when it runs again") { $1(&$0.tellsOfSuspensionLater) },
        .setting("idleAppIsSuspended", on: .since(.iOS(4)), [.bg9], """
            an app with background audio that neither plays nor records in the background or under the lock is \
            suspended (C38)
            """, settles: 38, "continues", "suspended") { $1(&$0.idleAppIsSuspended) },
        .setting("alertDucksMedia", on: .since(.iOS(7)), [.al4], "an alert that is heard ducks media while it sounds (C17)", settles: 17, "mixes", "ducks") { $1(&$0.alertDucksMedia) },
        .setting("a2dpHasVolume", on: .since(.iOS(4)), [.vol7], "A2DP accessories obey the phone's volume") { $1(&$0.a2dpHasVolume) },
        .setting("silentAppliesToHeadphones", on: .never, [.sw6], "the switch silences Ambient and SoloAmbient on every output (C3)", settles: 3, "speaker", "headphones") { $1(&$0.silentAppliesToHeadphones) },
        .setting("pausesWhenOutputGoes", on: .always, [.rte5], "sounds and recordings are paused on behalf of their app when their output is disconnected") { $1(&$0.pausesWhenOutputGoes) },
        .setting("alertSoundDucksMedia", on: .since(.iOS(7)), [.al4], "an alert sound that is heard ducks media while it sounds (C30)", settles: 30, "mixes", "ducks") { $1(&$0.alertSoundDucksMedia) },
        .setting("mediaStartsWhileRinging", on: .never, [.act7], "a session without input may start while the phone rings (C31)", settles: 31, "refused", "starts") { $1(&$0.mediaStartsWhileRinging) },
        .setting("resetNeedsCategory", on: .never, [.ms1], "after the media server's reset an app sets its category before it activates (C33)", settles: 33, "works", "fails") { $1(&$0.resetNeedsCategory) },
        .setting("tellsEndWithoutLeave", on: .always, [.act10], "an app that should not resume is notified of the end of its interruption (C2)", settles: 2, "silent", "told") { $1(&$0.tellsEndWithoutLeave) },
        .setting("defaultToSpeakerAlways", on: .never, [.rte8], "the default speaker wins over accessories (C1)", settles: 1, "receiver", "always") { $1(&$0.defaultToSpeakerAlways) },
        .setting("disconnectInterrupts", on: .since(.iOS(17)), [.rte13], "the Now Playing app is interrupted when its output is disconnected, unless it prefers otherwise") { $1(&$0.disconnectInterrupts) },
        .setting("mixingAndDuckingTakeTurns", on: .never, [.dk5], "setting mixing alone clears ducking, and vice versa (C34)", settles: 34, "independent", "takeTurns") { $1(&$0.mixingAndDuckingTakeTurns) },
        .setting("mutedShortFormMixes", on: .since(.iOS(26)), [.sfv2], "a session in the mode shortFormVideo mixes while its output is muted (C35)", settles: 35, "interrupts", "mixes") { $1(&$0.mutedShortFormMixes) },
        .setting("echoCancellationInterrupts", on: .never, [.ec1], "a session that prefers echo cancellation interrupts others that record without it (C36)", settles: 36, "goOn", "interrupted") { $1(&$0.echoCancellationInterrupts) },
        .setting("newMicrophoneDropsPreferredInput", on: .since(.iOS(26)), [.in1], "a newly connected microphone clears preferred inputs") { $1(&$0.newMicrophoneDropsPreferredInput) },
        .setting("tellsLifeCycle", on: .since(.iOS(27)), [.lc1, .lc2, .lc3], "apps are notified when their sessions become active and inactive, and whether to resume") { $1(&$0.tellsLifeCycle) },
        .setting("refusedIsRecommended", on: .since(.iOS(27)), [.lc3], """
            an app that was refused because of a call, an alarm or Siri is recommended to resume once that is over \
            (C37)
            """, settles: 37, "untold", "recommended") { $1(&$0.refusedIsRecommended) },
        .setting("tellsOfAvailableInputs", on: .since(.iOS(26)), [.in1], "apps are notified when an accessory changes their list of inputs") { $1(&$0.tellsOfAvailableInputs) },
        .setting("longFormHasItsOwnRoute", on: .since(.iOS(13)), [.int14], "a long-form session has the AirPlay route to itself: other apps play on the phone's own, and neither interrupts or lowers the other") { $1(&$0.longFormHasItsOwnRoute) },
        .setting("heldCallStaysSilent", on: .never, [.int17], """
            an app's call that resumes from hold stays silent if the other side hung up the phone's call meanwhile \
            (C44)
            """, settles: 44, "heard", "silent") { $1(&$0.heldCallStaysSilent) },
        .setting("siriByAirPodsLowers", on: .always, [.siri1], "Siri on AirPods lowers other sounds and interrupts no session (C46)", settles: 46, "interrupts", "lowers") { $1(&$0.siriByAirPodsLowers) },
        .setting("backgroundCategoryIsRefused", on: .never, [.act6], "an app in the background cannot set a category that does not mix (C39)", settles: 39, "accepted", "refused") { $1(&$0.backgroundCategoryIsRefused) },
        .setting("ringingCallDoesNotCount", on: .never, [.act7], "an app in the background whose own call rings is refused with cannotInterruptOthers (C40)", settles: 40, "insufficientPriority", "cannotInterruptOthers") { $1(&$0.ringingCallDoesNotCount) },
        .setting("backgroundRecordingCannotStart", on: .never, [.act6], "a recording that may not interrupt from the background is refused with cannotStartRecording (C41)", settles: 41, "cannotInterruptOthers", "cannotStartRecording") { $1(&$0.backgroundRecordingCannotStart) },
        .setting("carIsCategoryChange", on: .never, [.rte6], "apps are notified of a connected car with the reason categoryChange (C42)", settles: 42, "newDeviceAvailable", "categoryChange") { $1(&$0.carIsCategoryChange) },
        .setting("alarmRefusesActivation", on: .never, [.act7], "no session that does not mix starts while an alarm fires, and for a while after it (C43)", settles: 43, "granted", "refused") { $1(&$0.alarmRefusesActivation) },
    ]
}

extension RuleBook.Numbers {
    typealias Value = Double

    /// Every number once, with its range.
    // swift-format-ignore
    static let fields: [Field<Self>] = [
        .level("duckGain", 0...1, [.dk7], "the factor by which others are ducked") { $1(&$0.duckGain) },
        .level("volumeStep", 0.001...1, [.vol4], "one press of a volume button") { $1(&$0.volumeStep) },
        .level("ringerFloor", 0...1, [.vol5, .al3], "the lowest level of the ringer by the buttons") { $1(&$0.ringerFloor) },
        .level("callFloor", 0...1, [.vol5], "the lowest level of a call by the buttons") { $1(&$0.callFloor) },
        .level("mediaVolume", 0...1, [], "the media volume of an output that was never used before") { $1(&$0.mediaVolume) },
        .level("ringerVolume", 0...1, [], "the ringer's level at the start") { $1(&$0.ringerVolume) },
        .level("callVolume", 0...1, [], "the level of calls at the start") { $1(&$0.callVolume) },
        .length("systemSoundLimit", upTo: 600_000, [.sys1], "the longest system sound") { $1(&$0.systemSoundLimit) },
        .length("keyClickLength", upTo: 10_000, [], "how long a keyboard click sounds") { $1(&$0.keyClickLength) },
        .length("suspensionDelay", upTo: 86_400_000, [.bg9], """
            how long an app with background audio keeps running in the background or under the lock while it neither \
            plays nor records
            """) { $1(&$0.suspensionDelay) },
        .length("alarmGuardLength", upTo: 60_000, [.act7], "how long nothing can start after an alarm, if C43 is refused") { $1(&$0.alarmGuardLength) },
    ]
}
