import SessionPhone
public import SessionPolicy
package import SessionWorld

/// The acts of the person and the machine on a device: a type of its own, so that no app moves the switch by accident.
///
/// Each member returns the policy's outcome, with its reasons. All may be called from any thread.
public struct DeviceControls: Sendable {
    private let device: PrivateDevice

    init(_ device: PrivateDevice) { self.device = device }

    /// Performs an act of the person or the machine.
    @discardableResult
    package func perform(_ event: DeferredEvent) throws(DeviceError) -> CallOutcome {
        let outcome = device.arbiter.perform(by: .step, explains: true, event)
        if let refusal = outcome.refusal { throw .refused(refusal) }
        return outcome
    }

    /// Moves the Ring/Silent switch.
    @discardableResult
    public func moveRingSwitch(to position: RingSwitch) throws(DeviceError) -> CallOutcome {
        try perform { _ in .ringSwitchMoved(to: position) }
    }

    /// Locks the screen.
    @discardableResult
    public func lock() throws(DeviceError) -> CallOutcome { try perform { _ in .screenLocked } }

    /// Unlocks the screen.
    @discardableResult
    public func unlock() throws(DeviceError) -> CallOutcome { try perform { _ in .screenUnlocked } }

    /// Presses a side button.
    ///
    /// - Parameter times: The number of presses, 1 to 1,000,000; brought into that range.
    @discardableResult
    public func press(_ button: VolumeDirection, times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform { _ in .volumeButtonPressed(button, times: max(1, min(times, 1_000_000))) }
    }

    /// Moves the volume slider.
    ///
    /// - Parameter level: 0 to 1, linear; brought into that range.
    @discardableResult
    public func slide(to level: Double) throws(DeviceError) -> CallOutcome {
        try perform { _ in .volumeSliderMoved(to: level.asLevel) }
    }

    /// Plugs in an accessory, or connects it.
    ///
    /// - Parameters:
    ///   - uid: Tells two accessories of one kind apart.
    ///   - name: The name that the person gave it.
    @discardableResult
    public func connect(
        _ kind: Accessory.Kind, uid: String? = nil, name: String? = nil
    ) throws(DeviceError) -> CallOutcome {
        try perform { world in
            .accessoryConnected(
                Accessory(kind: kind, uid: uid.map { world.name($0) }, name: name.map { world.name($0) }))
        }
    }

