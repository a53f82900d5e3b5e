// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's. Linear PCM becomes linear PCM. Any thread; one at a time for each converter. A pointer to no
// converter is answered by -50.

/// What makes linear PCM of one form into another.
public typealias AudioConverterRef = OpaquePointer
/// The code of a property of a converter.
public typealias AudioConverterPropertyID = UInt32

/// Hands over frames of the input: it puts their memory into the list, and says how many they are; none ends the stream.
public typealias AudioConverterComplexInputDataProc =
    @Sendable (
        AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?, UnsafeMutableRawPointer?
    ) -> OSStatus

/// One of the formats cannot be had: 'fmt?'.
public let kAudioConverterErr_FormatNotSupported: OSStatus = 0x666D_743F
/// This cannot be done with these formats: 'op??'.
public let kAudioConverterErr_OperationNotSupported: OSStatus = 0x6F70_3F3F
/// There is no such property, or it is only read: 'prop'.
public let kAudioConverterErr_PropertyNotSupported: OSStatus = 0x7072_6F70
/// The input is no whole number of frames, or too short: 'insz'.
public let kAudioConverterErr_InvalidInputSize: OSStatus = 0x696E_737A
/// There is too little room for the output: 'otsz'.
public let kAudioConverterErr_InvalidOutputSize: OSStatus = 0x6F74_737A
/// It cannot be said what is wrong: 'what'.
public let kAudioConverterErr_UnspecifiedError: OSStatus = 0x7768_6174
/// The property has another size: '!siz'.
public let kAudioConverterErr_BadPropertySizeError: OSStatus = 0x2173_697A
/// Packets of this format need descriptions: '!pkd'.
public let kAudioConverterErr_RequiresPacketDescriptionsError: OSStatus = 0x2170_6B64
/// The rate of the input is none that can be changed: '!isr'.
public let kAudioConverterErr_InputSampleRateOutOfRange: OSStatus = 0x2169_7372
/// There is no such rate of output: '!osr'.
public let kAudioConverterErr_OutputSampleRateOutOfRange: OSStatus = 0x216F_7372
/// The codec's hardware is in use: '!hwc'. None is here.
public let kAudioConverterErr_HardwareInUse: OSStatus = 0x2168_7763
/// Nobody may use the codec's hardware: 'perm'. None is here.
public let kAudioConverterErr_NoHardwarePermission: OSStatus = 0x7065_726D

/// Bytes of input at least, a UInt32: 'mibs'.
public let kAudioConverterPropertyMinimumInputBufferSize: AudioConverterPropertyID = 0x6D69_6273
/// Bytes of output at least, a UInt32: 'mobs'.
public let kAudioConverterPropertyMinimumOutputBufferSize: AudioConverterPropertyID = 0x6D6F_6273
/// Bytes of a packet of the input, a UInt32: 'xips'.
public let kAudioConverterPropertyMaximumInputPacketSize: AudioConverterPropertyID = 0x7869_7073
/// Bytes of a packet of the output, a UInt32: 'xops'.
public let kAudioConverterPropertyMaximumOutputPacketSize: AudioConverterPropertyID = 0x786F_7073
/// Bytes of input for so many bytes of output, a UInt32 that is asked and answered in place: 'cibs'.
public let kAudioConverterPropertyCalculateInputBufferSize: AudioConverterPropertyID = 0x6369_6273
/// Bytes of output for so many bytes of input, a UInt32 that is asked and answered in place: 'cobs'.
public let kAudioConverterPropertyCalculateOutputBufferSize: AudioConverterPropertyID = 0x636F_6273
/// The format of the input, an AudioStreamBasicDescription: 'acid'.
public let kAudioConverterCurrentInputStreamDescription: AudioConverterPropertyID = 0x6163_6964
/// The format of the output, an AudioStreamBasicDescription: 'acod'.
public let kAudioConverterCurrentOutputStreamDescription: AudioConverterPropertyID = 0x6163_6F64
/// How well a rate is changed, a UInt32; kept, for there is one way: 'srcq'.
public let kAudioConverterSampleRateConverterQuality: AudioConverterPropertyID = 0x7372_6371
/// By which way a rate is changed, a UInt32; kept: 'srca'.
public let kAudioConverterSampleRateConverterComplexity: AudioConverterPropertyID = 0x7372_6361
/// How it begins, a UInt32; kept, for it begins with the first frame: 'prmm'.
public let kAudioConverterPrimeMethod: AudioConverterPropertyID = 0x7072_6D6D
/// Frames that an encoder puts before and behind, an AudioConverterPrimeInfo; linear PCM has none: 'prim'.
public let kAudioConverterPrimeInfo: AudioConverterPropertyID = 0x7072_696D
/// Bits per second of an encoder, a UInt32; linear PCM has none, and no such property: 'brat'.
public let kAudioConverterEncodeBitRate: AudioConverterPropertyID = 0x6272_6174
/// How well an encoder works, a UInt32; likewise: 'cdqu'.
public let kAudioConverterCodecQuality: AudioConverterPropertyID = 0x6364_7175
/// What a decoder will need; likewise: 'cmgc'.
public let kAudioConverterCompressionMagicCookie: AudioConverterPropertyID = 0x636D_6763
/// What a decoder needs; likewise: 'dmgc'.
public let kAudioConverterDecompressionMagicCookie: AudioConverterPropertyID = 0x646D_6763

