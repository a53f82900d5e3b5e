import SessionPhone
public import SessionPolicy

/// The acts of the person and the machine on a device: a type of its own, so that no app moves the switch by accident.
///
/// Each member returns the policy's outcome, with its reasons. All may be called from any thread.
public struct DeviceControls: Sendable {
    private let device: PrivateDevice

    init(_ device: PrivateDevice) { self.device = device }

    /// Does something to the device.
    ///
    /// - Throws: `DeviceError.refused` where the world does not allow it; nothing has changed then.
    @discardableResult
    public func perform(_ call: ControlCall) throws(DeviceError) -> CallOutcome {
        let outcome = device.arbiter.perform(call, by: .step, explains: true)
        if let refusal = outcome.refusal { throw .refused(refusal) }
        return outcome
    }

    /// Moves the Ring/Silent switch.
    @discardableResult
    public func moveRingSwitch(to position: RingSwitch) throws(DeviceError) -> CallOutcome {
        try perform(.ringSwitch(position))
    }

    /// Locks the screen.
    @discardableResult
    public func lock() throws(DeviceError) -> CallOutcome { try perform(.lock) }

    /// Unlocks the screen.
    @discardableResult
    public func unlock() throws(DeviceError) -> CallOutcome { try perform(.unlock) }

    /// Presses a side button.
    ///
    /// - Parameter times: The number of presses, 1 to 1,000,000; brought into that range.
    @discardableResult
    public func press(_ button: VolumeDirection, times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform(.volumeButton(button, times: times))
    }

    /// Moves the volume slider.
    ///
    /// - Parameter level: 0 to 1, linear; brought into that range.
    @discardableResult
    public func slide(to level: Double) throws(DeviceError) -> CallOutcome { try perform(.volumeSlider(to: level)) }

    /// Plugs in an accessory, or connects it.
    ///
    /// - Parameters:
    ///   - uid: Tells two accessories of one kind apart.
    ///   - name: The name that the person gave it.
    @discardableResult
    public func connect(
        _ kind: Accessory.Kind, uid: String? = nil, name: String? = nil
    ) throws(DeviceError) -> CallOutcome { try perform(.connect(kind, uid: uid, name: name)) }

    /// Pulls an accessory out, or disconnects it.
    ///
    /// - Parameter uid: Which; nil for the one of that kind that came last.
    @discardableResult
    public func disconnect(_ kind: Accessory.Kind, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform(.disconnect(kind, uid: uid))
    }

    /// Picks an output; nil is the built-in speaker.
    @discardableResult
    public func pickRoute(_ kind: Accessory.Kind?, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform(.pickRoute(kind, uid: uid))
    }

    /// Changes the phase of a call.
    ///
    /// - Parameters:
    ///   - app: The app that owns the call, by CallKit; nil for the phone's own calls.
    ///   - uid: Tells two calls of one owner apart.
    @discardableResult
    public func call(_ phase: CallPhase, app: String? = nil, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform(.call(phase, app: app, uid: uid))
    }

    /// Lets something happen to an alarm.
    ///
    /// - Parameter uid: Tells two apart that fire at once.
    @discardableResult
    public func alarm(_ phase: AlarmPhase, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform(.alarm(phase, uid: uid))
    }

    /// Gives the Now Playing app a command, as from the lock screen.
    @discardableResult
    public func give(_ command: RemoteCommand) throws(DeviceError) -> CallOutcome {
        try perform(.remoteCommand(command))
    }

    /// Presses the button of a headset in quick succession.
    ///
    /// - Parameter times: The number of presses, 1 to 3; brought into that range.
    @discardableResult
    public func pressHeadsetButton(times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform(.headsetButton(times: times))
    }

    /// Lets Siri listen, or be done.
    ///
    /// - Parameter input: How Siri listens; it counts when Siri begins.
    @discardableResult
    public func siri(_ phase: SiriPhase, by input: SiriInput = .phone) throws(DeviceError) -> CallOutcome {
        try perform(.siri(phase, by: input))
    }

    /// Lets Siri read a message aloud in headphones.
    ///
    /// - Parameter length: How long it takes.
    @discardableResult
    public func announceMessage(lasts length: Length = .milliseconds(5_000)) throws(DeviceError) -> CallOutcome {
        try perform(.announce(lasts: length))
    }

    /// Moves the phone to an ear, or away from it.
    @discardableResult
    public func setProximity(to proximity: Proximity) throws(DeviceError) -> CallOutcome {
        try perform(.proximity(proximity))
    }

    /// Moves the ringer's slider in Settings; 0 to 1, linear.
    @discardableResult
    public func moveRingerSlider(to level: Double) throws(DeviceError) -> CallOutcome {
        try perform(.ringerSlider(to: level))
    }

    /// Mutes the phone's own microphone by its hardware, or no longer.
    @discardableResult
    public func muteBuiltInMic(_ isMuted: Bool) throws(DeviceError) -> CallOutcome {
        try perform(.builtInMicMuted(isMuted))
    }

    /// Lets the route change its configuration and keep its ports.
    @discardableResult
    public func changeRouteConfiguration() throws(DeviceError) -> CallOutcome { try perform(.routeConfigurationChange) }

    /// Lets the device sleep.
    @discardableResult
    public func sleep() throws(DeviceError) -> CallOutcome { try perform(.sleep) }

    /// Wakes the device.
    @discardableResult
    public func wake() throws(DeviceError) -> CallOutcome { try perform(.wake) }

    /// Lets a notification arrive.
    ///
    /// - Parameters:
    ///   - app: The app behind a push notification.
    ///   - length: The length of its sound.
    @discardableResult
    public func alert(
        _ kind: AlertKind, app: String? = nil, lasts length: Length = .milliseconds(1_000)
    ) throws(DeviceError) -> CallOutcome { try perform(.alert(kind, app: app, lasts: length)) }

    /// Lets the keyboard click.
    @discardableResult
    public func clickKey() throws(DeviceError) -> CallOutcome { try perform(.keyClick) }

    /// Changes a setting.
    @discardableResult
    public func set(_ setting: Setting, to isOn: Bool) throws(DeviceError) -> CallOutcome {
        try perform(.setting(setting, to: isOn))
    }

    /// Switches the notification sounds of an app on or off.
    @discardableResult
    public func setAlertSounds(of app: String, to isOn: Bool) throws(DeviceError) -> CallOutcome {
        try perform(.alertSounds(app: app, to: isOn))
    }

    /// Lets something happen to the media server.
    @discardableResult
    public func mediaServices(_ phase: MediaServicesPhase) throws(DeviceError) -> CallOutcome {
        try perform(.mediaServices(phase))
    }

    /// Answers an app's question for the microphone; without permission it records silence.
    @discardableResult
    public func setRecordPermission(
        of app: String, to permission: RecordPermission
    ) throws(DeviceError) -> CallOutcome { try perform(.permission(app: app, to: permission)) }

    /// Brings an app to the foreground.
    @discardableResult
    public func bringToForeground(_ app: String) throws(DeviceError) -> CallOutcome {
        try perform(.foreground(app: app))
    }

    /// Sends an app to the background.
    @discardableResult
    public func sendToBackground(_ app: String) throws(DeviceError) -> CallOutcome {
        try perform(.background(app: app))
    }
}
