import SessionPolicy
import SystemSupport

/// A service of the system bus that reports a modem's calls, and its vocabulary.
struct CallService {
    enum CallState {
        /// The phone rings, or the call is waiting.
        case incoming
        /// The person has dialled.
        case outgoing
        case active, held, over
    }

    let name: String
    /// The interfaces of the object with the calls and of a call, without the service's name.
    let (manager, call): (String, String)
    let (changed, removed): (String, String)
    /// The states of a call; states that change nothing are omitted.
    let states: [BusValue: CallState]

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
    /// Returns the event on the phone when the state of a call changes, or nil; a call first seen midway is ignored.
    static func phase(from before: CallState?, to state: CallState) -> CallPhase? {
        switch (before, state) {
        case (nil, .incoming): .incoming
        case (nil, .outgoing): .outgoing
        case (.incoming, .active), (.outgoing, .active): .answered
        case (.held, .active): .unheld
        case (.active, .held): .held
        // As if the other side ended it: the service reports what happens to a call on hold.
        case (.incoming, .over): .missed
        case (.outgoing, .over), (.active, .over), (.held, .over): .remoteEnded
        default: nil
        }
    }
}
