public import AppleSession
import Dispatch
public import SessionDevice
import SessionPolicy
public import SoundFiles
package import Synchronization
import SystemSupport

/// The app of this process on its device, for Apple's names.
final class Backend: AppleBackend {
    let app: AudioApp
    /// The background queue on which notices are delivered in order.
    private let queue = DispatchQueue(label: "audiosession.news")
    private let manual: ManualDelivery?

    init(_ manual: ManualDelivery) { (app, self.manual) = (manual.app, manual) }

    init() throws {
        manual = nil
        if let device = TestedDevice.device.withLock({ $0 }) {
            app = device.open("app")
        } else {
            do { app = try AudioApp.join() } catch {
                // Most of Apple's functions cannot return an error, so it is printed. `ProcessApp` opens the app once, so this
                // happens once.
                DeviceConfiguration.complain("Nothing that this program plays is heard. \(error)")
                throw error
            }
        }
    }

    func perform(_ call: AppCall) throws -> CallOutcome {
        try app.perform(call)
    }

    func facts() -> SessionFacts? { try? app.facts() }

    var vocabulary: BookVocabulary { app.vocabulary }

    var now: MachineTime { app.now }

    var latencies: (output: Double, input: Double) { app.latencies }

    var lastNotice: UInt64 { app.lastNotice }

    func accepts(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue?) -> Bool {
        manual?.enqueue(work, on: queue)
        return manual != nil
    }

    func report(exception: String) { manual?.report(exception) }

    func observe(_ handler: @escaping @Sendable (AppNotice) -> Void) {
        if let manual { manual.observe(handler) } else { app.observe(queue: queue, handler) }
    }

    func handle(_ notice: UInt64, _ work: () -> Void) { app.handle(notice, work) }

    func followCalls() { app.followCalls() }

    func setNowPlaying(_ info: NowPlayingInfo?) { app.setNowPlaying(info) }

    func after(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
        setAlarm(at: app.now.advanced(bySeconds: seconds), work)
    }

    func setAlarm(at moment: MachineTime, _ work: @escaping @Sendable () -> Void) {
        if let manual { manual.set(at: moment, work) } else { DeviceAlarm.set(at: moment, of: app, work) }
    }

    // MARK: Sounds

    func sound(file path: String, named name: String?) throws -> any BackendSound {
        let info = try probe(path)
        let meter = FileMeter { try ChannelReader(path: path) }
        return DeviceSound(try app.sound(file: path, named: name), info, meter: meter)
    }

    func sound(data bytes: [UInt8]) throws -> any BackendSound {
        let info = try Self.read(bytes) { path throws(SoundFileError) in try probe(path) }
        // An open reader can still read a file that has been deleted.
        let meter = FileMeter {
            try Self.read(bytes) { path throws(SoundFileError) in try ChannelReader(path: path) }
        }
        return DeviceSound(try app.sound(data: bytes), info, meter: meter)
    }

    func sound(
        channels: Int, rate: Int, render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    ) throws -> any BackendSound {
        let clocked = ClockedRender(channels: channels, rate: rate, render)
        let sound = try app.sound(channels: channels, rate: rate) { clocked.renderForDevice($0, $1) }
        return DeviceSound(sound, SoundFileInfo(frames: nil, rate: rate, channels: channels), clocked: clocked)
    }

    /// Reads bytes through a temporary file.
    private static func read<Value>(
        _ bytes: [UInt8], _ work: (_ path: String) throws(SoundFileError) -> Value
    ) throws -> Value {
        do {
            let file = try NamelessFile(bytes)
            return try withExtendedLifetime(file) { try work(file.path) }
        } catch {
            throw SoundFileError(path: "data", kind: (error as? SoundFileError)?.kind ?? .noSpace)
        }
    }

    func speech(of text: String, language: String, speed: Double, pitch: Double) -> [Float]? {
        // The default speed of espeak-ng.
        SpokenText.samples(of: text, language: language, wordsPerMinute: 175 * speed, pitch: pitch)
    }

    func systemSound(file path: String) throws -> any BackendSystemSound {
        try PhoneSound(path: path, on: self)
    }

    func systemSound(ofPhone number: UInt32) -> (any BackendSystemSound)? { PhoneSound(ofPhone: number, on: self) }
}

/// The device that tests install below Apple's names, before their first use.
package enum TestedDevice {
    package static let device = Mutex<PrivateDevice?>(nil)
}

/// Returns the entry for Apple's names, retained. CAppleDevice calls this by name.
@_cdecl("audiosession_apple_linked_device")
public func linkedDevice() -> UnsafeMutableRawPointer {
    let entry = DeviceEntry(
        makeBackend: { try Backend() }, makeResampler: { try? RateConversion(from: $0, to: $1, channels: $2) },
        makeCodec: { codec, rate, channels, task in
            switch task {
            case .decode(let cookie): PacketCodec(decoding: codec, rate: rate, channels: channels, cookie: cookie)
            case .encode(let bitRate): PacketCodec(encoding: codec, rate: rate, channels: channels, bitRate: bitRate)
            }
        })
    return Unmanaged.passRetained(entry).toOpaque()
}

extension DeviceError: CodedError {
    public var code: Int32 {
        switch self {
        case .refused(let refusal): refusal.code ?? 0x7768_6174
        case .unreachable, .forked: DeviceFailure.mediaServicesFailed
        case .badValue: DeviceFailure.badParam
        case .file: DeviceFailure.unsupportedFile
        }
    }

    public var sentence: String { description }
}

/// The codes of Audio File Services for failures of a sound file.
extension SoundFileError: CodedError {
    public var code: Int32 {
        switch kind {
        case .missing, .noFolder, .notAFile, .noSpace, .inputOutput: DeviceFailure.unspecifiedFile
        case .notReadable, .notWritable: DeviceFailure.fileNotPermitted
        case .truncated, .zeroLength: DeviceFailure.invalidFile
        default: DeviceFailure.unsupportedFile
        }
    }

    public var sentence: String { description }
}
