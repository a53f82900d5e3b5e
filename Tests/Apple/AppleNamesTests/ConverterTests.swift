import AVFoundation
import AudioToolbox
import Foundation
import SoundFiles
import Testing

extension OnePhone {
    /// `AudioConverter`: linear PCM of other forms, and packets of codecs.
    @Suite
    struct ConverterTests {
        init() throws { try ProcessPhone.reset() }

        private static func pcm(_ rate: Double, _ channels: UInt32, bits: UInt32) -> AudioStreamBasicDescription {
            let frame = bits / 8 * channels
            let flags = bits == 32 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
            return AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags | kAudioFormatFlagIsPacked,
                mBytesPerPacket: frame, mFramesPerPacket: 1, mBytesPerFrame: frame, mChannelsPerFrame: channels,
                mBitsPerChannel: bits, mReserved: 0)
        }

        private static func coded(_ id: AudioFormatID) -> AudioStreamBasicDescription {
            var stream = AudioStreamBasicDescription()
            (stream.mSampleRate, stream.mFormatID, stream.mChannelsPerFrame) = (44_100, id, 2)
            stream.mFramesPerPacket = id == kAudioFormatAppleLossless ? 4_096 : 1_024
            return stream
        }

        /// A source of packets in memory, which outlives the calls that ask it.
        private final class Source {
            var packets: [[UInt8]]
            var failure = noErr
            private var memory = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
            private var description = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)
            private let framesOfPacket: Int

            init(_ packets: [[UInt8]], frameBytes: Int? = nil) {
                self.packets = packets
                framesOfPacket = frameBytes ?? 0
            }

            deinit {
                memory.deallocate()
                description.deallocate()
            }

