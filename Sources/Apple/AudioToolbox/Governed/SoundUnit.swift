internal import CoreAudioTypes
internal import Foundation

enum UnitSource {
    case none
    case callback(AURenderCallbackStruct)
    case unit(SoundUnit, output: UInt32)

    /// Whether anything renders for the bus.
    var exists: Bool { if case .none = self { false } else { true } }

    /// The source unit, if any.
    var unit: SoundUnit? { if case .unit(let unit, _) = self { unit } else { nil } }

    /// Requests a slice; nil if there is no source.
    func draw(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus? {
        switch self {
        case .none: return nil
        case .callback(let callback): return callback.call(&flags, &stamp, bus, frames, list)
        case .unit(let unit, let output):
            guard let list else { return kAudio_ParamError }
            return unit.render(&flags, &stamp, output, UInt32(frames), list)
        }
    }
}

extension AURenderCallbackStruct {
    /// Calls the function; nil if there is none.
    @discardableResult
    func call(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: Int,
        _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus? {
        // Apple's signature is not optional; a program that passed nil ignores the argument.
        let data = inputProcRefCon ?? UnsafeMutableRawPointer(bitPattern: 16)
        guard let data else { return nil }
        return inputProc?(data, &flags, &stamp, bus, UInt32(frames), list)
    }
}

/// A side of a unit and the number of a bus there.
struct UnitPlace {
    let scope: AudioUnitScope
    let element: AudioUnitElement

    init(_ scope: AudioUnitScope, _ element: AudioUnitElement) { (self.scope, self.element) = (scope, element) }

    /// Whether it holds the program's format of a bus of the route: input of bus 0, output of bus 1.
    var isOwn: Bool { scope == (element == 0 ? kAudioUnitScope_Input : kAudioUnitScope_Output) }

    /// Throws unless the side is that of inputs or of outputs.
    func check() throws {
        guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output else {
            throw StatusError(kAudioUnitErr_InvalidScope)
        }
    }
}

/// The common part of all units: formats, sources and callbacks. Any thread; the program is never called with the lock held.
class SoundUnit: @unchecked Sendable {
    static let table = HandleTable<SoundUnit>()

    private struct Listener {
        let property: AudioUnitPropertyID
        let function: AudioUnitPropertyListenerProc
        let data: UnsafeMutableRawPointer
    }

    /// The number of frames in a slice, and in a buffer of the hardware.
    static let slice = 1_024

    /// The default format: non-interleaved stereo floats.
    static let usualFormat = AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsAudioUnitCanonical,
        mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32,
        mReserved: 0)

    let description: AudioComponentDescription
    let lock = NSRecursiveLock()
    private var notifies: [AURenderCallbackStruct] = []
    private var listeners: [Listener] = []
    private var isReady = false
    private var limit: UInt32 = 4_096
    private var error = noErr
    private(set) var handle: AudioUnit?

    init(_ description: AudioComponentDescription) {
        self.description = description
        handle = Self.table.add(self)
    }

    // MARK: What the kinds differ in

    func start() throws { throw StatusError(kAudioUnitErr_InvalidProperty) }
    func stop(keepsPlace: Bool) {}
    func reset() {}
    func release() {}
    var sources: [SoundUnit] { [] }
    /// Renders frames of an output bus.
    func render(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus { kAudioUnitErr_CannotDoInCurrentContext }
    func connect(_ element: AudioUnitElement, to source: UnitSource) throws {
        throw StatusError(kAudioUnitErr_InvalidElement)
    }
    /// Sets the function to call with captured frames.
    func setInput(_ callback: AURenderCallbackStruct) throws { throw StatusError(kAudioUnitErr_InvalidProperty) }
    func format(_ place: UnitPlace) -> AudioStreamBasicDescription? { nil }
    func setFormat(
        _ format: AudioStreamBasicDescription, _ place: UnitPlace
    ) throws { throw StatusError(kAudioUnitErr_InvalidProperty) }
    /// Returns a property specific to this kind of unit, or nil if it does not have it.
    func property(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> [UInt8]? { nil }
    func set(
        _ property: AudioUnitPropertyID, _ place: UnitPlace,
        _ data: UnsafeRawBufferPointer
    ) throws { throw StatusError(kAudioUnitErr_InvalidProperty) }
    func isWritable(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> Bool {
        false
    }
    func parameter(_ parameter: AudioUnitParameterID, _ place: UnitPlace) -> Float? { nil }
    func set(
        _ parameter: AudioUnitParameterID, _ place: UnitPlace, to value: Float
    ) throws { throw StatusError(kAudioUnitErr_InvalidParameter) }

    /// Returns whether it renders from another unit, directly or indirectly.
    final func draws(from other: SoundUnit) -> Bool { self === other || sources.contains { $0.draws(from: other) } }

    // MARK: Life

    final var isInitialized: Bool { lock.withLock { isReady } }

    final func initialize() { lock.withLock { isReady = true } }

    final func uninitialize() {
        stop(keepsPlace: false)
        lock.withLock { isReady = false }
    }

    final func dispose() {
        Self.table.remove(handle)
        lock.withLock { (listeners, notifies) = ([], []) }
        uninitialize()
        release()
    }

    /// The maximum number of frames per slice.
    final var sliceLimit: UInt32 {
        get { lock.withLock { limit } }
        set { lock.withLock { limit = newValue } }
    }

    /// Returns and clears the error of the last rendering.
    final func takeError() -> OSStatus {
        lock.withLock {
            defer { error = noErr }
            return error
        }
    }

    // MARK: Telling the program

    /// Renders a slice, calling the notifications before and after. If rendering fails, the caller provides silence.
    final func notifying(
        _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: Int, _ list: UnsafeMutablePointer<AudioBufferList>,
        _ work: (_ stamp: inout AudioTimeStamp) -> OSStatus
    ) -> OSStatus {
        let notifies = lock.withLock { self.notifies }
        var flags: AudioUnitRenderActionFlags = .unitRenderAction_PreRender
        for notify in notifies { notify.call(&flags, &stamp, bus, frames, list) }
        let status = work(&stamp)
        if status != noErr { lock.withLock { error = status } }
        flags =
            status == noErr
            ? .unitRenderAction_PostRender : [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError]
        for notify in notifies { notify.call(&flags, &stamp, bus, frames, list) }
        return status
    }

    static func stamp(_ frames: Double) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mHostTime, stamp.mRateScalar) = (frames, mach_absolute_time(), 1)
        stamp.mFlags = [.sampleHostTimeValid, .rateScalarValid]
        return stamp
    }

    final func addNotify(_ callback: AURenderCallbackStruct) { lock.withLock { notifies.append(callback) } }

    /// Removes every function with the same data, because functions cannot be compared.
    final func removeNotify(_ data: UnsafeMutableRawPointer?) {
        lock.withLock { notifies.removeAll { $0.inputProcRefCon == data } }
    }

    final func listen(
        to property: AudioUnitPropertyID, _ function: @escaping AudioUnitPropertyListenerProc,
        _ data: UnsafeMutableRawPointer
    ) { lock.withLock { listeners.append(Listener(property: property, function: function, data: data)) } }

    final func unlisten(_ property: AudioUnitPropertyID, _ data: UnsafeMutableRawPointer?) {
        lock.withLock { listeners.removeAll { $0.property == property && (data == nil || $0.data == data) } }
    }

    final func tell(_ property: AudioUnitPropertyID) {
        let told = lock.withLock { listeners.filter { $0.property == property } }
        guard let handle else { return }
        for listener in told { listener.function(listener.data, handle, property, kAudioUnitScope_Global, 0) }
    }
}
