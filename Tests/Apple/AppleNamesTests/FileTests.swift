import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import Scratch
import SoundFiles
import Testing

extension OnePhone {
    /// Files in a format of the program's.
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

        /// Creates a file of a kind out of bytes as it keeps them.
        private func write(_ bytes: [UInt8], _ kind: Kind, to url: NSURL) throws {
            var (stream, made) = (kind.stream, ExtAudioFileRef?.none)
            #expect(ExtAudioFileCreateWithURL(url, kind.type, &stream, nil, 1, &made) == noErr)
            let file = try #require(made)
            var bytes = bytes
            let status = bytes.withUnsafeMutableBytes { room in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: stream.mChannelsPerFrame, mDataByteSize: UInt32(room.count),
                        mData: room.baseAddress))
                return ExtAudioFileWrite(file, UInt32(room.count) / stream.mBytesPerFrame, &list)
            }
            #expect(status == noErr && ExtAudioFileDispose(file) == noErr)
        }

        /// Reads a file's bytes from a frame on, in the file's own format.
        private func read(_ url: NSURL, from start: Int64, _ frames: Int, _ kind: Kind) throws -> [UInt8] {
            var made: ExtAudioFileRef?
            #expect(ExtAudioFileOpenURL(url, &made) == noErr)
            let file = try #require(made)
            var (form, size) = (AudioStreamBasicDescription(), UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
            #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &form) == noErr)
            #expect(form.mFormatFlags == kind.stream.mFormatFlags && form.mBytesPerFrame == kind.stream.mBytesPerFrame)
            #expect(ExtAudioFileSeek(file, start) == noErr)
            var (bytes, count) = ([UInt8](repeating: 0, count: frames * Int(form.mBytesPerFrame)), UInt32(frames))
            let status = bytes.withUnsafeMutableBytes { room in
                var list = AudioBufferList(
                    mNumberBuffers: 1,
                    mBuffers: AudioBuffer(
                        mNumberChannels: form.mChannelsPerFrame, mDataByteSize: UInt32(room.count),
                        mData: room.baseAddress))
                return ExtAudioFileRead(file, &count, &list)
            }
            #expect(status == noErr && ExtAudioFileDispose(file) == noErr)
            return Array(bytes[..<(Int(count) * Int(form.mBytesPerFrame))])
        }

        @Test("What is written to a file of any kind is read again, byte by byte", arguments: Kind.all)
        func writesAndReads(kind: Kind) throws {
            let url = place()
            defer { remove(url) }
            let bytes = try sawtooth(301, kind)
            let frame = Int(kind.stream.mBytesPerFrame)
            try write(bytes, kind, to: url)
            #expect(try read(url, from: 0, 301, kind) == bytes)
            #expect(try read(url, from: 150, 300, kind) == Array(bytes[(150 * frame)...]))
            #expect(try read(url, from: 301, 1, kind).isEmpty)
        }

        @Test("A file that cannot keep such samples is not made", arguments: Kind.refused)
        func refuses(kind: Kind) {
            let url = place()
            var (stream, made) = (kind.stream, ExtAudioFileRef?.none)
            #expect(
                ExtAudioFileCreateWithURL(url, kind.type, &stream, nil, 1, &made)
                    == kAudioFileUnsupportedDataFormatError)
            #expect(made == nil && !FileManager.default.fileExists(atPath: url.path ?? ""))
        }

        @Test("What is wrong with a file has Apple's codes, and its handle opens it again for reading")
        func codes() throws {
            let url = place()
            defer { remove(url) }
            var (stream, made) = (Kind.wave.stream, ExtAudioFileRef?.none)
            #expect(ExtAudioFileOpenURL(url, &made) == kAudioFileFileNotFoundError && made == nil)
            #expect(
                ExtAudioFileCreateWithURL(url, kAudioFileM4AType, &stream, nil, 0, &made)
                    == kAudioFileUnsupportedFileTypeError)
            try write(Array(0..<40), Kind.wave, to: url)
            #expect(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &stream, nil, 0, &made) == -48)
            #expect(ExtAudioFileOpenURL(url, &made) == noErr)
            let file = try #require(made)
            var (plain, size) = (AudioFileID?.none, UInt32(4))
            #expect(
                ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &plain)
                    == kExtAudioFileError_InvalidPropertySize)
            size = 8
            #expect(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioFile, &size, &plain) == noErr)
            let handle = try #require(plain)
            #expect(ExtAudioFileWrapAudioFileID(handle, true, &made) == kAudioFileOperationNotSupportedError)
            #expect(ExtAudioFileWrapAudioFileID(handle, false, &made) == noErr)
            let again = try #require(made)
            var frames: Int64 = 0
            #expect(ExtAudioFileGetProperty(again, kExtAudioFileProperty_FileLengthFrames, &size, &frames) == noErr)
            #expect(frames == 10)
            #expect(ExtAudioFileDispose(again) == noErr && ExtAudioFileDispose(file) == noErr)
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
            var stream = Kind.wave.stream
            let values = (0..<65_536).map { Int16(truncatingIfNeeded: $0) }
            try write(values.withUnsafeBytes { Array($0) }, Kind.wave, to: source)
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
            let copied = try read(target, from: 0, 32_768, Kind.wave)
            #expect(copied == values.withUnsafeBytes { Array($0) })
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
