import Glibc
import SessionPolicy
import SessionScenario
import SessionReplay
import SoundFiles

if CommandLine.arguments.count > 2 {
    let scenario = try Scenario(file: CommandLine.arguments[1], duration: { try probe($0).seconds ?? 0 })
    let run = try ScenarioRun(scenario)
    for f in run.failures { print(f.text(file: CommandLine.arguments[1])) }
    print(run.holds, run.expectationCount, run.seconds)
    let score = try Score(run)
    try print(OfflineRenderer(score).render(mix: CommandLine.arguments[2], stems: CommandLine.arguments.count > 3 ? CommandLine.arguments[3] : nil))
    exit(0)
}
var stream = OracleStream(CommandLine.arguments.count > 1 ? .modern : .iPhoneOS3)
var out = ByteBuffer(capacity: 1 << 16)
let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
while true {
    let n = read(0, buffer.baseAddress!, buffer.count)
    if n <= 0 { break }
    stream.take(UnsafeRawBufferPointer(rebasing: buffer[0..<n]), into: &out)
    out.withBytes { _ = write(1, $0.baseAddress!, $0.count) }
    out.removeAll()
}
