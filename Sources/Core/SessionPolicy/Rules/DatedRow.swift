/// The systems under which something is so (decision 27).
enum SystemSpan: Sendable {
    case never, always
    case until(SystemVersion)
    case since(SystemVersion, until: SystemVersion? = nil)

    /// The spans before it, of it and behind it, where there are such.
    var turns: [(isIn: Bool, since: SystemVersion?, until: SystemVersion?)] {
        switch self {
        case .never: [(false, nil, nil)]
        case .always: [(true, nil, nil)]
        case .until(let end): [(true, nil, end), (false, end, nil)]
        case .since(let start, let end):
            [(false, nil, start), (true, start, end)] + (end.map { [(false, $0, nil)] } ?? [])
        }
    }
}

extension SystemVersion {
    /// The first versions of each system that came out, with the month.
    static let releases: [(system: SystemVersion, month: String)] = [
        (.iPhoneOS3, "June 2009"), (.iOS(4), "June 2010"), (.iOS(5), "October 2011"), (.iOS(6), "September 2012"),
        (.iOS(7), "September 2013"), (.iOS(8), "September 2014"), (.iOS(9), "September 2015"),
        (.iOS(10), "September 2016"), (.iOS(11), "September 2017"), (.iOS(12), "September 2018"),
        (.iOS(13), "September 2019"), (.iOS(14), "September 2020"), (.iOS(15), "September 2021"),
        (.iOS(16), "September 2022"), (.iOS(17), "September 2023"), (.iOS(18), "September 2024"),
        (.iOS(26), "September 2025"), (.iOS(27), "September 2026"),
    ]

    /// Whether there was such a version; of its second number nothing is known.
    var wasReleased: Bool { SystemVersion.releases.contains { $0.system.major == major } }
}

/// A row that some systems have.
protocol DatedRow: Sendable {
    /// The first system that has the row, or nil if the first of all has it.
    var since: SystemVersion? { get set }
    /// The first system that has it no longer, or nil if the newest has it.
    var until: SystemVersion? { get set }
}

extension DatedRow {
    func holds(in system: SystemVersion) -> Bool {
        since.map { $0 <= system } ?? true && until.map { system < $0 } ?? true
    }
}
