import AppleSession
import Glibc
import SoundFiles

/// A sound file being written in place, as on the phone.
final class FileWriter: BackendWriter {
    private let path: String
    private let writer: SoundFileWriter

    init(_ path: String, _ form: FileForm) throws(DeviceFailure) {
        self.path = path
        writer = try FileFailure.translating { () throws(SoundFileError) in
            try SoundFileWriter(
                path: path, rate: form.rate, channels: form.channels, samples: form.samples.kept,
                container: form.container.kept, isBigEndian: form.isBigEndian)
        }
    }

    func write(_ samples: UnsafePointer<Float>, frames: Int) throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try writer.write(samples, frames: frames) }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try writer.write(bytes, at: place) }
    }

    func finish() throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try writer.finish() }
    }
}

extension FileForm.Samples {
    fileprivate var kept: SoundFileWriter.Samples {
        switch self {
        case .int8: .int8
        case .int16: .int16
        case .int24: .int24
        case .int32: .int32
        case .float32: .float32
        case .float64: .float64
        }
    }
}

extension FileForm.Container {
    fileprivate var kept: SoundFileWriter.Container {
        switch self {
        case .wave: .wave
        case .aiff: .aiff
        case .aifc: .aifc
        case .caf: .caf
        }
    }
}
