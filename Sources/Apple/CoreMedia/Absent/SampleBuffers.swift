// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import CoreAudioTypes
public import Foundation
/// A number of items.
public typealias CMItemCount = CFIndex
/// Bytes of media; there is none.
public final class CMBlockBuffer: NSObject, Sendable { override init() { super.init() } }
/// Frames of media; there is none.
public final class CMSampleBuffer: NSObject, Sendable { override init() { super.init() } }
/// When a sample is shown, and for how long.
public struct CMSampleTimingInfo: Hashable, Sendable {
    public var duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime
    public init(duration: CMTime = .invalid, presentationTimeStamp: CMTime = .invalid, decodeTimeStamp: CMTime = .invalid) { (self.duration, self.presentationTimeStamp, self.decodeTimeStamp) = (duration, presentationTimeStamp, decodeTimeStamp) }
}
public let kCMBlockBufferNoErr: OSStatus = 0, kCMBlockBufferBlockAllocationFailedErr: OSStatus = -12_701, kCMSampleBufferError_AllocationFailed: OSStatus = -12_730, kCMBlockBufferAssureMemoryNowFlag: UInt32 = 1, kCMBlockBufferBadLengthParameterErr: OSStatus = -12_704
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12_737
public let kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 = 1

extension CMSampleBuffer {
    public var dataBuffer: CMBlockBuffer? { nil }
    public var formatDescription: CMFormatDescription? { nil }
    public var numSamples: CMItemCount { 0 }
    public var presentationTimeStamp: CMTime { .invalid }
    public var duration: CMTime { .invalid }
    public var isValid: Bool { false }
}

extension CMBlockBuffer {
    public var dataLength: Int { 0 }
    public func dataBytes() throws -> Data { Data() }
}
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { 0 }
@discardableResult public func CMBlockBufferCopyDataBytes(_ theSourceBuffer: CMBlockBuffer, atOffset offsetToData: Int, dataLength: Int, destination: UnsafeMutableRawPointer) -> OSStatus { kCMBlockBufferBadLengthParameterErr }
@discardableResult public func CMBlockBufferGetDataPointer(_ theBuffer: CMBlockBuffer, atOffset offset: Int, lengthAtOffsetOut: UnsafeMutablePointer<Int>?, totalLengthOut: UnsafeMutablePointer<Int>?, dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> OSStatus { kCMBlockBufferBadLengthParameterErr }
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { nil }
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? { nil }
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { 0 }
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { .invalid }
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { .invalid }
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { 0 }
@discardableResult public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { false }
@discardableResult public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { false }
@discardableResult public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus { noErr }
@discardableResult public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(_ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?, bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?) -> OSStatus { kCMSampleBufferError_ArrayTooSmall }
@discardableResult public func CMSampleBufferCopyPCMDataIntoAudioBufferList(_ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32, into bufferList: UnsafeMutablePointer<AudioBufferList>) -> OSStatus { kCMSampleBufferError_ArrayTooSmall }
@discardableResult public func CMBlockBufferCreateWithMemoryBlock(allocator: CFAllocator?, memoryBlock: UnsafeMutableRawPointer?, blockLength: Int, blockAllocator: CFAllocator?, customBlockSource: UnsafeRawPointer?, offsetToData: Int, dataLength: Int, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>) -> OSStatus { kCMBlockBufferBlockAllocationFailedErr }
@discardableResult public func CMBlockBufferReplaceDataBytes(with sourceBytes: UnsafeRawPointer, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int) -> OSStatus { kCMBlockBufferBadLengthParameterErr }
@discardableResult public func CMBlockBufferFillDataBytes(with fillByte: CChar, blockBuffer destinationBuffer: CMBlockBuffer, offsetIntoDestination: Int, dataLength: Int) -> OSStatus { kCMBlockBufferBadLengthParameterErr }
@discardableResult public func CMSampleBufferCreate(allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool, makeDataReadyCallback: ((CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus)?, refcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription?, sampleCount: CMItemCount, sampleTimingEntryCount: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount: CMItemCount, sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus { kCMSampleBufferError_AllocationFailed }
@discardableResult public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus { kCMSampleBufferError_AllocationFailed }
@discardableResult public func CMSampleBufferSetDataBufferFromAudioBufferList(_ sbuf: CMSampleBuffer, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, bufferList: UnsafePointer<AudioBufferList>) -> OSStatus { kCMSampleBufferError_AllocationFailed }
@discardableResult public func CMAudioSampleBufferCreateWithPacketDescriptions(allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool, makeDataReadyCallback: ((CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus)?, refcon: UnsafeMutableRawPointer?, formatDescription: CMFormatDescription, sampleCount: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus { kCMSampleBufferError_AllocationFailed }
@discardableResult public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription, sampleCount: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus { kCMSampleBufferError_AllocationFailed }
@discardableResult public func CMAudioFormatDescriptionCreate(allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int, layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?, extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>) -> OSStatus { formatDescriptionOut.pointee = CMFormatDescription(of: asbd.pointee); return noErr }
@discardableResult public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool { range.containsTime(time) }
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime { CMTimeMultiplyByFloat64(time, multiplier: Double(multiplier) / Double(divisor)) }
/// A clock that runs with a player's rate; no item has one.
public final class CMTimebase: NSObject, Sendable { override init() { super.init() } }
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { 0 }
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { .invalid }
@discardableResult public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus { kCMTimebaseError_InvalidParameter }
public let kCMTimebaseError_InvalidParameter: OSStatus = -12_748
/// One of the formats in which a stream can be decoded.
public struct AudioFormatListItem: Sendable {
    public var mASBD: AudioStreamBasicDescription, mChannelLayoutTag: AudioChannelLayoutTag
    public init(mASBD: AudioStreamBasicDescription = .init(), mChannelLayoutTag: AudioChannelLayoutTag = 0) { (self.mASBD, self.mChannelLayoutTag) = (mASBD, mChannelLayoutTag) }
}
public func CMAudioFormatDescriptionGetRichestDecodableFormat(_ desc: CMFormatDescription) -> UnsafePointer<AudioFormatListItem>? { nil }
