internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// Units that feed each other, as a program names them: nodes, and what goes into which. The last of them is the route.
///
/// Before it is initialized, and until it is updated, what is said of the connections is only noted down. Any thread.
final class SoundGraph: @unchecked Sendable {
    static let table = HandleTable<SoundGraph>()

    /// Where frames go.
    struct Input: Hashable {
        let node: AUNode
        let bus: UInt32
    }

    /// From where they come.
    enum Feed {
        case node(AUNode, output: UInt32)
        case callback(AURenderCallbackStruct)
    }

    private struct Node {
        let description: AudioComponentDescription
        var unit: AudioUnit?
    }

    private let lock = NSRecursiveLock()
    private var nodes: [AUNode: Node] = [:]
    private var last: AUNode = 0
    private var feeds: [Input: Feed] = [:]
    /// The buses that were fed when the connections were last made.
    private var fed: Set<Input> = []
    private var notifies: [AURenderCallbackStruct] = []
    private var opened = false
    private var initialized = false

    deinit { for node in nodes.values { node.unit.map { _ = AudioComponentInstanceDispose($0) } } }

    func locked<Value>(_ work: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try work()
    }

    var isOpen: Bool { locked { opened } }
    var isInitialized: Bool { locked { initialized } }
    var isRunning: Bool { head?.isRunning ?? false }

    // MARK: Nodes

    func add(_ description: AudioComponentDescription) -> (status: OSStatus, node: AUNode) {
        locked {
            // Sound leaves in one place.
            let isOutput = description.componentType == kAudioUnitType_Output
            guard !isOutput || !nodes.values.contains(where: { $0.description.componentType == kAudioUnitType_Output })
            else { return (kAUGraphErr_OutputNodeErr, 0) }
            last += 1
            nodes[last] = Node(description: description)
            return (opened ? open(last) : noErr, last)
        }
    }

    func remove(_ node: AUNode) -> OSStatus {
        let unit: AudioUnit?
        do {
            lock.lock()
            defer { lock.unlock() }
            guard let old = nodes.removeValue(forKey: node) else { return kAUGraphErr_NodeNotFound }
            unit = old.unit
            for (input, feed) in feeds {
                if case .node(node, _) = feed { feeds[input] = nil } else if input.node == node { feeds[input] = nil }
            }
        }
        if isInitialized { connect() }
        return unit.map(AudioComponentInstanceDispose) ?? noErr
    }

    /// Their numbers, in the order in which they came.
    var numbers: [AUNode] { locked { nodes.keys.sorted() } }

    func node(_ node: AUNode) -> (description: AudioComponentDescription, unit: AudioUnit?)? {
        locked { nodes[node].map { ($0.description, $0.unit) } }
    }

    /// The unit that is the route.
    private var head: SoundUnit? {
        locked {
            nodes.values.first { $0.description.componentType == kAudioUnitType_Output }
                .flatMap { SoundUnit.table.at($0.unit) }
        }
    }

    // MARK: Connections

    func feed(_ input: Input, from feed: Feed) -> OSStatus {
        locked {
            guard nodes[input.node] != nil else { return kAUGraphErr_NodeNotFound }
            if case .node(let source, _) = feed {
                guard nodes[source] != nil else { return kAUGraphErr_NodeNotFound }
                guard !draws(source, from: input.node) else { return kAUGraphErr_InvalidConnection }
            }
            feeds[input] = feed
            return noErr
        }
    }

    /// Whether a node has another one behind it, however far; with the lock held.
    private func draws(_ node: AUNode, from other: AUNode) -> Bool {
        node == other
            || feeds.contains { input, feed in
                if input.node == node, case .node(let source, _) = feed { draws(source, from: other) } else { false }
            }
    }

    func unfeed(_ input: Input) -> OSStatus {
        locked { feeds.removeValue(forKey: input) == nil ? kAUGraphErr_InvalidConnection : noErr }
    }

    func unfeedAll() { locked { feeds = [:] } }

