// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Synchronization

/// By what things of the library are put together.
public enum MPMediaGrouping: Int, Sendable {
    /// Each by itself.
    case title = 0
    /// By their album.
    case album = 1
    /// By their artist.
    case artist = 2
    /// By their album's artist.
    case albumArtist = 3
    /// By their composer.
    case composer = 4
    /// By their genre.
    case genre = 5
    /// By their playlist.
    case playlist = 6
    /// By their podcast.
    case podcastTitle = 7
}

/// What a query wants.
open class MPMediaPredicate: NSObject, @unchecked Sendable {}

/// How a query compares.
public enum MPMediaPredicateComparison: Int, Sendable {
    /// It is the same.
    case equalTo = 0
    /// It has it in it.
    case contains = 1
}

/// A property that a query wants to have a value.
public final class MPMediaPropertyPredicate: MPMediaPredicate, @unchecked Sendable {
    /// Which property.
    public let property: String
    /// Which value.
    public let value: Any?
    /// How it is compared.
    public let comparisonType: MPMediaPredicateComparison

    /// Wants a property to be so.
    public convenience init(value: Any?, forProperty property: String) {
        self.init(value: value, forProperty: property, comparisonType: .equalTo)
    }

    /// Wants a property to be so, by a comparison.
    public init(value: Any?, forProperty property: String, comparisonType: MPMediaPredicateComparison) {
        (self.value, self.property, self.comparisonType) = (value, property, comparisonType)
    }
}

/// Where in a list a letter begins.
public final class MPMediaQuerySection: NSObject, Sendable {
    /// The letter.
    public let title: String
    /// Its places in the list.
    public let range: NSRange

    init(title: String, range: NSRange) { (self.title, self.range) = (title, range) }
}

/// Looks for things in the library; it is empty, so that nothing is found. Any thread.
open class MPMediaQuery: NSObject, NSCopying, @unchecked Sendable {
    private let state: Mutex<(predicates: Set<MPMediaPredicate>, grouping: MPMediaGrouping)>

    /// Looks for everything that is wanted.
    public init(filterPredicates: Set<MPMediaPredicate>?) { state = Mutex((filterPredicates ?? [], .title)) }

    /// Looks for everything.
    public convenience override init() { self.init(filterPredicates: nil) }

    private convenience init(by grouping: MPMediaGrouping, _ kind: MPMediaType?) {
        let wanted = kind.map {
            MPMediaPropertyPredicate(value: NSNumber(value: $0.rawValue), forProperty: MPMediaItemPropertyMediaType)
        }
        self.init(filterPredicates: wanted.map { [$0] })
        groupingType = grouping
    }

    /// Another one that wants the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let made = MPMediaQuery(filterPredicates: filterPredicates)
        made.groupingType = groupingType
        return made
    }

    /// What it wants.
    open var filterPredicates: Set<MPMediaPredicate>? {
        get { state.withLock { $0.predicates } }
        set { state.withLock { $0.predicates = newValue ?? [] } }
    }

    /// Wants one thing more.
    open func addFilterPredicate(_ predicate: MPMediaPredicate) {
        state.withLock { _ = $0.predicates.insert(predicate) }
    }

    /// Wants a thing no more.
    open func removeFilterPredicate(_ predicate: MPMediaPredicate) {
        state.withLock { _ = $0.predicates.remove(predicate) }
    }

    /// By what it puts together.
    open var groupingType: MPMediaGrouping {
        get { state.withLock { $0.grouping } }
        set { state.withLock { $0.grouping = newValue } }
    }

    /// What it finds: nothing.
    open var items: [MPMediaItem]? { [] }
    /// What it finds, put together: nothing.
    open var collections: [MPMediaItemCollection]? { [] }
    /// Where the letters begin: nowhere.
    open var itemSections: [MPMediaQuerySection]? { nil }
    /// Where the letters begin: nowhere.
    open var collectionSections: [MPMediaQuerySection]? { nil }

    /// Looks for songs by their albums.
    open class func albums() -> MPMediaQuery { MPMediaQuery(by: .album, .music) }
    /// Looks for songs by their artists.
    open class func artists() -> MPMediaQuery { MPMediaQuery(by: .artist, .music) }
    /// Looks for songs.
    open class func songs() -> MPMediaQuery { MPMediaQuery(by: .title, .music) }
    /// Looks for playlists.
    open class func playlists() -> MPMediaQuery { MPMediaQuery(by: .playlist, nil) }
    /// Looks for podcasts.
    open class func podcasts() -> MPMediaQuery { MPMediaQuery(by: .podcastTitle, .podcast) }
    /// Looks for books that are read aloud.
    open class func audiobooks() -> MPMediaQuery { MPMediaQuery(by: .album, .audioBook) }
    /// Looks for compilations.
    open class func compilations() -> MPMediaQuery { MPMediaQuery(by: .album, .music) }
    /// Looks for songs by their composers.
    open class func composers() -> MPMediaQuery { MPMediaQuery(by: .composer, .music) }
    /// Looks for songs by their genres.
    open class func genres() -> MPMediaQuery { MPMediaQuery(by: .genre, .music) }
}

/// Whether an app may look into the library.
public enum MPMediaLibraryAuthorizationStatus: Int, Sendable {
    /// The person was not asked.
    case notDetermined = 0
    /// The person said no.
    case denied = 1
    /// Nobody may allow it.
    case restricted = 2
    /// It may.
    case authorized = 3
}

/// The person's library: it is empty, and every app may look into it. Any thread.
open class MPMediaLibrary: NSObject, @unchecked Sendable {
    private static let only = MPMediaLibrary()
    private override init() { super.init() }

    /// The library.
    open class func `default`() -> MPMediaLibrary { only }
    /// When something in it has changed last: never.
    open var lastModifiedDate: Date { .distantPast }
    /// Tells of changes from now on; there are none.
    open func beginGeneratingLibraryChangeNotifications() {}
    /// Tells of changes no more.
    open func endGeneratingLibraryChangeNotifications() {}

    /// Whether the app may look into it.
    open class func authorizationStatus() -> MPMediaLibraryAuthorizationStatus { .authorized }

    /// Asks whether the app may look into it, and says so on a thread that is not the main one.
    @preconcurrency
    open class func requestAuthorization(_ handler: @escaping @Sendable (MPMediaLibraryAuthorizationStatus) -> Void) {
        DispatchQueue.global().async { handler(.authorized) }
    }

    /// Asks whether the app may look into it.
    open class func requestAuthorization() async -> MPMediaLibraryAuthorizationStatus { .authorized }
}

extension NSNotification.Name {
    /// Something in the library has changed; it never does.
    public static let MPMediaLibraryDidChange = NSNotification.Name("MPMediaLibraryDidChangeNotification")
}