    /// Pulls an accessory out, or disconnects it.
    ///
    /// - Parameter uid: Which, or nil for the one of that kind that came last.
    @discardableResult
    public func disconnect(_ kind: Accessory.Kind, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in .accessoryDisconnected(kind, uid: uid.map { world.name($0) }) }
    }

    /// Picks an output; nil is the built-in speaker.
    @discardableResult
    public func pickRoute(_ kind: Accessory.Kind?, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in .routePicked(kind, uid: uid.map { world.name($0) }) }
    }

    /// Changes the phase of a call.
    ///
    /// - Parameters:
    ///   - app: The app that owns the call, by CallKit, or nil for the phone's own calls.
    ///   - uid: Tells two calls of one owner apart.
    @discardableResult
    public func call(_ phase: CallPhase, app: String? = nil, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in
            .call(phase, CallName(app: app.map { AppID(world.name($0)) }, uid: uid.map { world.name($0) }))
        }
    }

    /// Lets something happen to an alarm.
    ///
    /// - Parameter uid: Tells two apart that fire at once.
    @discardableResult
    public func alarm(_ phase: AlarmPhase, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in .alarm(phase, uid: uid.map { world.name($0) }) }
    }

    /// Gives the Now Playing app a command, as from the lock screen.
    @discardableResult
    public func give(_ command: RemoteCommand) throws(DeviceError) -> CallOutcome {
        try perform { _ in .remoteCommand(command) }
    }

    /// Presses the button of a headset in quick succession.
    ///
    /// - Parameter times: The number of presses, 1 to 3; brought into that range.
    @discardableResult
    public func pressHeadsetButton(times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform { _ in .headsetButtonPressed(times: max(1, min(times, 3))) }
    }

    /// Lets Siri listen, or be done.
    ///
    /// - Parameter input: How Siri listens; it counts when Siri begins.
    @discardableResult
    public func siri(_ phase: SiriPhase, by input: SiriInput = .phone) throws(DeviceError) -> CallOutcome {
        try perform { _ in .siri(phase, by: input) }
    }

    /// Lets Siri read a message aloud in headphones.
    ///
    /// - Parameter length: How long it takes.
    @discardableResult
    public func announceMessage(lasts length: Length = .milliseconds(5_000)) throws(DeviceError) -> CallOutcome {
        try perform { _ in .messageAnnounced(lasts: length) }
    }

    /// Moves the phone to an ear, or away from it.
    @discardableResult
    public func setProximity(to proximity: Proximity) throws(DeviceError) -> CallOutcome {
        try perform { _ in .proximityChanged(to: proximity) }
    }

    /// Moves the ringer's slider in Settings; 0 to 1, linear.
    @discardableResult
    public func moveRingerSlider(to level: Double) throws(DeviceError) -> CallOutcome {
        try perform { _ in .ringerSliderMoved(to: level.asLevel) }
    }

    /// Mutes the phone's own microphone by its hardware, or no longer.
    @discardableResult
    public func muteBuiltInMic(_ isMuted: Bool) throws(DeviceError) -> CallOutcome {
        try perform { _ in .microphoneMuted(isMuted) }
    }

    /// Lets the route change its configuration and keep its ports.
    @discardableResult
    public func changeRouteConfiguration() throws(DeviceError) -> CallOutcome {
        try perform { _ in .routeConfigurationChanged }
    }

    /// Lets the device sleep.
    @discardableResult
    public func sleep() throws(DeviceError) -> CallOutcome { try perform { _ in .fallsAsleep } }

    /// Wakes the device.
    @discardableResult
    public func wake() throws(DeviceError) -> CallOutcome { try perform { _ in .wakes } }

    /// Lets a notification arrive.
    ///
    /// - Parameters:
    ///   - app: The app behind a push notification.
    ///   - length: The length of its sound.
    @discardableResult
    public func alert(
        _ kind: AlertKind, app: String? = nil, lasts length: Length = .milliseconds(1_000)
    ) throws(DeviceError) -> CallOutcome {
        try perform { world in .alertArrived(kind, app: app.map { AppID(world.name($0)) }, lasts: length) }
    }

    /// Lets the keyboard click.
    @discardableResult
    public func clickKey() throws(DeviceError) -> CallOutcome { try perform { _ in .keyClicked } }

    /// Changes a setting.
    @discardableResult
    public func set(_ setting: Setting, to isOn: Bool) throws(DeviceError) -> CallOutcome {
        try perform { _ in .settingChanged(setting, to: isOn) }
    }

    /// Switches the notification sounds of an app on or off.
    @discardableResult
    public func setAlertSounds(of app: String, to isOn: Bool) throws(DeviceError) -> CallOutcome {
        try perform { world in .alertSoundsChanged(app: AppID(world.name(app)), to: isOn) }
    }

    /// Lets something happen to the media server.
    @discardableResult
    public func mediaServices(_ phase: MediaServicesPhase) throws(DeviceError) -> CallOutcome {
        try perform { _ in .mediaServices(phase) }
    }

    /// Answers an app's question for the microphone; without permission it records silence.
    @discardableResult
    public func setRecordPermission(
        of app: String, to permission: RecordPermission
    ) throws(DeviceError) -> CallOutcome {
        try perform { world in .permissionAnswered(app: AppID(world.name(app)), permission) }
    }

    /// Brings an app to the foreground.
    @discardableResult
    public func bringToForeground(_ app: String) throws(DeviceError) -> CallOutcome {
        try perform { world in .app(AppID(world.name(app)), .enteredForeground) }
    }

    /// Sends an app to the background.
    @discardableResult
    public func sendToBackground(_ app: String) throws(DeviceError) -> CallOutcome {
        try perform { world in .app(AppID(world.name(app)), .enteredBackground) }
    }
}

extension Double {
    /// The level, 0 to 1: beyond is the nearest end, and what is no number is 0.
    fileprivate var asLevel: Double { isNaN ? 0 : min(1, max(0, self)) }
}
