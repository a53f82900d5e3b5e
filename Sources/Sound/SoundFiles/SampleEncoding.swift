import CSndFile

/// The encoding of one sample in a sound file.
public enum SampleEncoding: Hashable, Sendable {
    /// A whole number of some bits.
    case whole(bits: Int)
    /// A float of some bits.
    case float(bits: Int)
    /// A codec by its four-letter code in CAF files; four blanks if it has none.
    case coded(String)

    init(format: Int) {
        if format & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC) {
            self = .coded("flac")
            return
        }
        self = Self.known.first { $0.code == format & Int(SF_FORMAT_SUBMASK) }?.encoding ?? .coded("    ")
    }

    private static let known: [(code: Int, encoding: SampleEncoding)] = [
        (Int(SF_FORMAT_PCM_S8), .whole(bits: 8)), (Int(SF_FORMAT_PCM_U8), .whole(bits: 8)),
        (Int(SF_FORMAT_PCM_16), .whole(bits: 16)), (Int(SF_FORMAT_PCM_24), .whole(bits: 24)),
        (Int(SF_FORMAT_PCM_32), .whole(bits: 32)), (Int(SF_FORMAT_FLOAT), .float(bits: 32)),
        (Int(SF_FORMAT_DOUBLE), .float(bits: 64)), (Int(SF_FORMAT_ULAW), .coded("ulaw")),
        (Int(SF_FORMAT_ALAW), .coded("alaw")), (Int(SF_FORMAT_IMA_ADPCM), .coded("ima4")),
        (Int(SF_FORMAT_ALAC_16), .coded("alac")), (Int(SF_FORMAT_ALAC_20), .coded("alac")),
        (Int(SF_FORMAT_ALAC_24), .coded("alac")), (Int(SF_FORMAT_ALAC_32), .coded("alac")),
        (Int(SF_FORMAT_OPUS), .coded("opus")), (Int(SF_FORMAT_MPEG_LAYER_I), .coded(".mp1")),
        (Int(SF_FORMAT_MPEG_LAYER_II), .coded(".mp2")), (Int(SF_FORMAT_MPEG_LAYER_III), .coded(".mp3")),
    ]
}
