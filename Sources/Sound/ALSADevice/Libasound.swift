import CALSA

/// The functions of libasound that are called, and the reason for which it cannot be loaded; nil where it can.
///
/// Loaded when a device is first looked for: most commands want none, and starting them must not wait for it. A real-time
/// thread never comes first, as it plays on a device that another thread has opened. The table holds addresses of code and
/// never changes.
let (alsa, libasoundObstacle) = loadLibasound("libasound.so.2")

/// Loads the library called `name`. Where that fails, the functions that find and open devices answer `ELIBACC`, and those
/// that need something found or opened are missing.
func loadLibasound(_ name: String) -> (functions: calsa, obstacle: String?) {
    var functions = calsa()
    let obstacle = calsa_load(&functions, name).map { String(cString: $0) }
    return (functions, obstacle)
}

extension String {
    /// A text that libasound keeps; empty where it has none.
    init(libasound text: UnsafePointer<CChar>?) { self = text.map { String(cString: $0) } ?? "" }
}
