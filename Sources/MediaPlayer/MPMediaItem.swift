// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's. The person's library is empty here: programs find nothing in it, and make nothing of their own
// but the items that their tests derive from these classes.

/// The number of something in the library.
public typealias MPMediaEntityPersistentID = UInt64

/// Kinds of things in the library.
public struct MPMediaType: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Songs.
    public static let music = MPMediaType(rawValue: 1)
    /// Podcasts.
    public static let podcast = MPMediaType(rawValue: 2)
    /// Books that are read aloud.
    public static let audioBook = MPMediaType(rawValue: 4)
    /// Lectures.
    public static let audioITunesU = MPMediaType(rawValue: 8)
    /// Whatever is heard only.
    public static let anyAudio = MPMediaType(rawValue: 0x00FF)
    /// Films.
    public static let movie = MPMediaType(rawValue: 0x0100)
    /// Broadcasts.
    public static let tvShow = MPMediaType(rawValue: 0x0200)
    /// Podcasts that are seen.
    public static let videoPodcast = MPMediaType(rawValue: 0x0400)
    /// Songs that are seen.
    public static let musicVideo = MPMediaType(rawValue: 0x0800)
    /// Lectures that are seen.
    public static let videoITunesU = MPMediaType(rawValue: 0x1000)
    /// The person's own films.
    public static let homeVideo = MPMediaType(rawValue: 0x2000)
    /// Whatever is seen.
    public static let anyVideo = MPMediaType(rawValue: 0xFF00)
    /// Whatever there is.
    public static let any = MPMediaType(rawValue: ~0)
}

/// Something in the library: an item, or several together. Any thread.
open class MPMediaEntity: NSObject, @unchecked Sendable {
    /// Describes something of which nothing is known.
    public override init() { super.init() }

    /// Whether a query can choose by a property.
    open class func canFilter(byProperty property: String) -> Bool { true }
    /// What is known by the name of a property; nil where nothing is.
    open func value(forProperty property: String) -> Any? { nil }
    /// What is known by the name of a property; nil where nothing is.
    open subscript(key: Any) -> Any? { (key as? String).flatMap { value(forProperty: $0) } }

