// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's.

/// Whether a language is heard or read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    /// It is heard.
    case audible = 0
    /// It is read.
    case legible = 1
}

/// A language that what plays can be heard or read in.
public final class MPNowPlayingInfoLanguageOption: NSObject, Sendable {
    /// Whether it is heard or read.
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    /// Which language, by its IETF tag; nil: whichever fits.
    public let languageTag: String?
    /// What is particular about it, by the names below.
    public let languageOptionCharacteristics: [String]?
    /// What people call it.
    public let displayName: String?
    /// What the program calls it.
    public let identifier: String?

    /// Describes a language.
    public init(
        type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
        characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
    ) {
        (self.languageOptionType, self.languageTag) = (languageOptionType, languageTag)
        self.languageOptionCharacteristics = languageOptionCharacteristics
        (self.displayName, self.identifier) = (displayName, identifier)
    }

    /// Whether it stands for whichever subtitles fit.
    public func isAutomaticLegibleLanguageOption() -> Bool { languageOptionType == .legible && languageTag == nil }
    /// Whether it stands for whichever sound fits.
    public func isAutomaticAudibleLanguageOption() -> Bool { languageOptionType == .audible && languageTag == nil }
}

/// Languages of which one at most can be chosen.
public final class MPNowPlayingInfoLanguageOptionGroup: NSObject, Sendable {
    /// The languages.
    public let languageOptions: [MPNowPlayingInfoLanguageOption]
    /// The one that is chosen when nobody chooses.
    public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    /// Whether none may be chosen.
    public let allowEmptySelection: Bool

    /// Puts languages together.
    public init(
        languageOptions: [MPNowPlayingInfoLanguageOption],
        defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
    ) {
        (self.languageOptions, self.defaultLanguageOption) = (languageOptions, defaultLanguageOption)
        self.allowEmptySelection = allowEmptySelection
    }
}

/// It is what the programme is made of.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// It is additional to the programme.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// It has only those subtitles that everybody needs.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
/// It writes down what is said.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog"
/// It describes music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound"
/// It is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// It describes what is seen.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// It is a translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// It is a translation that is spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// For how long a choice of language holds.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    /// It does not say.
    case none = 0
    /// For what plays now.
    case nowPlayingItemOnly = 1
    /// From now on.
    case permanent = 2
}

/// A command to choose a language, or to choose it no more.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Which.
    public let languageOption: MPNowPlayingInfoLanguageOption
    /// For how long.
    public let setting: MPChangeLanguageOptionSetting

    /// Describes a command that is given now.
    public init(
        command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption, setting: MPChangeLanguageOptionSetting
    ) {
        (self.languageOption, self.setting) = (languageOption, setting)
        super.init(command: command)
    }
}
