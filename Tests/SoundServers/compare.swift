// Compares what a sound server recorded with what was rendered offline: both raw interleaved stereo 32-bit float.
// Prints length, level and the largest difference once both begin alike, and in which frame they first differ; exit
// status 1 where they are not the same sound. Usage: compare OFFLINE RECORDING BITS GAIN: the bits of the sink's samples,
// and by how much the server turns up what it mixes for it

import Glibc

/// Interleaved stereo samples without the silence before and after them.
struct Sound {
    private(set) var samples: [Float]

    init(raw path: String, gain: Float = 1) {
        guard let file = fopen(path, "rb") else { refuse("cannot open \(path)") }
        defer { fclose(file) }
        var samples: [Float] = []
        var block = [Float](repeating: 0, count: 65_536)
        while case let count = fread(&block, 4, block.count, file), count > 0 { samples += block.prefix(count) }
        guard let first = samples.firstIndex(where: { $0 != 0 }), let last = samples.lastIndex(where: { $0 != 0 })
        else { refuse("\(path) is silent from beginning to end") }
        self.samples = samples[(first & ~1)...(last | 1)].map { $0 * gain }
    }

    var frames: Int { samples.count / 2 }
    var decibels: Double { 10 * log10(samples.reduce(0) { $0 + Double($1 * $1) } / Double(samples.count)) }
}

func refuse(_ sentence: String) -> Never {
    fputs("compare: \(sentence)\n", stderr)
    exit(2)
}

/// Returns the difference of both in each frame of the first, with the second moved by some frames.
func differences(_ one: Sound, _ other: Sound, moved: Int) -> some Sequence<(frame: Int, difference: Float)> {
    let first = max(0, moved)
    return (first..<max(first, min(one.frames, other.frames + moved))).lazy.map { frame in
        let (mine, theirs) = (2 * frame, 2 * (frame - moved))
        return (
            frame,
            max(
                abs(one.samples[mine] - other.samples[theirs]),
                abs(one.samples[mine + 1] - other.samples[theirs + 1])
            )
        )
    }
}

/// The largest difference of their first tenths of a second: frames missing later then show where they are.
func distance(_ one: Sound, _ other: Sound, moved: Int) -> Float {
    differences(one, other, moved: moved).prefix(4800).reduce(0) { max($0, $1.difference) }
}

guard CommandLine.arguments.count == 5, let bits = Int(CommandLine.arguments[3]),
    let gain = Float(CommandLine.arguments[4])
else { refuse("give the offline render, the recording, the bits of the sink's samples and the server's gain") }
let offline = Sound(raw: CommandLine.arguments[1], gain: gain)
let recorded = Sound(raw: CommandLine.arguments[2])
// The very first samples of a sound may be smaller than what a server keeps of them.
let moved = (-32...32).min { distance(offline, recorded, moved: $0) < distance(offline, recorded, moved: $1) } ?? 0
// Two steps of the sink's samples: one for its rounding, one for a mix of two channels in one.
let tolerance = 2 * exp2f(Float(1 - bits))
let largest = differences(offline, recorded, moved: moved).reduce(0) { max($0, $1.difference) }
let place = differences(offline, recorded, moved: moved).first { $0.difference > tolerance }
let level = recorded.decibels - offline.decibels
let frames = recorded.frames - offline.frames
let note = place.map { ", first in frame \($0.frame)" } ?? ""
print("length \(recorded.frames) frames (\(frames)), level \(level) dB apart, largest difference \(largest)\(note)")
exit(abs(frames) <= 2 && abs(level) < 0.01 && largest <= tolerance ? 0 : 1)
