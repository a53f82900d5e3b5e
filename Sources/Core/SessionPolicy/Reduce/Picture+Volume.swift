extension Picture {
    /// The media volume as the sounds on the route in force have it; if none plays there, as the route has it.
    package var soundingMediaVolume: Double {
        sounds.first { $0.reference.kind == .sound && $0.isRunning && $0.outputs == route.outputs }?.volume
            ?? mediaVolume
    }

    /// Whether anything is heard on a port, or would be if it started now.
    package func uses(_ port: Port) -> Bool {
        route.outputs.contains(port) || preferredOutputs.contains(port)
            || sounds.contains { $0.isRunning && $0.outputs.contains(port) }
    }

    /// The loudest of the volumes of what sounds; never below the media volume, so that an alert in a low voice turns
    /// nothing down.
    package var loudestVolume: Double {
        max(soundingMediaVolume, sounds.filter { $0.isRunning && $0.unheardBy == nil }.map { $0.volume }.max() ?? 0)
    }
}

extension RuleBook {
    /// Returns the person's act for which a level stands that another program has given the hardware's volume control: it
    /// counts as if the person had moved the slider (R-VOL-7), or, where the phone itself is loudest, had pressed the
    /// buttons (R-VOL-4).
    ///
    /// - Parameters:
    ///   - level: The level, 0 to 1, linear.
    ///   - isTurnedNow: Whether it was turned now; else it stood so when the control was opened.
    ///   - picture: What is heard.
    /// - Returns: Nil if the level stands as it should, or moved by less than a press: that is undone.
    package func event(ofVolumeTurnedTo level: Double, isTurnedNow: Bool, on picture: Picture) -> Event? {
        if !isTurnedNow { return abs(level - picture.mediaVolume) > 0.001 ? .volumeSliderMoved(to: level) : nil }
        let loudest = picture.loudestVolume
        guard loudest > picture.soundingMediaVolume else { return .volumeSliderMoved(to: level) }
        let presses = Int(((level - loudest) / numbers.volumeStep).rounded())
        return presses == 0 ? nil : .volumeButtonPressed(presses > 0 ? .up : .down, times: abs(presses))
    }
}
