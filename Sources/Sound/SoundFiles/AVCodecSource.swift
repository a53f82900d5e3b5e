import CAVCodec
import Glibc

/// A sound file open for decoding by libavcodec, closed when released: AAC and ALAC in MPEG-4 files, AAC by itself.
final class AVCodecSource: SourceFile {
    let info: SoundFileInfo
    let path: String
    private let reader: OpaquePointer
    private var isDamaged = false

    /// Whether a file's first bytes call for libavcodec instead of libsndfile.
    static func claims(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        guard pread(descriptor, &head, head.count, 0) == head.count else { return false }
        // An ADTS frame begins with twelve ones and layer zero.
        return head[4..<8].elementsEqual("ftyp".utf8) || head[0] == 0xFF && head[1] & 0xF6 == 0xF0
            || head.starts(with: "caff".utf8)
    }

    init(_ path: String) throws(SoundFileError) {
        _ = try LoadedLibraries.avcodec.functions(for: path)
        var header = cav_info()
        var reason = [CChar](repeating: 0, count: Int(cav_reason_size))
        guard let reader = cav_open(path, &header, &reason) else {
            throw SoundFileError(path: path, kind: .notASound(detail: AVCodecLibrary.text(reason)))
        }
        let (rate, channels) = (Int(header.rate), Int(header.channels))
        guard sourceRates.contains(rate) else {
            cav_close(reader)
            throw SoundFileError(path: path, kind: .notASound(detail: "its rate is \(rate) Hz"))
        }
        let letters = (0..<4).map { UInt8(truncatingIfNeeded: header.codec >> (24 - 8 * UInt32($0))) }
        (self.path, self.reader) = (path, reader)
        info = SoundFileInfo(
            frames: header.frames < 0 ? nil : Int(header.frames), rate: rate, channels: channels,
            encoding: .coded(String(decoding: letters, as: UTF8.self)))
    }

    deinit { cav_close(reader) }

    func read(into output: UnsafeMutablePointer<Float>, count: Int) -> Int {
        let got = cav_read(reader, output, Int64(count))
        if got < 0 { isDamaged = true }
        return max(0, Int(got))
    }

    func seek(to frame: Int) throws(SoundFileError) {
        guard cav_seek(reader, Int64(frame)) else {
            throw SoundFileError(path: path, kind: .notASound(detail: "seeking: it is damaged"))
        }
    }

    func failure(after present: Int) -> SoundFileError? {
        isDamaged ? SoundFileError(path: path, kind: .truncated(promised: info.frames, present: present)) : nil
    }

    /// The order of channels is the codec's own.
    var channelMap: [CInt]? { nil }
}

enum AVCodecLibrary {
    static func text(_ reason: [CChar]) -> String {
        String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
