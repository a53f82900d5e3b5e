import SessionDevice
import Synchronization
import Testing

@testable import AppleDevice

/// The frames that an app renders if no device asks for them.
@Suite
struct ClockedRenderTests {
    @Test("A sound that an app renders goes on by the clock where no device asks for it, and ends with its last frame")
    func ends() async throws {
        let device = try PrivateDevice(.virtual)
        let app = device.open("clock")
        // The device asks this one; nothing asks the other.
        let sound = try app.sound(channels: 1, rate: 48_000) { samples, frames in
            samples.update(repeating: 0)
            return frames
        }
        let given = Atomic(0)
        let clocked = ClockedRender(channels: 1, rate: 48_000) { _, frames in
            let count = min(frames, 24_000 - given.load(ordering: .relaxed))
            given.add(count, ordering: .relaxed)
            return count
        }
        try sound.play()
        clocked.follow(sound)
        while sound.isPlaying {
            try device.advance(by: 0.1)
            await Task.yield()
        }
        #expect(given.load(ordering: .relaxed) == 24_000)
    }
}
