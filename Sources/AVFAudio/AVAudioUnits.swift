public import AudioToolbox
public import CoreAudioTypes
public import Foundation

/// A node that works on what passes through. What it is set to is kept; what it does to the sound is said by each.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
    /// Which unit it is, as far as it was said.
    public let audioComponentDescription: AudioComponentDescription

    override init() {
        audioComponentDescription = AudioComponentDescription()
        super.init()
    }

    init(_ description: AudioComponentDescription) {
        audioComponentDescription = description
        super.init()
    }

    /// A pointer to no unit of the C interface: what is set there is answered by -50; set this node's own properties.
    open var audioUnit: AudioUnit { AudioUnit(Unmanaged.passUnretained(self).toOpaque()) }
    /// What people call it.
    open var name: String { String(describing: type(of: self)) }
    /// Who made it.
    open var manufacturerName: String { "" }
    /// Which version it is.
    open var version: Int { 1 }

    /// Hosts a unit of the system or of another app; says on a thread that is not the main one that there is none: -3000.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = [],
        completionHandler: @escaping (AVAudioUnit?, (any Error)?) -> Void
    ) {
        let call = Completion(take: completionHandler)
        DispatchQueue.global().async { call.take(nil, noSuchUnit) }
    }

    /// Hosts a unit of the system or of another app.
    ///
    /// - Throws: -3000: no unit is hosted here.
    open class func instantiate(
        with audioComponentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
    ) async throws -> AVAudioUnit {
        throw noSuchUnit
    }

    private static var noSuchUnit: NSError {
        AudioFileFailure.error(-3_000, "No unit of others is hosted here; use the units that this module has.")
    }

    private struct Completion: @unchecked Sendable { let take: (AVAudioUnit?, (any Error)?) -> Void }
}

/// A node that changes what passes through; it passes on what it gets.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
    /// Whether it is passed by.
    open var bypass = false
    /// Creates the effect.
    public override init() { super.init() }
    /// Creates an effect of a kind, which is kept; it passes on what it gets.
    public init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription) }
}

/// A node that changes how fast sound goes by.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
    /// Whether it is passed by.
    open var bypass = false
    /// Creates the effect.
    public override init() { super.init() }
    /// Creates an effect of a kind, which is kept; it passes on what it gets.
    public init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription) }
}

/// Changes speed and pitch together, which is heard.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// How fast, 0.25 to 4.
    open var rate: Float = 1
    private var stream = RateStream(channels: 2)

    override func render(_ frames: Int) -> StereoFrames {
        let step = bypass ? 1 : Double(max(0.25, min(4, rate)))
        stream.put(input(0, stream.missing(for: frames, step: step)).interleaved)
        return StereoFrames(interleaved: stream.take(frames, step: step))
    }

    /// Forgets what it holds.
    open override func reset() { GraphLock.locked { stream = RateStream(channels: 2) } }
}

/// Changes speed or pitch alone; both are kept, and neither is heard.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
    /// How fast, 1/32 to 32.
    open var rate: Float = 1
    /// How much higher, in cents.
    open var pitch: Float = 0
    /// How much pieces overlap.
    open var overlap: Float = 8
}

/// What a band of an equaliser does.
public enum AVAudioUnitEQFilterType: Int, Sendable {
    /// A bell.
    case parametric = 0
    /// Less above.
    case lowPass = 1
    /// Less below.
    case highPass = 2
    /// Less above, with a peak.
    case resonantLowPass = 3
    /// Less below, with a peak.
    case resonantHighPass = 4
    /// Less around.
    case bandPass = 5
    /// Less within.
    case bandStop = 6
    /// More or less below.
    case lowShelf = 7
    /// More or less above.
    case highShelf = 8
    /// More or less below, with a peak.
    case resonantLowShelf = 9
    /// More or less above, with a peak.
    case resonantHighShelf = 10
}

/// One band of an equaliser.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    /// What it does.
    open var filterType = AVAudioUnitEQFilterType.parametric
    /// Where, in Hz.
    open var frequency: Float = 1_000
    /// How wide, in octaves.
    open var bandwidth: Float = 0.5
    /// How much, in decibels.
    open var gain: Float = 0
    /// Whether it is passed by.
    open var bypass = true
}

/// An equaliser; its whole gain is heard, its bands are kept.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    /// The bands.
    public let bands: [AVAudioUnitEQFilterParameters]
    /// The gain of everything, in decibels, -96 to 24.
    open var globalGain: Float = 0

    /// Creates an equaliser of so many bands.
    public init(numberOfBands: Int) {
        bands = (0..<max(0, numberOfBands)).map { _ in AVAudioUnitEQFilterParameters() }
        super.init()
    }

    /// Creates an equaliser of one band.
    public override init() {
        bands = [AVAudioUnitEQFilterParameters()]
        super.init()
    }

    override func render(_ frames: Int) -> StereoFrames {
        var made = input(0, frames)
        if !bypass { made.scale(Float(pow(10, Double(max(-96, min(24, globalGain))) / 20))) }
        return made
    }
}

