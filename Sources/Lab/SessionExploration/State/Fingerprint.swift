import SessionPolicy

/// A 128-bit fingerprint of a state: two multiplicative hashes of its canonical form, with fixed seeds. `Hashable`
/// would not do, because its seed differs between processes, and counts of states must not.
struct Fingerprint: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    var text: String { high.digits + low.digits }

    /// Creates the fingerprint of a state, the same in every run.
    init(_ state: PolicyState) {
        var form = CanonicalForm()
        form.add(state)
        (high, low) = form.finish()
    }
}

extension UInt64 {
    fileprivate var digits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
