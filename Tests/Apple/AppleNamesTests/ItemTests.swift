import AVFoundation
import Foundation
import SessionDevice
import Synchronization
import Testing

extension OnePhone {
    /// AVPlayer and its items.
    @Suite
    struct ItemTests {
        private let told = Told()

        init() throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playback)
        }

        private func hear(_ name: NSNotification.Name, _ object: AnyObject?) {
            _ = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                [told] notification in
                told.say(notification.name.rawValue)
            }
        }

        @Test("An item is ready once a player has it; who observes its status hears so")
        func ready() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(1))
            #expect(item.status == .unknown && item.error == nil)
            let observation = item.observe(\.status) { [told] item, _ in told.say("status \(item.status.rawValue)") }
            let player = AVPlayer(playerItem: item)
            #expect(await told.next() == "status 1")
            #expect(item.status == .readyToPlay && item.duration.seconds == 1)
            #expect(item.loadedTimeRanges.first?.timeRangeValue.end.seconds == 1)
            observation.invalidate()
            let missing = AVPlayerItem(url: URL(filePath: "/no/such/file.mp3"))
            let failing = missing.observe(\.status) { [told] item, _ in told.say("status \(item.status.rawValue)") }
            player.replaceCurrentItem(with: missing)
            #expect(await told.next() == "status 2")
            #expect((missing.error as NSError?)?.code == -11_800)
            failing.invalidate()
        }

        @Test("Until it is ready an item has no length and no ranges, and its observers hear of them on the main queue")
        func becomesReady() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(1))
            #expect(item.duration.isIndefinite && item.loadedTimeRanges.isEmpty && item.seekableTimeRanges.isEmpty)
            #expect(!item.isPlaybackLikelyToKeepUp)
            let isMain = MainQueue()
            let observations = [
                item.observe(\.duration) { [told] item, _ in told.say("length \(item.duration.seconds), \(isMain())") },
                item.observe(\.loadedTimeRanges) { [told] item, _ in
                    told.say("\(item.loadedTimeRanges.count) range, \(isMain())")
                },
                item.observe(\.isPlaybackLikelyToKeepUp) { [told] item, _ in
                    told.say("keeps up \(item.isPlaybackLikelyToKeepUp), \(isMain())")
                },
            ]
            let player = AVPlayer(playerItem: item)
            #expect(await told.next() == "length 1.0, true")
            #expect(await told.next() == "1 range, true")
            #expect(await told.next() == "keeps up true, true")
            withExtendedLifetime((observations, player)) {}
        }

        @Test("An observer that is added right after a player got the item hears of its loading")
        func loadsAfterwards() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(1))
            let (player, isMain) = (AVPlayer(), MainQueue())
            let observation = Mutex<NSKeyValueObservation?>(nil)
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [told] in
                    player.replaceCurrentItem(with: item)
                    let hasRun = DispatchSemaphore(value: 0)
                    OperationQueue.main.addOperation { hasRun.signal() }
                    hasRun.wait()
                    let isReady = item.status == .readyToPlay
                    let made = item.observe(\.status, options: [.new, .old]) { item, change in
                        guard let old = change.oldValue?.rawValue, let new = change.newValue?.rawValue else { return }
                        told.say("status \(old) to \(new), \(isMain()), it was ready: \(isReady)")
                    }
                    observation.withLock { $0 = made }
                    continuation.resume()
                }
            }
            #expect(await told.next() == "status 0 to 1, true, it was ready: true")
            withExtendedLifetime(player) {}
        }

        @Test("After a seek its time stands exactly at the target for a while, and then moves on")
        func standsAfterSeek() async throws {
            let player = AVPlayer(url: try ProcessPhone.sound(5))
            player.play()
            try ProcessPhone.device.advance(by: 1)
            await player.seek(to: .zero)
            #expect(player.currentTime() == .zero)
            try ProcessPhone.device.advance(by: 0.1)
            #expect(player.currentTime() == .zero && player.rate == 1)
            try ProcessPhone.device.advance(by: 0.1)
            #expect(abs(player.currentTime().seconds - 0.2) < 1e-6)
            player.pause()
            await player.seek(to: CMTime(value: 2, timescale: 1))
            try ProcessPhone.device.advance(by: 1)
            player.play()
            try ProcessPhone.device.advance(by: 0.1)
            #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
            player.pause()
            #expect(abs(player.currentTime().seconds - 2.1) < 1e-6, "it has moved on, and is paused there")
            player.play()
            try ProcessPhone.device.advance(by: 0.1)
            #expect(abs(player.currentTime().seconds - 2.2) < 1e-6, "it was placed nowhere since")
            player.pause()
        }

        @Test("A player that repeats a track is seen at exactly zero")
        func repeats() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(0.5))
            let player = AVPlayer(playerItem: item)
            hear(.AVPlayerItemDidPlayToEndTime, item)
            player.play()
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() == "AVPlayerItemDidPlayToEndTimeNotification")
            await player.seek(to: .zero)
            player.play()
            try ProcessPhone.device.advance(by: 0.1)
            #expect(player.currentTime().seconds == 0 && player.timeControlStatus == .playing)
            player.pause()
        }

        @Test("Observers of a player are called on the main queue, and once more for a pause while it is paused")
        func observers() async throws {
            let player = AVPlayer(url: try ProcessPhone.sound(5))
            let isMain = MainQueue()
            let observation = player.observe(\.timeControlStatus) { [told] player, _ in
                told.say("\(player.timeControlStatus.rawValue), \(isMain())")
            }
            player.play()
            #expect(await told.next() == "2, true")
            player.pause()
            #expect(await told.next() == "0, true")
            player.pause()
            #expect(await told.next() == "0, true", "paused once more")
            player.replaceCurrentItem(with: AVPlayerItem(url: try ProcessPhone.sound(1)))
            #expect(await told.next() == "0, true", "another item")
            player.play()
            #expect(await told.next() == "2, true")
            try ProcessPhone.controls.call(.incoming)
            #expect(await told.next() == "0, true", "the device's own thread made this change")
            try ProcessPhone.controls.call(.declined)
            observation.invalidate()
        }

        @Test("A speed beyond the fastest is read back as what plays")
        func fastest() throws {
            let player = AVPlayer(url: try ProcessPhone.sound(5))
            player.rate = 10
            #expect(player.rate == 4)
            player.rate = 1.25
            #expect(player.rate == 1.25)
            player.pause()
        }

        @Test("At its end it stands there and is paused, until it is placed elsewhere")
        func end() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(0.5))
            let player = AVPlayer(playerItem: item)
            hear(.AVPlayerItemDidPlayToEndTime, item)
            player.play()
            #expect(player.timeControlStatus == .playing)
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() == "AVPlayerItemDidPlayToEndTimeNotification")
            #expect(player.rate == 0 && player.currentTime().seconds == 0.5 && player.timeControlStatus == .paused)
            player.play()
            #expect(player.rate == 0)
            await player.seek(to: .zero)
            player.play()
            #expect(player.rate == 1)
            try ProcessPhone.device.advance(by: 0.2)
            #expect(abs(player.currentTime().seconds - 0.2) < 1e-6)
            player.pause()
        }

        @Test("It pauses by itself when the headphones are pulled and when the phone rings")
        func pauses() async throws {
            try ProcessPhone.controls.connect(.headphones)
            let player = AVPlayer(url: try ProcessPhone.sound(5))
            hear(AVPlayer.rateDidChangeNotification, player)
            player.play()
            #expect(await told.next() == "AVPlayerRateDidChangeNotification")
            try ProcessPhone.controls.disconnect(.headphones)
            #expect(await told.next() == "AVPlayerRateDidChangeNotification")
            #expect(player.rate == 0)
            player.play()
            #expect(await told.next() == "AVPlayerRateDidChangeNotification")
            try ProcessPhone.controls.call(.incoming)
            #expect(await told.next() == "AVPlayerRateDidChangeNotification")
            #expect(player.rate == 0)
            player.play()
            #expect(player.rate == 0, "the phone rings")
            try ProcessPhone.controls.call(.declined)
        }

        @Test("A queue plays one item after the other and is empty then; a looper fills it again")
        func queue() async throws {
            let items = [try ProcessPhone.sound(0.5), try ProcessPhone.sound(0.5)].map { AVPlayerItem(url: $0) }
            let player = AVQueuePlayer(items: items)
            #expect(player.items().count == 2 && player.actionAtItemEnd == .advance)
            hear(.AVPlayerItemDidPlayToEndTime, nil)
            player.play()
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() != nil)
            #expect(player.currentItem === items[1] && player.rate == 1)
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() != nil)
            #expect(player.items().isEmpty && player.currentItem == nil)
            let loop = AVPlayerItem(url: try ProcessPhone.sound(0.5))
            let looper = AVPlayerLooper(player: player, templateItem: loop)
            #expect(player.items().count == 2)
            player.play()
            try ProcessPhone.device.advance(by: 0.6)
            #expect(await told.next() != nil)
            #expect(looper.loopCount == 1 && player.items().count == 2)
            looper.disableLooping()
            #expect(player.items().count == 1 && looper.status == .cancelled)
            player.removeAllItems()
        }

        @Test("An item with an end before its own plays to there, and stands there")
        func forwardEnd() async throws {
            let item = AVPlayerItem(url: try ProcessPhone.sound(2))
            #expect(item.forwardPlaybackEndTime == .invalid)
            item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 2)
            let player = AVPlayer(playerItem: item)
            hear(.AVPlayerItemDidPlayToEndTime, item)
            player.play()
            try ProcessPhone.device.advance(by: 0.4)
            #expect(player.rate == 1)
            try ProcessPhone.device.advance(by: 0.2)
            #expect(await told.next() == "AVPlayerItemDidPlayToEndTimeNotification")
            #expect(player.rate == 0 && player.currentTime().seconds == 0.5 && item.duration.seconds == 2)
            // Farther on while it plays, and then no end before its own.
            await player.seek(to: CMTime(value: 1, timescale: 4))
            player.play()
            item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 1)
            try ProcessPhone.device.advance(by: 0.5)
            #expect(player.rate == 1 && abs(player.currentTime().seconds - 0.75) < 1e-6)
            item.forwardPlaybackEndTime = .positiveInfinity
            try ProcessPhone.device.advance(by: 1)
            #expect(player.rate == 1 && abs(player.currentTime().seconds - 1.75) < 1e-6)
            // Before the place at which it plays: it ends now.
            item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 1)
            try ProcessPhone.device.advance(by: 0)
            #expect(await told.next() == "AVPlayerItemDidPlayToEndTimeNotification")
            #expect(player.rate == 0 && player.currentTime().seconds == 1)
        }

        @Test("A looper plays a range of an item again and again, from its start to its end")
        func looper() async throws {
            let template = AVPlayerItem(url: try ProcessPhone.sound(2))
            let player = AVQueuePlayer()
            let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 4))
            let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
            #expect(looper.status == .ready && player.items().count == 2)
            hear(.AVPlayerItemDidPlayToEndTime, nil)
            player.play()
            for round in 1...3 {
                #expect(player.currentTime().seconds == 0.5)
                try ProcessPhone.device.advance(by: 0.1)
                #expect(abs(player.currentTime().seconds - 0.6) < 1e-6)
                try ProcessPhone.device.advance(by: 0.15)
                #expect(await told.next() != nil)
                #expect(looper.loopCount == round && player.items().count == 2)
            }
            looper.disableLooping()
            player.removeAllItems()
        }

        @Test("A looper of a range that lies behind the item fails, and puts nothing into the queue")
        func looperOfNothing() throws {
            let template = AVPlayerItem(url: try ProcessPhone.sound(2))
            let player = AVQueuePlayer()
            let behind = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 1, timescale: 1))
            let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: behind)
            #expect(looper.status == .failed && player.items().isEmpty)
        }

        @Test("An asset says how long it is and what is in it, by every way of asking")
        func asset() async throws {
            let asset = AVURLAsset(url: try ProcessPhone.sound(2))
            #expect(asset.isPlayable && asset.duration.seconds == 2 && asset.tracks(withMediaType: .audio).count == 1)
            let (duration, playable) = try await asset.load(.duration, .isPlayable)
            #expect(duration.seconds == 2 && playable)
            #expect(try await asset.loadTracks(withMediaType: .video).isEmpty)
            let range = NSValue(timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 7, timescale: 600)))
            #expect(range.timeRangeValue.duration == CMTime(value: 7, timescale: 600))
            #expect(NSValue(time: .indefinite).timeValue.isIndefinite)
        }
    }
}
