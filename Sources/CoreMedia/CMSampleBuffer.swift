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

/// Room for such a list is too small.
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12_737
/// There is no such place.
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12_733
/// The samples are no sound that could be put into a list.
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12_741
/// That each buffer begins at a multiple of 16; memory here always does.
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

extension CMSampleBuffer {
    /// How the samples' buffers lie: how many there are, the channels of each, and its bytes.
    private var buffers: (count: Int, channels: UInt32, bytes: Int)? {
        guard let stream = formatDescription?.audioStreamBasicDescription, let dataBuffer,
            stream.mFormatID == kAudioFormatLinearPCM
        else { return nil }
        let stands = stream.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
        let count = stands ? Int(max(1, stream.mChannelsPerFrame)) : 1
        return (count, stands ? 1 : stream.mChannelsPerFrame, dataBuffer.dataLength / count)
    }

    /// How many bytes a list of its buffers has.
    fileprivate var listBytes: Int? { buffers.map { AudioBufferList.sizeInBytes(maximumBuffers: $0.count) } }

    /// Fills in a list of its buffers, which are good as long as the samples live.
    fileprivate func fill(_ list: UnsafeMutablePointer<AudioBufferList>) throws {
        guard let buffers else { return }
        try dataBuffer?.withUnsafeMutableBytes { bytes in
            list.pointee.mNumberBuffers = UInt32(buffers.count)
            let places = UnsafeMutableAudioBufferListPointer(list)
            for index in 0..<buffers.count {
                places[index] = AudioBuffer(
                    mNumberChannels: buffers.channels, mDataByteSize: UInt32(buffers.bytes),
                    mData: bytes.baseAddress.map { $0 + index * buffers.bytes })
            }
        }
    }

    /// Lends its buffers as a list, and what holds their memory.
    ///
    /// - Throws: -12741 for what is no linear PCM; what the closure throws.
    public func withAudioBufferList<Value>(
        blockBufferMemoryAllocator: CFAllocator? = nil, flags: Int = 0,
        body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> Value
    ) throws -> Value {
        guard let buffers, let dataBuffer else {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: Int(kCMSampleBufferError_InvalidMediaTypeForOperation))
        }
        let list = AudioBufferList.allocate(maximumBuffers: buffers.count)
        defer { free(list.unsafeMutablePointer) }
        try fill(list.unsafeMutablePointer)
        return try body(list, dataBuffer)
    }

    /// Copies frames into the buffers of a list that lies as the samples do.
    ///
    /// - Throws: -12733 for frames that it does not have, -12737 for a list with too little room.
    public func copyPCMData(fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>) throws
    {
        let status = CMSampleBufferCopyPCMDataIntoAudioBufferList(
            self, at: Int32(clamping: range.lowerBound), frameCount: Int32(clamping: range.count), into: bufferList)
        guard status == noErr else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
    }
}

/// Fills in a list of the samples' buffers, and hands over what holds their memory.
///
/// - Returns: 0; -12741 for what is no linear PCM; -12737 where the list has too little room.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
    _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
    bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?,
    blockBufferMemoryAllocator: CFAllocator?, flags: UInt32,
    blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
    guard let needed = sbuf.listBytes else { return kCMSampleBufferError_InvalidMediaTypeForOperation }
    bufferListSizeNeededOut?.pointee = needed
    if let bufferListOut {
        guard bufferListSize >= needed else { return kCMSampleBufferError_ArrayTooSmall }
        try? sbuf.fill(bufferListOut)
    }
    blockBufferOut?.pointee = sbuf.dataBuffer
    return noErr
}

/// Copies frames into the buffers of a list that lies as the samples do.
///
/// - Returns: 0; -12733 for frames that there are not; -12737 for a list with too little room.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
    _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
    into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    guard frameOffset >= 0, numFrames >= 0, Int(frameOffset) + Int(numFrames) <= sbuf.numSamples else {
        return kCMSampleBufferError_SampleIndexOutOfRange
    }
    let places = UnsafeMutableAudioBufferListPointer(bufferList)
    let status = try? sbuf.withAudioBufferList { list, _ -> OSStatus in
        guard list.count <= places.count, sbuf.numSamples > 0 else { return kCMSampleBufferError_ArrayTooSmall }
        for index in 0..<list.count {
            let frame = Int(list[index].mDataByteSize) / sbuf.numSamples
            let bytes = Int(numFrames) * frame
            guard let source = list[index].mData, let target = places[index].mData,
                Int(places[index].mDataByteSize) >= bytes
            else { return kCMSampleBufferError_ArrayTooSmall }
            target.copyMemory(from: source + Int(frameOffset) * frame, byteCount: bytes)
        }
        return noErr
    }
    return status ?? kCMSampleBufferError_InvalidMediaTypeForOperation
}
