public import AppleSession
public import SessionDevice
import SessionPolicy
public import SoundFiles

extension SoundFileWriter: BackendWriter {}
extension RateConversion: BackendResampler {}
extension PacketCodec: BackendCodec {}

extension AVCodecWriter: BackendWriter {
    public func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws {
        throw DeviceFailure(
            code: DeviceFailure.unsupportedFormat,
            sentence: "An encoded file has no samples to be placed; append them.")
    }
}

extension AppRecorder: BackendCapture {
    public var isRunning: Bool { isHearing }
}

extension Backend {
    private static let samples: [FileEncoding: SoundFileWriter.Samples] = [
        .whole(bits: 8): .int8, .whole(bits: 16): .int16, .whole(bits: 24): .int24, .whole(bits: 32): .int32,
        .float(bits: 32): .float32, .float(bits: 64): .float64,
    ]
    private static let containers: [String: SoundFileWriter.Container] = [
        "WAVE": .wave, "AIFF": .aiff, "AIFC": .aifc, "caff": .caf,
    ]
    private static let coders: [String: AVCodecWriter.Form] = [
        "aac m4af": .aac, "aac mp4f": .aac, "aac adts": .bareAAC, "aac caff": .aacInCAF, "alacm4af": .alac,
        "alacmp4f": .alac, "alaccaff": .alacInCAF,
    ]

    func reader(_ path: String) throws -> any BackendReader { try FileReader(path) }

    var hasCodecs: Bool { AVCodecWriter.isAvailable }

    func writer(_ path: String, _ form: FileForm) throws -> any BackendWriter {
        let container = Self.containers.first { UInt32(letters: $0.key) == form.kind }?.value
        if let container, let samples = Self.samples[form.encoding] {
            return try SoundFileWriter(
                path: path, rate: form.rate, channels: form.channels, samples: samples, container: container,
                isBigEndian: form.isBigEndian)
        }
        let coder = Self.coders.first {
            form.encoding == .coded(UInt32(letters: String($0.key.prefix(4))))
                && form.kind == UInt32(letters: String($0.key.suffix(4)))
        }
        do {
            return try AVCodecWriter(
                path: path, rate: form.rate, channels: form.channels, form: coder?.value ?? .aac, bitRate: form.bitRate)
        } catch {
            switch error.kind {
            case .notEncodable, .noLibrary:
                throw DeviceFailure(code: DeviceFailure.unsupportedFormat, sentence: error.description)
            default: throw error
            }
        }
    }

    /// Starts a recording of the app: the current input, or silence if the policy requires it.
    func capture(
        _ handler: @escaping @Sendable (UnsafeBufferPointer<Float>, MachineTime) -> Void
    ) throws -> any BackendCapture {
        let recorder = try app.recorder { [weak app] samples in
            let now = app?.now ?? MachineTime(nanoseconds: 0)
            samples.withUnsafeBufferPointer { handler($0, now) }
        }
        try recorder.record()
        return recorder
    }
}
