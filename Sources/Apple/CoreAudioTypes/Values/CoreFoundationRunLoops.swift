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

    /// The usual one; optional, as Apple's header has it.
    public static let defaultMode: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopDefaultMode")
    /// The modes that the program has made common ones.
    public static let commonModes: CFRunLoopMode! = CFRunLoopMode(rawValue: "kCFRunLoopCommonModes")
}

public let kCFRunLoopDefaultMode: CFRunLoopMode! = .defaultMode  // The usual mode, as C calls it.
public let kCFRunLoopCommonModes: CFRunLoopMode! = .commonModes  // The common modes, as C calls them.

/// The main thread's run loop.
public func CFRunLoopGetMain() -> CFRunLoop { RunLoop.main }
/// The run loop of the thread that calls.
public func CFRunLoopGetCurrent() -> CFRunLoop { RunLoop.current }
/// Runs the run loop of the thread that calls, until it is stopped.
public func CFRunLoopRun() { StoppableLoop.run(until: .distantFuture, returnsAfterSource: false) }

/// The reason for which a run loop has returned.
public enum CFRunLoopRunResult: Int32, Sendable {
    case finished = 1  // It has nothing to wait for.
    case stopped = 2  // It was stopped.
    case timedOut = 3  // The time is over.
    case handledSource = 4  // It has served a source.
}

/// Runs the run loop of the thread that calls for so many seconds, or until it is stopped.
///
/// - Parameters:
///   - mode: Nothing depends on it: the loop runs in its usual mode.
///   - returnAfterSourceHandled: Whether it returns once it has served a source.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    let seconds = seconds > 0 ? min(seconds, 1e9) : 0
    return StoppableLoop.run(
        until: Date(timeIntervalSinceNow: seconds), returnsAfterSource: returnAfterSourceHandled)
}

/// Lets a run loop return that was run by one of these functions; any thread.
public func CFRunLoopStop(_ rl: CFRunLoop) { StoppableLoop.stop(rl) }
/// Lets a run loop look again whether there is anything to do; any thread.
public func CFRunLoopWakeUp(_ rl: CFRunLoop) { StoppableLoop.wake(rl) }

/// Run loops that can be told to return, which Foundation's cannot.
private enum StoppableLoop {
    private static let stopped = Mutex<Set<ObjectIdentifier>>([])

    /// Runs the loop of this thread until a moment, or until it is stopped.
    @discardableResult
    static func run(until end: Date, returnsAfterSource: Bool) -> CFRunLoopRunResult {
        let loop = RunLoop.current
        let name = ObjectIdentifier(loop)
        _ = stopped.withLock { $0.remove(name) }
        // A loop without anything to wait for would return at once.
        let anchor = Timer(timeInterval: 3_600, repeats: true) { _ in }
        loop.add(anchor, forMode: .default)
        defer { anchor.invalidate() }
        repeat {
            // A loop returns when it has served a source. The main one is woken by its queue; another one looks by itself.
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
