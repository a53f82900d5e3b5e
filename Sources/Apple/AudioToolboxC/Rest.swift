// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation
import Glibc
import Synchronization

// Other functions of CoreFoundation that clients of the session use.

// MARK: Objects and truth values

@_cdecl("audiosession_CFCopyDescription")
public func describe(_ object: UnsafeRawPointer?) -> UnsafeRawPointer? {
    Object.at(object).map { Object.given(NSString(string: "\($0)")) } ?? nil
}

/// The two Boolean objects, which are never released.
private struct Truth: @unchecked Sendable {
    let values = [NSNumber(value: false), NSNumber(value: true)]
}
private let truth = Truth()

@_cdecl("audiosession_CFBoolean")
public func boolean(_ value: UInt8) -> UnsafeRawPointer? { Object.lent(truth.values[value == 0 ? 0 : 1]) }

@_cdecl("audiosession_CFBooleanGetValue")
public func booleanValue(_ object: UnsafeRawPointer?) -> UInt8 {
    (Object.at(object) as? NSNumber)?.boolValue == true ? 1 : 0
}

@_cdecl("audiosession_CFBooleanGetTypeID") public func booleanTypeID() -> UInt { 22 }

@_cdecl("audiosession_CFNumberIsFloatType")
public func isFloat(_ number: UnsafeRawPointer?) -> UInt8 {
    guard let number = Object.at(number) as? NSNumber else { return 0 }
    return ["f", "d"].contains(String(cString: number.objCType)) ? 1 : 0
}

