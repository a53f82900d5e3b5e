extension RuleBook {
    /// The rules of iPhone OS 3, the era of the Human Interface Guidelines of 2009; the default.
    public static let iPhoneOS3 = RuleBook(
        Tables(
            name: "iPhoneOS3",
            categories: CategoryRule.table4_1,
            options: OptionRule.all,
            modes: ModeRule.all,
            coexistence: CoexistenceRule.all,
            refusals: RefusalRule.iPhoneOS3,
            silencing: SilencingRule.iPhoneOS3,
            levels: LevelRule.all,
            accessories: AccessoryRule.all,
            buttons: ButtonRule.iPhoneOS3,
            vibration: VibrationRule.all,
            changes: ChangeRule.all,
            ramps: RampRule.all,
            settings: Settings(
                leavingForegroundEndsApp: true,
                answeredCallEndsApp: true,
                busySessionIsDeactivated: false,
                hasResumeFlag: false,
                endOfAppIsSilent: true,
                hasSecondaryAudioHint: false,
                interruptsSpokenAudio: false,
                alertDucksMedia: false,
                a2dpHasVolume: false,
                silentAppliesToHeadphones: false,
                pausesWhenOutputGoes: true),
            numbers: Numbers()))

    /// The rules of iOS 7 to iOS 18.
    public static let modern = RuleBook(
        Tables(
            name: "modern",
            categories: CategoryRule.table4_1 + [.multiRoute],
            options: OptionRule.all,
            modes: ModeRule.all,
            coexistence: CoexistenceRule.all,
            refusals: RefusalRule.modern,
            silencing: SilencingRule.modern,
            levels: LevelRule.all,
            accessories: AccessoryRule.all,
            buttons: ButtonRule.modern,
            vibration: VibrationRule.all,
            changes: ChangeRule.all,
            ramps: RampRule.all,
            settings: Settings(
                leavingForegroundEndsApp: false,
                answeredCallEndsApp: false,
                busySessionIsDeactivated: true,
                hasResumeFlag: true,
                endOfAppIsSilent: false,
                hasSecondaryAudioHint: true,
                interruptsSpokenAudio: true,
                alertDucksMedia: true,
                a2dpHasVolume: true,
                silentAppliesToHeadphones: false,
                pausesWhenOutputGoes: true),
            numbers: Numbers()))
}
