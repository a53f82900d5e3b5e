import Glibc
package import SessionWire
import Sounder

/// PipeWire's native protocol, which covers the streams of all its programs, including those that use PulseAudio's
/// protocol. If the server ends, its socket is watched.
package final class PipeWireServer: StreamServer {
    private enum Bound {
        case node(PipeWireNode)
        case client(global: UInt32)
        case metadata
    }

    /// The opcodes of the messages that are handled and sent.
    private enum MessageCode {
        static let (hello, sync, pong, registry): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 3, 5)
        static let (coreInfo, done, ping, removeID): (UInt8, UInt8, UInt8, UInt8) = (0, 1, 2, 4)
        static let updateProperties: UInt8 = 2
        static let (bind, global, globalRemoved): (UInt8, UInt8, UInt8) = (1, 0, 1)
        static let (subscribe, setParameter): (UInt8, UInt8) = (1, 3)
        static let (info, parameter): (UInt8, UInt8) = (0, 1)
        static let (property, setProperty): (UInt8, UInt8) = (0, 1)
    }

    private static let (core, client, registry): (UInt32, UInt32, UInt32) = (0, 1, 2)

    private let loop: EventLoop
    private let path: String?
    private let lock: ServerLock
    private let reconnection: Reconnection
    private var connection: PipeWireConnection?
    private var isOpen = true
    package private(set) var hasLooked = false
    private var roundTrips: Int32 = 0
    private var bound: [UInt32: Bound] = [:]
    /// The nodes by the numbers of their streams.
    private var nodes: [UInt32: PipeWireNode] = [:]
    /// The properties of the other clients, which are empty until the server has described them.
    private var programs: [UInt32: [String: String]] = [:]
    /// The metadata with which the session manager's stored levels are set, and the id that this client bound it to.
    private var metadata: (global: UInt32, object: UInt32)?
    private var stored = StoredLevels()
    private var lastObject = registry
    private var freeObjects: [UInt32] = []
    private var lastStep: Int64 = 0
    /// The server's cookie for this run, or nil while there is no server.
    package private(set) var cookie: UInt32?
    package var whenNews: (StreamNews) -> Void = { _ in }

    /// The number of the first stream. The others are numbered from it as in PulseAudio's protocol.
    static let firstIndex: UInt32 = 1 << 31
    /// Playback and recording streams of programs.
    private static let classes = ["Stream/Output/Audio", "Stream/Input/Audio"]
    /// The pauses before further attempts to connect, in nanoseconds.
    private static let pauses = [Int64](repeating: 500_000_000, count: 3)

    /// The server's socket, found as PipeWire's own clients find it.
    package static let socketOfLogin: String? = {
        func variable(_ name: String) -> String? {
            SocketPlace.environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        let name = variable("PIPEWIRE_REMOTE") ?? "pipewire-0"
        if name.hasPrefix("/") { return name }
        return (variable("PIPEWIRE_RUNTIME_DIR") ?? variable("XDG_RUNTIME_DIR")).map { "\($0)/\(name)" }
    }()

    /// Creates a client of the server at a socket.
    /// - Parameters:
    ///   - path: The path of the socket, or nil if there is none.
    ///   - loop: The loop on whose thread all closures are called.
    ///   - say: Called with messages for the person who runs the host.
    /// - Returns: Nil if descriptors are exhausted.
    package init?(
        _ path: String? = PipeWireServer.socketOfLogin, on loop: EventLoop, say: @escaping (String) -> Void
    ) {
        guard let reconnection = Reconnection(to: path, on: loop, pauses: Self.pauses) else { return nil }
        (self.loop, self.path, self.reconnection) = (loop, path, reconnection)
        lock = ServerLock(on: loop, say: say)
        lock.whenHeld = { [unowned self] in follow() }
        reconnection.whenDue = { [unowned self] in connect() }
    }

    deinit { close() }

    package func begin() { reconnection.begin() }

    package func close() {
        guard isOpen else { return }
        for index in nodes.keys.sorted() { set(part: 1, onTheWayTo: 1, of: index) }
        if let connection, cookie != nil {
            let end = EventLoop.now + 1_000_000_000
            connection.wait(until: end) { areSet }
            for node in nodes.values { if let value = node.release { set(value, node) } }
            for message in stored.removal where metadata != nil {
                connection.send(MessageCode.setProperty, to: metadata?.object ?? 0, message)
            }
            // The server works in order: its answer means that all earlier settings were forwarded.
            let last = roundTrips
            synchronize()
            connection.wait(until: end) { roundTrips != last }
        }
        isOpen = false
        connection?.close()
        connection = nil
        lock.close()
        reconnection.close()
    }

    // MARK: The connection

    private func connect() {
        guard isOpen, connection == nil else { return }
        guard let path, let new = PipeWireConnection(path, on: loop) else {
            if path != nil { reconnection.fail() }
            hasLooked = true
            return
        }
        connection = new
        new.whenMessage = { [unowned self] in handle($0) }
        new.whenLost = { [unowned self] in lose() }
        new.send(MessageCode.hello, to: Self.core, [.int(3)])
        new.send(
            MessageCode.updateProperties, to: Self.client,
            [.dictionary([("application.name", "audiosession"), ("application.process.id", "\(getpid())")])])
    }

    private func synchronize() { connection?.send(MessageCode.sync, to: Self.core, [.int(0), .int(roundTrips)]) }

    private func lose() {
        connection = nil
        lock.release()
        let gone = nodes.keys.sorted()
        (bound, nodes, programs) = ([:], [:], [:])
        (metadata, stored) = (nil, StoredLevels())
        (freeObjects, lastObject, roundTrips) = ([], Self.registry, 0)
        for index in gone { whenNews(.removed(index)) }
        (cookie, hasLooked) = (nil, true)
        if isOpen { reconnection.fail() }
    }

    /// Follows the streams, once no other host governs them.
    private func follow() {
        connection?.send(MessageCode.registry, to: Self.core, [.int(3), .int(Int32(Self.registry))])
        synchronize()
    }

    // MARK: Messages

    private func handle(_ event: PipeWireMessage) {
        let arguments = event.arguments
        func number(_ place: Int) -> UInt32? {
            place < arguments.count ? arguments[place].number.map { UInt32(truncatingIfNeeded: $0) } : nil
        }
        switch (event.object, event.code) {
        case (Self.core, MessageCode.coreInfo):
            guard cookie == nil, let cookie = number(1) else { return }
            reconnection.succeed()
            self.cookie = cookie
            if !lock.hold(cookie) { hasLooked = true }
        case (Self.core, MessageCode.done): roundTripIsOver()
        case (Self.core, MessageCode.ping):
            connection?.send(MessageCode.pong, to: Self.core, Array(arguments.prefix(2)))
        case (Self.core, MessageCode.removeID):
            guard let object = number(0), bound.removeValue(forKey: object) != nil else { return }
            freeObjects.append(object)
        case (Self.registry, MessageCode.global):
            guard arguments.count >= 5, let global = number(0), let type = arguments[2].text else { return }
            add(global, type, arguments[4].dictionary)
        case (Self.registry, MessageCode.globalRemoved): if let global = number(0) { remove(global) }
        default:
            switch (bound[event.object], event.code) {
            case (.node(let node), MessageCode.info): describe(node, arguments)
            case (.node(let node), MessageCode.parameter):
                guard number(1) == PipeWireNode.propertiesID, arguments.count >= 5,
                    let properties = arguments[4].properties(ofType: PipeWireNode.propertiesType)
                else { return }
                show(node, properties)
            case (.client(let global), MessageCode.info):
                guard arguments.count >= 3 else { return }
                programs[global]?.merge(arguments[2].dictionary) { $1 }
                for node in nodes.values where node.properties["client.id"] == String(global) { tell(node) }
            case (.metadata, MessageCode.property):
                if let name = stored.handle(arguments, isOld: !hasLooked) { keep(name) }
            default: break
            }
        }
    }

    private func roundTripIsOver() {
        roundTrips &+= 1
        guard !hasLooked, lock.isHeld else { return }
        // First the registry lists the streams, then their descriptions name their programs.
        if roundTrips >= 3 { hasLooked = true } else { synchronize() }
    }

    private func bind(_ global: UInt32, _ type: String, as kind: (UInt32) -> Bound) -> UInt32 {
        if freeObjects.isEmpty { lastObject += 1 }
        let object = freeObjects.popLast() ?? lastObject
        bound[object] = kind(object)
        connection?.send(
            MessageCode.bind, to: Self.registry,
            [.int(Int32(bitPattern: global)), .text(type), .int(3), .int(Int32(bitPattern: object))])
        return object
    }

    private func add(_ global: UInt32, _ type: String, _ properties: [String: String]) {
        switch type {
        case "PipeWire:Interface:Client":
            programs[global] = [:]
            _ = bind(global, type) { _ in .client(global: global) }
        case "PipeWire:Interface:Node":
            guard let name = properties["media.class"], Self.classes.contains(name) else { return }
            let index = Self.firstIndex | (properties["object.serial"].flatMap { UInt32($0) } ?? global)
            let object = bind(global, type) { object in
                let node = PipeWireNode(index: index, global: global, object: object, properties: properties)
                nodes[index] = node
                return .node(node)
            }
            connection?.send(MessageCode.subscribe, to: object, [.ids([PipeWireNode.propertiesID])])
        case "PipeWire:Interface:Metadata":
            guard properties["metadata.name"] == "route-settings" else { return }
            metadata = (global, bind(global, type) { _ in .metadata })
            stored.subject = global
            for name in stored.names { keep(name) }
        default: break
        }
    }

    private func remove(_ global: UInt32) {
        programs[global] = nil
        if metadata?.global == global {
            metadata = nil
            stored.lose()
        }
        guard let node = nodes.values.first(where: { $0.global == global }) else { return }
        nodes[node.index] = nil
        stored.remove(node: node.index)
        whenNews(.removed(node.index))
    }

    private func describe(_ node: PipeWireNode, _ arguments: [PipeWireValue]) {
        guard arguments.count >= 9, nodes[node.index] != nil else { return }
        if let state = arguments[6].number { node.state = state }
        let properties = arguments[8].dictionary
        if !properties.isEmpty {
            node.properties.merge(properties) { $1 }
            node.isDescribed = true
        }
        tell(node)
    }

    private func show(_ node: PipeWireNode, _ properties: [UInt32: PipeWireValue]) {
        guard nodes[node.index] != nil else { return }
        let before = node.personal
        let isFirst = node.show(properties)
        if isFirst { tell(node) }
        step(node)
        guard let name = node.storedName, let level = node.storedLevel else { return }
        let last = stored.show(level, of: name, node: node.index, isMoved: !isFirst && node.personal != before)
        // A session manager without this metadata stores the slider of the stream that is set last.
        if let last = last.flatMap({ nodes[$0] }) { step(last, again: true) }
        keep(name)
    }

    /// Writes what the session manager is to store for the next stream of a name.
    private func keep(_ name: String) {
        guard let metadata else { return }
        for message in stored.write(name) { connection?.send(MessageCode.setProperty, to: metadata.object, message) }
    }

    // MARK: Streams

    private func tell(_ node: PipeWireNode) {
        guard node.isDescribed, let stream = stream(of: node) else { return }
        if stream.isRecording || node.hasVolume { whenNews(.changed(stream, isOld: !hasLooked)) }
    }

    /// The stream of a node, or nil for one that carries other streams, or until its program is known.
    private func stream(of node: PipeWireNode) -> ServerStream? {
        // A loopback or filter forwards what other streams play.
        guard node.properties["node.link-group"] == nil else { return nil }
        let client = node.properties["client.id"].flatMap { UInt32($0) }
        let program = client.flatMap { programs[$0] }
        if program?.isEmpty == true { return nil }
        func property(_ key: String) -> String? {
            for properties in [node.properties, program] {
                if let value = properties?[key], !value.isEmpty { return value }
            }
            return nil
        }
        let isRecording = node.properties["media.class"] == Self.classes[1]
        // A level meter records what others play.
        if isRecording, property("stream.monitor") == "true" || property("stream.capture.sink") == "true" { return nil }
        let box = property("pipewire.access.portal.app_id")
        let isNative = property("client.api") != "pipewire-pulse"
        var stream = ServerStream(
            index: node.index, client: client,
            peer: isNative ? property("pipewire.sec.pid").flatMap { pid_t($0) } : nil,
            isBoxed: box != nil || property("pipewire.access") == "flatpak", property)
        stream.isRecording = isRecording
        stream.isPaused = property("pulse.corked").map { $0 == "true" } ?? (node.state != 3)
        stream.application = stream.application ?? box
        stream.title = stream.title ?? property("node.name")
        return stream
    }

    // MARK: Levels

    package var isAtRest: Bool {
        // A stopped program reports nothing until it runs again; pending levels are set then.
        EventLoop.now - lastStep >= Self.longestWait || areSet
    }

    private var areSet: Bool {
        !nodes.values.contains(where: \.isMoving) && (metadata == nil || stored.isAtRest)
    }

    /// How long after the last step reports are still expected, in nanoseconds.
    private static let longestWait: Int64 = 1_000_000_000

    /// Streams can be measured through PulseAudio's protocol only.
    package func measure(_ index: UInt32, isOn: Bool) { if isOn { whenNews(.sounding(index, true)) } }

    package func part(of index: UInt32) -> Double { nodes[index]?.part ?? 1 }

    package func set(part: Double, onTheWayTo aim: Double, of index: UInt32) {
        guard let node = nodes[index] else { return }
        node.part = part
        step(node)
    }

    private func step(_ node: PipeWireNode, again: Bool = false) {
        guard let value = node.step(again: again) else { return }
        set(value, node)
        lastStep = EventLoop.now
    }

    private func set(_ value: PipeWireValue, _ node: PipeWireNode) {
        connection?.send(MessageCode.setParameter, to: node.object, [.id(PipeWireNode.propertiesID), .int(0), value])
    }
}
