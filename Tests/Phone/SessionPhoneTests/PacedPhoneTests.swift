import CALSA
import CPacedCard
import Glibc
import Mixer
import SessionPolicy
import SessionScenario
import SessionWorld
import Synchronization
import Testing

@testable import ALSADevice
@testable import SessionPhone
@testable import Sounder

/// The whole of it, threads and libasound included, on cards whose time passes as the test says.
@Suite(.timeLimit(.minutes(5))) struct PacedPhoneTests {
    private static let period = 64
    private static let song = #"{"do": "play", "app": "ipod", "sound": "song"}"#

    /// A phone on two PCMs and a jack.
    private final class Machine {
        let cards: PacedCards
        let controls = PacedControls()
        let server = TestServer()
        private let phone: Phone
        private var replies: AsyncStream<Arbiter.News>.AsyncIterator

        init(_ book: RuleBook = .iPhoneOS3, speakerVolume: String = "") throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Arbiter.News.self)
            replies = stream.makeAsyncIterator()
            let bindings = try Bindings(
                yaml: """
                    ports:
                      builtInSpeaker: {pcm: speaker\(speakerVolume)}
                      headphones: {pcm: headphones, jack: {card: Paced, control: Headphone Jack}}
                      bluetoothA2DP: {pcm: "pulse:headset"}
                    """, file: "test.yaml")
            let cards = PacedCards(controls)
            self.cards = cards
            let sinks = SinkMonitor(bindings.sinks, source: server.source)
            // Whether the tests may have real-time priority is the system's matter.
            let say: @Sendable (String) -> Void = {
                if !$0.hasPrefix("Sound runs without") { Issue.record("\($0)") }
            }
            phone = try Phone(
                book, bindings: bindings, machine: cards.machine, deadlines: .ownThread, sounds: TestSounds(),
                recordings: LiveRecording(into: nil, say: say), say: say)
            phone.arbiter.watch { continuation.yield($0) }
            try phone.watchMachine(jacks: JackMonitor(source: controls.source), sinks: sinks)
        }

        deinit { phone.close() }

        func step(_ text: String) throws { phone.perform(.success(try PositionedValue(json: text.utf8, line: 1))) }

        /// The next reply, once what it brings about has been done.
        func next() async -> Arbiter.News? {
            let reply = await replies.next(isolation: #isolation)
            while !phone.sound.isSettled { await Task.yield() }
            return reply
        }

        /// Its verb.
        func reply() async -> String? { await next()?.reply.verb }

        /// Plays a song on headphones for 4,800 frames, and pulls these out.
        func pull() async throws -> FloatCard {
            controls.plug(true)
            #expect(await reply() == "plug")
            try step(PacedPhoneTests.song)
            #expect(await reply() == "play")
            let headphones = try #require(cards.card("headphones"))
            #expect(headphones.play(until: 4_800))
            controls.plug(false)
            #expect(await reply() == "unplug")
            return headphones
        }

        /// The next replies, up to the first that is as said; six at most.
        func until(_ isSought: (Arbiter.News) -> Bool) async throws -> [Arbiter.News] {
            var replies: [Arbiter.News] = []
            while replies.count < 6, let reply = await next() {
                replies.append(reply)
                if isSought(reply) { return replies }
            }
            Issue.record("what was waited for did not come: \(replies.map(\.reply.verb))")
            return replies
        }
    }

    @Test("A pulled headset pauses before one sample reaches the speaker")
    func aPulledHeadsetPausesBeforeOneSampleReachesTheSpeaker() async throws {
        let machine = try Machine()
        let headphones = try await machine.pull()
        let given = headphones.frames
        #expect(given <= 4_800 + Self.period, "at most one period after the pull, and that was dropped")
        #expect(machine.cards.card("speaker") == nil, "the speaker is not even opened")
        try machine.step(#"{"do": "lock"}"#)
        #expect(await machine.reply() == "lock")
        #expect(headphones.frames == given)
    }

    @Test("What still plays goes on on the speaker with the next frame")
    func speakerContinues() async throws {
        var book = RuleBook.iPhoneOS3
        book.settings.pausesWhenOutputGoes = false
        let machine = try Machine(book)
        let headphones = try await machine.pull()
        let speaker = try #require(machine.cards.card("speaker"))
        #expect(speaker.play(until: 4_800))
        // The frames that the card has played are those that were heard.
        let heard = headphones.samples.prefix(headphones.played).dropFirst(240).map { TestSounds.place($0) }
        #expect(heard == Array(0..<heard.count))
        let after = speaker.samples.dropFirst(240 + 480).map { TestSounds.place($0) }
        #expect(after == Array(heard.count + 480..<heard.count + 480 + after.count))
    }
}

extension PacedPhoneTests {
    @Test("A server's device is connected while it is there")
    func serverDevice() async throws {
        let machine = try Machine()
        machine.server.has("pulse:headset", true)
        #expect(await machine.reply() == "connect")
        try machine.step(Self.song)
        #expect(await machine.reply() == "play")
        let headset = try #require(machine.cards.card("pulse:headset"))
        #expect(headset.play(until: 4_800))
        machine.server.has("pulse:headset", false)
        let gone = try #require(await machine.next())
        #expect(gone.reply.verb == "disconnect" && gone.isFromMachine)
        #expect(machine.cards.card("speaker") == nil, "the policy has paused the song")
    }

