// swift-format-ignore-file
// Written from Docs/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import AVFoundation
public import Foundation
/// The delegate of a session of what plays; never called.
public protocol MPNowPlayingSessionDelegate: AnyObject {
    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)
    func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}
extension MPNowPlayingSessionDelegate {
    public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
    public func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession) {}
}

/// One of several things that an app plays; none becomes active.
open class MPNowPlayingSession: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let nowPlayingInfoCenter = MPNowPlayingInfoCenter(), remoteCommandCenter = MPRemoteCommandCenter()
    open var players: [AVPlayer] { kept["players", []] }
    public init(players: [AVPlayer]) {
        super.init()
        kept["players", []] = players
    }
    open var delegate: (any MPNowPlayingSessionDelegate)? { get { nil } set {} }
    open var automaticallyPublishesNowPlayingInfo: Bool { get { kept["automaticallyPublishesNowPlayingInfo", false] } set { kept["automaticallyPublishesNowPlayingInfo", false] = newValue } }
    open var isActive: Bool { false }
    open var canBecomeActive: Bool { false }
    open func addPlayer(_ player: AVPlayer) { kept.change("players", []) { (list: inout [AVPlayer]) in list.append(player) } }
    open func removePlayer(_ player: AVPlayer) { kept.change("players", []) { (list: inout [AVPlayer]) in list.removeAll { $0 === player } } }
    @preconcurrency open func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) { DispatchQueue.main.async { completion?(false) } }
    @discardableResult open func becomeActiveIfPossible() async -> Bool { false }
}

/// Whether a language is heard or read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    case audible = 0, legible = 1
}

/// A language in which what plays could be heard or read.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType
    public let languageTag, displayName, identifier: String?
    public let languageOptionCharacteristics: [String]?
    public init(type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String, characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String) {
        (self.languageOptionType, self.languageOptionCharacteristics) = (languageOptionType, languageOptionCharacteristics)
        (self.languageTag, self.displayName, self.identifier) = (languageTag, displayName, identifier)
    }
    @discardableResult open func isAutomaticLegibleLanguageOption() -> Bool { false }
    @discardableResult open func isAutomaticAudibleLanguageOption() -> Bool { false }
}

/// Languages of which one at most could be chosen.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
    let kept = Kept()
    public let languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?
    public let allowEmptySelection: Bool
    public init(languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool) { (self.languageOptions, self.defaultLanguageOption, self.allowEmptySelection) = (languageOptions, defaultLanguageOption, allowEmptySelection) }
}
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content", MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content", MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles = "public.subtitles.forced-only"
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog = "public.accessibility.transcribes-spoken-dialog", MPLanguageOptionCharacteristicDescribesMusicAndSound = "public.accessibility.describes-music-and-sound", MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video", MPLanguageOptionCharacteristicLanguageTranslation = "public.translation", MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"

/// The time for which a choice of language would hold.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    case none = 0, nowPlayingItemOnly = 1, permanent = 2
}

/// A command to choose a language; never comes.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    public let languageOption: MPNowPlayingInfoLanguageOption, setting: MPChangeLanguageOptionSetting
    public init(command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption, setting: MPChangeLanguageOptionSetting) { (self.languageOption, self.setting) = (languageOption, setting); super.init(command: command) }
}
