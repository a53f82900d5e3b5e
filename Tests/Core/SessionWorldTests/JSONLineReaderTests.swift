import Randomness
import Testing

@testable import SessionWorld

@Suite struct JSONLineReaderTests {
    @Test("Each value and key knows its column, counted in scalars")
    func positions() throws {
        let object = try value(#"{"é": "å", "to": [1, {"x": null}], "on": true}"#)
        guard case .object(let members) = object.content else {
            Issue.record("not an object")
            return
        }
        #expect(members.map(\.key) == ["é", "to", "on"])
        #expect(members.map(\.keyPosition.column) == [2, 12, 36])
        #expect(members.map(\.value.position.column) == [7, 18, 42])
        #expect(object["to"]?.items.map(\.position.column) == [19, 22])
    }

    @Test(
        "What is not JSON is refused in its column",
        arguments: [
            ("", 1), ("{", 2), ("[1", 3), ("{} x", 4), ("nul", 1), ("{\"a\": NaN}", 7), ("{\"a\": Infinity}", 7),
            ("{\"a\": 1e999}", 7), ("{\"a\": -1e999}", 7), ("{\"a\": 01}", 7), ("{\"a\": 1.}", 9), ("{\"a\": .5}", 7),
            ("{\"a\": 1e}", 9), ("{\"a\": -}", 7), ("{\"a\" 1}", 6), ("{\"a\": 1,}", 9), ("{a: 1}", 2),
            ("{\"a\": 1, \"a\": 2}", 10), ("{\"a\": \"\\x\"}", 8), ("{\"a\": \"\\u12\"}", 8),
            ("{\"a\": \"\\ud800\"}", 8),
            ("{\"a\": \"\\udc00\\ud800\"}", 8), ("{\"a\": \"open}", 7), ("{\"a\": \"\u{1}\"}", 8), ("'a'", 1),
            ("[1 2]", 4),
        ])
    func refused(line: String, column: Int) {
        let error = #expect(throws: StepError.self) { try value(line) }
        #expect(error?.position == SourcePosition(line: 1, column: column))
    }

    @Test("A key that stands twice is found among few and among many", arguments: [1, 15, 16, 17, 1000])
    func keysTwice(count: Int) throws {
        let members = (0..<count).map { "\"k\($0)\": 0" }.joined(separator: ", ")
        #expect(try value("{\(members)}").keys.count == count)
        for again in [0, count / 2, count - 1] {
            #expect(throws: StepError.self) { try value("{\(members), \"k\(again)\": 1}") }
        }
    }

    @Test("Nesting ends at its limit and not before")
    func depth() throws {
        let limit = JSONLineReader.depthLimit
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        _ = try value(deepest)
        let error = #expect(throws: StepError.self) { try value("[" + deepest + "]") }
        #expect(error?.position.column == limit + 1)
    }

    @Test("Strings keep every scalar, escaped or not")
    func strings() throws {
        let text = try value(#""\"\\\/\b\f\n\r\tA\u00e5\ud83d\ude00 å😀""#).string
        #expect(text == "\"\\/\u{8}\u{C}\n\r\tAå😀 å😀")
    }

    @Test("What is not UTF-8 is refused", arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) throws {
        let line = Array("{\"do\": \"".utf8) + bytes + Array("\"}".utf8)
        let reply = try value(replies(to: line, in: [line.count])[0])
        #expect(reply["result"]?["error"]?.string == "badStep")
        #expect(reply["result"]?["column"]?.text == "8")
    }

    @Test("Numbers are read as exactly as the standard library reads them")
    func numbers() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            let whole = random.next() >> (random.next() % 64)
            let fraction = random.next() >> (random.next() % 64)
            let exponent = Int(random.next() % 40) - 20
            let spelling =
                switch random.next() % 4 {
                case 0: "\(whole)"
                case 1: "\(whole % 1_000_000).\(fraction)"
                case 2: "-\(whole % 1000).\(fraction % 100_000)"
                default: "\(whole % 1000).\(fraction % 1000)e\(exponent)"
                }
            guard case .number(let number) = try value(spelling).content else {
                Issue.record("\(spelling) is no number")
                return
            }
            #expect(number == Double(spelling), "\(spelling)")
        }
    }
}
