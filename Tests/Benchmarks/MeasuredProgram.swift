import Foundation
import Glibc

/// A program that does the work of `Peers/client.h` a block at a time, when it is told to: so several take turns and
/// share the machine's good and bad moments.
final class MeasuredProgram {
    /// The sum of the squares of its first periods: programs that do the same work have the same sum.
    let energy: Double

    private let child: Child
    private let input: FileHandle
    private let output: FileHandle

    /// Starts it and waits until it is warm.
    init(_ program: String, _ arguments: [String]) throws {
        let words = try Pipe()
        let replies = try Pipe()
        child = try Child(program, arguments, input: words.reader, output: replies.writer)
        close(words.reader)
        close(replies.writer)
        input = FileHandle(fileDescriptor: words.writer, closeOnDealloc: true)
        output = FileHandle(fileDescriptor: replies.reader, closeOnDealloc: true)
        energy = try Self.number(from: output, program)
    }

    /// Nanoseconds of processor time per frame of a voice, over about 10 ms.
    func block() throws -> Double {
        try input.write(contentsOf: [UInt8(ascii: ".")])
        return try Self.number(from: output, "the measured program")
    }

    /// Ends it.
    func end() throws {
        try input.close()
        _ = try child.wait()
    }

    private static func number(from output: FileHandle, _ program: String) throws -> Double {
        // A line is far shorter than a pipe's capacity, and the program writes one line for each request.
        let line = String(decoding: output.availableData, as: UTF8.self)
        guard let number = Double(line.trimmingSuffix(while: \.isNewline)) else {
            throw BenchmarkError("\(program) did not answer with a number.")
        }
        return number
    }
}
