import Testing

@testable import SoundFiles

@Suite struct LoadedLibraryTests {
    @Test func missingLibrary() {
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

    @Test func loadedLibrary() throws {
        let library = LoadedLibrary("libsome", package: "libsome1", 0) { functions in
            functions.pointee = 7
            return nil
        }
        #expect(try library.functions(for: "a.flac") == 7)
    }
}
