import Glibc
import SessionWire

/// When a client of a server connects again: as soon as the server's socket appears, and some pauses after failed
/// attempts, because a socket appears before its server listens on it. Used only on the loop's thread.
final class Reconnection {
    private let socket: String?
    private let pauses: [Int64]
    private let timer: LoopTimer
    private let place: FolderWatch
    /// The number of attempts since the server answered or its socket appeared.
    private var attempts = 0
    /// Whether another attempt follows without a new socket.
    private(set) var isAttemptSet = false
    /// Called to connect.
    var whenDue: () -> Void = {}

    /// Prepares for a server.
    /// - Parameters:
    ///   - socket: The path of the server's socket, or nil if it is not to be watched.
    ///   - pauses: The pauses before each further attempt, in nanoseconds; at least one.
    /// - Returns: Nil if the process cannot open more files.
    init?(to socket: String?, on loop: EventLoop, pauses: [Int64]) {
        guard let timer = LoopTimer(on: loop), let place = FolderWatch(on: loop) else { return nil }
        (self.socket, self.pauses, self.timer, self.place) = (socket, pauses, timer, place)
        timer.whenRung = { [unowned self] in begin() }
        place.whenChanged = { [unowned self] in
            attempts = 0
            begin()
        }
    }

    /// Connects now.
    func begin() {
        isAttemptSet = false
        timer.set(at: nil)
        // From here on, a new socket is noticed.
        if let socket { place.wait(for: socket) }
        whenDue()
    }

    /// Ends the watch for a new socket until the next attempt.
    func forget() { place.forget() }

    /// Called when the server has answered.
    func succeed() {
        attempts = 0
        forget()
    }

    /// Schedules the next attempt, in another round of the loop. Without a socket there is no server; a new socket is
    /// noticed.
    /// - Parameter repeats: Whether attempts continue with the last pause.
    func fail(repeats: Bool = false) {
        guard !isAttemptSet else { return }
        if let socket {
            place.wait(for: socket)
            guard access(socket, F_OK) == 0 else { return }
        }
        guard attempts < pauses.count || repeats else { return }
        timer.set(at: EventLoop.now + pauses[min(attempts, pauses.count - 1)])
        (isAttemptSet, attempts) = (true, attempts + 1)
    }

    func close() {
        timer.close()
        place.close()
    }
}
