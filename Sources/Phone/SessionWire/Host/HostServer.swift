import CLinux
import Glibc
public import SessionPhone
public import SessionPolicy
public import SessionWorld
import SystemSupport

/// The host: connects programs, steps and watchers to one arbiter.
///
/// Runs on its loop's thread only.
public final class HostServer {
    /// The fate of a process whose app the device ends.
    public enum Termination: Hashable, Sendable {
        /// The process gets SIGTERM.
        case ofProcess
        /// Only the app ends; the next call of its process relaunches it.
        case ofAppOnly
    }

    public let loop: EventLoop
    public let arbiter: Arbiter
    private let place: HostPlace?
    private let launch: LaunchOptions
    private let termination: Termination
    private let user: UInt32
    private let outgoing = OutgoingMessages()
    private var programs: [UInt64: ProgramSession] = [:]
    private var controls: [UInt64: ControlSession] = [:]
    private var lastNumber: UInt64 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: WireFormat.messageLimit, alignment: MemoryLayout<UInt64>.alignment)
    private let reception = Reception()
    private let deadline: LoopTimer
    /// Decides a step, or answers a malformed line.
    public var decide: (StepLines.Step) -> Reply
    var openProcess: (_ socket: CInt, _ number: pid_t) -> CInt = { clinux_peer_descriptor($0, $1) }
    /// Returns the governed programs as a line of JSON.
    package var apps: () -> String = { "{}" }
    package var whenProgramsChange: () -> Void = {}
    /// Called when the last program has left.
    public var whenUnused: () -> Void = {}
    /// Receives each reply as a line, or nil.
    public var output: (([UInt8]) -> Void)? { didSet { followWatchers() } }

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - loop: The loop, which this thread runs later.
    ///   - arbiter: The policy.
    ///   - place: The sockets, or nil for steps on standard input only; then replies are numbered consecutively.
    ///   - launch: The options with which programs are launched.
    ///   - termination: The fate of an app's process when the device ends the app.
    ///   - user: The user whose programs are accepted, or nil for this process's user.
    /// - Throws: `WireError.system` if the kernel cannot watch the sockets.
    public init(
        loop: EventLoop, arbiter: Arbiter, place: HostPlace?, launch: LaunchOptions, termination: Termination,
        user: UInt32? = nil
    ) throws(WireError) {
        guard let deadline = LoopTimer(on: loop) else { throw .system("cannot wait for a moment", errno) }
        (self.loop, self.arbiter, self.place, self.deadline) = (loop, arbiter, place, deadline)
        (self.launch, self.termination, self.user) = (launch, termination, user ?? geteuid())
        decide = { arbiter.perform($0) }
        if let place {
            try loop.watch(place.programs) { [unowned self] _ in self.admit(place.programs, isProgram: true) }
            try loop.watch(place.controls) { [unowned self] _ in self.admit(place.controls, isProgram: false) }
        }
        deadline.whenRung = { [unowned self] in self.arbiter.advance() }
        loop.beforeWaiting = { [unowned self] in self.rest() }
        arbiter.watch(while: { [outgoing] in outgoing.wantsReplies }, { [outgoing] news in outgoing.post(news) })
    }

    deinit { buffer.deallocate() }

    var messageCount: Int { programs.values.reduce(0) { $0 + $1.messageCount } }

    package var processes: [Int32] { programs.values.map(\.process) }

    package var joined: [JoinedProgram] { programs.values.compactMap(\.joined) }

    /// Calls a closure with what happens to programs from now on, on any thread, under the arbiter's lock or without.
    package func observe(_ take: @escaping @Sendable (HostObservation) -> Void) {
        outgoing.observe(take)
        arbiter.watch { take(.decided($0)) }
    }

    /// The number of programs that are connected.
    public var programCount: Int { programs.count }

    /// Notifies every program that the host ends, and closes all connections.
    public func close() {
        for session in programs.values { session.dismiss() }
        for number in programs.keys.sorted() { dropProgram(number) }
        for number in controls.keys.sorted() { dropControl(number) }
        guard let place else { return }
        loop.forget(place.programs)
        loop.forget(place.controls)
        place.close()
    }

    // MARK: Steps

    /// Performs a step from standard input; its reply goes to `output`.
    @discardableResult
    func perform(_ step: StepLines.Step, number: Int) -> Reply { perform(step, from: .input(number)) }

    private func perform(_ step: StepLines.Step, from source: ReplySource) -> Reply {
        outgoing.stepper = source
        let reply = decide(step)
        outgoing.stepper = nil
        deliver()
        return reply
    }

    // MARK: Rounds

    private func rest() {
        deliver()
        deadline.set(at: arbiter.nextDeadline?.nanoseconds)
    }

    private func deliver() {
        while true {
            let waiting = outgoing.collect()
            if waiting.isEmpty { return }
            for item in waiting {
                switch item {
                case .message(let number, let bytes):
                    guard let session = programs[number] else { continue }
                    if !session.connection.send(bytes) { dropProgram(number) } else { follow(session) }
                case .terminated(let number):
                    if termination == .ofProcess { programs[number]?.endProcess() }
                case .reply(let reply, let source): hand(out: reply, from: source)
                }
            }
        }
    }

    private func hand(out reply: Reply, from source: ReplySource) {
        var number: Int?
        var origin: String?
        switch source {
        case .input(let place), .control(_, let place): number = place
        case .program: origin = "program"
        case .machine: origin = "machine"
        }
        // Without sockets replies are numbered consecutively; otherwise numbers count the steps of one input and mean
        // nothing to other clients.
        let own = reply.line(number: place == nil ? reply.number : number, from: origin)
        let others = number == nil ? own : reply.line(number: nil, from: "step")
        if let output {
            if case .input = source { output(own) } else { output(others) }
        }
        for session in controls.values.sorted(by: { $0.number < $1.number }) {
            if case .control(session.number, _) = source {
                send(own, to: session)
            } else if session.role == .watches {
                send(others, to: session)
            }
        }
    }

    // MARK: Arrivals

    private func admit(_ listener: CInt, isProgram: Bool) {
        let hasAll = reception.accept(listener) {
            seat($0, isProgram)
        } turnAway: { socket, shortage in
            refuse(socket, .full, "The host has no room for one more. \(shortage)", isProgram)
        }
        if !hasAll { loop.pause(listener) }
    }

    private func seat(_ socket: CInt, _ isProgram: Bool) {
        var peer = clinux_peer()
        guard clinux_peer_of(socket, &peer) == 0, peer.user == user else {
            return refuse(
                socket, .otherUser,
                "The host takes programs of its own user only. Start a host of your own with audiosession host.",
                isProgram)
        }
        lastNumber += 1
        guard isProgram else {
            return seat(ControlSession(number: lastNumber, connection: PacketConnection(socket, isStream: true)))
        }
        // A process of another PID namespace has no number here, so its end could not be detected.
        guard peer.process > 0 else {
            return refuse(
                socket, .unseen,
                "The host cannot see the process of this program, which runs in a PID namespace of its own. Start a host "
                    + "in that namespace.", isProgram)
        }
        let descriptor = openProcess(socket, peer.process)
        let fault = descriptor < 0 ? errno : 0
        seat(
            ProgramSession(
                number: lastNumber, process: peer.process, descriptor, fault: fault,
                connection: PacketConnection(socket), arbiter: arbiter, outgoing: outgoing, launch: launch))
    }

    private func refuse(_ socket: CInt, _ reason: FarewellReason, _ sentence: String, _ isProgram: Bool) {
        let connection = PacketConnection(socket, isStream: !isProgram)
        _ = connection.send(
            isProgram
                ? HostMessage.farewell(reason, sentence: sentence).bytes()
                : Array("audiosession 1 no: \(sentence)\n".utf8))
    }

    // MARK: Programs

    private func seat(_ session: ProgramSession) {
        let number = session.number
        // Without a pidfd, the end of a program is missed if a child holds the connection. On kernels without pidfds
        // the program is accepted anyway.
        if let shortage = Shortage(errno: session.processFault) {
            let sentence = "The host cannot watch this program. \(shortage)"
            _ = session.connection.send(HostMessage.farewell(.full, sentence: sentence).bytes())
            return
        }
        do throws(WireError) {
            try loop.watch(session.connection.descriptor) { [unowned self] in self.serve(number, $0) }
            if session.processDescriptor >= 0 {
                try loop.watch(session.processDescriptor) { [unowned self] _ in self.bury(number) }
            }
            programs[number] = session
            whenProgramsChange()
            // The process has already ended.
            if session.processFault == ESRCH { bury(number) }
        } catch {
            loop.forget(session.connection.descriptor)
            _ = session.connection.send(HostMessage.farewell(.full, sentence: "\(error)").bytes())
        }
    }

    private func serve(_ number: UInt64, _ readiness: EventLoop.Interest) {
        guard let session = programs[number] else { return }
        if readiness.contains(.writing) { session.connection.flush() }
        if readiness.contains(.reading), !session.read(buffer, deliver: deliver) { return dropProgram(number) }
        // The message may have ended the conversation.
        if programs[number] != nil { follow(session) }
    }

    /// Handles the end of a process. Messages received so far count; later ones may come from its children.
    private func bury(_ number: UInt64) {
        programs[number]?.connection.endInput()
        while let session = programs[number], session.read(buffer, deliver: deliver) {}
        dropProgram(number)
    }

    private func follow(_ session: ProgramSession) {
        loop.change(session.connection.descriptor, to: session.connection.isWaiting ? [.reading, .writing] : .reading)
    }

    private func dropProgram(_ number: UInt64) {
        guard let session = programs.removeValue(forKey: number) else { return }
        loop.forget(session.connection.descriptor)
        if session.processDescriptor >= 0 { loop.forget(session.processDescriptor) }
        session.leave()
        whenProgramsChange()
        if programs.isEmpty { whenUnused() }
    }

    // MARK: Steps and watchers from outside

    private func seat(_ session: ControlSession) {
        let number = session.number
        do throws(WireError) {
            try loop.watch(session.connection.descriptor) { [unowned self] in self.serveControl(number, $0) }
            controls[number] = session
        } catch {
            _ = session.connection.send(Array("audiosession 1 no: \(error)\n".utf8))
        }
    }

    private func serveControl(_ number: UInt64, _ readiness: EventLoop.Interest) {
        guard let session = controls[number] else { return }
        if readiness.contains(.writing) { session.connection.flush() }
        if readiness.contains(.reading), session.interest?.contains(.reading) == true { session.read(buffer) }
        switch session.next() {
        case .watch:
            // The device as it is.
            var world = arbiter.world
            let reply = world.apply(TimedStep(.wait, action: .event(.timePassed)))
            send(reply.line(number: nil, from: nil, verb: "watch"), to: session)
        case .book: send(Array((arbiter.world.book.vocabulary.json + "\n").utf8), to: session)
        case .apps: send(Array((apps() + "\n").utf8), to: session)
        case .step(let step):
            outgoing.wantsReplies = true
            _ = perform(step, from: .control(number, session.stepCount))
        case nil: break
        }
        followWatchers()
        followControl(session)
    }

    private func send(_ line: [UInt8], to session: ControlSession) {
        guard controls[session.number] != nil else { return }
        let hasRoom = session.connection.send(line)
        // A client that sends steps gets no reply before it has read the previous one, so it is never dropped.
        if hasRoom || session.role == .steps { followControl(session) } else { dropControl(session.number) }
    }

    private func followControl(_ session: ControlSession) {
        guard controls[session.number] != nil else { return }
        if let interest = session.interest {
            loop.change(session.connection.descriptor, to: interest)
        } else {
            dropControl(session.number)
        }
    }

    private func dropControl(_ number: UInt64) {
        guard let session = controls.removeValue(forKey: number) else { return }
        loop.forget(session.connection.descriptor)
        followWatchers()
    }

    /// Formats replies only while they are read.
    private func followWatchers() {
        outgoing.wantsReplies = output != nil || controls.values.contains { $0.role == .watches }
    }
}

extension Reply {
    fileprivate func line(number: Int?, from origin: String?, verb: String? = nil) -> [UInt8] {
        var buffer = ByteBuffer(capacity: 4_096)
        buffer.append(self, number: number, from: origin, verb: verb)
        return buffer.bytes
    }
}
