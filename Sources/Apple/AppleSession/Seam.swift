public import Foundation
public import SessionPolicy

/// A refusal or failure, with the code of Apple's interfaces and a sentence with the remedy.
public struct DeviceFailure: Error, Hashable, Sendable {
    /// The code, of AVAudioSession or Audio File Services.
    public let code: Int32
    /// The sentence that says what is wrong and what to do.
    public let sentence: String

    /// Creates an error.
    public init(code: Int32, sentence: String) { (self.code, self.sentence) = (code, sentence) }

    /// 'msrv': the host does not answer.
    public static let mediaServicesFailed: Int32 = 0x6D73_7276
    /// -50: an invalid parameter.
    public static let badParam: Int32 = -50
    /// 'wht?': a missing file, or an unspecified failure.
    public static let unspecifiedFile: Int32 = 0x7768_743F
    /// 'typ?': an unsupported file type.
    public static let unsupportedFile: Int32 = 0x7479_703F
    /// 'prm?': permission denied.
    public static let fileNotPermitted: Int32 = 0x7072_6D3F
    /// 'fmt?': a format that the file cannot have.
    public static let unsupportedFormat: Int32 = 0x666D_743F
    /// 'dta?': a damaged file.
    public static let invalidFile: Int32 = 0x6474_613F
}

/// The device below Apple's names: the app of this process, and access to sound files.
///
/// Apple's modules depend only on this protocol, so that importing them loads no modules of decoders or sound cards.
/// AppleDevice implements it. Any thread.
public protocol AppleBackend: AnyObject, Sendable {
    /// Performs a call.
    func perform(_ call: AppCall) throws(DeviceFailure) -> CallOutcome
    /// Returns the facts of the session, or nil if the host does not answer.
    func facts() -> SessionFacts?
    /// The categories of the rule book in force.
    var categories: [Category] { get }
    /// The modes that the rule book in force supports.
    var modes: [Mode] { get }
    /// Returns whether the system of the rule book in force has a feature.
    func has(_ feature: Feature) -> Bool
    /// The time of the device.
    var now: MachineTime { get }
    /// The hardware behind the app's route, as far as it is known.
    var hardware: HardwareFacts { get }
    /// Calls a closure on a background thread after a delay of the device's time, in seconds.
    func after(_ seconds: Double, _ work: @escaping @Sendable () -> Void)
    /// Accepts code of the app to call on a queue, if the device has to know when it has returned.
    ///
    /// - Parameters:
    ///   - work: The code.
    ///   - queue: The queue; nil for the main queue.
    /// - Returns: Whether the device calls it, as one that a test advances does; otherwise the caller enqueues it.
    func accepts(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue?) -> Bool
    /// Called after the program did what would end it on a phone.
    /// - Parameter exception: What it did, as a sentence.
    func report(exception: String)
    /// Calls a closure with each notice from now on, in order, on a private queue.
    func observe(_ handler: @escaping @Sendable (AppNotice) -> Void)
    /// Runs the program's handlers of a notice; the device may record that they run.
    func handle(_ notice: UInt64, _ work: () -> Void)
    /// The number of the last notice decided, delivered or not; 0 before the first.
    var lastNotice: UInt64 { get }

    /// Starts receiving notices of the device's calls.
    func followCalls()
    /// Sets the Now Playing info; nil clears it.
    func setNowPlaying(_ info: NowPlayingInfo?)

    /// Creates a sound from a file, named after the file by default.
    func sound(file path: String, named name: String?) throws(DeviceFailure) -> any BackendSound
    /// Creates a sound from the bytes of a file.
    func sound(data bytes: [UInt8]) throws(DeviceFailure) -> any BackendSound
    /// Creates a sound that the app renders: the closure fills interleaved samples and returns the number of frames.
    func sound(
        channels: Int, rate: Int, render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    ) throws(DeviceFailure) -> any BackendSound
    /// Synthesizes a text as mono samples at 22,050 Hz; nil if no installed voice supports the language. `speed` and `pitch`
    /// are factors.
    func speech(of text: String, language: String, speed: Double, pitch: Double) -> [Float]?
    /// Creates a system sound from a file.
    func systemSound(file path: String) throws(PhoneSoundFailure) -> any BackendSystemSound
    /// Creates one of the phone's own sounds, or nil if the number has none.
    func systemSound(ofPhone number: UInt32) -> (any BackendSystemSound)?

