// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names are Apple's; the values are kept, and programs that show the track read them.

public let MPMediaItemPropertyAlbumPersistentID = "albumPID"  // The number of the album.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"  // The number of the artist.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"  // The number of the album's artist.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"  // The number of the genre.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"  // The number of the composer.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"  // The number of the podcast.
public let MPMediaItemPropertyIsCompilation = "isCompilation"  // Whether it is from a compilation.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"  // How fast it goes.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"  // Where the person stopped to listen, in seconds.
public let MPMediaItemPropertyComments = "comments"  // Notes about it.
public let MPMediaItemPropertyLyrics = "lyrics"  // Its words.
public let MPMediaItemPropertyReleaseDate = "releaseDate"  // When it was published.
public let MPMediaItemPropertyDateAdded = "dateAdded"  // When it came into the library.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"  // When it was played last.
public let MPMediaItemPropertyIsExplicit = "isExplicit"  // Whether its words are unfit for children.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"  // Whether it is elsewhere.
/// Whether it may be played only where its seller allows it.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
public let MPMediaItemPropertyPlayCount = "playCount"  // How often it was played.
public let MPMediaItemPropertySkipCount = "skipCount"  // How often it was skipped.
public let MPMediaItemPropertyUserGrouping = "userGrouping"  // What the person has put it with.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"  // Its number in the store.
/// The languages that can be chosen.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The languages that were chosen.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The date of what is played live.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The identifier of the person's profile.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The number of the recording.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The stretches of the piece that are advertisements.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// The time at which the credits of the piece begin.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// Whether the system may suggest it again.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
