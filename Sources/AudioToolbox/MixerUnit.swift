internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The unit that mixes: what comes into its buses, each with a volume, a place between left and right, and a switch.
///
/// Each bus may have a format of its own; its channels and its rate become those of the output. Any thread; whoever renders
/// for a bus is called on the thread that asks for the mix, with only the rendering locked.
final class MixerUnit: SoundUnit, @unchecked Sendable {
    /// What of one bus is being rendered; whoever renders guards it.
    private final class Line {
        let samples: LinearSamples
        var converter: RateStream
        let list: SampleList
        var time = 0.0

        init?(_ format: AudioStreamBasicDescription) {
            guard let samples = LinearSamples(format) else { return nil }
            self.samples = samples
            converter = RateStream(channels: samples.channels)
            list = SampleList(samples, frames: SoundUnit.slice)
        }
    }

    private struct Bus {
        var format = SoundUnit.usualFormat
        var source = UnitSource.none
        var volume: Float = 1
        var pan: Float = 0
        var isEnabled = true
        var metersLevels = false
        /// Before the volume, and behind it.
        var before = ChannelLevels(channels: 2)
        var behind = ChannelLevels(channels: 2)
        var line: Line? = Line(SoundUnit.usualFormat)
    }

    private var inputs: [Bus]
    private var output = Bus()
    private let isConverter: Bool
    private let rendering = NSRecursiveLock()

    /// As many buses as Apple's has before it is told otherwise; a converter is a mixer of one, in which nothing is set.
    override init(_ description: AudioComponentDescription) {
        isConverter = description.componentType == kAudioUnitType_FormatConverter
        inputs = (0..<(isConverter ? 1 : 8)).map { _ in Bus() }
        super.init(description)
    }

    override var sources: [SoundUnit] { locked { inputs.compactMap(\.source.unit) } }

    override func release() {
        locked { for index in inputs.indices { inputs[index].source = .none } }
    }

    override func reset() {
        rendering.lock()
        defer { rendering.unlock() }
        for bus in locked({ inputs }) { bus.line.map { $0.converter = RateStream(channels: $0.samples.channels) } }
    }

    // MARK: Rendering

    override func render(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus == 0 else { return kAudioUnitErr_InvalidElement }
        guard isInitialized else { return kAudioUnitErr_Uninitialized }
        guard frames <= sliceLimit else { return kAudioUnitErr_TooManyFramesToProcess }
        rendering.lock()
        defer { rendering.unlock() }
        let count = Int(frames)
        return notifying(&stamp, 0, count, list) { stamp in
            let output = locked { self.output }
            guard let line = output.line else { return kAudioUnitErr_FormatNotSupported }
            var mix = [Float](repeating: 0, count: count * line.samples.channels)
            for index in locked({ inputs.indices }) { add(index, count, line.samples, stamp, to: &mix) }
            let levels = mix.withUnsafeBufferPointer { ChannelLevels($0, channels: line.samples.channels) }
            let gain = output.isEnabled ? output.volume : 0
            if gain != 1 { for index in mix.indices { mix[index] *= gain } }
            locked {
                (self.output.before, self.output.behind) = (levels, levels.scaled(by: [gain]))
            }
            return put(mix, line, into: UnsafeMutableAudioBufferListPointer(list))
        }
    }

    private func put(_ mix: [Float], _ line: Line, into list: UnsafeMutableAudioBufferListPointer) -> OSStatus {
        let buffers = line.samples.isInterleaved ? 1 : line.samples.channels
        let frames = mix.count / line.samples.channels
        guard list.count == buffers else { return kAudio_ParamError }
        for index in 0..<buffers {
            if list[index].mData == nil {
                guard frames <= Self.slice else { return kAudioUnitErr_TooManyFramesToProcess }
                if index == 0 { line.list.clear(frames: frames) }
                list[index].mData = UnsafeMutableAudioBufferListPointer(line.list.list)[index].mData
            } else if Int(list[index].mDataByteSize) < frames * line.samples.frameBytes {
                return kAudio_ParamError
            }
        }
        line.samples.scatter(mix, into: list)
        return noErr
    }

    /// Adds what comes into a bus; the rendering is locked.
    private func add(
        _ index: Int, _ frames: Int, _ samples: LinearSamples, _ stamp: AudioTimeStamp, to mix: inout [Float]
    ) {
        guard let bus = locked({ inputs.indices.contains(index) ? inputs[index] : nil }), bus.isEnabled,
            let line = bus.line
        else { return }
        if case .none = bus.source { return }
        let step = Double(line.samples.rate) / Double(samples.rate)
        while case let missing = line.converter.missing(for: frames, step: step), missing > 0 {
            line.converter.put(draw(bus.source, line, UInt32(index), min(missing, Self.slice), stamp))
        }
        let taken = line.converter.take(frames, step: step)
        let made = taken.withUnsafeBufferPointer { samples.spread($0, of: line.samples.channels) }
        let gains = samples.channels == 2 ? [min(1, 1 - bus.pan), min(1, 1 + bus.pan)] : [1]
        for place in 0..<min(made.count, mix.count) {
            mix[place] += made[place] * bus.volume * gains[place % gains.count]
        }
        guard bus.metersLevels else { return }
        let levels = made.withUnsafeBufferPointer { ChannelLevels($0, channels: samples.channels) }
        locked {
            guard inputs.indices.contains(index) else { return }
            (inputs[index].before, inputs[index].behind) = (levels, levels.scaled(by: gains.map { $0 * bus.volume }))
        }
    }

