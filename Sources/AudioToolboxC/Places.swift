// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Dispatch
import Foundation
import Synchronization

// MARK: Addresses

@_cdecl("audiosession_CFURLCreateFromFileSystemRepresentation")
public func makeURL(
    _ allocator: UnsafeRawPointer?, _ path: UnsafePointer<UInt8>?, _ length: Int, _ isDirectory: UInt8
) -> UnsafeRawPointer? {
    guard let path, length > 0 else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: path, count: length), as: UTF8.self)
    return Object.given(NSURL(fileURLWithPath: text, isDirectory: isDirectory != 0))
}

@_cdecl("audiosession_CFURLCreateWithFileSystemPath")
public func makeURL(
    _ allocator: UnsafeRawPointer?, ofPath path: UnsafeRawPointer?, _ style: Int, _ isDirectory: UInt8
) -> UnsafeRawPointer? {
    guard let path = Object.at(path) as? NSString, path.length > 0, style == 0 else { return nil }
    return Object.given(NSURL(fileURLWithPath: path as String, isDirectory: isDirectory != 0))
}

@_cdecl("audiosession_CFURLCreateWithString")
public func makeURL(_ allocator: UnsafeRawPointer?, ofText text: UnsafeRawPointer?, _ base: UnsafeRawPointer?)
    -> UnsafeRawPointer?
{
    guard let text = Object.at(text) as? NSString else { return nil }
    return Object.given(NSURL(string: text as String, relativeTo: (Object.at(base) as? NSURL).map { $0 as URL }))
}

@_cdecl("audiosession_CFURLGetFileSystemRepresentation")
public func readURL(_ url: UnsafeRawPointer?, _ resolve: UInt8, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int)
    -> UInt8
{
    guard let path = (Object.at(url) as? NSURL)?.path, let buffer, path.utf8.count < size else { return 0 }
    for (index, byte) in path.utf8.enumerated() { buffer[index] = byte }
    buffer[path.utf8.count] = 0
    return 1
}

@_cdecl("audiosession_CFURLCopyFileSystemPath")
public func copyPath(_ url: UnsafeRawPointer?, _ style: Int) -> UnsafeRawPointer? {
    Object.given((Object.at(url) as? NSURL)?.path.map { NSString(string: $0) })
}

@_cdecl("audiosession_CFBundleGetMainBundle")
public func mainBundle() -> UnsafeRawPointer? { Object.lent(Bundle.main) }

@_cdecl("audiosession_CFBundleCopyResourceURL")
public func copyResource(
    _ bundle: UnsafeRawPointer?, _ name: UnsafeRawPointer?, _ type: UnsafeRawPointer?, _ folder: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard let bundle = Object.at(bundle) as? Bundle, let name = Object.at(name) as? NSString else { return nil }
    let type = (Object.at(type) as? NSString).map { $0 as String }
    let folder = (Object.at(folder) as? NSString).map { $0 as String }
    let beside = bundle.bundleURL.appending(path: folder ?? "").appending(
        path: name as String + (type.map { ".\($0)" } ?? ""))
    if FileManager.default.fileExists(atPath: beside.path) { return Object.given(beside as NSURL) }
    return Object.given(
        bundle.url(forResource: name as String, withExtension: type, subdirectory: folder).map { $0 as NSURL })
}

// MARK: Run loops

/// The loops that were told to stop.
private let stopped = Mutex<Set<ObjectIdentifier>>([])

@_cdecl("audiosession_CFRunLoopGetCurrent")
public func currentLoop() -> UnsafeRawPointer? { Object.lent(RunLoop.current) }

@_cdecl("audiosession_CFRunLoopGetMain")
public func mainLoop() -> UnsafeRawPointer? { Object.lent(RunLoop.main) }

@_cdecl("audiosession_CFRunLoopRun")
public func runLoop() { _ = run(until: .distantFuture, returnsAfterSource: false) }

@_cdecl("audiosession_CFRunLoopRunInMode")
public func runLoop(_ mode: UnsafeRawPointer?, _ seconds: Double, _ returnsAfterSource: UInt8) -> Int32 {
    let seconds = seconds.isFinite ? max(0, min(seconds, 1e9)) : 1e9
    return run(until: Date(timeIntervalSinceNow: seconds), returnsAfterSource: returnsAfterSource != 0)
}

/// Runs the loop of this thread until a moment, or until it is stopped.
private func run(until end: Date, returnsAfterSource: Bool) -> Int32 {
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
        if stopped.withLock({ $0.remove(name) }) != nil { return 2 }
        if returnsAfterSource, hasRun, Date() < next { return 4 }
    } while Date() < end
    return 3
}

@_cdecl("audiosession_CFRunLoopStop")
public func stopLoop(_ loop: UnsafeRawPointer?) {
    guard let loop = Object.at(loop) as? RunLoop else { return }
    _ = stopped.withLock { $0.insert(ObjectIdentifier(loop)) }
    wake(loop)
}

@_cdecl("audiosession_CFRunLoopWakeUp")
public func wakeLoop(_ loop: UnsafeRawPointer?) {
    if let loop = Object.at(loop) as? RunLoop { wake(loop) }
}

private func wake(_ loop: RunLoop) {
    if loop === RunLoop.main { DispatchQueue.main.async {} }
    loop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .default)
}

@_cdecl("audiosession_CFAbsoluteTimeGetCurrent")
public func absoluteTime() -> Double { Date().timeIntervalSinceReferenceDate }
