extension Picture {
    /// The media volume of the sounds on the route in force, or of the route if none plays.
    package var soundingMediaVolume: Double {
        sounds.first { $0.reference.kind == .sound && $0.isRunning && $0.outputs == route.outputs }?.volume
            ?? mediaVolume
    }

    /// Whether anything is, or would be, heard on a port.
    package func uses(_ port: Port) -> Bool {
        route.outputs.contains(port) || preferredOutputs.contains(port)
            || sounds.contains { $0.isRunning && $0.outputs.contains(port) }
    }

    /// The loudest volume of any sound, at least the media volume, so that a quiet alert turns nothing down.
    package var loudestVolume: Double {
        max(soundingMediaVolume, sounds.filter { $0.isRunning && $0.unheardBy == nil }.map { $0.volume }.max() ?? 0)
    }
}

extension RuleBook {
    /// Translates a hardware volume set by another program into a person's act: a move of the slider (R-VOL-7), or
    /// button presses while the phone's own sounds are loudest (R-VOL-4).
    /// - Parameters:
    ///   - level: The level, 0 to 1, linear.
    ///   - isTurnedNow: Whether it was changed now; otherwise it had this level when opened.
    /// - Returns: The act, or nil if the level is right or differs by less than a press, which is undone.
    package func event(ofVolumeTurnedTo level: Double, isTurnedNow: Bool, on picture: Picture) -> Event? {
        if !isTurnedNow { return abs(level - picture.mediaVolume) > 0.001 ? .volumeSliderMoved(to: level) : nil }
        let loudest = picture.loudestVolume
        guard loudest > picture.soundingMediaVolume else { return .volumeSliderMoved(to: level) }
        let presses = Int(((level - loudest) / numbers.volumeStep).rounded())
        return presses == 0 ? nil : .volumeButtonPressed(presses > 0 ? .up : .down, times: abs(presses))
    }
}
