import Foundation
import Player
import SessionDevice
import Testing

/// The player on a device whose time the test moves: no sound hardware, no waiting.
struct PlayerTests {
    /// Ten seconds of silence, as a WAV file.
    private func song() throws -> String {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) } }
        let format: [UInt8] =
            bytes(1, 2) + bytes(1, 2) + bytes(8_000, 4) + bytes(16_000, 4) + bytes(2, 2) + bytes(16, 2)
        let header = Array("RIFF".utf8) + bytes(36 + 160_000, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + format
        let path = FileManager.default.temporaryDirectory.appending(path: "player-\(UUID()).wav")
        try Data(header + Array("data".utf8) + bytes(160_000, 4) + [UInt8](repeating: 0, count: 160_000)).write(
            to: path)
        return path.path
    }

    @Test("A call interrupts the song, and it goes on where it was")
    func call() async throws {
        let device = try PrivateDevice(.virtual)
        let path = try song()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let player = Task { try await play(path, on: device.open("player")) }
        // The player acts on threads of its own: wait for what it does, and not for time to pass.
        var changes = device.changes.makeAsyncIterator()
        func wait(until isSo: (DeviceFacts) -> Bool) async throws {
            while let facts = await changes.next() { if isSo(facts) { return } }
        }
        try await wait { !$0.heard.isEmpty }
        try device.advance(by: 4)
        try device.controls.call(.incoming)
        #expect(device.facts.heard.map(\.name.kind) == [.ringtone])
        try device.advance(by: 2)
        try device.controls.call(.declined)
        try await wait { $0.heard.map(\.name.kind) == [.ringtone] }
        try await wait { $0.heard.map(\.name.app) == ["player"] }
        try device.advance(by: 5.9)
        #expect(device.facts.heard.count == 1)
        try device.advance(by: 0.2)
        #expect(device.facts.heard.isEmpty)
        try await player.value
    }
}
