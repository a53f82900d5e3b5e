public import SessionPolicy

/// A refusal or a failure, with the code of Apple's interfaces and a sentence that says what would work.
public struct DeviceFailure: Error, Hashable, Sendable {
    /// The code; AVAudioSession's, or that of Audio File Services.
    public let code: Int32
    /// The sentence that says what is wrong and what to do.
    public let sentence: String

    /// Describes a failure.
    public init(code: Int32, sentence: String) { (self.code, self.sentence) = (code, sentence) }

    /// 'msrv': the host does not answer.
    public static let mediaServicesFailed: Int32 = 0x6D73_7276
    /// -50: a value that the call does not take.
    public static let badParam: Int32 = -50
    /// 'wht?': a file that is not there, or fails in another way.
    public static let unspecifiedFile: Int32 = 0x7768_743F
    /// 'typ?': a file of a kind that cannot be read.
    public static let unsupportedFile: Int32 = 0x7479_703F
    /// 'prm?': a file that may not be used.
    public static let fileNotPermitted: Int32 = 0x7072_6D3F
    /// 'fmt?': samples or a codec that a file cannot have.
    public static let unsupportedFormat: Int32 = 0x666D_743F
    /// 'dta?': a file that is damaged.
    public static let invalidFile: Int32 = 0x6474_613F
}

/// The device below Apple's names: the app that this process is, and access to sound files.
///
/// The modules with Apple's names know only this, so that a program that imports them loads neither decoders' nor sound
/// cards' modules when it is compiled. The module AppleDevice implements it. Any thread.
public protocol AppleBackend: AnyObject, Sendable {
    /// Hands over a call.
    func perform(_ call: AppCall) throws(DeviceFailure) -> CallOutcome
    /// Returns the facts that the app may read now, or nil if the host does not answer.
    func facts() -> SessionFacts?
    /// The categories that the rule book in force has.
    var categories: [Category] { get }
    /// The modes that the rule book in force has.
    var modes: [Mode] { get }
    /// Whether the system that the rule book in force is about has something.
    func has(_ feature: Feature) -> Bool
    /// The time of the device.
    var now: MachineTime { get }
    /// The hardware behind the app's route, as far as it is known.
    var hardware: HardwareFacts { get }
    /// Has a closure called once so many seconds of the device's time have passed, on a thread that is not the main one.
    func after(_ seconds: Double, _ work: @escaping @Sendable () -> Void)
    /// Has a closure called with each notice from now on, in order, on a queue of its own.
    func observe(_ handler: @escaping @Sendable (AppNotice) -> Void)
    /// The number of the last notice that was decided, told or not; 0 before the first.
    var lastNotice: UInt64 { get }

    /// Has the device tell of its calls from now on.
    func followCalls()
    /// Tells the device what the app plays; nil: it says nothing any more.
    func setNowPlaying(_ info: NowPlayingInfo?)

    /// Makes a sound of a file; nil names it as its file is called.
    func sound(file path: String, named name: String?) throws(DeviceFailure) -> any BackendSound
    /// Makes a sound of a file's bytes.
    func sound(data bytes: [UInt8]) throws(DeviceFailure) -> any BackendSound
    /// Makes a sound that the app renders itself; the closure fills interleaved samples, and says how many frames.
    func sound(
        channels: Int, rate: Int, render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    ) throws(DeviceFailure) -> any BackendSound
    /// Speaks a text into samples of one channel, 22,050 a second, with a part of the time that it lasts, or nil if
    /// nothing that speaks the language is installed. `speed` and `pitch` are 1 as they come.
    func speech(of text: String, language: String, speed: Double, pitch: Double) -> [Float]?
    /// Makes a system sound of a file.
    func systemSound(file path: String) throws(PhoneSoundFailure) -> any BackendSystemSound
    /// Makes one of the sounds that every phone has, or nil if there is none of that number.
    func systemSound(ofPhone number: UInt32) -> (any BackendSystemSound)?

    /// Opens a sound file for reading its channels as they are.
    func reader(_ path: String) throws(DeviceFailure) -> any BackendReader
    /// Whether AAC and ALAC can be written and read.
    var hasCodecs: Bool { get }
    /// Makes a sound file.
    func writer(_ path: String, _ form: FileForm) throws(DeviceFailure) -> any BackendWriter
    /// Records: passes what the microphone hears from now on, for as long as the policy lets the app hear it.
    ///
    /// - Throws: What the policy refuses.
    func capture(_ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void) throws(DeviceFailure)
        -> any BackendCapture
}

/// The reason for which a file is no system sound.
public enum PhoneSoundFailure: Error, Sendable {
    /// The sound is longer than 30 seconds.
    case tooLong
    /// The file cannot be read, or is of a kind that system sounds are not.
    case unreadable
}

