import Foundation
import Scratch
import SessionDevice
import Testing

@testable import AVFoundation

extension OnePhone {
    /// Sound that is put together of parts of files, and how loud its tracks are.
    @Suite
    struct CompositionTests {
        private let scratch = Scratch()

        init() throws {
            try Phone.reset()
            try Phone.session.setCategory(.playback)
        }

        /// A file whose samples are all the same.
        private func level(_ level: Float, _ seconds: Double, rate: Double = 48_000) throws -> AVURLAsset {
            let url = URL(filePath: scratch.fresh("level.wav"))
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: rate, channels: 1))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(seconds * rate)))
            buffer.frameLength = buffer.frameCapacity
            let data = try #require(buffer.floatChannelData)
            data[0].update(repeating: level, count: Int(buffer.frameLength))
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate, AVNumberOfChannelsKey: 1,
            ]
            let file = try AVAudioFile(forWriting: url, settings: settings)
            try file.write(from: buffer)
            file.close()
            return AVURLAsset(url: url)
        }

        private func track(_ asset: AVAsset) throws -> AVAssetTrack { try #require(asset.tracks.first) }

        private func seconds(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 48_000) }

        private func range(_ start: Double, _ length: Double) -> CMTimeRange {
            CMTimeRange(start: seconds(start), duration: seconds(length))
        }

        /// Writes an asset, and reads what was written.
        private func written(_ asset: AVAsset, _ mix: AVAudioMix? = nil) async throws -> [Float] {
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            export.audioMix = mix
            let url = URL(filePath: scratch.fresh("made.wav"))
            try await export.export(to: url, as: .wav)
            let file = try AVAudioFile(forReading: url)
            let frames = AVAudioFrameCount(file.length)
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: frames))
            try file.read(into: buffer)
            let data = try #require(buffer.floatChannelData)
            return Array(UnsafeBufferPointer(start: data[0], count: Int(buffer.frameLength)))
        }

        private func isNear(_ value: Float, _ wanted: Float) -> Bool { abs(value - wanted) < 0.001 }

        @Test("What tracks are mixed into stands in no folder, so that a program that is killed leaves nothing behind")
        func leavesNothing() throws {
            let composition = AVMutableComposition()
            let made = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
            try made.insertTimeRange(range(0, 1), of: try track(level(0.5, 1)), at: .zero)
            let item = AVPlayerItem(asset: composition)
            func mixed() throws -> stat {
                let path = try #require(composition.location?.path)
                var status = stat()
                #expect(stat(path, &status) == 0)
                return status
            }
            let first = try mixed()
            #expect(first.st_nlink == 0 && first.st_size > 48_000)
            // What an item plays stays as it was, whatever the composition becomes.
            try made.insertTimeRange(range(0, 0.5), of: try track(level(0.25, 1)), at: .zero)
            let second = try mixed()
            #expect(second.st_nlink == 0 && second.st_ino != first.st_ino)
            #expect(abs(composition.duration.seconds - 1.5) < 0.01)
            #expect(abs(item.duration.seconds - 1) < 0.01)
        }

        @Test("Stretches lie one behind the other, with silence between them, and may be cut and taken out again")
        func puts() async throws {
            let (soft, loud) = (try level(0.1, 1), try level(0.5, 1))
            let made = AVMutableComposition()
            #expect(!made.isPlayable && made.duration == .zero)
            let lane = try #require(made.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
            #expect(made.addMutableTrack(withMediaType: .video, preferredTrackID: 0) == nil)
            try lane.insertTimeRange(range(0, 1), of: try track(soft), at: .zero)
            // Into the middle of the first, and behind its end.
            try lane.insertTimeRange(range(0.25, 0.5), of: try track(loud), at: seconds(0.5))
            try lane.insertTimeRange(range(0, 0.25), of: try track(loud), at: seconds(2))
            #expect(
                made.duration.seconds == 2.25 && lane.segments.map(\.isEmpty) == [false, false, false, true, false])
            let all = try await written(made)
            #expect(all.count == 108_000)
            for (place, wanted) in [(0.25, 0.1), (0.75, 0.5), (1.25, 0.1), (1.75, 0), (2.1, 0.5)] {
                #expect(isNear(all[Int(place * 48_000)], Float(wanted)), "at \(place)")
            }
            lane.removeTimeRange(range(0.25, 1.75))
            let rest = try await written(made)
            #expect(rest.count == 24_000 && isNear(rest[11_999], 0.1) && isNear(rest[12_001], 0.5))
            made.removeTrack(lane)
            #expect(!made.isPlayable)
        }

        @Test("What is no stretch of a sound is refused with an error, and changes nothing")
        func refused() throws {
            let made = AVMutableComposition()
            let lane = try #require(made.addMutableTrack(withMediaType: .audio, preferredTrackID: 7))
            #expect(lane.trackID == 7 && made.track(withTrackID: 7) === lane)
            let own = try track(try level(0.1, 1))
            #expect(throws: NSError.self) { try lane.insertTimeRange(range(2, 1), of: own, at: .zero) }
            #expect(throws: NSError.self) { try lane.insertTimeRange(range(0, 1), of: lane, at: .zero) }
            lane.removeTimeRange(range(0, 5))
            lane.scaleTimeRange(range(0, 5), toDuration: seconds(1))
            #expect(lane.segments.isEmpty && made.duration == .zero)
        }

        @Test("A stretch that lasts twice as long is there for twice as long")
        func scales() async throws {
            let made = AVMutableComposition()
            try made.insertTimeRange(range(0, 1), of: try level(0.25, 1, rate: 24_000), at: .zero)
            made.scaleTimeRange(range(0.5, 0.5), toDuration: seconds(1))
            #expect(made.duration.seconds == 1.5)
            let all = try await written(made)
            #expect(all.count == 36_000 && isNear(all[6_000], 0.25) && isNear(all[24_000], 0.25))
        }

        @Test("Tracks sound together, each as loud as a mix has it in the course of time")
        func mixes() async throws {
            let made = AVMutableComposition()
            let lanes = try [0.1, 0.4].map { own in
                let lane = try #require(made.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
                try lane.insertTimeRange(range(0, 2), of: try track(try level(Float(own), 2)), at: .zero)
                return lane
            }
            #expect(isNear(try await written(made)[48_000], 0.5))
            let loudness = AVMutableAudioMixInputParameters(track: lanes[1])
            loudness.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(0, 1))
            loudness.setVolume(0.5, at: seconds(1.5))
            let mix = AVMutableAudioMix()
            mix.inputParameters = [loudness]
            let all = try await written(made, mix)
            for (place, wanted) in [(0.001, 0.1), (0.5, 0.3), (1.25, 0.5), (1.75, 0.3)] {
                #expect(isNear(all[Int(place * 48_000)], Float(wanted)), "at \(place)")
            }
            var (from, to, stretch) = (Float(-1), Float(-1), CMTimeRange.invalid)
            #expect(
                loudness.getVolumeRamp(for: seconds(0.5), startVolume: &from, endVolume: &to, timeRange: &stretch))
            #expect(from == 0 && to == 1 && stretch.end.seconds == 1)
        }

        @Test("A reader's mix hands over the samples of all tracks, as loud as they are to be")
        func reads() throws {
            let asset = try level(0.5, 1)
            let parameters = AVMutableAudioMixInputParameters(track: try track(asset))
            parameters.setVolume(0.5, at: .zero)
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderAudioMixOutput(
                audioTracks: asset.tracks,
                audioSettings: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16])
            output.audioMix = mix
            #expect(reader.canAdd(output))
            reader.add(output)
            #expect(reader.startReading())
            var samples: [Int16] = []
            while let buffer = output.copyNextSampleBuffer() {
                // The same samples by bytes and by a list of buffers.
                let bytes = try #require(buffer.dataBuffer).dataBytes()
                let own = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
                let listed = try buffer.withAudioBufferList { list, _ in
                    list.flatMap { Array(UnsafeMutableBufferPointer<Int16>($0)) }
                }
                #expect(listed == own)
                samples += own
            }
            #expect(samples.count == 48_000 && reader.status == .completed)
            #expect(samples.allSatisfy { abs(Int($0) - 8_192) <= 2 })
        }

        @Test("A player has its item as loud as the item's mix has it, from its start through a ramp to its end")
        func plays() async throws {
            let asset = AVURLAsset(url: try Phone.sound(8))
            let item = AVPlayerItem(asset: asset)
            let parameters = AVMutableAudioMixInputParameters(track: try track(asset))
            parameters.setVolume(0.1, at: .zero)
            parameters.setVolumeRamp(fromStartVolume: 0.1, toEndVolume: 1, timeRange: range(2, 2))
            let mix = AVMutableAudioMix()
            mix.inputParameters = [parameters]
            item.audioMix = mix
            let player = AVPlayer(playerItem: item)
            player.play()
            func decibels() -> Double? { Phone.device.facts.heard.first?.decibels }
            // Half of the media volume, a tenth of it.
            #expect(decibels() == -26)
            try Phone.device.advance(by: 1.5)
            #expect(decibels() == -26)
            try Phone.device.advance(by: 3)
            // The player is told on a thread of its own that the ramp has come.
            while decibels() != -6 { await Task.yield() }
            player.pause()
        }

        @Test("A player plays what was put together")
        func playsTogether() throws {
            let made = AVMutableComposition()
            try made.insertTimeRange(range(0, 1), of: try level(0.25, 1), at: .zero)
            try made.insertTimeRange(range(0, 1), of: try level(0.5, 1), at: seconds(1))
            let player = AVPlayer(playerItem: AVPlayerItem(asset: made))
            player.play()
            #expect(player.currentItem?.duration.seconds == 2)
            #expect(Phone.device.facts.heard.map(\.name.sound) == ["composition.wav"])
            try Phone.device.advance(by: 1.5)
            #expect(abs(player.currentTime().seconds - 1.5) < 1e-6)
            player.pause()
        }
    }
}
