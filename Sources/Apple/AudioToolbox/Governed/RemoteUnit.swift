internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The unit of the route: plays what the program or another unit renders for bus 0, and provides captured frames on bus 1.
/// || The policy sees one sound of the app, and one recording if bus 1 is enabled. An interruption stops the unit until it is
/// started again. Any thread; the program is called on the rendering and capturing threads, never with the lock held.
final class RemoteUnit: SoundUnit, @unchecked Sendable {
    /// The program's settings. Guarded by the lock.
    struct Settings {
        var formats: [AudioUnitElement: AudioStreamBasicDescription]
        var isEnabled: [AudioUnitElement: Bool] = [0: true, 1: false]
        var source = UnitSource.none
        var input = AURenderCallbackStruct()
        var volume: Float = 1
        var kept: [AudioUnitPropertyID: UInt32] = [kAudioUnitProperty_ShouldAllocateBuffer: 1]
    }

    private var settings = Settings(formats: [0: usualFormat, 1: usualFormat])
    private var sound: (any BackendSound)?
    private var sliceFrames = 0
    private var capture: (any BackendCapture)?
    private var heard: HeardFrames?
    private var runs = false
    private var rendered = 0.0
    private var captured = 0.0
    private var life: MediaServerLife?
    private var observation: NewsObservation?

    override init(_ description: AudioComponentDescription) {
        super.init(description)
        observation = NewsObservation { [weak self] message in
            // If the program has restarted it in the meantime, it keeps running.
            guard let self, message.stopsSounds, self.lock.withLock({ self.runs }), !self.isRunning else { return }
            self.stop(keepsPlace: true)
        }
    }

    deinit {
        try? sound?.stop()
        try? capture?.stop()
    }

    // MARK: Life

    override func release() { lock.withLock { settings.source = .none } }

    private var isRunning: Bool {
        let (runs, sound, capture) = lock.withLock { (self.runs, self.sound, self.capture) }
        return runs && sound?.isPlaying != false && capture?.isRunning != false
    }

    override func start() throws {
        guard isInitialized else { throw StatusError(kAudioUnitErr_Uninitialized) }
        guard !isRunning else { return }
        if lock.withLock({ life == nil }) { lock.withLock { life = MediaServerLife() } }
        guard lock.withLock({ life?.isOver }) == false else {
            throw StatusError(kAudioComponentErr_InstanceInvalidated)
        }
        let settings = lock.withLock { self.settings }
        do {
            let backend = try ProcessApp.shared.backend()
            if description.componentSubType == kAudioUnitSubType_VoiceProcessingIO {
                try ProcessApp.shared.wish(.startedVoiceProcessing)
            }
            if settings.isEnabled[1] == true { try hear(backend, settings) }
            if settings.isEnabled[0] == true { try play(backend, settings) }
        } catch {
            stop(keepsPlace: true)
            throw error
        }
        lock.withLock { runs = true }
        tell(kAudioOutputUnitProperty_IsRunning)
    }

    private func play(_ backend: any AppleBackend, _ settings: Settings) throws {
        guard let format = settings.formats[0], let samples = LinearSamples(format) else { return }
        let kept = lock.withLock { sound }
        let frames = Self.bufferFrames(at: samples.rate)
        if let kept, (kept.channels, kept.fileRate) == (samples.channels, samples.rate),
            lock.withLock({ sliceFrames }) == frames
        {
            return try kept.play(at: nil)
        }
        try? kept?.stop()
        let slices = Slices(samples, frames: frames)
        let made = try backend.sound(channels: samples.channels, rate: samples.rate) { [weak self] room, frames in
            self?.render(room, frames, slices) ?? 0
        }
        lock.withLock { (sound, sliceFrames) = (made, frames) }
        made.setGain(Double(settings.volume), over: 0)
        try made.play(at: nil)
    }

    private func hear(_ backend: any AppleBackend, _ settings: Settings) throws {
        guard let format = settings.formats[1], let samples = LinearSamples(format) else { return }
        lock.withLock { heard = HeardFrames(samples) }
        let made = try backend.capture { [weak self] samples, _ in self?.receive(samples) }
        lock.withLock { capture = made }
    }

