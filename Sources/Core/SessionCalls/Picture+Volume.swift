package import SessionPolicy

extension Picture {
    /// The media volume as the sounds have it; where none plays, as the route has it.
    package var soundingMediaVolume: Double {
        sounds.first { $0.reference.kind == .sound && $0.isRunning }?.volume ?? mediaVolume
    }

    /// Whether anything is heard on a port, or would be if it started now.
    package func uses(_ port: Port) -> Bool {
        route.outputs.contains(port) || preferredOutputs.contains(port)
            || sounds.contains { $0.isRunning && $0.outputs.contains(port) }
    }

    /// The loudest of the volumes of what sounds; never below the media volume, so that an alert in a low voice turns
    /// nothing down.
    package var loudestVolume: Double {
        max(soundingMediaVolume, sounds.filter { $0.isRunning && $0.unheardBy == nil }.map(\.volume).max() ?? 0)
    }
}
