import AVFoundation
import Foundation
import Scratch
import SessionDevice
import SoundFiles
import Testing

extension OnePhone {
    /// AAC and ALAC: what is asked for is what is in the file, or it is refused with Apple's code.
    @Suite
    struct CodecTests {
        private static let rate = 44_100.0
        private let scratch = Scratch()

        init() throws { try ProcessPhone.reset() }

        private func settings(_ id: AudioFormatID, _ others: [String: Any] = [:]) -> [String: Any] {
            [AVFormatIDKey: id, AVSampleRateKey: Self.rate, AVNumberOfChannelsKey: 2].merging(others) { $1 }
        }

        /// Writes two seconds of a tone, and opens them.
        private func written(_ name: String, _ id: AudioFormatID) throws -> AVAudioFile {
            let url = scratch.url.appending(path: name)
            let file = try AVAudioFile(forWriting: url, settings: settings(id, [AVEncoderBitRateKey: 128_000]))
            #expect(file.fileFormat.streamDescription.pointee.mFormatID == id)
            try file.write(from: ProcessPhone.buffer(440, 88_200, file.processingFormat))
            file.close()
            return try AVAudioFile(forReading: url)
        }

        @Test(
            "A file of AAC or ALAC says so, is as long as it was written, and sounds so",
            .enabled(if: AVCodecWriter.isAvailable))
        func roundTrip() throws {
            for (name, id) in [
                ("a.m4a", kAudioFormatMPEG4AAC), ("a.mp4", kAudioFormatMPEG4AAC), ("l.m4a", kAudioFormatAppleLossless),
                ("a.caf", kAudioFormatMPEG4AAC),
                ("l.caf", kAudioFormatAppleLossless), ("a", kAudioFormatMPEG4AAC), ("l", kAudioFormatAppleLossless),
            ] {
                let file = try written(name, id)
                #expect(file.length == 88_200 && file.fileFormat.sampleRate == Self.rate)
                #expect(file.fileFormat.streamDescription.pointee.mFormatID == id)
                file.framePosition = 44_100
                let buffer = try #require(
                    AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 4_410))
                try file.read(into: buffer)
                let data = try #require(buffer.floatChannelData)
                let samples = (0..<4_410).map { data[1][$0] }
                #expect(ProcessPhone.worst(samples[...], from: 440, rate: Self.rate) < 0.05, "\(name)")
            }
        }

        @Test(
            "The settings of every recorder are recorded as they say, and played",
            .enabled(if: AVCodecWriter.isAvailable))
        func recorder() throws {
            try ProcessPhone.session.setCategory(.playAndRecord)
            let url = scratch.url.appending(path: "memo.m4a")
            let recorder = try AVAudioRecorder(
                url: url,
                settings: [
                    AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 12_000, AVNumberOfChannelsKey: 1,
                    AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
                ])
            #expect(recorder.format.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
            #expect(recorder.record())
            try ProcessPhone.device.advance(by: 1)
            recorder.stop()
            let head = try Data(contentsOf: url).prefix(12)
            #expect(head.dropFirst(4).starts(with: Data("ftyp".utf8)))
            let player = try AVAudioPlayer(contentsOf: url)
            #expect(abs(player.duration - 1) < 0.1 && player.numberOfChannels == 1)
            #expect(player.settings[AVFormatIDKey] as? UInt32 == kAudioFormatMPEG4AAC && player.play())
            player.stop()
        }

        @Test("IMA4 in CAF, Apple's own form of system sounds, plays", .enabled(if: AVCodecWriter.isAvailable))
        func systemSound() throws {
            let url = scratch.url.appending(path: "click.caf")
            func word(_ value: UInt64, _ bytes: Int) -> [UInt8] {
                (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
            }
            let description =
                word(44_100.0.bitPattern, 8) + Array("ima4".utf8) + word(0, 4) + word(34, 4) + word(64, 4) + word(1, 4)
                + word(0, 4)
            // A packet is a predicted sample, and two samples in each of 32 bytes.
            let packets = (0..<690).flatMap { _ in [0, 40] + [UInt8](repeating: 0x3B, count: 32) }
            let bytes: [UInt8] =
                Array("caff".utf8) + word(0x0001_0000, 4) + Array("desc".utf8) + word(32, 8) + description
                + Array("data".utf8) + word(UInt64(packets.count) + 4, 8) + word(0, 4) + packets
            try Data(bytes).write(to: url)
            var sound: SystemSoundID = 0
            #expect(AudioServicesCreateSystemSoundID(url as CFURL, &sound) == kAudioServicesNoError && sound != 0)
            AudioServicesDisposeSystemSoundID(sound)
            #expect(abs(try AVAudioPlayer(contentsOf: url).duration - 690 * 64 / 44_100) < 0.01)
        }

        @Test("An export of M4A is AAC", .enabled(if: AVCodecWriter.isAvailable))
        func export() async throws {
            let asset = AVURLAsset(url: try ProcessPhone.tone(440, 1))
            let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
            #expect(export.supportedFileTypes.contains(.m4a))
            let target = scratch.url.appending(path: "part.m4a")
            try await export.export(to: target, as: .m4a)
            let file = try AVAudioFile(forReading: target)
            #expect(
                file.length == 44_100 && file.fileFormat.streamDescription.pointee.mFormatID == kAudioFormatMPEG4AAC)
        }

        @Test("A codec that is not written, or not into such a file, is refused with 'fmt?'")
        func refused() throws {
            let wanted: [(String, AudioFormatID)] = [
                ("a.wav", kAudioFormatMPEG4AAC), ("a.mp3", kAudioFormatAppleLossless),
                ("a.m4a", kAudioFormatMPEG4AAC_HE),
                ("a.aac", kAudioFormatAppleLossless), ("a.m4a", kAudioFormatOpus),
            ]
            for (name, id) in wanted {
                let url = scratch.url.appending(path: name)
                #expect(
                    ProcessPhone.code { _ = try AVAudioFile(forWriting: url, settings: settings(id)) } == 0x666D_743F)
                #expect(ProcessPhone.code { _ = try AVAudioRecorder(url: url, settings: settings(id)) } == 0x666D_743F)
                #expect(!FileManager.default.fileExists(atPath: url.path))
            }
        }
    }
}
