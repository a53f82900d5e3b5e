// Measures how prompts duck music, from what a sound server's monitor recorded: raw interleaved stereo 32-bit float at
// 48 kHz, music of 440 Hz on the left, a prompt of 3 kHz on the right.
//
// Usage: duck PROMPT-FRAMES [+|~]NAME=RECORDING… prints a table. A name that begins with + is ours and held to the reach; one
// with ~ is ours over others' streams, and held to what the servers do by themselves: no frame of a prompt is lost, and the
// largest step is 20 dB below theirs. Exit status 1 where a reach is missed, 2 where a recording cannot be measured.

import Glibc

let rate = 48_000
/// The lengths of our own ramp and of one period, in milliseconds: what the reach allows between prompt and duck.
let (ramp, period) = (300.0, 256 / 48.0)

func refuse(_ sentence: String) -> Never {
    fputs("duck: \(sentence)\n", stderr)
    exit(2)
}

func decibels(_ ratio: Double) -> Double { 20 * log10(max(ratio, 1e-12)) }
func milliseconds(_ frames: Int) -> Double { 1000 * Double(frames) / Double(rate) }

/// The recorded frames.
struct Recording {
    let music: [Double]
    let prompt: [Double]

    init(raw path: String) {
        guard let file = fopen(path, "rb") else { refuse("cannot open \(path)") }
        defer { fclose(file) }
        var (music, prompt): ([Double], [Double]) = ([], [])
        var block = [Float](repeating: 0, count: 65_536)
        while case let count = fread(&block, 8, block.count / 2, file), count > 0 {
            for frame in 0..<count {
                music.append(Double(block[2 * frame]))
                prompt.append(Double(block[2 * frame + 1]))
            }
        }
        (self.music, self.prompt) = (music, prompt)
    }

    /// The ranges in which something is heard on the right, from the first to the last frame, with the frames between that
    /// are silent.
    var prompts: [(frames: ClosedRange<Int>, silent: Int)] {
        var found: [(frames: ClosedRange<Int>, silent: Int)] = []
        for frame in prompt.indices where prompt[frame] != 0 {
            if let last = found.last, frame - last.frames.upperBound < rate / 4 {
                let gap = frame - last.frames.upperBound - 1
                found[found.count - 1] = (last.frames.lowerBound...frame, last.silent + gap)
            } else {
                found.append((frame...frame, 0))
            }
        }
        return found
    }
}

/// A sine of a known frequency whose level changes.
struct Tone {
    let samples: [Double]
    let cycle: Double

    init(_ samples: [Double], hertz: Double) {
        self.samples = samples
        cycle = 2 * .pi * hertz / Double(rate)
    }

    /// The level in one frame, from three samples: in a sine, x[n]² − x[n−1]·x[n+1] is (level · sin cycle)².
    func level(_ n: Int) -> Double {
        max(0, samples[n] * samples[n] - samples[n - 1] * samples[n + 1]).squareRoot() / sin(cycle)
    }

    func medianLevel(_ frames: Range<Int>) -> Double { frames.map(level).sorted()[frames.count / 2] }

    /// The part of a frame that no sine of this frequency explains, whatever its level and phase. A step of the level leaves as
    /// much as it changes the sample; a smooth ramp leaves next to nothing.
    func click(_ n: Int) -> Double { abs(samples[n] - 2 * cos(cycle) * samples[n - 1] + samples[n - 2]) }

    /// The phase at a frame, by correlation over the following 1,200: eleven whole cycles of 440 Hz.
    func phase(_ start: Int) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for n in 0..<1200 {
            real += samples[start + n] * sin(cycle * Double(n))
            imaginary += samples[start + n] * cos(cycle * Double(n))
        }
        return atan2(imaginary, real)
    }

    /// Whether frames are missing or were added between two places, as the phase then jumps, or whether there is a hole
    /// of silence between them.
    func isTorn(between one: Int, and other: Int) -> Bool {
        let expected = phase(one) + cycle * Double(other - one)
        if abs(remainder(phase(other) - expected, 2 * .pi)) > 0.01 { return true }
        return (one..<other - 8).contains { start in (start..<start + 8).allSatisfy { abs(samples[$0]) < 1e-5 } }
    }
}

/// One prompt and what it did to the music: times in milliseconds, levels in decibels.
struct Trial {
    /// The time from the prompt's first frame to the first in which the music is 0.02 dB quieter; negative where it was before.
    let begun: Double
    /// The time from the prompt's first frame until the music stays within 1 dB of where it rests; negative where it did
    /// before.
    let settled: Double
    let depth: Double
    /// The time from the last frame within 0.1 dB of the full level to the first within 0.1 dB of the ducked one, and back.
    let down: Double
    let up: Double
    let lostFrames: Int
    /// The time from the prompt's last frame to the first in which the music is 0.02 dB louder; negative where it was
    /// before.
    let restored: Double
    let click: Double

    /// Measures a prompt, or nil if the music was torn, so that no time means anything.
    init?(_ tone: Tone, _ prompt: (frames: ClosedRange<Int>, silent: Int), promptFrames: Int) {
        let (first, last) = (prompt.frames.lowerBound, prompt.frames.upperBound)
        let (before, after) = (first - rate * 2 / 5, last + rate * 11 / 10)
        guard before > 1, after + 1200 < tone.samples.count else { refuse("a prompt stands too near to an end") }
        if tone.isTorn(between: before, and: first + rate / 2) || tone.isTorn(between: first + rate / 2, and: after) {
            return nil
        }
        let full = tone.medianLevel(before..<first - rate / 10)
        let rest = tone.medianLevel(last - rate * 3 / 10..<last - rate / 10)
        let sure = last - rate / 5
        func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }

