extension ContestedPoint {
    /// The statements of the sources about the point, each side with its source.
    public var source: String { ContestedPoint.sources[number] ?? "–" }

    private static let sources: [Int: String] = [
        1: """
        headphones win: iOS SDK 18, AVAudioSession.h, and the Audio Session Services Reference; the speaker always: \
        AVAudioSession reference, defaultToSpeaker, whose last paragraph has headphones win again
        """,
        2: """
        notified without shouldResume: the constants of the Audio Session Services Reference, iOS Human Interface \
        Guidelines 2011; no end at all on iOS 9, a late one without shouldResume on iOS 10 and 11: a table of \
        Twilio's
        """,
        3: """
        no exception for headphones: the guidelines of 2009 and all documents since; games heard in headphones at \
        silent: a user's report of iOS 9, and the empty route that apps took for the switch before iOS 5
        """,
        4: """
        while it rings: WWDC 2014, session 501, and the guides of iPhone OS 3; when it is answered: a bug report of \
        iOS 6 (openradar 12386064), and from iOS 14 on banners and the preference of AVAudioSession.h
        """,
        5: """
        the volume of the system: System Sound Services Reference; that of the ringer: TUNER88 1, JSQ 40 and \
        TouchBarDemo 69 on GitHub
        """,
        6: """
        the phone's own speaker: System Sound Services Reference; ringtones in both: AudioRouteKey_Outputs in the Audio \
        Session Services Reference; in headphones: inferred
        """,
        7: """
        legal categories of each option: iOS SDK 18, AVAudioSessionTypes.h; refused with −50: logs of apps; mixing and \
        ducking tolerated: SDL 3, Apple's example of speech recognition
        """,
        8: "ducks: iOS SDK 18, AVAudioSessionTypes.h; not listed: AVAudioSession reference, duckOthers",
        9: """
        while active: iOS SDK 18, AVAudioSession.h; WWDC 2010, session 412; while it plays: the summary of the \
        AVAudioSession reference, duckOthers
        """,
        10: """
        hands-free and the speaker: iOS SDK 18, AVAudioSessionTypes.h; hands-free alone, and in Record, too: \
        AVAudioSession reference, videoChat
        """,
        11: "a listing of the framework against a fork of touchHLE, which differ for HDMI and Bluetooth LE",
        12: "'irsm' and '!rsm': AudioSession.h; 1 and 0: one listing of constants",
        13: "'hwsr' and 'iobd': AudioSession.h and touchHLE; 'phsr' and 'phbd': one listing of constants",
        14: """
        from the launch: Audio Session Programming Guide 2010; from the first sound: the guide of 2014, AVAudioPlayer \
        reference
        """,
        15: """
        no source says it outright: WWDC 2010, session 412, has the flag as new; the Audio Session Services Reference lets \
        interrupted sessions come back
        """,
        16:
            "the ringer's: Apple's support documents and bloggers; the media level for alarms of other apps: one blogger",
        17: "it mixes: a book of 2009; it ducks: later reports in forums",
        18: "no source gives a number",
        19: "the headset's own level: Audio Session Programming Guide 2010; that of other outputs: inferred",
        20: "no source for iPhone OS 3",
        21: "no source",
        22: "no source",
        23: "the phone interrupts all apps: iPhone Human Interface Guidelines 2009; the alarm: no source",
        24: "no source",
        25: "a note in the SDK of iOS 26 alone",
        26: "lists of numbers that no document has",
        27: "no source",
        28: "while something plays: iPhone Human Interface Guidelines 2009; while an audio app is open: a blog",
        29: "it does not: a bug report of 2012 (openradar 12760142, measured); on iPhone OS 3: no source",
        30: "it ducks: signalapp/Signal-iOS 3106, one developer's comparison; the documents say nothing",
        31: """
        it starts: iOS SDK 18, AudioSessionTypes.h, and one report; it is refused: \
        software-mansion/react-native-audio-api 891 (measured) for an app's call, and reports of iOS 17; other systems \
        hold it back
        """,
        32: "it continues: agg23/virtualfriend 6 (reported); the phone wins: the guidelines of 2009 and of 2014",
        33: """
        it works: SRGSSR/pillarbox-apple 1321 (measured); it fails: TortugaPower/BookPlayer 914 (reported, from \
        Apple's engineers)
        """,
        34: "it does: comments in ObjectAL; AudioSession.h says nothing of it",
        35:
            "it may be kept from interrupting: AVAudioSession reference, shortFormVideo; when it is kept, no source says",
        37: "in some cases: AVAudioSession reference, resumptionRecommendation; in which, no source says",
        38: """
        it is: WWDC 2010, session 109, and three measurements (ryanheise/audio_session 7, \
        doublesymmetry/react-native-track-player 1088, tanguyantoine/react-native-music-control 225); it keeps \
        running: advplyr/audiobookshelf-app 369 (reported), notified of an end with shouldResume hours after its \
        pause
        """,
        44: """
        it stays silent: twilio/twilio-voice-ios 152 (measured) and 89, aws/amazon-chime-sdk-ios 633; it is heard: twilio/\
        voice-quickstart-ios, its table, for a person who hangs up, and no source for the other side
        """,
        45: "it continues: expo/expo 8509 (reported); it is interrupted: inferred from the phone and the alarm",
        46: """
        it lowers: signalapp/Signal-iOS 4884, one developer's comparison of AirPods, speaker and wire on one device; \
        that Siri interrupts: Audio Session Programming Guide 2014, which is older than AirPods
        """,
        39: """
        it is refused with cannotInterruptOthers: hiennguyen92/flutter_callkit_incoming 497 and 521, and \
        writingmate/aidictation 119 (measured; the state of their sessions is not known); it is stored until the activation: \
        Audio Session Programming Guide 2014
        """,
        40: """
        cannotInterruptOthers: doneservices/flutter_callkeep 69 (measured, in the background); insufficientPriority: \
        100mslive/100ms-flutter 1833 and flutter_callkit_incoming 4 (measured)
        """,
        41: """
        cannotStartRecording from the I/O unit, without mixing: jitsi/jitsi-meet 6867 and livekit/client-sdk-swift 181 (measured); \
        for sessions that mix only: iOS SDK 18, AudioSessionTypes.h
        """,
        42: """
        categoryChange: Automattic/pocket-casts-ios 4400 and nugu-developers/nugu-ios 1156 (reported, not each time); \
        newDeviceAvailable: iOS SDK 18, AVAudioSession.h
        """,
        43: """
        it is, until the alarm has let go of the device: loopandlearn/LoopFollow 555, which waits half a second and tries \
        again every two, and MixinNetwork/ios-app 608 (reported); the documents say nothing
        """,
        36: "they may be interrupted: iOS SDK 27, AVAudioSession.h, setPrefersEchoCancelledInput; when, no source says",
    ]
}
