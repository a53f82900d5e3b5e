import Glibc
import SessionPhone
import SessionPolicy
import SessionWire
import SystemSupport

/// The part of a desktop that lives as long as a connection to the session bus: media players, holds, and the objects
/// that the host exports.
package final class DesktopBus: BusFront {
    private unowned let desktop: Desktop
    private let arbiter: Arbiter
    private let bus: SessionBus
    private let holds: BusHolds
    private let object: HostObject
    private let mprisService: MPRISService
    private var isOpen = true
    package private(set) var hasFollowed = false
    package var whenLost: () -> Void = {}
    private var questions = 1
    /// The players by the unique names of their connections.
    private var playersByOwner: [String: MPRISPlayer] = [:]
    private var factsWatch: UInt64 = 0
    private var hasToldOfMany = false

    /// Connects to the bus, and follows its players once the host owns its name.
    /// - Parameter desktop: The desktop, which owns this object.
    init(of desktop: Desktop, _ address: BusAddress) throws(BusError) {
        (self.desktop, arbiter) = (desktop, desktop.arbiter)
        bus = try SessionBus(address.text, on: desktop.loop)
        holds = BusHolds(bus, desktop.arbiter, in: desktop.process, desktop.news)
        object = HostObject(on: bus, HostPicture(desktop.arbiter.deviceFacts), holds)
        mprisService = MPRISService(on: bus, desktop.arbiter, say: desktop.say)
        object.apps = { [unowned desktop] in desktop.apps }
        mprisService.isForeign = { [unowned desktop] in desktop.ownApps[$0] != nil }
        bus.whenGone = { [unowned self] in
            lose(
                $0 == ETIMEDOUT
                    ? "The session bus does not answer."
                    : "The session bus has ended the connection (\(String(cString: strerror($0)))).")
        }
        // The name also serves as a lock: two hosts would fight over the players.
        bus.request(HostObject.name) { [unowned self] answer in
            switch answer {
            case .isOurs:
                hasFollowed = true
                follow()
                self.desktop.busIsJoined()
            case .isAnothers:
                hasFollowed = true
                self.desktop.busIsAnothers()
            case .isUnknown(let failure): return lose("The session bus refuses the host's name: \(failure).")
            }
            answered()
        }
    }

    deinit { close() }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        questions = 0
        arbiter.unwatch(factsWatch)
        holds.end()
        for player in playersByOwner.values { player.leave() }
        playersByOwner = [:]
        bus.close()
    }

    private func lose(_ sentence: String) {
        guard isOpen else { return }
        close()
        desktop.busIsMissing(
            hasFollowed ? sentence + " Its players are followed no more, and their holds are over." : sentence)
        whenLost()
    }

    private func answered() { questions -= 1 }

    /// Whether all players that were on the bus at first are known.
    var isReady: Bool { questions <= 0 }

    var isAtRest: Bool { playersByOwner.values.allSatisfy(\.isAtRest) }

    var playerCount: Int { playersByOwner.count }

    /// The apps of players, by name, for `org.audiosession.Host1`.
    var players: [String: BusValue] {
        let shown = playersByOwner.values.filter { !$0.isRepeated }
        return Dictionary(shown.map { ($0.name, $0.properties) }) { first, _ in first }
    }

    func player(of process: pid_t) -> String? { playersByOwner.values.first { $0.process == process }?.name }

    // MARK: The policy's news

    /// The levels of all apps, adjusted for players that are lowered instead of paused.
    func levels(_ levels: [String: AppLevel]) -> [String: AppLevel] {
        var levels = levels
        for player in playersByOwner.values { levels[player.name] = player.level(levels[player.name]) }
        return levels
    }

    func show(_ picture: HostPicture) {
        object.show(picture)
        mprisService.show(picture.nowPlaying)
    }

    // MARK: Players

    private func follow() {
        // The closure must not retain this object: the arbiter keeps what it is given.
        let news = desktop.news
        // Changes announced while there was no bus are outdated.
        news.add(object.picture)
        factsWatch = desktop.arbiter.watchFacts { news.add(HostPicture($0)) }
        mprisService.show(object.picture.nowPlaying)
        bus.listen(
            to: SessionBus.ownerChanges + ",arg0namespace='org.mpris.MediaPlayer2'"
        ) { [unowned self] signal in
            let texts = signal.body.compactMap(\.text)
            guard texts.count == 3 else { return }
            if !texts[1].isEmpty { remove(texts[0], of: texts[1]) }
            if !texts[2].isEmpty { add(texts[0], of: texts[2]) }
        }
        bus.listen(
            to: "type='signal',path='\(MPRISPlayer.path)',interface='org.freedesktop.DBus.Properties',"
                + "member='PropertiesChanged',arg0='\(MPRISPlayer.interface)'"
        ) { [unowned self] signal in
            guard let player = playersByOwner[signal.sender], signal.body.count == 3,
                let changed = signal.body[1].dictionary, case .texts(let invalidated) = signal.body[2]
            else { return }
            player.update(changed, invalidated: invalidated)
        }
        findPlayers()
    }

    private func findPlayers() {
        questions += 1
        bus.ask("ListNames") { [unowned self] answer in
            defer { answered() }
            guard case .success(let body) = answer, case .texts(let names)? = body.first else {
                return lose("The session bus does not list its names.")
            }
            for name in names.sorted() where Self.isPlayer(name) {
                questions += 1
                // An error means that the player is gone.
                bus.ask("GetNameOwner", [.text(name)]) { [unowned self] answer in
                    if let owner = (try? answer.get())?.first?.text { add(name, of: owner) }
                    answered()
                }
            }
        }
    }

    /// Names that stand for players which also have their own names.
    private static let mirrors = ["playerctld", "plasma-browser-integration"]

    private static func isPlayer(_ name: String) -> Bool {
        name.hasPrefix(MPRISPlayer.prefix) && !name.hasPrefix(MPRISService.prefix)
            && !mirrors.contains { name == MPRISPlayer.prefix + $0 }
    }

    /// More than anyone has open at a time; leaves room for holds, streams and joined programs.
    static let mostPlayers = 32

    private func add(_ name: String, of owner: String) {
        guard isOpen, Self.isPlayer(name) else { return }
        if let player = playersByOwner[owner] {
            player.names.insert(name)
            return
        }
        guard playersByOwner.count < Self.mostPlayers else {
            if !hasToldOfMany {
                desktop.say("More than \(Self.mostPlayers) players are on the session bus: \(name) is not followed.")
            }
            hasToldOfMany = true
            return
        }
        let player = MPRISPlayer(
            name, owner: owner, on: bus, of: desktop,
            repeats: { [unowned self] process, kind in
                playersByOwner.values.contains { $0.process == process && $0.kind == kind && !$0.isRepeated }
            },
            whenFound: { [weak self] in
                self?.answered()
                self?.desktop.playersHaveChanged()
            })
        playersByOwner[owner] = player
        player.whenHalted = { [weak self] in self?.desktop.bringLevels() }
        questions += 1
    }

    private func remove(_ name: String, of owner: String) {
        guard let player = playersByOwner[owner] else { return }
        player.names.remove(name)
        guard player.names.isEmpty else { return }
        playersByOwner[owner] = nil
        player.leave()
        desktop.playersHaveChanged()
        // There is room for a player that was not followed.
        if hasToldOfMany {
            hasToldOfMany = false
            findPlayers()
        }
    }
}
