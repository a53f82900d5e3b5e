package import AppleSession
package import CoreAudioTypes

extension FileForm {
    /// The types of files that hold linear PCM.
    package static let linearKinds: Set = [
        kAudioFileWAVEType, kAudioFileAIFFType, kAudioFileAIFCType, kAudioFileCAFType,
    ]

    /// Creates the sample format for a stream description in a type of file, or nil if such a file cannot hold it.
    init?(_ stream: AudioStreamBasicDescription, in kind: AudioFileTypeID) {
        guard let linear = LinearSamples(stream), linear.isInterleaved, stream.mBytesPerPacket == stream.mBytesPerFrame,
            Int(stream.mBitsPerChannel) == linear.sampleBytes * 8, stream.mFormatFlags >> 7 & 0x3F == 0
        else { return nil }
        let isFloat = stream.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let isSigned = stream.mFormatFlags & kAudioFormatFlagIsSignedInteger != 0
        let isByte = linear.sampleBytes == 1
        let isBig = !isByte && stream.mFormatFlags & kAudioFormatFlagIsBigEndian != 0
        let isOrdered =
            switch kind {
            case kAudioFileWAVEType: !isBig
            case kAudioFileAIFFType: (isBig || isByte) && !isFloat
            case kAudioFileAIFCType: isBig || isByte
            default: true
            }
        guard isOrdered, isFloat || isSigned != (isByte && kind == kAudioFileWAVEType) else { return nil }
        let bits = stream.mBitsPerChannel
        self.init(
            rate: linear.rate, channels: linear.channels, encoding: isFloat ? .float(bits: bits) : .whole(bits: bits),
            kind: kind, isBigEndian: isBig)
    }
}

extension AudioStreamBasicDescription {
    /// Creates the description of packed linear PCM.
    package init(
        linear bits: UInt32, isFloat: Bool, isBigEndian: Bool = false, isInterleaved: Bool = true, rate: Double,
        channels: UInt32
    ) {
        let bytes = bits / 8 * (isInterleaved ? channels : 1)
        self.init(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagIsPacked,
            mBytesPerPacket: bytes, mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: channels,
            mBitsPerChannel: bits)
        mFormatFlags |= isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        if isBigEndian { mFormatFlags |= kAudioFormatFlagIsBigEndian }
        if !isInterleaved { mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    }

    /// Creates the description of a file's samples, in the byte order of its type.
    package init(of reader: any BackendReader) {
        self.init(reader.encoding, rate: reader.rate, channels: reader.channels, kind: reader.kind)
    }

    /// Creates the description of an encoding in a file type; 0 is an unnamed type. By default AIFF is big-endian.
    package init(
        _ encoding: FileEncoding, rate: Int, channels: Int, kind: AudioFileTypeID, isBigEndian: Bool? = nil
    ) {
        func linear(_ bits: UInt32, isFloat: Bool) -> Self {
            let isBig = isBigEndian ?? [kAudioFileAIFFType, kAudioFileAIFCType].contains(kind)
            return Self(
                linear: bits, isFloat: isFloat, isBigEndian: isBig && bits > 8, rate: Double(rate),
                channels: UInt32(channels))
        }
        switch encoding {
        case .coded(let id):
            self.init(mSampleRate: Double(rate), mFormatID: id, mChannelsPerFrame: UInt32(channels))
        case .whole(let bits):
            self = linear(bits, isFloat: false)
            // 8-bit samples are unsigned in WAVE and signed elsewhere.
            if bits <= 8, kind == kAudioFileWAVEType { mFormatFlags = kAudioFormatFlagIsPacked }
        case .float(let bits): self = linear(bits, isFloat: true)
        }
    }
}
