import CLinux
import Glibc
public import SessionCalls
import SessionPolicy
import Synchronization
import Threads

/// One app's way to a host in another process.
///
/// Whoever waits for an outcome reads the socket himself, so that no second thread has to be woken for it; a thread of the
/// link's own reads what comes while nobody waits. Where the host is gone, that thread looks for a new one, and makes the
/// app on it what it was.
public final class HostLink: AppLink {
    /// What is said under the lock of whoever sends.
    private struct Sending {
        var number: UInt32 = 0
        /// Facts for which there was no room.
        var waiting: [[UInt8]] = []
    }

    /// What is read under the lock of whoever reads.
    private struct Reading: ~Copyable {
        var socket: CInt
        var isOpen = true
        var answers: [UInt32: HostMessage] = [:]
        var assembly: SceneAssembly
        /// What is heard of the app.
        var scene: Scene?
        var farewell: (reason: FarewellReason, sentence: String)?
        /// While an app is made again what it was: what is shown of it last.
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

    private let place: SocketPlace
    private let notices: any NoticeReceiver
    private let scenes: any SceneReceiver
    private let process = getpid()
    private let sending = Mutex(Sending())
    private let reading: Mutex<Reading>
    /// By what the link's own thread waits.
    private let watch: SocketWatch
    private let standing: Mutex<Standing>

    public var welcome: AppWelcome { standing.withLock { $0.welcome } }

    public var now: MachineTime { MachineTime(nanoseconds: EventLoop.now) }

    /// Opens an app on the host that the environment names.
    ///
    /// - Parameters:
    ///   - app: What it is called; nil for what the environment says, else the program's file name.
    ///   - notices: Where its notices go.
    ///   - scenes: Where its scenes go.
    /// - Returns: Nil where no place is given, and nobody answers at the default one: then the program is its own host.
    /// - Throws: `LinkError` naming the path where nobody answers at the one that is given, or where the host takes no app.
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
    /// - Throws: `WireError`, naming the path where nobody answers.
    init(
        _ place: SocketPlace, app: String, notices: any NoticeReceiver, scenes: any SceneReceiver
    ) throws(WireError) {
        (self.place, self.notices, self.scenes) = (place, notices, scenes)
        let socket = try Self.connect(place)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: WireFormat.messageLimit, alignment: 8)
        let welcome: AppWelcome
        do throws(WireError) {
            welcome = try Self.greet(socket, place, ProgramMessage.Hello(app: app), buffer)
            watch = try SocketWatch(socket)
        } catch {
            Glibc.close(socket)
            buffer.deallocate()
            throw error
        }
        reading = Mutex(
            Reading(
                socket: socket, assembly: SceneAssembly(app: welcome.app, ramps: welcome.ramps), buffer: buffer))
        standing = Mutex(Standing(welcome: welcome, socket: socket))
        LinksAtExit.add(self)
        do throws(Shortage) {
            try OrdinaryThread.start { [self] in attend() }.detach()
        } catch {
            // Nobody else will close it.
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
        guard case .outcome(let outcome) = answer else {
            throw error("The host has answered something else. Start both anew.")
        }
        if outcome.isAccepted { standing.withLock { $0.shadow.take(call, at: outcome.at) } }
        return outcome
    }

    /// Halts sounds, or a recording, while there is no host: nobody's leave is needed for that. The next host does not
    /// bring them back.
    ///
    /// - Returns: Nil for any other call, and where there is a host again.
    private func letGo(_ call: AppCall) -> CallOutcome? {
        guard getpid() == process else { return nil }
        let now = now
        return sending.withLock { _ in
            reading.withLock { reading in
                while read(&reading, waits: false) {}
                guard !reading.isOpen, var scene = reading.scene else { return nil }
                switch call {
                case .pause(let sound), .stop(let sound): scene = scene.without(sound, at: now)
                case .record(false): (scene.at, scene.input, scene.started) = (now, nil, [])
                default: return nil
                }
                standing.withLock { $0.shadow.take(call, at: now) }
                reading.scene = scene
                scenes.take(scene)
                return CallOutcome(at: now)
            }
        }
    }

    public func facts() throws(LinkError) -> SessionFacts {
        guard case .facts(let facts) = try ask(.facts) else {
            throw error("The host has answered something else. Start both anew.")
        }
        return facts
    }

    public func report(_ fact: ProcessFact) {
        let now = now
        standing.withLock { $0.shadow.take(fact, at: now) }
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
        // Before that: who has left does not come again because the host then hangs up.
        standing.withLock { $0.isClosed = true }
        _ = send(ProgramMessage.bye.bytes(), waits: false)
    }

