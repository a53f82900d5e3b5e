import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import Scratch
import SoundFiles
import Testing

extension OnePhone {
    /// Files by their bytes, and in a format of the program's.
    @Suite
    struct FileTests {
        init() throws { try ProcessPhone.reset() }

        /// The properties that a file of some kind keeps.
        struct Kind: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let type: AudioFileTypeID
            let stream: AudioStreamBasicDescription

            init(_ name: String, _ type: AudioFileTypeID, _ flags: AudioFormatFlags, bits: UInt32, channels: UInt32 = 2)
            {
                (testDescription, self.type) = (name, type)
                let frame = bits / 8 * channels
                stream = AudioStreamBasicDescription(
                    mSampleRate: 44_100, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: frame,
                    mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: channels, mBitsPerChannel: bits,
                    mReserved: 0)
            }

            static let wave = Kind("WAVE, 16 bits", kAudioFileWAVEType, 12, bits: 16)
            static let all = [
                wave,
                Kind("WAVE, 8 bits, one channel", kAudioFileWAVEType, 8, bits: 8, channels: 1),
                Kind("WAVE, 24 bits", kAudioFileWAVEType, 12, bits: 24),
                Kind("WAVE, floats", kAudioFileWAVEType, 9, bits: 32),
                Kind("AIFF, 16 bits", kAudioFileAIFFType, 14, bits: 16),
                Kind("AIFF, 8 bits", kAudioFileAIFFType, 12, bits: 8),
                Kind("AIFF-C, 24 bits", kAudioFileAIFCType, 14, bits: 24),
                Kind("AIFF-C, floats", kAudioFileAIFCType, 11, bits: 32),
                Kind("CAF, 16 bits", kAudioFileCAFType, 12, bits: 16),
                Kind("CAF, floats of 64 bits", kAudioFileCAFType, 9, bits: 64),
            ]
            static let refused = [
                Kind("WAVE, high byte first", kAudioFileWAVEType, 14, bits: 16),
                Kind("WAVE, 8 bits with a sign", kAudioFileWAVEType, 12, bits: 8),
                Kind("AIFF, low byte first", kAudioFileAIFFType, 12, bits: 16),
                Kind("CAF, channels apart", kAudioFileCAFType, 41, bits: 32),
            ]
        }

        private func place() -> NSURL { NSURL(fileURLWithPath: Scratch.shared.fresh("file")) }

        private func remove(_ url: NSURL) { url.path.map { try? FileManager.default.removeItem(atPath: $0) } }

        /// Frames of a sawtooth as a kind keeps them.
        private func sawtooth(_ frames: Int, _ kind: Kind) throws -> [UInt8] {
            let samples = try #require(LinearSamples(kind.stream))
            var bytes = [UInt8](repeating: 0, count: frames * Int(kind.stream.mBytesPerFrame))
            bytes.withUnsafeMutableBytes { room in
                guard let memory = room.baseAddress else { return }
                for index in 0..<frames * samples.channels {
                    samples.put(Float(index % 200 - 100) / 128, memory, index)
                }
            }
            return bytes
        }

        private func property<Value: BitwiseCopyable>(
            _ property: AudioFilePropertyID, of file: AudioFileID, _ value: Value
        ) -> Value {
            var (value, size) = (value, UInt32(MemoryLayout<Value>.size))
            #expect(AudioFileGetProperty(file, property, &size, &value) == noErr)
            #expect(Int(size) == MemoryLayout<Value>.size)
            return value
        }