/// What room a reverberation is of.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    /// A small room.
    case smallRoom = 0
    /// A middling room.
    case mediumRoom = 1
    /// A large room.
    case largeRoom = 2
    /// A middling hall.
    case mediumHall = 3
    /// A large hall.
    case largeHall = 4
    /// A plate.
    case plate = 5
    /// A middling chamber.
    case mediumChamber = 6
    /// A large chamber.
    case largeChamber = 7
    /// A cathedral.
    case cathedral = 8
    /// Another large room.
    case largeRoom2 = 9
    /// Another middling hall.
    case mediumHall2 = 10
    /// A third middling hall.
    case mediumHall3 = 11
    /// Another large hall.
    case largeHall2 = 12
}

/// A reverberation; kept, and not heard.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    /// How much of it, 0 to 100.
    open var wetDryMix: Float = 0
    private(set) var preset = AVAudioUnitReverbPreset.mediumHall
    /// Chooses a room.
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) { self.preset = preset }
}

/// An echo, which is heard.
open class AVAudioUnitDelay: AVAudioUnitEffect, @unchecked Sendable {
    /// How late, in seconds, 0 to 2.
    open var delayTime: TimeInterval = 1
    /// How much of it comes again, in percent, -100 to 100.
    open var feedback: Float = 50
    /// Where its echoes become duller, in Hz; kept, and not heard.
    open var lowPassCutoff: Float = 15_000
    /// How much of it, 0 to 100.
    open var wetDryMix: Float = 100
    private var line = StereoFrames(0)
    private var place = 0

    override func render(_ frames: Int) -> StereoFrames {
        var made = input(0, frames)
        guard !bypass else { return made }
        let length = max(1, Int(max(0, min(2, delayTime)) * engineRate))
        if line.left.count != length { (line, place) = (StereoFrames(length), 0) }
        let wet = max(0, min(100, wetDryMix)) / 100
        let again = max(-100, min(100, feedback)) / 100
        for frame in 0..<frames {
            let (left, right) = (line.left[place], line.right[place])
            line.left[place] = made.left[frame] + left * again
            line.right[place] = made.right[frame] + right * again
            made.left[frame] = made.left[frame] * (1 - wet) + left * wet
            made.right[frame] = made.right[frame] * (1 - wet) + right * wet
            place = (place + 1) % length
        }
        return made
    }
}

/// A distortion; kept, and not heard.
open class AVAudioUnitDistortion: AVAudioUnitEffect, @unchecked Sendable {
    /// How loud it goes in, in decibels.
    open var preGain: Float = -6
    /// How much of it, 0 to 100.
    open var wetDryMix: Float = 50
    private(set) var preset = AVAudioUnitDistortionPreset.drumsBitBrush
    /// Chooses a kind.
    open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) { self.preset = preset }
}

/// Kinds of distortion, as Apple names them.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
    case drumsBitBrush = 0
    case drumsBufferBeats
    case drumsLoFi
    case multiBrokenSpeaker
    case multiCellphoneConcert
    case multiDecimated1
    case multiDecimated2
    case multiDecimated3
    case multiDecimated4
    case multiDistortedFunk
    case multiDistortedCubed
    case multiDistortedSquared
    case multiEcho1
    case multiEcho2
    case multiEchoTight1
    case multiEchoTight2
    case multiEverythingIsBroken
    case speechAlienChatter
    case speechCosmicInterference
    case speechGoldenPi
    case speechRadioTower
    case speechWaves
}

/// A node that the app renders itself.
open class AVAudioSourceNode: AVAudioNode, AVAudioMixing, @unchecked Sendable {
    private let block: AVAudioSourceNodeRenderBlock
    private let format: AVAudioFormat
    private var frames = 0.0
    private var stream = RateStream(channels: 2)

    /// Creates a node that renders stereo floats.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        (self.block, format) = (block, AVAudioFormat(rate: EngineRate.device, channels: 2))
        super.init()
        outputFormats[0] = format
    }

    /// Creates a node that renders a format.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        (self.block, self.format) = (block, format)
        super.init()
        outputFormats[0] = format
    }

    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// From -1, left, to 1, right.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1

    override func render(_ frames: Int) -> StereoFrames {
        let step = format.sampleRate > 0 ? format.sampleRate / engineRate : 1
        stream.put(ask(stream.missing(for: frames, step: step)).interleaved)
        return StereoFrames(interleaved: stream.take(frames, step: step))
    }

    /// The next frames at the node's own rate.
    private func ask(_ count: Int) -> StereoFrames {
        let capacity = AVAudioFrameCount(count)
        guard count > 0, let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity) else {
            return StereoFrames(count)
        }
        buffer.frameLength = capacity
        var isSilence = ObjCBool(false)
        var time = AudioTimeStamp()
        time.mSampleTime = frames
        time.mHostTime = mach_absolute_time()
        time.mFlags = .sampleHostTimeValid
        let status = block(&isSilence, &time, capacity, buffer.mutableAudioBufferList)
        frames += Double(count)
        return status == noErr && !isSilence.boolValue ? StereoFrames(buffer) : StereoFrames(count)
    }
}

/// Renders the frames of a source node; may set the first argument where they are silence.
public typealias AVAudioSourceNodeRenderBlock = (
    UnsafeMutablePointer<ObjCBool>, UnsafePointer<AudioTimeStamp>, AVAudioFrameCount,
    UnsafeMutablePointer<AudioBufferList>
) -> OSStatus
