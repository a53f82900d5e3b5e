internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The unit that is the route: what the program renders for bus 0 is played, and what the microphone hears is had from
/// bus 1.
///
/// To the policy it is one sound of the app, and one recording where bus 1 is enabled. An interruption stops it until it is
/// started again. Any thread; the program is called on the threads that render and capture, never with the lock held.
final class RemoteUnit: @unchecked Sendable {
    static let table = HandleTable<RemoteUnit>()

    /// What a program may set; guarded by the lock.
    struct Settings {
        var formats: [AudioUnitElement: AudioStreamBasicDescription]
        var isEnabled: [AudioUnitElement: Bool] = [0: true, 1: false]
        var render = AURenderCallbackStruct()
        var input = AURenderCallbackStruct()
        var sliceLimit: UInt32 = 4_096
        var volume: Float = 1
        var kept: [AudioUnitPropertyID: UInt32] = [kAudioUnitProperty_ShouldAllocateBuffer: 1]
        var lastError: OSStatus = noErr
    }

    private struct Listener {
        let property: AudioUnitPropertyID
        let function: AudioUnitPropertyListenerProc
        let data: UnsafeMutableRawPointer
    }

    /// Frames of one slice, as of one buffer of the hardware.
    static let slice = 1_024

    let description: AudioComponentDescription
    private let lock = NSRecursiveLock()
    private var settings: Settings
    private var notifies: [AURenderCallbackStruct] = []
    private var listeners: [Listener] = []
    private var sound: (any BackendSound)?
    private var capture: (any BackendCapture)?
    private var heard: HeardFrames?
    private var runs = false
    private var isInitialized = false
    private var rendered = 0.0
    private var captured = 0.0
    private var life: MediaServerLife?
    private var observation: NewsObservation?
    private(set) var handle: AudioUnit?

    init(_ description: AudioComponentDescription) {
        self.description = description
        var format = AudioStreamBasicDescription()
        (format.mSampleRate, format.mFormatID) = (48_000, kAudioFormatLinearPCM)
        format.mFormatFlags = kAudioFormatFlagsAudioUnitCanonical
        (format.mBytesPerPacket, format.mFramesPerPacket, format.mBytesPerFrame) = (4, 1, 4)
        (format.mChannelsPerFrame, format.mBitsPerChannel) = (2, 32)
        settings = Settings(formats: [0: format, 1: format])
        handle = Self.table.add(self)
        observation = NewsObservation { [weak self] message in
            switch message {
            case .interruptionBegan, .mediaServicesWereLost: self?.stop(keepsPlace: true)
            default: break
            }
        }
    }

    deinit {
        try? sound?.stop()
        capture?.stop()
    }

    private func locked<Value>(_ work: () throws -> Value) rethrows -> Value {
        lock.lock()
        defer { lock.unlock() }
        return try work()
    }

    // MARK: Life

    func initialize() -> OSStatus {
        locked {
            isInitialized = true
            return noErr
        }
    }

    func uninitialize() -> OSStatus {
        stop(keepsPlace: false)
        return locked {
            isInitialized = false
            return noErr
        }
    }

    func dispose() -> OSStatus {
        Self.table.remove(handle)
        locked { (listeners, notifies) = ([], []) }
        return uninitialize()
    }

    var isRunning: Bool {
        let (runs, sound, capture) = locked { (self.runs, self.sound, self.capture) }
        return runs && sound?.isPlaying != false && capture?.isRunning != false
    }

    func start() -> OSStatus {
        guard locked({ isInitialized }) else { return kAudioUnitErr_Uninitialized }
        guard !isRunning else { return noErr }
        if locked({ life == nil }) { locked { life = MediaServerLife() } }
        guard locked({ life?.isOver }) == false else { return kAudioComponentErr_InstanceInvalidated }
        let settings = locked { self.settings }
        do throws(DeviceFailure) {
            let backend = try ProcessApp.shared.backend()
            if settings.isEnabled[1] == true { try hear(backend, settings) }
            if settings.isEnabled[0] == true { try play(backend, settings) }
        } catch {
            stop(keepsPlace: true)
            return error.code
        }
        locked { runs = true }
        tell(kAudioOutputUnitProperty_IsRunning)
        return noErr
    }

    private func play(_ backend: any AppleBackend, _ settings: Settings) throws(DeviceFailure) {
        guard let format = settings.formats[0], let samples = LinearSamples(format) else { return }
        let kept = locked { sound }
        if let kept, (kept.channels, kept.fileRate) == (samples.channels, samples.rate) {
            return try kept.play(at: nil)
        }
        let lists = SampleList(samples, frames: Self.slice)
        let made = try backend.sound(channels: samples.channels, rate: samples.rate) { [weak self] room, frames in
            self?.render(room, frames, lists) ?? 0
        }
        locked { sound = made }
        made.setGain(Double(settings.volume), over: 0)
        try made.play(at: nil)
    }

    private func hear(_ backend: any AppleBackend, _ settings: Settings) throws(DeviceFailure) {
        guard let format = settings.formats[1], let samples = LinearSamples(format) else { return }
        locked { heard = HeardFrames(samples) }
        let made = try backend.capture { [weak self] samples, _ in self?.take(samples) }
        locked { capture = made }
    }

    func stop(keepsPlace: Bool) {
        let (sound, capture, hasRun) = locked {
            defer { (self.capture, runs) = (nil, false) }
            return (self.sound, self.capture, runs)
        }
        if keepsPlace { try? sound?.pause() } else { try? sound?.stop() }
        capture?.stop()
        if hasRun { tell(kAudioOutputUnitProperty_IsRunning) }
    }

