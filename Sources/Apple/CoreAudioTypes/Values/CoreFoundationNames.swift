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
/// The resources of a program; the class of Foundation.
public typealias CFBundle = Bundle

/// The syntax of a path.
public enum CFURLPathStyle: Int, Sendable {
    case cfurlposixPathStyle = 0  // With slashes.
    case cfurlWindowsPathStyle = 2  // With backslashes.
}

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
/// Returns the main bundle.
public func CFBundleGetMainBundle() -> CFBundle! { Bundle.main }

/// Returns the URL of a resource of a bundle, or nil if there is none.
public func CFBundleCopyResourceURL(
    _ bundle: CFBundle!, _ resourceName: CFString!, _ resourceType: CFString!, _ subDirName: CFString!
) -> CFURL! {
    bundle.url(
        forResource: resourceName.map { String(describing: $0) },
        withExtension: resourceType.map { String(describing: $0) },
        subdirectory: subDirName.map { String(describing: $0) }
    ).map { NSURL(string: $0.absoluteString) } ?? nil
}

/// Returns the URL of a path, or nil for a Windows path.
public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> CFURL! {
    guard let filePath, pathStyle == .cfurlposixPathStyle else { return nil }
    return NSURL(fileURLWithPath: String(describing: filePath), isDirectory: isDirectory)
}
