// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreAudioTypes

// The names are Apple's. One thread at a time for each converter; an invalid converter is answered with -50.

/// A converter between two formats of linear PCM, or between linear PCM and packets of AAC, Apple Lossless or (decoding only)
/// MP3.
public typealias AudioConverterRef = OpaquePointer
/// The code of a property of a converter.
public typealias AudioConverterPropertyID = UInt32

/// Provides packets in the source format: sets the list's buffers, the number of packets (0 at the end), and the descriptions
/// of packets of variable size. An error ends the conversion with that error.
public typealias AudioConverterComplexInputDataProc =
    @Sendable (
        AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?, UnsafeMutableRawPointer?
    ) -> OSStatus

public let kAudioConverterErr_FormatNotSupported: OSStatus = 0x666D_743F  // No conversion between these: 'fmt?'.
public let kAudioConverterErr_OperationNotSupported: OSStatus = 0x6F70_3F3F  // Not with this converter: 'op??'.
public let kAudioConverterErr_PropertyNotSupported: OSStatus = 0x7072_6F70  // There is no such property: 'prop'.
public let kAudioConverterErr_InvalidInputSize: OSStatus = 0x696E_737A  // The input is no whole packets: 'insz'.
public let kAudioConverterErr_InvalidOutputSize: OSStatus = 0x6F74_737A  // The output has too little room: 'otsz'.
public let kAudioConverterErr_UnspecifiedError: OSStatus = 0x7768_6174  // The codec failed: 'what'.
public let kAudioConverterErr_BadPropertySizeError: OSStatus = 0x2173_697A  // The property size is wrong: '!siz'.
/// Descriptions of packets are missing: '!pkd'.
public let kAudioConverterErr_RequiresPacketDescriptionsError: OSStatus = 0x2170_6B64

/// Bytes of the largest packet that comes out, a UInt32: 'xops'.
public let kAudioConverterPropertyMaximumOutputPacketSize: AudioConverterPropertyID = 0x786F_7073
/// The source's description of itself for a decoder, bytes: 'dmgc'.
public let kAudioConverterDecompressionMagicCookie: AudioConverterPropertyID = 0x646D_6763
/// The encoder's description of itself, bytes: 'cmgc'.
public let kAudioConverterCompressionMagicCookie: AudioConverterPropertyID = 0x636D_6763
/// Bits per second of an encoder, a UInt32, before the first packet: 'brat'.
public let kAudioConverterEncodeBitRate: AudioConverterPropertyID = 0x6272_6174
/// The description of the input: 'acis'.
public let kAudioConverterCurrentInputStreamDescription: AudioConverterPropertyID = 0x6163_6973
/// The description of the output, including an encoder's frames per packet: 'acos'.
public let kAudioConverterCurrentOutputStreamDescription: AudioConverterPropertyID = 0x6163_6F73

/// Creates a converter.
///
/// - Returns: 0; 'fmt?' if libsoxr or libavcodec, as far as they are installed, do not convert between the formats.
@discardableResult
public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>
) -> OSStatus {
    outAudioConverter.pointee = nil
    return DeviceFailure.status {
        let converter = PacketConverter(from: inSourceFormat.pointee, to: inDestinationFormat.pointee)
        outAudioConverter.pointee = converters.add(try converter.or(kAudioConverterErr_FormatNotSupported))
    }
}

private let converters = PacketConverter.table

/// Disposes of a converter.
@discardableResult
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    converters.with(inAudioConverter) { _ in converters.remove(inAudioConverter) }
}

/// Discards a converter's input so far.
@discardableResult
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef) -> OSStatus {
    converters.with(inAudioConverter) { $0.reset() }
}

/// Fills buffers with packets in the destination format, requesting packets in the source format from a closure as needed.
///
/// - Parameters:
///   - ioOutputDataPacketSize: The capacity in packets; on return, the packets written. Fewer only at the end of the input or
///     after an error of the closure.
///   - outPacketDescription: Room for as many descriptions; required for encoders.
/// - Returns: 0; the closure's error; 'what' for a damaged packet; -50 if the list does not match the destination format.
@discardableResult
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef, _ inInputDataProc: AudioConverterComplexInputDataProc,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    converters.with(inAudioConverter) { converter in
        try converter.fill(
            ioOutputDataPacketSize, UnsafeMutableAudioBufferListPointer(outOutputData), outPacketDescription
        ) { packets, list, descriptions in
            inInputDataProc(inAudioConverter, packets, list, descriptions, inInputDataProcUserData)
        }
    }
}

/// Loads a property.
@discardableResult
public func AudioConverterGetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
    converters.with(inAudioConverter) { converter in
        try PropertyBytes.copy(
            converter.property(inPropertyID), to: outPropertyData, ioPropertyDataSize,
            none: kAudioConverterErr_PropertyNotSupported, small: kAudioConverterErr_BadPropertySizeError)
    }
}

/// Sets the cookie of a decoder or the bit rate of an encoder.
@discardableResult
public func AudioConverterSetProperty(
    _ inAudioConverter: AudioConverterRef, _ inPropertyID: AudioConverterPropertyID, _ inPropertyDataSize: UInt32,
    _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    converters.with(inAudioConverter) { converter in
        let bytes = UnsafeRawBufferPointer(start: inPropertyData, count: Int(inPropertyDataSize))
        try converter.set(inPropertyID, to: Array(bytes))
    }
}
