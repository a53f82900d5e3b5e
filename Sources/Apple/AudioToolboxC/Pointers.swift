import CoreAudioTypes

// The types of C arguments. Any pointer may be NULL.

public typealias Handle = OpaquePointer?
public typealias Memory = UnsafeMutableRawPointer?
public typealias ConstMemory = UnsafeRawPointer?
public typealias HandleOut = UnsafeMutablePointer<OpaquePointer?>?
public typealias NumberOut = UnsafeMutablePointer<UInt32>?
public typealias FloatOut = UnsafeMutablePointer<Float>?
public typealias BooleanOut = UnsafeMutablePointer<UInt8>?

/// Calls a function with arguments of which none may be NULL; returns -50 if one is.
func given<each Value>(_ values: repeat (each Value)?, do work: (repeat each Value) -> Int32) -> Int32 {
    func checked<One>(_ value: One?) throws -> One {
        guard let value else { throw Null() }
        return value
    }
    do { return try work(repeat checked(each values)) } catch { return kAudio_ParamError }
}

private struct Null: Error {}

extension UnsafeRawPointer {
    /// The pointer to a structure, whose layout is the same in C.
    func bound<Value>() -> UnsafePointer<Value> { assumingMemoryBound(to: Value.self) }
}

extension UnsafeMutableRawPointer {
    /// The pointer to a structure, whose layout is the same in C.
    func bound<Value>() -> UnsafeMutablePointer<Value> { assumingMemoryBound(to: Value.self) }
}

extension BooleanOut {
    /// The pointer as one to Swift's type of one byte.
    var bound: UnsafeMutablePointer<DarwinBoolean>? { UnsafeMutableRawPointer(self)?.bound() }
}
