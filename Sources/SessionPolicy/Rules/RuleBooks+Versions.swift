// The books between the two that are written down whole, from the youngest to the oldest: each is the one after it
// without what came with that one. What no source dates stays as it is today; `rules --diff` prints each row that
// differs, with its source.
extension RuleBook {
    /// The rules of iOS 14 and iOS 15.
    public static let iOS14 = modern.version("iOS14", .iOS(14, 8)) { book in
        // From iOS 16 nobody hears of his suspension (AVAudioSession.h: appWasSuspended, deprecated in 16.0).
        book.settings.tellsOfSuspensionLater = true
    }

    /// The rules of iOS 13.
    public static let iOS13 = iOS14.version("iOS13", .iOS(13, 7)) { book in
        // Banners, the preference against them, and microphones that hardware mutes came with iOS 14 (AVAudioSession.h,
        // 14.5).
        book.interruptions.removeAll { $0.session == .prefersNoAlerts || $0.cause == .microphone }
        book.silencing.removeAll { $0.condition == .sessionPrefersNoAlerts }
        book.refusals.removeAll { $0.condition == .microphoneIsMuted }
    }

    /// The rules of iOS 10 to iOS 12.
    public static let iOS10 = iOS13.version("iOS10", .iOS(10, 3)) { book in
        // A recording keeps system sounds out since iOS 13 (AVAudioSession.h; WWDC 2019, session 510); vibration it
        // kept out before (C29).
        book.silencing.removeAll { $0.condition == .inputRuns }
        // Policies of route sharing came with iOS 11 (AVAudioSession.h; WWDC 2017, session 501).
        book.interruptions.removeAll { $0.session == .longFormOnAirPlay }
        book.refusals.removeAll { $0.condition == .policyIsTheSystems || $0.condition == .longFormDoesNotFit }
    }

    /// The rules of iOS 6; also of iOS 5, but for MultiRoute.
    public static let iOS6 = iOS10.version("iOS6", .iOS(6, 1)) { book in
        // The key in the belated notice exists since iOS 10.3 (AVAudioSession.h: InterruptionWasSuspendedKey).
        book.settings.tellsOfSuspensionLater = false
        // Calls of apps came with CallKit in iOS 10.
        book.interruptions.removeAll { $0.session == .ownsTheCall || $0.cause == .hold }
        book.refusals.removeAll { $0.condition == .appCallIsOn }
        // Spoken audio has a mode and an option since iOS 9.
        book.interruptions.removeAll { $0.cause == .prompt }
        // The hint and its notification came with iOS 8 (WWDC 2014, session 501).
        book.settings.hasSecondaryAudioHint = false
        // Until iOS 7 the session stayed active (AVAudioSession.h, setActive).
        book.settings.busySessionIsDeactivated = false
        // Until iOS 6 a tone mixed, or lowered media slightly; reports of a brief duck begin with iOS 7 (C17, C30).
        book.settings.alertDucksMedia = false
        book.settings.alertSoundDucksMedia = false
        // The oldest report of a chat with the level of calls is of iOS 7 (R-VOL-13); so is the mode for video chats.
        book.modes = [
            ModeRule(mode: .voiceChat, category: .playAndRecord, switchesOn: [.allowBluetooth], volume: .media)
        ]
        book.buttons.removeAll { $0.condition == .chatIsActive }
    }

    /// The rules of iOS 4.
    public static let iOS4 = iOS6.version("iOS4", .iOS(4, 3)) { book in
        // MultiRoute came with iOS 6, modes and Siri with iOS 5 (AVAudioSession.h).
        book.interruptions.removeAll { $0.cause == .siri }
        book.categories.removeAll { $0.category == .multiRoute }
        book.modes = []
    }

    /// The same rules under another name, without what came later.
    ///
    /// - Parameters:
    ///   - system: The last of the systems that go by the book.
    ///   - undo: Takes back what came with the younger book.
    private func version(_ name: String, _ system: SystemVersion, undo: (inout RuleBook) -> Void) -> RuleBook {
        var book = self
        undo(&book)
        book.change { tables in
            tables.name = name
            tables.system = system
            tables.features = FeatureRule.table(of: system)
            tables.words = WordRule.table(of: system)
        }
        return book
    }
}
