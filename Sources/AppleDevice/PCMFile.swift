import AppleSession
import Glibc
import SoundFiles

/// A sound file that is read as it is.
final class FileReader: BackendReader {
    private let reader: ChannelReader
    let frames: Int

    init(_ path: String) throws(DeviceFailure) {
        reader = try FileFailure.translating { () throws(SoundFileError) in try ChannelReader(path: path) }
        frames = reader.info.frames ?? 0
    }

    var channels: Int { reader.info.channels }
    var rate: Int { reader.info.rate }
    var encoding: FileEncoding { FileEncoding(reader.info.encoding) }

    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws(DeviceFailure) -> Int {
        try FileFailure.translating { () throws(SoundFileError) in try reader.read(into: samples, count: frames) }
    }

    func seek(to frame: Int) throws(DeviceFailure) {
        try FileFailure.translating { () throws(SoundFileError) in try reader.seek(to: frame) }
    }
}

/// A sound file that grows where it is to stand, as on the phone: linear PCM in WAVE, whatever its name ends in, because
/// this machine has no encoder of Apple's kinds. Its header is right after every piece, so that what a crash leaves can be
/// read.
final class PCMFile: BackendWriter {
    private let path: String
    private let form: FileForm
    private var descriptor: CInt
    private var frames = 0
    private static let headerBytes = 44

    init(_ path: String, _ form: FileForm) throws(DeviceFailure) {
        guard (1...768_000).contains(form.rate), (1...64).contains(form.channels) else {
            throw DeviceFailure(
                code: DeviceFailure.badParam,
                sentence: "\(form.rate) Hz and \(form.channels) channels; ask for 1 to 768000 Hz and 1 to 64 channels.")
        }
        (self.path, self.form) = (path, form)
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(path) }
        try writeHeader()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ samples: UnsafePointer<Float>, frames count: Int) throws(DeviceFailure) {
        guard descriptor >= 0 else {
            throw DeviceFailure(code: DeviceFailure.unspecifiedFile, sentence: "\(path): The file has been closed.")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * form.channels * form.bytesPerSample)
        for index in 0..<count * form.channels { form.append(samples[index], to: &bytes) }
        guard lseek(descriptor, 0, SEEK_END) >= 0, put(bytes) else { throw Self.failure(path) }
        frames += count
        try writeHeader()
    }

    func finish() throws(DeviceFailure) {
        guard descriptor >= 0 else { return }
        defer { descriptor = -1 }
        guard close(descriptor) == 0 else { throw Self.failure(path) }
    }

    func abandon() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        unlink(path)
    }

    private func put(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    private func writeHeader() throws(DeviceFailure) {
        let frameBytes = form.channels * form.bytesPerSample
        let data = UInt32(clamping: frames * frameBytes)
        var head = Array("RIFF".utf8)
        func add(_ number: UInt32) { head += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        func add(_ number: UInt16) { head += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
        add(UInt32(clamping: Int(data) + Self.headerBytes - 8))
        head += Array("WAVEfmt ".utf8)
        add(UInt32(16))
        add(UInt16(form.samples == .float32 ? 3 : 1))
        add(UInt16(form.channels))
        add(UInt32(form.rate))
        add(UInt32(form.rate * frameBytes))
        add(UInt16(frameBytes))
        add(UInt16(form.bytesPerSample * 8))
        head += Array("data".utf8)
        add(data)
        let count = head.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == head.count else { throw Self.failure(path) }
        lseek(descriptor, 0, SEEK_END)
    }

    private static func failure(_ path: String) -> DeviceFailure {
        let reason = String(cString: strerror(errno))
        let code = errno == EACCES || errno == EROFS ? DeviceFailure.fileNotPermitted : DeviceFailure.unspecifiedFile
        return DeviceFailure(
            code: code, sentence: "\(path) cannot be written: \(reason). Write to a folder of your own.")
    }
}

extension FileForm {
    var bytesPerSample: Int {
        switch samples {
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        }
    }

    func append(_ sample: Float, to bytes: inout [UInt8]) {
        let value = sample.isFinite ? Double(max(-1, min(1, sample))) : 0
        let bits: UInt32 =
            switch samples {
            case .int16: UInt32(bitPattern: Int32((value * 32_767).rounded()))
            case .int24: UInt32(bitPattern: Int32((value * 8_388_607).rounded()))
            case .int32: UInt32(bitPattern: Int32((value * 2_147_483_647).rounded()))
            case .float32: (sample.isFinite ? sample : 0).bitPattern
            }
        for byte in 0..<bytesPerSample { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * byte))) }
    }
}
