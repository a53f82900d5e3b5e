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
    /// The first version of each system that came out.
    static let releases = [iPhoneOS3] + (4...18).map { iOS($0) } + [iOS(26), iOS(27)]

    /// Whether there was such a version; of its second number nothing is known.
    var wasReleased: Bool { SystemVersion.releases.contains { $0.major == major } }
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
