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

@_cdecl("audiosession_CFEqual")
public func equal(_ one: UnsafeRawPointer?, _ other: UnsafeRawPointer?) -> UInt8 {
    guard let one = Object.at(one), let other = Object.at(other) else { return one == other ? 1 : 0 }
    return one.isEqual(other) ? 1 : 0
}

@_cdecl("audiosession_CFGetTypeID")
public func typeID(_ object: UnsafeRawPointer?) -> UInt {
    switch Object.at(object) {
    case is NSString: 7
    case is NSDictionary: 18
    case is NSArray: 19
    case is NSNumber: 22
    case is NSURL: 29
    default: 0
    }
}

@_cdecl("audiosession_CFStringGetTypeID") public func stringTypeID() -> UInt { 7 }
@_cdecl("audiosession_CFDictionaryGetTypeID") public func dictionaryTypeID() -> UInt { 18 }
@_cdecl("audiosession_CFArrayGetTypeID") public func arrayTypeID() -> UInt { 19 }
@_cdecl("audiosession_CFNumberGetTypeID") public func numberTypeID() -> UInt { 22 }
@_cdecl("audiosession_CFURLGetTypeID") public func urlTypeID() -> UInt { 29 }

@_cdecl("audiosession_CFShow")
public func show(_ object: UnsafeRawPointer?) {
    let text = Object.at(object).map { "\($0)\n" } ?? "(null)\n"
    FileHandle.standardError.write(Data(text.utf8))
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

@_cdecl("audiosession_CFStringCreateCopy")
public func copyString(_ allocator: UnsafeRawPointer?, _ string: UnsafeRawPointer?) -> UnsafeRawPointer? {
    Object.given((Object.at(string) as? NSString).map { NSString(string: $0 as String) })
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

@_cdecl("audiosession_CFStringHasPrefix")
public func hasPrefix(_ string: UnsafeRawPointer?, _ prefix: UnsafeRawPointer?) -> UInt8 {
    guard let string = Object.at(string) as? NSString, let prefix = Object.at(prefix) as? NSString else { return 0 }
    return string.hasPrefix(prefix as String) ? 1 : 0
}

@_cdecl("audiosession_CFStringHasSuffix")
public func hasSuffix(_ string: UnsafeRawPointer?, _ suffix: UnsafeRawPointer?) -> UInt8 {
    guard let string = Object.at(string) as? NSString, let suffix = Object.at(suffix) as? NSString else { return 0 }
    return string.hasSuffix(suffix as String) ? 1 : 0
}

@_cdecl("audiosession_CFStringLocation")
public func location(_ string: UnsafeRawPointer?, _ wanted: UnsafeRawPointer?, _ options: UInt) -> Int {
    guard let string = Object.at(string) as? NSString, let wanted = Object.at(wanted) as? NSString else { return -1 }
    let range = string.range(of: wanted as String, options: options & 1 == 1 ? [.caseInsensitive] : [.literal])
    return range.location == NSNotFound ? -1 : range.location
}

// MARK: Numbers

@_cdecl("audiosession_CFNumberCreate")
public func makeNumber(_ allocator: UnsafeRawPointer?, _ type: Int, _ value: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let value else { return nil }
    let number: NSNumber? =
        switch type {
        case 1, 7: NSNumber(value: value.loadUnaligned(as: Int8.self))
        case 2, 8: NSNumber(value: value.loadUnaligned(as: Int16.self))
        case 3, 9: NSNumber(value: value.loadUnaligned(as: Int32.self))
        case 4, 10, 11, 14: NSNumber(value: value.loadUnaligned(as: Int64.self))
        case 5, 12: NSNumber(value: value.loadUnaligned(as: Float.self))
        case 6, 13: NSNumber(value: value.loadUnaligned(as: Double.self))
        default: nil
        }
    return Object.given(number)
}

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

@_cdecl("audiosession_CFDictionaryGetCount")
public func dictionaryCount(_ dictionary: UnsafeRawPointer?) -> Int {
    (Object.at(dictionary) as? NSDictionary)?.count ?? 0
}

@_cdecl("audiosession_CFDictionaryGetValue")
public func dictionaryValue(_ dictionary: UnsafeRawPointer?, _ key: UnsafeRawPointer?) -> UnsafeRawPointer? {
    guard let dictionary = Object.at(dictionary) as? NSDictionary, let key = Object.at(key) else { return nil }
    return Object.lent(kept(dictionary.object(forKey: key)))
}

@_cdecl("audiosession_CFDictionaryContainsKey")
public func dictionaryContains(_ dictionary: UnsafeRawPointer?, _ key: UnsafeRawPointer?) -> UInt8 {
    dictionaryValue(dictionary, key) == nil ? 0 : 1
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
