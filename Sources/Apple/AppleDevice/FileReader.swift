import AppleSession
import Glibc
import SoundFiles

final class FileReader: BackendReader {
    private let reader: ChannelReader
    let frames: Int
    let kind: UInt32

    init(_ path: String) throws {
        reader = try ChannelReader(path: path)
        frames = reader.info.frames ?? 0
        kind = FileKind.code(ofFile: path)
    }

    var channels: Int { reader.info.channels }
    var rate: Int { reader.info.rate }
    var encoding: FileEncoding { FileEncoding(reader.info.encoding) }

    func read(into samples: UnsafeMutablePointer<Float>, frames: Int) throws -> Int {
        try reader.read(into: samples, count: frames)
    }

    func seek(to frame: Int) throws { try reader.seek(to: frame) }
}

/// Detects the types of sound files by their first bytes.
enum FileKind {
    private static let known: [(at: Int, letters: String, code: String)] = [
        (8, "WAVE", "WAVE"), (8, "AIFF", "AIFF"), (8, "AIFC", "AIFC"), (0, "caff", "caff"), (0, "fLaC", "flac"),
        (0, ".snd", "NeXT"), (0, "ID3", "MPG3"), (8, "M4A ", "m4af"), (4, "ftyp", "mp4f"),
    ]

    /// Returns the `AudioFileTypeID` of a file; 0 if it has none.
    static func code(ofFile path: String) -> UInt32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 12)
        guard pread(descriptor, &head, head.count, 0) == head.count else { return 0 }
        let found = known.first { head.dropFirst($0.at).starts(with: $0.letters.utf8) }
        // An ADTS header begins with twelve ones and a layer of zero, an MPEG audio header with eleven ones.
        let isBare = head[0] == 0xFF && head[1] & 0xF6 == 0xF0
        let code = found?.code ?? (isBare ? "adts" : head[0] == 0xFF && head[1] & 0xE0 == 0xE0 ? "MPG3" : "")
        return UInt32(letters: code)
    }
}

extension FileEncoding {
    /// A codec's number in Apple's interfaces is its four characters.
    init(_ encoding: SampleEncoding) {
        switch encoding {
        case .whole(let bits): self = .whole(bits: UInt32(bits))
        case .float(let bits): self = .float(bits: UInt32(bits))
        case .coded(let letters): self = .coded(UInt32(letters: letters))
        }
    }
}