    /// Opens a sound file for reading.
    func reader(_ path: String) throws(DeviceFailure) -> any BackendReader
    /// Whether AAC and ALAC can be written and read.
    var hasCodecs: Bool { get }
    /// Creates a sound file.
    func writer(_ path: String, _ form: FileForm) throws(DeviceFailure) -> any BackendWriter
    /// Starts a capture, which passes samples to a closure while the policy lets the app record.
    ///
    /// - Throws: The policy's refusals.
    func capture(_ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void) throws(DeviceFailure)
        -> any BackendCapture
}

/// The reason why a file cannot be a system sound.
public enum PhoneSoundFailure: Error, Sendable {
    /// The sound is longer than 30 seconds.
    case tooLong
    /// The file cannot be read or has an unsupported type.
    case unreadable
}

/// A sound of the app.
public protocol BackendSound: AnyObject, Sendable {
    /// The sound's name in notices.
    var name: String { get }
    /// The duration of one round in seconds, or nil if unknown.
    var duration: Double? { get }
    /// The number of channels of the sound's file.
    var channels: Int { get }
    /// The sample rate of the sound's file.
    var fileRate: Int { get }
    /// The encoding of the sound's file.
    var encoding: FileEncoding { get }
    /// Plays it, optionally from a time on.
    func play(at start: MachineTime?) throws(DeviceFailure)
    /// Pauses it.
    func pause() throws(DeviceFailure)
    /// Stops it and rewinds to its beginning.
    func stop() throws(DeviceFailure)
    /// Loads its first samples.
    func prepare() throws(DeviceFailure)
    /// Whether it is playing.
    var isPlaying: Bool { get }
    /// The position in the sound, in seconds.
    var position: Double { get }
    /// Seeks in the sound.
    func seek(to seconds: Double)
    /// The number of times that the sound repeats; a negative number repeats it endlessly.
    var loops: Int { get set }
    /// The position in seconds at which a sound that does not repeat ends early, or nil.
    var end: Double? { get set }
    /// The speed of playing; 1 is the sound's own.
    var rate: Double { get set }
    /// Whether the sound keeps its pitch at other rates, if SoundTouch is installed; false by default.
    var keepsPitch: Bool { get set }
    /// Ramps its gain to a value from 0 to 1; the duration defaults to the rule book's.
    func setGain(_ gain: Double, over seconds: Double?)
    /// The stereo position, from -1 (left) to 1 (right).
    var pan: Double { get set }
    /// The recent linear peak and mean level of each channel of its file, before gain and policy; empty while it is not
    /// playing.
    var levels: [(peak: Float, mean: Float)] { get }
}

/// A system sound, outside the session.
public protocol BackendSystemSound: AnyObject, Sendable {
    /// Plays it from its beginning and calls a closure on a background thread when it has ended.
    ///
    /// - Parameters:
    ///   - asAlert: Whether it also vibrates, if the device is set to.
    ///   - isInterface: Whether it obeys the user's setting for sound effects.
    func play(asAlert: Bool, isInterface: Bool, then end: @escaping @Sendable () -> Void)
}

/// A sound file open for reading. For one thread at a time.
public protocol BackendReader: AnyObject {
    /// The number of channels of the file.
    var channels: Int { get }
    /// The sample rate in hertz.
    var rate: Int { get }
    /// The number of frames of the file.
    var frames: Int { get }
    /// The encoding of the file.
    var encoding: FileEncoding { get }
    /// The file's `AudioFileTypeID`; 0 if it has none.
    var kind: UInt32 { get }
    /// Reads interleaved samples of all channels; fewer frames only at the end.
    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws(DeviceFailure) -> Int
    /// Sets the frame that is read next.
    func seek(to frame: Int) throws(DeviceFailure)
}

