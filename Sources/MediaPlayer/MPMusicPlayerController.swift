// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Synchronization

/// What the system's player does.
public enum MPMusicPlaybackState: Int, Sendable {
    /// Nothing.
    case stopped = 0
    /// It plays.
    case playing = 1
    /// It is paused.
    case paused = 2
    /// It is interrupted.
    case interrupted = 3
    /// It goes forward fast.
    case seekingForward = 4
    /// It goes back fast.
    case seekingBackward = 5
}

/// What the system's player plays again.
public enum MPMusicRepeatMode: Int, Sendable {
    /// What the person has chosen.
    case `default` = 0
    /// Nothing.
    case none = 1
    /// One piece.
    case one = 2
    /// All of them.
    case all = 3
}

/// What the system's player puts in disorder.
public enum MPMusicShuffleMode: Int, Sendable {
    /// What the person has chosen.
    case `default` = 0
    /// Nothing.
    case off = 1
    /// Songs.
    case songs = 2
    /// Albums.
    case albums = 3
}

/// What plays, stops and moves.
public protocol MPMediaPlayback {
    /// Gets ready to play.
    func prepareToPlay()
    /// Whether it is ready.
    var isPreparedToPlay: Bool { get }
    /// Plays.
    func play()
    /// Stops where it is.
    func pause()
    /// Stops.
    func stop()
    /// Where it is, in seconds.
    var currentPlaybackTime: TimeInterval { get set }
    /// How fast it goes; 0 while it does not play.
    var currentPlaybackRate: Float { get set }
    /// Goes forward fast.
    func beginSeekingForward()
    /// Goes back fast.
    func beginSeekingBackward()
    /// Goes as usual again.
    func endSeeking()
}

/// What the system's player is to play.
open class MPMusicPlayerQueueDescriptor: NSObject, @unchecked Sendable {}

/// Things of the library that the system's player is to play.
open class MPMusicPlayerMediaItemQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
    /// What finds them.
    public let query: MPMediaQuery
    /// The things.
    public let itemCollection: MPMediaItemCollection
    /// With which to begin.
    open var startItem: MPMediaItem?

    /// Plays what a query finds.
    public init(query: MPMediaQuery) {
        (self.query, itemCollection) = (query, MPMediaItemCollection(items: query.items ?? []))
    }

    /// Plays things together.
    public init(itemCollection: MPMediaItemCollection) {
        (query, self.itemCollection) = (MPMediaQuery(), itemCollection)
    }
}

/// Things of the store that the system's player is to play.
open class MPMusicPlayerStoreQueueDescriptor: MPMusicPlayerQueueDescriptor, @unchecked Sendable {
    /// Their numbers in the store.
    open var storeIDs: [String]?
    /// With which to begin.
    open var startItemID: String?

    /// Plays things of the store.
    public init(storeIDs: [String]) { self.storeIDs = storeIDs }
}

/// Why something of the library cannot be had.
public struct MPError: Error, CustomNSError, Hashable, Sendable {
    /// Why.
    public enum Code: Int, Sendable {
        case unknown = 0
        case permissionDenied = 1
        case cloudServiceCapabilityMissing = 2
        case networkConnectionFailed = 3
        case notFound = 4
        case notSupported = 5
        case cancelled = 6
        case requestTimedOut = 7
    }

    /// Why.
    public let code: Code
    /// Describes an error.
    public init(_ code: Code) { self.code = code }
    /// Why, as a number.
    public var errorCode: Int { code.rawValue }
    /// Whose numbers they are.
    public static var errorDomain: String { MPErrorDomain }
}

/// Whose numbers the errors of `MPError` are.
public let MPErrorDomain = "MPErrorDomain"

/// The system's player: the library is empty, so that it finds nothing to play and stays stopped. Any thread.
open class MPMusicPlayerController: NSObject, MPMediaPlayback, @unchecked Sendable {
    private struct State {
        var item: MPMediaItem?
        var repeats = MPMusicRepeatMode.default
        var shuffles = MPMusicShuffleMode.default
    }

    private static let app = MPMusicPlayerApplicationController()
    private static let system = MPMusicPlayerController()
    private let state = Mutex(State())

    override init() { super.init() }

    /// The player that plays for the app.
    open class var applicationMusicPlayer: MPMusicPlayerController { app }
    /// The player that plays for the app, with a queue that the app can change.
    open class var applicationQueuePlayer: MPMusicPlayerApplicationController { app }
    /// The player of the Music app.
    open class var systemMusicPlayer: MPMusicPlayerController { system }
    /// The player of the Music app; deprecated by Apple.
    open class var iPodMusicPlayer: MPMusicPlayerController { system }

