internal import AppleSession
internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The state of the old interface: its listeners, and the options set through it.
final class OldSession: Sendable {
    static let shared = OldSession()

    private struct Listener: @unchecked Sendable {
        let property: AudioSessionPropertyID
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
        /// The type of an interruption's end, while listeners are called.
        var interruptionType: UInt32?
        /// The values last reported to listeners.
        var told: [AudioSessionPropertyID: UInt32] = [:]
        var inputGain: Float32 = 1
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
        guard isFirst else { return kAudioSessionAlreadyInitialized }
        let facts = ProcessApp.shared.facts
        state.withLock { $0.lastRoute = facts.route }
        ProcessApp.shared.observe { [self] message in handle(message, start) }
        return kAudioSessionNoError
    }

    private var hasBegun: Bool { state.withLock { $0.start != nil } }

    func setActive(_ active: Bool, flags: UInt32) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        return perform(
            .setActive(active, notifyOthers: flags & kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation != 0))
    }

    /// Performs a call. A refusal because of the category becomes '!cat'.
    private func perform(_ call: AppCall) -> OSStatus {
        do throws(DeviceFailure) {
            try ProcessApp.shared.perform(call)
            return kAudioSessionNoError
        } catch {
            return error.code == kAudio_ParamError ? kAudioSessionIncompatibleCategory : error.code
        }
    }

    // MARK: Properties

    func size(of id: AudioSessionPropertyID, into size: UnsafeMutablePointer<UInt32>) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        guard let property = OldProperty.all[id] else { return kAudioSessionUnsupportedPropertyError }
        size.pointee = property.kind.size
        return kAudioSessionNoError
    }

    func get(
        _ id: AudioSessionPropertyID, size: UnsafeMutablePointer<UInt32>, into memory: UnsafeMutableRawPointer?
    ) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        guard let property = OldProperty.all[id], property.access.contains(.read) else {
            return kAudioSessionUnsupportedPropertyError
        }
        guard size.pointee >= property.kind.size, let memory else { return kAudioSessionBadPropertySizeError }
        guard let value = value(of: id) else { return kAudioSessionUnsupportedPropertyError }
        value.write(to: memory)
        size.pointee = property.kind.size
        return kAudioSessionNoError
    }

    /// Returns the value of a readable property, or nil if it has none now.
    private func value(of id: AudioSessionPropertyID) -> OldValue? {
        let facts = ProcessApp.shared.facts
        let hardware = ProcessApp.shared.hardware
        let own = state.withLock { $0 }
        switch id {
        case kAudioSessionProperty_PreferredHardwareSampleRate: return .float64(ProcessApp.shared.preferredSampleRate)
        case kAudioSessionProperty_PreferredHardwareIOBufferDuration:
            return .float32(Float32(ProcessApp.shared.preferredBufferDuration))
        case kAudioSessionProperty_AudioCategory: return .uint32(OldWords.code(facts.category))
        case kAudioSessionProperty_Mode: return .uint32(OldWords.code(facts.mode))
        case kAudioSessionProperty_AudioRoute:
            let hasInput = !facts.availableInputs.isEmpty
            return .object(NSString(string: OldWords.route(facts.route, hasInput: hasInput)))
        case kAudioSessionProperty_AudioRouteDescription: return .object(OldWords.description(facts.route))
        case kAudioSessionProperty_CurrentHardwareSampleRate: return .float64(hardware.sampleRate)
        case kAudioSessionProperty_CurrentHardwareInputNumberChannels:
            return .uint32(facts.route.inputs.isEmpty ? 0 : 1)
        case kAudioSessionProperty_CurrentHardwareOutputNumberChannels:
            let isMono = facts.route.outputs.allSatisfy { [.builtInReceiver, .bluetoothHFP].contains($0.port) }
            return .uint32(isMono ? 1 : 2)
        case kAudioSessionProperty_CurrentHardwareOutputVolume: return .float32(Float32(facts.outputVolume))
        case kAudioSessionProperty_CurrentHardwareInputLatency: return .float32(Float32(hardware.inputLatency))
        case kAudioSessionProperty_CurrentHardwareOutputLatency: return .float32(Float32(hardware.outputLatency))
        case kAudioSessionProperty_CurrentHardwareIOBufferDuration: return .float32(Float32(hardware.bufferDuration))
        case kAudioSessionProperty_OtherAudioIsPlaying: return .flag(facts.otherAudioIsPlaying)
        case kAudioSessionProperty_AudioInputAvailable: return .flag(facts.inputIsAvailable)
        case kAudioSessionProperty_OtherMixableAudioShouldDuck: return .flag(facts.options.contains(.duckOthers))
        case kAudioSessionProperty_OverrideCategoryMixWithOthers: return .flag(facts.options.contains(.mixWithOthers))
        case kAudioSessionProperty_OverrideCategoryDefaultToSpeaker:
            return .flag(facts.options.contains(.defaultToSpeaker))
        case kAudioSessionProperty_OverrideCategoryEnableBluetoothInput:
            return .flag(facts.options.contains(.allowBluetooth))
        case kAudioSessionProperty_InterruptionType: return own.interruptionType.map { .uint32($0) }
        case kAudioSessionProperty_InputGainAvailable: return .uint32(0)
        case kAudioSessionProperty_InputGainScalar: return .float32(own.inputGain)
        // Only USB devices have these.
        default: return nil
        }
    }

    func set(_ id: AudioSessionPropertyID, size: UInt32, from memory: UnsafeRawPointer?) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        guard let property = OldProperty.all[id], property.access.contains(.write) else {
            return kAudioSessionUnsupportedPropertyError
        }
        guard size == property.kind.size, let memory else { return kAudioSessionBadPropertySizeError }
        switch property.kind {
        case .uint32: return set(id, to: memory.loadUnaligned(as: UInt32.self))
        case .float32:
            let value = memory.loadUnaligned(as: Float32.self)
            guard value.isFinite else { return kAudioSessionUnsupportedPropertyError }
            if id == kAudioSessionProperty_InputGainScalar {
                state.withLock { $0.inputGain = min(1, max(0, value)) }
            } else {
                ProcessApp.shared.preferredBufferDuration = Double(max(0, value))
            }
            return kAudioSessionNoError
        case .float64:
            let value = memory.loadUnaligned(as: Float64.self)
            guard value.isFinite else { return kAudioSessionUnsupportedPropertyError }
            ProcessApp.shared.preferredSampleRate = max(0, value)
            return kAudioSessionNoError
        // Only USB devices have selectable sources.
        case .object: return kAudioSessionUnsupportedPropertyError
        }
    }

    private func set(_ id: AudioSessionPropertyID, to value: UInt32) -> OSStatus {
        switch id {
        case kAudioSessionProperty_AudioCategory:
            guard let category = OldWords.category(value) else { return kAudioSessionUnsupportedPropertyError }
            return perform(.changeCategory(category, mode: nil, options: []))
        case kAudioSessionProperty_Mode:
            guard let mode = OldWords.mode(value) else { return kAudioSessionUnsupportedPropertyError }
            return perform(.changeCategory(nil, mode: mode, options: nil))
        case kAudioSessionProperty_OverrideAudioRoute:
            guard [kAudioSessionOverrideAudioRoute_None, kAudioSessionOverrideAudioRoute_Speaker].contains(value) else {
                return kAudioSessionUnsupportedPropertyError
            }
            return perform(.overrideOutput(toSpeaker: value == kAudioSessionOverrideAudioRoute_Speaker))
        case kAudioSessionProperty_OverrideCategoryMixWithOthers:
            return perform(.setOption(.mixWithOthers, value != 0))
        case kAudioSessionProperty_OtherMixableAudioShouldDuck: return perform(.setOption(.duckOthers, value != 0))
        case kAudioSessionProperty_OverrideCategoryDefaultToSpeaker:
            return perform(.setOption(.defaultToSpeaker, value != 0))
        case kAudioSessionProperty_OverrideCategoryEnableBluetoothInput:
            return perform(.setOption(.allowBluetooth, value != 0))
        default: return kAudioSessionUnsupportedPropertyError
        }
    }

    // MARK: Listeners

    func addListener(
        to id: AudioSessionPropertyID, _ function: @escaping AudioSessionPropertyListener,
        _ clientData: UnsafeMutableRawPointer?
    ) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        guard OldProperty.all[id]?.access.contains(.listen) == true else {
            return kAudioSessionUnsupportedPropertyError
        }
        let listener = Listener(property: id, function: function, clientData: clientData)
        let now = bits(of: id)
        state.withLock { state in
            state.listeners.removeAll { $0.property == id && $0.clientData == listener.clientData }
            state.listeners.append(listener)
            state.told[id] = now
        }
        return kAudioSessionNoError
    }

    func removeListeners(from id: AudioSessionPropertyID, clientData: UnsafeMutableRawPointer?, all: Bool) -> OSStatus {
        guard hasBegun else { return kAudioSessionNotInitialized }
        guard OldProperty.all[id]?.access.contains(.listen) == true else {
            return kAudioSessionUnsupportedPropertyError
        }
        let data = UInt(bitPattern: clientData)
        state.withLock { state in
            state.listeners.removeAll { $0.property == id && (all || UInt(bitPattern: $0.clientData) == data) }
        }
        return kAudioSessionNoError
    }

    private func handle(_ message: AppNotice.Message, _ start: Start) {
        switch message {
        case .interruptionBegan: interrupt(start, kAudioSessionBeginInterruption, type: nil)
        case .interruptionEnded(let shouldResume):
            interrupt(
                start, kAudioSessionEndInterruption,
                type: shouldResume
                    ? kAudioSessionInterruptionType_ShouldResume : kAudioSessionInterruptionType_ShouldNotResume)
        case .routeChanged(let reason, let previous): tellRouteChange(reason, previous, start)
        case .mediaServicesWereLost: tell(kAudioSessionProperty_ServerDied, .uint32(1), start)
        default: break
        }
        tellWhatChanged(start)
    }

    private func interrupt(_ start: Start, _ what: UInt32, type: UInt32?) {
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
                NSString(string: kAudioSession_AudioRouteChangeKey_Reason),
                NSString(string: kAudioSession_AudioRouteChangeKey_OldRoute),
                kAudioSession_AudioRouteChangeKey_PreviousRouteDescription,
                kAudioSession_AudioRouteChangeKey_CurrentRouteDescription,
            ])
        tell(kAudioSessionProperty_AudioRouteChange, .object(change), start)
    }

    private func tellWhatChanged(_ start: Start) {
        let listened = state.withLock { Set($0.listeners.map(\.property)) }
        for id in listened.sorted() where OldProperty.all[id]?.access.contains(.read) == true {
            guard let now = bits(of: id) else { continue }
            let isNew = state.withLock { state in
                defer { state.told[id] = now }
                return state.told[id] != now
            }
            if isNew, let value = value(of: id) { tell(id, value, start) }
        }
    }

    /// Returns a value as comparable bits, or nil for an object.
    private func bits(of id: AudioSessionPropertyID) -> UInt32? {
        switch value(of: id) {
        case .uint32(let value)?: value
        case .float32(let value)?: value.bitPattern
        case .float64, .object, nil: nil
        }
    }

    private func tell(_ id: AudioSessionPropertyID, _ value: OldValue, _ start: Start) {
        let listeners = state.withLock { $0.listeners.filter { $0.property == id } }
        guard !listeners.isEmpty else { return }
        let sent = SentValue(value: value)
        let notice = ProcessApp.shared.notice
        start.place.call {
            ProcessApp.shared.handle(notice) {
                for listener in listeners {
                    sent.withPointer { size, data in listener.function(listener.clientData, id, size, data) }
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
