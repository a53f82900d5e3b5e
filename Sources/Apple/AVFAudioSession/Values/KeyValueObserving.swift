public import Foundation
internal import Synchronization

/// The moments at which an observer is called, and the values that it gets.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let new = NSKeyValueObservingOptions(rawValue: 1)  // The value after the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)  // The value before the change.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)  // At once, too.
    /// The observer is called before the change, too; without effect, because a change is only known here when it has
    /// happened.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change that an observer is told of.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1  // The value is another one; the only kind here.
    case insertion = 2  // Something was added to a collection.
    case removal = 3  // Something was taken from a collection.
    case replacement = 4  // Something in a collection was replaced.
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of the change.
    public typealias Kind = NSKeyValueChange
    public let kind: Kind  // What kind of change it is.
    public let newValue: Value?  // The value now, where it was asked for.
    public let oldValue: Value?  // The value before, where it was asked for.
    public let indexes: IndexSet?  // Which members of a collection it concerns; none here.
    public let isPrior: Bool  // Whether it is told before it happens: never here.
}

/// An observation; it ends with this object.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the observation; a second time changes nothing.
    public func invalidate() { end() }
}

/// The observations of one object: Swift on Linux has no key-value observing, so each object that can be observed on
/// Apple's systems keeps such a list, and calls it when one of its values may have changed.
final class ObservationList: Sendable {
    private struct Entry: @unchecked Sendable {
        let id: UInt64
        let type: Any.Type
        /// Compares the value with the last one, and calls the observer if it differs, or if the argument is true.
        let check: (_ always: Bool) -> Void
    }

    private let entries = Mutex<(list: [Entry], last: UInt64)>(([], 0))

    /// Compares every observed value with the last one, and calls the observers of those that have changed, on the calling
    /// thread. Observers of a property of the type `repeated` are called in any case.
    func checkAll(repeating repeated: Any.Type? = nil) {
        for entry in entries.withLock({ $0.list }) { entry.check(entry.type == repeated) }
    }

    func add(_ type: Any.Type, _ check: @escaping (Bool) -> Void) -> NSKeyValueObservation {
        let entry = UncheckedCheck(check: check)
        let id = entries.withLock { entries in
            entries.last += 1
            entries.list.append(Entry(id: entries.last, type: type, check: entry.check))
            return entries.last
        }
        return NSKeyValueObservation { [weak self] in
            self?.entries.withLock { $0.list.removeAll { $0.id == id } }
        }
    }

    private struct UncheckedCheck: @unchecked Sendable { let check: (Bool) -> Void }
}

/// An object whose properties can be observed by key path, as on the phone.
public protocol KeyValueObservable: AnyObject {
    /// The observers of the object.
    var observationHolder: KeyValueObservers { get }
}

/// The observers of an object; opaque.
public final class KeyValueObservers: Sendable {
    let list: ObservationList
    init(_ list: ObservationList) { self.list = list }
    /// Creates an empty list.
    public init() { list = ObservationList() }
    /// Calls the observers of everything that has changed; those of a property of the type `repeated` in any case.
    public func tell(repeating repeated: Any.Type? = nil) { list.checkAll(repeating: repeated) }
}

extension KeyValueObservable {
    /// Observes a property, as Foundation does on the phone.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: Which values a change carries, and whether it is told immediately.
    ///   - changeHandler: Called on the thread on which the change became known; for a player and its items on the main one.
    /// - Returns: What keeps the observation going.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let memory = LastValue(self[keyPath: keyPath])
        if options.contains(.initial) {
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? memory.value : nil, oldValue: nil, indexes: nil,
                    isPrior: false))
        }
        return observationHolder.list.add(Value.self) { [weak self] always in
            guard let self else { return }
            let now = self[keyPath: keyPath]
            guard let before = memory.replace(with: now) ?? (always ? now : nil) else { return }
            changeHandler(
                self,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? now : nil,
                    oldValue: options.contains(.old) ? before : nil, indexes: nil, isPrior: false))
        }
    }
}

private final class LastValue<Value> {
    private let lock = NSLock()
    private(set) var value: Value

    init(_ value: Value) { self.value = value }

    /// Takes the value of now; answers the one before where it was another one.
    func replace(with now: Value) -> Value? {
        lock.withLock {
            guard !isSame(value, now) else { return nil }
            defer { value = now }
            return value
        }
    }

    private func isSame(_ one: Value, _ other: Value) -> Bool {
        guard let one = one as? any Equatable else { return false }
        func equals<Item: Equatable>(_ one: Item) -> Bool { one == other as? Item }
        return equals(one)
    }
}
