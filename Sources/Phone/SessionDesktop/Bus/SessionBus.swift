import CSDBus
import Glibc
package import SessionWire
package import SystemSupport

/// A received message: a signal or a method call.
package struct ReceivedMessage {
    /// The unique name of the sender, guaranteed by the bus.
    package let sender: String
    /// The path of the object that sent the message or is called.
    package let path: String
    package let interface: String
    package let member: String
    package let body: [BusValue]
}

/// A nonblocking connection to the session bus. Messages that cannot be written immediately are queued, and answers are
/// delivered to closures; an idle bus causes no wakeups. Used only on the loop's thread, where all closures are called.
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
    /// Fires if the bus has not accepted the connection; the library would wait longer.
    private let patience: LoopTimer
    private var isOpen = true
    /// Whether the library is running: it calls closures, and must not be freed before it returns.
    private var isProcessing = false
    private var isFreed = false
    /// The errno with which the connection ends in the next round of the loop, or nil.
    private var fault: CInt?
    private var names: [String: UInt64] = [:]
    private var lastNumber: UInt64 = 0
    private var receivers: [UInt64: Receiver] = [:]
    /// Called once when the bus has closed the connection, with an errno.
    package var whenGone: (CInt) -> Void = { _ in }

    /// Starts connecting; messages sent meanwhile are queued.
    /// - Parameters:
    ///   - address: The address in D-Bus syntax, or nil for the login bus.
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

    /// Closes the connection. Unsent messages are lost, and no closure is called any more. May be called from one of
    /// the connection's own closures.
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

    /// The number of messages handled in one round of the loop, so that a peer that floods the bus delays no program.
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

    /// Ends the connection in the next round of the loop, since the caller may be one of its own closures or its
    /// owner's initializer.
    private func endSoon(_ number: CInt) {
        guard isOpen, fault == nil else { return }
        fault = number
        timer.set(at: EventLoop.now)
    }

    /// Registers the events and the deadline that the connection waits for. An expired deadline, and messages that were
    /// read but not handled, are due in the next round.
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

    /// Calls a method of a peer without blocking.
    /// - Parameters:
    ///   - method: The interface and the method, separated by a dot.
    ///   - answer: Called with the answer or the peer's error; with a time-out error after two seconds.
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

    /// A desktop player answers within milliseconds; a stopped one never does.
    private static let patienceInMicroseconds: UInt64 = 2_000_000

    /// Emits a signal.
    /// - Parameter signal: The interface and the signal, separated by a dot.
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

    /// Calls a method of the bus itself. If the bus does not answer, it counts as lost: `whenGone` is called instead of
    /// `answer`.
    /// - Parameters:
    ///   - method: The method, without its interface.
    ///   - answer: Called with the answer or the bus's error.
    package func ask(
        _ method: String, _ body: [BusValue] = [], answer: @escaping (Result<[BusValue], BusFailure>) -> Void
    ) {
        call(Self.daemon.name, Self.daemon.path, "org.freedesktop.DBus.\(method)", body) { [weak self] result in
            guard case .failure(let failure) = result, failure.isSilence else { return answer(result) }
            self?.endSoon(failure.isOfEnd ? ECONNRESET : ETIMEDOUT)
        }
    }

    package enum NameAnswer: Hashable, Sendable {
        case isOurs
        /// Another connection owns the name; this one is next in the queue.
        case isAnothers
        /// The bus returned an error, so the owner is unknown.
        case isUnknown(BusFailure)
    }

    /// Requests a name, and queues for it if another connection owns it.
    /// - Parameter answer: Called with the answer, and again with `isOurs` when the name becomes available.
    package func request(_ name: String, answer: @escaping (NameAnswer) -> Void) {
        var isOurs = false
        func acquire() {
            if !isOurs { answer(.isOurs) }
            isOurs = true
        }
        if let watch = names[name] { stopListening(watch) }
        // The bus sends it only to this connection.
        let acquired = "type='signal',sender='org.freedesktop.DBus',member='NameAcquired',arg0='\(name)'"
        names[name] = listen(to: acquired) { _ in acquire() }
        ask("RequestName", [.text(name), .unsigned(0)]) {
            switch $0 {
            case .success([.unsigned(1)]), .success([.unsigned(4)]): acquire()
            case .success([.unsigned(2)]): if !isOurs { answer(.isAnothers) }
            case .success:
                answer(
                    .isUnknown(BusFailure(name: "org.freedesktop.DBus.Error.InvalidArgs", message: "no such answer")))
            case .failure(let failure): answer(.isUnknown(failure))
            }
        }
    }

    package func release(_ name: String) {
        if let watch = names.removeValue(forKey: name) { stopListening(watch) }
        ask("ReleaseName", [.text(name)]) { _ in }
    }

    /// The bus itself as a peer.
    package static let daemon = (name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")

    /// The match rule for connections that appear and disappear; append an argument.
    package static let ownerChanges =
        "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged'"

    // MARK: Receiving

    /// Subscribes to signals.
    /// - Returns: The number to pass to `stopListening`.
    @discardableResult
    package func listen(to rule: String, _ body: @escaping (ReceivedMessage) -> Void) -> UInt64 {
        let number = nextNumber()
        guard isOpen else { return number }
        let receiver = Receiver(self) { [unowned self] in body(self.message($0)) }
        receivers[number] = receiver
        // If the bus refused the rule, the library would close the connection unless the callback tells it to continue.
        _ = library.sd_bus_add_match_async(
            bus, &receiver.slot, rule, Self.deliver, { _, _, _ in 0 }, receiver.pointer)
        follow()
        return number
    }

    /// Ends a subscription.
    package func stopListening(_ number: UInt64) {
        forget(number)
        follow()
    }

    /// Exports an object.
    /// - Parameter body: Handles a call; throws the error that the caller receives.
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

    /// Delivers a message to its receiver, and keeps the receiver alive meanwhile. Other receivers of the message get
    /// it, too.
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