    override func stop(keepsPlace: Bool) {
        let (sound, capture, hasRun) = lock.withLock {
            defer { (self.capture, runs) = (nil, false) }
            return (self.sound, self.capture, runs)
        }
        if keepsPlace { try? sound?.pause() } else { try? sound?.stop() }
        try? capture?.stop()
        if hasRun { tell(kAudioOutputUnitProperty_IsRunning) }
    }

    // MARK: Rendering

    /// Slices of fixed length, with the unplayed frames of the last one. Used only by the rendering thread.
    private final class Slices: @unchecked Sendable {
        let lists: SampleList
        let channels: Int
        /// The frames that are rendered and not played.
        let ready: RateStream

        init(_ samples: LinearSamples, frames: Int) {
            (lists, channels) = (SampleList(samples, frames: frames), samples.channels)
            ready = RateStream(channels: samples.channels, from: 1, to: 1)
        }
    }

    private func render(_ room: UnsafeMutableBufferPointer<Float>, _ frames: Int, _ slices: Slices) -> Int {
        let made = slices.ready.read(min(frames, room.count / slices.channels)) { _ in slice(slices) }
        _ = room.update(fromContentsOf: made)
        return frames
    }

    /// Returns the number of frames of the hardware's buffer at a rate.
    private static func bufferFrames(at rate: Int) -> Int {
        max(1, ProcessApp.shared.bufferFrames * rate / Int(DeviceFormat.rate))
    }

    private func slice(_ slices: Slices) -> [Float] {
        let (lists, count) = (slices.lists, slices.lists.frames)
        let (source, time) = lock.withLock { (settings.source, rendered) }
        lists.clear(frames: count)
        var stamp = Self.stamp(time)
        _ = notifying(&stamp, 0, count, lists.list) { stamp in
            var flags: AudioUnitRenderActionFlags = []
            let status = source.draw(&flags, &stamp, 0, count, lists.list) ?? noErr
            if status != noErr || flags.contains(.unitRenderAction_OutputIsSilence) { lists.clear(frames: count) }
            return status
        }
        lock.withLock { rendered += Double(count) }
        return lists.frames(count)
    }

    // MARK: Capturing

    private func receive(_ samples: UnsafeBufferPointer<Float>) {
        let (callback, count) = lock.withLock {
            guard capture != nil, let heard else { return (AURenderCallbackStruct(), 0) }
            let isMuted = settings.kept[kAUVoiceIOProperty_MuteOutput] ?? 0 != 0
            heard.put(samples, isMuted: isMuted)
            return (settings.input, heard.count)
        }
        guard callback.inputProc != nil else { return }
        // Frames short of a whole slice wait for the next capture.
        let slice = Self.bufferFrames(at: lock.withLock { heard?.rate } ?? Int(DeviceFormat.rate))
        var left = count / slice * slice
        while left > 0 {
            let piece = min(left, slice)
            let before = lock.withLock { heard?.count ?? 0 }
            var stamp = Self.stamp(lock.withLock { captured })
            var flags: AudioUnitRenderActionFlags = []
            callback.call(&flags, &stamp, 1, piece, nil)
            lock.withLock {
                // Frames that the program did not read are dropped.
                let taken = before - (heard?.count ?? 0)
                if taken < piece { heard?.drop(piece - taken) }
                captured += Double(piece)
            }
            left -= piece
        }
    }

    /// Provides captured frames, padded with silence.
    override func render(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus == 1 else { return bus == 0 ? kAudioUnitErr_CannotDoInCurrentContext : kAudioUnitErr_InvalidElement }
        return lock.withLock {
            guard isInitialized else { return kAudioUnitErr_Uninitialized }
            guard settings.isEnabled[1] == true, let heard else { return kAudioUnitErr_NoConnection }
            guard frames <= sliceLimit else { return kAudioUnitErr_TooManyFramesToProcess }
            return heard.read(Int(frames), into: UnsafeMutableAudioBufferListPointer(list)) ? noErr : kAudio_ParamError
        }
    }

    // MARK: Settings

