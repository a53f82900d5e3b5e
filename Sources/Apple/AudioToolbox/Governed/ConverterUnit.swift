internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The unit `kAudioUnitSubType_AUConverter`, which converts the frames of its one input bus to the format of its output bus.
/// Any thread. The program's callback runs on the thread that requests a slice, with no lock held.
final class ConverterUnit: SoundUnit, @unchecked Sendable {
    /// A conversion between two formats. Used only by the rendering thread.
    private final class Line: @unchecked Sendable {
        let from: LinearSamples
        let to: LinearSamples
        let list: SampleList
        let own: SampleList
        let stream: RateStream
        var time = 0.0

        init?(_ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription) {
            guard let from = LinearSamples(from), let to = LinearSamples(to) else { return nil }
            (self.from, self.to) = (from, to)
            (list, own) = (SampleList(from, frames: SoundUnit.slice), SampleList(to, frames: SoundUnit.slice))
            stream = RateStream(channels: from.channels, from: Double(from.rate), to: Double(to.rate))
        }
    }

    private var formats = [kAudioUnitScope_Input: usualFormat, kAudioUnitScope_Output: usualFormat]
    private var source = UnitSource.none
    private var line = Line(usualFormat, usualFormat)

    override var sources: [SoundUnit] { lock.withLock { source.unit.map { [$0] } ?? [] } }

    override func release() { lock.withLock { source = .none } }

    override func reset() { lock.withLock { renew() } }

    /// Starts a conversion between the current formats. The caller holds the lock.
    private func renew() {
        line = Line(
            formats[kAudioUnitScope_Input] ?? Self.usualFormat, formats[kAudioUnitScope_Output] ?? Self.usualFormat)
    }

    // MARK: Rendering

    override func render(
        _ flags: inout AudioUnitRenderActionFlags, _ stamp: inout AudioTimeStamp, _ bus: UInt32, _ frames: UInt32,
        _ list: UnsafeMutablePointer<AudioBufferList>
    ) -> OSStatus {
        guard bus == 0 else { return kAudioUnitErr_InvalidElement }
        guard isInitialized else { return kAudioUnitErr_Uninitialized }
        guard frames <= sliceLimit else { return kAudioUnitErr_TooManyFramesToProcess }
        let (source, line) = lock.withLock { (self.source, self.line) }
        guard let line else { return kAudioUnitErr_FormatNotSupported }
        guard source.exists else { return kAudioUnitErr_NoConnection }
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        guard line.own.provide(Int(frames), to: buffers) else { return kAudio_ParamError }
        return notifying(&stamp, 0, Int(frames), list) { stamp in
            let made = line.stream.read(Int(frames)) { draw(source, line, min($0, Self.slice), stamp) }
            line.to.scatter(
                made.withUnsafeBufferPointer { $0.inChannels(line.to.channels, from: line.from.channels) },
                into: buffers)
            return noErr
        }
    }

    /// Requests a slice; if that fails, it is silent.
    private func draw(_ source: UnitSource, _ line: Line, _ frames: Int, _ stamp: AudioTimeStamp) -> [Float] {
        line.list.clear(frames: frames)
        var own = stamp
        own.mSampleTime = line.time
        line.time += Double(frames)
        var flags: AudioUnitRenderActionFlags = []
        let status = source.draw(&flags, &own, 0, frames, line.list.list) ?? noErr
        if status != noErr || flags.contains(.unitRenderAction_OutputIsSilence) { line.list.clear(frames: frames) }
        return line.list.frames(frames)
    }

    // MARK: Settings

    override func format(_ place: UnitPlace) -> AudioStreamBasicDescription? {
        place.element == 0 ? lock.withLock { formats[place.scope] } : nil
    }

    override func setFormat(_ format: AudioStreamBasicDescription, _ place: UnitPlace) throws {
        guard place.element == 0, LinearSamples(format) != nil else {
            throw StatusError(kAudioUnitErr_FormatNotSupported)
        }
        lock.withLock {
            formats[place.scope] = format
            renew()
        }
    }

    override func connect(_ element: AudioUnitElement, to source: UnitSource) throws {
        guard element == 0 else { throw StatusError(kAudioUnitErr_InvalidElement) }
        lock.withLock { self.source = source }
    }

    override func property(_ property: AudioUnitPropertyID, _ place: UnitPlace) -> [UInt8]? {
        switch property {
        case kAudioUnitProperty_ElementCount: PropertyBytes.of(UInt32(1))
        case kAudioUnitProperty_Latency: PropertyBytes.of(Float64(0))
        default: nil
        }
    }
}
