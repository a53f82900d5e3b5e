/// A question on which the documents contradict each other or say nothing, and how the emulator answers it.
/// Decision 48 has the reasons for C39 to C43 and C46.
public struct ContestedPoint: Hashable, Sendable {
    /// The number in its name, such as 3 in C3.
    public let number: Int
    public let question: String
    /// The emulator's answer.
    public let answer: String
    /// The means by which a rule book changes the answer.
    public let choice: Choice
    /// The rules that it touches; empty where it is about names only.
    public let rules: [RuleID]
    /// The statements of the sources about the point, each side with its source.
    public let source: String

    /// The name, such as `C3`.
    public var id: String { "C\(number)" }

    /// The means by which a rule book changes an answer.
    public enum Choice: Hashable, Sendable {
        /// A member of `RuleBook.Settings`.
        case setting(String)
        /// The rows of this table.
        case rows(RuleBook.Table)
        /// Nowhere: it is in the code.
        case fixed
        /// Nowhere: what is asked about does not exist here.
        case absent
    }

    /// - Parameter choice: If a rule book changes the answer, or nil if the setting does that names the point.
    init(
        _ number: Int, _ question: String, _ answer: String, _ choice: Choice?, _ rules: [RuleID], _ source: String
    ) {
        (self.number, self.question, self.answer) = (number, question, answer)
        (self.rules, self.source) = (rules, source)
        let setting = RuleBook.Settings.fields.first { $0.point == number }
        self.choice = choice ?? setting.map { .setting($0.name) } ?? .fixed
    }
}

extension ContestedPoint.Choice? {
    fileprivate static var byItsSetting: Self { nil }
}

