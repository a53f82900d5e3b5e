import SessionPolicy

/// The fields of a value, one after another: none is a continuation of a shorter form, so that different values have different
/// forms.
struct CanonicalForm {
    private var high: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    /// The fields that have not been hashed yet, behind a bit that marks their beginning.
    private var word: UInt64 = 1

    /// Adds fields. A parameter pack is not specialized: walks took a fifth longer with one.
    @inline(__always)
    mutating func add<A: Canonical, B: Canonical, C: Canonical, D: Canonical, E: Canonical, F: Canonical>(
        _ a: A, _ b: B = NoField(), _ c: C = NoField(), _ d: D = NoField(), _ e: E = NoField(), _ f: F = NoField()
    ) {
        a.write(to: &self)
        b.write(to: &self)
        c.write(to: &self)
        d.write(to: &self)
        e.write(to: &self)
        f.write(to: &self)
    }

    /// Adds the lowest bits of a number, at most 32.
    @inline(__always)
    mutating func add(_ bits: UInt64, width: Int) {
        if word.leadingZeroBitCount < width { hash() }
        word = word << UInt64(width) | bits
    }

    mutating func finish() -> (high: UInt64, low: UInt64) {
        hash()
        return (high, low)
    }

    @inline(__always)
    private mutating func hash() {
        high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F)
        low = Self.fold(low &+ word &+ 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3)
        word = 1
    }

    @inline(__always)
    private static func fold(_ word: UInt64, _ factor: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

/// A value with a canonical form, the same in every run.
protocol Canonical {
    func write(to form: inout CanonicalForm)
}

struct NoField: Canonical {
    func write(to form: inout CanonicalForm) {}
}

extension Bool: Canonical {
    func write(to form: inout CanonicalForm) { form.add(self ? 1 : 0, width: 1) }
}

extension Int64: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(UInt64(bitPattern: self) >> 32, width: 32)
        form.add(UInt64(UInt32(truncatingIfNeeded: self)), width: 32)
    }
}

extension Double: Canonical {
    func write(to form: inout CanonicalForm) { form.add(Int64(bitPattern: bitPattern)) }
}

extension Optional: Canonical where Wrapped: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(self != nil)
        if let self { form.add(self) }
    }
}

extension Array: Canonical where Element: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(UInt64(count), width: 32)
        for element in self { form.add(element) }
    }
}

extension Canonical where Self: FixedWidthInteger & UnsignedInteger {
    func write(to form: inout CanonicalForm) { form.add(UInt64(self), width: Self.bitWidth) }
}

extension UInt8: Canonical {}
extension UInt16: Canonical {}
extension UInt32: Canonical {}

// The canonical form of a state. Two orders that no rule depends on are omitted: in which apps ended, and in which they
// lost a permission or their notification sounds. The rule that paused a sound decides nothing (decision 25).

extension PolicyState: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(ringSwitch.rawValue, isLocked, isAsleep, microphoneIsMuted, mediaServicesAreLost, settingsOff.rawValue)
        form.add(siriListens, siriLowers, isAtEar, foreground, nowPlaying, ringerVolume)
        form.add(callVolume, alert, keyClickEnds, systemSound, announcementEnds, alarmGuardEnds)
        form.add(calls, alarms, gestures, apps, activationOrder)
        form.add(endedApps.map(\.name.number).sorted(), appsWithoutAlertSounds.map(\.name.number).sorted())
        form.add(permissionsNotGranted.sorted { $0.app.name.number < $1.app.name.number })
        form.add(mediaLevels.map(MediaLevel.init).sorted())
    }
}

/// A level that differs from the default.
private struct MediaLevel: Canonical, Comparable {
    let key: OutputKey
    let level: Double

    init(_ entry: (key: OutputKey, value: Double)) { (key, level) = (entry.key, entry.value) }

    func write(to form: inout CanonicalForm) { form.add(key, level) }

    static func < (one: Self, other: Self) -> Bool {
        (one.key.port.rawValue, one.key.uid?.number ?? 0, one.key.uid == nil ? 0 : 1)
            < (other.key.port.rawValue, other.key.uid?.number ?? 0, other.key.uid == nil ? 0 : 1)
    }
}

extension App: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(id, kind.rawValue, hasBackgroundAudio, resumes, resumesWithoutLeave, pausesAtUnplug)
        form.add(wasNeverInFront, session, isNowPlaying, mayResumeInBackground, lacksCategory, hearsOfSuspension)
        form.add(wasToldActive, suspensionDelay, suspendsWhenIdle, suspendsAt, isSuspended, missedRouteChange)
        form.add(prefersNoSystemAlerts, prefersDisconnectInterruption, prefersEchoCancellation, wantsRecommendation)
        form.add(
            waitsForDevice, inputIsMuted, showsVolumeView, allowsHapticsWhileRecording, recording.rawValue,
            lostRecording)
        form.add(duck.gain, duck.over, sounds, lostSounds, causes)
    }
}

extension Session: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(category.rawValue, mode.rawValue, options.rawValue, mixesByItself, policy.rawValue, preferredInput)
        form.add(overridesToSpeaker, outputIsMuted, phase.rawValue, mayResume)
    }
}

extension Sound: Canonical {
    func write(to form: inout CanonicalForm) { form.add(id, gain, progress) }
}

extension SoundProgress: Canonical {
    func write(to form: inout CanonicalForm) {
        switch self {
        case .running(let ends): form.add(true, ends)
        case .halted(let remaining): form.add(false, true, remaining)
        case .paused(let remaining, _): form.add(false, false, remaining)
        }
    }
}

extension Cause: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(UInt64(rank), width: 3)
        if let app { form.add(app) }
    }
}

extension Gesture: Canonical {
    func write(to form: inout CanonicalForm) {
        switch self {
        case .phone(let speakerPicked): form.add(true, speakerPicked)
        case .accessory(let accessory):
            form.add(false, accessory.kind.rawValue, accessory.only?.rawValue, accessory.uid, accessory.name)
        }
    }
}

extension Call: Canonical {
    func write(to form: inout CanonicalForm) { form.add(phase.rawValue, isMuted, staysSilent, app, uid) }
}

extension AlertSound: Canonical {
    func write(to form: inout CanonicalForm) { form.add(kind.rawValue, app, ends) }
}

extension PlayingSystemSound: Canonical {
    func write(to form: inout CanonicalForm) { form.add(app, sound, isAlert, isInterface, ends) }
}

extension AppPermission: Canonical {
    func write(to form: inout CanonicalForm) { form.add(app, permission.rawValue) }
}

extension MissedRouteChange: Canonical {
    func write(to form: inout CanonicalForm) {
        form.add(reason.rawValue, previous.outputs.rawValue, previous.inputs.rawValue, previous.level)
    }
}

extension OutputKey: Canonical {
    func write(to form: inout CanonicalForm) { form.add(port.rawValue, uid) }
}

extension PreferredInput: Canonical {
    func write(to form: inout CanonicalForm) { form.add(port.rawValue, uid) }
}

extension Name: Canonical {
    func write(to form: inout CanonicalForm) { form.add(number) }
}

extension AppID: Canonical {
    func write(to form: inout CanonicalForm) { form.add(name) }
}

extension SoundID: Canonical {
    func write(to form: inout CanonicalForm) { form.add(name) }
}

extension Instant: Canonical {
    func write(to form: inout CanonicalForm) { form.add(nanoseconds) }
}

extension Length: Canonical {
    func write(to form: inout CanonicalForm) { form.add(nanoseconds) }
}