@_cdecl("audiosession_CFDictionaryGetValueIfPresent")
public func dictionaryValue(
    _ dictionary: UnsafeRawPointer?, _ key: UnsafeRawPointer?, into value: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> UInt8 {
    guard let found = dictionaryValue(dictionary, key) else { return 0 }
    value?.pointee = found
    return 1
}

// MARK: Strings

@_cdecl("audiosession_CFStringCreateWithBytes")
public func makeString(
    _ allocator: UnsafeRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int, _ code: UInt32, _ isExternal: UInt8
) -> UnsafeRawPointer? {
    guard let bytes, count >= 0, let encoding = encoding(code) else { return nil }
    return Object.given(
        String(data: Data(bytes: bytes, count: count), encoding: encoding).map { NSString(string: $0) })
}

/// Parses the number at the beginning of a text; 0 without one. NSString's own properties trap on characters outside the BMP.
private func leadingNumber(_ string: UnsafeRawPointer?, of characters: String) -> Double {
    guard let text = Object.at(string) as? NSString else { return 0 }
    var number = (text as String).drop(while: \.isWhitespace).prefix(while: characters.contains)
    while !number.isEmpty {
        if let value = Double(number) { return value }
        number.removeLast()
    }
    return 0
}

@_cdecl("audiosession_CFStringGetIntValue")
public func intValue(_ string: UnsafeRawPointer?) -> Int32 {
    Int32(min(max(leadingNumber(string, of: "+-0123456789"), Double(Int32.min)), Double(Int32.max)))
}

@_cdecl("audiosession_CFStringGetDoubleValue")
public func doubleValue(_ string: UnsafeRawPointer?) -> Double { leadingNumber(string, of: "+-.0123456789eE") }

@_cdecl("audiosession_CFStringGetCharacterAtIndex")
public func character(_ string: UnsafeRawPointer?, _ index: Int) -> UInt16 {
    guard let string = Object.at(string) as? NSString, (0..<string.length).contains(index) else { return 0 }
    return string.character(at: index)
}

/// The C strings returned to programs, by encoding and text. Kept forever, because no call releases them.
private struct Texts: @unchecked Sendable { var known: [String: UnsafeMutablePointer<CChar>] = [:] }
private let texts = Mutex(Texts())

/// Returns the bytes of a text, which are never freed.
func textForEver(_ text: String, _ code: UInt32) -> UnsafePointer<CChar>? {
    guard let encoding = encoding(code), var bytes = text.data(using: encoding) else { return nil }
    bytes.append(0)
    let address: UInt = texts.withLock { texts in
        let key = "\(code) \(text)"
        if let known = texts.known[key] { return UInt(bitPattern: known) }
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
        texts.known[key] = memory
        return UInt(bitPattern: memory)
    }
    return UnsafePointer(bitPattern: address)
}

// MARK: Addresses

/// The strings of URLs and bundles returned without ownership.
private struct LentTexts: @unchecked Sendable { var known: [String: NSString] = [:] }
private let lentTexts = Mutex(LentTexts())

private func lentText(_ text: String?) -> UnsafeRawPointer? {
    guard let text else { return nil }
    let address: UInt = lentTexts.withLock { texts in
        let object = texts.known[text] ?? NSString(string: text)
        texts.known[text] = object
        return UInt(bitPattern: Object.lent(object))
    }
    return UnsafeRawPointer(bitPattern: address)
}

@_cdecl("audiosession_CFURLGetString")
public func urlText(_ url: UnsafeRawPointer?) -> UnsafeRawPointer? {
    lentText((Object.at(url) as? NSURL)?.absoluteString)
}

@_cdecl("audiosession_CFURLCopyLastPathComponent")
public func lastComponent(_ url: UnsafeRawPointer?) -> UnsafeRawPointer? {
    Object.given((Object.at(url) as? NSURL)?.lastPathComponent.map { NSString(string: $0) })
}

@_cdecl("audiosession_CFURLCopyPathExtension")
public func pathExtension(_ url: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let text = (Object.at(url) as? NSURL)?.pathExtension, !text.isEmpty else { return nil }
    return Object.given(NSString(string: text))
}

@_cdecl("audiosession_CFURLCreateCopyAppendingPathComponent")
public func appending(
    _ allocator: UnsafeRawPointer?, _ url: UnsafeRawPointer?, _ component: UnsafeRawPointer?, _ isDirectory: UInt8
) -> UnsafeRawPointer? {
    guard let url = Object.at(url) as? NSURL, let component = Object.at(component) as? NSString else { return nil }
    return Object.given(
        (url as URL).appendingPathComponent(component as String, isDirectory: isDirectory != 0) as NSURL)
}

@_cdecl("audiosession_CFBundleCopyBundleURL")
public func bundleURL(_ bundle: UnsafeRawPointer?) -> UnsafeRawPointer? {
    Object.given((Object.at(bundle) as? Bundle).map { $0.bundleURL as NSURL })
}

@_cdecl("audiosession_CFBundleCopyResourcesDirectoryURL")
public func resourcesURL(_ bundle: UnsafeRawPointer?) -> UnsafeRawPointer? {
    Object.given((Object.at(bundle) as? Bundle).map { ($0.resourceURL ?? $0.bundleURL) as NSURL })
}

@_cdecl("audiosession_CFBundleGetIdentifier")
public func bundleIdentifier(_ bundle: UnsafeRawPointer?) -> UnsafeRawPointer? {
    lentText((Object.at(bundle) as? Bundle)?.bundleIdentifier)
}

// MARK: Timers

/// A C function that a timer calls.
public typealias TimerCallback = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Void

private struct TimerCall: @unchecked Sendable {
    let callback: TimerCallback
    let info: UnsafeMutableRawPointer?
}

@_cdecl("audiosession_CFRunLoopTimerCreate")
public func makeTimer(
    _ allocator: UnsafeRawPointer?, _ fire: Double, _ interval: Double, _ flags: UInt, _ order: Int,
    _ callback: TimerCallback?, _ context: UnsafeRawPointer?
) -> UnsafeRawPointer? {
    guard let callback, fire.isFinite, interval.isFinite else { return nil }
    // The context begins with its version, followed by the program's data.
    let info = context?.loadUnaligned(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    let call = TimerCall(callback: callback, info: info)
    let timer = Timer(
        fire: Date(timeIntervalSinceReferenceDate: fire), interval: max(0, interval), repeats: interval > 0
    ) { timer in call.callback(Object.lent(timer), call.info) }
    return Object.given(timer)
}

@_cdecl("audiosession_CFRunLoopAddTimer")
public func addTimer(_ loop: UnsafeRawPointer?, _ timer: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) {
    guard let loop = Object.at(loop) as? RunLoop, let timer = Object.at(timer) as? Timer else { return }
    loop.add(timer, forMode: (Object.at(mode) as? NSString).map { RunLoop.Mode(rawValue: $0 as String) } ?? .default)
}

@_cdecl("audiosession_CFRunLoopTimerInvalidate")
public func invalidateTimer(_ timer: UnsafeRawPointer?) { (Object.at(timer) as? Timer)?.invalidate() }
