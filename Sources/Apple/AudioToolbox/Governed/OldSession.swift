internal import AppleSession
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The state of the old interface: its listeners, and the options set through it.
final class OldSession: Sendable {
    static let shared = OldSession()

    private struct Listener: @unchecked Sendable {
        let property: OldCode
        let function: AudioSessionPropertyListener
        let clientData: UnsafeMutableRawPointer?
    }

    private struct Start: @unchecked Sendable {
        let place: CallingPlace
        let listener: AudioSessionInterruptionListener?
        let clientData: UnsafeMutableRawPointer?
    }

    private struct State {
        var start: Start?
        var listeners: [Listener] = []
        var interruptionType: OldCode?
        /// The values last reported to listeners.
        var told: [OldCode: Double] = [:]
        var inputGain = 1.0
        var lastRoute: RouteFacts?
    }

    private let state = Mutex(State())

    // MARK: Life

    func begin(
        place: CallingPlace, listener: AudioSessionInterruptionListener?, clientData: UnsafeMutableRawPointer?
    ) -> OSStatus {
        let start = Start(place: place, listener: listener, clientData: clientData)
        let isFirst = state.withLock { state in
            guard state.start == nil else { return false }
            state.start = start
            return true
        }
        guard isFirst else { return OldCode.alreadyInitialized.status }
        let facts = ProcessApp.shared.facts
        state.withLock { $0.lastRoute = facts.route }
        ProcessApp.shared.observe { [self] message in handle(message, start) }
        return noErr
    }

    private var hasBegun: Bool { state.withLock { $0.start != nil } }

    func setActive(_ active: Bool, flags: UInt32) -> OSStatus {
        DeviceFailure.status {
            guard hasBegun else { throw OldCode.notInitialized.refusal }
            try OldProperty.perform(.setActive(active, notifyOthers: flags & 1 != 0))
        }
    }

    // MARK: Properties

    /// The type of an interruption's end, while listeners are called.
    var interruptionType: OldCode? { state.withLock { $0.interruptionType } }

    var inputGain: Double {
        get { state.withLock { $0.inputGain } }
        set { state.withLock { $0.inputGain = newValue } }
    }

    /// Calls a closure with a property, or returns an error if the program has not begun or there is no such property.
    private func with(_ id: AudioSessionPropertyID, _ work: (OldProperty) throws -> Void) -> OSStatus {
        DeviceFailure.status {
            guard hasBegun else { throw OldCode.notInitialized.refusal }
            try work(OldProperty.all[OldCode(id)].or(OldCode.unsupported.status))
        }
    }

    func size(of id: AudioSessionPropertyID, into size: UnsafeMutablePointer<UInt32>) -> OSStatus {
        with(id) { size.pointee = $0.kind.size }
    }

    func get(
        _ id: AudioSessionPropertyID, size: UnsafeMutablePointer<UInt32>, into memory: UnsafeMutableRawPointer?
    ) -> OSStatus {
        with(id) { property in
            let read = try property.read.or(OldCode.unsupported.status)
            guard size.pointee >= property.kind.size, let memory else { throw OldCode.badSize.refusal }
            size.pointee = property.kind.size
            switch try read(ProcessApp.shared.facts).or(OldCode.unsupported.status) {
            case .number(let number):
                memory.copyMemory(from: property.kind.bytes(of: number), byteCount: Int(size.pointee))
            case .object(let object):
                memory.storeBytes(of: Unmanaged.passRetained(object), as: Unmanaged<NSObject>.self)
            }
        }
    }

    func set(_ id: AudioSessionPropertyID, size: UInt32, from memory: UnsafeRawPointer?) -> OSStatus {
        with(id) { property in
            let write = try property.write.or(OldCode.unsupported.status)
            guard size == property.kind.size, let memory else { throw OldCode.badSize.refusal }
            try write(property.kind.number(at: memory).or(OldCode.unsupported.status))
        }
    }

    // MARK: Listeners

