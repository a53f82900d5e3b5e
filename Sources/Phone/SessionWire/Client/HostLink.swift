import Glibc
public import SessionPolicy
import Synchronization
import SystemSupport

/// One app's connection to a host in another process.
///
/// A thread that waits for an outcome reads the socket itself, which saves a wake-up. The link's own thread reads
/// messages while no call waits. When the host is gone, it waits for a new one and declares the last reported session
/// and the playing sounds there.
public final class HostLink: AppLink {
    private enum ConnectionState {
        case connected(HostSocket)
        /// There is no host; the link's thread waits for one.
        case lost
        /// The app has left, or every host refuses it.
        case closed
    }

    private struct Shared {
        var state: ConnectionState
        var welcome: AppWelcome
        /// The app's session, as last reported by the host.
        var session = RestorableSession()
        var facts: [ProcessFact] = []
        /// Sounds of the last scene that this process has reported as ended.
        var over: Set<String> = []
        var noticeCount: UInt64 = 0
        var questions: [UInt32: ProgramMessage] = [:]

        var isClosed: Bool { if case .closed = state { true } else { false } }

        /// Closes the link, and returns its socket if it had one.
        mutating func close() -> HostSocket? {
            defer { state = .closed }
            if case .connected(let socket) = state { return socket }
            return nil
        }
    }

    /// The state guarded by the sending lock.
    private struct Sending {
        var number: UInt32 = 0
        /// Facts that did not fit into the socket.
        var waiting: [[UInt8]] = []
    }

    /// The conversation with one host, for the reading thread.
    private struct Conversation {
        let socket: HostSocket
        /// The version of the protocol that the host speaks with this app.
        let version: UInt16
        var isOpen = true
        var answers: [UInt32: HostMessage] = [:]
        /// The number of scenes received, and of the last notice.
        var delivered: (scene: UInt64, notice: UInt64) = (0, 0)
        var farewell: (reason: FarewellReason, sentence: String)?
    }

    /// The state guarded by the reading lock.
    private struct Reading: ~Copyable {
        var host: Conversation
        var assembly: SceneAssembly
        var scene: Scene?
        /// Whether scenes are held back while the app is still being declared.
        var isReturning = false
        let buffer: UnsafeMutableRawBufferPointer

        deinit { buffer.deallocate() }
    }

    /// The most messages read in a row, so that a flooding host blocks nothing else.
    private static let mostInARow = 1_024

    private let place: SocketPlace
    private let notices: any NoticeReceiver
    private let scenes: any SceneReceiver
    /// The program that the link represents, or nil for this process.
    private let program: HeldProgram?
    private let hello: ProgramMessage.Hello
    private let process = getpid()
    private let shared: Mutex<Shared>
    private let sending = Mutex(Sending())
    private let reading: Mutex<Reading>
    /// Wakes the link's own thread.
    private let watch: SocketWatch

    public var welcome: AppWelcome { shared.withLock { $0.welcome } }

