import CLinux
import Glibc
import SessionPhone
import SessionPolicy

/// The host's end of a program's connection: validates each message and performs it.
final class ProgramSession {
    private enum ConversationState {
        case greeting
        case seated(SeatID, ProcessID)
        case over
    }

    let number: UInt64
    let connection: PacketConnection
    let process: pid_t
    private(set) var messageCount = 0
    /// The pidfd of the connecting process, readable once it has ended. Negative on kernels without pidfds; then the
    /// process gets no signal, because its number may have been reused.
    let processDescriptor: CInt
    /// The error number if there is no descriptor, otherwise 0.
    let processFault: CInt
    private let arbiter: Arbiter
    private let outgoing: OutgoingMessages
    private let launch: LaunchOptions
    private var state = ConversationState.greeting
    /// The app's name on the device and how the program has joined, or nil before.
    private var joining: (app: String, way: JoinedProgram.Way)?
    private var notifiesAtEnd = false

    /// Takes over a connection.
    /// - Parameter descriptor: The pidfd, which the session closes.
    init(
        number: UInt64, process: pid_t, _ descriptor: CInt, fault: CInt, connection: PacketConnection,
        arbiter: Arbiter, outgoing: OutgoingMessages, launch: LaunchOptions
    ) {
        (self.number, self.process, self.connection) = (number, process, connection)
        (processDescriptor, processFault) = (descriptor, fault)
        (self.arbiter, self.outgoing, self.launch) = (arbiter, outgoing, launch)
    }

    deinit { if processDescriptor >= 0 { close(processDescriptor) } }

    /// Reads one message. For further ones the loop returns after serving other connections, so that a flood blocks no
    /// one.
    /// - Parameters:
    ///   - buffer: Space for the longest message.
    ///   - deliver: Called after the message, to send its effects.
    /// - Returns: Whether the conversation continues.
    func read(_ buffer: UnsafeMutableRawBufferPointer, deliver: () -> Void) -> Bool {
        switch connection.receive(into: buffer) {
        case .nothing: return true
        case .ended: return false
        case .tooLong(let count):
            return end(.malformed, "A message has \(count) bytes; it may have \(WireFormat.messageLimit).")
        case .bytes(let count):
            guard handle(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return false }
            deliver()
            return true
        }
    }

    private func handle(_ bytes: UnsafeRawBufferPointer) -> Bool {
        messageCount += 1
        do throws(WireFault) {
            let (message, number) = try ProgramMessage.read(bytes)
            switch (state, message) {
            case (.greeting, .hello(let hello)): return greet(hello, number)
            case (.seated(let seat, _), .call(let call, let explains)):
                let outcome = arbiter.perform(call, of: seat, explains: explains)
                return connection.send(HostMessage.outcome(outcome).bytes(number: number))
            case (.seated(let seat, _), .facts):
                guard let facts = arbiter.facts(of: seat) else { return false }
                return connection.send(HostMessage.facts(facts).bytes(number: number))
            case (.seated, .fact(.handles(let notice))):
                outgoing.tell(.handles(program: self.number, notice: notice))
                return true
            case (.seated(let seat, _), .fact(let fact)):
                arbiter.report(fact, of: seat)
                return true
            case (.seated(let seat, _), .bye):
                giveLeave(seat)
                _ = arbiter.perform(.quit, of: seat)
                return false
            case (.greeting, _): return end(.outOfOrder, "The first message must be a greeting, hello.")
            case (.seated, .hello): return end(.outOfOrder, "The greeting came a second time.")
            case (.over, _): return false
            }
        } catch {
            return end(.malformed, "A message cannot be read: \(error).")
        }
    }

    private func greet(_ hello: ProgramMessage.Hello, _ number: UInt32) -> Bool {
        let ours = WireFormat.versions
        guard hello.versions.overlaps(ours) else {
            return end(
                .version,
                "The program speaks versions \(hello.versions.lowerBound) to \(hello.versions.upperBound) of the wire, the "
                    + "host \(ours.lowerBound) to \(ours.upperBound). Bring the older one up to date.", number)
        }
        guard Self.isName(hello.app) else {
            return end(
                .badName,
                "An app's name has 1 to \(Self.nameLimit) bytes, and neither a slash nor a control character. Name it "
                    + "with AUDIOSESSION_APP.", number)
        }
        let mailbox = ProgramMailbox(program: self.number, outgoing: outgoing)
        let process = arbiter.attach(scenes: mailbox, isHome: false)
        var launch = launch
        let flags = hello.flags
        let isUnattended = !flags.isDisjoint(with: [.isUnattended, .isByPlugin])
        (launch.resumes, launch.wantsRecommendation) = (isUnattended, isUnattended)
        launch.startsInBackground = flags.contains(.isReturning) && !flags.contains(.wasInForeground)
        let (seat, welcome) = arbiter.open(hello.app, launch: launch, in: process, notices: mailbox)
        state = .seated(seat, process)
        notifiesAtEnd = flags.contains(.notifiesAtEnd)
        outgoing.tell(.joined(program: self.number, app: welcome.app, byPlugin: flags.contains(.isByPlugin)))
        joining = (welcome.app, flags.contains(.isByPlugin) ? .byPlugin : notifiesAtEnd ? .underHold : .byItself)
        if flags.isSuperset(of: [.isReturning, .wasInterrupted]) { arbiter.endOldInterruption(of: seat) }
        let version = min(ours.upperBound, hello.versions.upperBound)
        return connection.send(HostMessage.welcome(welcome, version: version).bytes(number: number))
    }

    /// Leaves space for the number of a second app with the name.
    private static let nameLimit = WireFormat.nameLimit - 8

    static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= nameLimit else { return false }
        // Control characters and direction overrides are not allowed either.
        return !name.unicodeScalars.contains { $0 == "/" || !$0.isPrintable }
    }

    /// The program as shown to people, or nil if it has no app.
    var joined: JoinedProgram? {
        guard case .seated(let seat, _) = state, let (app, way) = joining, let session = arbiter.facts(of: seat)
        else { return nil }
        return JoinedProgram(app: app, way: way, session: session)
    }

    private func end(_ reason: FarewellReason, _ sentence: String, _ number: UInt32 = 0) -> Bool {
        _ = connection.send(HostMessage.farewell(reason, sentence: sentence).bytes(number: number))
        return false
    }

    func dismiss() { _ = end(.hostEnds, "The host ends.") }

    /// The device has ended the app, and the process with it.
    func endProcess() {
        guard case .seated(let seat, _) = state else { return }
        arbiter.dismiss(seat)
        if processDescriptor >= 0 { _ = clinux_signal(processDescriptor, SIGTERM) }
    }

    /// Deactivates the session so that others may resume.
    private func giveLeave(_ seat: SeatID) {
        guard notifiesAtEnd else { return }
        notifiesAtEnd = false
        _ = arbiter.perform(.setActive(false, notifyOthers: true), of: seat)
    }

    func leave() {
        guard case .seated(let seat, let process) = state else { return }
        state = .over
        giveLeave(seat)
        arbiter.detach(process)
    }
}