    // MARK: Rendering

    /// Has the program render, slice by slice; a slice that fails is silence.
    private func render(_ room: UnsafeMutableBufferPointer<Float>, _ frames: Int, _ lists: SampleList) -> Int {
        var made = 0
        while made < frames {
            let count = min(frames - made, Self.slice)
            let (settings, notifies, time) = locked { (self.settings, self.notifies, rendered) }
            lists.clear(frames: count)
            var stamp = Self.stamp(time)
            var flags: AudioUnitRenderActionFlags = .unitRenderAction_PreRender
            for notify in notifies { Self.call(notify, &flags, &stamp, 0, count, lists.list) }
            flags = []
            let status = Self.call(settings.render, &flags, &stamp, 0, count, lists.list) ?? noErr
            if status != noErr || flags.contains(.unitRenderAction_OutputIsSilence) { lists.clear(frames: count) }
            flags =
                status == noErr
                ? .unitRenderAction_PostRender : [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError]
            for notify in notifies { Self.call(notify, &flags, &stamp, 0, count, lists.list) }
            lists.read(frames: count, into: room, from: made)
            locked {
                rendered += Double(count)
                if status != noErr { self.settings.lastError = status }
            }
            made += count
        }
        return frames
    }

    @discardableResult
    private static func call(
        _ callback: AURenderCallbackStruct, _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp,
        _ bus: UInt32, _ frames: Int, _ list: UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus? {
        // Apple's signature has no place for nothing; a program that gave nothing does not look.
        let data = callback.inputProcRefCon ?? UnsafeMutableRawPointer(bitPattern: 16)
        guard let data else { return nil }
        return callback.inputProc?(data, &flags, &stamp, bus, UInt32(frames), list)
    }

    private static func stamp(_ frames: Double) -> AudioTimeStamp {
        var stamp = AudioTimeStamp()
        (stamp.mSampleTime, stamp.mHostTime, stamp.mRateScalar) = (frames, mach_absolute_time(), 1)
        stamp.mFlags = [.sampleHostTimeValid, .rateScalarValid]
        return stamp
    }

    // MARK: Capturing

    private func take(_ samples: UnsafeBufferPointer<Float>) {
        let (callback, count) = locked {
            guard let capture, let heard else { return (AURenderCallbackStruct(), 0) }
            let isMuted = settings.kept[kAUVoiceIOProperty_MuteOutput] ?? 0 != 0
            heard.put(samples, channels: capture.channels, rate: capture.rate, isMuted: isMuted)
            return (settings.input, heard.count)
        }
        guard callback.inputProc != nil else { return }
        var left = count
        while left > 0 {
            let piece = min(left, Self.slice)
            let before = locked { heard?.count ?? 0 }
            var stamp = Self.stamp(locked { captured })
            var flags: AudioUnitRenderActionFlags = []
            Self.call(callback, &flags, &stamp, 1, piece, nil)
            locked {
                // What the program did not take is over.
                let taken = before - (heard?.count ?? 0)
                if taken < piece { heard?.drop(piece - taken) }
                captured += Double(piece)
            }
            left -= piece
        }
    }

    /// Hands out captured frames; what is missing is silence.
    func pull(_ bus: UInt32, _ frames: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>) -> OSStatus {
        guard bus == 1 else { return bus == 0 ? kAudioUnitErr_CannotDoInCurrentContext : kAudioUnitErr_InvalidElement }
        return locked {
            guard isInitialized else { return kAudioUnitErr_Uninitialized }
            guard settings.isEnabled[1] == true, let heard else { return kAudioUnitErr_NoConnection }
            guard frames <= settings.sliceLimit else { return kAudioUnitErr_TooManyFramesToProcess }
            return heard.take(Int(frames), into: UnsafeMutableAudioBufferListPointer(list)) ? noErr : kAudio_ParamError
        }
    }

    // MARK: Settings

    /// Reads settings.
    var now: Settings { locked { settings } }

    /// Changes settings.
    func change(_ work: (inout Settings) -> Void) { locked { work(&settings) } }

    /// Takes another format for a bus; what was rendered in the old one is over.
    func set(_ format: AudioStreamBasicDescription, of element: AudioUnitElement) {
        let old = locked {
            settings.formats[element] = format
            return element == 0 ? sound.take() : nil
        }
        try? old?.stop()
    }

    func set(volume: Float) {
        change { $0.volume = volume }
        locked { sound }?.setGain(Double(max(0, min(1, volume))), over: 0)
    }

    func addNotify(_ callback: AURenderCallbackStruct) { locked { notifies.append(callback) } }

    /// Functions cannot be told apart here: whoever has the same data is removed.
    func removeNotify(_ data: UnsafeMutableRawPointer?) {
        locked { notifies.removeAll { $0.inputProcRefCon == data } }
    }

    func listen(
        to property: AudioUnitPropertyID, _ function: @escaping AudioUnitPropertyListenerProc,
        _ data: UnsafeMutableRawPointer
    ) { locked { listeners.append(Listener(property: property, function: function, data: data)) } }

    func unlisten(_ property: AudioUnitPropertyID, _ data: UnsafeMutableRawPointer?) {
        locked { listeners.removeAll { $0.property == property && (data == nil || $0.data == data) } }
    }

    func tell(_ property: AudioUnitPropertyID) {
        let told = locked { listeners.filter { $0.property == property } }
        guard let handle else { return }
        for listener in told { listener.function(listener.data, handle, property, kAudioUnitScope_Global, 0) }
    }
}
