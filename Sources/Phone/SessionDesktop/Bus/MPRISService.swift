import CSDBus
import Glibc
import SessionPhone
import SessionPolicy
import SessionWire
import SystemSupport

/// The host's Now Playing app as a media player on the session bus (MPRIS 2.2). Method calls become remote commands of
/// the person. Apps that are players or streams themselves are not shown. Used only on the loop's thread.
final class MPRISService {
    /// The prefix of the player's bus name, followed by the app's name.
    static let prefix = MPRISPlayer.prefix + "audiosession."
    private static let root = "org.mpris.MediaPlayer2"

    private let bus: SessionBus
    private let object: BusObject
    private let arbiter: Arbiter
    private let say: (String) -> Void
    /// Returns the current time, in nanoseconds.
    private let clock: () -> Int64
    /// Whether the app of this name is a player or a stream.
    var isForeign: (String) -> Bool = { _ in false }
    private var shown: NowPlayingFacts?
    /// The number of the current track, from 1.
    private var piece = 0
    /// The position in the track, in seconds, and the time at which it was reported.
    private var place: (seconds: Double, at: Int64) = (0, 0)

    /// Exports the object; without an app it has no properties or methods.
    init(
        on bus: SessionBus, _ arbiter: Arbiter, clock: @escaping () -> Int64 = { EventLoop.now },
        say: @escaping (String) -> Void
    ) {
        (self.bus, self.arbiter, self.clock, self.say) = (bus, arbiter, clock, say)
        object = BusObject(MPRISPlayer.path, Self.interfaces, on: bus)
        object.values = { [unowned self] in interfaces }
        object.whenCalled = { [unowned self] (call) throws(BusFailure) in try answer(call) }
        object.check = { [unowned self] () throws(BusFailure) in
            guard shown == nil else { return }
            throw .standard(
                "UnknownObject", "No app of the host is Now Playing; let one register as such and start a sound first.")
        }
    }

    /// Returns the player's bus name, in which sd-bus escapes bytes that a name cannot contain; a name that is too long is
    /// truncated.
    static func busName(of app: String) -> String {
        var path: UnsafeMutablePointer<CChar>?
        defer { free(path) }
        _ = SDBus.library.functions.sd_bus_path_encode("/app", app, &path)
        let label = path.map { String(cString: $0).dropFirst("/app/".count) } ?? "_"
        return prefix + label.prefix(255 - prefix.count)
    }

    // MARK: Telling

    func show(_ facts: NowPlayingFacts?) {
        guard facts != shown else { return }
        let new = facts.flatMap { isForeign($0.app) ? nil : $0 }
        let (old, before) = (shown, interfaces)
        let hasMoved = old?.app == new?.app && old?.info?.elapsed != new?.info?.elapsed
        if old?.app != new?.app || old?.info?.piece != new?.info?.piece {
            piece += 1
            place.seconds = new?.info?.elapsed ?? 0
        } else {
            place.seconds = hasMoved ? new?.info?.elapsed ?? 0 : position
        }
        (shown, place.at) = (new, clock())
        if old?.app != new?.app {
            if let old { bus.release(Self.busName(of: old.app)) }
            if let new { request(Self.busName(of: new.app), new.app) }
        }
        guard new != nil else { return }
        for (interface, properties) in interfaces.sorted(by: { $0.key < $1.key }) {
            object.tell(
                interface, properties.filter { before[interface]?[$0.key] != $0.value && $0.key != "Position" })
        }
        if hasMoved {
            bus.emit(MPRISPlayer.path, "\(MPRISPlayer.interface).Seeked", [.long(Self.microseconds(place.seconds))])
        }
    }

    private func request(_ name: String, _ app: String) {
        bus.request(name) { [weak self] answer in
            if answer == .isAnothers {
                self?.say(
                    "\(name) belongs to another program of the session bus: \(app) is no player there until it ends.")
            }
        }
    }

