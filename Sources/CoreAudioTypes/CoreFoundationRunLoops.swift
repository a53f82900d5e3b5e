// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// The names are Apple's.

/// A mode of a run loop.
public struct CFRunLoopMode: RawRepresentable, Hashable, Sendable {
    private let name: String
    /// The mode's name.
    public var rawValue: CFString { NSString(string: name) }
    /// Names a mode.
    public init(rawValue: CFString) { name = String(describing: rawValue) }
    /// Names a mode.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }

    /// The usual one; optional, as Apple's header has it.
    public static let defaultMode: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")
    /// Every one that the program has made a common one.
    public static let commonModes: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")
}

/// The usual mode, as C calls it.
public let kCFRunLoopDefaultMode: CFRunLoopMode! = .defaultMode
/// The common modes, as C calls them.
public let kCFRunLoopCommonModes: CFRunLoopMode! = .commonModes

/// The main thread's run loop.
public func CFRunLoopGetMain() -> CFRunLoop { RunLoop.main }
/// The run loop of the thread that calls.
public func CFRunLoopGetCurrent() -> CFRunLoop { RunLoop.current }
/// Runs the run loop of the thread that calls.
public func CFRunLoopRun() { RunLoop.current.run() }

/// Nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000
