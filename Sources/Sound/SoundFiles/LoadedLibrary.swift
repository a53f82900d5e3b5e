import CAVCodec
import CSndFile
import CSoundTouch
import CSoxr
import Glibc

/// A library that is loaded when a sound first needs it, and stays until the program ends.
///
/// Starting the program must not wait for decoders that most of its commands never call. May be asked for on any thread
/// but a real-time one.
struct LoadedLibrary<Functions> {
    private let functions: Functions
    /// The reason for which it cannot be used, or nil if it can.
    private let obstacle: SoundFileError.Kind?

    /// Loads a library.
    ///
    /// - Parameters:
    ///   - name: Its name, as people know it.
    ///   - package: The Debian package that brings it.
    ///   - functions: A table without functions.
    ///   - load: Loads it and fills the table, or says what is in the way.
    init(
        _ name: String, package: String, _ functions: Functions,
        load: (UnsafeMutablePointer<Functions>) -> UnsafePointer<CChar>?
    ) {
        var functions = functions
        // A library that was built for speed makes the thread that loads it take the smallest numbers for zero, as
        // SoundTouch does. The program's arithmetic stays as it was.
        var environment = fenv_t()
        fegetenv(&environment)
        defer { fesetenv(&environment) }
        obstacle = load(&functions).map {
            .noLibrary(name: name, package: package, detail: String(cString: $0))
        }
        self.functions = functions
    }

    /// Its functions.
    ///
    /// - Parameter path: The sound file for which they are wanted, for the error.
    func functions(for path: String) throws(SoundFileError) -> Functions {
        if let obstacle { throw SoundFileError(path: path, kind: obstacle) }
        return functions
    }
}

// The tables hold nothing but addresses of code that any thread may call.
extension LoadedLibrary: @unchecked Sendable {}

/// The libraries behind the reader of sound files.
enum LoadedLibraries {
    /// Decodes.
    static let sndfile = LoadedLibrary("libsndfile", package: "libsndfile1", csndfile(), load: csndfile_load)
    /// Decodes and encodes what libsndfile does not know.
    static let avcodec = LoadedLibrary("libavformat", package: String(cString: cav_package()), ()) { _ in cav_load() }
    /// Converts from one rate to another.
    static let soxr = LoadedLibrary("libsoxr", package: "libsoxr0", csoxr(), load: csoxr_load)
    /// Changes the tempo without the pitch.
    static let soundTouch = LoadedLibrary(
        "SoundTouch", package: "libsoundtouch1", csoundtouch(), load: csoundtouch_load)
}
