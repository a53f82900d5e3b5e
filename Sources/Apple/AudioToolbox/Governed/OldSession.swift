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
        var told: [OldCode: UInt32] = [:]
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
        guard hasBegun else { return OldCode.notInitialized.status }
        return OldProperty.perform(.setActive(active, notifyOthers: flags & 1 != 0))
    }

    // MARK: Properties

    /// The type of an interruption's end, while listeners are called.
    var interruptionType: OldCode? { state.withLock { $0.interruptionType } }

    var inputGain: Double {
        get { state.withLock { $0.inputGain } }
        set { state.withLock { $0.inputGain = newValue } }
    }

    /// Calls a closure with a property, or returns an error if the program has not begun or there is no such property.
    private func with(_ id: AudioSessionPropertyID, _ work: (OldProperty) -> OSStatus) -> OSStatus {
        guard hasBegun else { return OldCode.notInitialized.status }
        return OldProperty.all[OldCode(id)].map(work) ?? OldCode.unsupported.status
    }

    func size(of id: AudioSessionPropertyID, into size: UnsafeMutablePointer<UInt32>) -> OSStatus {
        with(id) { property in
            size.pointee = property.kind.size
            return noErr
        }
    }

    func get(
        _ id: AudioSessionPropertyID, size: UnsafeMutablePointer<UInt32>, into memory: UnsafeMutableRawPointer?
    ) -> OSStatus {
        with(id) { property in
            guard let read = property.read else { return OldCode.unsupported.status }
            guard size.pointee >= property.kind.size, let memory else { return OldCode.badSize.status }
            guard let value = read(ProcessApp.shared.facts) else { return OldCode.unsupported.status }
            value.write(to: memory)
            size.pointee = property.kind.size
            return noErr
        }
    }

    func set(_ id: AudioSessionPropertyID, size: UInt32, from memory: UnsafeRawPointer?) -> OSStatus {
        with(id) { property in
            guard let write = property.write else { return OldCode.unsupported.status }
            guard size == property.kind.size, let memory else { return OldCode.badSize.status }
            return OldValue(property.kind, at: memory).map(write) ?? OldCode.unsupported.status
        }
    }

    // MARK: Listeners

    func addListener(
        to id: AudioSessionPropertyID, _ function: @escaping AudioSessionPropertyListener,
        _ clientData: UnsafeMutableRawPointer?
    ) -> OSStatus {
        with(id) { property in
            guard property.isTold else { return OldCode.unsupported.status }
            let listener = Listener(property: OldCode(id), function: function, clientData: clientData)
            let now = bits(of: listener.property)
            state.withLock { state in
                state.listeners.removeAll { $0.property.number == id && $0.clientData == listener.clientData }
                state.listeners.append(listener)
                state.told[listener.property] = now
            }
            return noErr
        }
    }

    func removeListeners(from id: AudioSessionPropertyID, clientData: UnsafeMutableRawPointer?, all: Bool) -> OSStatus {
        with(id) { property in
            guard property.isTold else { return OldCode.unsupported.status }
            let data = UInt(bitPattern: clientData)
            state.withLock { state in
                state.listeners.removeAll {
                    $0.property.number == id && (all || UInt(bitPattern: $0.clientData) == data)
                }
            }
            return noErr
        }
    }

    private func handle(_ message: AppNotice.Message, _ start: Start) {
        switch message {
        case .interruptionBegan: interrupt(start, 1, type: nil)
        case .interruptionEnded(let shouldResume):
            interrupt(start, 0, type: shouldResume ? "irsm" : "!rsm")
        case .routeChanged(let reason, let previous): tellRouteChange(reason, previous, start)
        case .mediaServicesWereLost: tell("died", .uint32(1), start)
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
            guard let now = bits(of: id) else { continue }
            let isNew = state.withLock { state in
                defer { state.told[id] = now }
                return state.told[id] != now
            }
            if isNew, let value = OldProperty.all[id]?.read?(ProcessApp.shared.facts) { tell(id, value, start) }
        }
    }

    /// Returns a value as comparable bits, or nil for an object.
    private func bits(of id: OldCode) -> UInt32? {
        switch OldProperty.all[id]?.read?(ProcessApp.shared.facts) {
        case .uint32(let value)?: value
        case .float32(let value)?: value.bitPattern
        case .float64, .object, nil: nil
        }
    }

    private func tell(_ id: OldCode, _ value: OldValue, _ start: Start) {
        let listeners = state.withLock { $0.listeners.filter { $0.property == id } }
        guard !listeners.isEmpty else { return }
        let sent = SentValue(value: value)
        let notice = ProcessApp.shared.notice
        start.place.call {
            ProcessApp.shared.handle(notice) {
                for listener in listeners {
                    sent.withPointer { size, data in listener.function(listener.clientData, id.number, size, data) }
                }
            }
        }
    }

    /// A value sent to the program's thread, where alone its object is read.
    private struct SentValue: @unchecked Sendable {
        let value: OldValue

        /// Passes an object itself, and any other value by its address.
        func withPointer(_ body: (UInt32, UnsafeRawPointer?) -> Void) {
            switch value {
            case .uint32(var number): body(4, &number)
            case .float32(var number): body(4, &number)
            case .float64(var number): body(8, &number)
            case .object(let object):
                withExtendedLifetime(object) { body(8, Unmanaged.passUnretained(object).toOpaque()) }
            }
        }
    }
}
