import ALSADevice
import Glibc
import Mixer
import SessionPolicy

/// A volume control in use.
struct Knob {
    let control: any LevelControl
    /// The level that it was last set to or found at, in decibels.
    var decibels: Double
    /// `decibels` as a linear gain, at most 1.
    var gain: Double
    /// The level from 0 to 1 that another program last set, or nil once reported.
    var found: Double?
    var isMuted = false
    /// The policy's level, in decibels, when another level was reported; the reported one stays until the policy
    /// changes its own.
    var overruled: Double?
}

/// A control to raise once the mixer's lowering of the other sounds has been heard.
struct Raise {
    let volume: VolumeControlName
    let decibels: Double
    /// The frame from which the other sounds are low enough.
    let frame: Int64
}

/// Applies the policy's volumes to a hardware control: it is at the loudest sound's volume, and the mixer lowers the
/// others.
extension Sounder {
    private static let tolerance = 0.006

    /// Sets the control of the output in force to the scene's volume, and tells the interpreter how much of it the
    /// hardware applies.
    func settleVolume() {
        guard let picture = scene?.picture, let volume = target?.volume, var knob = knob(volume) else {
            interpreter.hardwareGain = 1
            raise = nil
            return
        }
        // A level set by another program overrides the policy's first level, and is reported immediately.
        if let found = knob.found {
            interpreter.hardwareGain = max(knob.gain, 1e-6)
            knobs[volume]?.found = nil
            knobs[volume]?.overruled = decibels(picture.loudestVolume)
            return tell(.volumeTurned(to: found, isTurnedNow: false))
        }
        let loudest = picture.loudestVolume
        let wish = decibels(loudest)
        if let overruled = knob.overruled {
            guard overruled != wish else {
                interpreter.hardwareGain = max(knob.gain, 1e-6)
                return
            }
            knob.overruled = nil
            knobs[volume] = knob
        }
        if abs(wish - knob.decibels) < Self.tolerance || wish == knob.decibels {
            raise = nil
            interpreter.hardwareGain = knob.gain
            return
        }
        if raise?.volume != volume { raise = nil }
        if output.run != nil, wish > knob.decibels, mixer.liveVoiceCount > 0 {
            if let raise, abs(raise.decibels - wish) < Self.tolerance { return }
            // The control's next step is too loud; the mixer lowers the rest before the control moves.
            let gain = (try? knob.control.level(reachedBy: wish)).map { min(1, linear($0)) } ?? loudest
            if raise != nil || lowersOthers(in: picture, to: gain) {
                interpreter.hardwareGain = gain
                let margin = 2 * Int64(output.device?.periodFrames ?? 0)
                let ramp = FrameClock(rate: Int(rate)).frames(in: picture.length(of: .volume))
                raise = Raise(
                    volume: volume, decibels: wish, frame: mixer.renderedFrames + margin + ramp)
                return
            }
        }
        raise = nil
        turn(&knob, of: volume, to: wish)
    }

    /// Raises the control once all other sounds have become quieter.
    func raiseIfHeard() {
        guard let pending = raise, var knob = knobs[pending.volume], output.run != nil, heardFrame >= pending.frame
        else { return }
        raise = nil
        turn(&knob, of: pending.volume, to: pending.decibels)
        showAgain()
    }

    /// Handles a control that another program has changed, or that is gone.
    func hear(_ change: HardwareVolume.Change, of volume: VolumeControlName) {
        guard var knob = knobs[volume] else { return }
        guard case .turned(let setting) = change else {
            letGo(of: volume)
            return showAgain()
        }
        tellMute(setting.isMuted, &knob, volume)
        let level = min(1, linear(setting.decibels))
        let isOther = abs(decibels(level) - knob.decibels) >= Self.tolerance
        (knob.decibels, knob.gain) = (decibels(level), level)
        if isOther, volume == target?.volume {
            raise = nil
            knob.overruled = scene.map { decibels($0.picture.loudestVolume) }
            tell(.volumeTurned(to: level, isTurnedNow: true))
        } else if isOther {
            knob.found = level
        }
        knobs[volume] = knob
    }

    // MARK: Parts

    private func knob(_ volume: VolumeControlName) -> Knob? {
        if let knob = knobs[volume] { return knob }
        do {
            let control = try access.openLevel(volume)
            let setting = try control.setting()
            let level = min(1, linear(setting.decibels))
            var knob = Knob(control: control, decibels: decibels(level), gain: level, found: level)
            tellMute(setting.isMuted, &knob, volume)
            knobs[volume] = knob
            tell(.control(volume, isHeld: true))
            return knob
        } catch {
            words.say("\(error.sentence) The volume is left to the mixer.")
            return nil
        }
    }

    private func turn(_ knob: inout Knob, of volume: VolumeControlName, to wish: Double) {
        do {
            let left = try knob.control.set(decibels: wish)
            knob.decibels = wish
            knob.gain = wish.isFinite ? min(1, linear(wish - left)) : 1
            knobs[volume] = knob
            interpreter.hardwareGain = knob.gain
        } catch {
            letGo(of: volume)
            interpreter.hardwareGain = 1
            words.say("\(error.sentence) The volume is left to the mixer.")
        }
    }

    private func letGo(of volume: VolumeControlName) {
        knobs[volume] = nil
        tell(.control(volume, isHeld: false))
    }

    private func tellMute(_ isMuted: Bool, _ knob: inout Knob, _ volume: VolumeControlName) {
        guard isMuted != knob.isMuted else { return }
        knob.isMuted = isMuted
        let sentence =
            "The volume \(volume.control ?? "control") of \(volume.card) is muted; switch it on to hear anything."
        isMuted ? words.say(sentence) : words.unsay(sentence)
    }

    /// Whether a running sound that does not become louder would be lowered by a hardware gain.
    private func lowersOthers(in picture: Picture, to gain: Double) -> Bool {
        let applied = interpreter.hardwareGain
        return picture.sounds.contains { sound in
            let before = shown?.sounds.first { $0.reference == sound.reference }
            guard let before, before.isRunning, sound.isRunning, sound.unheardBy == nil, sound.volume <= before.volume
            else { return false }
            return min(1, sound.volume / gain) < 0.999 * min(1, sound.volume / applied)
        }
    }

    private func decibels(_ gain: Double) -> Double { gain > 0 ? 20 * log10(gain) : -.infinity }
    private func linear(_ decibels: Double) -> Double { decibels == -.infinity ? 0 : pow(10, decibels / 20) }
}
