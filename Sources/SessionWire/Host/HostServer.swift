import CLinux
import Glibc
public import SessionArbiter
public import SessionCalls
import SessionPolicy
public import SessionWorld
import Threads

/// The host: programs on one socket, steps and watchers on another, and perhaps steps on standard input, around one arbiter.
///
/// Everything happens on the thread of its loop, and the arbiter is called on no other.
public final class HostServer {
    /// What happens to the process of an app that the device has ended.
    public enum Termination: Hashable, Sendable {
        /// It gets SIGTERM.
        case ofProcess
        /// Only its app has ended; its next call launches it again.
        case ofAppOnly
    }

    public let loop: EventLoop
    public let arbiter: Arbiter
    private let place: HostPlace
    private let manner: AppManner
    private let termination: Termination
    private let user: UInt32
    private let letters = Letters()
    private var programs: [UInt64: ProgramSession] = [:]
    private var controls: [UInt64: ControlSession] = [:]
    private var lastNumber: UInt64 = 0
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: WireFormat.messageLimit, alignment: MemoryLayout<UInt64>.alignment)
    /// Given up when there is no other descriptor for somebody who knocks, so that he can be told.
    private var spare: CInt
    private let author: ReplyAuthor
    /// Looks at a step before it is taken: how long the sound lasts in seconds that it starts, where it does not say so;
    /// nil for one without an end.
    public var soundSeconds: (PositionedValue) -> Double? = { _ in nil }
    /// Opens what is readable once a process has ended.
    var openProcess: (pid_t) -> CInt = { clinux_process_descriptor($0) }
    /// Gets each reply as a line; nil where nobody reads them.
    public var output: (([UInt8]) -> Void)? { didSet { followWatchers() } }

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - loop: The loop, which this thread runs later.
    ///   - arbiter: The policy.
    ///   - place: The sockets.
    ///   - manner: How programs are launched.
    ///   - termination: What an app's end at the device's hands means to its process.
    ///   - user: Whose programs are taken; nil for those of this process's user.
    /// - Throws: `WireError.system` where the kernel cannot watch the sockets.
    public init(
        loop: EventLoop, arbiter: Arbiter, place: HostPlace, manner: AppManner, termination: Termination,
        user: UInt32? = nil
    ) throws(WireError) {
        (self.loop, self.arbiter, self.place) = (loop, arbiter, place)
        (self.manner, self.termination, self.user) = (manner, termination, user ?? geteuid())
        author = ReplyAuthor(letters: letters)
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
        try loop.watch(place.programs) { [unowned self] _ in self.admit(self.place.programs, isProgram: true) }
        try loop.watch(place.controls) { [unowned self] _ in self.admit(self.place.controls, isProgram: false) }
        loop.onAlarm = { [unowned self] in self.arbiter.advance() }
        loop.beforeWaiting = { [unowned self] in self.rest() }
        arbiter.watch(while: { [author] in author.isWanted }, { [author] news in author.take(news) })
    }

    deinit {
        if spare >= 0 { Glibc.close(spare) }
        buffer.deallocate()
    }

    /// How many programs are connected.
    public var programCount: Int { programs.count }

    /// Tells every program that the host ends, and lets go of everybody.
    public func close() {
        for session in programs.values { session.dismiss() }
        for number in programs.keys.sorted() { dropProgram(number) }
        for number in controls.keys.sorted() { dropControl(number) }
        loop.forget(place.programs)
        loop.forget(place.controls)
        place.close()
    }

    // MARK: Steps

    /// Takes a step of standard input; its reply goes to `output`.
    ///
    /// - Parameters:
    ///   - step: The step, or what is wrong with its line.
    ///   - number: The number of the step, from 1.
    func take(_ step: Result<PositionedValue, StepError>, number: Int) { take(step, from: .input(number)) }

    private func take(_ step: Result<PositionedValue, StepError>, from source: ReplyLine.Source) {
        author.stepper = source
        switch step {
        case .success(let value): _ = arbiter.take(value, soundSeconds: soundSeconds(value))
        case .failure(let error): _ = arbiter.refuse(error)
        }
        author.stepper = nil
        deliver()
    }

    // MARK: Rounds

    private func rest() {
        deliver()
        loop.setAlarm(at: arbiter.nextDeadline?.nanoseconds)
    }

    /// Sends what has been decided, in the order in which it was.
    private func deliver() {
        while true {
            let waiting = letters.collect()
            if waiting.isEmpty { return }
            for letter in waiting {
                switch letter {
                case .message(let number, let bytes):
                    guard let session = programs[number] else { continue }
                    if !session.connection.send(bytes) { dropProgram(number) } else { follow(session) }
                case .terminated(let number):
                    if termination == .ofProcess { programs[number]?.endProcess() }
                case .line(let line): hand(out: line)
                }
            }
        }
    }

    private func hand(out line: ReplyLine) {
        if let output {
            if case .input = line.source { output(line.own) } else { output(line.others) }
        }
        for session in controls.values.sorted(by: { $0.number < $1.number }) {
            if case .control(session.number, _) = line.source {
                send(line.own, to: session)
            } else if session.role == .watches {
                send(line.others, to: session)
            }
        }
    }

    // MARK: Who comes

    private func admit(_ listener: CInt, isProgram: Bool) {
        for _ in 0..<16 {
            let socket = clinux_accept(listener)
            guard socket >= 0 else {
                if errno == EMFILE || errno == ENFILE { turnAway(listener, isProgram) }
                return
            }
            var peer = clinux_peer()
            guard clinux_peer_of(socket, &peer) == 0, peer.user == user else {
                refuse(
                    socket, .otherUser, "The host takes programs of its own user only. Start one of your own.",
                    isProgram)
                continue
            }
            lastNumber += 1
            if isProgram {
                seat(
                    ProgramSession(
                        number: lastNumber, process: peer.process, connection: PacketConnection(socket),
                        arbiter: arbiter, letters: letters, manner: manner, openProcess: openProcess))
            } else {
                seat(ControlSession(number: lastNumber, connection: PacketConnection(socket, isStream: true)))
            }
        }
    }

    /// Tells somebody that there is no room. Without that he would stay in the queue, and wake us for ever.
    private func turnAway(_ listener: CInt, _ isProgram: Bool) {
        guard spare >= 0 else { return }
        Glibc.close(spare)
        let socket = clinux_accept(listener)
        if socket >= 0 {
            refuse(socket, .full, Self.noDescriptors, isProgram)
        }
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    private static let noDescriptors = "The host may open no more files. Allow more with ulimit -n, and start it again."

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
        // Without a look at its process nobody would notice its end where a child of it holds the connection. A kernel
        // that cannot show processes lets it in all the same.
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
            // It had ended before it was let in.
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
        // What it brought about may have ended the conversation.
        if programs[number] != nil { follow(session) }
    }

    /// The process has ended, whoever else holds its socket; what it sent before counts.
    private func bury(_ number: UInt64) {
        while let session = programs[number], session.read(buffer, deliver: deliver), session.connection.hasInput {}
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
        guard readiness.contains(.reading) else { return followControl(session) }
        let (requests, goesOn) = session.read(buffer)
        for request in requests {
            switch request {
            case .watch:
                followWatchers()
                send(author.presentState(of: arbiter.world), to: session)
            case .step(let step):
                session.stepCount += 1
                author.isWanted = true
                take(step, from: .control(number, session.stepCount))
            }
        }
        followWatchers()
        if goesOn { followControl(session) } else { dropControl(number) }
    }

    private func send(_ line: [UInt8], to session: ControlSession) {
        guard controls[session.number] != nil else { return }
        if session.connection.send(line) { followControl(session) } else { dropControl(session.number) }
    }

    private func followControl(_ session: ControlSession) {
        guard controls[session.number] != nil else { return }
        // Who gives steps and does not read the replies gives no more until he has.
        let interest: EventLoop.Interest =
            session.connection.isWaiting ? (session.role == .steps ? .writing : [.reading, .writing]) : .reading
        loop.change(session.connection.descriptor, to: interest)
    }

    private func dropControl(_ number: UInt64) {
        guard let session = controls.removeValue(forKey: number) else { return }
        loop.forget(session.connection.descriptor)
        followWatchers()
    }

    /// Replies are made into text where somebody reads them.
    private func followWatchers() {
        author.isWanted = output != nil || controls.values.contains { $0.role == .watches }
    }
}
