public import SessionDevice

/// Plays a file to its end, and behaves as a media app does on a phone: it waits while somebody calls, goes on when it
/// may, and pauses where the headphones are pulled out.
public func play(_ path: String, on app: AudioApp, say: (String) -> Void = { _ in }) async throws {
    let notices = app.noticeStream
    let song = try app.sound(file: path)
    try app.setCategory(.playback)
    try song.prepare()
    try song.play()
    say("\(song.name) plays on \(try app.facts().route.outputs.map(\.name).joined(separator: ", ")).")
    for await notice in notices {
        switch notice.message {
        case .interruptionBegan:
            say("Interrupted at \(song.position) s.")
        case .interruptionEnded(let shouldResume):
            if shouldResume { try song.play() }
            say(shouldResume ? "It goes on." : "It stays paused.")
        case .routeChanged(.oldDeviceUnavailable, let previous):
            try song.pause()
            say("\(previous.outputs.map(\.name).joined(separator: ", ")) gone: paused at \(song.position) s.")
        case .routeChanged(.newDeviceAvailable, _):
            if !song.isPlaying { try song.play() }
        case .soundFailed(_, let reason):
            throw DeviceError.file(reason)
        case .soundFinished, .terminated:
            try app.setActive(false, notifyingOthers: true)
            return say("The end.")
        default: break
        }
    }
}
