public import AVFoundation
internal import CoreMedia
public import Foundation
internal import Synchronization

/// Told what becomes of a session of what plays; on the main queue.
public protocol MPNowPlayingSessionDelegate: AnyObject {
    /// It has become the one that is shown, or is so no more.
    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)
    /// It can become the one that is shown, or can no more.
    func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}

extension MPNowPlayingSessionDelegate {
    public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
    public func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession) {}
}

/// One of several things that an app plays, with what is said of it and its own commands. Any thread.
open class MPNowPlayingSession: NSObject, @unchecked Sendable {
    private static let shown = Mutex<Weak>(Weak())
    private let lock = NSLock()
    private var state: State

    private struct Weak { weak var session: MPNowPlayingSession? }

    private struct State {
        var players: [AVPlayer]
        var publishes = false
        var observations: [NSKeyValueObservation] = []
        weak var delegate: (any MPNowPlayingSessionDelegate)?
    }

    /// What it says of what it plays.
    public let nowPlayingInfoCenter = MPNowPlayingInfoCenter()
    /// The commands that it takes.
    public let remoteCommandCenter = MPRemoteCommandCenter()

    /// A session of players, one at least.
    public init(players: [AVPlayer]) {
        state = State(players: players)
        super.init()
    }

    /// Its players.
    open var players: [AVPlayer] { lock.withLock { state.players } }
    /// Whom it tells.
    open var delegate: (any MPNowPlayingSessionDelegate)? {
        get { lock.withLock { state.delegate } }
        set { lock.withLock { state.delegate = newValue } }
    }

    /// Takes a player in.
    open func addPlayer(_ player: AVPlayer) {
        lock.withLock { if !state.players.contains(player) { state.players.append(player) } }
        observe()
    }

    /// Lets a player go.
    open func removePlayer(_ player: AVPlayer) {
        lock.withLock { state.players.removeAll { $0 === player } }
        observe()
    }

    /// Whether it is the app's session that is shown.
    open var isActive: Bool { Self.shown.withLock { $0.session === self } }
    /// Whether it can become so: while it has a player.
    open var canBecomeActive: Bool { !players.isEmpty }

    /// Becomes the app's session that is shown, and says on the main queue whether it has.
    open func becomeActiveIfPossible(completion: ((Bool) -> Void)? = nil) {
        let can = canBecomeActive
        let former = Self.shown.withLock { shown in
            let former = shown.session
            if can { shown.session = self }
            return former
        }
        let call = Completion(take: completion)
        DispatchQueue.main.async { [self] in
            if can, former !== self {
                former.map { $0.delegate?.nowPlayingSessionDidChangeActive($0) }
                delegate?.nowPlayingSessionDidChangeActive(self)
            }
            call.take?(can)
        }
    }

    /// Becomes the app's session that is shown; answers whether it has.
    @discardableResult
    open func becomeActiveIfPossible() async -> Bool {
        await withCheckedContinuation { continuation in
            becomeActiveIfPossible(completion: { continuation.resume(returning: $0) })
        }
    }

    private struct Completion: @unchecked Sendable { let take: ((Bool) -> Void)? }

    /// Whether it says by itself, whenever a player goes or stops, how long its piece is, where it is and how fast it goes.
    open var automaticallyPublishesNowPlayingInfo: Bool {
        get { lock.withLock { state.publishes } }
        set {
            lock.withLock { state.publishes = newValue }
            observe()
        }
    }

    private func observe() {
        let (publishes, players) = lock.withLock { (state.publishes, state.players) }
        let made =
            publishes
            ? players.map { player in
                player.observe(\.timeControlStatus, options: .initial) { [weak self] player, _ in
                    self?.publish(player)
                }
            } : []
        lock.withLock { state.observations = made }
    }

    private func publish(_ player: AVPlayer) {
        guard let item = player.currentItem else {
            nowPlayingInfoCenter.nowPlayingInfo = nil
            return
        }
        var info = nowPlayingInfoCenter.nowPlayingInfo ?? [:]
        if item.duration.isNumeric { info[MPMediaItemPropertyPlaybackDuration] = item.duration.seconds }
        info[MPNowPlayingInfoPropertyElapsedPlaybackTime] = item.currentTime().seconds
        info[MPNowPlayingInfoPropertyPlaybackRate] = Double(player.rate)
        nowPlayingInfoCenter.nowPlayingInfo = info
    }
}
