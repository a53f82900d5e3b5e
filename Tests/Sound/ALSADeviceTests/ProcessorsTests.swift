import Foundation
import SystemSupport
import Testing

/// A process that may use one processor of several has one.
struct ProcessorsTests {
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