    public var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }

    /// Opens an app on the host that the environment names.
    ///
    /// - Parameters:
    ///   - app: The app's preferred name.
    ///   - notices: Receives the app's notices.
    ///   - scenes: Receives the app's scenes.
    /// - Returns: Nil if no place is given and no host answers at the default one.
    /// - Throws: `LinkError` naming the path if no host answers at the given one, or if the host accepts no app.
    public static func find(
        _ app: String, notices: any NoticeReceiver, scenes: any SceneReceiver
    ) throws(LinkError) -> HostLink? {
        guard let place = try? SocketPlace(SocketPlace.environment) else { return nil }
        do throws(WireError) {
            return try HostLink(place, app: app, notices: notices, scenes: scenes)
        } catch {
            if case .noHost = error, !place.isGiven { return nil }
            throw LinkError(place: place.path, sentence: error.sentence)
        }
    }

    /// Opens an app on the host at a place.
    ///
    /// - Parameters:
    ///   - place: The host's socket.
    ///   - app: The app's name.
    ///   - program: The program that the app represents, if not this process: the link uses and closes its connection,
    ///     and stops when the program ends.
    ///   - flags: What the host has to know about the app.
    ///   - notices: Receives the app's notices.
    ///   - scenes: Receives the app's scenes.
    /// - Throws: `WireError`, naming the path if no host answers.
    public init(
        _ place: SocketPlace, app: String, of program: HeldProgram? = nil,
        flags: ProgramMessage.Hello.Flags = [], notices: any NoticeReceiver, scenes: any SceneReceiver
    ) throws(WireError) {
        (self.place, self.program, self.notices, self.scenes) = (place, program, notices, scenes)
        hello = ProgramMessage.Hello(flags: flags, app: app)
        let socket = if let program { HostSocket(program.socket) } else { try HostSocket(place) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WireFormat.messageLimit, alignment: 8)
        let (welcome, version): (AppWelcome, UInt16)
        do throws(WireError) {
            (welcome, version) = try socket.greet(hello, at: place, buffer)
            watch = try SocketWatch(socket.descriptor)
        } catch {
            buffer.deallocate()
            throw error
        }
        reading = Mutex(
            Reading(
                host: Conversation(socket: socket, version: version),
                assembly: SceneAssembly(app: welcome.app, ramps: welcome.ramps), buffer: buffer))
        shared = Mutex(Shared(state: .connected(socket), welcome: welcome))
        LinksAtExit.add(self)
        do throws(Shortage) {
            try OrdinaryThread.start { [self] in attend() }.detach()
        } catch {
            shared.withLock { $0.state = .closed }
            socket.hangUp()
            throw .system("cannot start a thread for the host's notices", error.errno)
        }
    }

    // MARK: Calls

    public func perform(_ call: AppCall, explains: Bool) throws(LinkError) -> CallOutcome {
        do throws(LinkError) {
            guard case .outcome(let outcome) = try ask(.call(call, explains: explains)) else { throw gone }
            return outcome
        } catch {
            if let outcome = halt(call) { return outcome }
            throw error
        }
    }

    /// Halts sounds or a recording without a host, which needs no permission. The next host does not restart them.
    /// - Returns: Nil for other calls, or if there is a host again.
    private func halt(_ call: AppCall) -> CallOutcome? {
        let now = now
        return sending.withLock { _ in
            reading.withLock { reading in
                if reading.host.isOpen { readWhatIsThere(&reading) }
                guard !reading.host.isOpen, var scene = reading.scene else { return nil }
                switch call {
                case .pause(let sound), .stop(let sound): scene = scene.without(sound, at: now)
                case .record(false):
                    (scene.at, scene.input, scene.started) = (now, nil, [])
                    shared.withLock { $0.session.isRecording = false }
                default: return nil
                }
                reading.scene = scene
                scenes.receive(scene)
                return CallOutcome(at: now)
            }
        }
    }

    public func facts() throws(LinkError) -> SessionFacts {
        guard case .facts(let facts) = try ask(.facts) else { throw gone }
        return facts
    }

    public func report(_ fact: ProcessFact) {
        shared.withLock { shared in
            switch fact {
            case .soundMoved(let name, let remaining):
                if remaining == .zero { shared.over.insert(name) } else { shared.over.remove(name) }
            case .soundFailed(let name, _): shared.over.insert(name)
            case .recordingFailed: shared.session.isRecording = false
            case .followsCalls, .nowPlaying, .ducks:
                shared.facts.removeAll { $0.isReplaced(by: fact) }
                shared.facts.append(fact)
            case .outputLost, .inputLost, .volumeTurned, .handles: break
            }
        }
        sending.withLock { sending in
            guard case .connected(let socket) = shared.withLock({ $0.state }) else { return }
            _ = send(ProgramMessage.fact(fact).bytes(), waits: false, &sending, to: socket)
        }
    }

    public func close() { shared.withLock { $0.close() }?.hangUp() }

    /// Leaves the host as a program that quits, not as one that crashes.
    package func bye() {
        guard getpid() == process else { return }
        // Close first, so that the link does not reconnect when the host hangs up.
        let socket = shared.withLock { $0.close() }
        if let socket { _ = sending.withLock { send(ProgramMessage.bye.bytes(), waits: false, &$0, to: socket) } }
    }

    private func ask(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        try watch.reading { () throws(LinkError) in try exchange(message) }
    }

    private func exchange(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        let number = sending.withLock { sending -> UInt32? in
            guard case .connected(let socket) = shared.withLock({ $0.state }) else { return nil }
            return ask(message, &sending, of: socket)
        }
        guard let number else { throw gone }
        let (found, isFollowed) = reading.withLock { reading -> (HostMessage?, Bool) in
            let found = answer(to: number, &reading)
            guard case .outcome(let outcome) = found else { return (found, true) }
            if let mark = outcome.mark {
                read(&reading) { $0.delivered.scene < mark.scene || $0.delivered.notice < mark.notice }
            }
            return (found, outcome.mark != nil || reading.host.version > 1)
        }
        guard let answer = found else { throw gone }
        // A version 1 host does not say what follows from a call, but answers a later question after it.
        if !isFollowed, case .call(let call, _) = message, call.changesSounds { _ = try? exchange(.facts) }
        return answer
    }

    /// Sends a question.
    /// - Returns: Its number, or nil if there is no host.
    private func ask(_ message: ProgramMessage, _ sending: inout Sending, of socket: HostSocket) -> UInt32? {
        sending.number = sending.number == .max ? 1 : sending.number + 1
        let number = sending.number
        shared.withLock { $0.questions[number] = message }
        if send(message.bytes(number: number), waits: true, &sending, to: socket) { return number }
        shared.withLock { $0.questions[number] = nil }
        return nil
    }

    /// Waits for an answer. Returns nil if the host is gone or sends everything but the answer.
    private func answer(to number: UInt32, _ reading: inout Reading) -> HostMessage? {
        // A missing question has been answered, or was lost with its host.
        read(&reading) { _ in shared.withLock { $0.questions[number] != nil } }
        shared.withLock { $0.questions[number] = nil }
        return reading.host.answers.removeValue(forKey: number)
    }

    private var gone: LinkError {
        let farewell = reading.withLock { $0.host.farewell }
        if let farewell, !farewell.reason.letsReturn {
            return LinkError(place: place.path, sentence: farewell.sentence)
        }
        return LinkError(
            place: place.path,
            sentence: "The host does not answer any more. Sounds go on at the levels they had until there is one again."
        )
    }

    private func send(_ bytes: [UInt8], waits: Bool, _ sending: inout Sending, to socket: HostSocket) -> Bool {
        let deadline = SteadyClock.now + HostSocket.patience
        var sent = HostSocket.Sent.done
        while sent == .done, let first = sending.waiting.first {
            sent = SteadyClock.now < deadline ? socket.send(first, waits: waits) : .full
            if sent == .done { sending.waiting.removeFirst() }
        }
        if sent == .done { sent = socket.send(bytes, waits: waits) }
        switch sent {
        case .done: return true
        case .full where waits:
            // The host has not read anything for the length of the timeout.
            socket.hangUp()
            return false
        case .full:
            if sending.waiting.count < 4_096 { sending.waiting.append(bytes) }
            return true
        case .gone: return false
        }
    }

    // MARK: Messages from the host

    /// Reads messages while a condition holds, and gives up a host that sends others endlessly.
    private func read(_ reading: inout Reading, while isWanted: (Conversation) -> Bool) {
        let deadline = SteadyClock.now + HostSocket.patience
        // Counts messages as well as time, because a stopped process may find a timely answer.
        var late = 0
        while reading.host.isOpen, isWanted(reading.host) {
            guard late < Self.mostInARow else { return hangUp(&reading) }
            guard read(&reading, waits: true) else { return }
            if SteadyClock.now > deadline { late += 1 }
        }
    }

    /// Reads one message.
    /// - Returns: Whether there was one; check `isOpen` otherwise.
    private func read(_ reading: inout Reading, waits: Bool) -> Bool {
        switch reading.host.socket.receive(into: reading.buffer, waits: waits) {
        case .nothing where !waits: return false
        case .bytes(let count):
            do throws(WireFault) {
                try handle(UnsafeRawBufferPointer(rebasing: reading.buffer[..<count]), &reading)
                return true
            } catch {
                reading.host.farewell = (.malformed, WireError.malformed("\(error)").description)
            }
        // The host is gone, stopped or unintelligible.
        case .nothing, .ended, .tooLong: break
        }
        hangUp(&reading)
        return false
    }

    private func readWhatIsThere(_ reading: inout Reading) {
        for _ in 0..<Self.mostInARow where !read(&reading, waits: false) { return }
    }

    /// Ends the connection, so that the link's thread looks for another host.
    private func hangUp(_ reading: inout Reading) {
        reading.host.socket.hangUp()
        reading.host.isOpen = false
    }

    private func handle(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(WireFault) {
        guard let (message, number) = try HostMessage.read(bytes) else { return }
        switch message {
        case .welcome: throw WireFault("it welcomes a program that it knows")
        case .outcome, .facts:
            let question = shared.withLock { $0.questions.removeValue(forKey: number) }
            guard let question, question.isAnswered(by: message) else {
                throw WireFault("it answers something that was not asked")
            }
            reading.host.answers[number] = message
        case .farewell(let reason, let sentence): reading.host.farewell = (reason, sentence)
        case .notice(let notice):
            reading.host.delivered.notice = notice.number
            tell(notice.message, at: notice.at)
        case .scene:
            guard let scene = try reading.assembly.add(bytes) else { return }
            reading.host.delivered.scene += 1
            reading.scene = scene
            shared.withLock { shared in
                if !shared.over.isEmpty { shared.over.formIntersection(scene.names.compactMap(\.sound)) }
            }
            if !reading.isReturning { scenes.receive(scene) }
        case .session(let session): shared.withLock { $0.session = session }
        }
    }

    private func tell(_ message: AppNotice.Message, at moment: MachineTime) {
        let number = shared.withLock { shared in
            shared.noticeCount += 1
            return shared.noticeCount
        }
        notices.receive(AppNotice(number: number, at: moment, message: message))
    }

    /// Reads the messages that arrive while no call waits for an outcome, until the app is closed.
    private func attend() {
        // When the app returned to the host that it is on.
        var returned: MachineTime?
        while true {
            watch.wait()
            let isOpen = reading.withLock { reading in
                readWhatIsThere(&reading)
                return reading.host.isOpen
            }
            if isOpen { continue }
            // Do not immediately greet a host that ends each conversation.
            let isHasty = returned.map { now.nanoseconds(since: $0) < HostSocket.patience } ?? false
            guard findNextHost(afterWaiting: isHasty) else { return }
            returned = now
        }
    }

    // MARK: The next host

    /// Waits for another host and joins it.
    /// - Parameter waits: Whether to wait for a second first.
    /// - Returns: False once the app is closed or refused by every host.
    private func findNextHost(afterWaiting waits: Bool) -> Bool {
        watch.move(to: nil)
        let isClosed = shared.withLock { shared in
            if !shared.isClosed { shared.state = .lost }
            return shared.isClosed
        }
        // If the program has ended, so has its app.
        if isClosed || program?.child.hasEnded == true { return false }
        tell(.deviceLost, at: now)
        guard reading.withLock({ $0.host.farewell?.reason.letsReturn ?? true }) else { return false }
        var pause: Int64 = waits ? 1_000_000_000 : 0
        while !(shared.withLock { $0.isClosed }) {
            SteadyClock.sleep(until: SteadyClock.now + pause)
            if comeBack() { return true }
            pause = 250_000_000
        }
        return false
    }

    /// Joins a new host and declares the session and sounds there, while no call is pending.
    private func comeBack() -> Bool {
        guard let socket = try? HostSocket(place) else { return false }
        return sending.withLock { sending in
            reading.withLock { reading in
                let (app, session, facts) = shared.withLock { shared in
                    shared.questions = [:]
                    return (shared.welcome.app, shared.session, shared.facts)
                }
                let greeting = hello.returning(as: app, session)
                guard let (welcome, version) = try? socket.greet(greeting, at: place, reading.buffer),
                    watch.move(to: socket.descriptor)
                else { return false }
                reading.host = Conversation(socket: socket, version: version)
                reading.assembly.move(to: welcome.app, ramps: welcome.ramps)
                let (scene, calls) = (reading.scene, session.declaration(sounds: running(in: reading.scene)))
                sending.waiting = []
                for fact in facts { _ = send(ProgramMessage.fact(fact).bytes(), waits: false, &sending, to: socket) }
                guard declare(calls, &sending, &reading) else {
                    watch.move(to: nil)
                    hangUp(&reading)
                    reading.scene = scene
                    shared.withLock { $0.session = session }
                    return false
                }
                if !calls.isEmpty, let scene = reading.scene { scenes.receive(scene) }
                shared.withLock { shared in
                    shared.welcome = welcome
                    if shared.isClosed { socket.hangUp() } else { shared.state = .connected(socket) }
                }
                tell(.deviceFound, at: now)
                return true
            }
        }
    }

    /// The calls that restart the running sounds of a scene with their remaining lengths.
    private func running(in scene: Scene?) -> [AppCall] {
        guard let scene else { return [] }
        let (now, over) = (now, shared.withLock { $0.over })
        return zip(scene.names, scene.picture.sounds).compactMap { name, level in
            guard name.kind == .sound, let sound = name.sound, level.isRunning, !over.contains(sound) else {
                return nil
            }
            return .play(sound, lasts: scenes.remaining(of: name, at: now), gain: level.gain)
        }
    }

    /// Performs the declaring calls, without restarting sounds.
    /// - Returns: Whether the host has answered all of them.
    private func declare(_ calls: [AppCall], _ sending: inout Sending, _ reading: inout Reading) -> Bool {
        if calls.isEmpty { return true }
        reading.isReturning = true
        defer {
            reading.isReturning = false
            reading.scene?.started = []
        }
        // The last scene follows the last outcome, and this answer follows the scene.
        for message in calls.map({ ProgramMessage.call($0, explains: false) }) + [.facts] {
            guard let number = ask(message, &sending, of: reading.host.socket), answer(to: number, &reading) != nil
            else {
                return false
            }
        }
        return true
    }
}

extension ProcessFact {
    fileprivate func isReplaced(by later: ProcessFact) -> Bool {
        switch (self, later) {
        case (.followsCalls, .followsCalls), (.nowPlaying, .nowPlaying), (.ducks, .ducks): true
        default: false
        }
    }
}