            /// Hands over the next packet; of linear PCM as many frames as it has.
            static let proc: AudioConverterComplexInputDataProc = { _, count, list, descriptions, data in
                let source = Unmanaged<Source>.fromOpaque(data!).takeUnretainedValue()
                guard !source.packets.isEmpty else {
                    count.pointee = 0
                    return source.failure
                }
                let packet = source.packets.removeFirst()
                packet.withUnsafeBytes { source.memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
                list.pointee.mBuffers.mData = source.memory
                list.pointee.mBuffers.mDataByteSize = UInt32(packet.count)
                count.pointee = source.framesOfPacket > 0 ? UInt32(packet.count / source.framesOfPacket) : 1
                source.description.initialize(
                    to: AudioStreamPacketDescription(
                        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count)))
                descriptions?.pointee = source.description
                return noErr
            }
        }

        private static func made(
            _ from: AudioStreamBasicDescription, _ to: AudioStreamBasicDescription
        ) throws -> AudioConverterRef {
            var (from, to, converter) = (from, to, AudioConverterRef?.none)
            #expect(AudioConverterNew(&from, &to, &converter) == noErr)
            return try #require(converter)
        }

        /// All that comes out of a source, in pieces of at most so many packets.
        private static func all(
            _ converter: AudioConverterRef, _ source: Source, _ count: UInt32
        ) -> (bytes: [UInt8], packets: [[UInt8]], status: OSStatus) {
            var result: (bytes: [UInt8], packets: [[UInt8]], status: OSStatus) = ([], [], noErr)
            var (room, descriptions) = (
                [UInt8](repeating: 0, count: 1 << 18),
                [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: Int(count))
            )
            while true {
                var packets = count
                result.status = room.withUnsafeMutableBytes { room in
                    var list = AudioBufferList(
                        mNumberBuffers: 1,
                        mBuffers: AudioBuffer(
                            mNumberChannels: 2, mDataByteSize: UInt32(room.count), mData: room.baseAddress))
                    let status = AudioConverterFillComplexBuffer(
                        converter, Source.proc, Unmanaged.passUnretained(source).toOpaque(), &packets, &list,
                        &descriptions)
                    result.bytes += room[..<Int(list.mBuffers.mDataByteSize)]
                    return status
                }
                for description in descriptions.prefix(Int(packets)) where description.mDataByteSize > 0 {
                    let start = Int(description.mStartOffset)
                    result.packets.append(Array(room[start..<start + Int(description.mDataByteSize)]))
                }
                if packets == 0 || result.status != noErr { return result }
            }
        }

        private static func tone(_ frames: Int, rate: Double) -> [Int16] {
            (0..<frames).map { Int16(16_384 * sin(2 * .pi * 441 * Double($0) / rate)) }
        }

        private static func pieces(_ samples: [Int16], bytes: Int) -> [[UInt8]] {
            let all = samples.withUnsafeBytes { Array($0) }
            return stride(from: 0, to: all.count, by: bytes).map { Array(all[$0..<min($0 + bytes, all.count)]) }
        }

        @Test("Whole numbers of one channel at one rate come out as floats of two channels at another")
        func samples() throws {
            let converter = try Self.made(Self.pcm(22_050, 1, bits: 16), Self.pcm(48_000, 2, bits: 32))
            let source = Source(Self.pieces(Self.tone(22_050, rate: 22_050), bytes: 1_000), frameBytes: 2)
            let made = Self.all(converter, source, 700)
            let floats = made.bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
            #expect(made.status == noErr && abs(floats.count / 2 - 48_000) < 10)
            let right = stride(from: 1, to: floats.count, by: 2).map { floats[$0] }
            #expect(ProcessPhone.worst(right[200..<47_000], from: 441, rate: 48_000) < 0.01)
            #expect(AudioConverterDispose(converter) == noErr && AudioConverterDispose(converter) == kAudio_ParamError)
            var (count, list) = (UInt32(1), AudioBufferList())
            #expect(
                AudioConverterFillComplexBuffer(converter, Source.proc, nil, &count, &list, nil) == kAudio_ParamError)
        }

        @Test("An error of the source ends the call with it, and what came before is there")
        func failure() throws {
            let converter = try Self.made(Self.pcm(44_100, 2, bits: 16), Self.pcm(44_100, 2, bits: 16))
            let tone = Self.tone(2_000, rate: 44_100)
            let source = Source(Self.pieces(tone, bytes: 400), frameBytes: 4)
            source.failure = -77
            let made = Self.all(converter, source, 1_500)
            #expect(made.status == -77 && made.bytes == tone.withUnsafeBytes { Array($0) })
            AudioConverterDispose(converter)
        }

        @Test("Codecs that are not there are refused, and so is what is no conversion")
        func refused() {
            var (pcm, none, converter) = (
                Self.pcm(44_100, 2, bits: 16), Self.coded(0x7171_7171), AudioConverterRef?.none
            )
            #expect(AudioConverterNew(&pcm, &none, &converter) == kAudioConverterErr_FormatNotSupported)
            #expect(AudioConverterNew(&none, &pcm, &converter) == kAudioConverterErr_FormatNotSupported)
            #expect(
                AudioConverterNew(&none, &none, &converter) == kAudioConverterErr_FormatNotSupported && converter == nil
            )
        }

        @Test(
            "Frames become packets of a codec with its cookie, and packets the frames again",
            .enabled(if: AVCodecWriter.isAvailable), arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless])
        func packets(id: AudioFormatID) throws {
            let pcm = Self.pcm(44_100, 2, bits: 16)
            let mono = Self.tone(44_100, rate: 44_100)
            let tone = mono.flatMap { [$0, $0] }
            let encoder = try Self.made(pcm, Self.coded(id))
            let encoded = Self.all(encoder, Source(Self.pieces(tone, bytes: 4_000), frameBytes: 4), 3)
            #expect(encoded.status == noErr && encoded.packets.count > 10)
            var (cookie, size) = ([UInt8](repeating: 0, count: 256), UInt32(256))
            #expect(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie) == noErr)
            let decoder = try Self.made(Self.coded(id), pcm)
            #expect(AudioConverterSetProperty(decoder, kAudioConverterDecompressionMagicCookie, size, cookie) == noErr)
            let decoded = Self.all(decoder, Source(encoded.packets), 999)
            let samples = decoded.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            let left = stride(from: 0, to: samples.count, by: 2).map { Float(samples[$0]) / 32_768 }
            // AAC begins with a packet of nothing.
            let first = id == kAudioFormatMPEG4AAC ? 1_024 : 0
            #expect(decoded.status == noErr && left.count >= 44_100 + first)
            let wanted = mono.map { Float($0) / 32_768 }
            let worst = (3_000..<40_000).map { abs(left[$0 + first] - wanted[$0]) }.max() ?? 1
            #expect(worst < (first > 0 ? 0.05 : 0.000_1))
            AudioConverterDispose(encoder)
            AudioConverterDispose(decoder)
        }

        @Test("A buffer of encoded packets keeps bytes, their number and the places of the packets")
        func packetBuffer() throws {
            let settings: [String: Any] = [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
            ]
            let format = try #require(AVAudioFormat(settings: settings))
            let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 3, maximumPacketSize: 100)
            #expect((buffer.packetCapacity, buffer.byteCapacity, buffer.byteLength) == (3, 300, 0))
            buffer.data.storeBytes(of: 7, toByteOffset: 299, as: UInt8.self)
            (buffer.byteLength, buffer.packetCount) = (1_000, 9)
            #expect((buffer.byteLength, buffer.packetCount) == (300, 3))
            let places = try #require(buffer.packetDescriptions)
            places[2] = AudioStreamPacketDescription(mStartOffset: 200, mDataByteSize: 100)
            #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 300)
            // No buffer holds as many.
            let none = AVAudioCompressedBuffer(format: format, packetCapacity: .max, maximumPacketSize: 4_096)
            #expect((none.packetCapacity, none.byteLength) == (0, 0))
        }
    }
}
