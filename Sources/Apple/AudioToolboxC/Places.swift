// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import CoreAudioTypes
import Foundation

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

@_cdecl("audiosession_CFURLGetFileSystemRepresentation")
public func readURL(_ url: UnsafeRawPointer?, _ resolve: UInt8, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int)
    -> UInt8
{
    guard let path = (Object.at(url) as? NSURL)?.path, let buffer, path.utf8.count < size else { return 0 }
    for (index, byte) in path.utf8.enumerated() { buffer[index] = byte }
    buffer[path.utf8.count] = 0
    return 1
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

@_cdecl("audiosession_CFRunLoopGetCurrent")
public func currentLoop() -> UnsafeRawPointer? { Object.lent(RunLoop.current) }

@_cdecl("audiosession_CFRunLoopGetMain")
public func mainLoop() -> UnsafeRawPointer? { Object.lent(RunLoop.main) }

@_cdecl("audiosession_CFRunLoopRun")
public func runLoop() { CFRunLoopRun() }

@_cdecl("audiosession_CFRunLoopRunInMode")
public func runLoop(_ mode: UnsafeRawPointer?, _ seconds: Double, _ returnsAfterSource: UInt8) -> Int32 {
    CFRunLoopRunInMode(.defaultMode, seconds, returnsAfterSource != 0).rawValue
}

@_cdecl("audiosession_CFRunLoopStop")
public func stopLoop(_ loop: UnsafeRawPointer?) {
    if let loop = Object.at(loop) as? RunLoop { CFRunLoopStop(loop) }
}

@_cdecl("audiosession_CFAbsoluteTimeGetCurrent")
public func absoluteTime() -> Double { Date().timeIntervalSinceReferenceDate }
