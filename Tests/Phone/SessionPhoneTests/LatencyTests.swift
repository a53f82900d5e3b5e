import ALSADevice
import Dispatch
import Glibc
import Mixer
import SessionPolicy
import Synchronization
import Testing

@testable import Sounder

/// The latency that is told, against the frames of a card whose time passes as the test says.
@Suite(.timeLimit(.minutes(5))) struct LatencyTests {
    /// The newest frame that an app has rendered, and the frames that the card had played by then.
    private struct Rendering {
        let newest: Int
        let played: Int
    }

    @Test(
        "An app's newest frame is heard after the latency that is told, within one period of the card",
        arguments: [(64, 4), (256, 4), (1_024, 2)])
    func latency(period: Int, periods: Int) throws {
        let card = LatencyCard(periodFrames: period, periods: periods)
        let renderings = Mutex<[Rendering]>([])
        let asked = DispatchSemaphore(value: 0)
        let stalls = Atomic(0)
        let player = try SoundPlayer(
            .rendered(channels: 1, rate: 48_000) { samples, frames in
                renderings.withLock { renderings in
                    let first = renderings.last?.newest ?? 0
                    for index in 0..<frames { samples[index] = Float(first + index + 1) * 0x1p-22 }
                    renderings.append(Rendering(newest: first + frames, played: card.played))
                }
                asked.signal()
                return frames
            })
        let sound = try ProcessSound(
            card.machine, tell: { if case .stalled = $0 { stalls.add(1, ordering: .relaxed) } }, say: { _ in })
        sound.add(player, as: SceneName(.sound, app: "app", sound: "song"))
        let scene = Self.scene
        sound.receive(scene)
        var given = period * periods
        var (begin, rounds, seen) = (0, 0, 0)
        while rounds < 10 {
            // More than a quarter of what is asked for ahead: so much has to be missing before the app is asked for more.
            let end = given + 640
            while given < end {
                try #require(card.wait(given) && card.advance(period))
                given += period
            }
            try #require(card.wait(given))
            // The card stands still until the app has filled what was taken.
            let before = renderings.withLock { $0.count }
            var isAsked: Bool { renderings.withLock { $0.count } > before }
            while !isAsked, asked.wait(timeout: .now() + 0.2) == .success {}
            // If the sound had to wait for its samples, it is later than it would be: the rounds are counted again.
            let count = stalls.load(ordering: .relaxed)
            rounds = isAsked && count == seen ? rounds + 1 : 0
            seen = count
            if rounds == 0 { begin = renderings.withLock { $0.count } }
        }
        let told = Int((sound.latency * 48_000).rounded())
        let volume = Float(scene.picture.mediaVolume)
        var places: [Int: Int] = [:]
        for (place, sample) in card.samples.enumerated() where sample != 0 {
            places[Int((sample / volume * 0x1p22).rounded())] = place
        }
        let delays = renderings.withLock { $0 }.dropFirst(begin).compactMap { rendering in
            places[rendering.newest].map { $0 - rendering.played }
        }
        let measured = try #require(delays.max())
        #expect(abs(measured - told) <= period, "measured \(measured) frames, told \(told): \(delays)")
        withExtendedLifetime(player) {}
    }

    /// One app plays one sound on the speaker.
    private static var scene: Scene {
        let (book, app, song) = (RuleBook.modern, AppID(Name(1)), SoundID(Name(10)))
        var state = book.initialState()
        var started: [SoundReference] = []
        for event in [
            AppEvent.launched(.app, backgroundAudio: true, resumes: true), .play(song, lasts: nil, gain: 1),
        ] {
            let step = book.reduce(state, .app(app, event), at: Instant(nanoseconds: 0))
            (state, started) = (step.state, step.started)
        }
        let picture = book.picture(of: state)
        return Scene(
            at: MachineTime(nanoseconds: 0), picture: picture,
            names: picture.sounds.map { _ in SceneName(.sound, app: "app", sound: "song") },
            started: picture.sounds.indices.filter { started.contains(picture.sounds[$0].reference) }, finished: [],
            output: SceneOutput(port: .builtInSpeaker, pcm: "card"))
    }
}

/// A paced card of a ring that the test chooses, and the machine that has no other.
private final class LatencyCard: DeviceAccess, @unchecked Sendable {
    private let card = FloatCard()
    private let periodFrames: Int
    private let periods: Int
    private let isOpen = Atomic(false)

    init(periodFrames: Int, periods: Int) {
        (self.periodFrames, self.periods) = (periodFrames, periods)
    }

    var machine: SoundMachine {
        SoundMachine(access: { _ in self }, openInput: { pcm throws(ALSAError) in try self.openInput(pcm) })
    }

    /// The frames that the card has played.
    var played: Int { card.played }
    func wait(_ frames: Int) -> Bool { card.wait(frames) }
    func advance(_ frames: Int) -> Bool { card.advance(frames) }

    /// The left channel of what the card was given.
    var samples: [Float] { card.samples }

    var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice {
        guard !isOpen.exchange(true, ordering: .relaxed) else { throw ALSAError(.open, pcm: pcm, code: -EBUSY) }
        return try ALSAOutput(
            adopting: card.pcm, name: pcm, periodFrames: periodFrames, periods: periods, acceptsOtherRate: false,
            patienceInMilliseconds: 30_000)
    }

    func openInput(_ pcm: String) throws(ALSAError) -> any InputDevice {
        throw ALSAError(.open, pcm: pcm, code: -ENOENT)
    }

    func silentOutput() -> any OutputDevice { SilentPace(rate: 48_000) }

    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl {
        throw ALSAError(.open, pcm: volume.card, code: -ENODEV)
    }
}
