// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import Foundation
// Keys of Now Playing info beside those that the device reports.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream", MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier", MPMediaItemPropertyAlbumArtist = "albumArtist"
public let MPMediaItemPropertyGenre = "genre", MPMediaItemPropertyComposer = "composer", MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount", MPMediaItemPropertyDiscNumber = "discNumber", MPMediaItemPropertyDiscCount = "discCount"
public let MPMediaItemPropertyArtwork = "artwork", MPMediaItemPropertyAssetURL = "assetURL", MPMediaItemPropertyPersistentID = "persistentID"
public let MPMediaItemPropertyMediaType = "mediaType", MPMediaItemPropertyPodcastTitle = "podcastTitle", MPMediaItemPropertyIsExplicit = "isExplicit"
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate", MPMediaItemPropertyRating = "rating"
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier = "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
public let MPMediaItemPropertyIsCloudItem = "isCloudItem", MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The kinds of an item, for `MPMediaItemPropertyMediaType`.
public struct MPMediaType: OptionSet, Sendable {
    public let rawValue: UInt; public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let music = Self(rawValue: 1), podcast = Self(rawValue: 2), audioBook = Self(rawValue: 4), audioITunesU = Self(rawValue: 8), anyAudio = Self(rawValue: 0xFF), movie = Self(rawValue: 0x100), anyVideo = Self(rawValue: 0xFF00)
}

/// The kinds of a language option.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable { case audible = 0, legible = 1 }
/// A language in which the item can be heard or read. Read back, and not offered.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
    public let languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String?, languageOptionCharacteristics: [String]?, displayName: String?, identifier: String?
    public init(type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String, characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String) {
        (self.languageOptionType, self.languageTag, self.languageOptionCharacteristics, self.displayName, self.identifier) = (languageOptionType, languageTag, languageOptionCharacteristics, displayName, identifier)
    }
}
/// Languages of which one applies. Read back, and not offered.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
    public let languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
    public init(languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool) {
        (self.languageOptions, self.defaultLanguageOption, self.allowEmptySelection) = (languageOptions, defaultLanguageOption, allowEmptySelection)
    }
}