    /// Calls a closure with what is known of some properties, until it asks for no more.
    open func enumerateValues(
        forProperties properties: Set<String>, using block: (String, Any, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stops: ObjCBool = false
        for property in properties.sorted() where !stops.boolValue {
            if let value = value(forProperty: property) { block(property, value, &stops) }
        }
    }

    /// Its number.
    open var persistentID: MPMediaEntityPersistentID { number(MPMediaItemPropertyPersistentID)?.uint64Value ?? 0 }

    func text(_ property: String) -> String? { value(forProperty: property) as? String }
    func number(_ property: String) -> NSNumber? { value(forProperty: property) as? NSNumber }
    func date(_ property: String) -> Date? { value(forProperty: property) as? Date }
    func count(_ property: String) -> Int { number(property)?.intValue ?? 0 }
    func identity(_ property: String) -> MPMediaEntityPersistentID { number(property)?.uint64Value ?? 0 }
}

/// One thing in the library; every property says what `value(forProperty:)` knows.
open class MPMediaItem: MPMediaEntity, @unchecked Sendable {
    /// The property that is the number of a group of items.
    open class func persistentIDProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .album: MPMediaItemPropertyAlbumPersistentID
        case .artist: MPMediaItemPropertyArtistPersistentID
        case .albumArtist: MPMediaItemPropertyAlbumArtistPersistentID
        case .composer: MPMediaItemPropertyComposerPersistentID
        case .genre: MPMediaItemPropertyGenrePersistentID
        case .podcastTitle: MPMediaItemPropertyPodcastPersistentID
        case .playlist: MPMediaPlaylistPropertyPersistentID
        case .title: MPMediaItemPropertyPersistentID
        }
    }

    /// The property that is the title of a group of items.
    open class func titleProperty(forGroupingType groupingType: MPMediaGrouping) -> String {
        switch groupingType {
        case .album: MPMediaItemPropertyAlbumTitle
        case .artist: MPMediaItemPropertyArtist
        case .albumArtist: MPMediaItemPropertyAlbumArtist
        case .composer: MPMediaItemPropertyComposer
        case .genre: MPMediaItemPropertyGenre
        case .podcastTitle: MPMediaItemPropertyPodcastTitle
        case .playlist: MPMediaPlaylistPropertyName
        case .title: MPMediaItemPropertyTitle
        }
    }

    /// What kind it is of.
    open var mediaType: MPMediaType { MPMediaType(rawValue: number(MPMediaItemPropertyMediaType)?.uintValue ?? 0) }
    /// Its title.
    open var title: String? { text(MPMediaItemPropertyTitle) }
    /// Its album's title.
    open var albumTitle: String? { text(MPMediaItemPropertyAlbumTitle) }
    /// Its album's number.
    open var albumPersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyAlbumPersistentID) }
    /// Its artist.
    open var artist: String? { text(MPMediaItemPropertyArtist) }
    /// Its artist's number.
    open var artistPersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyArtistPersistentID) }
    /// Its album's artist.
    open var albumArtist: String? { text(MPMediaItemPropertyAlbumArtist) }
    /// Its album's artist's number.
    open var albumArtistPersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyAlbumArtistPersistentID) }
    /// Its genre.
    open var genre: String? { text(MPMediaItemPropertyGenre) }
    /// Its genre's number.
    open var genrePersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyGenrePersistentID) }
    /// Its composer.
    open var composer: String? { text(MPMediaItemPropertyComposer) }
    /// Its composer's number.
    open var composerPersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyComposerPersistentID) }
    /// How long it is, in seconds.
    open var playbackDuration: TimeInterval { number(MPMediaItemPropertyPlaybackDuration)?.doubleValue ?? 0 }
    /// Which piece of the album it is.
    open var albumTrackNumber: Int { count(MPMediaItemPropertyAlbumTrackNumber) }
    /// How many pieces the album has.
    open var albumTrackCount: Int { count(MPMediaItemPropertyAlbumTrackCount) }
    /// Which disc it is on.
    open var discNumber: Int { count(MPMediaItemPropertyDiscNumber) }
    /// How many discs there are.
    open var discCount: Int { count(MPMediaItemPropertyDiscCount) }
    /// Its picture.
    open var artwork: MPMediaItemArtwork? { value(forProperty: MPMediaItemPropertyArtwork) as? MPMediaItemArtwork }
    /// Whether its words are not for everybody.
    open var isExplicitItem: Bool { number(MPMediaItemPropertyIsExplicit)?.boolValue ?? false }
    /// Its words.
    open var lyrics: String? { text(MPMediaItemPropertyLyrics) }
    /// Whether it is from a compilation.
    open var isCompilation: Bool { number(MPMediaItemPropertyIsCompilation)?.boolValue ?? false }
    /// When it was published.
    open var releaseDate: Date? { date(MPMediaItemPropertyReleaseDate) }
    /// How fast it goes.
    open var beatsPerMinute: Int { count(MPMediaItemPropertyBeatsPerMinute) }
    /// What somebody noted about it.
    open var comments: String? { text(MPMediaItemPropertyComments) }
    /// Where its file is.
    open var assetURL: URL? { value(forProperty: MPMediaItemPropertyAssetURL) as? URL }
    /// Whether it is elsewhere.
    open var isCloudItem: Bool { number(MPMediaItemPropertyIsCloudItem)?.boolValue ?? false }
    /// Whether it may be played only where its seller allows it.
    open var hasProtectedAsset: Bool { number(MPMediaItemPropertyHasProtectedAsset)?.boolValue ?? false }
    /// Its podcast's title.
    open var podcastTitle: String? { text(MPMediaItemPropertyPodcastTitle) }
    /// Its podcast's number.
    open var podcastPersistentID: MPMediaEntityPersistentID { identity(MPMediaItemPropertyPodcastPersistentID) }
    /// How often it was played.
    open var playCount: Int { count(MPMediaItemPropertyPlayCount) }
    /// How often it was skipped.
    open var skipCount: Int { count(MPMediaItemPropertySkipCount) }
    /// How it is rated, 0 to 5.
    open var rating: Int { count(MPMediaItemPropertyRating) }
    /// When it was played last.
    open var lastPlayedDate: Date? { date(MPMediaItemPropertyLastPlayedDate) }
    /// What the person has put it with.
    open var userGrouping: String? { text(MPMediaItemPropertyUserGrouping) }
    /// Where the person stopped to listen, in seconds.
    open var bookmarkTime: TimeInterval { number(MPMediaItemPropertyBookmarkTime)?.doubleValue ?? 0 }
    /// When it came into the library.
    open var dateAdded: Date { date(MPMediaItemPropertyDateAdded) ?? .distantPast }
    /// Its number in the store.
    open var playbackStoreID: String { text(MPMediaItemPropertyPlaybackStoreID) ?? "" }
}

