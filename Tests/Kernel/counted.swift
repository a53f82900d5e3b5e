// Makes sounds whose every frame says its number, and follows them through the frames that a card was given: so a test
// measures which frames were heard on which card, in which order, and which twice or never.
//
//     counted make NUMBER SECONDS FILE     writes sound NUMBER (0 to 3) as a WAV file of 48 kHz, at most 21 s long
//     counted follow NUMBER SECONDS FILE=LOSS...
//
// follows a sound through what cards were given, one file for each stretch in which it was heard without a break: says
// what each stretch is, and fails unless they are all there are and make the whole sound. LOSS is how many frames may
// be missing at the end of a stretch: what the emulated card had taken and not yet played when it was stopped.
//
// The left sample counts frames, the right one the times it began again, in steps of eight of 16 bits, which no dither
// blurs. Both stay far from zero, so that a fade is no silence.

import Glibc

let digit = 2048
let base = 8192
let step = 8
let soundFrames = 512 * digit
/// Fewer successive frames than these are chance.
let leastStretch = 64

func refuse(_ sentence: String) -> Never {
    fputs("counted: \(sentence)\n", stderr)
    exit(2)
}

/// Both samples of a frame of a sound, in 16 bits.
func samples(sound: Int, frame: Int) -> (left: Int, right: Int) {
    let (high, low) = (sound * soundFrames + frame).quotientAndRemainder(dividingBy: digit)
    return (base + step * low, base + step * high)
}

func make(sound: Int, seconds: Int, path: String) {
    let frames = seconds * 48_000
    guard (0..<4).contains(sound), (1...soundFrames).contains(frames) else { refuse("give sound 0 to 3, 1 to 21 s") }
    guard let file = fopen(path, "wb") else { refuse("cannot write \(path)") }
    func put(_ text: String) { fputs(text, file) }
    func put(_ number: Int, bytes: Int) { for byte in 0..<bytes { putc(CInt(number >> (8 * byte) & 255), file) } }
    put("RIFF")
    put(36 + 4 * frames, bytes: 4)
    put("WAVEfmt ")
    // 16 bytes follow: PCM, stereo, 48 kHz, 192,000 bytes a second, 4 bytes a frame, 16 bits.
    for (number, bytes) in [(16, 4), (1, 2), (2, 2), (48_000, 4), (192_000, 4), (4, 2), (16, 2)] {
        put(number, bytes: bytes)
    }
    put("data")
    put(4 * frames, bytes: 4)
    for frame in 0..<frames {
        let (left, right) = samples(sound: sound, frame: frame)
        put(left, bytes: 2)
        put(right, bytes: 2)
    }
    guard fclose(file) == 0 else { refuse("\(path) took only a part") }
}

/// The frames of a WAV file of 16 bits with a plain header, as QEMU writes them.
func read(_ path: String) -> [(left: Int, right: Int)] {
    guard let file = fopen(path, "rb") else { refuse("cannot open \(path)") }
    defer { fclose(file) }
    fseek(file, 44, SEEK_SET)
    var block = [Int16](repeating: 0, count: 65_536)
    var frames: [(left: Int, right: Int)] = []
    while case let count = fread(&block, 4, block.count / 2, file), count > 0 {
        for frame in 0..<count { frames.append((Int(block[2 * frame]), Int(block[2 * frame + 1]))) }
    }
    return frames
}

/// Returns the number of a frame, counted over all sounds one after the other, where the card plays with a gain, or nil
/// if it is none.
func index(_ frame: (left: Int, right: Int), gain: Double) -> Int? {
    func number(_ sample: Int) -> Int? {
        let number = Int(((Double(sample) / gain - Double(base)) / Double(step)).rounded())
        return (0..<digit).contains(number) ? number : nil
    }
    guard let low = number(frame.left), let high = number(frame.right) else { return nil }
    return high * digit + low
}

/// Frames of a sound one after the other, fades included.
struct Stretch {
    var sound: Int
    /// The first and the last.
    var frames: ClosedRange<Int>
}

func stretches(in frames: [(left: Int, right: Int)]) -> [Stretch] {
    guard let loudest = frames.map(\.left).max(), loudest > base else { return [] }
    // A whole turn of the left sample is in every sound that is heard at its full level.
    let gain = Double(loudest) / Double(base + step * (digit - 1))
    let indices = frames.map { index($0, gain: gain) }
    var stretches: [Stretch] = []
    var start = 0
    var end = 0
    while start < frames.count {
        let before = end
        end = start + 1
        guard let first = indices[start] else {
            (start, end) = (end, before)
            continue
        }
        while end < frames.count, indices[end] == first + end - start { end += 1 }
        if end - start >= leastStretch {
            let faded = (before..<start).reversed().prefix { max(abs(frames[$0].left), abs(frames[$0].right)) > 16 }
            let (sound, frame) = first.quotientAndRemainder(dividingBy: soundFrames)
            stretches.append(Stretch(sound: sound, frames: frame - faded.count...frame + end - start - 1))
            start = end
        } else {
            (start, end) = (end, before)
        }
    }
    return stretches
}

func follow(sound: Int, frames: Int, through entries: [(path: String, loss: Int)]) -> Bool {
    var expected = 0
    var isWhole = true
    var places: [String: ArraySlice<Stretch>] = [:]
    for entry in entries where places[entry.path] == nil {
        places[entry.path] = stretches(in: read(entry.path)).filter { $0.sound == sound }[...]
    }
    for (number, entry) in entries.enumerated() {
        guard let stretch = places[entry.path]?.popFirst() else {
            print("sound \(sound): not heard a further time in \(entry.path)")
            return false
        }
        let lost = stretch.frames.lowerBound - expected
        let allowed = number == 0 ? 0...0 : 0...entries[number - 1].loss
        print(
            "sound \(sound): \(entry.path) was given frames \(stretch.frames.lowerBound) to \(stretch.frames.upperBound)",
            "after \(lost) lost", allowed.contains(lost) ? "" : "WRONG, \(allowed) are allowed")
        isWhole = isWhole && allowed.contains(lost)
        expected = stretch.frames.upperBound + 1
    }
    for (path, rest) in places {
        for stretch in rest { print("sound \(sound): \(path) was given frames \(stretch.frames) as well, WRONG") }
        isWhole = isWhole && rest.isEmpty
    }
    let rest = frames - expected
    print("sound \(sound): \(rest) of \(frames) frames lost at the end")
    return isWhole && (0...(entries.last?.loss ?? 0)).contains(rest)
}

let arguments = CommandLine.arguments
guard arguments.count > 4, let sound = Int(arguments[2]), let seconds = Int(arguments[3]) else {
    refuse("give make or follow, a sound, seconds and files")
}
if arguments[1] == "make" {
    make(sound: sound, seconds: seconds, path: arguments[4])
} else {
    let entries = arguments[4...].map { argument in
        let parts = argument.split(separator: "=")
        guard parts.count == 2, let loss = Int(parts[1]) else { refuse("'\(argument)' is no FILE=LOSS") }
        return (path: String(parts[0]), loss: loss)
    }
    exit(follow(sound: sound, frames: 48_000 * seconds, through: entries) ? 0 : 1)
}
