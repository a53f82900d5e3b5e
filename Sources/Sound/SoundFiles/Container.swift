import Glibc

/// Looks at a file's outer structure for a cut that libsndfile does not tell: it shortens WAV, RF64, W64, AIFF, CAF and
/// AU data to what is there, and takes the last whole page of an Ogg file for its end.
///
/// The other formats either keep their promised length (FLAC), so that decoding shows the cut, or have none.
struct Container {
    let descriptor: CInt
    let size: Int

    /// Writers that cannot seek back leave a size of this or more; it promises nothing.
    private static let streamedSize = 0x7FFF_0000
    /// More chunks than this before the sound are no sound file we would like to understand.
    private static let maximumChunks = 4096

    /// Whether the file ends before its container says it does.
    var isCutOff: Bool {
        switch (text(at: 0), text(at: 8)) {
        case ("RIFF", "WAVE"): isDataChunkCutOff(named: "data", littleEndian: true)
        case ("RIFX", "WAVE"): isDataChunkCutOff(named: "data", littleEndian: false)
        case ("RF64", "WAVE"): isRF64CutOff
        case ("riff", _) where text(at: 24) == "wave": isSonyWaveCutOff
        case ("FORM", "AIFF"), ("FORM", "AIFC"): isDataChunkCutOff(named: "SSND", littleEndian: false)
        case ("caff", _): isCoreAudioCutOff
        case (".snd", _): isSunAudioCutOff
        case ("OggS", _): isOggCutOff
        default: false
        }
    }

    /// WAV and AIFF: a list of chunks of an 8-byte header and a padded body, the first at byte 12.
    private func isDataChunkCutOff(named name: String, littleEndian: Bool) -> Bool {
        var offset = 12
        for _ in 0..<Self.maximumChunks {
            // A list without the sound is for libsndfile to judge.
            guard let chunk = text(at: offset), let length = word(at: offset + 4, littleEndian: littleEndian) else {
                return false
            }
            if chunk == name {
                return length < Self.streamedSize && offset + 8 + length > size
            }
            offset += 8 + length + length % 2
        }
        return false
    }

    /// RF64 (EBU Tech 3306): WAV whose first chunk, at byte 12, holds the length of the sound in 64 bits at byte 28.
    private var isRF64CutOff: Bool {
        guard text(at: 12) == "ds64", let header = word(at: 16, littleEndian: true), let length = longWord(at: 28)
        else { return false }
        var offset = 20 + header + header % 2
        for _ in 0..<Self.maximumChunks {
            guard let chunk = text(at: offset), let body = word(at: offset + 4, littleEndian: true) else {
                return false
            }
            if chunk == "data" { return offset + 8 + length > size }
            offset += 8 + body + body % 2
        }
        return false
    }

    /// W64 of Sony: WAV whose chunks have names of 16 bytes and lengths of 8, headers included, and begin at multiples of
    /// 8; the first at byte 40.
    private var isSonyWaveCutOff: Bool {
        var offset = 40
        for _ in 0..<Self.maximumChunks {
            guard let chunk = text(at: offset), let length = longWord(at: offset + 16), length >= 24 else {
                return false
            }
            if chunk == "data" { return offset + length > size }
            offset += (length + 7) / 8 * 8
        }
        return false
    }

    /// CAF: a list of chunks of a 12-byte header and a body, the first at byte 8; data of length −1 reach to the end.
    private var isCoreAudioCutOff: Bool {
        var offset = 8
        for _ in 0..<Self.maximumChunks {
            guard
                let chunk = text(at: offset), let high = word(at: offset + 4, littleEndian: false),
                let low = word(at: offset + 8, littleEndian: false)
            else { return false }
            // A length that no file can have: −1, or nonsense that libsndfile may judge.
            guard high < 1 << 24 else { return false }
            let length = high << 32 | low
            if chunk == "data" { return offset + 12 + length > size }
            offset += 12 + length
        }
        return false
    }

    /// AU: where the data begins, and its length.
    private var isSunAudioCutOff: Bool {
        guard let begin = word(at: 4, littleEndian: false), let length = word(at: 8, littleEndian: false) else {
            return false
        }
        return length < Self.streamedSize && begin + length > size
    }

    /// Ogg (RFC 3533): the last page must be whole and carry the end-of-stream flag.
    private var isOggCutOff: Bool {
        // A page is at most 27 + 255 + 255 × 255 bytes long, so the last one begins within this tail.
        let tail = bytes(at: max(0, size - 65_307), count: min(size, 65_307))
        let capture: [UInt8] = [0x4F, 0x67, 0x67, 0x53]
        var begin = tail.count - 27
        while begin >= 0, !tail[begin...].starts(with: capture) { begin -= 1 }
        guard begin >= 0 else { return true }
        let segments = Int(tail[begin + 26])
        guard begin + 27 + segments <= tail.count else { return true }
        let body = tail[(begin + 27)..<(begin + 27 + segments)].reduce(0) { $0 + Int($1) }
        let isEndOfStream = tail[begin + 5] & 4 != 0
        return !isEndOfStream || begin + 27 + segments + body > tail.count
    }

    private func text(at offset: Int) -> String? {
        let raw = bytes(at: offset, count: 4)
        return raw.count == 4 ? String(decoding: raw, as: UTF8.self) : nil
    }

    private func word(at offset: Int, littleEndian: Bool) -> Int? {
        let raw = bytes(at: offset, count: 4)
        guard raw.count == 4 else { return nil }
        return (littleEndian ? raw.reversed() : raw).reduce(0) { $0 << 8 | Int($1) }
    }

    /// 64 bits, the lower half first; nil where no file is so long, which promises nothing.
    private func longWord(at offset: Int) -> Int? {
        guard let low = word(at: offset, littleEndian: true), let high = word(at: offset + 4, littleEndian: true),
            high < 1 << 24
        else { return nil }
        return high << 32 | low
    }

    /// The bytes there are; none where reading fails, which libsndfile then reports in its own words.
    private func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                guard got > 0 else { break }
                filled += got
            }
        }
    }
}
