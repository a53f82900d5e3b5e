import ALSADevice
import Foundation
import Scratch
import SoundFiles
import Synchronization
import Testing

@testable import Sounder

/// A sound file that is heard in place of a microphone.
struct MicrophoneFileTests {
    private let folder = Scratch()

    /// Writes a WAV file of one value and returns its path.
    private func file(rate: Int, channels: Int, frames: Int, value: Int16 = 16_384) throws -> String {
        let bytes = frames * channels * 2
        var data = Data("RIFF".utf8)
        func add(_ number: Int, bytes count: Int) {
            for byte in 0..<count { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
        }
        add(36 + bytes, bytes: 4)
        data += Data("WAVEfmt ".utf8)
        for (number, count) in [
            (16, 4), (1, 2), (channels, 2), (rate, 4), (rate * channels * 2, 4), (channels * 2, 2), (16, 2),
        ] { add(number, bytes: count) }
        data += Data("data".utf8)
        add(bytes, bytes: 4)
        for _ in 0..<(frames * channels) { add(Int(value), bytes: 2) }
        let path = "\(folder.path)/\(rate)-\(channels)-\(frames).wav"
        try data.write(to: URL(fileURLWithPath: path))
        return path
    }

    private func read(_ input: any InputDevice, _ frames: Int) -> [Float] {
        var samples = [Float](repeating: 9, count: 2 * frames)
        let count = samples.withUnsafeMutableBufferPointer { input.read(into: $0.baseAddress!, frames: frames) }
        return Array(samples.prefix(2 * count))
    }

    @Test("Frames come by the clock, time passes between two recordings, and silence follows the end")
    func frames() throws {
        let clock = ManualClock(from: 5_000_000_000)
        let machine = SoundMachine.hand(clock)
        let name = MicrophoneFile.inputName(path: try file(rate: 48_000, channels: 1, frames: 4_800))
        let first = try machine.openInput(name)
        try first.start()
        #expect(read(first, 100) == [])
        clock.move(to: 5_010_000_000)
        #expect(read(first, 1_000) == [Float](repeating: 0.5, count: 960))
        first.stop()
        clock.move(to: 5_099_000_000)
        let second = try machine.openInput(name)
        try second.start()
        clock.move(to: 5_102_000_000)
        #expect(
            read(second, 1_000) == [Float](repeating: 0.5, count: 96) + [Float](repeating: 0, count: 192),
            "48 frames are left of the file")
    }

    @Test("A file of another rate and of eight channels is converted")
    func conversion() throws {
        let file = try MicrophoneFile(path: file(rate: 96_000, channels: 8, frames: 9_600, value: 1_000))
        #expect(file.frames == 4_800)
        var samples = [Float](repeating: 0, count: 2)
        file.copy(into: &samples, from: 2_400, count: 1)
        #expect(samples.allSatisfy { $0 > 0.02 })
    }

    @Test("A file that is missing, no sound or empty is refused by a sentence")
    func refusals() throws {
        let missing = #expect(throws: SoundFileError.self) { try MicrophoneFile(path: folder.path + "/none.wav") }
        #expect(missing?.kind == .missing)
        let empty = try file(rate: 48_000, channels: 1, frames: 0)
        #expect(#expect(throws: SoundFileError.self) { try MicrophoneFile(path: empty) }?.kind == .zeroLength)
        let input = #expect(throws: ALSAError.self) {
            _ = try SoundMachine.hand(ManualClock(from: 0)).openInput(MicrophoneFile.inputName(path: empty))
        }
        #expect(input?.description.contains("It holds no sound: its length is zero.") == true)
    }
}
