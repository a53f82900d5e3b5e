// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import Foundation
import Glibc

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

/// Guards the objects that are never released, because C programs hold them and no call frees them.
private let lock = NSLock()
/// The constant strings of `CFSTR`, by their text.
nonisolated(unsafe) private var constants: [String: NSString] = [:]
/// The C strings returned to programs, by encoding and text.
nonisolated(unsafe) private var texts: [String: UnsafeMutablePointer<CChar>] = [:]
/// The objects returned from collections without ownership. Foundation may create a new one on every access.
nonisolated(unsafe) private var lent: [NSObject: NSObject] = [:]

extension Dictionary {
    fileprivate mutating func kept(for key: Key, _ make: () -> Value) -> Value {
        let value = self[key] ?? make()
        self[key] = value
        return value
    }
}

@_cdecl("audiosession_CFStringMakeConstantString")
public func constantString(_ text: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let key = text.map(String.init(cString:)) else { return nil }
    return Object.lent(lock.withLock { constants.kept(for: key) { NSString(string: key) } })
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
    write(bytes, to: buffer)
    return 1
}

@_cdecl("audiosession_CFStringGetCStringPtr")
public func stringPointer(_ string: UnsafeRawPointer?, _ code: UInt32) -> UnsafePointer<CChar>? {
    guard let text = (Object.at(string) as? NSString).map({ $0 as String }), let encoding = encoding(code),
        let bytes = text.data(using: encoding)
    else { return nil }
    let kept = lock.withLock {
        texts.kept(for: "\(code) \(text)") {
            let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            write(bytes, to: memory)
            return memory
        }
    }
    return UnsafePointer(kept)
}

/// Writes a text with its final zero.
private func write(_ bytes: Data, to memory: UnsafeMutablePointer<CChar>) {
    for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
    memory[bytes.count] = 0
}

@_cdecl("audiosession_CFStringCompare")
public func compareStrings(_ one: UnsafeRawPointer?, _ other: UnsafeRawPointer?, _ options: UInt) -> Int32 {
    guard let one = Object.at(one) as? NSString, let other = Object.at(other) as? NSString else { return 0 }
    return Int32(one.compare(other as String, options: options & 1 == 1 ? [.caseInsensitive] : [.literal]).rawValue)
}

// MARK: Numbers

@_cdecl("audiosession_CFNumberGetValue")
public func readNumber(_ number: UnsafeRawPointer?, _ type: Int, _ value: UnsafeMutableRawPointer?) -> UInt8 {
    guard let number = Object.at(number) as? NSNumber, let value else { return 0 }
    let (whole, exact) = (number.int64Value, number.doubleValue)
    func store<Whole: FixedWidthInteger>(as type: Whole.Type) -> UInt8 {
        value.storeBytes(of: Whole(truncatingIfNeeded: whole), as: Whole.self)
        return Whole(exactly: whole) != nil && Double(whole) == exact ? 1 : 0
    }
    switch type {
    case 1, 7: return store(as: Int8.self)
    case 2, 8: return store(as: Int16.self)
    case 3, 9: return store(as: Int32.self)
    case 4, 10, 11, 14: return store(as: Int64.self)
    case 5, 12: value.storeBytes(of: Float(exact), as: Float.self)
    case 6, 13: value.storeBytes(of: exact, as: Double.self)
    default: return 0
    }
    return 1
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
    return object.map { object in lock.withLock { lent.kept(for: object) { object } } }
}
