import Glibc
import Scratch
import SessionPolicy
import SoundFiles
import Testing

@testable import Sounder

/// Another speed, with the pitch where it was and without.
struct PitchTests {
    private static let rate = Double(SoundPhone.rate)
    private static let hasLibrary = TempoChange.isAvailable

    /// The samples of a tone for a second, and of another one for the next.
    private static func tones(_ hertz: [Double]) -> [Float] {
        hertz.flatMap { hertz in (0..<SoundPhone.rate).map { Float(sin(2 * .pi * hertz * Double($0) / rate)) / 2 } }
    }

    /// The material of such a sound: samples, or a file of them.
    private static func material(_ kind: String, _ samples: [Float]) throws -> SoundMaterial {
        guard kind != "samples" else { return .samples(samples, channels: 1, rate: SoundPhone.rate) }
        let path = Scratch.shared.fresh("tone.wav")
        let writer = try WAVWriter(path: path, rate: SoundPhone.rate, channels: 1)
        try samples.withUnsafeBufferPointer { try writer.write($0.baseAddress!, count: samples.count) }
        try writer.finish()
        return try .reading(file: path)
    }

    /// The frequency of a tone, by the places where it comes up through zero.
    private static func hertz(_ samples: ArraySlice<Float>) -> Double {
        let rises = zip(samples.indices, zip(samples, samples.dropFirst())).filter { $1.0 < 0 && $1.1 >= 0 }.map(\.0)
        guard let first = rises.first, let last = rises.last, first < last else { return 0 }
        return Double(rises.count - 1) * rate / Double(last - first)
    }

    /// Plays a sound to its end. Returns what was heard, from the first sample that is not silent to the last.
    private static func heard(_ phone: SoundPhone, began: Int = 0) -> ArraySlice<Float> {
        while phone.facts.isEmpty, phone.left.count < 20 * SoundPhone.rate { phone.pass(10) }
        phone.pass(50)
        let samples = phone.left.dropFirst(began)
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 })
        else { return [] }
        return samples[first...last]
    }

    @Test(
        "A sound of another speed keeps its pitch, and lasts as long as its speed says",
        .enabled(if: hasLibrary, "SoundTouch is not installed: make tempo"),
        arguments: ["samples", "a file", "a file in memory"], [0.5, 1.5, 4])
    func keepsPitch(kind: String, speed: Double) throws {
        let phone = try SoundPhone()
        let player = try phone.add(try Self.material(kind, Self.tones([440, 440])))
        if kind == "a file in memory" { try player.prepare() }
        (player.keepsPitch, player.rate) = (true, speed)
        phone.play()
        phone.pass(300)
        #expect(abs(player.position - 0.3 * speed) < 0.006 * speed)
        let heard = Self.heard(phone)
        #expect(abs(Self.hertz(heard) - 440) < 4.4)
        // SoundTouch looks for its windows within some 20 ms of the sound, so that its last ones may be silent.
        let missing = 2 / speed - Double(heard.count) / Self.rate
        #expect(missing > -0.001 && missing < 0.02 / speed)
        #expect(abs(player.position - 2) < 0.001)
        #expect(phone.facts == [.ended(SceneName(.sound, app: "app", sound: "song"))])
    }

    @Test(
        "The pitch of a faster sound moves without SoundTouch, and where nothing asks to keep it",
        arguments: [true, false])
    func movesPitch(asks: Bool) throws {
        let phone = try SoundPhone()
        let player = try phone.add(try Self.material("samples", Self.tones([440, 440])), mayKeepPitch: !asks)
        (player.keepsPitch, player.rate) = (asks, 1.5)
        phone.play()
        let heard = Self.heard(phone)
        #expect(abs(Self.hertz(heard) - 660) < 6.6)
        #expect(abs(Double(heard.count) / Self.rate - 2 / 1.5) < 0.001)
    }

    @Test(
        "A sound that keeps its pitch repeats, ends where it is to end, and begins where it is placed",
        .enabled(if: hasLibrary, "SoundTouch is not installed: make tempo"), arguments: ["samples", "a file"])
    func places(kind: String) throws {
        let phone = try SoundPhone()
        let player = try phone.add(try Self.material(kind, Self.tones([440, 880])))
        (player.keepsPitch, player.rate, player.loops) = (true, 2, 1)
        player.seek(to: 1)
        phone.play()
        let heard = Self.heard(phone)
        #expect(abs(Double(heard.count) / Self.rate - 1.5) < 0.001, "three of its four seconds")
        // A window of SoundTouch's lies across each border.
        let edge = 4_800
        let thirds = (0..<3).map { third -> ArraySlice<Float> in
            let begin = heard.startIndex + third * 24_000
            return heard[(begin + edge)..<min(begin + 24_000 - edge, heard.endIndex)]
        }
        for (third, hertz) in zip(thirds, [880.0, 440, 880]) { #expect(abs(Self.hertz(third) - hertz) < hertz / 100) }
        #expect(abs(player.position - 2) < 0.001)

        let second = try SoundPhone()
        let other = try second.add(try Self.material(kind, Self.tones([440, 880])))
        (other.keepsPitch, other.rate, other.end) = (true, 2, 1)
        second.play()
        let part = Self.heard(second)
        #expect(abs(Double(part.count) / Self.rate - 0.5) < 0.001 && abs(Self.hertz(part) - 440) < 4.4)
    }

    @Test(
        "Another speed while a sound plays is heard within 30 ms, without a click",
        .enabled(if: hasLibrary, "SoundTouch is not installed: make tempo"), arguments: ["samples", "a file"])
    func changes(kind: String) throws {
        let phone = try SoundPhone()
        let player = try phone.add(try Self.material(kind, Self.tones([440, 880, 880])))
        player.keepsPitch = true
        phone.play()
        phone.pass(500)
        player.rate = 2
        phone.pass(400)
        #expect(abs(player.position - 1.3) < 0.02)
        player.rate = 0.5
        phone.pass(200)
        #expect(abs(player.position - 1.4) < 0.02)
        let heard = Self.heard(phone)
        // The second tone comes after 0.5 s, and 0.5 s that take 0.25.
        let border = heard.startIndex + Int(0.75 * Self.rate)
        let window = Int(0.03 * Self.rate)
        #expect(abs(Self.hertz(heard[(border - 3 * window)..<(border - window)]) - 440) < 44)
        #expect(abs(Self.hertz(heard[(border + window)..<(border + 3 * window)]) - 880) < 88)
        // Two voices of 880 Hz at a level of 0.5, and what fades them.
        let steepest = Float(2 * 0.5 * 2 * .pi * 880 / Self.rate) * phone.volume
        let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
        #expect(steps.max() ?? 1 < steepest)
    }

    @Test("The arithmetic of a thread that loads the library stays as it was: the smallest number is none but itself")
    func smallestNumbers() async {
        await #expect(processExitsWith: .success) {
            _ = TempoChange.isAvailable
            // Made while the program runs, so that the compiler does not reckon for it.
            let smallest = Double(bitPattern: UInt64(getpid() > 0 ? 1 : 2))
            exit(smallest * 4 == 0 ? EXIT_FAILURE : EXIT_SUCCESS)
        }
    }
}