/// A sound of the app.
public protocol BackendSound: AnyObject, Sendable {
    /// The name under which notices speak of it.
    var name: String { get }
    /// The length of one round, in seconds, or nil if it is not known.
    var duration: Double? { get }
    /// The number of channels of the sound's file.
    var channels: Int { get }
    /// Frames per second of its file.
    var fileRate: Int { get }
    /// The encoding of the sound's file.
    var encoding: FileEncoding { get }
    /// Plays it, from a moment on.
    func play(at start: MachineTime?) throws(DeviceFailure)
    /// Pauses it where it is.
    func pause() throws(DeviceFailure)
    /// Ends it; it then begins again.
    func stop() throws(DeviceFailure)
    /// Gets its first samples ready.
    func prepare() throws(DeviceFailure)
    /// Whether it runs.
    var isPlaying: Bool { get }
    /// The position in the sound, in seconds.
    var position: Double { get }
    /// Seeks in the sound.
    func seek(to seconds: Double)
    /// The number of times that the sound begins again; below 0: without end.
    var loops: Int { get set }
    /// The place in seconds at which a sound that does not repeat ends before its own end, or nil if there is none.
    var end: Double? { get set }
    /// The speed of playing; 1 is the sound's own.
    var rate: Double { get set }
    /// Whether the sound keeps its pitch at another speed, where SoundTouch is installed; false at first.
    var keepsPitch: Bool { get set }
    /// Moves its level, 0 to 1; `seconds`: nil is the rule book's length.
    func setGain(_ gain: Double, over seconds: Double?)
    /// The place of the sound, from -1, left, to 1, right.
    var pan: Double { get set }
    /// The loudest and the mean of the last pieces of it for each channel of its file, linear, whatever becomes of them
    /// behind it; nothing while it does not run.
    var levels: [(peak: Float, mean: Float)] { get }
}

/// A short sound that no session governs.
public protocol BackendSystemSound: AnyObject, Sendable {
    /// Plays it from its beginning, and says when it has ended, on a thread that is not the main one.
    ///
    /// - Parameters:
    ///   - asAlert: Whether it vibrates where the device is set to.
    ///   - isInterface: Whether the person's setting for sound effects concerns it.
    func play(asAlert: Bool, isInterface: Bool, then end: @escaping @Sendable () -> Void)
}

/// A sound file that is read; one thread at a time.
public protocol BackendReader: AnyObject {
    /// The number of channels of the file.
    var channels: Int { get }
    /// Frames per second.
    var rate: Int { get }
    /// The number of frames of the file.
    var frames: Int { get }
    /// The encoding of the file.
    var encoding: FileEncoding { get }
    /// The code of the kind of file, as Audio File Services name it; 0 for one that they do not name.
    var kind: UInt32 { get }
    /// Reads interleaved samples of all channels; fewer frames only at the end.
    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws(DeviceFailure) -> Int
    /// Sets the frame that is read next.
    func seek(to frame: Int) throws(DeviceFailure)
}

/// The encoding of one sample in a file that is read.
public enum FileEncoding: Hashable, Sendable {
    /// The sample is an integer of so many bits.
    case whole(bits: UInt32)
    /// The sample is a float of so many bits.
    case float(bits: UInt32)
    /// The sample is encoded by a codec, given by its `AudioFormatID`.
    case coded(UInt32)
}

/// The format of a file that is written.
public struct FileForm: Hashable, Sendable {
    /// The format of one sample; 8 bits have no sign in WAVE, and one elsewhere.
    public enum Samples: Hashable, Sendable { case int8, int16, int24, int32, float32, float64 }

    /// The container around the samples.
    public enum Container: Hashable, Sendable { case wave, aiff, aifc, caf }

    /// Frames per second.
    public var rate: Int
    /// The number of channels.
    public var channels: Int
    /// The format of one sample.
    public var samples: Samples
    /// The container around the samples.
    public var container: Container
    /// Whether the high byte of a sample comes first: never in WAVE, always in AIFF and AIFC, by choice in CAF.
    public var isBigEndian: Bool
    /// The codec, or nil for linear PCM. Samples and container then say nothing.
    public var codec: Codec?
    /// The bit rate of the codec, in bits per second; nil is the encoder's choice.
    public var bitRate: Int?

    /// A codec with what is around its packets.
    public enum Codec: Hashable, Sendable {
        /// AAC in an MPEG-4 file.
        case aac
        /// AAC by itself.
        case bareAAC
        /// AAC in a CAF file.
        case aacInCAF
        /// Apple Lossless in an MPEG-4 file.
        case alac
        /// Apple Lossless in a CAF file.
        case alacInCAF
    }

    /// Describes a form.
    public init(
        rate: Int, channels: Int, samples: Samples, container: Container = .wave, isBigEndian: Bool = false
    ) {
        (self.rate, self.channels, self.samples) = (rate, channels, samples)
        (self.container, self.isBigEndian) = (container, isBigEndian)
    }
}