/// Several things of the library together.
open class MPMediaItemCollection: MPMediaEntity, @unchecked Sendable {
    /// The things.
    public let items: [MPMediaItem]

    /// Puts things together.
    public init(items: [MPMediaItem]) {
        self.items = items
        super.init()
    }

    /// One that stands for all.
    open var representativeItem: MPMediaItem? { items.first }
    /// How many there are.
    open var count: Int { items.count }
    /// What kinds they are of.
    open var mediaTypes: MPMediaType { items.reduce(into: []) { $0.formUnion($1.mediaType) } }
}

/// What a playlist is like.
public struct MPMediaPlaylistAttribute: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It was made on the device.
    public static let onTheGo = MPMediaPlaylistAttribute(rawValue: 1)
    /// It follows rules.
    public static let smart = MPMediaPlaylistAttribute(rawValue: 2)
    /// It follows some songs.
    public static let genius = MPMediaPlaylistAttribute(rawValue: 4)
}

/// What the person has put together.
open class MPMediaPlaylist: MPMediaItemCollection, @unchecked Sendable {
    /// What people call it.
    open var name: String? { text(MPMediaPlaylistPropertyName) }
    /// What people say of it.
    open var descriptionText: String? { text(MPMediaPlaylistPropertyDescriptionText) }
    /// Who made it.
    open var authorDisplayName: String? { text(MPMediaPlaylistPropertyAuthorDisplayName) }
    /// What it is like.
    open var playlistAttributes: MPMediaPlaylistAttribute {
        MPMediaPlaylistAttribute(rawValue: number(MPMediaPlaylistPropertyPlaylistAttributes)?.uintValue ?? 0)
    }
    /// The songs that it follows.
    open var seedItems: [MPMediaItem]? { value(forProperty: MPMediaPlaylistPropertySeedItems) as? [MPMediaItem] }
}

/// The number of a playlist.
public let MPMediaPlaylistPropertyPersistentID = "playlistPersistentID"
/// The number of a playlist for all of the person's devices.
public let MPMediaPlaylistPropertyCloudGlobalID = "cloudGlobalID"
/// The name of a playlist.
public let MPMediaPlaylistPropertyName = "name"
/// What a playlist is like.
public let MPMediaPlaylistPropertyPlaylistAttributes = "playlistAttributes"
/// The songs that a playlist follows.
public let MPMediaPlaylistPropertySeedItems = "seedItems"
/// What people say of a playlist.
public let MPMediaPlaylistPropertyDescriptionText = "descriptionInfo"
/// Who made a playlist.
public let MPMediaPlaylistPropertyAuthorDisplayName = "externalVendorDisplayName"
