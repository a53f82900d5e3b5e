import AVFoundation
import Foundation
import Scratch
import Testing

extension OnePhone {
    /// Samples that come out of an asset, and parts of it that are written as files.
    @Suite
    struct AssetTests {
        private let scratch = Scratch()

        init() throws { try Phone.reset() }

        /// A file whose samples rise by one step a frame, in both channels.
        private func ramp(_ frames: Int) throws -> URL {
            let url = URL(filePath: scratch.fresh("ramp.wav"))
            let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2))
            let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: UInt32(frames)))
            buffer.frameLength = UInt32(frames)
            let data = try #require(buffer.floatChannelData)
            for frame in 0..<frames { (data[0][frame], data[1][frame]) = (Self.level(frame), Self.level(frame)) }
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            ]
            let file = try AVAudioFile(forWriting: url, settings: settings)
            try file.write(from: buffer)
            file.close()
            return url
        }

        private static func level(_ frame: Int) -> Float { Float(frame) / 32_768 }

        private func read(_ url: URL, _ settings: [String: Any]?, _ range: CMTimeRange? = nil) throws
            -> (samples: [Int16], reader: AVAssetReader, first: CMTime)
        {
            let asset = AVURLAsset(url: url)
            let reader = try AVAssetReader(asset: asset)
            let output = AVAssetReaderTrackOutput(track: try #require(asset.tracks.first), outputSettings: settings)
            #expect(reader.canAdd(output) && reader.status == .unknown)
            reader.add(output)
            if let range { reader.timeRange = range }
            #expect(reader.startReading() && reader.status == .reading && !reader.startReading())
            var (samples, frames, first) = ([Int16](), 0, CMTime.invalid)
            while let buffer = output.copyNextSampleBuffer() {
                if frames == 0 { first = buffer.presentationTimeStamp }
                let rate = Int32(buffer.presentationTimeStamp.timescale)
                #expect(buffer.presentationTimeStamp == first + CMTime(value: Int64(frames), timescale: rate))
                frames += buffer.numSamples
                let bytes = try #require(buffer.dataBuffer).dataBytes()
                samples += bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            }
            return (samples, reader, first)
        }

        private static var whole: [String: Any] {
            [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false]
        }

        @Test("A reader hands over every sample once, in order, and says when it is through")
        func reads() throws {
            let made = try read(try ramp(20_000), Self.whole)
            #expect(made.samples.count == 40_000 && made.reader.status == .completed && made.reader.error == nil)
            #expect((0..<20_000).allSatisfy { abs(Int(made.samples[2 * $0]) - $0) <= 2 })
            #expect(made.first == .zero)
        }

        @Test("A part, at another rate, in one channel, has its place and its length")
        func part() throws {
            let settings = Self.whole.merging([AVSampleRateKey: 24_000, AVNumberOfChannelsKey: 1]) { $1 }
            let range = CMTimeRange(
                start: CMTime(value: 4_800, timescale: 48_000), duration: CMTime(value: 9_600, timescale: 48_000))
            let made = try read(try ramp(20_000), settings, range)
            #expect(made.samples.count == 4_800 && made.first.seconds == 0.1)
            #expect((100..<4_700).allSatisfy { abs(Int(made.samples[$0]) - 4_800 - 2 * $0) <= 4 })
        }

        @Test("What is no sound, and samples that cannot be made, are refused with an error")
        func refused() throws {
            let nowhere = AVURLAsset(url: URL(filePath: "/nowhere.wav"))
            #expect(throws: NSError.self) { try AVAssetReader(asset: nowhere) }
            #expect(AVAssetExportSession(asset: nowhere, presetName: AVAssetExportPresetAppleM4A) == nil)
            let asset = AVURLAsset(url: try ramp(10))
            #expect(AVAssetExportSession(asset: asset, presetName: "none such") == nil)
            let reader = try AVAssetReader(asset: asset)
            let track = try #require(asset.tracks.first)
            let coded = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
            #expect(coded.copyNextSampleBuffer() == nil)
            reader.add(coded)
            #expect(!reader.startReading() && reader.status == .failed && reader.error != nil)
        }

        @Test("An export writes the part that is asked for, into no file that is there, and says how far it is")
        func exports() async throws {
            let asset = AVURLAsset(url: try ramp(20_000))
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            let target = scratch.url.appending(path: "part.m4a")
            export.timeRange = CMTimeRange(
                start: CMTime(value: 1_000, timescale: 48_000), duration: CMTime(value: 5_000, timescale: 48_000))
            #expect(export.status == .unknown && export.progress == 0)
            try await export.export(to: target, as: .m4a)
            #expect(export.status == .completed && export.progress == 1 && export.error == nil)
            let made = try read(target, Self.whole)
            #expect(made.samples.count == 10_000)
            #expect((0..<5_000).allSatisfy { abs(Int(made.samples[2 * $0]) - 1_000 - $0) <= 1 })
            let again = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            await #expect(throws: NSError.self) { try await again.export(to: target, as: .m4a) }
            let failure = try #require(again.error as? NSError)
            #expect(again.status == .failed && failure.code == AVError.Code.fileAlreadyExists.rawValue)
            #expect(try read(target, Self.whole).samples.count == 10_000, "the file that was there was touched")
        }

        @Test("An export that was ended before it began writes nothing")
        func cancelled() async throws {
            let asset = AVURLAsset(url: try ramp(20_000))
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            let target = scratch.url.appending(path: "part.wav")
            export.cancelExport()
            await #expect(throws: CancellationError.self) { try await export.export(to: target, as: .wav) }
            #expect(export.status == .cancelled && !FileManager.default.fileExists(atPath: target.path))
        }
    }
}
