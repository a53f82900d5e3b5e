// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation
import Glibc
import Synchronization

/// Conversions between objects of Foundation and C pointers.
enum Object {
    /// Returns the object behind a pointer, or nil for NULL.
    static func at(_ pointer: UnsafeRawPointer?) -> NSObject? {
        pointer.map { Unmanaged<NSObject>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns a retained pointer, which the caller releases.
    static func given(_ object: NSObject?) -> UnsafeRawPointer? {
        object.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
    }

    /// Returns an unretained pointer to an object that is kept elsewhere.
    static func lent(_ object: NSObject?) -> UnsafeRawPointer? {
        object.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    }
}

// MARK: Any object

@_cdecl("audiosession_CFRetain")
public func retain(_ object: UnsafeRawPointer?) -> UnsafeRawPointer? { Object.given(Object.at(object)) }

@_cdecl("audiosession_CFRelease")
public func release(_ object: UnsafeRawPointer?) {
    if let object { Unmanaged<NSObject>.fromOpaque(object).release() }
}

// MARK: Strings

/// The constant strings of `CFSTR`, by their text.
private struct Constants: @unchecked Sendable { var strings: [String: NSString] = [:] }
private let constants = Mutex(Constants())

@_cdecl("audiosession_CFStringMakeConstantString")
public func constantString(_ text: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let text else { return nil }
    let key = String(cString: text)
    return constants.withLock { constants in
        if let known = constants.strings[key] { return PointerOut(Object.lent(known)) }
        let made = NSString(string: key)
        constants.strings[key] = made
        return PointerOut(Object.lent(made))
    }.value
}

/// A pointer returned from a lock.
private struct PointerOut: @unchecked Sendable {
    let value: UnsafeRawPointer?
    init(_ value: UnsafeRawPointer?) { self.value = value }
}

func encoding(_ code: UInt32) -> String.Encoding? {
    switch code {
    case 0: .macOSRoman
    case 0x0201: .isoLatin1
    case 0x0600: .ascii
    case 0x0800_0100: .utf8
    default: nil
    }
}

@_cdecl("audiosession_CFStringCreateWithCString")
public func makeString(_ allocator: UnsafeRawPointer?, _ text: UnsafePointer<CChar>?, _ code: UInt32)
    -> UnsafeRawPointer?
{
    guard let text, let encoding = encoding(code) else { return nil }
    let bytes = Data(bytes: text, count: strlen(text))
    return Object.given(String(data: bytes, encoding: encoding).map { NSString(string: $0) })
}

@_cdecl("audiosession_CFStringGetLength")
public func stringLength(_ string: UnsafeRawPointer?) -> Int { (Object.at(string) as? NSString)?.length ?? 0 }

@_cdecl("audiosession_CFStringGetMaximumSizeForEncoding")
public func maximumSize(_ length: Int, _ code: UInt32) -> Int { code == 0x0800_0100 ? length * 3 : length }

@_cdecl("audiosession_CFStringGetCString")
public func readString(_ string: UnsafeRawPointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ code: UInt32)
    -> UInt8
{
    guard let text = Object.at(string) as? NSString, let buffer, size > 0, let encoding = encoding(code),
        let bytes = (text as String).data(using: encoding), bytes.count < size
    else { return 0 }
    for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[bytes.count] = 0
    return 1
}

@_cdecl("audiosession_CFStringGetCStringPtr")
public func stringPointer(_ string: UnsafeRawPointer?, _ code: UInt32) -> UnsafePointer<CChar>? {
    (Object.at(string) as? NSString).flatMap { textForEver($0 as String, code) }
}

@_cdecl("audiosession_CFStringCompare")
public func compareStrings(_ one: UnsafeRawPointer?, _ other: UnsafeRawPointer?, _ options: UInt) -> Int32 {
    guard let one = Object.at(one) as? NSString, let other = Object.at(other) as? NSString else { return 0 }
    return Int32(one.compare(other as String, options: options & 1 == 1 ? [.caseInsensitive] : [.literal]).rawValue)
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

// MARK: Numbers

@_cdecl("audiosession_CFNumberGetValue")
public func readNumber(_ number: UnsafeRawPointer?, _ type: Int, _ value: UnsafeMutableRawPointer?) -> UInt8 {
    guard let number = Object.at(number) as? NSNumber, let value else { return 0 }
    let whole = number.int64Value
    let exact = number.doubleValue
    switch type {
    case 1, 7: value.storeBytes(of: Int8(truncatingIfNeeded: whole), as: Int8.self)
    case 2, 8: value.storeBytes(of: Int16(truncatingIfNeeded: whole), as: Int16.self)
    case 3, 9: value.storeBytes(of: Int32(truncatingIfNeeded: whole), as: Int32.self)
    case 4, 10, 11, 14: value.storeBytes(of: whole, as: Int64.self)
    case 5, 12: value.storeBytes(of: Float(exact), as: Float.self)
    case 6, 13: value.storeBytes(of: exact, as: Double.self)
    default: return 0
    }
    let isKept =
        switch type {
        case 1, 7: Int8(exactly: whole) != nil && Double(whole) == exact
        case 2, 8: Int16(exactly: whole) != nil && Double(whole) == exact
        case 3, 9: Int32(exactly: whole) != nil && Double(whole) == exact
        case 4, 10, 11, 14: Double(whole) == exact
        default: true
        }
    return isKept ? 1 : 0
}

// MARK: Collections

@_cdecl("audiosession_CFDictionaryGetValue")
public func dictionaryValue(_ dictionary: UnsafeRawPointer?, _ key: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let dictionary = Object.at(dictionary) as? NSDictionary, let key = Object.at(key) else { return nil }
    return Object.lent(kept(dictionary.object(forKey: key)))
}

@_cdecl("audiosession_CFArrayGetCount")
public func arrayCount(_ array: UnsafeRawPointer?) -> Int { (Object.at(array) as? NSArray)?.count ?? 0 }

@_cdecl("audiosession_CFArrayGetValueAtIndex")
public func arrayValue(_ array: UnsafeRawPointer?, _ index: Int) -> UnsafeRawPointer? {
    guard let array = Object.at(array) as? NSArray, index >= 0, index < array.count else { return nil }
    return Object.lent(kept(array.object(at: index)))
}

/// The objects returned from collections without ownership. Foundation may create a new one on every access, so each is kept.
private struct Lent: @unchecked Sendable { var objects: Set<NSObject> = [] }
private let lent = Mutex(Lent())

private func kept(_ value: Any?) -> NSObject? {
    let object: NSObject? =
        switch value {
        case let value as NSObject: value
        case let value as String: NSString(string: value)
        // In a program that links Swift's libraries statically, an array is not an NSObject.
        case let value as [Any]: NSArray(array: value)
        case let value as Int: NSNumber(value: value)
        case let value as Double: NSNumber(value: value)
        default: nil
        }
    guard let object else { return nil }
    let box = KeptObject(object)
    return lent.withLock { lent in
        if let index = lent.objects.firstIndex(of: box.value) { return KeptObject(lent.objects[index]) }
        lent.objects.insert(box.value)
        return box
    }.value
}

private struct KeptObject: @unchecked Sendable {
    let value: NSObject
    init(_ value: NSObject) { self.value = value }
}
