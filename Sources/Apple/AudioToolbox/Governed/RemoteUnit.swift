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
            switch message {
            // If the program has restarted it in the meantime, it keeps running.
            case .interruptionBegan, .mediaServicesWereLost:
                if let self, self.locked({ self.runs }), !self.isRunning { self.stop(keepsPlace: true) }
            default: break
            }
        }
    }

    deinit {
        try? sound?.stop()
        capture?.stop()
    }

    // MARK: Life

    override func release() { locked { settings.source = .none } }

    private var isRunning: Bool {
        let (runs, sound, capture) = locked { (self.runs, self.sound, self.capture) }
        return runs && sound?.isPlaying != false && capture?.isRunning != false
    }

    override func start() -> OSStatus {
        guard isInitialized else { return kAudioUnitErr_Uninitialized }
        guard !isRunning else { return noErr }
        if locked({ life == nil }) { locked { life = MediaServerLife() } }
        guard locked({ life?.isOver }) == false else { return kAudioComponentErr_InstanceInvalidated }
        let settings = locked { self.settings }
        do throws(DeviceFailure) {
            let backend = try ProcessApp.shared.backend()
            if description.componentSubType == kAudioUnitSubType_VoiceProcessingIO {
                try ProcessApp.shared.wish(.startedVoiceProcessing)
            }
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
        let frames = max(1, ProcessApp.shared.bufferFrames * samples.rate / 48_000)
        if let kept, (kept.channels, kept.fileRate) == (samples.channels, samples.rate),
            locked({ sliceFrames }) == frames
        {
            return try kept.play(at: nil)
        }
        try? kept?.stop()
        let slices = Slices(lists: SampleList(samples, frames: frames), frames: frames)
        let made = try backend.sound(channels: samples.channels, rate: samples.rate) { [weak self] room, frames in
            self?.render(room, frames, slices) ?? 0
        }
        locked { (sound, sliceFrames) = (made, frames) }
        made.setGain(Double(settings.volume), over: 0)
        try made.play(at: nil)
    }

    private func hear(_ backend: any AppleBackend, _ settings: Settings) throws(DeviceFailure) {
        guard let format = settings.formats[1], let samples = LinearSamples(format) else { return }
        locked { heard = HeardFrames(samples) }
        let made = try backend.capture { [weak self] samples, _ in self?.receive(samples) }
        locked { capture = made }
    }

    override func stop(keepsPlace: Bool) {
        let (sound, capture, hasRun) = locked {
            defer { (self.capture, runs) = (nil, false) }
            return (self.sound, self.capture, runs)
        }
        if keepsPlace { try? sound?.pause() } else { try? sound?.stop() }
        capture?.stop()
        if hasRun { tell(kAudioOutputUnitProperty_IsRunning) }
    }

    // MARK: Rendering

    /// Slices of fixed length, with the unplayed frames of the last one. Used only by the rendering thread.
    private final class Slices: @unchecked Sendable {
        let lists: SampleList
        let frames: Int
        var rest: ArraySlice<Float> = []

        init(lists: SampleList, frames: Int) { (self.lists, self.frames) = (lists, frames) }
    }

    /// Renders the program's sound in slices of fixed length, regardless of the number of frames requested.
    private func render(_ room: UnsafeMutableBufferPointer<Float>, _ frames: Int, _ slices: Slices) -> Int {
        let wanted = min(room.count, frames * slices.lists.channels)
        var made = 0
        while made < wanted {
            if slices.rest.isEmpty { slices.rest = slice(slices)[...] }
            let count = min(wanted - made, slices.rest.count)
            guard count > 0 else { break }
            for (index, value) in slices.rest.prefix(count).enumerated() { room[made + index] = value }
            slices.rest.removeFirst(count)
            made += count
        }
        return frames
    }

    /// Lets the program render a slice; if that fails, it is silent.
    private func slice(_ slices: Slices) -> [Float] {
        let (lists, count) = (slices.lists, slices.frames)
        let (source, time) = locked { (settings.source, rendered) }
        lists.clear(frames: count)
        var stamp = Self.stamp(time)
        _ = notifying(&stamp, 0, count, lists.list) { stamp in
            var flags: AudioUnitRenderActionFlags = []
            let status = source.draw(&flags, &stamp, 0, count, lists.list) ?? noErr
            if status != noErr || flags.contains(.unitRenderAction_OutputIsSilence) { lists.clear(frames: count) }
            return status
        }
        locked { rendered += Double(count) }
        return lists.frames(count)
    }

    // MARK: Capturing

    private func receive(_ samples: UnsafeBufferPointer<Float>) {
        let (callback, count) = locked {
            guard let capture, let heard else { return (AURenderCallbackStruct(), 0) }
            let isMuted = settings.kept[kAUVoiceIOProperty_MuteOutput] ?? 0 != 0
            heard.put(samples, channels: capture.channels, rate: capture.rate, isMuted: isMuted)
            return (settings.input, heard.count)
        }
        guard callback.inputProc != nil else { return }
        // Frames short of a whole slice wait for the next capture.
        let slice = max(1, ProcessApp.shared.bufferFrames * (locked { heard?.rate } ?? 48_000) / 48_000)
        var left = count / slice * slice
        while left > 0 {
            let piece = min(left, slice)
            let before = locked { heard?.count ?? 0 }
            var stamp = Self.stamp(locked { captured })
            var flags: AudioUnitRenderActionFlags = []
            callback.call(&flags, &stamp, 1, piece, nil)
            locked {
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
        return locked {
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

    /// Whether a scope holds the program's format of a bus: input of bus 0, output of bus 1.
    private static func isOwn(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> Bool {
        scope == (element == 0 ? kAudioUnitScope_Input : kAudioUnitScope_Output)
    }

    override func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> AudioStreamBasicDescription? {
        guard let own = locked({ settings.formats[element] }) else { return nil }
        guard !Self.isOwn(scope, element) else { return own }
        var hardware = Self.usualFormat
        hardware.mSampleRate = ProcessApp.shared.hardware.sampleRate
        return hardware
    }

    /// Sets the format of a bus and discards frames in the old one.
    override func setFormat(
        _ format: AudioStreamBasicDescription, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> OSStatus {
        guard Self.isOwn(scope, element) else { return kAudioUnitErr_PropertyNotWritable }
        guard !isRunning else { return kAudioUnitErr_Initialized }
        let old = locked {
            settings.formats[element] = format
            return element == 0 ? sound.take() : nil
        }
        try? old?.stop()
        return noErr
    }

    override var sources: [SoundUnit] { locked { settings.source.unit.map { [$0] } ?? [] } }

    override func connect(_ element: AudioUnitElement, to source: UnitSource) -> OSStatus {
        guard element <= 1 else { return kAudioUnitErr_InvalidElement }
        if element == 0 { locked { settings.source = source } }
        return noErr
    }

    override func setInput(_ callback: AURenderCallbackStruct) -> OSStatus {
        locked { settings.input = callback }
        return noErr
    }

    override func property(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> [UInt8]? {
        let settings = locked { self.settings }
        switch property {
        case kAudioUnitProperty_ElementCount: return PropertyBytes.of(UInt32(2))
        case kAudioUnitProperty_Latency: return PropertyBytes.of(ProcessApp.shared.hardware.outputLatency)
        case kAudioOutputUnitProperty_IsRunning: return PropertyBytes.of(UInt32(isRunning ? 1 : 0))
        case kAudioOutputUnitProperty_EnableIO:
            let isEnabled = settings.isEnabled[scope == kAudioUnitScope_Input ? 1 : 0] == true
            return PropertyBytes.of(UInt32(isEnabled ? 1 : 0))
        case kAudioOutputUnitProperty_HasIO: return PropertyBytes.of(UInt32(1))
        case let property where Self.kept.contains(property):
            return PropertyBytes.of(settings.kept[property] ?? 0)
        default: return nil
        }
    }

    override func isWritable(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Bool {
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate: Self.isOwn(scope, element)
        default: property == kAudioOutputUnitProperty_EnableIO || Self.kept.contains(property)
        }
    }

    override func set(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        if Self.kept.contains(property) {
            guard let value = UnitProperty.number(data) else { return kAudioUnitErr_InvalidPropertyValue }
            locked { settings.kept[property] = value }
            return noErr
        }
        guard property == kAudioOutputUnitProperty_EnableIO else {
            return super.set(property, scope, element, data)
        }
        guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output else {
            return kAudioUnitErr_InvalidScope
        }
        guard element <= 1 else { return kAudioUnitErr_InvalidElement }
        guard let value = UnitProperty.number(data) else { return kAudioUnitErr_InvalidPropertyValue }
        guard !isRunning else { return kAudioUnitErr_Initialized }
        // Input is bus 1 and output is bus 0; other combinations have no effect.
        let bus: AudioUnitElement = scope == kAudioUnitScope_Input ? 1 : 0
        if element == bus { locked { settings.isEnabled[bus] = value != 0 } }
        return noErr
    }

    override func parameter(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? { parameter == kHALOutputParam_Volume ? locked { settings.volume } : nil }

    override func set(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, to value: Float
    ) -> OSStatus {
        guard parameter == kHALOutputParam_Volume else { return kAudioUnitErr_InvalidParameter }
        locked { settings.volume = value }
        locked { sound }?.setGain(Double(max(0, min(1, value))), over: 0)
        return noErr
    }
}
