import Scratch
import Testing

@testable import SoundFiles

/// Files that libavcodec writes and reads; without it these files are refused, which other tests look at.
@Suite(.enabled(if: AVCodecWriter.isAvailable))
struct AVCodecTests {
    private let scratch = Scratch()

    /// A swelling tone in each channel, interleaved.
    private static func tone(_ frames: Int, rate: Int, channels: Int) -> [Float] {
        (0..<frames * channels).map { place in
            let (frame, channel) = place.quotientAndRemainder(dividingBy: channels)
            let time = Double(frame) / Double(rate)
            let swell = 0.3 + 0.2 * sine(3 * time)
            return Float(swell * sine(Double(300 + 100 * channel) * time))
        }
    }

    private static func sine(_ turns: Double) -> Double {
        // Without a library: a parabola on each half turn is near enough to a sine for a tone.
        let part = turns - turns.rounded(.down)
        return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    private func write(_ form: AVCodecWriter.Form, _ samples: [Float], rate: Int, channels: Int) throws -> String {
        let path = scratch.fresh(form == .bareAAC ? "tone.aac" : "tone")
        let writer = try AVCodecWriter(path: path, rate: rate, channels: channels, form: form, bitRate: nil)
        try samples.withUnsafeBufferPointer { samples in
            var place = 0
            // In pieces that no packet is as long as.
            while place < samples.count / channels {
                let count = min(777, samples.count / channels - place)
                try writer.write(samples.baseAddress! + place * channels, frames: count)
                place += count
            }
        }
        try writer.finish()
        return path
    }

    private static func read(_ reader: ChannelReader, _ frames: Int) throws -> [Float] {
        var samples = [Float](repeating: 9, count: frames * reader.info.channels)
        let got = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0.baseAddress!, count: frames) }
        return Array(samples.prefix(got * reader.info.channels))
    }

    /// The difference of samples from others, as a share of these.
    private static func difference(_ samples: [Float], _ wanted: ArraySlice<Float>) -> Double {
        guard samples.count == wanted.count else { return 1 }
        let (error, power) = zip(samples, wanted).reduce(into: (0.0, 1e-9)) { sums, pair in
            sums.0 += Double((pair.0 - pair.1) * (pair.0 - pair.1))
            sums.1 += Double(pair.1 * pair.1)
        }
        return (error / power).squareRoot()
    }

    @Test("ALAC comes out as the 16 bits that went in, to the frame", arguments: [8_000, 44_100, 48_000], [1, 2])
    func lossless(rate: Int, channels: Int) throws {
        let samples = Self.tone(2 * rate + 123, rate: rate, channels: channels)
        let path = try write(.alac, samples, rate: rate, channels: channels)
        let reader = try ChannelReader(path: path)
        #expect(reader.info.frames == 2 * rate + 123 && reader.info.rate == rate && reader.info.channels == channels)
        #expect(reader.info.encoding == .coded("alac"))
        let whole = try Self.read(reader, 3 * rate)
        #expect(zip(whole, samples).allSatisfy { abs($0 - $1) <= 0.5 / 32_768 + 1e-6 } && whole.count == samples.count)
        for place in [rate, 0, 17, 2 * rate] {
            try reader.seek(to: place)
            #expect(
                Self.difference(try Self.read(reader, 100), samples[(place * channels)...].prefix(100 * channels))
                    < 0.01)
        }
    }

    @Test("AAC comes out as long as it went in and sounds as it did, from any place", arguments: [44_100, 48_000])
    func lossy(rate: Int) throws {
        let samples = Self.tone(3 * rate + 77, rate: rate, channels: 2)
        let path = try write(.aac, samples, rate: rate, channels: 2)
        let reader = try ChannelReader(path: path)
        #expect(reader.info.frames == 3 * rate + 77 && reader.info.encoding == .coded("aac "))
        let whole = try Self.read(reader, 4 * rate)
        #expect(whole.count == samples.count && Self.difference(whole, samples[...]) < 0.25)
        for place in [20_000, 0, 2 * rate, 99] {
            try reader.seek(to: place)
            let part = try Self.read(reader, 1_000)
            #expect(Self.difference(part, whole[(2 * place)...].prefix(2_000)) < 0.001, "from \(place)")
        }
        try reader.seek(to: .max)
        #expect(try Self.read(reader, 10).isEmpty)
    }

    @Test("AAC by itself is read from its first frame on, and from any place")
    func bare() throws {
        let samples = Self.tone(48_000, rate: 48_000, channels: 1)
        let reader = try ChannelReader(path: try write(.bareAAC, samples, rate: 48_000, channels: 1))
        #expect(reader.info.frames == nil && reader.info.encoding == .coded("aac "))
        let whole = try Self.read(reader, 60_000)
        #expect(whole.count >= 48_000 && whole.count < 52_000)
        try reader.seek(to: 30_000)
        #expect(Self.difference(try Self.read(reader, 500), whole[30_000...].prefix(500)) < 0.001)
    }

    /// Gives an M4A the tag in which Apple's encoder tells its padding, in place of the edit list.
    private static func tag(_ path: String, priming: Int, remainder: Int, frames: Int) throws {
        var bytes = readBytes(path)
        func place(_ name: String, from start: Int) throws -> Int {
            let letters = Array(name.utf8)
            return try #require((start..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == letters })
        }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: (8 + content.count) >> (24 - 8 * $0)) } + Array(name.utf8) + content
        }
        func hex(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 16, uppercase: true)
            return String(repeating: "0", count: digits - text.count) + text
        }
        let moov = try place("moov", from: bytes.count / 2)
        let edits = try place("edts", from: moov)
        bytes.replaceSubrange(edits..<edits + 4, with: Array("free".utf8))
        let text = " 00000000 \(hex(priming, 8)) \(hex(remainder, 8)) \(hex(frames, 16)) 00000000 00000000"
        let zeros: [UInt8] = [0, 0, 0, 0]
        let tag = box(
            "----",
            box("mean", zeros + Array("com.apple.iTunes".utf8)) + box("name", zeros + Array("iTunSMPB".utf8))
                + box("data", [0, 0, 0, 1] + zeros + Array(text.utf8)))
        for name in ["moov", "udta", "meta", "ilst"] {
            let at = try place(name, from: moov) - 4
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            #expect(at + size == bytes.count)
            for byte in 0..<4 { bytes[at + byte] = UInt8(truncatingIfNeeded: (size + tag.count) >> (24 - 8 * byte)) }
        }
        writeBytes(bytes + tag, to: path)
    }

    @Test("The padding of Apple's encoder, which a tag of the file tells, is cut at both ends")
    func applesPadding() throws {
        let rate = 44_100
        let samples = Self.tone(2 * rate + 100, rate: rate, channels: 2)
        let path = try write(.aac, samples, rate: rate, channels: 2)
        let plain = try Self.read(try ChannelReader(path: path), 3 * rate)
        try Self.tag(path, priming: 1_024 + 300, remainder: 0, frames: 2 * rate - 300)
        let reader = try ChannelReader(path: path)
        #expect(reader.info.frames == 2 * rate - 300)
        let cut = try Self.read(reader, 3 * rate)
        #expect(cut.count == 2 * (2 * rate - 300))
        #expect(Self.difference(Array(cut.prefix(60_000)), plain[600...].prefix(60_000)) < 0.001)
        for place in [50_000, 7] {
            try reader.seek(to: place)
            #expect(
                Self.difference(try Self.read(reader, 500), plain[(2 * (place + 300))...].prefix(1_000)) < 0.001,
                "from \(place)")
        }
    }

    @Test("AAC and ALAC in CAF are as long as they were written", arguments: [AVCodecWriter.Form.aacInCAF, .alacInCAF])
    func inCAF(form: AVCodecWriter.Form) throws {
        let samples = Self.tone(100_123, rate: 48_000, channels: 2)
        let reader = try ChannelReader(path: try write(form, samples, rate: 48_000, channels: 2))
        #expect(reader.info.frames == 100_123)
        #expect(reader.info.encoding == .coded(form == .aacInCAF ? "aac " : "alac"))
        let whole = try Self.read(reader, 200_000)
        #expect(whole.count == samples.count && Self.difference(whole, samples[...]) < 0.25)
        try reader.seek(to: 60_000)
        #expect(Self.difference(try Self.read(reader, 1_000), whole[120_000...].prefix(2_000)) < 0.001)
    }

    @Test("What the encoder does not take is refused, and leaves no file behind")
    func refused() throws {
        for (rate, channels) in [(12_345, 1), (48_000, 40), (0, 1), (.max, 2)] {
            let path = scratch.fresh("none.m4a")
            let error = #expect(throws: SoundFileError.self) {
                try AVCodecWriter(path: path, rate: rate, channels: channels, form: .aac, bitRate: nil)
            }
            if case .notEncodable = error?.kind {
            } else {
                Issue.record("\(rate), \(channels): \(String(describing: error))")
            }
            #expect(#expect(throws: SoundFileError.self) { try probe(path) }?.kind == .missing)
        }
        let error = #expect(throws: SoundFileError.self) {
            try AVCodecWriter(
                path: scratch.path + "/no/such/folder.m4a", rate: 48_000, channels: 2, form: .aac, bitRate: nil)
        }
        #expect(error?.kind == .noFolder)
    }

    @Test("A file that is cut off or changed anywhere is refused or read, and harms nothing")
    func hostile() throws {
        let path = try write(.aac, Self.tone(9_000, rate: 44_100, channels: 2), rate: 44_100, channels: 2)
        let bytes = readBytes(path)
        for turn in 0..<300 {
            var bad = bytes
            if turn % 3 == 0 {
                bad.removeLast(turn * bytes.count / 300)
            } else {
                for change in 1...4 {
                    bad[(turn &* 7_919 &* change) % bad.count] ^= UInt8(truncatingIfNeeded: turn &* 31 | 1)
                }
            }
            guard !bad.isEmpty else { continue }
            let copy = scratch.fresh("bad.m4a")
            writeBytes(bad, to: copy)
            guard let reader = try? ChannelReader(path: copy), reader.info.channels <= 8 else { continue }
            _ = try? Self.read(reader, 20_000)
            _ = try? reader.seek(to: 5_000)
            _ = try? Self.read(reader, 100)
        }
    }
}
