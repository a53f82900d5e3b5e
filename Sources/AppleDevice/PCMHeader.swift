import AppleSession

/// What stands before the samples of a file of linear PCM.
///
/// WAVE as in RFC 2361, AIFF and AIFC as Apple's Audio Interchange File Format 1.3 has them, CAF as in Apple's Core Audio
/// Format Specification 1.0.
struct PCMHeader {
    private let form: FileForm

    init(_ form: FileForm) { self.form = form }

    /// How many bytes it is long.
    var count: Int { bytes(data: 0).count }

    /// How many bytes have to follow so many bytes of samples.
    func padding(_ data: Int) -> Int { form.container == .caf ? 0 : data % 2 }

    /// The header of so many bytes of samples.
    func bytes(data: Int) -> [UInt8] {
        switch form.container {
        case .wave: wave(UInt32(clamping: data))
        case .aiff: interchange(data, name: "AIFF")
        case .aifc: interchange(data, name: "AIFC")
        case .caf: coreAudio(data)
        }
    }

    private var bits: Int { form.bytesPerSample * 8 }
    private var isFloat: Bool { form.samples == .float32 || form.samples == .float64 }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private func wave(_ data: UInt32) -> [UInt8] {
        var head = Array("WAVEfmt ".utf8) + Self.little(UInt32(16))
        head += Self.little(UInt16(isFloat ? 3 : 1)) + Self.little(UInt16(form.channels))
        head += Self.little(UInt32(form.rate)) + Self.little(UInt32(form.rate * form.frameBytes))
        head += Self.little(UInt16(form.frameBytes)) + Self.little(UInt16(bits))
        head += Array("data".utf8) + Self.little(data)
        return Array("RIFF".utf8) + Self.little(UInt32(clamping: head.count + Int(data) + padding(Int(data)))) + head
    }

    private func interchange(_ data: Int, name: String) -> [UInt8] {
        var common = Self.big(UInt16(form.channels)) + Self.big(UInt32(clamping: data / form.frameBytes))
        common += Self.big(UInt16(bits)) + extendedRate
        var head = Array(name.utf8)
        if name == "AIFC" {
            // The version of 1990, and a codec's letters with a name of no letters.
            head += Array("FVER".utf8) + Self.big(UInt32(4)) + Self.big(UInt32(0xA280_5140))
            let codec = isFloat ? (form.samples == .float32 ? "fl32" : "fl64") : "NONE"
            common += Array(codec.utf8) + [0, 0]
        }
        head += Array("COMM".utf8) + Self.big(UInt32(common.count)) + common
        head += Array("SSND".utf8) + Self.big(UInt32(clamping: data + 8)) + Self.big(UInt32(0)) + Self.big(UInt32(0))
        return Array("FORM".utf8) + Self.big(UInt32(clamping: head.count + data + padding(data))) + head
    }

    /// The rate as a float of 80 bits: an exponent with its bias, and a mantissa whose first bit is one.
    private var extendedRate: [UInt8] {
        let rate = UInt64(form.rate)
        let shift = rate.leadingZeroBitCount
        return Self.big(UInt16(16_383 + 63 - shift)) + Self.big(rate << UInt64(shift))
    }

    private func coreAudio(_ data: Int) -> [UInt8] {
        var head = Array("caff".utf8) + Self.big(UInt16(1)) + Self.big(UInt16(0))
        head += Array("desc".utf8) + Self.big(UInt64(32)) + Self.big(Double(form.rate).bitPattern)
        head += Array("lpcm".utf8) + Self.big(UInt32((isFloat ? 1 : 0) | (form.isBigEndian ? 0 : 2)))
        head += Self.big(UInt32(form.frameBytes)) + Self.big(UInt32(1))
        head += Self.big(UInt32(form.channels)) + Self.big(UInt32(bits))
        return head + Array("data".utf8) + Self.big(UInt64(data + 4)) + Self.big(UInt32(0))
    }
}
