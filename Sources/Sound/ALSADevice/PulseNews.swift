import CPulse
import Synchronization

/// News that devices have come or gone, from PulseAudio or what stands in for it.
///
/// ALSA's plug-in for the server does not tell of devices that go, so the server is asked through the library behind it.
final class PulseNews: SinkNews {
    /// Shared with the library's thread.
    private final class Board: Sendable {
        let isSubscribed = Atomic(false)
        let hasEnded = Atomic(false)
        let signal: Signal

        init?() {
            guard let signal = try? Signal() else { return nil }
            self.signal = signal
        }

        deinit { signal.close() }
    }

    private static let library: cpulse? = {
        var library = cpulse()
        return cpulse_load(&library) != 0 ? library : nil
    }()

    /// The longest wait for a server to accept the connection.
    private static let patienceInMilliseconds = 5000

    private let library: cpulse
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let board: Board

    var descriptor: CInt { board.signal.descriptor }

    /// Subscribes; nil where no server lets us, or there is no such library. Starts no server.
    init?() {
        guard let library = Self.library, let board = Board(), let loop = library.pa_threaded_mainloop_new() else {
            return nil
        }
        guard let context = library.pa_context_new(library.pa_threaded_mainloop_get_api(loop), "audiosession") else {
            library.pa_threaded_mainloop_free(loop)
            return nil
        }
        (self.library, self.loop, self.context, self.board) = (library, loop, context, board)
        let own = Unmanaged.passUnretained(board).toOpaque()
        library.pa_context_set_state_callback(context, { PulseNews.followState($0, $1) }, own)
        library.pa_context_set_subscribe_callback(
            context,
            { _, event, _, own in
                // A changed volume, or a device that the server suspends, does not matter here.
                guard event & CInt(CPULSE_EVENT_TYPES) != CInt(CPULSE_EVENT_CHANGE) else { return }
                PulseNews.board(own)?.signal.raise()
            }, own)
        guard library.pa_context_connect(context, nil, CInt(CPULSE_CONTEXT_NOAUTOSPAWN), nil) >= 0,
            library.pa_threaded_mainloop_start(loop) >= 0,
            board.signal.wait(milliseconds: Self.patienceInMilliseconds),
            board.isSubscribed.load(ordering: .acquiring)
        else { return nil }
    }

    deinit {
        // Once its thread has stopped, no other code uses any of this.
        library.pa_threaded_mainloop_stop(loop)
        library.pa_context_disconnect(context)
        library.pa_context_unref(context)
        library.pa_threaded_mainloop_free(loop)
    }

    func take() -> Bool {
        board.signal.lower()
        return !board.hasEnded.load(ordering: .acquiring)
    }

    private static func board(_ own: UnsafeMutableRawPointer?) -> Board? {
        own.map { Unmanaged<Board>.fromOpaque($0).takeUnretainedValue() }
    }

    /// On the library's thread.
    private static func followState(_ context: OpaquePointer?, _ own: UnsafeMutableRawPointer?) {
        guard let library, let board = board(own) else { return }
        switch library.pa_context_get_state(context) {
        case CInt(CPULSE_CONTEXT_READY):
            let facilities = CPULSE_SUBSCRIPTION_SINKS | CPULSE_SUBSCRIPTION_SOURCES
            let subscription = library.pa_context_subscribe(
                context, CInt(facilities),
                { _, success, own in
                    guard let board = PulseNews.board(own) else { return }
                    board.isSubscribed.store(success != 0, ordering: .releasing)
                    board.signal.raise()
                }, own)
            if let subscription { library.pa_operation_unref(subscription) }
        case CInt(CPULSE_CONTEXT_FAILED), CInt(CPULSE_CONTEXT_TERMINATED):
            board.hasEnded.store(true, ordering: .releasing)
            board.signal.raise()
        default: break
        }
    }
}
