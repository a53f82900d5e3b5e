import Glibc
package import SessionPolicy

package struct HoldTerms: Hashable, Sendable {
    /// The effect on the others.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case duck, pause
    }

    /// A contradiction in the terms, as a sentence with the remedy.
    package struct Fault: Error, Hashable, Sendable {
        package let sentence: String
    }

    package let calls: [AppCall]
    /// How the session lowers the others.
    package let duck: Duck

    /// Checks the terms against the newest rules.
    /// - Parameters:
    ///   - decibels: How far others are lowered, 0 to 50, or nil for the rule book's value.
    ///   - milliseconds: The ramp down, 0 to 2000, or nil for the rule book's value.
    ///   - option: Formats the name of an option or kind for the user.
    package init(
        _ kind: Kind, category: Category = .playback, mode: Mode = .default, duckBy decibels: Double? = nil,
        over milliseconds: Double? = nil, option: (String) -> String
    ) throws(Fault) {
        for (name, value, most) in [("duck-db", decibels, 50.0), ("duck-ramp-ms", milliseconds, 2_000)] {
            guard let value else { continue }
            guard kind == .duck else {
                let duck = option(Kind.duck.rawValue)
                throw Fault(
                    sentence: "\(option(name)) says how \(duck) lowers the others; leave it out, or say \(duck).")
            }
            guard (0...most).contains(value) else {
                throw Fault(sentence: "\(option(name)) must be 0 to \(Int(most))")
            }
        }
        let book = RuleBook.modern
        let mixes = book.categories.first { $0.category == category }?.mixes
        let ducks = book.options.first { $0.option == .duckOthers }?.effective.contains(category) ?? false
        if kind == .duck, !ducks {
            throw Fault(
                sentence: "\(option("category")) \(category.name) lowers nothing; choose playback, or say "
                    + "\(option(Kind.pause.rawValue)).")
        }
        if kind == .pause, mixes == .yes {
            throw Fault(
                sentence: "\(option("category")) \(category.name) interrupts nothing; choose playback, or say "
                    + "\(option(Kind.duck.rawValue)).")
        }
        calls = [
            .changeCategory(category, mode: mode, options: kind == .duck ? .duckOthers : []),
            .setActive(true, notifyOthers: false),
        ]
        duck = Duck(
            gain: decibels.map { pow(10, -$0 / 20) }, over: milliseconds.map { .milliseconds(Int64($0.rounded())) })
    }

    /// Whether a notice means that the hold lowers or interrupts the others again.
    package static func isTakenAgain(after message: AppNotice.Message) -> Bool {
        switch message {
        case .interruptionEnded(shouldResume: true), .resumptionRecommended(true), .mediaServicesWereReset: true
        default: false
        }
    }
}
