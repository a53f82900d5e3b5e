package import SessionPolicy
import SessionWorld

/// A sink for the canonical words of a state.
package protocol WordSink {
    mutating func add(_ word: UInt64)
    /// A name is its number, or what the number stands for.
    mutating func add(_ name: Name)
    /// The names of a set, in the order in which names stand.
    mutating func add(_ set: AppIDSet)
    /// The order in which names stand where the state itself keeps none.
    func ordersBefore(_ one: Name, _ other: Name) -> Bool
}

extension WordSink {
    @inline(__always)
    package mutating func add(_ name: Name) { add(UInt64(name.number)) }

    @inline(__always)
    package func ordersBefore(_ one: Name, _ other: Name) -> Bool { one.number < other.number }

    /// A set keeps its apps by their numbers.
    package mutating func add(_ set: AppIDSet) { set.walk { add($0.name) } }

    mutating func add(_ apps: [AppID]) {
        if apps.count == 1 { return add(apps[0].name) }
        for app in apps.sorted(by: { ordersBefore($0.name, $1.name) }) { add(app.name) }
    }

    @inline(__always)
    mutating func add(optional name: Name?) {
        guard let name else { return add(0) }
        add(1)
        add(name)
    }
}

/// The canonical words themselves, which fingerprints stand for.
package struct Words: Hashable, WordSink {
    package private(set) var words: [UInt64] = []

    package init(_ state: PolicyState) { state.write(to: &self) }

    package mutating func add(_ word: UInt64) { words.append(word) }
}

/// A state with texts for names, so that two devices compare whatever numbers they gave to their names.
struct Situation: Hashable, WordSink {
    private var words: [UInt64] = []
    private var texts: [String] = []
    private let names: NameTable

    init(_ state: PolicyState, _ names: NameTable) {
        self.names = names
        state.write(to: &self)
    }

    mutating func add(_ word: UInt64) { words.append(word) }

    mutating func add(_ name: Name) { texts.append(names[name]) }

    mutating func add(_ set: AppIDSet) { add(Array(set)) }

    func ordersBefore(_ one: Name, _ other: Name) -> Bool { names.ordersBefore(one, other) }

    static func == (one: Situation, other: Situation) -> Bool { one.words == other.words && one.texts == other.texts }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words)
        hasher.combine(texts)
    }
}
