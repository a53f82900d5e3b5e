import Glibc
import Testing

@testable import SoundFiles

@Suite struct LoadedLibraryTests {
    @Test("A missing library is told")
    func missingLibrary() {
        let reason: StaticString = "libnone.so.1: cannot open shared object file"
        let library = LoadedLibrary("libnone", package: "libnone1", 0) { _ in
            UnsafeRawPointer(reason.utf8Start).assumingMemoryBound(to: CChar.self)
        }
        let error = #expect(throws: SoundFileError.self) { try library.functions(for: "a.flac") }
        #expect(
            error?.description
                == "a.flac: It needs libnone, which cannot be loaded (libnone.so.1: cannot open shared object file). "
                + "Install the package libnone1.")
    }

    /// No remedy tells the reader to install a library that is there.
    @Test("A library that no descriptor is left for is told")
    func withoutAnOpenFileLeft() {
        let detail = "libsndfile.so.1: cannot open shared object file: Too many open files"
        let kind = SoundFileError.Kind.noLibrary(name: "libsndfile", package: "libsndfile1", detail: detail)
        let remedy = "Allow more open files with ulimit -n, and start again."
        #expect(SoundFileError(path: "a.flac", kind: kind).remedy == remedy)
        #expect(SoundFileError(path: "a.flac", kind: .inputOutput(errno: EMFILE)).remedy == remedy)
        #expect(SoundFileError(path: "a.flac", kind: .inputOutput(errno: EIO)).remedy.hasPrefix("Check the disk"))
    }

    @Test("A library that is there is loaded")
    func loadedLibrary() throws {
        let library = LoadedLibrary("libsome", package: "libsome1", 0) { functions in
            functions.pointee = 7
            return nil
        }
        #expect(try library.functions(for: "a.flac") == 7)
    }
}
