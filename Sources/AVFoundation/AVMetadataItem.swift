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
}

/// Whose names a key is one of.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Those that are common to all formats.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// Those of ID3.
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")
    /// Those of iTunes.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

/// A kind of metadata.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// Names it.
    public init(rawValue: String) { self.rawValue = rawValue }
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
    /// Its title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "comn/title")
    /// Its artist.
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "comn/artist")
    /// Its album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "comn/albumName")
    /// Its picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "comn/artwork")
}
