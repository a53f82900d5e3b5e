/// An act of the person or the machine on a device: all acts that are not an app's.
public enum ControlCall: Hashable, Sendable {
    case ringSwitch(RingSwitch)
    case lock
    case unlock
    /// Presses a side button so many times, 1 to 1,000,000.
    case volumeButton(VolumeDirection, times: Int)
    /// Moves the slider; 0 to 1, linear.
    case volumeSlider(to: Double)
    /// Plugs in or connects an accessory. `uid` tells two of one kind apart; `name` is what people call it.
    ///
    /// `only`: the one direction of a USB accessory that has not both.
    case connect(Accessory.Kind, uid: String?, name: String?, only: Accessory.Direction? = nil)
    /// Pulls an accessory out or disconnects it; without `uid` the one of that kind that came last.
    case disconnect(Accessory.Kind, uid: String?)
    /// Picks an output; nil is the built-in speaker.
    case pickRoute(Accessory.Kind?, uid: String?)
    /// `app`: whose call it is, by CallKit; nil for the phone's own. `uid` tells two calls of one owner apart.
    case call(CallPhase, app: String? = nil, uid: String? = nil)
    /// `uid` tells two apart that fire at once.
    case alarm(AlarmPhase, uid: String? = nil)
    /// `by`: how Siri listens; it counts when Siri begins.
    case siri(SiriPhase, by: SiriInput = .phone)
    /// Siri reads a message aloud in headphones for so long.
    case announce(lasts: Length)
    /// The phone comes to an ear, or leaves it.
    case proximity(Proximity)
    /// Gives the Now Playing app a command.
    case remoteCommand(RemoteCommand)
    /// Presses the button of a headset in quick succession, 1 to 3 times; brought into that range.
    case headsetButton(times: Int)
    /// Moves the ringer's slider in Settings; 0 to 1, linear.
    case ringerSlider(to: Double)
    /// The hardware mutes the phone's own microphone, or no longer does.
    case builtInMicMuted(Bool)
    /// The route keeps its ports and changes its configuration.
    case routeConfigurationChange
    case sleep
    case wake
    /// A notification with a sound; `app` is the app behind a push notification.
    case alert(AlertKind, app: String?, lasts: Length)
    case keyClick
    case setting(Setting, to: Bool)
    /// The notification sounds of one app.
    case alertSounds(app: String, to: Bool)
    case mediaServices(MediaServicesPhase)
    /// Answers an app's question for the microphone.
    case permission(app: String, to: RecordPermission)
    case foreground(app: String)
    case background(app: String)
}

/// The sounds of a device that a person hears, once all ramps have settled.
public struct DeviceFacts: Hashable, Sendable {
    /// Every sound that is heard, by kind, app and name.
    public let heard: [HeardSound]
    /// Every started sound that is not, likewise.
    public let unheard: [UnheardSound]
    public let route: RouteFacts
    /// The media volume in force, 0 to 1.
    public let outputVolume: Double
    /// The app that is Now Playing; nil where no app is.
    package var nowPlaying: NowPlayingFacts?

    /// Describes a device.
    public init(heard: [HeardSound], unheard: [UnheardSound], route: RouteFacts, outputVolume: Double) {
        (self.heard, self.unheard, self.route, self.outputVolume) = (heard, unheard, route, outputVolume)
    }
}

/// A sound that is heard.
public struct HeardSound: Hashable, Sendable {
    public let name: SceneName
    /// The level in decibels, -144 to 0, rounded to a tenth.
    public let decibels: Double
    public let isDucked: Bool
    public let outputs: PortSet

    /// Describes a sound.
    public init(name: SceneName, decibels: Double, isDucked: Bool, outputs: PortSet) {
        (self.name, self.decibels, self.isDucked, self.outputs) = (name, decibels, isDucked, outputs)
    }
}

/// A started sound that is not heard, and the one rule that outranks the others for it.
public struct UnheardSound: Hashable, Sendable {
    public let name: SceneName
    public let rule: RuleID

    /// Describes a sound.
    public init(name: SceneName, rule: RuleID) { (self.name, self.rule) = (name, rule) }
}