    /// The properties by interface and name; empty if no app is shown.
    private var interfaces: [String: [String: BusValue]] {
        guard let shown else { return [:] }
        let status: MPRISPlayer.PlaybackStatus =
            shown.isPlaying ? .playing : shown.info?.state == .stopped ? .stopped : .paused
        var data: [String: BusValue] = ["mpris:trackid": .path(trackPath)]
        if let info = shown.info {
            data["mpris:length"] = info.duration.map { .long(Self.microseconds($0)) }
            data["xesam:title"] = info.title.map { .text($0) }
            data["xesam:album"] = info.album.map { .text($0) }
            data["xesam:artist"] = info.artist.map { .texts([$0]) }
        }
        return [
            Self.root: [
                "CanQuit": .flag(false), "CanRaise": .flag(false), "HasTrackList": .flag(false),
                "Identity": .text(shown.app), "SupportedMimeTypes": .texts([]), "SupportedUriSchemes": .texts([]),
            ],
            // The policy does not know which commands an app supports: its answer shows that.
            MPRISPlayer.interface: [
                "CanControl": .flag(true), "CanGoNext": .flag(true), "CanGoPrevious": .flag(true),
                "CanPause": .flag(true), "CanPlay": .flag(true), "CanSeek": .flag(true),
                "MaximumRate": .number(rate), "Metadata": .dictionary(data), "MinimumRate": .number(rate),
                "PlaybackStatus": .text(status.rawValue),
                "Position": .long(Self.microseconds(position)), "Rate": .number(rate),
            ],
        ]
    }

    private var trackPath: String { "/org/audiosession/NowPlaying/\(piece)" }

    /// The playback rate; for a paused player, the rate at which it will resume.
    private var rate: Double {
        guard let rate = shown?.info?.rate, rate > 0 else { return 1 }
        return rate
    }

    /// The position in the track, in seconds. The app reports it only when playback does not simply continue.
    var position: Double {
        guard shown?.isPlaying == true else { return place.seconds }
        let seconds = place.seconds + Length(nanoseconds: clock() - place.at).seconds * rate
        return min(seconds, shown?.info?.duration ?? NowPlayingInfo.seconds.upperBound)
    }

    private static func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }

    // MARK: Answering

    private func answer(_ call: ReceivedMessage) throws(BusFailure) -> [BusValue]? {
        if call.interface == Self.root { return ["Raise", "Quit"].contains(call.member) ? [] : nil }
        guard ["", MPRISPlayer.interface].contains(call.interface) else { return nil }
        if let command = try command(call.member, call.body) { try give(command) }
        return []
    }

    /// Returns the command for a method call, or nil if the call has no effect now.
    private func command(_ method: String, _ body: [BusValue]) throws(BusFailure) -> RemoteCommand? {
        if let known = MPRISPlayer.commands.first(where: { $0.method == method }) { return RemoteCommand(known.kind) }
        switch method {
        case "Seek":
            guard body.count == 1, case .long(let offset) = body[0] else {
                throw .standard("InvalidArgs", "Seek takes microseconds: x.")
            }
            return RemoteCommand(offset < 0 ? .skipBackward : .skipForward, value: Self.seconds(offset.magnitude))
        case "SetPosition":
            guard body.count == 2, case .path(let track) = body[0], case .long(let position) = body[1] else {
                throw .standard("InvalidArgs", "SetPosition takes a piece and microseconds: ox.")
            }
            // MPRIS: a call for another track, or beyond the end of this one, has no effect.
            let length = (shown?.info?.duration).map { Self.microseconds($0) } ?? .max
            guard track == trackPath, 0...length ~= position else { return nil }
            return RemoteCommand(.changePlaybackPosition, value: Self.seconds(position.magnitude))
        case "OpenUri":
            throw .standard("NotSupported", "The player cannot open other media.")
        default: throw .standard("UnknownMethod", "The player has no method \(method.shortened).")
        }
    }

    private static func seconds(_ microseconds: UInt64) -> Double {
        min(Double(microseconds) / 1e6, NowPlayingInfo.seconds.upperBound)
    }

    private func give(_ command: RemoteCommand) throws(BusFailure) {
        // Another app may have started a sound that the bus does not know of yet.
        if let app = arbiter.deviceFacts.nowPlaying?.app, let shown = shown?.app, app != shown {
            throw BusFailure(
                name: "\(HostObject.name).Refused",
                message: "\(app) is Now Playing, and \(shown) no longer; give the command to \(app).")
        }
        if let refusal = arbiter.perform(.remoteCommand(command), by: .step).refusal {
            throw BusFailure(
                name: "\(HostObject.name).Refused", message: "\(refusal.sentence) (\(refusal.rule.id))")
        }
    }

    private static let interfaces = [
        BusInterface(name: root, methods: [("Raise", []), ("Quit", [])]),
        BusInterface(
            name: MPRISPlayer.interface,
            methods: MPRISPlayer.commands.map { ($0.method, []) }
                + [("Seek", ["in x offset"]), ("SetPosition", ["in o track", "in x position"])],
            signals: [("Seeked", ["x position"])], silent: ["Position"]),
    ]
}

extension NowPlayingInfo {
    fileprivate var piece: [String?] { [title, artist, album, duration.map { String($0) }] }
}