/// The encoding of a file that is read.
public enum FileEncoding: Hashable, Sendable {
    /// Integers with a number of bits.
    case whole(bits: UInt32)
    /// Floats with a number of bits.
    case float(bits: UInt32)
    /// A codec, by its `AudioFormatID`.
    case coded(UInt32)
}

/// The format of a file that is written.
public struct FileForm: Hashable, Sendable {
    /// The sample format. 8-bit samples are unsigned in WAVE and signed elsewhere.
    public enum Samples: Hashable, Sendable { case int8, int16, int24, int32, float32, float64 }

    /// The container around the samples.
    public enum Container: Hashable, Sendable { case wave, aiff, aifc, caf }

    /// The sample rate in hertz.
    public var rate: Int
    /// The number of channels.
    public var channels: Int
    /// The format of one sample.
    public var samples: Samples
    /// The container around the samples.
    public var container: Container
    /// Whether samples are big-endian: never in WAVE, always in AIFF and AIFC, optional in CAF.
    public var isBigEndian: Bool
    /// The codec, or nil for linear PCM. With a codec, samples and container are ignored.
    public var codec: Codec?
    /// The bit rate in bits per second, or nil for the encoder's default.
    public var bitRate: Int?

    /// A codec with its container.
    public enum Codec: Hashable, Sendable {
        /// AAC in an MPEG-4 file.
        case aac
        /// AAC as an ADTS stream.
        case bareAAC
        /// AAC in a CAF file.
        case aacInCAF
        /// Apple Lossless in an MPEG-4 file.
        case alac
        /// Apple Lossless in a CAF file.
        case alacInCAF
    }

    /// Creates a form.
    public init(
        rate: Int, channels: Int, samples: Samples, container: Container = .wave, isBigEndian: Bool = false
    ) {
        (self.rate, self.channels, self.samples) = (rate, channels, samples)
        (self.container, self.isBigEndian) = (container, isBigEndian)
    }
}

/// A sound file open for writing. For one thread at a time.
public protocol BackendWriter: AnyObject {
    /// Appends interleaved samples.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(DeviceFailure)
    /// Overwrites bytes of whole frames, in the file's layout, at an offset from the first sample; not beyond the end.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DeviceFailure)
    /// Completes and closes the file.
    func finish() throws(DeviceFailure)
}

/// A running capture of the microphone.
public protocol BackendCapture: AnyObject, Sendable {
    /// The sample rate of the captured frames.
    var rate: Int { get }
    /// The number of captured channels.
    var channels: Int { get }
    /// Whether the capture runs: neither ended nor halted by the policy.
    var isRunning: Bool { get }
    /// Stops delivering frames, while the app still records as far as the policy knows.
    func pause()
    /// Ends the capture.
    func stop()
}

/// A request for a codec.
public struct CodecForm: Hashable, Sendable {
    /// Whether to decode or encode.
    public enum Task: Hashable, Sendable {
        /// Decodes packets to frames. The cookie may be empty for AAC and MP3.
        case decode(cookie: [UInt8])
        /// Encodes frames to packets at a bit rate, or nil for the encoder's default.
        case encode(bitRate: Int?)
    }

    /// The codec, an `AudioFormatID`.
    public var codec: UInt32
    /// The sample rate in hertz.
    public var rate: Int
    /// The number of channels.
    public var channels: Int
    /// Whether to decode or encode.
    public var task: Task

    /// Creates a request.
    public init(codec: UInt32, rate: Int, channels: Int, task: Task) {
        (self.codec, self.rate, self.channels, self.task) = (codec, rate, channels, task)
    }

    /// Creates the codec, or nil if libavcodec is not installed or does not have it.
    public func makeCodec() -> (any BackendCodec)? { DeviceEntry.linked.makeCodec(self) }
}