    /// What it does: nothing.
    open var playbackState: MPMusicPlaybackState { .stopped }
    /// What it plays again; kept.
    open var repeatMode: MPMusicRepeatMode {
        get { state.withLock { $0.repeats } }
        set { state.withLock { $0.repeats = newValue } }
    }
    /// What it puts in disorder; kept.
    open var shuffleMode: MPMusicShuffleMode {
        get { state.withLock { $0.shuffles } }
        set { state.withLock { $0.shuffles = newValue } }
    }
    /// What it would play; kept.
    open var nowPlayingItem: MPMediaItem? {
        get { state.withLock { $0.item } }
        set { state.withLock { $0.item = newValue } }
    }
    /// Which piece of its queue it plays: none.
    open var indexOfNowPlayingItem: Int { NSNotFound }

    /// Is to play what a query finds.
    open func setQueue(with query: MPMediaQuery) { nowPlayingItem = query.items?.first }
    /// Is to play things together.
    open func setQueue(with itemCollection: MPMediaItemCollection) { nowPlayingItem = itemCollection.items.first }
    /// Is to play things of the store; there is none.
    open func setQueue(with storeIDs: [String]) { nowPlayingItem = nil }
    /// Is to play what a descriptor says.
    open func setQueue(with descriptor: MPMusicPlayerQueueDescriptor) {
        let items = descriptor as? MPMusicPlayerMediaItemQueueDescriptor
        nowPlayingItem = items?.startItem ?? items?.itemCollection.items.first
    }
    /// Is to play more next; there is nothing that it plays now.
    open func prepend(_ descriptor: MPMusicPlayerQueueDescriptor) { setQueue(with: descriptor) }
    /// Is to play more at the end; there is nothing that it plays now.
    open func append(_ descriptor: MPMusicPlayerQueueDescriptor) { setQueue(with: descriptor) }

    /// Goes to the next piece: to none.
    open func skipToNextItem() { nowPlayingItem = nil }
    /// Goes to the beginning of the piece, where it is.
    open func skipToBeginning() {}
    /// Goes to the piece before: to none.
    open func skipToPreviousItem() { nowPlayingItem = nil }
    /// Tells of changes from now on; there are none.
    open func beginGeneratingPlaybackNotifications() {}
    /// Tells of changes no more.
    open func endGeneratingPlaybackNotifications() {}

    /// Finds nothing to get ready.
    open func prepareToPlay() {}
    /// Says on the main queue that there is nothing to get ready: `MPError.notFound`.
    open func prepareToPlay(completionHandler: @escaping ((any Error)?) -> Void) {
        let call = Completion(take: completionHandler)
        DispatchQueue.main.async { call.take(MPError(.notFound)) }
    }
    private struct Completion: @unchecked Sendable { let take: ((any Error)?) -> Void }

    /// Whether it is ready: it never is.
    open var isPreparedToPlay: Bool { false }
    /// Finds nothing to play.
    open func play() {}
    /// Stays stopped.
    open func pause() {}
    /// Stays stopped.
    open func stop() {}
    /// Where it is: at the beginning.
    open var currentPlaybackTime: TimeInterval {
        get { 0 }
        set {}
    }
    /// How fast it goes: not at all.
    open var currentPlaybackRate: Float {
        get { 0 }
        set {}
    }
    /// Stays stopped.
    open func beginSeekingForward() {}
    /// Stays stopped.
    open func beginSeekingBackward() {}
    /// Stays stopped.
    open func endSeeking() {}
}

/// The system's player for an app, with a queue that the app can change.
open class MPMusicPlayerApplicationController: MPMusicPlayerController, @unchecked Sendable {}

extension NSNotification.Name {
    /// The system's player has begun, paused or stopped; it never does.
    public static let MPMusicPlayerControllerPlaybackStateDidChange = NSNotification.Name(
        "MPMusicPlayerControllerPlaybackStateDidChangeNotification")
    /// The system's player plays another piece; it never does.
    public static let MPMusicPlayerControllerNowPlayingItemDidChange = NSNotification.Name(
        "MPMusicPlayerControllerNowPlayingItemDidChangeNotification")
    /// The system's player has another queue; it never has.
    public static let MPMusicPlayerControllerQueueDidChange = NSNotification.Name(
        "MPMusicPlayerControllerQueueDidChangeNotification")
    /// Something is ready to be played; nothing ever is.
    public static let MPMediaPlaybackIsPreparedToPlayDidChange = NSNotification.Name(
        "MPMediaPlaybackIsPreparedToPlayDidChangeNotification")
    /// There are wireless routes to choose from, or are no more; `MPVolumeView.areWirelessRoutesAvailable` says.
    public static let MPVolumeViewWirelessRoutesAvailableDidChange = NSNotification.Name(
        "MPVolumeViewWirelessRoutesAvailableDidChangeNotification")
    /// Sound goes to a wireless route, or does no more; `MPVolumeView.isWirelessRouteActive` says.
    public static let MPVolumeViewWirelessRouteActiveDidChange = NSNotification.Name(
        "MPVolumeViewWirelessRouteActiveDidChangeNotification")
}
