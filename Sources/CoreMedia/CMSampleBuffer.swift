// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's.

/// How many items something has.
public typealias CMItemCount = CFIndex

/// Bytes of media. Never changes but by who writes into it; one thread at a time.
public final class CMBlockBuffer: NSObject, @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Copies bytes.
    package init(_ bytes: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyMemory(from: bytes)
    }

    deinit { memory.deallocate() }

    /// How many bytes there are.
    public var dataLength: Int { memory.count }
    /// A copy of the bytes.
    ///
    /// - Throws: Nothing here; they are always there.
    public func dataBytes() throws -> Data { Data(memory) }
    /// Lends the bytes.
    public func withUnsafeMutableBytes<Value>(
        _ body: (UnsafeMutableRawBufferPointer) throws -> Value
    ) throws -> Value { try body(memory) }

    fileprivate func bytes(from offset: Int) -> UnsafeMutableRawBufferPointer? {
        (0...memory.count).contains(offset) ? UnsafeMutableRawBufferPointer(rebasing: memory[offset...]) : nil
    }
}

/// It worked.
public let kCMBlockBufferNoErr: OSStatus = 0
/// There are not so many bytes.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12_704
/// There is no such place.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12_703

/// How many bytes there are.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes out.
///
/// - Returns: -12703 or -12704 for a place or a length that the buffer does not have.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    guard let bytes = theSourceBuffer.bytes(from: offsetToData) else { return kCMBlockBufferBadOffsetParameterErr }
    guard let base = bytes.baseAddress, (0...bytes.count).contains(dataLength) else {
        return kCMBlockBufferBadLengthParameterErr
    }
    destination.copyMemory(from: base, byteCount: dataLength)
    return kCMBlockBufferNoErr
}

/// Says where bytes are; good as long as the buffer lives.
///
/// - Returns: -12703 for a place that the buffer does not have.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    guard let bytes = theBuffer.bytes(from: offset) else { return kCMBlockBufferBadOffsetParameterErr }
    lengthAtOffsetOut?.pointee = bytes.count
    totalLengthOut?.pointee = theBuffer.dataLength
    dataPointerOut?.pointee = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    return kCMBlockBufferNoErr
}

/// Some frames of sound, with their place. Never changes; for any thread.
public final class CMSampleBuffer: NSObject, @unchecked Sendable {
    /// The samples.
    public let dataBuffer: CMBlockBuffer?
    /// How they lie.
    public let formatDescription: CMFormatDescription?
    /// How many frames there are.
    public let numSamples: CMItemCount
    /// Where they begin.
    public let presentationTimeStamp: CMTime

    package init(
        _ data: UnsafeRawBufferPointer, _ format: CMFormatDescription, frames: Int, at time: CMTime
    ) {
        (dataBuffer, formatDescription) = (CMBlockBuffer(data), format)
        (numSamples, presentationTimeStamp) = (frames, time)
    }

    /// How long they are.
    public var duration: CMTime {
        let rate = formatDescription?.audioStreamBasicDescription?.mSampleRate ?? 0
        return rate >= 1 ? CMTime(value: CMTimeValue(numSamples), timescale: CMTimeScale(rate)) : .invalid
    }
    /// Whether they may be used: always.
    public var isValid: Bool { true }
    /// Whether they are there: always.
    public var dataReadiness: Bool { true }
    /// How many bytes they take.
    public var totalSampleSize: Int { dataBuffer?.dataLength ?? 0 }
    /// Lets their memory go; it goes with the last who holds it.
    ///
    /// - Throws: Nothing here.
    public func invalidate() throws {}
}

/// The samples.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }
/// How the samples lie.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}
/// How many frames there are.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }
/// Where the frames begin.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
/// How long the frames are.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }
/// How many bytes the frames take.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }
/// Whether the frames may be used: always.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }
/// Whether the frames are there: always.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness }
/// Lets their memory go; it goes with the last who holds it.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus { noErr }