    /// How many connections and functions there are, of one node or of all.
    func count(of node: AUNode?) -> UInt32 {
        locked {
            UInt32(
                feeds.count { input, feed in
                    if case .node(let source, _) = feed, source == node { return true }
                    return node == nil || input.node == node
                })
        }
    }

    func addNotify(_ callback: AURenderCallbackStruct) {
        locked { notifies.append(callback) }
        head?.addNotify(callback)
    }

    func removeNotify(_ data: UnsafeMutableRawPointer?) {
        locked { notifies.removeAll { $0.inputProcRefCon == data } }
        head?.removeNotify(data)
    }

    /// Makes the connections that are noted down; the first that a unit refuses is answered.
    @discardableResult
    private func connect() -> OSStatus {
        let (feeds, fed) = locked {
            defer { self.fed = Set(self.feeds.keys) }
            return (self.feeds, self.fed)
        }
        for input in fed where feeds[input] == nil { _ = unit(input.node)?.connect(input.bus, to: .none) }
        // In an order of their own, so that what is refused first does not depend on chance.
        for (input, feed) in feeds.sorted(by: { ($0.key.node, $0.key.bus) < ($1.key.node, $1.key.bus) }) {
            guard let unit = unit(input.node) else { continue }
            let status: OSStatus
            switch feed {
            case .callback(let callback): status = unit.connect(input.bus, to: .callback(callback))
            case .node(let node, let output):
                guard let source = self.unit(node) else { continue }
                status = UnitProperty.connect(unit, input.bus, to: source, output)
            }
            guard status == noErr else { return status }
        }
        return noErr
    }

    private func unit(_ node: AUNode) -> SoundUnit? { locked { SoundUnit.table.at(nodes[node]?.unit) } }

    // MARK: Life

    func open() -> OSStatus {
        locked {
            opened = true
            for node in numbers {
                let status = open(node)
                guard status == noErr else { return status }
            }
            return noErr
        }
    }

    /// Makes the unit of a node; with the lock held.
    private func open(_ node: AUNode) -> OSStatus {
        guard let known = nodes[node], known.unit == nil else { return noErr }
        var wanted = known.description
        guard let component = AudioComponentFindNext(nil, &wanted) else { return noSuchUnit }
        var unit: AudioUnit?
        let status = AudioComponentInstanceNew(component, &unit)
        guard status == noErr else { return status }
        nodes[node]?.unit = unit
        guard known.description.componentType == kAudioUnitType_Output else { return noErr }
        for notify in notifies { SoundUnit.table.at(unit)?.addNotify(notify) }
        return noErr
    }

    /// What the system says of a unit that it does not have: invalidComponentID.
    private let noSuchUnit: OSStatus = -3_000

    func initialize() -> OSStatus {
        guard isOpen else { return kAUGraphErr_CannotDoInCurrentContext }
        let status = connect()
        guard status == noErr else { return status }
        for node in numbers { _ = unit(node)?.initialize() }
        locked { initialized = true }
        return noErr
    }

    func update() -> OSStatus {
        guard isInitialized else { return noErr }
        let status = connect()
        for node in numbers { _ = unit(node)?.initialize() }
        return status
    }

    func start() -> OSStatus {
        guard isInitialized else { return kAudioUnitErr_Uninitialized }
        return head?.start() ?? kAUGraphErr_OutputNodeErr
    }

    func stop() -> OSStatus {
        head?.stop(keepsPlace: false)
        return noErr
    }

    func uninitialize() -> OSStatus {
        for node in numbers { _ = unit(node)?.uninitialize() }
        locked { initialized = false }
        return noErr
    }

    func close() -> OSStatus {
        _ = uninitialize()
        let units = locked {
            defer {
                for node in nodes.keys { nodes[node]?.unit = nil }
                (opened, fed) = (false, [])
            }
            return nodes.values.compactMap(\.unit)
        }
        for unit in units { AudioComponentInstanceDispose(unit) }
        return noErr
    }
}
