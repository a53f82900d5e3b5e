import Glibc
package import SessionWire

/// A front of a phone on a bus, which ends with the bus. All members are used on the loop's thread.
package protocol BusFront: AnyObject {
    /// Whether the bus has answered.
    var hasFollowed: Bool { get }
    /// Called once when the bus is lost, in a round of the loop after the front was made.
    var whenLost: () -> Void { get set }

    func close()
}

/// A front that outlives its bus, and may begin before it: when a bus is lost or does not answer, the next one is
/// joined as the first one was. All members are used on the loop's thread. A bus that has ended is waited for at its
/// socket. One that was reached and did not answer, and one that has no socket to wait for, is tried again from time to
/// time.
package final class ReconnectingFront<Front: BusFront> {
    private let make: () throws(BusError) -> Front
    private let address: BusAddress
    private let pauses: [Int64]
    private let timer: LoopTimer
    private let place: FolderWatch
    private(set) var front: Front?
    private var isOpen = true
    private(set) var isLost = false
    /// The reason for which the last bus could not be reached; nil once one was.
    package private(set) var obstacle: BusError?
    /// The number of attempts to connect since the bus, or its socket, was last there.
    private var attempts = 0
    private var isAttemptSet = false

    /// Connects to the bus for the first time.
    /// - Parameters:
    ///   - address: The place of the bus.
    ///   - pauses: The times before each attempt to connect again, in nanoseconds, one at least; the last one repeats
    ///     if there is no socket to wait for.
    ///   - make: Makes a front.
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

    /// A bus that is started again listens within seconds: 0.05 s, and each time twice as long, 6 s in all.
    package static var usualPauses: [Int64] { (0..<7).map { 50_000_000 << $0 } }

    // MARK: The next bus

    /// Whether the bus is gone, and no attempt to connect is made until its socket is made.
    var waitsForSocket: Bool { isLost && !isAttemptSet }

    private func connect() {
        isAttemptSet = false
        guard isOpen, front == nil || isLost else { return }
        // A socket that is made from here on is seen.
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

    /// The attempt is made in another round of the loop: the front that has lost its bus is still at work in this one.
    private func scheduleAttempt() {
        guard isOpen, isLost, !isAttemptSet, address.isKnown else { return }
        // Without a socket there is no bus to reach, and a socket that is made is seen.
        if let socket = address.socket, access(socket, F_OK) != 0 { return }
        // A bus that was reached and did not answer may do so without a new socket.
        guard attempts < pauses.count || address.socket == nil || obstacle == nil else { return }
        timer.set(at: EventLoop.now + pauses[min(attempts, pauses.count - 1)])
        isAttemptSet = true
        attempts += 1
    }

    /// Ends the front, and waits for no bus any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        timer.close()
        place.close()
        front?.close()
    }
}