    private func ask(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        guard getpid() == process else {
            throw error("The connection belongs to the process that this one was forked from. Open an app of its own.")
        }
        return try watch.reading { () throws(LinkError) in try exchange(message) }
    }

    private func exchange(_ message: ProgramMessage) throws(LinkError) -> HostMessage {
        guard
            let number = sending.withLock({ sending -> UInt32? in
                sending.number = sending.number == .max ? 1 : sending.number + 1
                let number = sending.number
                return send(message.bytes(number: number), waits: true, &sending) ? number : nil
            })
        else { throw gone }
        let answer = reading.withLock { reading -> HostMessage? in
            while reading.isOpen {
                if let answer = reading.answers.removeValue(forKey: number) { return answer }
                if !read(&reading, waits: true) { return nil }
            }
            return reading.answers.removeValue(forKey: number)
        }
        guard let answer else { throw gone }
        return answer
    }

    private var gone: LinkError {
        error("The host does not answer any more. Sounds go on at the levels they had until there is one again.")
    }

    private func error(_ sentence: String) -> LinkError { LinkError(place: place.path, sentence: sentence) }

    private func send(_ bytes: [UInt8], waits: Bool) -> Bool {
        sending.withLock { send(bytes, waits: waits, &$0) }
    }

    private func send(_ bytes: [UInt8], waits: Bool, _ sending: inout Sending) -> Bool {
        let socket = standing.withLock { $0.socket }
        guard socket >= 0 else { return false }
        while let first = sending.waiting.first {
            guard Self.put(first, into: socket, waits: waits) == .done else { break }
            sending.waiting.removeFirst()
        }
        guard sending.waiting.isEmpty else {
            // A host that takes nothing for so long has given us up, or is stopped.
            if !waits, sending.waiting.count < 4_096 { sending.waiting.append(bytes) }
            return !waits
        }
        switch Self.put(bytes, into: socket, waits: waits) {
        case .done: return true
        case .full:
            // Whoever waits has waited long enough: the host takes nothing any more.
            if waits { shutdown(socket, CInt(SHUT_RDWR)) } else { sending.waiting.append(bytes) }
            return !waits
        case .gone: return false
        }
    }

    private enum Put { case done, full, gone }

