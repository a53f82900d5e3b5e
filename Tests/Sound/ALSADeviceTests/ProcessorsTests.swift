import Foundation
import System
import Testing

/// A process that may use one processor of several has one.
struct ProcessorsTests {
    /// The number of processors, of four, by a status file.
    private func count(_ status: String) throws -> Int {
        let file = try NamelessFile(Array(status.utf8))
        return Processors.count(online: 4, maskIn: file.path)
    }

    @Test("A process has as many processors as it may use, and no more than there are")
    func masks() throws {
        let groups = "Groups:\t" + (1...3_000).map(String.init).joined(separator: " ") + "\n"
        #expect(try count("Name:\tx\n\(groups)Cpus_allowed:\t00000000,00000004\nCpus_allowed_list:\t2\n") == 1)
        #expect(try count("Cpus_allowed:\ta\nCpus_allowed_list:\t1,3\n") == 2)
        #expect(try count("Cpus_allowed:\tffffffff,ffffffff\n") == 4)
    }

    @Test("Where no mask can be read, it has all there are; a machine that does not know has one")
    func noMask() throws {
        #expect(try count("Cpus_allowed_list:\t0\n") == 4)
        #expect(try count("Cpus_allowed:\t00000000\n") == 1)
        #expect(Processors.count(online: 4, maskIn: "/nowhere/status") == 4)
        #expect(Processors.count(online: -1, maskIn: "/nowhere/status") == 1)
    }

    @Test("This process has as many as nproc says")
    func asOthersCount() throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-u", "OMP_NUM_THREADS", "-u", "OMP_THREAD_LIMIT", "nproc"]
        process.standardOutput = pipe
        try process.run()
        let said = String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
        process.waitUntilExit()
        #expect(Int(said.trimmingCharacters(in: .whitespacesAndNewlines)) == Processors.count)
    }
}
