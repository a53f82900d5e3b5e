import AVFoundation
import AudioToolbox
import CoreAudioTypes
import Foundation
import SessionDevice
import Testing

/// The drives of the objects behind the functions of the C interfaces.
extension SendableDrive {
    private static var pcm: AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
    }

    private static func pass() { try? ProcessPhone.device.advance(by: 0.01) }

    /// A list of one buffer of so many frames, for the time of a call.
    private static func withList(_ frames: UInt32, _ call: (UnsafeMutablePointer<AudioBufferList>) -> Void) {
        let room = UnsafeMutableRawPointer.allocate(byteCount: Int(frames) * 4, alignment: 16)
        room.initializeMemory(as: UInt8.self, repeating: 0, count: Int(frames) * 4)
        defer { room.deallocate() }
        let buffer = AudioBuffer(mNumberChannels: 2, mDataByteSize: frames * 4, mData: room)
        var list = AudioBufferList(mNumberBuffers: 1, mBuffers: buffer)
        call(&list)
    }

    private static func readState(of queue: AudioQueueRef) {
        var (runs, size, value, time) = (UInt32(0), UInt32(4), Float(0), AudioTimeStamp())
        AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &runs, &size)
        AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value)
        AudioQueueGetCurrentTime(queue, nil, &time, nil)
        var (levels, bytes) = ([AudioQueueLevelMeterState](repeating: .init(), count: 2), UInt32(16))
        AudioQueueGetProperty(queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &bytes)
    }

    static func outputQueue() throws -> SendableDrive {
        var (stream, made) = (pcm, AudioQueueRef?.none)
        AudioQueueNewOutput(
            &stream, { _, queue, buffer in AudioQueueFreeBuffer(queue, buffer) }, nil, nil, nil, 0, &made)
        nonisolated(unsafe) let queue = try #require(made)
        return SendableDrive(["SoundQueue", "OutputQueue"]) { level in
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 64, &buffer)
            buffer?.pointee.mAudioDataByteSize = 64
            if let buffer { AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }
            AudioQueueSetParameter(queue, kAudioQueueParam_Volume, level)
            AudioQueueStart(queue, nil)
            pass()
            _ = level > 0.5 ? AudioQueuePause(queue) : AudioQueueStop(queue, true)
            if level > 0.99 { AudioQueueDispose(queue, true) }
        } _: {
            var on: UInt32 = 1
            AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &on, 4)
            readState(of: queue)
        }
    }

    static func inputQueue() throws -> SendableDrive {
        try ProcessPhone.session.setCategory(.playAndRecord)
        var (stream, made) = (pcm, AudioQueueRef?.none)
        AudioQueueNewInput(
            &stream, { _, queue, buffer, _, _, _ in AudioQueueEnqueueBuffer(queue, buffer, 0, nil) }, nil, nil, nil, 0,
            &made)
        nonisolated(unsafe) let queue = try #require(made)
        for _ in 0..<3 {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBuffer(queue, 256, &buffer)
            AudioQueueEnqueueBuffer(queue, try #require(buffer), 0, nil)
        }
        return SendableDrive(["InputQueue"]) { level in
            AudioQueueStart(queue, nil)
            pass()
            _ = level > 0.5 ? AudioQueuePause(queue) : AudioQueueStop(queue, true)
            if level > 0.99 { AudioQueueDispose(queue, true) }
        } _: {
            readState(of: queue)
        }
    }

    private static func unit(_ type: OSType, _ subType: OSType) throws -> AudioUnit {
        var wanted = AudioComponentDescription()
        (wanted.componentType, wanted.componentSubType) = (type, subType)
        var unit: AudioUnit?
        AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &unit)
        return try #require(unit)
    }

    private static let silence: AURenderCallback = { _, _, _, _, _, _ in noErr }

    static func route() throws -> SendableDrive {
        try ProcessPhone.session.setCategory(.playAndRecord)
        nonisolated(unsafe) let unit = try unit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        var on: UInt32 = 1
        AudioUnitSetProperty(unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &on, 4)
        var source = AURenderCallbackStruct(inputProc: silence, inputProcRefCon: nil)
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &source,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
        AudioUnitInitialize(unit)
        return SendableDrive(["SoundUnit", "RemoteUnit", "Slices", "SampleList"]) { level in
            AudioOutputUnitStart(unit)
            pass()
            AudioOutputUnitStop(unit)
            if level > 0.99 { AudioComponentInstanceDispose(unit) }
        } _: {
            var (latency, size, stamp) = (0.0, UInt32(8), AudioTimeStamp())
            AudioUnitGetProperty(unit, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &latency, &size)
            var runs: UInt32 = 0
            size = 4
            AudioUnitGetProperty(unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &runs, &size)
            withList(256) { list in AudioUnitRender(unit, nil, &stamp, 1, 256, list) }
        }
    }

    static func converter() throws -> SendableDrive {
        nonisolated(unsafe) let unit = try unit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter)
        var stream = pcm
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &stream, size)
        var source = AURenderCallbackStruct(inputProc: silence, inputProcRefCon: nil)
        AudioUnitSetProperty(
            unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &source,
            UInt32(MemoryLayout<AURenderCallbackStruct>.size))
        AudioUnitInitialize(unit)
        return SendableDrive(["ConverterUnit", "Line"]) { level in
            AudioUnitUninitialize(unit)
            var stream = pcm
            stream.mSampleRate = level > 0.5 ? 44_100 : 22_050
            AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &stream, size)
            AudioUnitInitialize(unit)
            AudioUnitReset(unit, kAudioUnitScope_Global, 0)
            if level > 0.99 { AudioComponentInstanceDispose(unit) }
        } _: {
            var (stamp, stream, bytes) = (AudioTimeStamp(), AudioStreamBasicDescription(), size)
            withList(256) { list in AudioUnitRender(unit, nil, &stamp, 0, 256, list) }
            AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &stream, &bytes)
        }
    }

    static func packetConverter() throws -> SendableDrive {
        var (from, to, made) = (pcm, pcm, AudioConverterRef?.none)
        to.mSampleRate = 22_050
        #expect(AudioConverterNew(&from, &to, &made) == noErr)
        nonisolated(unsafe) let converter = try #require(made)
        let fill: @Sendable () -> Void = {
            var count: UInt32 = 64
            withList(64) { list in
                AudioConverterFillComplexBuffer(
                    converter,
                    { _, count, _, _, _ in
                        count.pointee = 0
                        return -77
                    }, nil, &count, list, nil)
            }
        }
        return SendableDrive(["PacketConverter"]) { level in
            fill()
            AudioConverterReset(converter)
            if level > 0.99 { AudioConverterDispose(converter) }
        } _: {
            var (stream, size) = (pcm, UInt32(MemoryLayout<AudioStreamBasicDescription>.size))
            AudioConverterGetProperty(converter, kAudioConverterCurrentOutputStreamDescription, &size, &stream)
            fill()
        }
    }

    static func readFiles() throws -> SendableDrive {
        let url = try ProcessPhone.sound(0.1) as CFURL
        var (extended, stream) = (ExtAudioFileRef?.none, pcm)
        ExtAudioFileOpenURL(url, &extended)
        nonisolated(unsafe) let frames = try #require(extended)
        ExtAudioFileSetProperty(
            frames, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout<AudioStreamBasicDescription>.size),
            &stream)
        let read: @Sendable () -> Void = {
            var (count, frame) = (UInt32(256), Int64(0))
            withList(256) { ExtAudioFileRead(frames, &count, $0) }
            ExtAudioFileTell(frames, &frame)
        }
        return SendableDrive(["ConvertedFile", "ReadFile"]) { level in
            ExtAudioFileSeek(frames, Int64(level * 4_000))
            read()
            guard level > 0.99 else { return }
            ExtAudioFileDispose(frames)
        } _: {
            read()
        }
    }

    static func writtenFiles() throws -> SendableDrive {
        let url = try ProcessPhone.sound(0.1, "written.caf") as CFURL
        var (extended, stream) = (ExtAudioFileRef?.none, pcm)
        ExtAudioFileCreateWithURL(url, kAudioFileCAFType, &stream, nil, 1, &extended)
        nonisolated(unsafe) let frames = try #require(extended)
        let write: @Sendable () -> Void = {
            withList(64) { ExtAudioFileWrite(frames, 64, $0) }
        }
        return SendableDrive(["WrittenFile"]) { level in
            write()
            guard level > 0.99 else { return }
            ExtAudioFileDispose(frames)
        } _: {
            write()
        }
    }
}
