import Glibc
package import SessionWire

/// A front of a phone that lives as long as its bus. Used only on the loop's thread.
package protocol BusFront: AnyObject {
    /// Whether the bus has answered.
    var hasFollowed: Bool { get }
    /// Called once when the bus is lost, at the earliest in the round of the loop after the front was created.
    var whenLost: () -> Void { get set }

    func close()
}

/// A front that survives its bus and may start before it: when a bus is lost or does not answer, the next one is
/// joined. If the bus has ended, its socket is watched; a bus that did not answer, or has no socket, is retried
/// periodically. Used only on the loop's thread.
package final class ReconnectingFront<Front: BusFront> {
    private let make: () throws(BusError) -> Front
    private let address: BusAddress
    private let pauses: [Int64]
    private let timer: LoopTimer
    private let place: FolderWatch
    private(set) var front: Front?
    private var isOpen = true
    private(set) var isLost = false
    /// Why the last bus could not be reached, or nil.
    package private(set) var obstacle: BusError?
    /// The number of attempts since the bus or its socket last appeared.
    private var attempts = 0
    private var isAttemptSet = false

    /// Connects to the bus for the first time.
    /// - Parameter pauses: The pauses before each further attempt, in nanoseconds; at least one. The last one repeats if there
    ///   is no socket to watch.
    package init(
        on loop: EventLoop, _ address: BusAddress, pauses: [Int64] = ReconnectingFront.usualPauses,
        make: @escaping () throws(BusError) -> Front
    ) throws(BusError) {
        guard let timer = LoopTimer(on: loop), let place = FolderWatch(on: loop) else {
            throw .system("cannot wait for the bus", errno)
        }
        (self.make, self.address, self.pauses, self.timer, self.place) = (make, address, pauses, timer, place)
        timer.whenRung = { [unowned self] in connect() }
        place.whenChanged = { [unowned self] in
            attempts = 0
            scheduleAttempt()
        }
        connect()
    }

    /// A restarted bus listens within seconds: 0.05 s, doubling each time, 6 s in total.
    package static var usualPauses: [Int64] { (0..<7).map { 50_000_000 << $0 } }

    // MARK: The next bus

    /// Whether the bus is gone and its socket has to appear before the next attempt.
    var waitsForSocket: Bool { isLost && !isAttemptSet }

    private func connect() {
        isAttemptSet = false
        guard isOpen, front == nil || isLost else { return }
        // From here on, a new socket is noticed.
        if let socket = address.socket { place.wait(for: socket) }
        do throws(BusError) {
            let new = try make()
            (front, isLost, obstacle) = (new, false, nil)
            new.whenLost = { [unowned self] in lose() }
            place.forget()
        } catch {
            (isLost, obstacle) = (true, error)
            scheduleAttempt()
        }
    }

    private func lose() {
        isLost = true
        if front?.hasFollowed == true { attempts = 0 }
        scheduleAttempt()
    }

    /// In another round of the loop: the front that has lost its bus is still running in this one.
    private func scheduleAttempt() {
        guard isOpen, isLost, !isAttemptSet, address.isKnown else { return }
        // Without a socket there is no bus; a new socket is noticed.
        if let socket = address.socket, access(socket, F_OK) != 0 { return }
        // A bus that did not answer may recover without a new socket.
        guard attempts < pauses.count || address.socket == nil || obstacle == nil else { return }
        timer.set(at: EventLoop.now + pauses[min(attempts, pauses.count - 1)])
        isAttemptSet = true
        attempts += 1
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        timer.close()
        place.close()
        front?.close()
    }
}