extension ContestedPoint {
    /// Every contested point once, in the order of the numbers.
    public static let catalog: [ContestedPoint] = [
        ContestedPoint(
            1, "Does defaultToSpeaker win over headphones?",
            "No: it replaces the receiver only, as the header says.", .byItsSetting, [.rte8],
            """
            headphones win: iOS SDK 18, AVAudioSession.h, and the Audio Session Services Reference; the speaker always: \
            AVAudioSession reference, defaultToSpeaker, whose last paragraph has headphones win again
            """),
        ContestedPoint(
            2, "What is an interrupted app told when the interrupter leaves without notifying?",
            "That the interruption has ended, without shouldResume (from iOS 4 on).", .byItsSetting, [.act10],
            """
            notified without shouldResume: the constants of the Audio Session Services Reference, iOS Human Interface \
            Guidelines 2011; no end at all on iOS 9, a late one without shouldResume on iOS 10 and 11: a table of \
            Twilio's
            """),
        ContestedPoint(
            3, "Does the switch silence Ambient in headphones?",
            "No: on the phone's own outputs only.", .byItsSetting, [.sw6],
            """
            no exception for headphones: the guidelines of 2009 and all documents since; games heard in headphones at \
            silent: a user's report of iOS 9, and the empty route that apps took for the switch before iOS 5
            """),
        ContestedPoint(
            4, "When does a call begin to interrupt?",
            "At its first ring.", .rows(.interruptions), [.int7],
            """
            while it rings: WWDC 2014, session 501, and the guides of iPhone OS 3; when it is answered: a bug report of \
            iOS 6 (openradar 12386064), and from iOS 14 on banners and the preference of AVAudioSession.h
            """),
        ContestedPoint(
            5, "Do system sounds follow the media volume or the ringer?",
            "The ringer.", .rows(.levels), [.sys3],
            """
            the volume of the system: System Sound Services Reference; that of the ringer: TUNER88 1, JSQ 40 and \
            TouchBarDemo 69 on GitHub
            """),
        ContestedPoint(
            6, "Are system sounds heard in headphones?",
            "Yes: on the media output, whatever it is.", .rows(.levels), [.sys3],
            """
            the phone's own speaker: System Sound Services Reference; ringtones in both: AudioRouteKey_Outputs in the Audio \
            Session Services Reference; in headphones: inferred
            """),
        ContestedPoint(
            7, "Is an option outside its category an error?",
            "For hands-free, A2DP, AirPlay and the default speaker it is; mixing and ducking are accepted anywhere.",
            .rows(.options), [.err4],
            """
            legal categories of each option: iOS SDK 18, AVAudioSessionTypes.h; refused with −50: logs of apps; mixing and \
            ducking tolerated: SDL 3, Apple's example of speech recognition
            """),
        ContestedPoint(
            8, "Does Ambient duck others if asked to?",
            "Yes.", .rows(.options), [.dk1],
            "ducks: iOS SDK 18, AVAudioSessionTypes.h; not listed: AVAudioSession reference, duckOthers"),
        ContestedPoint(
            9, "Does a duck last while its session sounds or while it is active?",
            "While it is active.", .fixed, [.dk1],
            """
            while active: iOS SDK 18, AVAudioSession.h; WWDC 2010, session 412; while it plays: the summary of the \
            AVAudioSession reference, duckOthers
            """),
        ContestedPoint(
            10, "What does the video chat mode switch on, and where?",
            "Hands-free and the default speaker, in PlayAndRecord only.", .rows(.modes), [.rte8, .rte9],
            """
            hands-free and the speaker: iOS SDK 18, AVAudioSessionTypes.h; hands-free alone, and in Record, too: \
            AVAudioSession reference, videoChat
            """),
        ContestedPoint(
            11, "What are the strings behind some port types?",
            "Ports have the names of the Swift interface; the strings are not used.", .absent, [],
            "a listing of the framework against a fork of touchHLE, which differ for HDMI and Bluetooth LE"),
        ContestedPoint(
            12, "What are the values of the interruption types in C?",
            "Whether to resume is a flag; the values are not used.", .absent, [.int5],
            "'irsm' and '!rsm': AudioSession.h; 1 and 0: one listing of constants"),
        ContestedPoint(
            13, "What are the codes of the preferred-hardware properties?",
            "There are no such properties here.", .absent, [],
            "'hwsr' and 'iobd': AudioSession.h and touchHLE; 'phsr' and 'phbd': one listing of constants"),
        ContestedPoint(
            14, "Is a session active from the launch of its app?",
            "No: from its activation, or from the first sound or recording.", .fixed, [.act2],
            """
            from the launch: Audio Session Programming Guide 2010; from the first sound: the guide of 2014, AVAudioPlayer \
            reference
            """),
        ContestedPoint(
            15, "Does the iPod of iPhone OS 3 resume after a third-party app has gone?",
            "Only if that app deactivated its session; otherwise it stays paused.", .byItsSetting, [.act12],
            """
            no source says it outright: WWDC 2010, session 412, has the flag as new; the Audio Session Services Reference lets \
            interrupted sessions come back
            """),
        ContestedPoint(
            16, "How loud is an alarm, and where?",
            "As loud as the ringer, one step at least, on the speaker and on headphones.", .rows(.levels),
            [.al1, .al2, .al3],
            "the ringer's: Apple's support documents and bloggers; the media level for alarms of other apps: one blogger"
        ),
        ContestedPoint(
            17, "Does a message mix with media or duck it?",
            "It mixes up to iOS 6; from iOS 7 on it ducks while it sounds.", .byItsSetting, [.al4],
            "it mixes: a book of 2009; it ducks: later reports in forums"),
        ContestedPoint(
            18, "How deep is a duck, and how long are the ramps?",
            "A fifth of the level (about -14 dB), 0.3 s down and 0.7 s up.", .rows(.numbers), [.dk7],
            "no source gives a number"),
        ContestedPoint(
            19, "What remembers a volume?",
            "Each built-in or wired port, and each single wireless accessory; the ringer has one level.", .fixed,
            [.vol9],
            "the headset's own level: Audio Session Programming Guide 2010; that of other outputs: inferred"),
        ContestedPoint(
            20, "What do the buttons move on a locked screen with nothing playing?",
            "The ringer.", .rows(.buttons), [.vol10],
            "no source for iPhone OS 3"),
        ContestedPoint(
            21, "Does locking interrupt Ambient?",
            "No: it is silent until the unlock, and no app is notified.", .fixed, [.lk4],
            "no source"),
        ContestedPoint(
            22, "How are apps notified of overlapping interruptions?",
            """
            With one beginning, and one end when the last cause has ended; they should resume if every cause ended \
            with shouldResume.
            """,
            .fixed, [.int12],
            "no source"),
        ContestedPoint(
            23, "Do a ring and an alarm interrupt sessions that mix?",
            "Yes, both.", .rows(.interruptions), [.int11],
            "the phone interrupts all apps: iPhone Human Interface Guidelines 2009; the alarm: no source"),
        ContestedPoint(
            24, "What does deactivating while interrupted do?",
            """
            The session becomes inactive and its app is not notified of an end; the apps that it had interrupted no \
            longer wait for it, only for the others.
            """, .fixed, [.int3],
            "no source"),
        ContestedPoint(
            25, "Is allowBluetooth deprecated?",
            "It counts as renamed: the option exists under its old name.", .absent, [.rte9],
            "a note in the SDK of iOS 26 alone"),
        ContestedPoint(
            26, "Do the system sounds with undocumented numbers exist?",
            "A system sound is whatever the step names; there are no numbers.", .absent, [],
            "lists of numbers that no document has"),
        ContestedPoint(
            27, "What happens when a category does not exist on the device?",
            "It is refused with badParam.", .rows(.categories), [.err2],
            "no source"),
        ContestedPoint(
            28, "Which volume do the buttons move for a session that is active and emits nothing?",
            "The ringer on iPhone OS 3; from iOS 4 on media, unless the session is silenced.", .rows(.buttons), [.vol2],
            "while something plays: iPhone Human Interface Guidelines 2009; while an audio app is open: a blog"),
        ContestedPoint(
            29, "Does the device vibrate while an app records, before iOS 13?",
            """
            It does on iPhone OS 3; from iOS 4 on it does not, unless the recording app has allowed it, which it can from \
            iOS 13 on.
            """,
            .rows(.vibration), [.al11],
            "it does not: a bug report of 2012 (openradar 12760142, measured); on iPhone OS 3: no source"),
        ContestedPoint(
            30, "Does an alert sound of System Sound Services duck?",
            "It mixes up to iOS 6; from iOS 7 on it ducks media while it sounds.", .byItsSetting, [.al4],
            "it ducks: signalapp/Signal-iOS 3106, one developer's comparison; the documents say nothing"),
        ContestedPoint(
            31, "May media start while the phone rings or is on a call?",
            """
            While it rings nothing starts; while a phone call is on, a session without input may (from iOS 4 on), and while \
            another app's call is on, none.
            """, .byItsSetting, [.act7, .int17],
            """
            it starts: iOS SDK 18, AudioSessionTypes.h, and one report; it is refused: \
            software-mansion/react-native-audio-api 891 (measured) for an app's call, and reports of iOS 17; other systems \
            hold it back
            """),
        ContestedPoint(
            32, "Does a session that mixes continue during a phone call?",
            "No: the call interrupts it.", .rows(.interruptions), [.int11],
            "it continues: agg23/virtualfriend 6 (reported); the phone wins: the guidelines of 2009 and of 2014"),
        ContestedPoint(
            33, "May an app activate after the media server's reset without setting a category again?",
            "Yes, with its default category.", .byItsSetting, [.ms1],
            """
            it works: SRGSSR/pillarbox-apple 1321 (measured); it fails: TortugaPower/BookPlayer 914 (reported, from \
            Apple's engineers)
            """),
        ContestedPoint(
            34, "Does the ducking property of the C interface clear the mixing property?",
            "No: each of the two is set by itself and stays until it is taken back or a category is set.",
            .byItsSetting, [.dk5],
            "it does: comments in ObjectAL; AudioSession.h says nothing of it"),
        ContestedPoint(
            35, "Does short-form video interrupt others while its output is muted?",
            "No: it is heard beside them until it is unmuted (from iOS 26 on).", .byItsSetting, [.sfv2],
            "it may be kept from interrupting: AVAudioSession reference, shortFormVideo; when it is kept, no source says"
        ),
        ContestedPoint(
            36, "Does a session that prefers echo cancellation interrupt others that record without it?",
            "No: both record.", .byItsSetting, [.ec1],
            "they may be interrupted: iOS SDK 27, AVAudioSession.h, setPrefersEchoCancelledInput; when, no source says"),
        ContestedPoint(
            37, "Is an app whose activation was refused recommended to resume?",
            "Yes: once no call, no alarm and no Siri holds the device any more (from iOS 27 on).", .byItsSetting,
            [.lc3],
            "in some cases: AVAudioSession reference, resumptionRecommendation; in which, no source says"),
        ContestedPoint(
            38, "Is an app with background audio suspended if it is paused in the background or under the lock?",
            "Yes, a while after its last sound (from iOS 4 on).", .byItsSetting, [.bg9],
            """
            it is: WWDC 2010, session 109, and three measurements (ryanheise/audio_session 7, \
            doublesymmetry/react-native-track-player 1088, tanguyantoine/react-native-music-control 225); it keeps \
            running: advplyr/audiobookshelf-app 369 (reported), notified of an end with shouldResume hours after its \
            pause
            """),
        ContestedPoint(
            39, "May an app in the background set a category that does not mix?",
            "Yes, while its session is inactive: it is refused when it activates.", .byItsSetting, [.act6],
            """
            it is refused with cannotInterruptOthers: hiennguyen92/flutter_callkit_incoming 497 and 521, and \
            writingmate/aidictation 119 (measured; the state of their sessions is not known); it is stored until the activation: \
            Audio Session Programming Guide 2014
            """),
        ContestedPoint(
            40, "Which error does an activation in the background get while the app's own call rings?",
            "insufficientPriority, as for every other app.", .byItsSetting, [.act7],
            """
            cannotInterruptOthers: doneservices/flutter_callkeep 69 (measured, in the background); insufficientPriority: \
            100mslive/100ms-flutter 1833 and flutter_callkit_incoming 4 (measured)
            """),
        ContestedPoint(
            41, "Which error does a recording get that may not begin in the background?",
            "cannotInterruptOthers if the session does not mix; cannotStartRecording if it does.", .byItsSetting,
            [.act6],
            """
            cannotStartRecording from the I/O unit, without mixing: jitsi/jitsi-meet 6867 and livekit/client-sdk-swift 181 (measured); \
            for sessions that mix only: iOS SDK 18, AudioSessionTypes.h
            """),
        ContestedPoint(
            42, "With which reason are apps notified of a connected car?",
            "newDeviceAvailable, as for every other device.", .byItsSetting, [.rte6],
            """
            categoryChange: Automattic/pocket-casts-ios 4400 and nugu-developers/nugu-ios 1156 (reported, not each time); \
            newDeviceAvailable: iOS SDK 18, AVAudioSession.h
            """),
        ContestedPoint(
            43, "Is an activation refused around an alarm of the Clock?",
            "No: sessions without input start while it fires, and all do once it has been dismissed.", .byItsSetting,
            [.act7],
            """
            it is, until the alarm has let go of the device: loopandlearn/LoopFollow 555, which waits half a second and tries \
            again every two, and MixinNetwork/ios-app 608 (reported); the documents say nothing
            """),
        ContestedPoint(
            44, "Is an app's call audible if it resumes from hold after the other side hung up the phone's call?",
            "Yes: the system activates the app's session, as if the person had hung up.", .byItsSetting, [.int17],
            """
            it stays silent: twilio/twilio-voice-ios 152 (measured) and 89, aws/amazon-chime-sdk-ios 633; it is heard: twilio/\
            voice-quickstart-ios, its table, for a person who hangs up, and no source for the other side
            """),
        ContestedPoint(
            45, "Does a session that mixes continue during Siri?",
            "No: Siri interrupts it.", .rows(.interruptions), [.int11],
            "it continues: expo/expo 8509 (reported); it is interrupted: inferred from the phone and the alarm"),
        ContestedPoint(
            46, "Does Siri interrupt when listening through AirPods?",
            "No: Siri lowers other sounds, and no app is notified.", .byItsSetting, [.siri1],
            """
            it lowers: signalapp/Signal-iOS 4884, one developer's comparison of AirPods, speaker and wire on one device; \
            that Siri interrupts: Audio Session Programming Guide 2014, which is older than AirPods
            """),
    ]
}