    /// The properties without effect, each a UInt32.
    private static let kept: Set<AudioUnitPropertyID> = [
        kAudioUnitProperty_ShouldAllocateBuffer, kAUVoiceIOProperty_BypassVoiceProcessing,
        kAUVoiceIOProperty_VoiceProcessingEnableAGC, kAUVoiceIOProperty_MuteOutput,
    ]

    override func format(_ place: UnitPlace) -> AudioStreamBasicDescription? {
        guard let own = lock.withLock({ settings.formats[place.element] }) else { return nil }
        guard !place.isOwn else { return own }
        var hardware = Self.usualFormat
        hardware.mSampleRate = DeviceFormat.rate
        return hardware
    }

    /// Sets the format of a bus and discards frames in the old one.
    override func setFormat(_ format: AudioStreamBasicDescription, _ place: UnitPlace) throws {
        guard place.isOwn else { throw StatusError(kAudioUnitErr_PropertyNotWritable) }
        guard !isRunning else { throw StatusError(kAudioUnitErr_Initialized) }
        let old = lock.withLock {
            settings.formats[place.element] = format
            return place.element == 0 ? sound.take() : nil
        }
        try? old?.stop()
    }

    override var sources: [SoundUnit] { lock.withLock { settings.source.unit.map { [$0] } ?? [] } }

    override func connect(_ element: AudioUnitElement, to source: UnitSource) throws {
        guard element <= 1 else { throw StatusError(kAudioUnitErr_InvalidElement) }
        if element == 0 { lock.withLock { settings.source = source } }
    }

    override func setInput(_ callback: AURenderCallbackStruct) { lock.withLock { settings.input = callback } }

    override func property(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> [UInt8]? {
        let settings = lock.withLock { self.settings }
        switch property {
        case kAudioUnitProperty_ElementCount: return PropertyBytes.of(UInt32(2))
        case kAudioUnitProperty_Latency: return PropertyBytes.of(ProcessApp.shared.latencies.output)
        case kAudioOutputUnitProperty_IsRunning: return PropertyBytes.of(UInt32(isRunning ? 1 : 0))
        case kAudioOutputUnitProperty_EnableIO:
            let isEnabled = settings.isEnabled[place.scope == kAudioUnitScope_Input ? 1 : 0] == true
            return PropertyBytes.of(UInt32(isEnabled ? 1 : 0))
        case kAudioOutputUnitProperty_HasIO: return PropertyBytes.of(UInt32(1))
        case let property where Self.kept.contains(property):
            return PropertyBytes.of(settings.kept[property] ?? 0)
        default: return nil
        }
    }

    override func isWritable(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> Bool {
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate: place.isOwn
        default: property == kAudioOutputUnitProperty_EnableIO || Self.kept.contains(property)
        }
    }

    override func set(_ property: AudioUnitPropertyID, _ place: UnitPlace, _ data: UnsafeRawBufferPointer) throws {
        if Self.kept.contains(property) {
            let value = try UnitProperty.number(data)
            return lock.withLock { settings.kept[property] = value }
        }
        guard property == kAudioOutputUnitProperty_EnableIO else {
            return try super.set(property, place, data)
        }
        try place.check()
        guard place.element <= 1 else { throw StatusError(kAudioUnitErr_InvalidElement) }
        let value = try UnitProperty.number(data)
        guard !isRunning else { throw StatusError(kAudioUnitErr_Initialized) }
        // Input is bus 1 and output is bus 0; other combinations have no effect.
        let bus: AudioUnitElement = place.scope == kAudioUnitScope_Input ? 1 : 0
        if place.element == bus { lock.withLock { settings.isEnabled[bus] = value != 0 } }
    }

    override func parameter(
        _ parameter: AudioUnitParameterID, _ place: UnitPlace
    ) -> Float? { parameter == kHALOutputParam_Volume ? lock.withLock { settings.volume } : nil }

    override func set(_ parameter: AudioUnitParameterID, _ place: UnitPlace, to value: Float) throws {
        guard parameter == kHALOutputParam_Volume else { throw StatusError(kAudioUnitErr_InvalidParameter) }
        lock.withLock { settings.volume = value }
        lock.withLock { sound }?.setGain(Double(max(0, min(1, value))), over: 0)
    }
}
