public import SessionDevice

/// Plays a file to its end, and behaves as a media app does on a phone: it waits while the phone rings, goes on when it may,
/// and pauses if the headphones are pulled out.
public func play(_ path: String, on app: AudioApp) async throws {
    let notices = app.noticeStream
    let song = try app.sound(file: path)
    try app.setCategory(.playback)
    try song.play()
    var isPaused = false
    print("\(song.name) plays on \(try app.facts().route).")
    for await notice in notices {
        switch notice.message {
        case .interruptionBegan:
            print("Interrupted at \(song.position) s.")
        case .interruptionEnded(let shouldResume):
            if shouldResume, !isPaused { try song.play() }
        case .routeChanged(.oldDeviceUnavailable, let previous):
            isPaused = true
            try song.pause()
            print("\(previous) is gone: paused at \(song.position) s.")
        case .soundFailed(_, let reason):
            throw DeviceError.file(reason)
        case .soundFinished, .terminated:
            try app.setActive(false, notifyingOthers: true)
            return
        default: break
        }
    }
}
