import CSDBus
import Glibc
package import SessionWire
package import SystemSupport

/// A message that has come: a signal, or a call of a method.
package struct ReceivedMessage {
    /// The unique name of the connection that has sent it, which the bus vouches for.
    package let sender: String
    /// The object that has sent it, or that is called.
    package let path: String
    package let interface: String
    package let member: String
    package let body: [BusValue]
}

/// A connection to the session bus, on a loop. Nothing here waits for a peer or for the bus: messages that cannot be
/// written immediately are kept, and answers are told to closures. An idle bus wakes nothing. All members are used on
/// the loop's thread, and closures are called there.
package final class SessionBus {
    /// The closure that libsystemd calls for a match, an object or an answer.
    private final class Receiver {
        unowned let bus: SessionBus
        let body: (OpaquePointer) -> Void
        var slot: OpaquePointer?

        init(_ bus: SessionBus, _ body: @escaping (OpaquePointer) -> Void) { (self.bus, self.body) = (bus, body) }

        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    }

    private let library: csdbus
    private let loop: EventLoop
    private let bus: OpaquePointer
    private let descriptor: CInt
    private let timer: LoopTimer
    /// Rings if the bus has not let the connection in, for which the library waits longer.
    private let patience: LoopTimer
    private var isOpen = true
    /// Whether the library is at work: it calls closures, and is freed only when it has returned.
    private var isProcessing = false
    private var isFreed = false
    /// The error for which the connection ends in the next round of the loop, or nil while it lasts.
    private var fault: CInt?
    /// The numbers under which the bus is listened to for names that were requested.
    private var names: [String: UInt64] = [:]
    private var lastNumber: UInt64 = 0
    private var receivers: [UInt64: Receiver] = [:]
    /// Called once when the bus has ended the connection, with the number of the error.
    package var whenGone: (CInt) -> Void = { _ in }

    /// Begins to connect; messages that are sent meanwhile are kept.
    /// - Parameters:
    ///   - address: The address of the bus, as D-Bus writes it, or nil for the bus of the login.
    package init(_ address: String? = nil, on loop: EventLoop) throws(BusError) {
        if let obstacle = SDBus.library.obstacle { throw .noLibrary(obstacle) }
        (library, self.loop) = (SDBus.library.functions, loop)
        var opened: OpaquePointer?
        let result = library.connect(address, &opened)
        guard result >= 0, let opened else {
            _ = library.sd_bus_close_unref(opened)
            throw .noBus(address: address, -result)
        }
        bus = opened
        descriptor = library.sd_bus_get_fd(opened)
        guard let timer = LoopTimer(on: loop), let patience = LoopTimer(on: loop) else {
            let number = errno
            _ = library.sd_bus_close_unref(opened)
            throw .system("cannot wait for the session bus", number)
        }
        (self.timer, self.patience) = (timer, patience)
        patience.whenRung = { [unowned self] in endSoon(ETIMEDOUT) }
        patience.set(at: EventLoop.now + Int64(Self.patienceInMicroseconds) * 1_000)
        timer.whenRung = { [unowned self] in self.proceed() }
        do {
            try loop.watch(descriptor) { [unowned self] _ in self.proceed() }
        } catch {
            close()
            throw .system("cannot watch the session bus", EMFILE)
        }
        follow()
    }

    deinit { close() }

    /// Ends the connection: what has not been written is lost, and no closure is called any more. It may be called by a
    /// closure of the connection's own.
    package func close() {
        if isOpen {
            isOpen = false
            loop.forget(descriptor)
            timer.close()
            patience.close()
        }
        if !isProcessing { free() }
    }

    private func free() {
        guard !isFreed else { return }
        isFreed = true
        for receiver in receivers.values { _ = library.sd_bus_slot_unref(receiver.slot) }
        receivers = [:]
        _ = library.sd_bus_close_unref(bus)
    }

    // MARK: Rounds

    /// The number of messages that are taken in one round of the loop: a peer that floods the bus keeps no program waiting.
    private static let mostMessages = 32

    private func proceed() {
        if let fault { return end(fault) }
        for _ in 0..<Self.mostMessages {
            guard isOpen else { return }
            isProcessing = true
            let result = library.sd_bus_process(bus, nil)
            isProcessing = false
            guard isOpen else { return free() }
            if library.sd_bus_is_ready(bus) > 0 { patience.set(at: nil) }
            if result == 0 { break }
            guard result > 0 else { return end(-result) }
        }
        if isOpen { follow() }
    }

    private func end(_ number: CInt) {
        guard isOpen else { return }
        close()
        whenGone(number)
    }

    /// Ends the connection in the next round of the loop, and not within a closure of its own or an initializer of its owner.
    private func endSoon(_ number: CInt) {
        guard isOpen, fault == nil else { return }
        fault = number
        timer.set(at: EventLoop.now)
    }

    /// Tells the loop which events and which moment the connection waits for. A time limit that is past, and messages that
    /// have been read and not been taken, come with the loop's next round.
    private func follow() {
        guard isOpen, fault == nil else { return }
        let events = library.sd_bus_get_events(bus)
        guard events >= 0 else { return endSoon(-events) }
        var interest: EventLoop.Interest = []
        if events & CInt(POLLIN) != 0 { interest.insert(.reading) }
        if events & CInt(POLLOUT) != 0 { interest.insert(.writing) }
        loop.change(descriptor, to: interest)
        var moment = UInt64.max
        guard library.sd_bus_get_timeout(bus, &moment) >= 0 else { return }
        timer.set(at: moment == .max ? nil : Int64(clamping: moment) &* 1_000)
    }

    // MARK: Sending

    /// Calls a method of a peer, and waits for nothing.
    /// - Parameters:
    ///   - peer: The peer's name on the bus.
    ///   - path: The path of its object.
    ///   - method: The interface and the method, with a dot between them.
    ///   - body: The arguments.
    ///   - answer: Gets the answer, or the peer's error; after two seconds without either an error of its own.
    package func call(
        _ peer: String, _ path: String, _ method: String, _ body: [BusValue] = [],
        answer: @escaping (Result<[BusValue], BusFailure>) -> Void = { _ in }
    ) {
        guard isOpen else { return }
        guard let message = library.call(peer, path, method, body, on: bus) else {
            return answer(.failure(BusFailure(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "")))
        }
        let number = nextNumber()
        let receiver = Receiver(self) { [unowned self] message in
            self.forget(number)
            answer(self.library.answer(in: message))
        }
        receivers[number] = receiver
        let result = library.sd_bus_call_async(
            bus, &receiver.slot, message, Self.deliver, receiver.pointer, Self.patienceInMicroseconds)
        _ = library.sd_bus_message_unref(message)
        if result < 0 {
            forget(number)
            answer(.failure(BusFailure(-result)))
        }
        follow()
    }

    /// A player of the desktop answers within milliseconds; one that has been stopped never does.
    private static let patienceInMicroseconds: UInt64 = 2_000_000

    /// Sends a signal to all that listen.
    /// - Parameters:
    ///   - path: The path of the object that sends it.
    ///   - signal: The interface and the signal, with a dot between them.
    ///   - body: The arguments.
    package func emit(_ path: String, _ signal: String, _ body: [BusValue]) {
        guard isOpen else { return }
        let (interface, member) = csdbus.split(signal)
        var message: OpaquePointer?
        let result = library.sd_bus_message_new_signal(bus, &message, path, interface, member)
        guard result >= 0, let message else { return }
        library.append(body, to: message)
        _ = library.sd_bus_send(bus, message, nil)
        _ = library.sd_bus_message_unref(message)
        follow()
    }

    /// Calls a method of the bus itself. A bus that does not answer, or has ended the connection, is lost: `whenGone`
    /// is called in place of `answer`.
    /// - Parameters:
    ///   - method: The method, without its interface.
    ///   - body: The arguments.
    ///   - answer: Called with the answer, or the error that the bus has given in its place.
    package func ask(
        _ method: String, _ body: [BusValue] = [], answer: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        call(Self.daemon.name, Self.daemon.path, "org.freedesktop.DBus.\(method)", body) { [weak self] result in
            guard case .failure(let failure) = result, failure.isSilence else { return answer(result) }
            self?.endSoon(failure.isOfEnd ? ECONNRESET : ETIMEDOUT)
        }
    }

    /// The answer of the bus to a request for a name.
    package enum NameAnswer: Hashable, Sendable {
        /// The name is this connection's.
        case isOurs
        /// Another connection owns the name; this one gets it next.
        case isAnothers
        /// The bus has given an error, so the owner of the name is unknown.
        case isUnknown(BusFailure)
    }

    /// Requests a name, and waits for it in the queue of the bus if another connection owns it.
    /// - Parameters:
    ///   - name: The well-known name.
    ///   - answer: Called with the answer, and again with `isOurs` when the owner gives the name back.
    package func request(_ name: String, answer: @escaping (NameAnswer) -> Void) {
        var isOurs = false
        func acquire() {
            if !isOurs { answer(.isOurs) }
            isOurs = true
        }
        if let watch = names[name] { stopListening(watch) }
        // The bus sends it to this connection only.
        let acquired = "type='signal',sender='org.freedesktop.DBus',member='NameAcquired',arg0='\(name)'"
        names[name] = listen(to: acquired) { _ in acquire() }
        ask("RequestName", [.text(name), .unsigned(0)]) {
            switch $0 {
            // The name is ours now, or was before.
            case .success([.unsigned(1)]), .success([.unsigned(4)]): acquire()
            // In the queue.
            case .success([.unsigned(2)]): if !isOurs { answer(.isAnothers) }
            case .success:
                answer(
                    .isUnknown(BusFailure(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "no such answer")))
            case .failure(let failure): answer(.isUnknown(failure))
            }
        }
    }

    /// Gives a name back to the bus.
    package func release(_ name: String) {
        if let watch = names.removeValue(forKey: name) { stopListening(watch) }
        ask("ReleaseName", [.text(name)]) { _ in }
    }

    /// The bus itself, as a peer.
    package static let daemon = (name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")

    /// The match rule for connections that come and go, to which an argument is to be added.
    package static let ownerChanges =
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged'"

    // MARK: Receiving

    /// Listens to signals.
    /// - Parameters:
    ///   - rule: The signals, as a match rule of D-Bus.
    ///   - body: Gets each of them.
    /// - Returns: The number by which `stopListening` ends it.
    @discardableResult
    package func listen(to rule: String, _ body: @escaping (ReceivedMessage) -> Void) -> UInt64 {
        let number = nextNumber()
        guard isOpen else { return number }
        let receiver = Receiver(self) { [unowned self] in body(self.message($0)) }
        receivers[number] = receiver
        // If the bus refuses the rule, the library would end the connection unless it is told to continue.
        _ = library.sd_bus_add_match_async(
            bus, &receiver.slot, rule, Self.deliver, { _, _, _ in 0 }, receiver.pointer)
        follow()
        return number
    }

    /// Ends what `listen` began.
    package func stopListening(_ number: UInt64) {
        forget(number)
        follow()
    }

    /// Serves an object.
    /// - Parameters:
    ///   - path: The object's path.
    ///   - body: Answers a call; throws the error that the caller gets.
    package func serve(_ path: String, _ body: @escaping (ReceivedMessage) throws(BusFailure) -> [BusValue]) {
        guard isOpen else { return }
        let receiver = Receiver(self) { [unowned self] call in self.answer(call, body) }
        receivers[nextNumber()] = receiver
        _ = library.sd_bus_add_object(bus, &receiver.slot, path, Self.deliverCall, receiver.pointer)
    }

    private func answer(_ call: OpaquePointer, _ body: (ReceivedMessage) throws(BusFailure) -> [BusValue]) {
        var reply: OpaquePointer?
        do throws(BusFailure) {
            let values = try body(message(call))
            guard isOpen, library.sd_bus_message_new_method_return(call, &reply) >= 0, let reply else { return }
            library.append(values, to: reply)
        } catch {
            guard isOpen else { return }
            error.name.withCString { name in
                error.message.withCString { message in
                    var error = csdbus_error(name: name, message: message, need_free: 0)
                    _ = library.sd_bus_message_new_method_error(call, &reply, &error)
                }
            }
        }
        guard let reply else { return }
        _ = library.sd_bus_send(bus, reply, nil)
        _ = library.sd_bus_message_unref(reply)
    }

    private func message(_ message: OpaquePointer) -> ReceivedMessage {
        func text(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
        return ReceivedMessage(
            sender: text(library.sd_bus_message_get_sender(message)),
            path: text(library.sd_bus_message_get_path(message)),
            interface: text(library.sd_bus_message_get_interface(message)),
            member: text(library.sd_bus_message_get_member(message)), body: library.body(of: message))
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func forget(_ number: UInt64) {
        guard let receiver = receivers.removeValue(forKey: number) else { return }
        _ = library.sd_bus_slot_unref(receiver.slot)
    }

    /// Hands a message to its receiver, which it keeps alive meanwhile. Other receivers of the message get it, too.
    private static let deliver: csdbus_handler = { message, data, _ in
        guard let message, let data else { return 0 }
        let receiver = Unmanaged<Receiver>.fromOpaque(data).takeUnretainedValue()
        guard receiver.bus.isOpen else { return 0 }
        withExtendedLifetime(receiver) { receiver.body(message) }
        return 0
    }

    private static let deliverCall: csdbus_handler = { message, data, error in
        _ = deliver(message, data, error)
        return 1
    }
}
