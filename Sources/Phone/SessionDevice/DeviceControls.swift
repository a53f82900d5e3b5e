import SessionPhone
public import SessionPolicy
package import SessionWorld

/// The acts of the person and the machine on a device, separate from the app's calls.
///
/// Each member returns the policy's outcome with its reasons. Any thread.
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
    /// - Parameter times: The number of presses, clamped to 1...1,000,000.
    @discardableResult
    public func press(_ button: VolumeDirection, times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform { _ in .volumeButtonPressed(button, times: max(1, min(times, 1_000_000))) }
    }

    /// Moves the volume slider.
    ///
    /// - Parameter level: Linear level, clamped to 0...1.
    @discardableResult
    public func slide(to level: Double) throws(DeviceError) -> CallOutcome {
        try perform { _ in .volumeSliderMoved(to: level.asLevel) }
    }

    /// Plugs in an accessory, or connects it.
    ///
    /// - Parameters:
    ///   - uid: Distinguishes accessories of one kind.
    ///   - name: Its given name.
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
    /// - Parameter uid: Its identifier, or nil for the latest of that kind.
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
    ///   - uid: Distinguishes calls of one owner.
    @discardableResult
    public func call(_ phase: CallPhase, app: String? = nil, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in
            .call(phase, CallName(app: app.map { AppID(world.name($0)) }, uid: uid.map { world.name($0) }))
        }
    }

    /// Changes the phase of an alarm.
    ///
    /// - Parameter uid: Distinguishes alarms that fire simultaneously.
    @discardableResult
    public func alarm(_ phase: AlarmPhase, uid: String? = nil) throws(DeviceError) -> CallOutcome {
        try perform { world in .alarm(phase, uid: uid.map { world.name($0) }) }
    }

    /// Gives the Now Playing app a command, as from the lock screen.
    @discardableResult
    public func give(_ command: RemoteCommand) throws(DeviceError) -> CallOutcome {
        try perform { _ in .remoteCommand(command) }
    }

    /// Presses a headset's button one to three times in quick succession.
    ///
    /// - Parameter times: The number of presses, clamped to 1...3.
    @discardableResult
    public func pressHeadsetButton(times: Int = 1) throws(DeviceError) -> CallOutcome {
        try perform { _ in .headsetButtonPressed(times: max(1, min(times, 3))) }
    }

    /// Starts or ends Siri.
    ///
    /// - Parameter input: How Siri listens; it counts when Siri begins.
    @discardableResult
    public func siri(_ phase: SiriPhase, by input: SiriInput = .phone) throws(DeviceError) -> CallOutcome {
        try perform { _ in .siri(phase, by: input) }
    }

    /// Makes Siri read a message aloud in headphones.
    ///
    /// - Parameter length: The length of the announcement.
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

    /// Mutes or unmutes the built-in microphone by hardware.
    @discardableResult
    public func muteBuiltInMic(_ isMuted: Bool) throws(DeviceError) -> CallOutcome {
        try perform { _ in .microphoneMuted(isMuted) }
    }

    /// Changes the route's configuration without changing its ports.
    @discardableResult
    public func changeRouteConfiguration() throws(DeviceError) -> CallOutcome {
        try perform { _ in .routeConfigurationChanged }
    }

    /// Puts the device to sleep.
    @discardableResult
    public func sleep() throws(DeviceError) -> CallOutcome { try perform { _ in .fallsAsleep } }

    /// Wakes the device.
    @discardableResult
    public func wake() throws(DeviceError) -> CallOutcome { try perform { _ in .wakes } }

    /// Delivers a notification.
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

    /// Plays a keyboard click.
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

    /// Loses or resets the media server.
    @discardableResult
    public func mediaServices(_ phase: MediaServicesPhase) throws(DeviceError) -> CallOutcome {
        try perform { _ in .mediaServices(phase) }
    }

    /// Sets an app's microphone permission; without it the app records silence.
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
    /// The level clamped to 0...1; NaN is 0.
    fileprivate var asLevel: Double { isNaN ? 0 : min(1, max(0, self)) }
}
