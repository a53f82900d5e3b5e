// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's; the values are kept for whoever reads what plays.

/// The number of the album.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The number of the artist.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The number of the album's artist.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The number of the genre.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// The number of the composer.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The number of the podcast.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// Whether it is from a compilation.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// How fast it goes.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// Where the person stopped to listen, in seconds.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// What somebody noted about it.
public let MPMediaItemPropertyComments = "comments"
/// Its words.
public let MPMediaItemPropertyLyrics = "lyrics"
/// When it was published.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// When it came into the library.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// When it was played last.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// Whether its words are not for everybody.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// Whether it is elsewhere.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether it may be played only where its seller allows it.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// How often it was played.
public let MPMediaItemPropertyPlayCount = "playCount"
/// How often it was skipped.
public let MPMediaItemPropertySkipCount = "skipCount"
/// What the person has put it with.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// Its number in the store.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// The languages that can be chosen.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The languages that were chosen.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// What date it plays, for what is live.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// Which of the person's profiles it is.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The number of the recording.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// Where advertisements lie in it.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// Where its credits begin.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// Whether the system may suggest it again.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
