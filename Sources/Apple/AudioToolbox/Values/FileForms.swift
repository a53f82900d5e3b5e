package import AppleSession
package import CoreAudioTypes

extension FileForm.Container {
    /// Creates the container of a file type, or nil if the type cannot be written.
    init?(_ kind: AudioFileTypeID) {
        switch kind {
        case kAudioFileWAVEType: self = .wave
        case kAudioFileAIFFType: self = .aiff
        case kAudioFileAIFCType: self = .aifc
        case kAudioFileCAFType: self = .caf
        default: return nil
        }
    }
}

extension FileForm {
    /// Creates the sample format for a stream description in a container, or nil if the container cannot hold it.
    init?(_ stream: AudioStreamBasicDescription, in container: Container) {
        guard let linear = LinearSamples(stream), linear.isInterleaved, stream.mBytesPerPacket == stream.mBytesPerFrame,
            Int(stream.mBitsPerChannel) == linear.sampleBytes * 8, stream.mFormatFlags >> 7 & 0x3F == 0
        else { return nil }
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let isSigned = stream.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        let isBig = linear.sampleBytes > 1 && stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        let samples: Samples? =
            switch (isFloat, linear.sampleBytes) {
            case (true, 4): .float32
            case (true, 8): .float64
            case (false, 1): isSigned == (container != .wave) ? .int8 : nil
            case (false, 2): isSigned ? .int16 : nil
            case (false, 3): isSigned ? .int24 : nil
            case (false, 4): isSigned ? .int32 : nil
            default: nil
            }
        let isOrdered =
            switch container {
            case .wave: !isBig
            case .aiff: (isBig || linear.sampleBytes == 1) && !isFloat
            case .aifc: isBig || linear.sampleBytes == 1
            case .caf: true
            }
        guard let samples, isOrdered else { return nil }
        self.init(
            rate: linear.rate, channels: linear.channels, samples: samples, container: container, isBigEndian: isBig)
    }
}

extension AudioStreamBasicDescription {
    /// Creates the description of a file's samples, in the byte order of its type.
    package init(of reader: any BackendReader) {
        self.init(reader.encoding, rate: reader.rate, channels: reader.channels, kind: reader.kind)
    }

    /// Creates the description of an encoding in a file type; 0 is an unnamed type.
    package init(_ encoding: FileEncoding, rate: Int, channels: Int, kind: AudioFileTypeID) {
        self.init()
        (mSampleRate, mChannelsPerFrame) = (Double(rate), UInt32(channels))
        let bits: UInt32
        switch encoding {
        case .coded(let id):
            mFormatID = id
            return
        case .whole(let width):
            // 8-bit samples are unsigned in WAVE and signed elsewhere.
            (bits, mFormatFlags) = (width, kAudioFormatFlagIsSignedInteger)
            if width <= 8, kind == kAudioFileWAVEType { mFormatFlags = 0 }
        case .float(let width): (bits, mFormatFlags) = (width, kAudioFormatFlagIsFloat)
        }
        mFormatID = kAudioFormatLinearPCM
        mFormatFlags |= kAudioFormatFlagIsPacked
        if bits > 8, [kAudioFileAIFFType, kAudioFileAIFCType].contains(kind) {
            mFormatFlags |= kAudioFormatFlagIsBigEndian
        }
        (mBitsPerChannel, mFramesPerPacket) = (bits, 1)
        mBytesPerFrame = (bits + 7) / 8 * UInt32(channels)
        mBytesPerPacket = mBytesPerFrame
    }
}
