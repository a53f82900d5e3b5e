import CAVCodec
import CSndFile
import CSoundTouch
import CSoxr
import Glibc

/// A library that is loaded when first needed, for the lifetime of the program. Most commands need no decoders and
/// should start without them. Not for real-time threads.
struct LoadedLibrary<Functions> {
    private let functions: Functions
    /// Why it cannot be used, or nil.
    private let obstacle: SoundFileError.Kind?

    /// Loads a library.
    /// - Parameters:
    ///   - package: The Debian package that contains it.
    ///   - functions: An empty table.
    ///   - load: Loads it and fills the table, or returns the problem.
    init(
        _ name: String, package: String, _ functions: Functions,
        load: (UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
    ) {
        var functions = functions
        // Some libraries, such as SoundTouch, enable flush-to-zero in the loading thread. Restore the program's
        // floating-point mode.
        var environment = fenv_t()
        fegetenv(&environment)
        defer { fesetenv(&environment) }
        obstacle = load(&functions).map {
            .noLibrary(name: name, package: package, detail: String(cString: $0))
        }
        self.functions = functions
    }

    /// Its functions.
    /// - Parameter path: The sound file for which they are wanted, for the error.
    func functions(for path: String) throws(SoundFileError) -> Functions {
        if let obstacle { throw SoundFileError(path: path, kind: obstacle) }
        return functions
    }
}

// The tables hold only addresses of thread-safe code.
extension LoadedLibrary: @unchecked Sendable {}

/// The libraries behind the reader of sound files.
enum LoadedLibraries {
    static let sndfile = LoadedLibrary("libsndfile", package: "libsndfile1", csndfile(), load: csndfile_load)
    /// Decodes and encodes what libsndfile does not know.
    static let avcodec = LoadedLibrary("libavformat", package: String(cString: cav_package()), ()) { _ in cav_load() }
    static let soxr = LoadedLibrary("libsoxr", package: "libsoxr0", csoxr(), load: csoxr_load)
    /// Changes the tempo without the pitch.
    static let soundTouch = LoadedLibrary(
        "SoundTouch", package: "libsoundtouch1", csoundtouch(), load: csoundtouch_load)
}
