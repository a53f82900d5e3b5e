import AppleSession
import Dispatch
package import SessionDevice
import SessionPolicy
import SoundFiles
package import Synchronization
import SystemSupport

/// The app of this process on its device, for Apple's names.
final class Backend: AppleBackend {
    let app: AudioApp
    /// The background queue on which notices are delivered in order.
    private let queue = DispatchQueue(label: "audiosession.news")
    private let manual: ManualDelivery?

    init(_ manual: ManualDelivery) { (app, self.manual) = (manual.app, manual) }

    init() throws(DeviceFailure) {
        manual = nil
        if let device = TestedDevice.device.withLock({ $0 }) {
            app = device.open("app")
        } else {
            do throws(DeviceError) { app = try AudioApp.join() } catch {
                // Most of Apple's functions cannot return an error, so it is printed. `ProcessApp` opens the app once, so this
                // happens once.
                DeviceConfiguration.complain("Nothing that this program plays is heard. \(error)")
                throw DeviceFailure(error)
            }
        }
    }

    func perform(_ call: AppCall) throws(DeviceFailure) -> CallOutcome {
        do throws(DeviceError) { return try app.perform(call) } catch { throw DeviceFailure(error) }
    }

    func facts() -> SessionFacts? { try? app.facts() }

    var categories: [SessionPolicy.Category] { app.vocabulary.categories.cases }
    var modes: [SessionPolicy.Mode] { app.vocabulary.modes.cases }

    func has(_ feature: Feature) -> Bool { app.vocabulary.features.contains(feature) }

    var now: MachineTime { app.now }

    var hardware: HardwareFacts {
        let latencies = app.latencies
        // What the mixer requests of a device; a converter adapts devices that cannot provide it.
        return HardwareFacts(
            sampleRate: 48_000, bufferDuration: 1_024.0 / 48_000, inputLatency: latencies.input,
            outputLatency: latencies.output)
    }

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

    func sound(file path: String, named name: String?) throws(DeviceFailure) -> any BackendSound {
        let info = try FileFailure.translating { () throws(SoundFileError) in try probe(path) }
        let meter = FileMeter { () throws(SoundFileError) in try ChannelReader(path: path) }
        return try make(info, meter) { () throws(DeviceError) in try app.sound(file: path, named: name) }
    }

    func sound(data bytes: [UInt8]) throws(DeviceFailure) -> any BackendSound {
        let info = try FileFailure.translating { () throws(SoundFileError) in
            try Self.read(bytes) { path throws(SoundFileError) in try probe(path) }
        }
        // An open reader can still read a file that has been deleted.
        let meter = FileMeter { () throws(SoundFileError) in
            try Self.read(bytes) { path throws(SoundFileError) in try ChannelReader(path: path) }
        }
        return try make(info, meter) { () throws(DeviceError) in try app.sound(data: bytes) }
    }

    func sound(
        channels: Int, rate: Int, render: @escaping @Sendable (UnsafeMutableBufferPointer<Float>, Int) -> Int
    ) throws(DeviceFailure) -> any BackendSound {
        let clocked = ClockedRender(channels: channels, rate: rate, render)
        do throws(DeviceError) {
            let sound = try app.sound(channels: channels, rate: rate) { clocked.renderForDevice($0, $1) }
            return DeviceSound(sound, SoundFileInfo(frames: nil, rate: rate, channels: channels), clocked: clocked)
        } catch { throw DeviceFailure(error) }
    }

    /// Reads bytes through a temporary file.
    private static func read<Value>(
        _ bytes: [UInt8], _ work: (_ path: String) throws(SoundFileError) -> Value
    ) throws(SoundFileError) -> Value {
        let file: NamelessFile
        do throws(NamelessFile.Failure) { file = try NamelessFile(bytes) } catch {
            throw SoundFileError(path: "data", kind: .noSpace)
        }
        do throws(SoundFileError) {
            return try withExtendedLifetime(file) { () throws(SoundFileError) in try work(file.path) }
        } catch {
            throw SoundFileError(path: "data", kind: error.kind)
        }
    }

    private func make(
        _ info: SoundFileInfo, _ meter: FileMeter, _ sound: () throws(DeviceError) -> AppSound
    ) throws(DeviceFailure) -> any BackendSound {
        do throws(DeviceError) { return DeviceSound(try sound(), info, meter: meter) } catch {
            throw DeviceFailure(error)
        }
    }

    func speech(of text: String, language: String, speed: Double, pitch: Double) -> [Float]? {
        // The default speed of espeak-ng.
        SpokenText.samples(of: text, language: language, wordsPerMinute: 175 * speed, pitch: pitch)
    }

    func systemSound(file path: String) throws(PhoneSoundFailure) -> any BackendSystemSound {
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
        makeBackend: { () throws(DeviceFailure) in try Backend() },
        makeResampler: { try? StreamResampler(from: $0, to: $1, channels: $2) }, makeCodec: { PacketCodec($0) })
    return Unmanaged.passRetained(entry).toOpaque()
}

extension DeviceFailure {
    init(_ error: DeviceError) {
        let code =
            switch error {
            case .refused(let refusal): refusal.code ?? 0x7768_6174
            case .unreachable, .forked: Self.mediaServicesFailed
            case .badValue: Self.badParam
            case .file: Self.unsupportedFile
            }
        self.init(code: code, sentence: error.description)
    }
}

/// The codes of Audio File Services for failures of a sound file.
enum FileFailure {
    static func translating<Value>(_ work: () throws(SoundFileError) -> Value) throws(DeviceFailure) -> Value {
        do throws(SoundFileError) { return try work() } catch { throw failure(of: error) }
    }

    static func failure(of error: SoundFileError) -> DeviceFailure {
        let code =
            switch error.kind {
            case .missing, .noFolder, .notAFile, .noSpace, .inputOutput: DeviceFailure.unspecifiedFile
            case .notReadable, .notWritable: DeviceFailure.fileNotPermitted
            case .truncated, .zeroLength: DeviceFailure.invalidFile
            default: DeviceFailure.unsupportedFile
            }
        return DeviceFailure(code: code, sentence: error.description)
    }
}
