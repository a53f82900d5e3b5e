// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
internal import Synchronization

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

    /// The default mode; optional, as in Apple's header.
    public static let defaultMode: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")
    /// The common modes.
    public static let commonModes: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")
}

public let kCFRunLoopDefaultMode: CFRunLoopMode! = .defaultMode  // The default mode.
public let kCFRunLoopCommonModes: CFRunLoopMode! = .commonModes  // The common modes.

/// Returns the main thread's run loop.
public func CFRunLoopGetMain() -> CFRunLoop { RunLoop.main }
/// Returns the calling thread's run loop.
public func CFRunLoopGetCurrent() -> CFRunLoop { RunLoop.current }
/// Runs the calling thread's run loop until it is stopped.
public func CFRunLoopRun() { StoppableLoop.run(until: .distantFuture, returnsAfterSource: false) }

/// The reason why a run loop has returned.
public enum CFRunLoopRunResult: Int32, Sendable {
    case finished = 1  // No sources or timers are left.
    case stopped = 2  // It was stopped.
    case timedOut = 3  // The time has elapsed.
    case handledSource = 4  // A source was handled.
}

/// Runs the calling thread's run loop for a number of seconds or until it is stopped.
///
/// - Parameters:
///   - mode: Ignored: the loop runs in its default mode.
///   - returnAfterSourceHandled: Whether to return after handling a source.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    let seconds = seconds > 0 ? min(seconds, 1e9) : 0
    return StoppableLoop.run(
        until: Date(timeIntervalSinceNow: seconds), returnsAfterSource: returnAfterSourceHandled)
}

/// Stops a run loop that was run by one of these functions. Any thread.
public func CFRunLoopStop(_ rl: CFRunLoop) { StoppableLoop.stop(rl) }
/// Wakes a waiting run loop. Any thread.
public func CFRunLoopWakeUp(_ rl: CFRunLoop) { StoppableLoop.wake(rl) }

/// Run loops that can be stopped, unlike Foundation's.
private enum StoppableLoop {
    private static let stopped = Mutex<Set<ObjectIdentifier>>([])

    /// Runs this thread's loop until a time or until it is stopped.
    @discardableResult
    static func run(until end: Date, returnsAfterSource: Bool) -> CFRunLoopRunResult {
        let loop = RunLoop.current
        let name = ObjectIdentifier(loop)
        _ = stopped.withLock { $0.remove(name) }
        // A loop without sources returns immediately.
        let anchor = Timer(timeInterval: 3_600, repeats: true) { _ in }
        loop.add(anchor, forMode: .default)
        defer { anchor.invalidate() }
        repeat {
            // A loop returns after handling a source. Its queue wakes the main loop; other loops poll.
            let next = loop === RunLoop.main ? end : min(end, Date(timeIntervalSinceNow: 0.1))
            let hasRun = loop.run(mode: .default, before: next)
            if stopped.withLock({ $0.remove(name) }) != nil { return .stopped }
            if returnsAfterSource, hasRun, Date() < next { return .handledSource }
        } while Date() < end
        return .timedOut
    }

    static func stop(_ loop: RunLoop) {
        _ = stopped.withLock { $0.insert(ObjectIdentifier(loop)) }
        wake(loop)
    }

    static func wake(_ loop: RunLoop) {
        if loop === RunLoop.main { OperationQueue.main.addOperation {} }
        loop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
    }
}

public let NSEC_PER_SEC: UInt64 = 1_000_000_000  // Nanoseconds of a second.
