import AVFoundation
import Foundation
import Scratch
import SessionDevice
import Testing

extension OnePhone {
    /// The properties of a player after each thing that happens to it.
    @Suite
    struct PlayerTests {
        private let session = ProcessPhone.session
        private let told = Told()

        init() throws {
            try ProcessPhone.reset()
            try session.setCategory(.playback)
        }

        private func player(_ url: URL) throws -> AVAudioPlayer {
            let player = try AVAudioPlayer(contentsOf: url)
            player.delegate = told
            return player
        }

        @Test("It plays, pauses, goes on and stops where it is told to, and says so at once")
        func states() throws {
            let player = try player(try ProcessPhone.sound(5))
            #expect(!player.isPlaying && player.currentTime == 0 && player.duration == 5)
            #expect(player.play() && player.isPlaying)
            try ProcessPhone.device.advance(by: 1)
            #expect(player.currentTime == 1)
            player.pause()
            #expect(!player.isPlaying && player.currentTime == 1)
            try ProcessPhone.device.advance(by: 1)
            #expect(player.currentTime == 1)
            #expect(player.play() && player.isPlaying)
            try ProcessPhone.device.advance(by: 0.5)
            player.stop()
            #expect(!player.isPlaying && player.currentTime == 1.5)
            #expect(player.play() && player.currentTime == 1.5)
            player.currentTime = 3
            #expect(player.isPlaying && player.currentTime == 3)
            player.stop()
            player.stop()
        }

        @Test("At its end it has stopped and stands at its beginning, and the delegate finds it so")
        func end() async throws {
            let player = try player(try ProcessPhone.sound(0.5))
            #expect(player.play())
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() == "finished true, playing false, at 0.0")
            #expect(player.play() && player.isPlaying)
            player.stop()
        }

        @Test("It stops when its last reference is gone")
        func released() throws {
            var player: AVAudioPlayer? = try player(try ProcessPhone.sound(5))
            #expect(player?.play() == true)
            #expect(ProcessPhone.device.facts.heard.count == 1)
            player = nil
            #expect(ProcessPhone.device.facts.heard.isEmpty)
        }

        @Test("It begins anew as often as it is told to")
        func loops() async throws {
            let player = try player(try ProcessPhone.sound(0.5))
            player.numberOfLoops = 2
            #expect(player.play())
            try ProcessPhone.device.advance(by: 1.25)
            #expect(player.isPlaying && abs(player.currentTime - 0.25) < 1e-6)
            try ProcessPhone.device.advance(by: 0.3)
            #expect(await told.next() == "finished true, playing false, at 0.0")
        }

        @Test("It waits for the moment it is told, by its own clock")
        func atTime() throws {
            let player = try player(try ProcessPhone.sound(1))
            #expect(player.play(atTime: player.deviceCurrentTime + 0.5))
            #expect(player.isPlaying && player.currentTime == 0)
            try ProcessPhone.device.advance(by: 0.75)
            #expect(abs(player.currentTime - 0.25) < 1e-6)
            player.stop()
            #expect(!player.play(atTime: .nan) && !player.play(atTime: 1e300))
        }

        @Test("An interruption has stopped it before any observer is told; it stays so until it is played")
        func interruption() async throws {
            let ear = Ear(AVAudioSession.interruptionNotification)
            let player = try player(try ProcessPhone.sound(5))
            #expect(player.play())
            try ProcessPhone.device.advance(by: 1)
            try ProcessPhone.controls.call(.incoming)
            #expect(await ear.next()?.info[AVAudioSessionInterruptionTypeKey] as? UInt == 1)
            #expect(await told.next() == "begin, playing false")
            #expect(!player.isPlaying && player.currentTime == 1)
            #expect(!player.play(), "the phone rings")
            try ProcessPhone.controls.call(.declined)
            #expect(await ear.next()?.info[AVAudioSessionInterruptionOptionKey] as? UInt == 1)
            #expect(await told.next() == "end 1")
            try ProcessPhone.device.advance(by: 1)
            #expect(!player.isPlaying && player.currentTime == 1)
            try session.setActive(true)
            #expect(player.play() && player.isPlaying && player.currentTime == 1)
            player.stop()
        }

