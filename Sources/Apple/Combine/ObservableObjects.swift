internal import Foundation

// What of Apple's Combine says that an object changes; there are no publishers beside these, and no operators. A package of
// its own, so that it does not stand beside OpenCombine where that is imported.

/// An object that says before it changes. Any thread.
public protocol ObservableObject: AnyObject {
    /// The type of the publisher.
    associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
    /// Says that the object is about to change.
    var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Says that the object is about to change: before a property that is `@Published` is set, or when it is told to.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher.of(self) }
}

/// Says that an object is about to change. Any thread.
public final class ObservableObjectPublisher: @unchecked Sendable {
    private let listeners = Listeners<Void>()

    /// Creates one for an object that keeps it itself.
    public init() {}

    /// Says so.
    public func send() { listeners.tell(()) }

    /// Has a closure called each time, until what is returned goes.
    public func sink(receiveValue: @escaping (()) -> Void) -> AnyCancellable { listeners.add(receiveValue) }

    private struct Owned {
        weak var owner: AnyObject?
        let publisher: ObservableObjectPublisher
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var all: [ObjectIdentifier: Owned] = [:]

    static func of(_ object: AnyObject) -> ObservableObjectPublisher {
        lock.withLock {
            // A number goes to another object once the first is gone.
            if let owned = all[ObjectIdentifier(object)], owned.owner != nil { return owned.publisher }
            if all.count >= 2 * live { (all, live) = (all.filter { $0.value.owner != nil }, max(64, all.count)) }
            let made = ObservableObjectPublisher()
            all[ObjectIdentifier(object)] = Owned(owner: object, publisher: made)
            return made
        }
    }

    /// The number of publishers of living objects when the table was last cleared of the others; at least 64.
    nonisolated(unsafe) private static var live = 64
}

/// A property of an `ObservableObject` that the object says of before it is set.
@propertyWrapper
public struct Published<Value> {
    private let state: PublishedState<Value>

    /// Begins with a value.
    public init(wrappedValue: Value) { state = PublishedState(wrappedValue) }
    /// Begins with a value.
    public init(initialValue: Value) { state = PublishedState(initialValue) }

    /// Unavailable: only properties of classes can be published.
    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { state.value }
        nonmutating set { state.set(newValue) }
    }

    /// Tells the values.
    public var projectedValue: Publisher { Publisher(state: state) }

    /// The value, as the class's property has it.
    public static subscript<Owner: AnyObject>(
        _enclosingInstance object: Owner, wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
        storage storageKeyPath: ReferenceWritableKeyPath<Owner, Published<Value>>
    ) -> Value {
        get { object[keyPath: storageKeyPath].state.value }
        set {
            if let object = object as? any ObservableObject { announce(object) }
            object[keyPath: storageKeyPath].state.set(newValue)
        }
    }

    private static func announce(_ object: some ObservableObject) {
        (object.objectWillChange as? ObservableObjectPublisher)?.send()
    }

    /// Tells the value, and each that follows, before the property has it.
    public struct Publisher {
        let state: PublishedState<Value>

        /// Has a closure called with the value, and with each that follows, until what is returned goes.
        public func sink(receiveValue: @escaping (Value) -> Void) -> AnyCancellable {
            defer { receiveValue(state.value) }
            return state.listeners.add(receiveValue)
        }
    }
}

/// The value of a published property, and who listens.
final class PublishedState<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var current: Value
    let listeners = Listeners<Value>()

    init(_ value: Value) { current = value }

    var value: Value { lock.withLock { current } }

    func set(_ value: Value) {
        listeners.tell(value)
        lock.withLock { current = value }
    }
}

/// Closures that are told values; they may come and go meanwhile.
final class Listeners<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var closures: [Int: (Value) -> Void] = [:]
    private var next = 0

    func add(_ closure: @escaping (Value) -> Void) -> AnyCancellable {
        let number = lock.withLock {
            next += 1
            closures[next] = closure
            return next
        }
        return AnyCancellable { [weak self] in self?.remove(number) }
    }

    private func remove(_ number: Int) { lock.withLock { _ = closures.removeValue(forKey: number) } }

    func tell(_ value: Value) {
        for closure in lock.withLock({ closures.sorted { $0.key < $1.key } }) { closure.value(value) }
    }
}

/// A subscription that can be ended before its end.
public protocol Cancellable {
    /// Ends it.
    func cancel()
}

extension Cancellable {
    /// Keeps it with others.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self as? AnyCancellable ?? AnyCancellable(cancel))
    }
}

/// A subscription that ends when its last reference is released. Any thread.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    private let lock = NSLock()
    private var end: (() -> Void)?

    /// Ends by a closure.
    public init(_ cancel: @escaping () -> Void) { end = cancel }

    deinit { cancel() }

    /// Ends it now, once.
    public func cancel() {
        let end = lock.withLock {
            defer { self.end = nil }
            return self.end
        }
        end?()
    }

    public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
