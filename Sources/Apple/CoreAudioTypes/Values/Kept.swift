internal import Synchronization

/// The values of properties that are only read back, by property name. Any thread.
package final class Kept: Sendable {
    private struct Entry: @unchecked Sendable { let value: Any }
    private let entries = Mutex<[String: Entry]>([:])

    package init() {}

    /// The value of a property.
    /// - Parameter initial: The value before anything is set.
    package subscript<Value>(_ name: String, _ initial: @autoclosure () -> Value) -> Value {
        get { entries.withLock { $0[name] }.flatMap { $0.value as? Value } ?? initial() }
        set {
            let entry = Entry(value: newValue)
            entries.withLock { $0[name] = entry }
        }
    }

    /// Changes the value of a property atomically.
    package func change<Value>(_ name: String, _ initial: Value, _ work: (inout Value) -> Void) {
        entries.withLock { entries in
            var value = entries[name].flatMap { $0.value as? Value } ?? initial
            work(&value)
            entries[name] = Entry(value: value)
        }
    }

    /// The value of a floating-point property; NaN leaves it unchanged.
    package subscript<Value: BinaryFloatingPoint>(number name: String, _ initial: Value) -> Value {
        get { self[name, initial] }
        set { change(name, initial) { $0 = SoundLimits.number(newValue, else: $0) } }
    }
}