    /// Asks for a slice of a bus; one that fails is silence.
    private func draw(
        _ source: UnitSource, _ line: Line, _ bus: UInt32, _ frames: Int, _ stamp: AudioTimeStamp
    ) -> [Float] {
        line.list.clear(frames: frames)
        var own = stamp
        own.mSampleTime = line.time
        line.time += Double(frames)
        var flags: AudioUnitRenderActionFlags = []
        let status = source.draw(&flags, &own, bus, frames, line.list.list) ?? noErr
        if status != noErr || flags.contains(.unitRenderAction_OutputIsSilence) { line.list.clear(frames: frames) }
        var made = [Float](repeating: 0, count: frames * line.samples.channels)
        made.withUnsafeMutableBufferPointer { line.list.read(frames: frames, into: $0, from: 0) }
        return made
    }

    // MARK: Settings

    override func format(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> AudioStreamBasicDescription? {
        locked { bus(scope, element)?.format }
    }

    /// With the lock held.
    private func bus(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> Bus? {
        if scope == kAudioUnitScope_Input { return element < inputs.count ? inputs[Int(element)] : nil }
        return element == 0 ? output : nil
    }

    /// Changes a bus; false where there is none.
    private func change(_ scope: AudioUnitScope, _ element: AudioUnitElement, _ work: (inout Bus) -> Void) -> Bool {
        locked {
            guard bus(scope, element) != nil else { return false }
            if scope == kAudioUnitScope_Input { work(&inputs[Int(element)]) } else { work(&output) }
            return true
        }
    }

    override func setFormat(
        _ format: AudioStreamBasicDescription, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> OSStatus {
        guard let line = Line(format) else { return kAudioUnitErr_FormatNotSupported }
        return change(scope, element) { ($0.format, $0.line) = (format, line) } ? noErr : kAudioUnitErr_InvalidElement
    }

    override func connect(_ element: AudioUnitElement, to source: UnitSource) -> OSStatus {
        change(kAudioUnitScope_Input, element) { $0.source = source } ? noErr : kAudioUnitErr_InvalidElement
    }

    override func property(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> [UInt8]? {
        switch property {
        case kAudioUnitProperty_ElementCount:
            UnitProperty.bytes(UInt32(scope == kAudioUnitScope_Input ? locked { inputs.count } : 1))
        case kAudioUnitProperty_Latency: UnitProperty.bytes(Float64(0))
        case kAudioUnitProperty_MeteringMode:
            locked { bus(scope, element) }.map { UnitProperty.bytes(UInt32($0.metersLevels ? 1 : 0)) }
        default: nil
        }
    }

    override func isWritable(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Bool {
        property == kAudioUnitProperty_ElementCount
            ? scope == kAudioUnitScope_Input && !isConverter
            : [kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate, kAudioUnitProperty_MeteringMode]
                .contains(property)
    }

    override func set(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        guard property == kAudioUnitProperty_ElementCount || property == kAudioUnitProperty_MeteringMode else {
            return super.set(property, scope, element, data)
        }
        guard let value = UnitProperty.number(data) else { return kAudioUnitErr_InvalidPropertyValue }
        if property == kAudioUnitProperty_MeteringMode {
            let isThere = change(scope, element) { $0.metersLevels = value != 0 }
            return isThere ? noErr : kAudioUnitErr_InvalidElement
        }
        guard scope == kAudioUnitScope_Input, !isConverter else { return kAudioUnitErr_PropertyNotWritable }
        guard (1...1_024).contains(value) else { return kAudioUnitErr_InvalidPropertyValue }
        guard !isInitialized else { return kAudioUnitErr_Initialized }
        locked {
            inputs.removeLast(max(0, inputs.count - Int(value)))
            while inputs.count < value { inputs.append(Bus()) }
        }
        return noErr
    }

    override func parameter(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Float? {
        guard !isConverter, let bus = locked({ bus(scope, element) }) else { return nil }
        return switch parameter {
        case kMultiChannelMixerParam_Volume: bus.volume
        case kMultiChannelMixerParam_Enable: bus.isEnabled ? 1 : 0
        case kMultiChannelMixerParam_Pan: scope == kAudioUnitScope_Input ? bus.pan : nil
        default: Self.level(parameter, of: bus)
        }
    }

    /// A level in decibels; the channel's number is added to that of the parameter.
    private static func level(_ parameter: AudioUnitParameterID, of bus: Bus) -> Float? {
        let levels: [Float]
        switch parameter - parameter % 1_000 {
        case kMultiChannelMixerParam_PreAveragePower: levels = bus.before.means
        case kMultiChannelMixerParam_PrePeakHoldLevel: levels = bus.before.peaks
        case kMultiChannelMixerParam_PostAveragePower: levels = bus.behind.means
        case kMultiChannelMixerParam_PostPeakHoldLevel: levels = bus.behind.peaks
        default: return nil
        }
        let channel = Int(parameter % 1_000)
        guard levels.indices.contains(channel) else { return nil }
        return levels[channel] > 0 ? max(-120, 20 * log10f(levels[channel])) : -120
    }

    override func set(
        _ parameter: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: AudioUnitElement, to value: Float
    ) -> OSStatus {
        guard !isConverter else { return kAudioUnitErr_InvalidParameter }
        let isThere: Bool
        switch parameter {
        case kMultiChannelMixerParam_Volume:
            isThere = change(scope, element) { $0.volume = max(0, min(1, value)) }
        case kMultiChannelMixerParam_Enable: isThere = change(scope, element) { $0.isEnabled = value != 0 }
        case kMultiChannelMixerParam_Pan where scope == kAudioUnitScope_Input:
            isThere = change(scope, element) { $0.pan = max(-1, min(1, value)) }
        default: return kAudioUnitErr_InvalidParameter
        }
        return isThere ? noErr : kAudioUnitErr_InvalidElement
    }
}
