public import Foundation
public import SessionPolicy

/// A refusal or failure, with the code of Apple's interfaces and a sentence with the remedy.
public protocol CodedError: Error {
    /// The code, of AVAudioSession or Audio File Services.
    var code: Int32 { get }
    /// The sentence that says what is wrong and what to do.
    var sentence: String { get }
}

/// A refusal or failure of Apple's names.
public struct DeviceFailure: CodedError, Hashable {
    public let code: Int32
    public let sentence: String

    /// Creates an error.
    public init(code: Int32, sentence: String) { (self.code, self.sentence) = (code, sentence) }

    /// Describes any error; one without a code is an unspecified failure.
    public init(_ error: any Error) {
        let known = error as? any CodedError
        self.init(code: known?.code ?? Self.unspecifiedFile, sentence: known?.sentence ?? "\(error)")
    }

    /// Returns the code of the error that a closure throws, or 0.
    public static func status(_ work: () throws -> Void) -> Int32 {
        do { try work() } catch { return Self(error).code }
        return 0
    }

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
    /// -1500: a file that cannot be a system sound.
    public static let systemSoundUnspecified: Int32 = -1_500
    /// -1502: a system sound of more than 30 seconds.
    public static let systemSoundTooLong: Int32 = -1_502
}

/// The device below Apple's names: the app of this process, and access to sound files.
///
/// Apple's modules depend only on this protocol, so that importing them loads no modules of decoders or sound cards.
/// AppleDevice implements it. Any thread.
public protocol AppleBackend: AnyObject, Sendable {
    /// Performs a call.
    func perform(_ call: AppCall) throws -> CallOutcome
    /// Returns the facts of the session, or nil if the host does not answer.
    func facts() -> SessionFacts?
    /// The words of the rule book in force.
    var vocabulary: BookVocabulary { get }
    /// The time of the device.
    var now: MachineTime { get }
    /// The latencies of the hardware behind the app's route in seconds, as far as they are known.
    var latencies: (output: Double, input: Double) { get }
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
    func sound(file path: String, named name: String?) throws -> any BackendSound
    /// Creates a sound from the bytes of a file.
    func sound(data bytes: [UInt8]) throws -> any BackendSound
    /// Creates a sound that the app renders: the closure fills interleaved samples and returns the number of frames.
    func sound(
        channels: Int, rate: Int, render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    ) throws -> any BackendSound
    /// Synthesizes a text as mono samples at 22,050 Hz; nil if no installed voice supports the language. `speed` and `pitch`
    /// are factors.
    func speech(of text: String, language: String, speed: Double, pitch: Double) -> [Float]?
    /// Creates a system sound from a file; fails with `systemSoundTooLong` or `systemSoundUnspecified`.
    func systemSound(file path: String) throws -> any BackendSystemSound
    /// Creates one of the phone's own sounds, or nil if the number has none.
    func systemSound(ofPhone number: UInt32) -> (any BackendSystemSound)?

    /// Opens a sound file for reading.
    func reader(_ path: String) throws -> any BackendReader
    /// Whether AAC and ALAC can be written and read.
    var hasCodecs: Bool { get }
    /// Creates a sound file.
    func writer(_ path: String, _ form: FileForm) throws -> any BackendWriter
    /// Starts a capture, which passes samples to a closure while the policy lets the app record.
    ///
    /// - Throws: The policy's refusals.
    func capture(_ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void) throws
        -> any BackendCapture
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
    func play(at start: MachineTime?) throws
    /// Pauses it.
    func pause() throws
    /// Stops it and rewinds to its beginning.
    func stop() throws
    /// Loads its first samples.
    func prepare() throws
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
    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws -> Int
    /// Sets the frame that is read next.
    func seek(to frame: Int) throws
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
    /// The sample rate in hertz.
    public let rate: Int
    /// The number of channels.
    public let channels: Int
    /// The format of one sample, or the codec. 8-bit samples are unsigned in WAVE and signed elsewhere.
    public let encoding: FileEncoding
    /// The file's `AudioFileTypeID`.
    public let kind: UInt32
    /// Whether samples are big-endian: never in WAVE, always in AIFF and AIFC, optional in CAF.
    public let isBigEndian: Bool
    /// The bit rate of a codec in bits per second, or nil for the encoder's default.
    public let bitRate: Int?

