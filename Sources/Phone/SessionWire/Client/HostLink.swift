import CLinux
import Glibc
public import SessionPolicy
import Synchronization
import System

/// One app's connection to a host in another process.
///
/// The thread that waits for an outcome reads the socket itself, so that no second thread has to be woken for it. A
/// thread of the link's own reads the messages that come while no call waits. Where the host is gone, that thread looks
/// for a new one, and restores the app's state there.
public final class HostLink: AppLink {
    /// The state that is guarded by the lock for sending.
    private struct Sending {
        var number: UInt32 = 0
        /// Facts for which there was no room.
        var waiting: [[UInt8]] = []
    }

    /// The state that is guarded by the lock for reading.
    private struct Reading: ~Copyable {
        var socket: CInt
        var isOpen = true
        var answers: [UInt32: HostMessage] = [:]
        var assembly: SceneAssembly
        /// The last scene of the app.
        var scene: Scene?
        /// The version of the protocol that the host speaks with this app.
        var version: UInt16
        /// The number of scenes that have come from the host, and the number of its last notice.
        var come = DecisionMark(scene: 0, notice: 0)
        var farewell: (reason: FarewellReason, sentence: String)?
        /// The last scene of the app before its host was gone, while its state is restored on a new one.
        var lastScene: Scene?
        var isReturning = false
        let buffer: UnsafeMutableRawBufferPointer

        deinit { buffer.deallocate() }
    }

    private struct Standing {
        var welcome: AppWelcome
        var isClosed = false
        /// The socket; below zero while there is no host.
        var socket: CInt
        var shadow = AppShadow()
        var isInForeground = false
        var noticeCount: UInt64 = 0
    }

    /// The longest wait for an answer, in nanoseconds.
    static let patience = Length(seconds: WireSocket.patience).nanoseconds

    /// The largest number of messages read in a row, so that a host that never stops sending stops nothing else.
    private static let mostInARow = 1_024

    private let place: SocketPlace
    private let notices: any NoticeReceiver
    private let scenes: any SceneReceiver
    /// The program for which the link speaks; nil where that is this one.
    private let program: HeldProgram?
    /// Whether the app's end gives the others leave to resume.
    private let notifiesAtEnd: Bool
    /// Whether the device resumes the app, because no person can.
    private let isUnattended: Bool
    private let process = getpid()
    private let sending = Mutex(Sending())
    private let reading: Mutex<Reading>
    /// The questions that have been asked and not answered, by their numbers.
    private let questions = Mutex<[UInt32: ProgramMessage]>([:])
    /// Wakes the link's own thread.
    private let watch: SocketWatch
    private let standing: Mutex<Standing>

    public var welcome: AppWelcome { standing.withLock { $0.welcome } }

