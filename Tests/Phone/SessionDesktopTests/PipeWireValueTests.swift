import Randomness
import Testing

@testable import SessionDesktop

/// The values of PipeWire's protocol, which any program on the machine can fill with what it likes.
struct PipeWireValueTests {
    @Test("What is written is read back, and takes the bytes that it says", arguments: SplitMix.seeds)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        for _ in 0..<500 {
            let value = Self.value(depth: 4, &random)
            let bytes = value.bytes
            let (read, length) = try #require(PipeWireValue.read(bytes[...]), "\(random)")
            #expect(read == value && length == bytes.count, "\(random)")
            // Read from the middle of a buffer, as values within others are.
            #expect(PipeWireValue.read(([7, 7, 7] + bytes + bytes)[3...])?.value == value, "\(random)")
        }
    }

    @Test("A value that is cut off is none", arguments: SplitMix.seeds)
    func cutOff(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<100 {
            let bytes = PipeWireValue.structure([Self.value(depth: 3, &random), .text("end")]).bytes
            // The fill of the last value may be missing.
            for length in 0..<(bytes.count - 8) {
                #expect(PipeWireValue.read(bytes[..<length]) == nil, "\(random)")
            }
        }
    }

    @Test("Mangled bytes are read within their bounds or not at all", arguments: SplitMix.seeds)
    func mangled(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<2_000 {
            var bytes = PipeWireValue.structure((0..<3).map { _ in Self.value(depth: 3, &random) }).bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.pick([
                    0, 1, 4, 14, 15, 0x7F, 0x80, 0xFF,
                ])
            }
            if let (value, length) = PipeWireValue.read(bytes[...]) {
                #expect((8...bytes.count).contains(length) && value.bytes.count <= 2 * bytes.count, "\(random)")
            }
        }
    }

    @Test("Values within one another without end are read one at a time; a size beyond what was sent is refused")
    func hostile() {
        var nested: [UInt8] = []
        for depth in stride(from: 10_000, to: 0, by: -1) {
            nested += withUnsafeBytes(of: (UInt32(8 * (depth - 1)), UInt32(14))) { Array($0) }
        }
        var value = PipeWireValue.read(nested[...])?.value
        for _ in 1..<10_000 {
            #expect(value?.items.count == 1)
            value = value?.items.first
        }
        #expect(value == .structure([]))
        for kind in UInt32(0)...20 {
            let huge = withUnsafeBytes(of: (UInt32.max, kind)) { Array($0) } + [UInt8](repeating: 1, count: 64)
            #expect(PipeWireValue.read(huge[...]) == nil)
        }
    }

    private static func value(depth: Int, _ random: inout SplitMix) -> PipeWireValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
        case 0: .none
        case 1: .bool(random.chance(50))
        case 2: .id(.random(in: 0 ... .max, using: &random))
        case 3: .int(.random(in: .min ... .max, using: &random))
        // A zero ends a text.
        case 4: .text(random.hostileText().filter { !$0.unicodeScalars.contains("\0") })
        case 5: .floats((0..<Int.random(in: 0..<9, using: &random)).map { _ in .random(in: 0...1, using: &random) })
        case 6: .ids((0..<Int.random(in: 0..<9, using: &random)).map { _ in .random(in: 0 ... .max, using: &random) })
        case 7: .structure((0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            .object(
                type: .random(in: 0 ... .max, using: &random), id: .random(in: 0 ... .max, using: &random),
                [
                    PipeWireNode.mute: .bool(random.chance(50)),
                    PipeWireNode.softVolumes: value(depth: depth - 1, &random),
                ])
        }
    }
}
