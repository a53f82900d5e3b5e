// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's. Foundation has the same objects under its own names here.

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
/// Seconds since the first of January 2001.
public typealias CFAbsoluteTime = Double
/// An index or a count.
public typealias CFIndex = Int
/// Where a call puts an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// What makes objects; there is one way here.
public final class CFAllocator: Sendable {
    private init() {}
}

public let kCFAllocatorDefault: CFAllocator! = nil  // The usual way to make objects.
/// What comes with a program; the same object as Foundation's.
public typealias CFBundle = Bundle

/// How a path is written.
public enum CFURLPathStyle: Int, Sendable {
    case cfurlposixPathStyle = 0  // With slashes.
    case cfurlWindowsPathStyle = 2  // With backslashes.
}

/// Puts the high byte of a number first.
public func CFSwapInt32HostToBig(_ arg: UInt32) -> UInt32 { arg.bigEndian }
/// Takes a number whose high byte comes first.
public func CFSwapInt32BigToHost(_ arg: UInt32) -> UInt32 { UInt32(bigEndian: arg) }
/// Puts the high byte of a number first.
public func CFSwapInt16HostToBig(_ arg: UInt16) -> UInt16 { arg.bigEndian }
/// Takes a number whose high byte comes first.
public func CFSwapInt16BigToHost(_ arg: UInt16) -> UInt16 { UInt16(bigEndian: arg) }

/// Seconds since the first of January 2001, now.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
/// What comes with this program.
public func CFBundleGetMainBundle() -> CFBundle! { Bundle.main }

/// Where a file is that comes with a program; nil where there is none.
public func CFBundleCopyResourceURL(
    _ bundle: CFBundle!, _ resourceName: CFString!, _ resourceType: CFString!, _ subDirName: CFString!
) -> CFURL! {
    bundle.url(
        forResource: resourceName.map { String(describing: $0) },
        withExtension: resourceType.map { String(describing: $0) },
        subdirectory: subDirName.map { String(describing: $0) }
    ).map { NSURL(string: $0.absoluteString) } ?? nil
}

/// The URL of a path; nil for one with backslashes.
public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> CFURL! {
    guard let filePath, pathStyle == .cfurlposixPathStyle else { return nil }
    return NSURL(fileURLWithPath: String(describing: filePath), isDirectory: isDirectory)
}