    public var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }

    /// Opens an app on the host that the environment names.
    ///
    /// - Parameters:
    ///   - app: The name that the app asks for.
    ///   - notices: Gets the app's notices.
    ///   - scenes: Gets the app's scenes.
    /// - Returns: Nil where no place is given, and no host answers at the default one: the program is its own host.
    /// - Throws: `LinkError` naming the path where no host answers at the given one, or where the host takes no app.
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
    ///   - program: The program that the app is, where it is not this one: the link uses its connection, closes it, and
    ///     looks for no other host once the program has ended.
    ///   - notifiesAtEnd: Whether the app's end, of whatever kind, gives the others leave to resume.
    ///   - isUnattended: Whether the device resumes the app when an interruption ends with leave, because no person can.
    ///   - notices: Gets the app's notices.
    ///   - scenes: Gets the app's scenes.
    /// - Throws: `WireError`, naming the path where no host answers.
    public init(
        _ place: SocketPlace, app: String, of program: HeldProgram? = nil, notifiesAtEnd: Bool = false,
        isUnattended: Bool = false, notices: any NoticeReceiver, scenes: any SceneReceiver
    ) throws(WireError) {
        (self.place, self.program, self.notices, self.scenes) = (place, program, notices, scenes)
        (self.notifiesAtEnd, self.isUnattended) = (notifiesAtEnd, isUnattended)
        let socket: CInt
        if let program { socket = program.socket } else { socket = try Self.connect(place) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WireFormat.messageLimit, alignment: 8)
        let (welcome, version): (AppWelcome, UInt16)
        do throws(WireError) {
            let hello = ProgramMessage.Hello(app: app, notifiesAtEnd: notifiesAtEnd, isUnattended: isUnattended)
            (welcome, version) = try Self.greet(socket, place, hello, buffer)
            watch = try SocketWatch(socket)
        } catch {
            Glibc.close(socket)
            buffer.deallocate()
            throw error
        }
        reading = Mutex(
            Reading(
                socket: socket, assembly: SceneAssembly(app: welcome.app, ramps: welcome.ramps), version: version,
                buffer: buffer))
        standing = Mutex(Standing(welcome: welcome, socket: socket))
        LinksAtExit.add(self)
        do throws(Shortage) {
            try OrdinaryThread.start { [self] in attend() }.detach()
        } catch {
            // No other code closes it.
            standing.withLock { ($0.isClosed, $0.socket) = (true, -1) }
            Glibc.close(socket)
            throw .system("cannot start a thread for the host's notices", error.errno)
        }
    }

    // MARK: Calls

    public func perform(_ call: AppCall, explains: Bool) throws(LinkError) -> CallOutcome {
        let answer: HostMessage
        do throws(LinkError) { answer = try ask(.call(call, explains: explains)) } catch {
            if let outcome = letGo(call) { return outcome }
            throw error
        }
        guard case .outcome(let outcome) = answer else { throw gone }
        // R-ACT-9 refuses, and since iOS 8 deactivates all the same: then nothing of the app runs any more.
        if outcome.refusal?.error == .isBusy,
            reading.withLock({ running(in: $0.scene).isEmpty && $0.scene?.input == nil })
        {
            standing.withLock { $0.shadow.take(call) }
        }
        return outcome
    }

    /// Halts sounds, or a recording, while there is no host: that needs no permission. The next host does not bring
    /// them back.
    ///
    /// - Returns: Nil for any other call, and where there is a host again.
    private func letGo(_ call: AppCall) -> CallOutcome? {
        let now = now
        return sending.withLock { _ in
            reading.withLock { reading in
                // A descriptor that is closed may be another file's by now.
                if reading.isOpen { readWhatIsThere(&reading) }
                guard !reading.isOpen, var scene = reading.scene else { return nil }
                switch call {
                case .pause(let sound), .stop(let sound): scene = scene.without(sound, at: now)
                case .record(false): (scene.at, scene.input, scene.started) = (now, nil, [])
                default: return nil
                }
                standing.withLock { $0.shadow.take(call) }
                reading.scene = scene
                scenes.take(scene)
                return CallOutcome(at: now)
            }
        }
    }

    public func facts() throws(LinkError) -> SessionFacts {
        guard case .facts(let facts) = try ask(.facts) else { throw gone }
        return facts
    }

    public func report(_ fact: ProcessFact) {
        standing.withLock { $0.shadow.take(fact) }
        _ = send(ProgramMessage.fact(fact).bytes(), waits: false)
    }

    public func close() {
        standing.withLock { standing in
            standing.isClosed = true
            // The link's thread sees the end, and closes it.
            if standing.socket >= 0 { shutdown(standing.socket, CInt(SHUT_RDWR)) }
        }
    }

    /// Says that the program ends of its own accord.
    func bye() {
        guard getpid() == process else { return }
        // Before closing: a link that has left does not come again because the host then hangs up.
        standing.withLock { $0.isClosed = true }
        _ = send(ProgramMessage.bye.bytes(), waits: false)
    }

    private func ask(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        return try watch.reading { () throws(LinkError) in try exchange(message) }
    }

    private func exchange(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        guard let number = sending.withLock({ ask(message, &$0) }) else { throw gone }
        let (found, isFollowed) = reading.withLock { reading -> (HostMessage?, Bool) in
            let found = answer(to: number, &reading)
            guard case .outcome(let outcome) = found else { return (found, true) }
            if let mark = outcome.mark { follow(until: mark, &reading) }
            return (found, outcome.mark != nil || reading.version > 1)
        }
        guard let answer = found else { throw gone }
        // A host of version 1 does not say what follows from a call: an answer to a later question comes after it.
        if !isFollowed, case .call(let call, _) = message, call.changesSounds { _ = try? exchange(.facts) }
        return answer
    }

    /// Reads until all that follows from a call has come from the host.
    private func follow(until mark: DecisionMark, _ reading: inout Reading) {
        let deadline = SteadyClock.now + Self.patience
        var late = 0
        while reading.isOpen, reading.come.scene < mark.scene || reading.come.notice < mark.notice,
            late < Self.mostInARow, read(&reading, waits: true)
        {
            if SteadyClock.now > deadline { late += 1 }
        }
        // It sends without end, but not the scenes and notices that the outcome announced.
        if late == Self.mostInARow { hangUp(&reading) }
    }

    /// Sends a question.
    ///
    /// - Returns: Its number; nil where there is no host.
    private func ask(_ message: ProgramMessage, _ sending: inout Sending) -> UInt32? {
        sending.number = sending.number == .max ? 1 : sending.number + 1
        let number = sending.number
        questions.withLock { $0[number] = message }
        if send(message.bytes(number: number), waits: true, &sending) { return number }
        questions.withLock { $0[number] = nil }
        return nil
    }

    /// Waits for the answer to a question; nil where the host is gone, or sends everything but the answer.
    private func answer(to number: UInt32, _ reading: inout Reading) -> HostMessage? {
        let deadline = SteadyClock.now + Self.patience
        // By messages and not by the clock alone: a process that was stopped finds an answer that came in time.
        var late = 0
        // A question that is not here any more has been answered, or has gone with the host that was asked.
        while reading.isOpen, questions.withLock({ $0[number] != nil }), late < Self.mostInARow,
            read(&reading, waits: true)
        {
            if SteadyClock.now > deadline { late += 1 }
        }
        questions.withLock { $0[number] = nil }
        if late == Self.mostInARow, reading.answers[number] == nil { hangUp(&reading) }
        return reading.answers.removeValue(forKey: number)
    }

    /// Ends the connection; the link's thread sees that, and looks for another host.
    private func hangUp(_ reading: inout Reading) {
        shutdown(reading.socket, CInt(SHUT_RDWR))
        reading.isOpen = false
    }

    private var gone: LinkError {
        if let farewell = reading.withLock({ $0.farewell }), !farewell.reason.letsReturn {
            return error(farewell.sentence)
        }
        return error("The host does not answer any more. Sounds go on at the levels they had until there is one again.")
    }

    private func error(_ sentence: String) -> LinkError { LinkError(place: place.path, sentence: sentence) }

    private func send(_ bytes: [UInt8], waits: Bool) -> Bool {
        sending.withLock { send(bytes, waits: waits, &$0) }
    }

    private func send(_ bytes: [UInt8], waits: Bool, _ sending: inout Sending) -> Bool {
        let socket = standing.withLock { $0.socket }
        guard socket >= 0 else { return false }
        let deadline = SteadyClock.now + Self.patience
        var put = Put.done
        while put == .done, let first = sending.waiting.first {
            put = SteadyClock.now < deadline ? Self.put(first, into: socket, waits: waits) : .full
            if put == .done { sending.waiting.removeFirst() }
        }
        if put == .done { put = Self.put(bytes, into: socket, waits: waits) }
        switch put {
        case .done: return true
        case .full where waits:
            // The host has taken nothing for as long as an answer is waited for.
            shutdown(socket, CInt(SHUT_RDWR))
            return false
        case .full:
            if sending.waiting.count < 4_096 { sending.waiting.append(bytes) }
            return true
        case .gone: return false
        }
    }

    // MARK: Messages from the host

    /// Reads one message.
    ///
    /// - Returns: Whether there was one; false also where the host is gone, which `isOpen` then says.
    private func read(_ reading: inout Reading, waits: Bool) -> Bool {
        while true {
            let count = recv(
                reading.socket, reading.buffer.baseAddress, reading.buffer.count,
                CInt(MSG_TRUNC) | (waits ? 0 : CInt(MSG_DONTWAIT)))
            if count > 0, count <= reading.buffer.count {
                do throws(WireFault) {
                    try take(UnsafeRawBufferPointer(rebasing: reading.buffer[..<count]), &reading)
                    return true
                } catch {
                    reading.farewell = (.malformed, WireError.malformed("\(error)").description)
                }
            } else if count < 0, errno == EINTR || errno == ECONNRESET {
                // The kernel first reports that the host left input unread, then gives what the host has sent.
                continue
            } else if count < 0, errno == EAGAIN, !waits {
                return false
            }
            // The host is gone, was stopped, or cannot be understood.
            hangUp(&reading)
            return false
        }
    }

    private func readWhatIsThere(_ reading: inout Reading) {
        for _ in 0..<Self.mostInARow where !read(&reading, waits: false) { return }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(WireFault) {
        guard let (message, number) = try HostMessage.read(bytes) else { return }
        switch message {
        case .welcome: throw WireFault("it welcomes a program that it knows")
        case .outcome, .facts:
            let question = questions.withLock { $0.removeValue(forKey: number) }
            guard let question, question.isAnswered(by: message) else {
                throw WireFault("it answers something that was not asked")
            }
            reading.answers[number] = message
            // Here and not in the caller: the next notice may say otherwise. What brings the app back is known already.
            if case (.call(let call, _), .outcome(let outcome)) = (question, message), outcome.isAccepted,
                !reading.isReturning
            {
                standing.withLock { $0.shadow.take(call) }
            }
        case .farewell(let reason, let sentence): reading.farewell = (reason, sentence)
        case .notice(let notice):
            reading.come = DecisionMark(scene: reading.come.scene, notice: notice.number)
            standing.withLock { $0.shadow.take(notice) }
            tell(notice.message, at: notice.at)
        case .scene:
            guard let scene = try reading.assembly.take(bytes) else { return }
            reading.scene = scene
            reading.come = DecisionMark(scene: reading.come.scene + 1, notice: reading.come.notice)
            if reading.isReturning { reading.lastScene = scene } else { scenes.take(scene) }
        case .standing(let isInForeground): standing.withLock { $0.isInForeground = isInForeground }
        }
    }

    /// Tells the app; a new host counts from one again, the app's notices go on.
    private func tell(_ message: AppNotice.Message, at moment: MachineTime) {
        let number = standing.withLock { standing in
            standing.noticeCount += 1
            return standing.noticeCount
        }
        notices.take(AppNotice(number: number, at: moment, message: message))
    }

    /// Reads the messages that come while no call waits for an outcome, until the app is closed.
    private func attend() {
        // When the app came back on the host that it is on.
        var returned: MachineTime?
        while true {
            watch.wait()
            let isOpen = reading.withLock { reading in
                readWhatIsThere(&reading)
                return reading.isOpen
            }
            if isOpen { continue }
            // A host that ends each conversation at once is not greeted again at once.
            let isHasty = returned.map { now.nanoseconds(since: $0) < Self.patience } ?? false
            guard recover(afterWaiting: isHasty) else { return }
            returned = now
        }
    }

    // MARK: Hosts that go and come

    /// Waits for another host after one has gone, and comes back on it.
    ///
    /// - Parameter waits: Whether to wait for news of the place, a second at most, before the first look.
    /// - Returns: Whether the app goes on; false once it is closed, or where no host will take it.
    private func recover(afterWaiting waits: Bool) -> Bool {
        // No thread sends meanwhile: the number of the closed descriptor may soon be another file's.
        let isClosed = sending.withLock { _ in
            watch.move(to: nil)
            return standing.withLock { standing in
                if standing.socket >= 0 { Glibc.close(standing.socket) }
                standing.socket = -1
                return standing.isClosed
            }
        }
        // Where the program has ended, so has its app: the host is not gone.
        if isClosed || program?.hasEnded == true { return false }
        tell(.deviceLost, at: now)
        guard reading.withLock({ $0.farewell?.reason.letsReturn ?? true }) else { return false }
        var arrivals = PlaceWatch(place)
        if waits { arrivals.wait() }
        while !(standing.withLock { $0.isClosed }) {
            if comeBack() { return true }
            arrivals.wait()
        }
        return false
    }

    private func comeBack() -> Bool {
        guard let socket = try? Self.connect(place) else { return false }
        // No call asks anything before the return is over.
        return sending.withLock { sending in
            reading.withLock { reading in
                let hello = standing.withLock { standing in
                    ProgramMessage.Hello(
                        app: standing.welcome.app, isReturning: true, wasInForeground: standing.isInForeground,
                        wasInterrupted: standing.shadow.isInterrupted, notifiesAtEnd: notifiesAtEnd,
                        isUnattended: isUnattended)
                }
                questions.withLock { $0 = [:] }
                guard let (welcome, version) = try? Self.greet(socket, place, hello, reading.buffer),
                    watch.move(to: socket)
                else {
                    Glibc.close(socket)
                    return false
                }
                (reading.socket, reading.isOpen, reading.answers, reading.farewell) = (socket, true, [:], nil)
                (reading.version, reading.come) = (version, DecisionMark(scene: 0, notice: 0))
                reading.assembly.move(to: welcome.app, ramps: welcome.ramps)
                let (sounds, captures) = (running(in: reading.scene), reading.scene?.input != nil)
                let calls = standing.withLock { standing in
                    (standing.welcome, standing.socket, standing.isInForeground) = (welcome, socket, false)
                    // The app may have been closed while the host was greeted; then this connection has to end, too.
                    if standing.isClosed { shutdown(socket, CInt(SHUT_RDWR)) }
                    return standing.isClosed ? [] : standing.shadow.restoration(sounds, captures: captures)
                }
                sending.waiting = []
                for fact in standing.withLock({ $0.shadow.facts }) {
                    _ = send(ProgramMessage.fact(fact).bytes(), waits: false, &sending)
                }
                restore(calls, &reading, &sending)
                tell(.deviceFound, at: self.now)
                return true
            }
        }
    }

    /// The sounds that run by a scene, with what is left of them.
    private func running(in scene: Scene?) -> [AppShadow.Sound] {
        guard let scene else { return [] }
        let now = now
        return zip(scene.names, scene.picture.sounds).compactMap { name, level in
            guard name.kind == .sound, let sound = name.sound, level.isRunning else { return nil }
            return (sound, scenes.remaining(of: name, at: now), level.gain)
        }
    }

    /// Makes the app what it was; its sounds do not begin anew.
    private func restore(_ calls: [AppCall], _ reading: inout Reading, _ sending: inout Sending) {
        reading.isReturning = true
        var messages = calls.map { ProgramMessage.call($0, explains: false) }
        // The last scene is sent behind the last outcome, and what answers this question behind the scene.
        if !calls.isEmpty { messages.append(.facts) }
        for message in messages {
            guard let number = ask(message, &sending), answer(to: number, &reading) != nil else { break }
        }
        reading.isReturning = false
        if var scene = reading.lastScene {
            scene.started = []
            scenes.take(scene)
            reading.lastScene = nil
        }
    }
}
