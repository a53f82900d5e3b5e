public import SessionPolicy
public import SessionWorld

/// Acts of the person and the phone.
extension Device {
    /// Moves the Ring/Silent switch.
    @discardableResult
    public mutating func moveSwitch(to position: RingSwitch) -> Reply {
        apply(.ringSwitchMoved(to: position))
    }

    /// Locks the screen.
    @discardableResult
    public mutating func lock() -> Reply { apply(.screenLocked) }

    /// Unlocks the screen.
    @discardableResult
    public mutating func unlock() -> Reply { apply(.screenUnlocked) }

    /// Presses a volume button; one press is 1/16.
    ///
    /// - Parameters:
    ///   - direction: Up or down.
    ///   - times: The number of presses; less than one is one.
    @discardableResult
    public mutating func pressVolume(_ direction: VolumeDirection, times: Int = 1) -> Reply {
        apply(.volumeButtonPressed(direction, times: max(1, times)))
    }

    /// Moves the system's slider inside an app.
    ///
    /// - Parameter level: 0 to 1, linear; beyond is the nearest end.
    @discardableResult
    public mutating func slideVolume(to level: Double) -> Reply {
        apply(.volumeSliderMoved(to: level.asLevel))
    }

    /// Plugs in or connects an accessory.
    ///
    /// - Parameters:
    ///   - kind: The kind of accessory.
    ///   - uid: Distinguishes accessories of a kind.
    ///   - title: The name that the person gave it.
    @discardableResult
    public mutating func plug(_ kind: Accessory.Kind, uid: String? = nil, title: String? = nil) -> Reply {
        let accessory = Accessory(kind: kind, uid: uid.map { name($0) }, name: title.map { name($0) })
        return apply(.accessoryConnected(accessory))
    }

    /// Unplugs or disconnects an accessory; without `uid` the one of that kind that came last.
    @discardableResult
    public mutating func unplug(_ kind: Accessory.Kind, uid: String? = nil) -> Reply {
        let uid = uid.map { name($0) }
        return apply(.accessoryDisconnected(kind, uid: uid))
    }

    /// Picks a route; nil is the built-in speaker.
    @discardableResult
    public mutating func pickRoute(_ kind: Accessory.Kind?, uid: String? = nil) -> Reply {
        let uid = uid.map { name($0) }
        return apply(.routePicked(kind, uid: uid))
    }

    /// A call comes in.
    @discardableResult
    public mutating func ring() -> Reply { apply(.call(.incoming)) }

    /// The incoming call is answered.
    @discardableResult
    public mutating func answer() -> Reply { apply(.call(.answered)) }

    /// The incoming call is declined.
    @discardableResult
    public mutating func decline() -> Reply { apply(.call(.declined)) }

    /// The caller gives up.
    @discardableResult
    public mutating func missCall() -> Reply { apply(.call(.missed)) }

    /// The answered call ends.
    @discardableResult
    public mutating func hangUp() -> Reply { apply(.call(.ended)) }

    /// Changes the phase of a call.
    ///
    /// - Parameters:
    ///   - app: The app that owns the call, by CallKit, or nil for the phone's own calls.
    ///   - uid: Distinguishes calls of one owner.
    @discardableResult
    public mutating func call(_ phase: CallPhase, app: String? = nil, uid: String? = nil) -> Reply {
        let call = CallName(app: app.map { AppID(name($0)) }, uid: uid.map { name($0) })
        return apply(.call(phase, call))
    }

    /// A Clock alarm fires, or is dismissed or snoozed.
    ///
    /// - Parameter uid: Distinguishes alarms that fire simultaneously.
    @discardableResult
    public mutating func alarm(_ phase: AlarmPhase, uid: String? = nil) -> Reply {
        let uid = uid.map { name($0) }
        return apply(.alarm(phase, uid: uid))
    }

