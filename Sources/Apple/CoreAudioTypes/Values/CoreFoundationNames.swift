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
/// A pointer to the place where a call puts an error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// An allocator of objects; there is one here.
public final class CFAllocator: Sendable {
    private init() {}
}

public let kCFAllocatorDefault: CFAllocator! = nil  // The usual way to make objects.
/// The resources of a program; the class of Foundation.
public typealias CFBundle = Bundle

/// The manner in which a path is written.
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
/// Returns the resources of this program.
public func CFBundleGetMainBundle() -> CFBundle! { Bundle.main }

/// Returns the place of a file among the resources of a program, or nil if there is none.
public func CFBundleCopyResourceURL(
    _ bundle: CFBundle!, _ resourceName: CFString!, _ resourceType: CFString!, _ subDirName: CFString!
) -> CFURL! {
    bundle.url(
        forResource: resourceName.map { String(describing: $0) },
        withExtension: resourceType.map { String(describing: $0) },
        subdirectory: subDirName.map { String(describing: $0) }
    ).map { NSURL(string: $0.absoluteString) } ?? nil
}

/// The URL of a path, or nil for one with backslashes.
public func CFURLCreateWithFileSystemPath(
    _ allocator: CFAllocator!, _ filePath: CFString!, _ pathStyle: CFURLPathStyle, _ isDirectory: Bool
) -> CFURL! {
    guard let filePath, pathStyle == .cfurlposixPathStyle else { return nil }
    return NSURL(fileURLWithPath: String(describing: filePath), isDirectory: isDirectory)
}