    /// Creates a form.
    public init(
        rate: Int, channels: Int, encoding: FileEncoding, kind: UInt32, isBigEndian: Bool = false, bitRate: Int? = nil
    ) {
        (self.rate, self.channels, self.encoding, self.kind) = (rate, channels, encoding, kind)
        (self.isBigEndian, self.bitRate) = (isBigEndian, bitRate)
    }
}

/// A sound file open for writing. For one thread at a time.
public protocol BackendWriter: AnyObject {
    /// Appends interleaved samples.
    func write(_ samples: UnsafePointer<Float>, frames: Int) throws
    /// Overwrites bytes of whole frames, in the file's layout, at an offset from the first sample; not beyond the end. A file
    /// of a codec refuses.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws
    /// Completes and closes the file.
    func finish() throws
}

/// The format in which the device plays and captures; a converter adapts hardware that cannot provide it.
public enum DeviceFormat {
    /// The sample rate in hertz.
    public static let rate = 48_000.0
    /// The number of channels.
    public static let channels = 2
}

/// A running capture of the microphone, in the device's format.
public protocol BackendCapture: AnyObject, Sendable {
    /// Whether the capture runs: neither ended nor halted by the policy.
    var isRunning: Bool { get }
    /// Stops delivering frames, while the app still records as far as the policy knows.
    func pause()
    /// Ends the capture.
    func stop() throws
}

/// The task of a codec.
public enum CodecTask: Hashable, Sendable {
    /// Decodes packets to frames. The cookie may be empty for AAC and MP3.
    case decode(cookie: [UInt8])
    /// Encodes frames to packets at a bit rate, or nil for the encoder's default.
    case encode(bitRate: Int?)
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

/// The functions that AppleDevice provides to Apple's modules, which do not import it.
public final class DeviceEntry: Sendable {
    /// Creates a codec for an `AudioFormatID`, a rate in hertz and a number of channels.
    public typealias CodecMaker = @Sendable (UInt32, Int, Int, CodecTask) -> (any BackendCodec)?
    /// Creates a converter from a rate to another for a number of channels.
    public typealias ResamplerMaker = @Sendable (Double, Double, Int) -> (any BackendResampler)?

    /// Opens the app of the process on its device.
    public let makeBackend: @Sendable () throws -> any AppleBackend
    /// Creates a rate converter, or nil if libsoxr is missing or does not support the rates.
    public let makeResampler: ResamplerMaker
    /// Creates a codec, or nil if libavcodec is missing or does not have it.
    public let makeCodec: CodecMaker

    /// Creates an entry.
    public init(
        makeBackend: @escaping @Sendable () throws -> any AppleBackend, makeResampler: @escaping ResamplerMaker,
        makeCodec: @escaping CodecMaker
    ) {
        (self.makeBackend, self.makeResampler, self.makeCodec) = (makeBackend, makeResampler, makeCodec)
    }

    /// The entry of the device that the program links.
    public static let linked: DeviceEntry =
        linkedDevice().map { Unmanaged<DeviceEntry>.fromOpaque($0).takeRetainedValue() }
        ?? DeviceEntry(
            makeBackend: {
                throw DeviceFailure(
                    code: DeviceFailure.mediaServicesFailed,
                    sentence:
                        "this program links no device: let it depend on the product AVFAudio, or, in a test, give the code a "
                        + "TestPhone's session")
            }, makeResampler: { _, _, _ in nil }, makeCodec: { _, _, _, _ in nil })
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

extension UInt32 {
    /// The code of four letters, such as an `AudioFormatID` or an `AudioFileTypeID`.
    public init(letters: String) { self = letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
}

extension UnsafeBufferPointer<Float> {
    /// Returns the linear peak and mean level of each channel of interleaved samples.
    public func levels(channels: Int) -> [(peak: Float, mean: Float)] {
        let frames = count / channels
        return (0..<channels).map { channel in
            var (peak, sum) = (Float(0), Float(0))
            for frame in 0..<frames {
                let sample = self[frame * channels + channel]
                peak = Swift.max(peak, abs(sample))
                sum += sample * sample
            }
            return (peak, frames > 0 ? (sum / Float(frames)).squareRoot() : 0)
        }
    }
}
