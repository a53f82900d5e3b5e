import CALSA

/// The functions of libasound, and the reason why it cannot be loaded, if any. Loaded with the first search for a
/// device, so that other commands start without it. A real-time thread is never first: it plays on a device that
/// another thread has opened.
let (alsa, libasoundObstacle) = loadLibasound("libasound.so.2")

/// Loads a library. If that fails, functions that find and open devices return `ELIBACC`; all others are missing.
func loadLibasound(_ name: String) -> (functions: calsa, obstacle: String?) {
    var functions = calsa()
    let obstacle = calsa_load(&functions, name).map { String(cString: $0) }
    return (functions, obstacle)
}

extension String {
    /// Copies a text that libasound owns; empty for nil.
    init(libasound text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