        @Test("Paused before an interruption, it is told nothing of it, and waits for its app")
        func pausedBefore() async throws {
            let ear = Ear(AVAudioSession.interruptionNotification)
            let player = try player(try ProcessPhone.sound(0.5))
            #expect(player.play())
            player.pause()
            try ProcessPhone.controls.call(.incoming)
            try ProcessPhone.controls.call(.declined)
            for type: UInt in [1, 0] {
                #expect(await ear.next()?.info[AVAudioSessionInterruptionTypeKey] as? UInt == type)
            }
            #expect(!player.isPlaying)
            #expect(player.play())
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() == "finished true, playing false, at 0.0")
        }

        @Test("It goes on when the headphones are pulled: to pause is the app's duty")
        func unplug() async throws {
            let ear = Ear(AVAudioSession.routeChangeNotification)
            try ProcessPhone.controls.connect(.headphones)
            let player = try player(try ProcessPhone.sound(5))
            #expect(player.play())
            try ProcessPhone.controls.disconnect(.headphones)
            while await ear.next()?.info[AVAudioSessionRouteChangeReasonKey] as? UInt != 2 {}
            #expect(player.isPlaying)
            player.pause()
            #expect(!player.isPlaying)
            player.stop()
        }

        @Test("Its meters show the file, channel by channel, whatever the volume is; nothing while it does not play")
        func meters() throws {
            let player = try player(try ProcessPhone.tone(441, 2))
            player.updateMeters()
            #expect(player.averagePower(forChannel: 0) == -160)
            player.isMeteringEnabled = true
            #expect(player.play())
            try ProcessPhone.device.advance(by: 0.5)
            player.updateMeters()
            for channel in 0...1 {
                #expect(abs(player.peakPower(forChannel: channel) + 6.02) < 0.01)
                #expect(abs(player.averagePower(forChannel: channel) + 9.03) < 0.05)
            }
            #expect(player.peakPower(forChannel: 2) == -160 && player.peakPower(forChannel: -1) == -160)
            player.volume = 0.1
            player.updateMeters()
            #expect(abs(player.peakPower(forChannel: 0) + 6.02) < 0.01)
            player.pause()
            player.updateMeters()
            #expect(player.peakPower(forChannel: 0) == -160)
            player.stop()
        }

        @Test("It says how its file is kept")
        func format() throws {
            let player = try player(try ProcessPhone.tone(441, 0.1))
            #expect(player.format.commonFormat == .pcmFormatInt16 && player.format.isInterleaved)
            #expect(player.settings[AVLinearPCMBitDepthKey] as? Int == 16)
            #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatLinearPCM)
            #expect(player.numberOfChannels == 2 && player.format.sampleRate == 44_100)
        }

        @Test("What is no sound is refused with a code, and what is too much is brought into its range")
        func badInput() throws {
            let scratch = Scratch()
            let folder = scratch.url
            let junk = folder.appending(path: UUID().uuidString)
            try Data(repeating: 7, count: 2_000).write(to: junk)
            let cut = folder.appending(path: UUID().uuidString)
            try Data(contentsOf: try ProcessPhone.sound(1)).prefix(500).write(to: cut)
            let empty = folder.appending(path: UUID().uuidString)
            try Data().write(to: empty)
            let codes: [(URL, Int)] = [
                (folder.appending(path: "none.wav"), 2_003_334_207), (junk, 1_954_115_647), (cut, 1_685_348_671),
                (empty, 1_685_348_671), (folder, 2_003_334_207),
                (try #require(URL(string: "http://example.org/a.mp3")), 2_003_334_207),
            ]
            for (url, code) in codes {
                #expect(ProcessPhone.code { _ = try AVAudioPlayer(contentsOf: url) } == code, "\(url)")
            }
            #expect(ProcessPhone.code { _ = try AVAudioPlayer(data: Data([1, 2, 3])) } == 1_954_115_647)
            let player = try player(try ProcessPhone.sound(1))
            player.currentTime = -5
            #expect(player.currentTime == 0)
            player.currentTime = 99
            #expect(player.currentTime == 1)
            player.currentTime = .nan
            player.pan = -3
            #expect(player.pan == -1)
            player.numberOfLoops = .max
            player.numberOfLoops = .min
            player.enableRate = true
            player.rate = .infinity
            player.volume = .nan
            #expect(player.play())
            player.stop()
        }

        @Test("To deactivate under a playing player pauses it, and is no error any more")
        func busy() throws {
            let player = try player(try ProcessPhone.sound(1))
            #expect(player.play())
            #expect(ProcessPhone.code { try session.setActive(false) } == nil)
            #expect(!player.isPlaying)
            #expect(ProcessPhone.code { try session.setActive(false, options: .notifyOthersOnDeactivation) } == nil)
            player.stop()
        }
    }
}
