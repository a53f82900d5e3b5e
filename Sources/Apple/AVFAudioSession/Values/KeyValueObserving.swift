internal import AppleSession
public import Foundation
internal import Synchronization

/// When an observer is called, and which values it receives.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let new = NSKeyValueObservingOptions(rawValue: 1)  // The value after the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)  // The value before the change.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)  // Also calls the observer immediately.
    /// Also calls the observer before the change. Without effect: changes are known only afterward.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of an observed change.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1  // The value changed. The only kind here.
    case insertion = 2  // Elements were inserted into a collection.
    case removal = 3  // Elements were removed from a collection.
    case replacement = 4  // Elements of a collection were replaced.
}

/// One change of an observed value.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of the change.
    public typealias Kind = NSKeyValueChange
    public let kind: Kind  // The kind of the change.
    public let newValue: Value?  // The new value, if requested.
    public let oldValue: Value?  // The old value, if requested.
    public let indexes: IndexSet?  // The affected indexes of a collection: nil.
    public let isPrior: Bool  // Whether the change is still to happen: false.
}

/// An observation, which ends when this object is released.
public final class NSKeyValueObservation: NSObject, @unchecked Sendable {
    private let end: @Sendable () -> Void

    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }

    /// Ends the observation. Idempotent.
    public func invalidate() { end() }
}

/// An object whose properties can be observed by key path, as on the phone.
public protocol KeyValueObservable: AnyObject {
    /// The observers of the object.
    var observationHolder: KeyValueObservers { get }
}

/// The observers of an object.
public final class KeyValueObservers: Sendable {
    /// Whether the loading properties of an object read as before it was loaded, for the first value of an observer.
    @TaskLocal package static var readsAsBefore = false

    private struct Entry: @unchecked Sendable {
        let id: UInt64
        let type: Any.Type
        /// Calls the observer if the value has changed since the last check, or if the argument is true.
        let check: (_ always: Bool) -> Void
    }

    private let entries = Mutex<(list: [Entry], last: UInt64)>(([], 0))
    /// The thread that has begun to load the object, and until when its observers count as added before the loading.
    private let loading = Mutex<(thread: ObjectIdentifier, until: ContinuousClock.Instant)?>(nil)

    /// Creates an empty list.
    public init() {}

    /// Calls the observers of every value that has changed since the last check, on the calling thread. Observers of properties
    /// of the type `repeated` are always called.
    public func tell(repeating repeated: Any.Type? = nil) {
        for entry in entries.withLock({ $0.list }) { entry.check(entry.type == repeated) }
    }

    func add(_ type: Any.Type, _ check: @escaping (Bool) -> Void) -> NSKeyValueObservation {
        nonisolated(unsafe) let check = check
        let id = entries.withLock { entries in
            entries.last += 1
            entries.list.append(Entry(id: entries.last, type: type, check: check))
            return entries.last
        }
        return NSKeyValueObservation { [weak self] in
            self?.entries.withLock { $0.list.removeAll { $0.id == id } }
        }
    }

    /// Notes that the calling thread, if it is not the main one, has begun to load the object, which the main queue completes.
    /// On a phone loading takes longer than the code that follows; here it may be faster. Observers that this thread adds
    /// within a second therefore count as added before, and hear of the change on the main queue.
    package func beginLoading() {
        guard !Thread.isMainThread else { return }
        loading.withLock { $0 = (ObjectIdentifier(Thread.current), .now + .seconds(1)) }
    }

    /// Whether the calling thread has begun to load the object within the last second.
    var isLoadedByThisThread: Bool {
        loading.withLock { loading in
            guard let loading else { return false }
            return loading.thread == ObjectIdentifier(Thread.current) && .now < loading.until
        }
    }
}

extension KeyValueObservable {
    /// Observes a property, as Foundation does on Apple's systems.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: Which values a change carries, and whether the observer is also called immediately.
    ///   - changeHandler: Called on the thread on which the change became known; for a player and its items on the main one.
    /// - Returns: The observation, which ends when the object is released.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let (holder, isBefore) = (observationHolder, observationHolder.isLoadedByThisThread)
        let memory = KeyValueObservers.$readsAsBefore.withValue(isBefore) { LastValue(self[keyPath: keyPath]) }
        func change(from old: Value?, to new: Value) -> NSKeyValueObservedChange<Value> {
            NSKeyValueObservedChange(
                kind: .setting, newValue: options.contains(.new) ? new : nil,
                oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: false)
        }
        if options.contains(.initial) { changeHandler(self, change(from: nil, to: memory.value)) }
        defer { if isBefore { ProcessApp.shared.enqueue { holder.tell() } } }
        return holder.add(Value.self) { [weak self] always in
            guard let self else { return }
            let now = self[keyPath: keyPath]
            guard let before = memory.replace(with: now) ?? (always ? now : nil) else { return }
            changeHandler(self, change(from: before, to: now))
        }
    }
}

private final class LastValue<Value> {
    private let lock = NSLock()
    private(set) var value: Value

    init(_ value: Value) { self.value = value }

    /// Stores the current value; returns the previous one if it differs.
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
