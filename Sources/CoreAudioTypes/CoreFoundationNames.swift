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
