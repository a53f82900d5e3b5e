import AVFoundation
import Foundation
import Scratch
import Testing

extension OnePhone {
    /// Samples that come out of an asset, and parts of it that are written as files.
    @Suite
    struct AssetTests {
        private let scratch = Scratch()

        init() throws { try ProcessPhone.reset() }

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

        /// The samples of the first channel of a file, in whole numbers of 16 bits.
        private func read(_ url: URL) throws -> [Int] {
            let file = try AVAudioFile(forReading: url)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)))
            try file.read(into: buffer)
            let data = try #require(buffer.floatChannelData)
            return (0..<Int(buffer.frameLength)).map { Int((data[0][$0] * 32_768).rounded()) }
        }

        @Test(
            "What is no sound, a preset that there is not, and a kind that needs an encoder are refused with an error")
        func refused() async throws {
            let nowhere = AVURLAsset(url: URL(filePath: "/nowhere.wav"))
            #expect(AVAssetExportSession(asset: nowhere, presetName: AVAssetExportPresetAppleM4A) == nil)
            let asset = AVURLAsset(url: try ramp(10))
            #expect(AVAssetExportSession(asset: asset, presetName: "none such") == nil)
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            #expect(!export.supportedFileTypes.contains(.mp4))
            let target = scratch.url.appending(path: "part.mp4")
            await #expect(throws: AVError(.encoderNotFound)) { try await export.export(to: target, as: .mp4) }
            #expect(export.status == .failed && !FileManager.default.fileExists(atPath: target.path))
        }

        @Test("An export writes the part that is asked for, into no file that is there, and says how far it is")
        func exports() async throws {
            let asset = AVURLAsset(url: try ramp(20_000))
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            let target = scratch.url.appending(path: "part.caf")
            export.timeRange = CMTimeRange(
                start: CMTime(value: 1_000, timescale: 48_000), duration: CMTime(value: 5_000, timescale: 48_000))
            #expect(export.status == .unknown && export.progress == 0)
            try await export.export(to: target, as: .caf)
            #expect(export.status == .completed && export.progress == 1 && export.error == nil)
            #expect(try Data(contentsOf: target).prefix(4) == Data("caff".utf8))
            let made = try read(target)
            #expect(made.count == 5_000 && made.indices.allSatisfy { abs(made[$0] - 1_000 - $0) <= 1 })
            let again = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
            await #expect(throws: AVError(.fileAlreadyExists)) { try await again.export(to: target, as: .caf) }
            #expect(again.status == .failed)
            #expect(try read(target).count == 5_000, "the file that was there was touched")
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