        @Test(
            "What is written to a file of any kind is read again, byte by byte and by the decoder", arguments: Kind.all)
        func writesAndReads(kind: Kind) throws {
            let url = place()
            defer { remove(url) }
            var (stream, made) = (kind.stream, AudioFileID?.none)
            #expect(AudioFileCreateWithURL(url, kind.type, &stream, .eraseFile, &made) == noErr)
            var file = try #require(made)
            let bytes = try sawtooth(301, kind)
            let frame = Int(stream.mBytesPerFrame)
            var packets: UInt32 = 200
            #expect(AudioFileWritePackets(file, false, UInt32(200 * frame), nil, 0, &packets, bytes) == noErr)
            packets = 101
            #expect(
                AudioFileWritePackets(file, false, UInt32(101 * frame), nil, 202, &packets, bytes)
                    == kAudioFileInvalidPacketOffsetError && packets == 0)
            packets = 101
            #expect(
                AudioFileWritePackets(
                    file, false, UInt32(101 * frame), nil, 200, &packets, Array(bytes[(200 * frame)...]))
                    == noErr && packets == 101)
            #expect(property(kAudioFilePropertyAudioDataPacketCount, of: file, UInt64(0)) == 301)
            #expect(try read(file, from: 299, 5, frame) == Array(bytes[(299 * frame)...]))
            #expect(AudioFileClose(file) == noErr && AudioFileClose(file) == kAudioFileNotOpenError)

            #expect(AudioFileOpenURL(url, .readPermission, 0, &made) == noErr)
            file = try #require(made)
            #expect(property(kAudioFilePropertyFileFormat, of: file, UInt32(0)) == kind.type)
            let form = property(kAudioFilePropertyDataFormat, of: file, AudioStreamBasicDescription())
            #expect(form.mFormatFlags == stream.mFormatFlags && form.mBytesPerFrame == stream.mBytesPerFrame)
            #expect(property(kAudioFilePropertyAudioDataByteCount, of: file, UInt64(0)) == UInt64(bytes.count))
            #expect(abs(property(kAudioFilePropertyEstimatedDuration, of: file, 0.0) - 301 / 44_100) < 1e-9)
            #expect(try read(file, from: 0, 301, frame) == bytes)
            #expect(try read(file, from: 150, 300, frame) == Array(bytes[(150 * frame)...]))
            #expect(try read(file, from: 301, 1, frame).isEmpty)
            packets = 1
            #expect(
                AudioFileWritePackets(file, false, UInt32(frame), nil, 0, &packets, bytes)
                    == kAudioFileOperationNotSupportedError)
            AudioFileClose(file)
        }

        private func read(_ file: AudioFileID, from start: Int64, _ count: UInt32, _ frame: Int) throws -> [UInt8] {
            var room = [UInt8](repeating: 0xEE, count: Int(count) * frame)
            var (bytes, packets) = (UInt32(room.count), count)
            #expect(AudioFileReadPacketData(file, false, &bytes, nil, start, &packets, &room) == noErr)
            #expect(Int(bytes) == Int(packets) * frame)
            return Array(room[..<Int(bytes)])
        }

        @Test("A file that cannot keep such samples is not made", arguments: Kind.refused)
        func refuses(kind: Kind) {
            let url = place()
            var (stream, made) = (kind.stream, AudioFileID?.none)
            #expect(
                AudioFileCreateWithURL(url, kind.type, &stream, .eraseFile, &made)
                    == kAudioFileUnsupportedDataFormatError)
            #expect(made == nil && !FileManager.default.fileExists(atPath: url.path ?? ""))
        }

        @Test("What is wrong with a file has Apple's codes, and single bytes are read wherever they stand")
        func codes() throws {
            let url = place()
            defer { remove(url) }
            var (stream, made) = (Kind.wave.stream, AudioFileID?.none)
            #expect(AudioFileOpenURL(url, .readPermission, 0, &made) == kAudioFileFileNotFoundError && made == nil)
            #expect(
                AudioFileCreateWithURL(url, kAudioFileM4AType, &stream, [], &made) == kAudioFileUnsupportedFileTypeError
            )
            #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &stream, [], &made) == noErr)
            let file = try #require(made)
            #expect(AudioFileCreateWithURL(url, kAudioFileWAVEType, &stream, [], &made) == -48)
            let bytes: [UInt8] = Array(0..<40)
            var count: UInt32 = 40
            #expect(AudioFileWriteBytes(file, false, 0, &count, bytes) == noErr && count == 40)
            #expect(AudioFileWriteBytes(file, false, 41, &count, bytes) == kAudioFilePositionError && count == 0)
            AudioFileClose(file)
            #expect(AudioFileOpenURL(url, .readWritePermission, kAudioFileWAVEType, &made) == noErr)
            let reader = try #require(made)
            var room = [UInt8](repeating: 0, count: 8)
            count = 5
            #expect(AudioFileReadBytes(reader, false, 7, &count, &room) == noErr && room[..<5] == bytes[7..<12])
            count = 8
            #expect(AudioFileReadBytes(reader, false, 37, &count, &room) == kAudioFileEndOfFileError && count == 3)
            #expect(room[..<3] == bytes[37...])
            #expect(
                AudioFileGetPropertyInfo(reader, kAudioFilePropertyMagicCookieData, &count, nil)
                    == kAudioFileUnsupportedPropertyError, "linear PCM needs no cookie")
            var size: UInt32 = 2
            #expect(
                AudioFileGetProperty(reader, kAudioFilePropertyFileFormat, &size, &count)
                    == kAudioFileBadPropertySizeError)
            var information: Unmanaged<CFDictionary>?
            size = 8
            #expect(AudioFileGetProperty(reader, kAudioFilePropertyInfoDictionary, &size, &information) == noErr)
            #expect(
                information?.takeRetainedValue().object(forKey: kAFInfoDictionary_ApproximateDurationInSeconds)
                    as? String == "0.000")
            AudioFileClose(reader)
        }

        @Test("A program's frames are written in the file's channels and at its rate, and nothing of them is lost")
        func converts() throws {
            let url = place()
            defer { remove(url) }
            var (stream, made) = (Kind.wave.stream, ExtAudioFileRef?.none)
            #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &stream, nil, 1, &made) == noErr)
            let file = try #require(made)
            var client = Kind("", 0, 9, bits: 32, channels: 1).stream
            client.mSampleRate = 22_050
            let size = UInt32(MemoryLayout.size(ofValue: client))
            #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, size, &client) == noErr)
            var tone = (0..<4_410).map { Float(sin(2 * .pi * 441 * Double($0) / 22_050)) / 2 }
            tone.withUnsafeMutableBytes { tone in
                for piece in 0..<10 {
                    let bytes = UnsafeMutableRawBufferPointer(rebasing: tone[(piece * 1_764)..<((piece + 1) * 1_764)])
                    var list = AudioBufferList(
                        mNumberBuffers: 1,
                        mBuffers: AudioBuffer(
                            mNumberChannels: 1, mDataByteSize: 1_764, mData: bytes.baseAddress))
                    #expect(ExtAudioFileWrite(file, 500, &list) == kAudio_ParamError, "there are 441")
                    let status =
                        piece % 2 == 0 ? ExtAudioFileWrite(file, 441, &list) : ExtAudioFileWriteAsync(file, 441, &list)
                    #expect(status == noErr)
                }
            }
            #expect(ExtAudioFileDispose(file) == noErr && ExtAudioFileDispose(file) == kAudio_ParamError)
            let song = try DecodedSong(try #require(url.path))
            #expect(song.rate == 44_100 && song.channels == 2 && song.samples.count == 2 * 8_820)
            for channel in 0...1 {
                let heard = stride(from: channel, to: song.samples.count, by: 2).map { song.samples[$0] }
                #expect(ProcessPhone.worst(heard[100..<8_700], from: 441, rate: 44_100) < 0.01)
            }
        }

        @Test("Sixteen bits that pass through a program as floats are the same sixteen bits")
        func keepsBits() throws {
            let (source, target) = (place(), place())
            defer { for url in [source, target] { remove(url) } }
            var (stream, made) = (Kind.wave.stream, AudioFileID?.none)
            AudioFileCreateWithURL(source, kAudioFileWAVEType, &stream, .eraseFile, &made)
            let plain = try #require(made)
            let values = (0..<65_536).map { Int16(truncatingIfNeeded: $0) }
            var packets: UInt32 = 32_768
            #expect(
                values.withUnsafeBytes {
                    AudioFileWritePackets(plain, false, 131_072, nil, 0, &packets, $0.baseAddress!)
                } == noErr)
            AudioFileClose(plain)
            var (reading, writing) = (ExtAudioFileRef?.none, ExtAudioFileRef?.none)
            #expect(ExtAudioFileOpenURL(source, &reading) == noErr)
            #expect(ExtAudioFileCreateWithURL(target, kAudioFileCAFType, &stream, nil, 1, &writing) == noErr)
            let (from, to) = (try #require(reading), try #require(writing))
            var client = Kind("", 0, 41, bits: 32).stream
            (client.mBytesPerFrame, client.mBytesPerPacket) = (4, 4)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: AVAudioFormat(streamDescription: &client)!, frameCapacity: 1_000))
            for file in [from, to] {
                #expect(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client) == noErr)
            }
            var frames: UInt32 = 1_000
            while frames > 0 {
                buffer.frameLength = 1_000
                frames = 1_000
                #expect(ExtAudioFileRead(from, &frames, buffer.mutableAudioBufferList) == noErr)
                #expect(ExtAudioFileWrite(to, frames, buffer.audioBufferList) == noErr)
            }
            #expect(ExtAudioFileDispose(from) == noErr && ExtAudioFileDispose(to) == noErr)
            #expect(AudioFileOpenURL(target, .readPermission, 0, &made) == noErr)
            let copied = try #require(made)
            var (room, bytes) = ([Int16](repeating: 0, count: 65_536), UInt32(131_072))
            #expect(AudioFileReadBytes(copied, false, 0, &bytes, &room) == noErr)
            #expect(room == values)
            AudioFileClose(copied)
        }

        /// A file as the decoder has it.
        private struct DecodedSong {
            let (rate, channels): (Int, Int)
            let samples: [Float]

            init(_ path: String) throws {
                let reader = try ChannelReader(path: path)
                (rate, channels) = (reader.info.rate, reader.info.channels)
                let frames = reader.info.frames ?? 0
                var samples = [Float](repeating: 0, count: frames * channels)
                _ = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0.baseAddress!, count: frames) }
                self.samples = samples
            }
        }
    }
}