    /// A sound that continues elsewhere goes back by the frames that the card was given and has not played.
    @Test("What a dropped card has not played is told to the frame")
    func unplayedFrames() throws {
        let card = FloatCard()
        let output: any OutputDevice = try ALSAOutput(
            adopting: card.pcm, name: "card", periodFrames: 64, periods: 4, acceptsOtherRate: false,
            patienceInMilliseconds: 30_000)
        let mixer = try Mixer(MixerConfiguration())
        try output.start(mixer.renderer)
        #expect(card.play(until: 640))
        output.drop()
        #expect(mixer.renderedFrames - Int64(output.progress.framesUnheard) == Int64(card.played))
        #expect(output.progress.framesUnheard >= card.frames - card.played && card.frames > card.played)
    }

    @Test("A hand on the card's own control is the slider")
    func cardControl() async throws {
        let machine = try Machine(speakerVolume: ", volume: {card: Paced, control: Master}")
        machine.controls.turn(decibels: -6)
        try machine.step(Self.song)
        // A level that was set before counts, whether it is found before the song begins or after.
        let adopted = try await machine.until { $0.reply.moment.heard.first?.tenthsOfDecibel == -60 }
        #expect(adopted.allSatisfy { $0.isFromMachine ? $0.reply.verb == "volumeSlider" : $0.reply.verb == "play" })
        #expect(machine.controls.decibels == -6)
        machine.controls.turn(decibels: -20)
        let turned = try await machine.until { $0.reply.moment.heard.first?.tenthsOfDecibel == -200 }
        #expect(turned.allSatisfy { $0.reply.verb == "volumeSlider" && $0.isFromMachine })
        try machine.step(#"{"do": "volumeSlider", "to": 0.5}"#)
        _ = try await machine.until { $0.reply.verb == "volumeSlider" && !$0.isFromMachine }
        #expect(machine.controls.decibels == -6, "the step above -6.02 dB")
        try machine.step(#"{"do": "lock"}"#)
        #expect(await machine.reply() == "lock", "a session is not told of its own turn")
    }
}

/// A paced card for each PCM that was opened.
private final class PacedCards: DeviceAccess, Sendable {
    private let cards = Mutex<[String: FloatCard]>([:])
    private let controls: PacedControls
    private let listener = Mutex<ProcessSound.Hear?>(nil)

    init(_ controls: PacedControls) { self.controls = controls }

    var machine: SoundMachine {
        SoundMachine(
            access: { hear in
                self.listener.withLock { $0 = hear }
                return self
            }, openInput: { pcm throws(ALSAError) in try self.openInput(pcm) })
    }

    var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func card(_ pcm: String) -> FloatCard? { cards.withLock { $0[pcm] } }

    func openOutput(_ pcm: String) throws(ALSAError) -> any OutputDevice {
        let card = FloatCard()
        cards.withLock { $0[pcm] = card }
        return try ALSAOutput(
            adopting: card.pcm, name: pcm, periodFrames: 64, periods: 4, acceptsOtherRate: false,
            patienceInMilliseconds: 30_000)
    }

    func openInput(_ pcm: String) throws(ALSAError) -> any InputDevice {
        throw ALSAError(.open, pcm: pcm, code: -ENOENT)
    }

    func silentOutput() -> any OutputDevice { SilentPace(rate: 48_000) }

    func openLevel(_ volume: VolumeControlName) throws(ALSAError) -> any LevelControl {
        guard let handle = controls.open(), let tell = listener.withLock({ $0 }) else {
            throw ALSAError(.open, pcm: volume.card, code: -ENODEV)
        }
        let level = try HardwareVolume(adopting: handle, control: volume.control)
        try level.watch { tell(volume, $0) }
        return level
    }
}

/// A card with a headphone jack and a volume of whole decibels from -60 to 0.
private final class PacedControls: @unchecked Sendable {
    private let controls: OpaquePointer
    private let jack: CInt
    private let volume: CInt

    init() {
        let controls: OpaquePointer = paced_controls_create(7, "Paced")
        self.controls = controls
        jack = Self.add("Headphone Jack", to: controls) {
            ($0.is_boolean, $0.interface, $0.channels) = (true, SND_CTL_ELEM_IFACE_CARD, 1)
        }
        volume = Self.add("Master Playback Volume", to: controls) {
            ($0.interface, $0.max, $0.channels) = (SND_CTL_ELEM_IFACE_MIXER, 60, 2)
            ($0.has_decibels, $0.decibels_min, $0.decibels_step) = (true, -6_000, 100)
        }
    }

    deinit { paced_controls_release(controls) }

    private static func add(
        _ name: String, to controls: OpaquePointer, _ adjust: (inout paced_control) -> Void
    ) -> CInt {
        name.withCString { name in
            var control = paced_control()
            control.name = name
            adjust(&control)
            return paced_controls_add(controls, control)
        }
    }

    func plug(_ isPlugged: Bool) { paced_controls_turn(controls, jack, isPlugged ? 1 : 0) }

    /// Turns the volume as another program would.
    func turn(decibels: Int) { paced_controls_turn(controls, volume, decibels + 60) }

    /// The level of the volume, in decibels.
    var decibels: Int { paced_controls_value(controls, volume, 0) - 60 }

    /// Opens the controls once more; the caller closes the handle.
    func open() -> OpaquePointer? {
        var control: OpaquePointer?
        return paced_controls_open(controls, &control) >= 0 ? control : nil
    }

    var source: CardSource { CardSource(cards: { [7] }, open: { [self] _ in open() }, changes: -1, clear: {}) }
}

/// A sound server that has the devices that the test says, and that allows no subscriptions.
private final class TestServer: Sendable {
    private let present = Mutex<Set<String>>([])

    func has(_ name: String, _ isPresent: Bool) {
        present.withLock { names in
            if isPresent { names.insert(name) } else { names.remove(name) }
        }
    }

    var source: SinkSource {
        SinkSource(
            isPresent: { name in self.present.withLock { $0.contains(name) } }, subscribe: { nil },
            retryInMilliseconds: 1)
    }
}