/// Frames that an encoder puts before and behind.
public struct AudioConverterPrimeInfo: BitwiseCopyable, Sendable {
    /// Frames before the first.
    public var leadingFrames: UInt32
    /// Frames behind the last.
    public var trailingFrames: UInt32

    /// Creates none.
    public init() { self.init(leadingFrames: 0, trailingFrames: 0) }

    /// Creates so many.
    public init(leadingFrames: UInt32, trailingFrames: UInt32) {
        (self.leadingFrames, self.trailingFrames) = (leadingFrames, trailingFrames)
    }
}

/// The best way.
public let kAudioConverterQuality_Max: UInt32 = 0x7F
/// A good way.
public let kAudioConverterQuality_High: UInt32 = 0x60
/// A usual way.
public let kAudioConverterQuality_Medium: UInt32 = 0x40
/// A quick way.
public let kAudioConverterQuality_Low: UInt32 = 0x20

/// Makes a converter; 'fmt?' for what needs a decoder or an encoder.
@discardableResult
public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    outAudioConverter.pointee = nil
    guard let made = SampleConverter(inSourceFormat.pointee, inDestinationFormat.pointee) else {
        return kAudioConverterErr_FormatNotSupported
    }
    outAudioConverter.pointee = SampleConverter.table.add(made)
    return noErr
}

/// What makes sound smaller: 'aenc'.
public let kAudioEncoderComponentType: OSType = 0x6165_6E63
/// What makes it sound again: 'adec'.
public let kAudioDecoderComponentType: OSType = 0x6164_6563
/// A codec in software: 'appl'.
public let kAppleSoftwareAudioCodecManufacturer: OSType = 0x6170_706C
/// A codec in hardware: 'aphw'.
public let kAppleHardwareAudioCodecManufacturer: OSType = 0x6170_6877

/// Makes a converter by codecs of the program's choice; linear PCM needs none, and there are none.
@discardableResult
public func AudioConverterNewSpecific(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>, _ inNumberClassDescriptions: UInt32,
    _ inClassDescriptions: UnsafePointer<AudioClassDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus { AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter) }

/// Does something with a converter; -50 where there is none.
private func with(_ converter: AudioConverterRef, _ work: (SampleConverter) -> OSStatus) -> OSStatus {
    SampleConverter.table.at(converter).map(work) ?? kAudio_ParamError
}

/// Ends a converter.
@discardableResult
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    with(inAudioConverter) { _ in
        SampleConverter.table.remove(inAudioConverter)
        return noErr
    }
}

/// Forgets what was handed over before; a stream that has ended begins anew.
@discardableResult
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    with(inAudioConverter) { converter in
        converter.reset()
        return noErr
    }
}