    private static func put(_ bytes: [UInt8], into socket: CInt, waits: Bool) -> Put {
        while true {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | (waits ? 0 : CInt(MSG_DONTWAIT)))
            }
            if count >= 0 { return .done }
            if errno == EAGAIN || errno == ENOBUFS { return .full }
            if errno != EINTR { return .gone }
        }
    }

    // MARK: What the host sends

    /// Reads one message.
    ///
    /// - Returns: Whether there was one; false also where the host is gone, which `isOpen` then says.
    private func read(_ reading: inout Reading, waits: Bool) -> Bool {
        // A host that is awake has decided long before.
        let bedtime = waits ? SteadyClock.now + Processors.watchfulness : 0
        while true {
            let sleeps = waits && SteadyClock.now >= bedtime
            let count = recv(
                reading.socket, reading.buffer.baseAddress, reading.buffer.count,
                CInt(MSG_TRUNC) | (sleeps ? 0 : CInt(MSG_DONTWAIT)))
            if count > 0, count <= reading.buffer.count {
                do throws(WireFault) {
                    try take(UnsafeRawBufferPointer(rebasing: reading.buffer[..<count]), &reading)
                    return true
                } catch {
                    reading.farewell = (.malformed, "\(error)")
                }
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                if !waits { return false }
                if !sleeps { continue }
                // It was stopped, or does nothing any more; the link's thread sees the end and looks for another.
                shutdown(reading.socket, CInt(SHUT_RDWR))
            }
            reading.isOpen = false
            return false
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ reading: inout Reading) throws(WireFault) {
        guard let (message, number) = try HostMessage.read(bytes) else { return }
        switch message {
        case .outcome, .facts, .welcome: reading.answers[number] = message
        case .farewell(let reason, let sentence): reading.farewell = (reason, sentence)
        case .notice(let notice):
            standing.withLock { $0.shadow.take(notice) }
            tell(notice.message, at: notice.at)
        case .scene:
            guard let scene = try reading.assembly.take(bytes) else { return }
            reading.scene = scene
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

    /// Reads what comes while nobody waits for an outcome, until the app is closed.
    private func attend() {
        while true {
            watch.wait()
            let isOpen = reading.withLock { reading in
                while read(&reading, waits: false) {}
                return reading.isOpen
            }
            if !isOpen, !recover() { return }
        }
    }

    // MARK: Hosts that go and come

    /// After the host has gone: waits for another, and comes back on it.
    ///
    /// - Returns: Whether the app goes on; false once it is closed, or where no host will take it.
    private func recover() -> Bool {
        // Nobody sends meanwhile: the number of what is closed may soon be somebody else's.
        let isClosed = sending.withLock { _ in
            watch.move(to: nil)
            return standing.withLock { standing in
                if standing.socket >= 0 { Glibc.close(standing.socket) }
                standing.socket = -1
                return standing.isClosed
            }
        }
        if isClosed { return false }
        tell(.deviceLost, at: now)
        let isWorthIt = reading.withLock { reading in
            switch reading.farewell?.reason {
            case nil, .hostEnds, .doesNotRead, .full: true
            default: false
            }
        }
        guard isWorthIt else { return false }
        var arrivals = PlaceWatch(place)
        while !(standing.withLock { $0.isClosed }) {
            if comeBack() { return true }
            arrivals.wait()
        }
        return false
    }

    private func comeBack() -> Bool {
        guard let socket = try? Self.connect(place) else { return false }
        // Nobody asks anything before it is over.
        return sending.withLock { sending in
            reading.withLock { reading in
                let hello = standing.withLock { standing in
                    ProgramMessage.Hello(
                        app: standing.welcome.app, isReturning: true, wasInForeground: standing.isInForeground,
                        wasInterrupted: standing.shadow.isInterrupted)
                }
                guard let welcome = try? Self.greet(socket, place, hello, reading.buffer), watch.move(to: socket)
                else {
                    Glibc.close(socket)
                    return false
                }
                (reading.socket, reading.isOpen, reading.answers, reading.farewell) = (socket, true, [:], nil)
                reading.assembly.move(to: welcome.app, ramps: welcome.ramps)
                let now = now
                let calls = standing.withLock { standing in
                    (standing.welcome, standing.socket, standing.isInForeground) = (welcome, socket, false)
                    return standing.shadow.restoration(at: now)
                }
                sending.waiting = []
                restore(calls, &reading, &sending)
                tell(.deviceFound, at: self.now)
                return true
            }
        }
    }

    /// Makes the app what it was; its sounds do not begin anew.
    private func restore(_ calls: [AppCall], _ reading: inout Reading, _ sending: inout Sending) {
        reading.isReturning = true
        for call in calls where reading.isOpen {
            sending.number = sending.number == .max ? 1 : sending.number + 1
            let number = sending.number
            guard send(ProgramMessage.call(call, explains: false).bytes(number: number), waits: true, &sending) else {
                break
            }
            while reading.isOpen, reading.answers.removeValue(forKey: number) == nil {
                if !read(&reading, waits: true) { break }
            }
        }
        // The last scene is sent behind the last outcome, and what answers this question behind the scene.
        sending.number = sending.number == .max ? 1 : sending.number + 1
        let number = sending.number
        if !calls.isEmpty, send(ProgramMessage.facts.bytes(number: number), waits: true, &sending) {
            while reading.isOpen, reading.answers.removeValue(forKey: number) == nil {
                if !read(&reading, waits: true) { break }
            }
        }
        reading.isReturning = false
        if var scene = reading.lastScene {
            scene.started = []
            scenes.take(scene)
            reading.lastScene = nil
        }
    }

    private static func connect(_ place: SocketPlace) throws(WireError) -> CInt {
        try WireSocket.connect(place.path, named: place.path, clinux_packet_socket, patience: WireSocket.patience)
    }

    /// Greets a host, and waits for its welcome.
    private static func greet(
        _ socket: CInt, _ place: SocketPlace, _ hello: ProgramMessage.Hello, _ buffer: UnsafeMutableRawBufferPointer
    ) throws(WireError) -> AppWelcome {
        guard put(ProgramMessage.hello(hello).bytes(number: 1), into: socket, waits: true) == .done else {
            throw .refused("it does not listen")
        }
        while true {
            let count = recv(socket, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { throw .noHost(place.path, errno: ETIMEDOUT) }
            guard count > 0 else { throw .refused("it has ended before it answered") }
            let answer: HostMessage?
            do throws(WireFault) {
                answer = try HostMessage.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))?.message
            } catch {
                throw .malformed("\(error)")
            }
            switch answer {
            case .welcome(let welcome, _): return welcome
            case .farewell(_, let sentence): throw .refused(sentence)
            default: continue
            }
        }
    }
}
