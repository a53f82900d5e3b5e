import ALSADevice
import Glibc
import Mixer
import SessionHost
import SessionPolicy
import SessionWorld

/// The policy's volumes on a control of the hardware: it stands at the loudest of what sounds, and the mixer lowers the
/// rest.
extension LiveSession {
    /// A volume control in use.
    struct Knob {
        let control: any LevelControl
        /// The level that it was last set to or found at, in decibels.
        var decibels: Double
        /// The same as a linear gain, as far as it lowers the sound.
        var gain: Double
        /// Where it stood when somebody else had it last, from 0 to 1; nil once the policy has been told.
        var found: Double?
        var isMuted = false
    }

    /// A control that is to be turned up once the mixer's lowering of the others has been heard.
    struct Raise {
        let volume: Bindings.Volume
        let decibels: Double
        /// The frame from which on the others are low enough.
        let frame: Int64
    }

    /// Controls know hundredths of a decibel.
    private static let tolerance = 0.006

    /// Brings the control of the output in force to where the picture wants it, and tells the interpreter what is done
    /// there.
    func settleVolume() {
        guard let volume = governingVolume, var knob = knob(volume) else {
            interpreter.hardwareGain = 1
            raise = nil
            return
        }
        // What somebody else has set counts more than what the policy began with; it is told at once.
        guard knob.found == nil else {
            interpreter.hardwareGain = max(knob.gain, 1e-6)
            return
        }
        let loudest = loudest(in: world.picture)
        let wish = decibels(loudest)
        if abs(wish - knob.decibels) < Self.tolerance || wish == knob.decibels {
            raise = nil
            interpreter.hardwareGain = knob.gain
            return
        }
        if raise?.volume != volume { raise = nil }
        if case .running = stage, wish > knob.decibels, mixer.liveVoiceCount > 0 {
            if let raise, abs(raise.decibels - wish) < Self.tolerance { return }
            // What the step above the wish does too much is done here, before it is.
            let gain = (try? knob.control.level(reachedBy: wish)).map { min(1, linear($0)) } ?? loudest
            if raise != nil || lowersOthers(to: gain) {
                interpreter.hardwareGain = gain
                let ramp = world.picture.length(of: .volume).nanoseconds
                let frames = margin + ramp * rate / 1_000_000_000
                raise = Raise(volume: volume, decibels: wish, frame: mixer.renderedFrames + frames)
                return
            }
        }
        raise = nil
        turn(&knob, of: volume, to: wish)
    }

    /// Turns the control up once everything else has been heard to go down.
    func raiseIfHeard() {
        guard let pending = raise, var knob = knobs[pending.volume], case .running = stage,
            heardFrame >= pending.frame
        else { return }
        raise = nil
        turn(&knob, of: pending.volume, to: pending.decibels)
        sound([])
    }

    /// Tells the policy where the control in force stands that somebody else has set.
    func adoptLevel() {
        guard let volume = governingVolume, let found = knobs[volume]?.found else { return }
        knobs[volume]?.found = nil
        guard abs(found - world.picture.mediaVolume) > 0.001 else { return }
        take(.volumeSlider, .volumeSliderMoved(to: found))
    }

    /// Somebody else has turned a control: that is the volume in force, as if the person had moved the slider, or, where
    /// the phone itself is loudest, had pressed the buttons.
    func hear(_ change: HardwareVolume.Change, of volume: Bindings.Volume) {
        guard var knob = knobs[volume] else { return }
        guard case .turned(let setting) = change else {
            knobs[volume] = nil
            return sound([])
        }
        tellMute(setting.isMuted, &knob, volume)
        let level = min(1, linear(setting.decibels))
        let isOther = abs(decibels(level) - knob.decibels) >= Self.tolerance
        (knob.decibels, knob.gain) = (decibels(level), level)
        guard isOther else {
            knobs[volume] = knob
            return
        }
        guard volume == governingVolume else {
            knob.found = level
            knobs[volume] = knob
            return
        }
        knobs[volume] = knob
        raise = nil
        let phone = loudest(in: world.picture)
        guard phone > mediaVolume(in: world.picture) else {
            return take(.volumeSlider, .volumeSliderMoved(to: level))
        }
        let presses = Int(((level - phone) / world.book.numbers.volumeStep).rounded())
        guard presses != 0 else { return sound([]) }
        take(.volumeButton, .volumeButtonPressed(presses > 0 ? .up : .down, times: abs(presses)))
    }

    // MARK: Parts

    /// The control that the volume of the output in force moves; none where the rules give the output no volume.
    private var governingVolume: Bindings.Volume? {
        world.picture.hasVolumeControl ? entry.volume : nil
    }

    private func knob(_ volume: Bindings.Volume) -> Knob? {
        if let knob = knobs[volume] { return knob }
        do {
            let control = try access.openLevel(volume)
            let setting = try control.setting()
            let level = min(1, linear(setting.decibels))
            var knob = Knob(control: control, decibels: decibels(level), gain: level, found: level)
            tellMute(setting.isMuted, &knob, volume)
            knobs[volume] = knob
            return knob
        } catch {
            say("\(error.sentence) The volume is left to the mixer.")
            return nil
        }
    }

    private func turn(_ knob: inout Knob, of volume: Bindings.Volume, to wish: Double) {
        do {
            let left = try knob.control.set(decibels: wish)
            knob.decibels = wish
            knob.gain = wish.isFinite ? min(1, linear(wish - left)) : 1
            knobs[volume] = knob
            interpreter.hardwareGain = knob.gain
        } catch {
            knobs[volume] = nil
            interpreter.hardwareGain = 1
            say("\(error.sentence) The volume is left to the mixer.")
        }
    }

    private func tellMute(_ isMuted: Bool, _ knob: inout Knob, _ volume: Bindings.Volume) {
        guard isMuted != knob.isMuted else { return }
        knob.isMuted = isMuted
        let sentence =
            "The volume \(volume.control ?? "control") of \(volume.card) is muted; switch it on to hear anything."
        isMuted ? say(sentence) : unsay(sentence)
    }

    /// Whether anything that sounds, and whose volume nobody has raised, would be lowered here if the hardware stood at a
    /// gain.
    private func lowersOthers(to gain: Double) -> Bool {
        let applied = interpreter.hardwareGain
        return world.picture.sounds.contains { sound in
            let before = shown?.sounds.first { $0.reference == sound.reference }
            guard let before, before.isRunning, sound.isRunning, sound.unheardBy == nil, sound.volume <= before.volume
            else { return false }
            return min(1, sound.volume / gain) < 0.999 * min(1, sound.volume / applied)
        }
    }

    /// The media volume as the sounds have it; where none plays, as the route has it.
    private func mediaVolume(in picture: Picture) -> Double {
        picture.sounds.first { $0.reference.kind == .sound && $0.isRunning }?.volume ?? picture.mediaVolume
    }

    /// The loudest of the volumes of what sounds; never below the media volume, so that an alert in a low voice turns
    /// nothing down.
    private func loudest(in picture: Picture) -> Double {
        let heard = picture.sounds.filter { $0.isRunning && $0.unheardBy == nil }.map(\.volume)
        return max(mediaVolume(in: picture), heard.max() ?? 0)
    }

    private func decibels(_ gain: Double) -> Double { gain > 0 ? 20 * log10(gain) : -.infinity }
    private func linear(_ decibels: Double) -> Double { decibels == -.infinity ? 0 : pow(10, decibels / 20) }
}
