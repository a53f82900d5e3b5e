// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's, for the classes of Foundation.

/// A string; the same object as Foundation's.
public typealias CFString = NSString
/// A URL; the same object as Foundation's.
public typealias CFURL = NSURL
/// A number; the same object as Foundation's.
public typealias CFNumber = NSNumber
/// A dictionary; the same object as Foundation's.
public typealias CFDictionary = NSDictionary
/// An array; the same object as Foundation's.
public typealias CFArray = NSArray
/// Bytes; the same object as Foundation's.
public typealias CFData = NSData
/// An error; the same object as Foundation's.
public typealias CFError = NSError
/// A run loop; the same object as Foundation's.
public typealias CFRunLoop = RunLoop
/// Any object.
public typealias CFTypeRef = AnyObject
/// Seconds.
public typealias CFTimeInterval = Double
/// Seconds since January 1, 2001.
public typealias CFAbsoluteTime = Double
/// An index or a count.
public typealias CFIndex = Int
/// A pointer that receives an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// An allocator. There is only the default one.
public final class CFAllocator: Sendable {
    private init() {}
}

public let kCFAllocatorDefault: CFAllocator! = nil  // The default allocator.
/// Converts a number to big-endian.
public func CFSwapInt32HostToBig(_ arg: UInt32) -> UInt32 { arg.bigEndian }
/// Converts a number from big-endian.
public func CFSwapInt32BigToHost(_ arg: UInt32) -> UInt32 { UInt32(bigEndian: arg) }
/// Converts a number to big-endian.
public func CFSwapInt16HostToBig(_ arg: UInt16) -> UInt16 { arg.bigEndian }
/// Converts a number from big-endian.
public func CFSwapInt16BigToHost(_ arg: UInt16) -> UInt16 { UInt16(bigEndian: arg) }

/// Returns the current time, in seconds since January 1, 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
