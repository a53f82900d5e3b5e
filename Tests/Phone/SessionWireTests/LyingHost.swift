import CLinux
import Dispatch
import Foundation
import Glibc
import SessionPolicy
import Synchronization

@testable import SessionWire

/// Numbers that look random, and are the same for the same seed.
struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func roll(_ sides: Int) -> Int { Int(next() >> 33) % sides }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}

/// A host that says what a test lets it say, and remembers both ends of the conversations.
final class LyingHost: Sendable {
    /// A reaction to one message of a program.
    enum Act {
        case say([[UInt8]])
        /// The last one of them ends the connection.
        case sayAndHangUp([[UInt8]])
        /// Says nothing any more, and reads nothing.
        case fallSilent
        /// Says this without end.
        case babble([UInt8])
    }

    private struct Memory: Sendable {
        var heard: [(message: ProgramMessage, number: UInt32)] = []
        var outcomes: [UInt32: [CallOutcome]] = [:]
        var facts: [UInt32: [SessionFacts]] = [:]
        var connections: [ContinuousClock.Instant] = []
        var isOver = false
    }

    private let memory = Mutex(Memory())
    private let listener: CInt
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Listens, and answers on a thread of its own.
    ///
    /// - Parameter answer: Returns its reaction to a message, from the first one of a connection on.
    init(at place: SocketPlace, _ answer: sending @escaping (ProgramMessage, UInt32) -> Act) throws {
        listener = clinux_packet_socket()
        unlink(place.path)
        guard clinux_bind(listener, place.path) == 0, listen(listener, 16) == 0 else {
            throw WireError.system("cannot listen", errno)
        }
        nonisolated(unsafe) let answer = answer
        Thread.detachNewThread { [self] in
            while true {
                let socket = accept(listener, nil, nil)
                if socket < 0 || memory.withLock({ $0.isOver }) { break }
                memory.withLock { $0.connections.append(.now) }
                converse(socket, answer)
                close(socket)
            }
            hasEnded.signal()
        }
    }

    /// Stops listening; its connections must have been closed before.
    func end() {
        memory.withLock { $0.isOver = true }
        shutdown(listener, CInt(SHUT_RDWR))
        hasEnded.wait()
        close(listener)
    }

    private func converse(_ socket: CInt, _ answer: (ProgramMessage, UInt32) -> Act) {
        var block = [UInt8](repeating: 0, count: WireFormat.messageLimit)
        while true {
            let count = recv(socket, &block, block.count, 0)
            if count < 0, errno == EINTR || errno == ECONNRESET { continue }
            guard count > 0 else { return }
            let read = block.withUnsafeBytes {
                try? ProgramMessage.read(UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
            guard let (message, number) = read else { return }
            memory.withLock { $0.heard.append((message, number)) }
            switch answer(message, number) {
            case .say(let packets): for packet in packets { guard say(packet, socket) else { return } }
            case .sayAndHangUp(let packets):
                for packet in packets { guard say(packet, socket) else { return } }
                return
            case .fallSilent:
                var entry = pollfd(fd: socket, events: 0, revents: 0)
                while poll(&entry, 1, -1) <= 0 {}
                return
            case .babble(let packet): while say(packet, socket) {}
            }
        }
    }

    /// Remembers what a program may make of the bytes before it sends them.
    private func say(_ bytes: [UInt8], _ socket: CInt) -> Bool {
        if let (message, number) = bytes.withUnsafeBytes({ try? HostMessage.read($0) }) {
            memory.withLock { memory in
                switch message {
                case .outcome(let outcome): memory.outcomes[number, default: []].append(outcome)
                case .facts(let facts): memory.facts[number, default: []].append(facts)
                default: break
                }
            }
        }
        return bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) } >= 0
    }

    /// Every outcome that it has sent for calls like this one.
    func outcomes(of call: AppCall) -> [CallOutcome] {
        memory.withLock { memory in
            memory.heard.flatMap { heard -> [CallOutcome] in
                guard case .call(call, _) = heard.message else { return [] }
                return memory.outcomes[heard.number] ?? []
            }
        }
    }

    /// All that it has been told.
    var messages: [ProgramMessage] { memory.withLock { $0.heard.map(\.message) } }

    /// All facts that it has sent in answer to a question for them.
    var facts: [SessionFacts] {
        memory.withLock { memory in
            memory.heard.flatMap { $0.message == .facts ? memory.facts[$0.number] ?? [] : [] }
        }
    }

    /// The moments at which programs connected.
    var connections: [ContinuousClock.Instant] { memory.withLock { $0.connections } }
}

extension LyingHost {
    // MARK: Messages of an honest host

    static func welcome(_ app: String, _ number: UInt32) -> [UInt8] {
        let welcome = AppWelcome(app: app, book: .modern, isSilent: true)
        return HostMessage.welcome(welcome, version: 2).bytes(number: number)
    }

    static func answer(to question: Question) -> CallAnswer {
        switch question {
        case .otherAudioIsPlaying, .secondaryAudioShouldBeSilencedHint, .inputAvailable, .inputMuted, .outputMuted:
            .flag(true)
        case .promptStyle: .promptStyle(.normal)
        case .outputVolume: .volume(0.5)
        case .category: .category(.playback)
        case .volumeSlider: .slider(.level(0.5))
        case .currentRoute, .availableInputs, .preferredInput: .route(MessageTests.route)
        }
    }

