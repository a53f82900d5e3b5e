import AppleSession
import Glibc
import SoundFiles
import Threads

/// A sound file that grows where it is to stand, as on the phone: linear PCM, because this machine has no encoder of
/// Apple's kinds. Its header is right after every piece, so that what a crash leaves can be read.
final class PCMFile: BackendWriter {
    private let path: String
    private let form: FileForm
    private let head: PCMHeader
    private var descriptor: CInt
    private var bytes = 0

    init(_ path: String, _ form: FileForm) throws(DeviceFailure) {
        guard (1...768_000).contains(form.rate), (1...64).contains(form.channels) else {
            throw DeviceFailure(
                code: DeviceFailure.badParam,
                sentence: "\(form.rate) Hz and \(form.channels) channels; ask for 1 to 768000 Hz and 1 to 64 channels.")
        }
        (self.path, self.form, head) = (path, form, PCMHeader(form))
        descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(path) }
        try writeHeader()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var headBytes: Int { head.count }

    func write(_ samples: UnsafePointer<Float>, frames count: Int) throws(DeviceFailure) {
        var made: [UInt8] = []
        made.reserveCapacity(count * form.frameBytes)
        for index in 0..<count * form.channels { form.append(samples[index], to: &made) }
        try put(made.span.bytes, at: bytes)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(DeviceFailure) { try put(bytes.bytes, at: place) }

    func read(into bytes: UnsafeMutableRawBufferPointer, at place: Int) throws(DeviceFailure) -> Int {
        try checkOpen()
        var done = 0
        let wanted = min(bytes.count, max(0, self.bytes - place))
        while done < wanted {
            let count = pread(descriptor, bytes.baseAddress! + done, wanted - done, off_t(head.count + place + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            done += count
        }
        return done
    }

    func finish() throws(DeviceFailure) {
        guard descriptor >= 0 else { return }
        defer { descriptor = -1 }
        // A chunk of an odd length is filled up.
        let isFilled = head.padding(bytes) == 0 || put([0], from: head.count + bytes)
        guard close(descriptor) == 0, isFilled else { throw Self.failure(path) }
    }

    func abandon() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        unlink(path)
    }

    private func checkOpen() throws(DeviceFailure) {
        guard descriptor >= 0 else {
            throw DeviceFailure(code: DeviceFailure.unspecifiedFile, sentence: "\(path): The file has been closed.")
        }
    }

    private func put(_ made: RawSpan, at place: Int) throws(DeviceFailure) {
        try checkOpen()
        let count = made.withUnsafeBytes { SignalGuard.write($0, to: descriptor, at: head.count + place) }
        guard count == made.byteCount else { throw Self.failure(path) }
        guard place + made.byteCount > bytes else { return }
        bytes = place + made.byteCount
        try writeHeader()
    }

    private func writeHeader() throws(DeviceFailure) {
        guard put(head.bytes(data: bytes), from: 0) else { throw Self.failure(path) }
    }

    /// Writes bytes from a place in the file on; answers whether all of them were written, or `errno` says why not.
    private func put(_ bytes: [UInt8], from place: Int) -> Bool {
        bytes.withUnsafeBytes { SignalGuard.write($0, to: descriptor, at: place) } == bytes.count
    }

    private static func failure(_ path: String) -> DeviceFailure {
        let error = SoundFileError.writing(path, errno: errno)
        let code = error.kind == .notWritable ? DeviceFailure.fileNotPermitted : DeviceFailure.unspecifiedFile
        return DeviceFailure(code: code, sentence: error.description)
    }
}

extension FileForm {
    var bytesPerSample: Int {
        switch samples {
        case .int8: 1
        case .int16: 2
        case .int24: 3
        case .int32, .float32: 4
        case .float64: 8
        }
    }

    var frameBytes: Int { channels * bytesPerSample }

    /// Appends one sample as the file keeps it.
    func append(_ sample: Float, to bytes: inout [UInt8]) {
        let value = sample.isFinite ? Double(max(-1, min(1, sample))) : 0
        func whole(_ scale: Double) -> UInt64 { UInt64(bitPattern: Int64((value * scale).rounded())) }
        let bits =
            switch samples {
            case .int8: container == .wave ? whole(127) &+ 128 : whole(127)
            case .int16: whole(32_767)
            case .int24: whole(8_388_607)
            case .int32: whole(2_147_483_647)
            case .float32: UInt64((sample.isFinite ? sample : 0).bitPattern)
            case .float64: Double(sample.isFinite ? sample : 0).bitPattern
            }
        for byte in 0..<bytesPerSample {
            let place = isBigEndian ? bytesPerSample - 1 - byte : byte
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)))
        }
    }
}