/// A sound file that is written; one thread at a time.
public protocol BackendWriter: AnyObject {
    /// Appends interleaved samples.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(DeviceFailure)
    /// Puts bytes of whole frames, laid out as the file keeps them, so many bytes behind the first sample; not beyond the end.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DeviceFailure)
    /// Completes the file; nothing can be written after that.
    func finish() throws(DeviceFailure)
}

/// A capture of the microphone: it passes frames as long as it runs.
public protocol BackendCapture: AnyObject, Sendable {
    /// Frames per second of what is captured.
    var rate: Int { get }
    /// The number of channels that are captured.
    var channels: Int { get }
    /// Whether the capture runs: neither ended nor halted by the policy.
    var isRunning: Bool { get }
    /// Ends the capture.
    func stop()
}

/// The work that is wanted of a codec.
public struct CodecForm: Hashable, Sendable {
    /// Whether packets become frames or frames packets.
    public enum Task: Hashable, Sendable {
        /// Packets become frames. The cookie is the encoder's description of itself; it may be empty for AAC and MP3.
        case decode(cookie: [UInt8])
        /// Frames become packets, of so many bits per second; nil is the encoder's choice.
        case encode(bitRate: Int?)
    }

    /// The codec, an `AudioFormatID`.
    public var codec: UInt32
    /// Frames per second.
    public var rate: Int
    /// The number of channels.
    public var channels: Int
    /// The work.
    public var task: Task

    /// Describes the work of a codec.
    public init(codec: UInt32, rate: Int, channels: Int, task: Task) {
        (self.codec, self.rate, self.channels, self.task) = (codec, rate, channels, task)
    }

    /// Creates the codec, or nil if libavcodec is not installed or does not have it.
    public func makeCodec() -> (any BackendCodec)? { DeviceEntry.linked.makeCodec(self) }
}

/// A decoder or an encoder without a file; one thread at a time.
public protocol BackendCodec: AnyObject {
    /// The number of frames in a packet that an encoder makes.
    var packetFrames: Int { get }
    /// An encoder's description of itself.
    var cookie: [UInt8] { get }
    /// Decodes a packet, or with nil the decoder's remaining frames. Returns interleaved frames, or nil for a damaged
    /// packet.
    func decode(_ packet: UnsafeRawBufferPointer?) -> [Float]?
    /// Encodes the frames of a packet, fewer only at the end, or with nil what the encoder still holds, or nil if that
    /// fails.
    func encode(_ samples: [Float]?) -> [[UInt8]]?
}

/// The rate, the buffer and the latencies of the hardware behind the app's route.
public struct HardwareFacts: Hashable, Sendable {
    /// Frames per second.
    public var sampleRate: Double
    /// Seconds of one buffer.
    public var bufferDuration: Double
    /// Seconds that captured samples have been on their way.
    public var inputLatency: Double
    /// Seconds that played samples will be on their way.
    public var outputLatency: Double

    /// Describes hardware.
    public init(sampleRate: Double, bufferDuration: Double, inputLatency: Double, outputLatency: Double) {
        (self.sampleRate, self.bufferDuration) = (sampleRate, bufferDuration)
        (self.inputLatency, self.outputLatency) = (inputLatency, outputLatency)
    }
}

/// The functions that AppleDevice hands to Apple's names, which load none of its modules.
public final class DeviceEntry: Sendable {
    /// Opens the app that the process is on its device.
    public let makeBackend: @Sendable () throws(DeviceFailure) -> any AppleBackend
    /// Makes a converter between two rates, or nil if libsoxr is not installed or cannot convert between these rates.
    public let makeResampler: @Sendable (_ from: Double, _ to: Double, _ channels: Int) -> (any BackendResampler)?

    /// Makes a codec, or nil if libavcodec is not installed or does not have it.
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

/// Receives every message of the device to the app, from the time at which the process joins: AVFAudioSession posts
/// them as notifications, whether or not the program ever names the session.
public final class SessionObserver: Sendable {
    let receive: @Sendable (AppNotice.Message) -> Void

    /// Creates an observer.
    public init(_ receive: @escaping @Sendable (AppNotice.Message) -> Void) { self.receive = receive }

    /// The observer of the session that the program links, or nil if it links none.
    static var linked: SessionObserver? {
        linkedSession().map { Unmanaged<SessionObserver>.fromOpaque($0).takeRetainedValue() }
    }
}

/// The observer, retained; null if the program links no session. Defined by CAppleDevice.
@_silgen_name("audiosession_apple_session")
private func linkedSession() -> UnsafeMutableRawPointer?

/// The entry, retained; null where the program links no device. Defined by the room CAppleDevice, whose header is not
/// imported, so that a client need not find it.
@_silgen_name("audiosession_apple_device")
private func linkedDevice() -> UnsafeMutableRawPointer?
