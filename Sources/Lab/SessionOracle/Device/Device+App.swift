public import SessionPolicy
public import SessionWorld

/// Acts of apps. An app is named by any text; its first act launches it if necessary.
extension Device {
    /// Performs any act of an app, including those without their own function.
    ///
    ///     phone.perform("app", .setInputMuted(true))
    ///     phone.perform("app", .setPreferredInput(.headsetMic, uid: nil))
    ///
    /// - Parameters:
    ///   - app: Its name.
    ///   - act: The act, with texts as names.
    @discardableResult
    public mutating func perform(_ app: String, _ act: AppCall) -> Reply {
        let id = AppID(name(app))
        let act = act.renamed(to: NumberedNames.self, sound: { SoundID(name($0)) }, name: { name($0) })
        return apply(act.verb, .app(id, act), app: id)
    }

    /// Launches an app, or brings it to the foreground.
    ///
    /// - Parameters:
    ///   - app: Its name.
    ///   - kind: A third party's, or the system's own.
    ///   - backgroundAudio: Whether it may sound in the background; a system app always may.
    ///   - resumes: Whether it resumes by itself after an interruption.
    @discardableResult
    public mutating func launch(
        _ app: String, _ kind: AppKind = .app, backgroundAudio: Bool = false, resumes: Bool = true
    ) -> Reply {
        perform(app, .launched(kind, backgroundAudio: backgroundAudio, resumes: resumes))
    }

    /// The app comes to the foreground.
    @discardableResult
    public mutating func foreground(_ app: String) -> Reply { perform(app, .enteredForeground) }

    /// The app leaves the foreground.
    @discardableResult
    public mutating func background(_ app: String) -> Reply { perform(app, .enteredBackground) }

    /// The app quits.
    @discardableResult
    public mutating func quit(_ app: String) -> Reply { perform(app, .quit) }

    /// The app crashes.
    @discardableResult
    public mutating func crash(_ app: String) -> Reply { perform(app, .crashed) }

    /// Replaces the category, the mode and all options of the app's session.
    @discardableResult
    public mutating func setCategory(
        _ app: String, _ category: Category, mode: Mode = .default, options: CategoryOptions = []
    ) -> Reply {
        perform(app, .setCategory(category, mode, options))
    }

    /// Activates the app's session.
    @discardableResult
    public mutating func activate(_ app: String) -> Reply {
        perform(app, .setActive(true, notifyOthers: false))
    }

    /// Deactivates the app's session.
    ///
    /// - Parameters:
    ///   - app: Its name.
    ///   - notifyOthers: Whether the apps that it interrupted should resume.
    @discardableResult
    public mutating func deactivate(_ app: String, notifyOthers: Bool = false) -> Reply {
        perform(app, .setActive(false, notifyOthers: notifyOthers))
    }

    /// Overrides the app's output to the speaker, or ends the override.
    @discardableResult
    public mutating func overrideOutput(_ app: String, toSpeaker: Bool) -> Reply {
        perform(app, .overrideOutput(toSpeaker: toSpeaker))
    }

    /// Plays a sound; a paused one continues where it paused.
    ///
    /// - Parameters:
    ///   - app: The app that owns the sound.
    ///   - sound: Its name.
    ///   - length: The length; nil to play until it is stopped.
    ///   - gain: Linear, clamped to 0 to 1; nil for 1, or a paused sound's gain.
    @discardableResult
    public mutating func play(_ app: String, _ sound: String, for length: Duration? = nil, gain: Double? = nil) -> Reply
    {
        perform(app, .play(sound, lasts: length.map { Length($0) }, gain: gain?.asLevel))
    }

    /// Plays an object that was created before the media server died, which is refused (R-MS-1).
    @discardableResult
    package mutating func playLost(_ app: String, _ sound: String) -> Reply {
        perform(app, .playLost(sound))
    }

    /// Pauses a sound, or all of the app's.
    @discardableResult
    public mutating func pause(_ app: String, _ sound: String? = nil) -> Reply {
        perform(app, .pause(sound))
    }

    /// Stops a sound, or all of the app's.
    @discardableResult
    public mutating func stop(_ app: String, _ sound: String? = nil) -> Reply {
        perform(app, .stop(sound))
    }

    /// Sets the app's own level of a sound, 0 to 1, linear; beyond is the nearest end.
    @discardableResult
    public mutating func setGain(_ app: String, _ sound: String, to gain: Double) -> Reply {
        perform(app, .setGain(sound, to: gain.asLevel))
    }

    /// Starts a recording, or stops it.
    @discardableResult
    public mutating func record(_ app: String, starts: Bool = true) -> Reply {
        perform(app, .record(starts))
    }

    /// Plays a system sound.
    @discardableResult
    public mutating func systemSound(
        _ app: String, _ sound: String, for length: Duration = .milliseconds(500), isInterface: Bool = true
    ) -> Reply {
        perform(app, .systemSound(sound, lasts: Length(length), isInterface: isInterface))
    }

    /// Plays an alert sound, which vibrates by the settings.
    @discardableResult
    public mutating func alertSound(_ app: String, _ sound: String, for length: Duration = .milliseconds(500)) -> Reply
    {
        perform(app, .alertSound(sound, lasts: Length(length)))
    }

    /// Vibrates.
    @discardableResult
    public mutating func vibrate(_ app: String) -> Reply { perform(app, .vibrate) }

    /// Returns the answer to a question of the app, or nil if it is refused.
    public mutating func ask(_ app: String, _ question: Question) -> Answer? {
        perform(app, .ask(question)).answer
    }
}
