import AVFoundation
import Foundation
import SessionDevice
import SoundFiles
import Testing

extension OnePhone {
    /// The pitch of what plays at a rate beside 1.
    @Suite
    struct RateTests {
        init() throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playback)
        }

        /// The frequency of what is heard on the left within a second, by the places where it comes up through zero.
        private func hertz() throws -> Double {
            _ = try ProcessPhone.device.listen(for: 0.3)
            let heard = try ProcessPhone.device.listen(for: 1)
            let left = stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
            let rises = zip(left.indices, zip(left, left.dropFirst())).filter { $1.0 < 0 && $1.1 >= 0 }.map(\.0)
            let (first, last) = (try #require(rises.first), try #require(rises.last))
            return Double(rises.count - 1) * 48_000 / Double(last - first)
        }

        /// The frequency at which a tone of 440 Hz is heard at a rate.
        private func expected(_ rate: Double) -> Double { TempoChange.isAvailable ? 440 : 440 * rate }

        @Test(
            "A player's rate keeps the pitch where SoundTouch is installed, else it moves it", arguments: [0.5, 1.5, 2])
        func player(rate: Double) throws {
            let player = try AVAudioPlayer(contentsOf: try ProcessPhone.tone(440, 5))
            player.enableRate = true
            player.rate = Float(rate)
            #expect(player.play())
            let hertz = try hertz()
            #expect(abs(hertz - expected(rate)) < expected(rate) / 100)
            #expect(abs(player.currentTime - 1.3 * rate) < 0.02 * rate)
            player.enableRate = false
            #expect(abs(try self.hertz() - 440) < 4.4, "the rate does not count")
            player.stop()
        }

        @Test("An item's rate keeps the pitch, but for the algorithm varispeed, which moves it")
        func item() throws {
            let item = AVPlayerItem(url: try ProcessPhone.tone(440, 8))
            let player = AVPlayer(playerItem: item)
            player.rate = 1.5
            #expect(item.audioTimePitchAlgorithm == .timeDomain)
            #expect(abs(try hertz() - expected(1.5)) < expected(1.5) / 100)
            item.audioTimePitchAlgorithm = .varispeed
            #expect(abs(try hertz() - 660) < 6.6)
            item.audioTimePitchAlgorithm = .spectral
            #expect(abs(try hertz() - expected(1.5)) < expected(1.5) / 100)
            #expect(abs(player.currentTime().seconds - 3 * 1.3 * 1.5) < 0.05)
            player.pause()
        }
    }
}