    static func outcome(of call: AppCall, _ number: UInt32) -> [UInt8] {
        var answer: CallAnswer?
        if case .ask(let question) = call { answer = Self.answer(to: question) }
        return HostMessage.outcome(CallOutcome(answer: answer, at: MachineTime(nanoseconds: 7))).bytes(number: number)
    }

    static func facts(_ number: UInt32) -> [UInt8] {
        let facts = MessageTests.fromHosts.first { if case .facts = $0 { true } else { false } }
        return facts?.bytes(number: number) ?? []
    }

    static func honest(_ message: ProgramMessage, _ number: UInt32) -> [UInt8]? {
        switch message {
        case .hello(let hello): welcome(hello.app, number)
        case .call(let call, _): outcome(of: call, number)
        case .facts: facts(number)
        case .fact, .bye: nil
        }
    }

    /// A scene as bytes: some sounds, the same one perhaps twice, at a moment and with a length that need not be a host's.
    static func scene(_ dice: inout Dice, parts: Int = 1) -> [[UInt8]] {
        let times: [Int64] = [0, 1, SteadyTimes.now, SteadyTimes.now + 20_000_000, .max / 2, .max, -1, .min]
        return (0..<parts).map { part in
            var writer = WireWriter(HostMessage.sceneCode, 0)
            writer.put(dice.pick(times))
            writer.put(UInt8(part == parts - 1 ? 1 : 0))
            writer.put(UInt8(5))
            writer.put(UInt8(6))
            for _ in 0..<3 { writer.put(UInt16.max) }
            let finished = dice.roll(3)
            writer.put(UInt16(finished))
            for _ in 0..<finished {
                writer.put(SoundKind.sound.rawValue)
                writer.put(dice.pick(["a", "b"]))
            }
            let sounds = dice.roll(5)
            writer.put(UInt16(sounds))
            for _ in 0..<sounds {
                writer.put(SoundKind.sound.rawValue)
                writer.put(dice.pick(["a", "b", "nobody's"]))
                writer.put(UInt8(dice.roll(8)))
                for _ in 0..<3 { writer.put(dice.pick([0, 0.25, 1])) }
                writer.put(dice.pick([-1, 0, 1, 1_000_000_000, .max] as [Int64]))
                writer.put(UInt16(64))
                for _ in 0..<8 { writer.put(UInt8(dice.roll(7))) }
                for _ in 0..<2 { writer.put(UInt16.max) }
            }
            writer.put(UInt16(64))
            writer.put(UInt16(0))
            writer.put(UInt8(6))
            writer.put(0.5)
            writer.put(true)
            writer.put(UInt16(64))
            return writer.bytes
        }
    }

    private enum SteadyTimes {
        static var now: Int64 { EventLoop.now }
    }

    // MARK: Messages of a lying host

    /// One act about a message: now and then the honest one.
    static func lie(about message: ProgramMessage, _ number: UInt32, _ dice: inout Dice) -> Act {
        guard let honest = honest(message, number) else { return .say([]) }
        let others = MessageTests.fromHosts
        switch dice.roll(26) {
        case 0: return .say([dice.pick(others).bytes(number: number)])
        case 1: return .say([Self.honest(message, number &+ 1 &+ UInt32(dice.roll(3)))!])
        case 2: return .say([Self.honest(message, dice.pick([0, 1, number &- 1, .max]))!, honest])
        case 3: return .say([honest, honest])
        case 4: return .say([Array(honest.prefix(dice.roll(honest.count)))])
        case 5: return .say([honest + [UInt8](repeating: 7, count: dice.roll(70_000))])
        case 6, 7, 8:
            var bytes = honest
            for _ in 0...dice.roll(4) { bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256)) }
            return .say([bytes])
        case 9: return .say([(0..<dice.roll(300)).map { _ in UInt8(dice.roll(dice.roll(2) == 0 ? 256 : 4)) }])
        case 10: return .say((0..<dice.roll(200)).map { _ in dice.pick(others).bytes() } + [honest])
        case 11, 12, 13: return .say(scene(&dice, parts: 1 + dice.roll(3)) + [honest] + scene(&dice))
        case 14: return .sayAndHangUp([honest])
        case 15: return .sayAndHangUp([])
        case 16:
            let reason = dice.pick(FarewellReason.allCases)
            return .sayAndHangUp([HostMessage.farewell(reason, sentence: "So.").bytes(number: number), honest])
        case 17:
            let refusal = CallRefusal(error: .isBusy, rule: .act9, sentence: "Stop first.")
            let outcome = CallOutcome(refusal: refusal, at: MachineTime(nanoseconds: 1))
            return .say([HostMessage.outcome(outcome).bytes(number: number)])
        case 18:
            let outcome = CallOutcome(answer: dice.pick(MessageTests.answers), at: MachineTime(nanoseconds: 1))
            return .say([HostMessage.outcome(outcome).bytes(number: number)])
        default: return .say([honest])
        }
    }
}

extension WireWriter {
    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

    mutating func put(_ text: String) { put(text, limit: WireFormat.nameLimit) }
}