    func addListener(
        to id: AudioSessionPropertyID, _ function: @escaping AudioSessionPropertyListener,
        _ clientData: UnsafeMutableRawPointer?
    ) -> OSStatus {
        with(id) { property in
            guard property.isTold else { throw OldCode.unsupported.refusal }
            let listener = Listener(property: OldCode(id), function: function, clientData: clientData)
            let now = number(of: listener.property)
            state.withLock { state in
                state.listeners.removeAll { $0.property.number == id && $0.clientData == listener.clientData }
                state.listeners.append(listener)
                state.told[listener.property] = now
            }
        }
    }

    func removeListeners(from id: AudioSessionPropertyID, clientData: UnsafeMutableRawPointer?, all: Bool) -> OSStatus {
        with(id) { property in
            guard property.isTold else { throw OldCode.unsupported.refusal }
            let data = UInt(bitPattern: clientData)
            state.withLock { state in
                state.listeners.removeAll {
                    $0.property.number == id && (all || UInt(bitPattern: $0.clientData) == data)
                }
            }
        }
    }

    private func handle(_ message: AppNotice.Message, _ start: Start) {
        switch message {
        case .interruptionBegan: interrupt(start, 1, type: nil)
        case .interruptionEnded(let shouldResume):
            interrupt(start, 0, type: shouldResume ? "irsm" : "!rsm")
        case .routeChanged(let reason, let previous): tellRouteChange(reason, previous, start)
        case .mediaServicesWereLost: tell("died", .number(1), start)
        default: break
        }
        tellWhatChanged(start)
    }

    private func interrupt(_ start: Start, _ what: UInt32, type: OldCode?) {
        guard let listener = start.listener else { return }
        let notice = ProcessApp.shared.notice
        start.place.call { [self] in
            state.withLock { $0.interruptionType = type }
            ProcessApp.shared.handle(notice) { listener(start.clientData, what) }
            state.withLock { $0.interruptionType = nil }
        }
    }

    private func tellRouteChange(_ reason: RouteChangeReason, _ previous: RouteFacts, _ start: Start) {
        let now = ProcessApp.shared.facts
        let hasInput = !now.availableInputs.isEmpty
        let change = NSDictionary(
            objects: [
                NSNumber(value: Int32(reason.rawValue)), NSString(string: OldWords.route(previous, hasInput: hasInput)),
                OldWords.description(previous), OldWords.description(now.route),
            ],
            forKeys: [
                OldWords.reason, OldWords.oldRoute, OldWords.previousDescription, OldWords.currentDescription,
            ].map(NSString.init(string:)))
        tell("roch", .object(change), start)
    }

    private func tellWhatChanged(_ start: Start) {
        let listened = state.withLock { Set($0.listeners.map(\.property)) }
        for id in listened.sorted(by: { $0.number < $1.number }) {
            guard let now = number(of: id) else { continue }
            let isNew = state.withLock { state in
                defer { state.told[id] = now }
                return state.told[id] != now
            }
            if isNew { tell(id, .number(now), start) }
        }
    }

    /// Returns the value of a property, or nil for an object.
    private func number(of id: OldCode) -> Double? {
        if case .number(let number)? = OldProperty.all[id]?.read?(ProcessApp.shared.facts) { number } else { nil }
    }

    /// Calls the listeners of a property with an object itself, and with any other value by its address.
    private func tell(_ id: OldCode, _ value: OldValue, _ start: Start) {
        let listeners = state.withLock { $0.listeners.filter { $0.property == id } }
        guard !listeners.isEmpty, let kind = OldProperty.all[id]?.kind else { return }
        let notice = ProcessApp.shared.notice
        start.place.call {
            ProcessApp.shared.handle(notice) {
                for listener in listeners {
                    func call(_ data: UnsafeRawPointer?) {
                        listener.function(listener.clientData, id.number, kind.size, data)
                    }
                    switch value {
                    case .number(let number): kind.bytes(of: number).withUnsafeBytes { call($0.baseAddress) }
                    case .object(let object):
                        withExtendedLifetime(object) { call(Unmanaged.passUnretained(object).toOpaque()) }
                    }
                }
            }
        }
    }
}
