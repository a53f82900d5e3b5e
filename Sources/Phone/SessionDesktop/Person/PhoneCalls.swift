import SessionPolicy

/// The calls of a modem service, and what each change of one comes to on the phone.
struct PhoneCalls {
    /// The state of a call, as the services tell it.
    enum ServiceCallState: Hashable {
        /// The phone rings, or the call waits behind another one.
        case incoming
        /// The person has dialled.
        case outgoing
        case active, held, over

        /// Reads a state of ModemManager (`MMCallState`); nil for one that changes nothing.
        init?(modemManager number: Int32) {
            switch number {
            case 1, 2: self = .outgoing
            case 3, 6: self = .incoming
            case 4: self = .active
            case 5: self = .held
            case 7: self = .over
            default: return nil
            }
        }

        /// Reads a state of oFono (its `voicecall-api.txt`); nil for one that changes nothing.
        init?(ofono word: String) {
            switch word {
            case "incoming", "waiting": self = .incoming
            case "dialing", "alerting": self = .outgoing
            case "active": self = .active
            case "held": self = .held
            case "disconnected": self = .over
            default: return nil
            }
        }
    }

    private var states: [String: ServiceCallState] = [:]

    /// The paths of the calls that are not over.
    var paths: [String] { states.keys.sorted() }

    /// Applies the state of a call and returns what happens on the phone, nil where nothing does. Of a call that is first seen in its
    /// middle nothing is known.
    mutating func update(_ state: ServiceCallState, of path: String) -> CallPhase? {
        let before = states[path]
        let phase: CallPhase? =
            switch (before, state) {
            case (nil, .incoming): .incoming
            case (nil, .outgoing): .outgoing
            case (.incoming, .active), (.outgoing, .active): .answered
            case (.held, .active): .unheld
            case (.active, .held): .held
            // As if the other side ended it: what becomes of a call on hold is told by the service.
            case (.incoming, .over): .missed
            case (.outgoing, .over), (.active, .over), (.held, .over): .remoteEnded
            default: nil
            }
        guard phase != nil else { return nil }
        states[path] = state == .over ? nil : state
        return phase
    }
}