/// Converts bytes where the rate stays the same, and each side has one buffer.
///
/// - Parameter ioOutputDataSize: Bytes that there is room for; then bytes that were made.
/// - Returns: 0; 'op??' where the rate changes or channels stand apart; 'insz', 'otsz'.
@discardableResult
public func AudioConverterConvertBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataSize: UInt32, _ inInputData: UnsafeRawPointer,
    _ ioOutputDataSize: UnsafeMutablePointer<UInt32>, _ outOutputData: UnsafeMutableRawPointer
) -> OSStatus {
    with(inAudioConverter) { converter in
        guard converter.isPlain else { return kAudioConverterErr_OperationNotSupported }
        guard let frames = converter.inputFrames(Int(inInputDataSize)) else {
            return kAudioConverterErr_InvalidInputSize
        }
        var input = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: converter.source.mChannelsPerFrame, mDataByteSize: inInputDataSize,
                mData: UnsafeMutableRawPointer(mutating: inInputData)))
        var output = AudioBufferList(
            mNumberBuffers: 1,
            mBuffers: AudioBuffer(
                mNumberChannels: converter.target.mChannelsPerFrame, mDataByteSize: ioOutputDataSize.pointee,
                mData: outOutputData))
        let status = converter.convert(
            frames, UnsafeMutableAudioBufferListPointer(&input), UnsafeMutableAudioBufferListPointer(&output))
        if status == noErr { ioOutputDataSize.pointee = UInt32(converter.outputBytes(frames)) }
        return status
    }
}

/// Converts frames between lists where the rate stays the same.
///
/// - Returns: 0; 'op??' where the rate changes; 'insz', 'otsz'.
@discardableResult
public func AudioConverterConvertComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inNumberPCMFrames: UInt32, _ inInputData: UnsafePointer<AudioBufferList>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    with(inAudioConverter) { converter in
        converter.convert(
            Int(inNumberPCMFrames),
            UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: inInputData)),
            UnsafeMutableAudioBufferListPointer(outOutputData))
    }
}

/// Makes as many frames as are wanted and there is room for, of what a function hands over.
///
/// - Parameters:
///   - ioOutputDataPacketSize: How many are wanted; then how many there are, fewer where the stream has ended.
///   - outPacketDescription: Nothing is written there: packets of linear PCM are of one size.
/// - Returns: 0; what the function answered, with the frames that there are; -50 for a list that is not of the format.
@preconcurrency
@discardableResult
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: @escaping AudioConverterComplexInputDataProc,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    with(inAudioConverter) { converter in
        converter.fill(ioOutputDataPacketSize, UnsafeMutableAudioBufferListPointer(outOutputData)) { count, list in
            inInputDataProc(inAudioConverter, count, list, nil, inInputDataProcUserData)
        }
    }
}

/// Tells the size of a property, and whether it may be set.
@discardableResult
public func AudioConverterGetPropertyInfo(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    with(inAudioConverter) { converter in
        guard let value = converter.property(inPropertyID, asked: 0) else {
            return kAudioConverterErr_PropertyNotSupported
        }
        outSize?.pointee = UInt32(value.count)
        outWritable?.pointee = DarwinBoolean(SampleConverter.isSettable(inPropertyID))
        return noErr
    }
}

/// Reads a property.
@discardableResult
public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    with(inAudioConverter) { converter in
        let asked = ioPropertyDataSize.pointee >= 4 ? outPropertyData.loadUnaligned(as: UInt32.self) : 0
        guard let value = converter.property(inPropertyID, asked: asked) else {
            return kAudioConverterErr_PropertyNotSupported
        }
        guard Int(ioPropertyDataSize.pointee) >= value.count else { return kAudioConverterErr_BadPropertySizeError }
        outPropertyData.copyMemory(from: value, byteCount: value.count)
        ioPropertyDataSize.pointee = UInt32(value.count)
        return noErr
    }
}

/// Sets a property.
@discardableResult
public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    with(inAudioConverter) {
        $0.set(inPropertyID, UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize)))
    }
}