        depth = decibels(rest / full)
        guard depth < -3 else { refuse("a prompt did not duck the music: \(depth) dB") }
        let quieter = (before..<sure).first { tone.level($0) < full * factor(-0.02) } ?? sure
        begun = milliseconds(quieter - first)
        let loud = (before..<sure).last { tone.level($0) > rest * factor(1) } ?? before
        settled = milliseconds(loud + 1 - first)
        let leaves = (before..<sure).last { tone.level($0) > full * factor(-0.1) } ?? before
        let arrives = (leaves..<sure).first { tone.level($0) < rest * factor(0.1) } ?? sure
        down = milliseconds(arrives - leaves)
        let begins = (sure..<after).first { tone.level($0) > rest * factor(0.02) } ?? after
        restored = milliseconds(begins - last)
        let departs = (sure..<after).last { tone.level($0) < rest * factor(0.1) } ?? sure
        let ends = (departs..<after).first { tone.level($0) > full * factor(-0.1) } ?? after
        up = milliseconds(ends - departs)
        lostFrames = promptFrames - prompt.frames.count + prompt.silent
        click = decibels((before..<after).reduce(0) { max($0, tone.click($1)) } / full)
    }
}

/// All prompts of one recording.
struct Series {
    let name: String
    let isOurs: Bool
    let isOverOthers: Bool
    private(set) var trials: [Trial] = []
    private(set) var torn = 0

    init(_ argument: String, promptFrames: Int) {
        guard let equals = argument.firstIndex(of: "=") else { refuse("'\(argument)' is not NAME=RECORDING") }
        isOurs = argument.hasPrefix("+")
        isOverOthers = argument.hasPrefix("~")
        name = String(argument[..<equals].drop { "+~".contains($0) })
        let recording = Recording(raw: String(argument[argument.index(after: equals)...]))
        let tone = Tone(recording.music, hertz: 440)
        for prompt in recording.prompts {
            if let trial = Trial(tone, prompt, promptFrames: promptFrames) { trials.append(trial) } else { torn += 1 }
        }
        guard !trials.isEmpty else { refuse("\(name): no prompt can be measured, \(torn) were torn") }
    }

    func median<Value: Comparable>(_ value: (Trial) -> Value) -> Value {
        trials.map(value).sorted()[trials.count / 2]
    }

    func worst<Value: Comparable>(_ value: (Trial) -> Value) -> Value {
        trials.map(value).reduce(value(trials[0]), max)
    }

    /// The aim, and whether it was reached.
    var misses: [String] {
        var misses: [String] = []
        if worst(\.settled) > ramp + period { misses.append("the music was down too late") }
        if trials.contains(where: { $0.lostFrames != 0 }) { misses.append("a prompt lost frames") }
        if worst({ abs($0.restored) }) > period { misses.append("the music came back too late or too early") }
        if worst(\.click) > -50 { misses.append("the music clicked") }
        return misses
    }

    /// The aim over others' streams, and whether it was reached.
    func misses(beside servers: [Series]) -> [String] {
        var misses: [String] = []
        if trials.contains(where: { $0.lostFrames != 0 }) { misses.append("a prompt lost frames") }
        for server in servers where worst(\.click) > server.worst(\.click) - 20 {
            misses.append("its largest step is not 20 dB below that of \(server.name)")
        }
        return misses
    }

    var row: [String] {
        func text(_ number: Double, _ digits: Int = 1) -> String {
            let scale = pow(10, Double(digits))
            let rounded = (number * scale).rounded() / scale
            return rounded == 0 ? "0.0" : "\(rounded)".replacing("-", with: "−")
        }
        func both(_ value: (Trial) -> Double) -> String { "\(text(median(value))) / \(text(worst(value)))" }
        func shape(_ value: (Trial) -> Double) -> String { worst(value) < 0.1 ? "step" : text(median(value)) }
        return [
            name, "\(trials.count) (\(torn))", both(\.begun), both(\.settled), text(median(\.depth)),
            isOverOthers ? "by steps" : "\(shape(\.down)), \(shape(\.up))",
            "\(median(\.lostFrames)) / \(worst(\.lostFrames))", both(\.restored), both(\.click),
        ]
    }
}

guard CommandLine.arguments.count > 2, let promptFrames = Int(CommandLine.arguments[1])
else { refuse("give the frames of a prompt and the recordings") }
let series = CommandLine.arguments[2...].map { Series($0, promptFrames: promptFrames) }
let header = [
    "on what", "prompts (torn)", "music begins to go down, ms", "music down, ms", "depth, dB", "ramps down, up, ms",
    "prompt frames lost", "music back, ms", "largest step, dB re music",
]
for row in [header, header.map { _ in "---" }] + series.map(\.row) {
    print("| " + row.joined(separator: " | ") + " |")
}
let servers = series.filter { !$0.isOurs && !$0.isOverOthers }
var status: Int32 = 0
for one in series {
    let tooFew = one.trials.count < 10 ? ["only \(one.trials.count) prompts could be measured, ten are asked for"] : []
    let misses = one.isOurs ? one.misses : one.isOverOthers ? one.misses(beside: servers) : []
    for miss in tooFew + misses {
        fputs("duck: \(one.name): \(miss)\n", stderr)
        status = 1
    }
}
exit(status)
