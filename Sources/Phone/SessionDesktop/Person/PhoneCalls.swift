import SessionPolicy
import SystemSupport

/// A service of the system bus that has the calls of a modem, and the words that it has for them.
struct CallService {
    let name: String
    /// The interface of the object that has the calls, and that of a call, behind the name.
    let (manager, call): (String, String)
    /// The signals of a call whose state is another, and of one that is gone.
    let (changed, removed): (String, String)
    /// The states of a call; those that change nothing are not listed.
    let states: [BusValue: PhoneCalls.ServiceCallState]

    /// ModemManager with its `MMCallState`, and oFono with its `voicecall-api.txt`.
    static let all = [
        CallService(
            name: "org.freedesktop.ModemManager1", manager: "Modem.Voice", call: "Call", changed: "StateChanged",
            removed: "CallDeleted",
            states: [
                .signed(1): .outgoing, .signed(2): .outgoing, .signed(3): .incoming, .signed(6): .incoming,
                .signed(4): .active, .signed(5): .held, .signed(7): .over,
            ]),
        CallService(
            name: "org.ofono", manager: "VoiceCallManager", call: "VoiceCall", changed: "PropertyChanged",
            removed: "CallRemoved",
            states: [
                .text("incoming"): .incoming, .text("waiting"): .incoming, .text("dialing"): .outgoing,
                .text("alerting"): .outgoing, .text("active"): .active, .text("held"): .held,
                .text("disconnected"): .over,
            ]),
    ]
}

/// The calls of a modem service, and what each change of one comes to on the phone.
struct PhoneCalls {
    enum ServiceCallState {
        /// The phone rings, or the call waits behind another one.
        case incoming
        /// The person has dialled.
        case outgoing
        case active, held, over
    }

    private var states: [String: ServiceCallState] = [:]

    /// The paths of the calls that are not over.
    var paths: [String] { states.keys.sorted() }

    /// Applies the state of a call and returns what happens on the phone, nil if nothing does. Of a call that is first
    /// seen in its middle nothing is known.
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
