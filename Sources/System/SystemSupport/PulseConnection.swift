package import CPulse
import Glibc

/// A connection to PulseAudio, or to what stands in for it, such as PipeWire, on a thread of libpulse's. `connect`,
/// `disconnect`, `run`, `locked` and `close` are for one thread at a time, and not for libpulse's.
package final class PulseConnection {
    /// An event of the connection, reported on libpulse's thread.
    package enum PulseEvent: Sendable {
        /// The server has answered the subscription: whether it reports changes from now on.
        case subscribed(Bool)
        /// An object of the server was created, changed or removed: libpulse's event code and the object's number.
        case changed(CInt, UInt32)
        /// The connection has ended or failed.
        case lost
    }

    /// The state that libpulse's thread uses.
    private final class PulseReceiver {
        let library: cpulse
        let facilities: CInt
        let receive: @Sendable (PulseEvent) -> Void

        init(_ library: cpulse, _ facilities: CInt, _ receive: @escaping @Sendable (PulseEvent) -> Void) {
            (self.library, self.facilities, self.receive) = (library, facilities, receive)
        }

        static func at(_ data: UnsafeMutableRawPointer?) -> PulseReceiver? {
            data.map { Unmanaged<PulseReceiver>.fromOpaque($0).takeUnretainedValue() }
        }

        func follow(_ context: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
            switch library.pa_context_get_state(context) {
            case CInt(CPULSE_CONTEXT_READY):
                let subscription = library.pa_context_subscribe(
                    context, facilities, { PulseReceiver.at($2)?.receive(.subscribed($1 != 0)) }, data)
                if let subscription { library.pa_operation_unref(subscription) }
            case CInt(CPULSE_CONTEXT_FAILED), CInt(CPULSE_CONTEXT_TERMINATED): receive(.lost)
            default: break
            }
        }
    }

    /// The functions of libpulse, or nil if it is not installed.
    package static let library: cpulse? = {
        var library = cpulse()
        return cpulse_load(&library) == nil ? library : nil
    }()

    private let receiver: PulseReceiver
    private let loop: OpaquePointer
    private var context: OpaquePointer?
    private var isOpen = true
    private var library: cpulse { receiver.library }

    /// Starts libpulse's thread without connecting.
    /// - Parameters:
    ///   - facilities: The objects to report changes of, in libpulse's numbers.
    ///   - receive: Called with each event, on libpulse's thread.
    /// - Returns: Nil if libpulse is not installed, or has no thread.
    package init?(to facilities: Int, _ receive: @escaping @Sendable (PulseEvent) -> Void) {
        guard let library = Self.library, let loop = library.pa_threaded_mainloop_new() else { return nil }
        receiver = PulseReceiver(library, CInt(facilities), receive)
        self.loop = loop
        guard OrdinaryThread.withoutSignals({ library.pa_threaded_mainloop_start(loop) }) >= 0 else {
            library.pa_threaded_mainloop_free(loop)
            isOpen = false
            return nil
        }
    }

    deinit { close() }

    /// Starts connecting unless connected, without starting a server. A failure is reported like the end of a
    /// connection.
    package func connect() {
        guard isOpen, context == nil else { return }
        library.pa_threaded_mainloop_lock(loop)
        defer { library.pa_threaded_mainloop_unlock(loop) }
        guard let new = library.pa_context_new(library.pa_threaded_mainloop_get_api(loop), "audiosession") else {
            return
        }
        context = new
        let data = Unmanaged.passUnretained(receiver).toOpaque()
        library.pa_context_set_state_callback(new, { PulseReceiver.at($1)?.follow($0, $1) }, data)
        library.pa_context_set_subscribe_callback(new, { PulseReceiver.at($3)?.receive(.changed($1, $2)) }, data)
        if library.pa_context_connect(new, nil, CInt(CPULSE_CONTEXT_NOAUTOSPAWN), nil) < 0 { receiver.receive(.lost) }
    }

    /// Ends the connection. No event is reported until the next one.
    /// - Parameter ending: Ends objects that depend on the connection, with libpulse's thread locked.
    package func disconnect(_ ending: () -> Void = {}) {
        guard let context else { return }
        library.pa_threaded_mainloop_lock(loop)
        library.pa_context_set_state_callback(context, nil, nil)
        library.pa_context_set_subscribe_callback(context, nil, nil)
        ending()
        library.pa_context_disconnect(context)
        library.pa_context_unref(context)
        library.pa_threaded_mainloop_unlock(loop)
        self.context = nil
    }

    /// Starts an operation without waiting for it. Has no effect without a connection.
    /// - Parameter begin: Starts the operation with the connection's context.
    package func run(_ begin: (OpaquePointer) -> OpaquePointer?) {
        locked { context in
            if let operation = context.flatMap(begin) { library.pa_operation_unref(operation) }
        }
    }

    /// Runs a closure with libpulse's thread locked.
    /// - Parameter body: Receives the connection's context, or nil if not connected.
    package func locked<Value>(_ body: (OpaquePointer?) -> Value) -> Value {
        guard isOpen else { return body(nil) }
        library.pa_threaded_mainloop_lock(loop)
        defer { library.pa_threaded_mainloop_unlock(loop) }
        return body(context)
    }

    /// Ends the connection and libpulse's thread.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        disconnect()
        library.pa_threaded_mainloop_stop(loop)
        library.pa_threaded_mainloop_free(loop)
    }
}