/// A decoder or encoder without a file. For one thread at a time.
public protocol BackendCodec: AnyObject {
    /// The number of frames in an encoder's packet.
    var packetFrames: Int { get }
    /// The encoder's cookie.
    var cookie: [UInt8] { get }
    /// Decodes a packet, or flushes the decoder if nil. Returns interleaved frames, or nil if the packet is damaged.
    func decode(_ packet: UnsafeRawBufferPointer?) -> [Float]?
    /// Encodes the frames of a packet (fewer only at the end), or flushes the encoder if nil. Returns nil on failure.
    func encode(_ samples: [Float]?) -> [[UInt8]]?
}

/// The rate, the buffer and the latencies of the hardware behind the app's route.
public struct HardwareFacts: Hashable, Sendable {
    /// The sample rate in hertz.
    public var sampleRate: Double
    /// The buffer duration in seconds.
    public var bufferDuration: Double
    /// The input latency in seconds.
    public var inputLatency: Double
    /// The output latency in seconds.
    public var outputLatency: Double

    /// Creates the facts.
    public init(sampleRate: Double, bufferDuration: Double, inputLatency: Double, outputLatency: Double) {
        (self.sampleRate, self.bufferDuration) = (sampleRate, bufferDuration)
        (self.inputLatency, self.outputLatency) = (inputLatency, outputLatency)
    }
}

/// The functions that AppleDevice provides to Apple's modules, which do not import it.
public final class DeviceEntry: Sendable {
    /// Opens the app of the process on its device.
    public let makeBackend: @Sendable () throws(DeviceFailure) -> any AppleBackend
    /// Creates a rate converter, or nil if libsoxr is missing or does not support the rates.
    public let makeResampler: @Sendable (_ from: Double, _ to: Double, _ channels: Int) -> (any BackendResampler)?

    /// Creates a codec, or nil if libavcodec is missing or does not have it.
    public let makeCodec: @Sendable (CodecForm) -> (any BackendCodec)?

    /// Creates an entry.
    public init(
        makeBackend: @escaping @Sendable () throws(DeviceFailure) -> any AppleBackend,
        makeResampler: @escaping @Sendable (_ from: Double, _ to: Double, _ channels: Int) -> (any BackendResampler)?,
        makeCodec: @escaping @Sendable (CodecForm) -> (any BackendCodec)?
    ) {
        (self.makeBackend, self.makeResampler, self.makeCodec) = (makeBackend, makeResampler, makeCodec)
    }

    static let linked: DeviceEntry =
        linkedDevice().map { Unmanaged<DeviceEntry>.fromOpaque($0).takeRetainedValue() }
        ?? DeviceEntry(
            makeBackend: { () throws(DeviceFailure) in
                throw DeviceFailure(
                    code: DeviceFailure.mediaServicesFailed,
                    sentence:
                        "this program links no device: let it depend on the product AVFAudio, or, in a test, give the code a "
                        + "TestPhone's session")
            }, makeResampler: { _, _, _ in nil }, makeCodec: { _ in nil })
}

/// Receives every message of the device to the app from the time the process joins. AVFAudioSession posts them as notifications
/// even if the program never uses the session.
public final class SessionObserver: Sendable {
    let receive: @Sendable (AppNotice.Message) -> Void

    /// Creates an observer.
    public init(_ receive: @escaping @Sendable (AppNotice.Message) -> Void) { self.receive = receive }

    /// The observer of the linked session, or nil if the program links none.
    static var linked: SessionObserver? {
        linkedSession().map { Unmanaged<SessionObserver>.fromOpaque($0).takeRetainedValue() }
    }
}

/// The observer, retained; null if the program links no session. Defined by CAppleDevice.
@_silgen_name("audiosession_apple_session")
private func linkedSession() -> UnsafeMutableRawPointer?

/// The entry, retained; null if the program links no device. Defined by CAppleDevice, whose header is not imported so that
/// clients need not find it.
@_silgen_name("audiosession_apple_device")
private func linkedDevice() -> UnsafeMutableRawPointer?
