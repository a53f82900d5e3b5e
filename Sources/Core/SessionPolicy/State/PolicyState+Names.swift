/// The names to which a state refers; the texts of all others may be forgotten.
extension PolicyState {
    /// The names of apps, sounds and accessories in use. Ended apps do not count: see `forget`.
    public var names: Set<Name> {
        var names: Set<Name> = []
        for app in apps {
            names.insert(app.id.name)
            for sound in app.sounds { names.insert(sound.id.name) }
        }
        for app in appsWithoutAlertSounds { names.insert(app.name) }
        for permission in permissionsNotGranted { names.insert(permission.app.name) }
        for app in [foreground, nowPlaying, alert?.app, systemSound?.app] { if let app { names.insert(app.name) } }
        if let systemSound { names.insert(systemSound.sound.name) }
        for accessory in accessories {
            for name in [accessory.uid, accessory.name] { if let name { names.insert(name) } }
        }
        for call in calls { for name in [call.app?.name, call.uid] { if let name { names.insert(name) } } }
        for case let uid? in alarms { names.insert(uid) }
        for app in apps { if let uid = app.session.preferredInput?.uid { names.insert(uid) } }
        for key in mediaLevels.keys { if let uid = key.uid { names.insert(uid) } }
        return names
    }

    /// Forgets ended apps, so that their names can be reused.
    ///
    /// - Parameter names: Names without other references in the state.
    public mutating func forget(_ names: Set<Name>) {
        for name in names { endedApps.remove(AppID(name)) }
    }
}
