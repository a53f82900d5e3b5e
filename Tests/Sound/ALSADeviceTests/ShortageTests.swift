import ALSADevice
import Glibc
import SystemSupport
import Testing

/// A shortage is named, with the remedy.
@Suite struct ShortageTests {
    @Test(
        "Numbers of the system",
        arguments: [
            (EMFILE, Shortage.openFiles, "Allow more with ulimit -n"), (ENFILE, .systemFiles, "raise fs.file-max"),
            (ENOMEM, .memory, "allow more with ulimit -v"),
        ])
    func numbersOfTheSystem(number: Int32, shortage: Shortage, remedy: String) {
        #expect(Shortage(errno: number) == shortage)
        let error = ALSAError(.open, pcm: "hw:0", code: -number)
        #expect(error.kind == .shortage(shortage))
        #expect(error.sentence == "To open the ALSA device 'hw:0' failed: \(String(cString: strerror(number))).")
        #expect(error.remedy == shortage.remedy)
        #expect(error.remedy.contains(remedy))
    }

    @Test("Any other error is no shortage")
    func anythingElseIsNone() {
        #expect(Shortage(errno: EIO) == nil)
        #expect(ALSAError(.open, pcm: "hw:0", code: -EIO).kind == .system)
    }

    /// The loader tells in words alone why it could not open a library.
    @Test("A library for which there is no file left is told as a shortage")
    func noDescriptorLeft() {
        let detail = "libasound.so.2: cannot open shared object file: Too many open files"
        let error = ALSAError(.open, pcm: "default", code: -ELIBACC, kind: .noLibrary(detail: detail))
        #expect(error.sentence.contains("Too many open files"))
        #expect(error.remedy == Shortage.openFiles.remedy)
    }
}
