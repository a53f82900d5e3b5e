import ALSADevice
import Glibc

/// Captures from a PCM into a file, as raw interleaved stereo 32-bit float at 48 kHz; the kernel test listens to the
/// loopback with it. Usage: capture PCM SECONDS FILE
@main
enum KernelTestCapture {
    static func main() throws {
        guard CommandLine.arguments.count == 4, let seconds = Int(CommandLine.arguments[2]), seconds > 0
        else { refuse("give a PCM, whole seconds and a file") }
        let path = CommandLine.arguments[3]
        guard let file = fopen(path, "wb") else { refuse("cannot write \(path)") }
        // An emulated processor may be late.
        let input = try ALSAInput(pcm: CommandLine.arguments[1], periods: 32)
        try input.start()
        var block = [Float](repeating: 0, count: 2 * 4096)
        var left = seconds * input.rate
        while left > 0, input.status.phase == .running {
            poll(nil, 0, 10)
            let frames = block.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { input.read(into: $0, frames: min(left, 4096)) } ?? 0
            }
            guard fwrite(block, 8, frames, file) == frames else { refuse("the file took only a part") }
            left -= frames
        }
        let status = input.status
        input.stop()
        guard fclose(file) == 0, left == 0 else { refuse("\(left) frames are missing, \(status)") }
        print("captured \(seconds * input.rate) frames, \(status.framesDropped) dropped, \(status.xruns) xruns")
    }

    private static func refuse(_ sentence: String) -> Never {
        var line = "capture: \(sentence)\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
        exit(1)
    }
}
