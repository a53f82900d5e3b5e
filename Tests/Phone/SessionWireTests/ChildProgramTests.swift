import Glibc
import Testing

@testable import SessionWire

/// Programs that a host starts.
struct ChildProgramTests {
    @Test("A program finds the variables that it is given, and the process that starts it keeps its own")
    func variables() throws {
        let (name, words) = ("AUDIOSESSION_OF_A_TEST", ["sh", "-c", "test \"$AUDIOSESSION_OF_A_TEST\" = given"])
        let copies = words.map { strdup($0)! }
        defer { for copy in copies { free(copy) } }
        let program = try ChildProgram(
            copies, environment: [(name, "given")], streams: .aside, origin: ChildProgram.Origin())
        #expect(getenv(name) == nil)
        var status: Int32 = -1
        #expect(waitpid(program.process, &status, 0) == program.process && status == 0)
    }
}
