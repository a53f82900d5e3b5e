import Mixer
import SessionHost
public import SoundFiles
import SessionPolicy

/// Renders a replay as fast as it goes, through the mixer that plays in real time.
///
/// The same score gives the same bytes, whatever the length of a period: 48 kHz, stereo, 32-bit float.
public struct OfflineRenderer {
    /// The rate of everything that is rendered, in frames per second.
    public static let sampleRate = 48_000

    private let score: Score
    private let isCancelled: () -> Bool

    /// Creates a renderer.
    ///
    /// - Parameters:
    ///   - score: What is rendered.
    ///   - isCancelled: Asked now and then; once true, nothing is left under any final name.
    public init(_ score: Score, isCancelled: @escaping () -> Bool = { false }) {
        self.score = score
        self.isCancelled = isCancelled
    }

    /// Writes the mix, the stems, or both.
    ///
    /// - Parameters:
    ///   - mix: The path of the mix; nil for none.
    ///   - stems: The folder of the stems, one file per sound; nil for none. It must exist.
    /// - Returns: How many frames each file has.
    /// - Throws: `ReplayError`, with nothing left under any final name.
    @discardableResult
    public func render(mix: String?, stems: String?) throws(ReplayError) -> Int {
        let sounds = score.voicedSounds
        var configuration = MixerConfiguration()
        configuration.sampleRate = Self.sampleRate
        guard sounds.count <= ReplayError.soundLimit else { throw .tooManySounds(sounds.count) }
        configuration.maxBuses = max(1, sounds.count)
        let mixer: Mixer
        do { mixer = try Mixer(configuration) } catch { throw .mixer("\(error)") }
        do {
            var session = try RenderSession(
                mixer: mixer, sounds: stems == nil ? [] : sounds, score: score, mix: mix, stems: stems)
            return try session.run(isCancelled)
        } catch let error as ReplayError {
            throw error
        } catch let error as SoundFileError {
            throw .file(error)
        } catch {
            throw .mixer("\(error)")
        }
    }
}

/// What a replay may fail of.
public enum ReplayError: Error, CustomStringConvertible {
    /// The most sounds that one replay can hold apart.
    public static let soundLimit = 4_096

    case cancelled
    case tooManySounds(Int)
    case file(SoundFileError)
    /// The mixer refused a command or its configuration: its own words.
    case mixer(String)

    public var description: String {
        switch self {
        case .cancelled: "the replay was cancelled; nothing was written"
        case .tooManySounds(let count):
            "\(count) different sounds are more than one replay can hold apart (\(Self.soundLimit)); split the scenario"
        case .file(let error): error.description
        case .mixer(let words): "the mixer refuses: \(words)"
        }
    }
}

/// One run of the mixer into files.
private struct RenderSession {
    private static let period = 4_096

    private let mixer: Mixer
    private let score: Score
    private var interpreter: Interpreter
    private let mixWriter: WAVWriter?
    private var stems: [Stem] = []
    private let block: UnsafeMutablePointer<Float>
    /// How many frames of look-ahead still come out before the first frame of the mix.
    private var latency: Int
    private let memory: BlockMemory

    /// One sound's own file.
    private struct Stem {
        let sound: SoundReference
        let writer: WAVWriter
        let block: UnsafeMutablePointer<Float>
    }

    init(mixer: Mixer, sounds: [SoundReference], score: Score, mix: String?, stems folder: String?) throws {
        self.mixer = mixer
        self.score = score
        interpreter = Interpreter(book: score.book, sampleRate: OfflineRenderer.sampleRate, source: score.source)
        memory = BlockMemory(blocks: sounds.count + 1, samples: Self.period * 2)
        block = memory.block(0)
        latency = mixer.latencyInFrames
        mixWriter = try mix.map { try WAVWriter(path: $0, rate: OfflineRenderer.sampleRate) }
        if let folder {
            for (index, sound) in sounds.enumerated() {
                let path = "\(folder)/\(score.stemName(sound)).wav"
                let writer = try WAVWriter(path: path, rate: OfflineRenderer.sampleRate)
                stems.append(Stem(sound: sound, writer: writer, block: memory.block(index + 1)))
            }
        }
    }

    mutating func run(_ isCancelled: () -> Bool) throws -> Int {
        var frame = 0
        for moment in score.moments {
            let next = Int(interpreter.frame(of: moment.at))
            try render(next - frame, isCancelled)
            frame = next
            var refused: String?
            let mixer = mixer
            interpreter.interpret(moment.picture, started: moment.started, at: moment.at) { command in
                switch mixer.send(command) {
                case .queued, .clamped: break
                case .full: refused = "too many changes in one moment at \(moment.at.nanoseconds) ns"
                case .invalid(let why): refused = "\(why)"
                }
            }
            if let refused { throw ReplayError.mixer(refused) }
        }
        var end = Int(interpreter.frame(of: score.end))
        if score.endsWithRamps { end = max(end, Int(interpreter.settledFrame)) }
        try render(end - frame, isCancelled)
        stems.forEach { stem in assert(stem.writer.frames == end) }
        // What the limiter still holds back belongs to the mix; the stems are complete.
        try finishStems()
        try render(mixer.latencyInFrames, isCancelled)
        try mixWriter?.finish()
        return end
    }

    private mutating func finishStems() throws {
        for stem in stems { try stem.writer.finish() }
        stems = []
    }

    private mutating func render(_ frames: Int, _ isCancelled: () -> Bool) throws {
        var left = frames
        while left > 0 {
            if isCancelled() { throw ReplayError.cancelled }
            let count = min(left, Self.period)
            try renderBlock(count)
            left -= count
        }
    }

    private mutating func renderBlock(_ count: Int) throws {
        var taps: [StemTap] = []
        for stem in stems {
            if let bus = interpreter.bus(of: stem.sound) {
                taps.append(StemTap(bus: bus, output: stem.block))
            } else {
                stem.block.update(repeating: 0, count: count * 2)
            }
        }
        taps.withUnsafeBufferPointer { mixer.render(into: block, frames: count, stems: $0) }
        let dropped = min(latency, count)
        latency -= dropped
        if count > dropped { try mixWriter?.write(block + dropped * 2, count: count - dropped) }
        for stem in stems { try stem.writer.write(stem.block, count: count) }
        while let report = mixer.nextReport() {
            if case .refused(_, .voiceLimit) = report.event { throw ReplayError.mixer("too many voices at once") }
        }
    }
}

/// Memory for a run's blocks, freed with it.
private final class BlockMemory {
    private let base: UnsafeMutablePointer<Float>
    private let samples: Int

    init(blocks: Int, samples: Int) {
        self.samples = samples
        base = .allocate(capacity: blocks * samples)
        base.initialize(repeating: 0, count: blocks * samples)
    }

    deinit { base.deallocate() }

    func block(_ index: Int) -> UnsafeMutablePointer<Float> { base + index * samples }
}
