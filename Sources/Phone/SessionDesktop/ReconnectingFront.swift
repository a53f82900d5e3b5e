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
    private let reconnection: Reconnection
    private(set) var front: Front?
    private var isOpen = true
    private(set) var isLost = false
    /// Why the last bus could not be reached, or nil.
    package private(set) var obstacle: BusError?

    /// Connects to the bus for the first time.
    /// - Parameter pauses: The pauses before each further attempt, in nanoseconds; at least one. The last one repeats if there
    ///   is no socket to watch.
    package init(
        on loop: EventLoop, _ address: BusAddress, pauses: [Int64] = ReconnectingFront.usualPauses,
        make: @escaping () throws(BusError) -> Front
    ) throws(BusError) {
        guard let reconnection = Reconnection(to: address.socket, on: loop, pauses: pauses) else {
            throw .system("cannot wait for the bus", errno)
        }
        (self.make, self.address, self.reconnection) = (make, address, reconnection)
        reconnection.whenDue = { [unowned self] in connect() }
        reconnection.begin()
    }

    /// A restarted bus listens within seconds: 0.05 s, doubling each time, 6 s in total.
    package static var usualPauses: [Int64] { (0..<7).map { 50_000_000 << $0 } }

    // MARK: The next bus

    /// Whether the bus is gone and its socket has to appear before the next attempt.
    var waitsForSocket: Bool { isLost && !reconnection.isAttemptSet }

    private func connect() {
        guard isOpen, front == nil || isLost else { return }
        do throws(BusError) {
            let new = try make()
            (front, isLost, obstacle) = (new, false, nil)
            new.whenLost = { [unowned self] in lose() }
            reconnection.forget()
        } catch {
            (isLost, obstacle) = (true, error)
            retry()
        }
    }

    private func lose() {
        isLost = true
        if front?.hasFollowed == true { reconnection.succeed() }
        retry()
    }

    private func retry() {
        guard isOpen, address.isKnown else { return }
        // A bus that did not answer may recover without a new socket.
        reconnection.fail(repeats: address.socket == nil || obstacle == nil)
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        reconnection.close()
        front?.close()
    }
}
