import CLinux
import Glibc
import SessionOracle

/// The program that walks. The rules are in its book, but what is done with them is its code: another build, whose code may
/// differ, has proved nothing of this one.
enum Build {
    /// The fingerprint of the program's own file; of nothing where the system shows none.
    static let fingerprint: Fingerprint = {
        guard let path = clinux_program_path() else { return Fingerprint(of: []) }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return Fingerprint(of: []) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, let size = Int(exactly: facts.st_size), size > 0,
            let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), bytes != MAP_FAILED
        else { return Fingerprint(of: []) }
        defer { munmap(bytes, size) }
        var fingerprint = Fingerprint.start
        // A page that the file does not fill is full of zeros.
        for place in stride(from: 0, to: size, by: 8) {
            fingerprint.add(bytes.load(fromByteOffset: place, as: UInt64.self))
        }
        return fingerprint
    }()
}
