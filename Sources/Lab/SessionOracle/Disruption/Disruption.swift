internal import SessionPolicy

/// A set of events that happen to a phone in the middle of a test.
public struct Disruption: OptionSet, Hashable, Sendable {
    /// One bit for each event.
    public let rawValue: UInt32

    /// Creates a set from one bit for each event.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A call comes in and is declined.
    public static let declinedCall = Self(rawValue: 1 << 0)
    /// A call comes in, is answered and ended.
    public static let answeredCall = Self(rawValue: 1 << 1)
    /// A call comes in, and the caller gives up.
    public static let missedCall = Self(rawValue: 1 << 2)
    /// An alarm fires and is dismissed.
    public static let alarm = Self(rawValue: 1 << 3)
    /// Siri listens, and is done.
    public static let siri = Self(rawValue: 1 << 4)
    /// Another app comes to the front, interrupts and ends, and the app under test comes back.
    public static let otherApp = Self(rawValue: 1 << 5)
    /// The person starts music in another app and returns to the app under test while it plays.
    public static let music = Self(rawValue: 1 << 6)
    /// Another app speaks, and lowers all others while it does.
    public static let duck = Self(rawValue: 1 << 7)
    /// Headphones are pulled out. If the test plugs nothing in, they are plugged in from the start.
    public static let unplug = Self(rawValue: 1 << 8)
    /// A Bluetooth headset is connected and disconnected.
    public static let bluetooth = Self(rawValue: 1 << 9)
    /// The media server is lost and reset.
    public static let mediaServices = Self(rawValue: 1 << 10)
    /// The app goes to the background and comes back.
    public static let background = Self(rawValue: 1 << 11)
    /// The Ring/Silent switch is moved to silent and back.
    public static let ringSwitch = Self(rawValue: 1 << 12)

    /// Another app comes to the front, interrupts, and ends without notifying the apps that it interrupted.
    public static let selfishApp = Self(rawValue: 1 << 13)

    /// A call, however it ends.
    public static let call: Self = [.declinedCall, .answeredCall, .missedCall]
    /// All of them.
    public static let all = Self(rawValue: (1 << 14) - 1)

    /// The events of the set, in the order of this list.
    package var each: [Disruption] {
        (0..<UInt32(Self.all.rawValue.nonzeroBitCount)).map { Self(rawValue: 1 << $0) }.filter { contains($0) }
    }

    /// The name of one event, as this list has it.
    package var name: String { Self.names[rawValue.trailingZeroBitCount] }

    private static let names = [
        "declinedCall", "answeredCall", "missedCall", "alarm", "siri", "otherApp", "music", "duck", "unplug",
        "bluetooth",
        "mediaServices", "background", "ringSwitch", "selfishApp",
    ]

    /// The end of the sentence "In the gap …, ".
    package var sentence: String {
        switch self {
        case .declinedCall: "a call came in and was declined"
        case .answeredCall: "a call came in, was answered and ended"
        case .missedCall: "a call came in and was missed"
        case .alarm: "an alarm fired and was dismissed"
        case .siri: "Siri listened"
        case .otherApp: "another app interrupted"
        case .selfishApp: "another app interrupted, and notified nobody when it ended"
        case .music: "the person started music in another app"
        case .duck: "another app lowered all others"
        case .unplug: "the headphones were pulled out"
        case .bluetooth: "a Bluetooth headset came and went"
        case .mediaServices: "the media server was lost and reset"
        case .background: "the app was in the background"
        case .ringSwitch: "the phone was silent for a while"
        default: "several things happened"
        }
    }

    /// Acts on the phone; the text is the name of the app under test.
    package typealias Step = @Sendable (inout Device, String) -> Void

    /// The steps of the event: the first immediately, each further one after the app has been notified of the one
    /// before.
    package var steps: [Step] {
        switch self {
        case .declinedCall: [{ phone, _ in phone.ring() }, { phone, _ in phone.decline() }]
        case .answeredCall:
            [{ phone, _ in phone.ring() }, { phone, _ in phone.answer() }, { phone, _ in phone.hangUp() }]
        case .missedCall: [{ phone, _ in phone.ring() }, { phone, _ in phone.missCall() }]
        case .alarm: [{ phone, _ in phone.alarm(.fires) }, { phone, _ in phone.alarm(.dismissed) }]
        case .siri: [{ phone, _ in phone.siri(.began) }, { phone, _ in phone.siri(.ended) }]
        case .otherApp: Self.interruption(notifiesOthers: true)
        case .selfishApp: Self.interruption(notifiesOthers: false)
        case .music:
            [
                { phone, app in
                    phone.launch(Self.other, .system)
                    phone.play(Self.other, "album")
                    phone.foreground(app)
                }
            ]
        case .duck:
            [
                { phone, _ in
                    var launch = Launch(.app, backgroundAudio: true)
                    launch.isInBackground = true
                    phone.perform(Self.other, .launched(launch))
                    phone.setCategory(Self.other, .playback, options: .duckOthers)
                    phone.play(Self.other, "prompt")
                },
                { phone, _ in
                    phone.stop(Self.other)
                    phone.deactivate(Self.other, notifyOthers: true)
                },
            ]
        case .unplug:
            [
                { phone, _ in
                    for case .accessory(let accessory) in phone.state.gestures.reversed() {
                        phone.unplug(accessory.kind)
                        break
                    }
                }
            ]
        case .bluetooth:
            [{ phone, _ in phone.plug(.bluetoothA2DP) }, { phone, _ in phone.unplug(.bluetoothA2DP) }]
        case .mediaServices:
            [{ phone, _ in phone.mediaServices(.lost) }, { phone, _ in phone.mediaServices(.reset) }]
        case .background:
            [{ phone, app in phone.background(app) }, { phone, app in phone.foreground(app) }]
        case .ringSwitch:
            [{ phone, _ in phone.moveSwitch(to: .silent) }, { phone, _ in phone.moveSwitch(to: .ring) }]
        default: []
        }
    }

    private static func interruption(notifiesOthers: Bool) -> [Step] {
        [
            { phone, _ in
                phone.launch(Self.other, backgroundAudio: true)
                phone.setCategory(Self.other, .playback)
                phone.play(Self.other, "film")
            },
            { phone, app in
                phone.stop(Self.other)
                phone.deactivate(Self.other, notifyOthers: notifiesOthers)
                phone.foreground(app)
            },
        ]
    }

    /// The step before the test begins, if the test connects nothing.
    package var prelude: Step? {
        guard self == .unplug else { return nil }
        return { phone, _ in _ = phone.plug(.headphones) }
    }

    private static let other = "another app"

    /// All names that the steps use; a phone on which their events are applied must know them.
    package static let usedNames = [other, "album", "prompt", "film"]
}