    /// A notification arrives.
    ///
    /// - Parameters:
    ///   - kind: The kind of notification.
    ///   - app: The app behind a push.
    ///   - length: The length of its sound; less than zero is zero.
    @discardableResult
    public mutating func alert(_ kind: AlertKind, from app: String? = nil, for length: Duration = .seconds(1)) -> Reply
    {
        let app = app.map { AppID(name($0)) }
        return apply(.alertArrived(kind, app: app, lasts: Length(length)))
    }

    /// A key of the keyboard clicks.
    @discardableResult
    public mutating func clickKey() -> Reply { apply(.keyClicked) }

    /// Switches a setting.
    @discardableResult
    public mutating func set(_ setting: Setting, to isOn: Bool) -> Reply {
        apply(.settingChanged(setting, to: isOn))
    }

    /// Switches the notification sounds of one app.
    @discardableResult
    public mutating func setAlertSounds(of app: String, to isOn: Bool) -> Reply {
        let app = AppID(name(app))
        return apply(.alertSoundsChanged(app: app, to: isOn))
    }

    /// Siri begins to listen, or is done.
    ///
    /// - Parameter input: How Siri listens; it counts when Siri begins.
    @discardableResult
    public mutating func siri(_ phase: SiriPhase, by input: SiriInput = .phone) -> Reply {
        apply(.siri(phase, by: input))
    }

    /// Siri reads a message aloud in headphones, which must be connected.
    ///
    /// - Parameter length: How long it takes; less than zero is zero.
    @discardableResult
    public mutating func announceMessage(for length: Duration = .seconds(5)) -> Reply {
        apply(.messageAnnounced(lasts: Length(length)))
    }

    /// The phone comes to an ear, or leaves it.
    @discardableResult
    public mutating func setProximity(to proximity: Proximity) -> Reply {
        apply(.proximityChanged(to: proximity))
    }

    /// The media server dies, or comes back.
    @discardableResult
    public mutating func mediaServices(_ phase: MediaServicesPhase) -> Reply {
        apply(.mediaServices(phase))
    }

    /// Moves the ringer's slider in Settings.
    ///
    /// - Parameter level: 0 to 1, linear; beyond is the nearest end.
    @discardableResult
    public mutating func slideRinger(to level: Double) -> Reply {
        apply(.ringerSliderMoved(to: level.asLevel))
    }

    /// Answers an app's question for the microphone, or resets the answer as if the app had not asked yet.
    @discardableResult
    public mutating func answerPermission(of app: String, with permission: RecordPermission) -> Reply {
        let app = AppID(name(app))
        return apply(.permissionAnswered(app: app, permission))
    }

    /// Gives the Now Playing app a command from elsewhere: the lock screen, a headset, a car.
    @discardableResult
    public mutating func send(_ command: RemoteCommand) -> Reply { apply(.remoteCommand(command)) }

    /// Presses the button of a headset in quick succession.
    ///
    /// - Parameter times: The number of presses, 1 to 3; beyond is the nearest end.
    @discardableResult
    public mutating func pressHeadsetButton(times: Int = 1) -> Reply {
        apply(.headsetButtonPressed(times: min(3, max(1, times))))
    }

    /// The hardware mutes the phone's own microphone, as a tablet's folio does when it is closed, or no longer does.
    @discardableResult
    public mutating func muteBuiltInMicrophone(_ isMuted: Bool = true) -> Reply { apply(.microphoneMuted(isMuted)) }

    /// The route keeps its ports and changes its configuration: channels, rate, a data source.
    @discardableResult
    public mutating func changeRouteConfiguration() -> Reply { apply(.routeConfigurationChanged) }

    /// The device goes to sleep.
    @discardableResult
    public mutating func fallAsleep() -> Reply { apply(.fallsAsleep) }

    /// The device wakes.
    @discardableResult
    public mutating func wake() -> Reply { apply(.wakes) }
}

extension Double {
    /// Clamped to 0...1; NaN becomes 0.
    var asLevel: Double { self >= 0 ? Swift.min(1, self) : 0 }
}
