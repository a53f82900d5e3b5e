// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each. Any thread.

/// The code of a property of a format.
public typealias AudioFormatPropertyID = UInt32

/// A description whose rest is filled in, an AudioStreamBasicDescription that is asked and answered in place: 'fmti'.
public let kAudioFormatProperty_FormatInfo: AudioFormatPropertyID = 0x666D_7469
/// The encoders of a format, AudioClassDescriptions; there are none: 'aven'.
public let kAudioFormatProperty_Encoders: AudioFormatPropertyID = 0x6176_656E
/// The decoders of a format, AudioClassDescriptions; there are none: 'avde'.
public let kAudioFormatProperty_Decoders: AudioFormatPropertyID = 0x6176_6465
/// The formats that can be written, AudioFormatIDs; linear PCM alone: 'acof'.
public let kAudioFormatProperty_EncodeFormatIDs: AudioFormatPropertyID = 0x6163_6F66
/// The formats that can be read packet by packet, AudioFormatIDs; linear PCM alone: 'acif'.
public let kAudioFormatProperty_DecodeFormatIDs: AudioFormatPropertyID = 0x6163_6966
/// Whether packets differ in size, a UInt32: 'fvbr'.
public let kAudioFormatProperty_FormatIsVBR: AudioFormatPropertyID = 0x6676_6272
/// Whether packets need descriptions, a UInt32: 'fexf'.
public let kAudioFormatProperty_FormatIsExternallyFramed: AudioFormatPropertyID = 0x6665_7866
/// What people call a format, a CFString; told of none: 'fnam'.
public let kAudioFormatProperty_FormatName: AudioFormatPropertyID = 0x666E_616D
/// The formats that hide in a layered one; told of none: 'flst'.
public let kAudioFormatProperty_FormatList: AudioFormatPropertyID = 0x666C_7374
/// Which of a list can be played; told of none: 'fpfl'.
public let kAudioFormatProperty_FirstPlayableFormatFromList: AudioFormatPropertyID = 0x6670_666C
/// There is no such property: 'prop'.
public let kAudioFormatUnsupportedPropertyError: OSStatus = 0x7072_6F70
/// The property has another size: '!siz'.
public let kAudioFormatBadPropertySizeError: OSStatus = 0x2173_697A
/// It cannot be said what is wrong: 'what'.
public let kAudioFormatUnspecifiedError: OSStatus = 0x7768_6174

/// Tells the size of a property.
///
/// - Parameters:
///   - inSpecifier: A format, for how its packets lie; nothing else depends on it.
/// - Returns: 0; 'prop' for a property of which nothing is told.
@discardableResult
public func AudioFormatGetPropertyInfo(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    if inPropertyID == kAudioFormatProperty_FormatInfo {
        outPropertyDataSize.pointee = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        return noErr
    }
    guard let told = told(inPropertyID) else { return kAudioFormatUnsupportedPropertyError }
    outPropertyDataSize.pointee = UInt32(told.count * MemoryLayout<UInt32>.size)
    return noErr
}

/// What is told of codecs: there are none, so that linear PCM remains.
private func told(_ property: AudioFormatPropertyID) -> [UInt32]? {
    switch property {
    case kAudioFormatProperty_Encoders, kAudioFormatProperty_Decoders: []
    case kAudioFormatProperty_EncodeFormatIDs, kAudioFormatProperty_DecodeFormatIDs: [kAudioFormatLinearPCM]
    case kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed: [0]
    default: nil
    }
}

/// Whether a property can be told of a format: how packets lie is known of linear PCM alone.
private func isKnown(_ property: AudioFormatPropertyID, of specifier: UnsafeRawPointer?, _ size: UInt32) -> Bool {
    guard [kAudioFormatProperty_FormatIsVBR, kAudioFormatProperty_FormatIsExternallyFramed].contains(property) else {
        return true
    }
    guard let specifier, Int(size) >= MemoryLayout<AudioStreamBasicDescription>.size else { return false }
    return specifier.loadUnaligned(as: AudioStreamBasicDescription.self).mFormatID == kAudioFormatLinearPCM
}

/// Reads a property; fills in what follows from the rest of a description of linear PCM, how many bytes frames and packets
/// have.
///
/// - Parameters: As `AudioFormatGetPropertyInfo`.
/// - Returns: 0; 'prop' for a property of which nothing is told; '!siz'; 'fmt?' for what needs an encoder.
@discardableResult
public func AudioFormatGetProperty(
    _ inPropertyID: AudioFormatPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    if let told = told(inPropertyID) {
        guard isKnown(inPropertyID, of: inSpecifier, inSpecifierSize) else {
            return kAudioFormatUnsupportedDataFormatError
        }
        let size = told.count * MemoryLayout<UInt32>.size
        guard let ioPropertyDataSize, Int(ioPropertyDataSize.pointee) >= size else {
            return kAudioFormatBadPropertySizeError
        }
        ioPropertyDataSize.pointee = UInt32(size)
        told.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { outPropertyData?.copyMemory(from: base, byteCount: size) }
        }
        return noErr
    }
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
