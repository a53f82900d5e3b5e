// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each. Any thread.

/// The code of a property of a format.
public typealias AudioFormatPropertyID = UInt32

/// A description whose rest is filled in, an AudioStreamBasicDescription that is asked and answered in place: 'fmti'.
public let kAudioFormatProperty_FormatInfo: AudioFormatPropertyID = 0x666D_7469
/// There is no such property: 'prop'.
public let kAudioFormatUnsupportedPropertyError: OSStatus = 0x7072_6F70
/// The property has another size: '!siz'.
public let kAudioFormatBadPropertySizeError: OSStatus = 0x2173_697A
/// It cannot be said what is wrong: 'what'.
public let kAudioFormatUnspecifiedError: OSStatus = 0x7768_6174

/// Tells the size of a property.
///
/// - Parameters:
///   - inSpecifier: Nothing depends on it.
/// - Returns: 0; 'prop' for anything but `kAudioFormatProperty_FormatInfo`.
@discardableResult
public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    guard inPropertyID == kAudioFormatProperty_FormatInfo else { return kAudioFormatUnsupportedPropertyError }
    outPropertyDataSize.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    return noErr
}

/// Fills in what follows from the rest of a description of linear PCM: how many bytes frames and packets have.
///
/// - Parameters: As `AudioFormatGetPropertyInfo`.
/// - Returns: 0; 'prop' for anything but `kAudioFormatProperty_FormatInfo`; '!siz'; 'fmt?' for what needs an encoder.
@discardableResult
public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    guard inPropertyID == kAudioFormatProperty_FormatInfo else { return kAudioFormatUnsupportedPropertyError }
    guard let outPropertyData,
        Int(ioPropertyDataSize?.pointee ?? 0) == MemoryLayout<AudioStreamBasicDescription>.size
    else { return kAudioFormatBadPropertySizeError }
    var stream = outPropertyData.loadUnaligned(as: AudioStreamBasicDescription.self)
    guard stream.mFormatID == kAudioFormatLinearPCM else { return kAudioFormatUnsupportedDataFormatError }
    let beside = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 ? max(1, stream.mChannelsPerFrame) : 1
    let needed = (stream.mBitsPerChannel.addingReportingOverflow(7).partialValue / 8)
        .multipliedReportingOverflow(by: beside)
    guard !needed.overflow else { return kAudioFormatUnsupportedDataFormatError }
    if stream.mBytesPerFrame == 0 { stream.mBytesPerFrame = needed.partialValue }
    if stream.mFramesPerPacket == 0 { stream.mFramesPerPacket = 1 }
    if stream.mBytesPerPacket == 0 {
        stream.mBytesPerPacket =
            stream.mBytesPerFrame.multipliedReportingOverflow(by: stream.mFramesPerPacket).partialValue
    }
    withUnsafeBytes(of: stream) { bytes in
        guard let base = bytes.baseAddress else { return }
        outPropertyData.copyMemory(from: base, byteCount: bytes.count)
    }
    return noErr
}
