import AppleSession
import SoundFiles

/// A compressed sound file being written; readable once it is finished.
final class CodedFileWriter: BackendWriter {
    static var isAvailable: Bool { AVCodecWriter.isAvailable }
    private let writer: AVCodecWriter

    init(_ path: String, _ form: FileForm) throws(DeviceFailure) {
        let kind: AVCodecWriter.Form =
            switch form.codec {
            case .aac, nil: .aac
            case .bareAAC: .bareAAC
            case .aacInCAF: .aacInCAF
            case .alac: .alac
            case .alacInCAF: .alacInCAF
            }
        do throws(SoundFileError) {
            writer = try AVCodecWriter(
                path: path, rate: form.rate, channels: form.channels, form: kind, bitRate: form.bitRate)
        } catch {
            switch error.kind {
            case .notEncodable, .noLibrary:
                throw DeviceFailure(code: DeviceFailure.unsupportedFormat, sentence: error.description)
            default: throw FileFailure.failure(of: error)
            }
        }
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try writer.write(samples, frames: frames) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DeviceFailure) {
        throw DeviceFailure(
            code: DeviceFailure.unsupportedFormat,
            sentence: "An encoded file has no samples to be placed; append them.")
    }

    func finish() throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try writer.finish() }
    }
}
