// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's. No file's metadata is read here, so that programs find none.

/// One thing that a file says of itself.
open class AVMetadataItem: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    /// What it is called in every format.
    open var commonKey: AVMetadataKey? { nil }
    /// Whose names its key is one of.
    open var keySpace: AVMetadataKeySpace? { nil }
    /// What it is called.
    open var key: (any NSCopying & NSObjectProtocol)? { nil }
    /// As text.
    open var stringValue: String? { nil }
    /// As bytes.
    open var dataValue: Data? { nil }
    /// As a number.
    open var numberValue: NSNumber? { nil }
    /// As a date.
    open var dateValue: Date? { nil }
    /// As what it is.
    open var value: (any NSCopying & NSObjectProtocol)? { nil }
    /// Its name with that of its format.
    open var identifier: AVMetadataIdentifier? { nil }

    /// Those of a name.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { $0.identifier == identifier }
    }

    /// Those of a key among the names of a format; nil: of any.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            (key == nil || item.commonKey == key as? AVMetadataKey) && (keySpace == nil || item.keySpace == keySpace)
        }
    }
}

/// What a file can say of itself.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    /// Its title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// Its artist.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// Who wrote it.
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    /// Its album.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// Its picture.
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
    /// What it is about.
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    /// What kind it is of.
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
    /// What it deals with.
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    /// Who published it.
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    /// Who contributed.
    public static let commonKeyContributor = AVMetadataKey(rawValue: "contributor")
    /// When it was made.
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    /// When it was changed last.
    public static let commonKeyLastModifiedDate = AVMetadataKey(rawValue: "lastModifiedDate")
    /// How it is kept.
    public static let commonKeyFormat = AVMetadataKey(rawValue: "format")
    /// Its number.
    public static let commonKeyIdentifier = AVMetadataKey(rawValue: "identifier")
    /// What it was made of.
    public static let commonKeySource = AVMetadataKey(rawValue: "source")
    /// In which language.
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    /// What it belongs to.
    public static let commonKeyRelation = AVMetadataKey(rawValue: "relation")
    /// Where it was made.
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
    /// Who may copy it.
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    /// With what it was made.
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
    /// Who wrote it.
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    /// Which device made it.
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    /// Whose device made it.
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    /// Its title, by ID3's name.
    public static let id3MetadataKeyTitleDescription = AVMetadataKey(rawValue: "TIT2")
    /// Its artist, by ID3's name.
    public static let id3MetadataKeyLeadPerformer = AVMetadataKey(rawValue: "TPE1")
    /// Its picture, by ID3's name.
    public static let id3MetadataKeyAttachedPicture = AVMetadataKey(rawValue: "APIC")
    /// Its words, by ID3's name.
    public static let id3MetadataKeyUnsynchronizedLyric = AVMetadataKey(rawValue: "USLT")
    /// Which piece it is, by ID3's name.
    public static let id3MetadataKeyTrackNumber = AVMetadataKey(rawValue: "TRCK")
    /// When it was made, by ID3's name.
    public static let id3MetadataKeyYear = AVMetadataKey(rawValue: "TYER")
    /// Its title, by iTunes' name.
    public static let iTunesMetadataKeySongName = AVMetadataKey(rawValue: "@nam")
    /// Its artist, by iTunes' name.
    public static let iTunesMetadataKeyArtist = AVMetadataKey(rawValue: "@ART")
    /// Its album, by iTunes' name.
    public static let iTunesMetadataKeyAlbum = AVMetadataKey(rawValue: "@alb")
    /// Its words, by iTunes' name.
    public static let iTunesMetadataKeyLyrics = AVMetadataKey(rawValue: "@lyr")
}

/// Whose names a key is one of.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    /// Those that are common to all formats.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// Those of ID3.
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    /// Those of iTunes.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
    /// Those of QuickTime.
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
    /// Those of QuickTime's users.
    public static let quickTimeUserData = AVMetadataKeySpace(rawValue: "udta")
    /// Those of radio stations.
    public static let icy = AVMetadataKeySpace(rawValue: "icy ")
}

/// A kind of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    /// ID3's.
    public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
    /// iTunes'.
    public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
}

/// What a file can say of itself, by its name and that of its format.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Names it.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }
    /// Its title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "comn/title")
    /// Its artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "comn/artist")
    /// Its album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "comn/albumName")
    /// Its picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "comn/artwork")
    /// What it is about.
    public static let commonIdentifierDescription = AVMetadataIdentifier(rawValue: "comn/description")
    /// Who wrote it.
    public static let commonIdentifierCreator = AVMetadataIdentifier(rawValue: "comn/creator")
    /// What it deals with.
    public static let commonIdentifierSubject = AVMetadataIdentifier(rawValue: "comn/subject")
    /// Who published it.
    public static let commonIdentifierPublisher = AVMetadataIdentifier(rawValue: "comn/publisher")
    /// When it was made.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(rawValue: "comn/creationDate")
    /// In which language.
    public static let commonIdentifierLanguage = AVMetadataIdentifier(rawValue: "comn/language")
    /// Who wrote the words.
    public static let commonIdentifierAuthor = AVMetadataIdentifier(rawValue: "comn/author")
    /// What a radio station plays.
    public static let icyMetadataStreamTitle = AVMetadataIdentifier(rawValue: "icy/StreamTitle")
    /// Where a radio station is.
    public static let icyMetadataStreamURL = AVMetadataIdentifier(rawValue: "icy/StreamUrl")
    /// Its title, by ID3's name.
    public static let id3MetadataTitleDescription = AVMetadataIdentifier(rawValue: "id3/TIT2")
    /// Its artist, by ID3's name.
    public static let id3MetadataLeadPerformer = AVMetadataIdentifier(rawValue: "id3/TPE1")
    /// Its picture, by ID3's name.
    public static let id3MetadataAttachedPicture = AVMetadataIdentifier(rawValue: "id3/APIC")
    /// Its title, by iTunes' name.
    public static let iTunesMetadataSongName = AVMetadataIdentifier(rawValue: "itsk/%A9nam")
    /// Its artist, by iTunes' name.
    public static let iTunesMetadataArtist = AVMetadataIdentifier(rawValue: "itsk/%A9ART")
    /// Its album, by iTunes' name.
    public static let iTunesMetadataAlbum = AVMetadataIdentifier(rawValue: "itsk/%A9alb")
    /// Its picture, by iTunes' name.
    public static let iTunesMetadataCoverArt = AVMetadataIdentifier(rawValue: "itsk/covr")
}
