import Glibc
package import SessionWire

/// A front of a phone on a bus, which ends with the bus. All members are used on the loop's thread.
package protocol BusFront: AnyObject {
    /// Whether the bus has answered.
    var hasFollowed: Bool { get }
    /// Called once when the bus has ended the connection.
    var whenLost: () -> Void { get set }

    /// Says that the next bus at the same address will be followed.
    func expectNextBus()

    func close()
}

extension BusFront {
    /// Says nothing: for a front without which the phone goes on.
    package func expectNextBus() {}
}

package typealias LastingDesktop = LastingFront<Desktop>

/// A front that outlives its bus: when the bus has ended, its socket is waited for, and the next bus is followed as the first
/// one was. All members are used on the loop's thread.
package final class LastingFront<Front: BusFront> {
    private let make: () throws(BusError) -> Front
    private let socket: String?
    private let pauses: [Int64]
    private let timer: LoopTimer
    private let place: FolderWatch
    private(set) var front: Front?
    private var isOpen = true
    private(set) var isLost = false
    /// The number of attempts to connect since the bus, or its socket, was last there.
    private var attempts = 0
    /// Whether the moment of the next attempt is set.
    private var isAttemptSet = false
    private var whenAtRest: (() -> Void)?

    /// Connects to the bus for the first time.
    ///
    /// - Parameters:
    ///   - loop: The loop.
    ///   - socket: The socket of the bus; nil for one that is reached otherwise, which is not waited for.
    ///   - pauses: The times before each attempt to connect again, in nanoseconds, one at least.
    ///   - make: Makes a front.
    /// - Throws: `BusError` where the first bus is not to be had.
    package init(
        on loop: EventLoop, socket: String?, pauses: [Int64] = LastingFront.usualPauses,
        make: @escaping () throws(BusError) -> Front
    ) throws(BusError) {
        guard let timer = LoopTimer(on: loop), let place = FolderWatch(on: loop) else {
            throw .system("cannot wait for the bus", errno)
        }
        (self.make, self.socket, self.pauses, self.timer, self.place) = (make, socket, pauses, timer, place)
        adopt(try make())
        timer.whenRung = { [unowned self] in connect() }
        place.whenChanged = { [unowned self] in
            attempts = 0
            scheduleAttempt()
        }
    }

    /// A bus that is started anew listens within seconds: 0.05 s, and each time twice as long, 6 s in all.
    package static var usualPauses: [Int64] { (0..<7).map { 50_000_000 << $0 } }

    // MARK: The next bus

    /// Whether the bus is gone, and no attempt to connect is made until its socket is made.
    var waitsForSocket: Bool { isLost && !isAttemptSet }

    private func adopt(_ new: Front) {
        (front, isLost) = (new, false)
        if socket != nil { new.expectNextBus() }
        new.whenLost = { [unowned self] in lose() }
    }

    private func lose() {
        isLost = true
        if front?.hasFollowed == true { attempts = 0 }
        endWaitForRest()
        scheduleAttempt()
    }

    /// The attempt is made in another round of the loop: the front that has lost its bus is still at work in this one.
    private func scheduleAttempt() {
        guard isOpen, isLost, socket != nil, attempts < pauses.count else { return }
        timer.set(at: EventLoop.now + pauses[attempts])
        isAttemptSet = true
        attempts += 1
    }

    private func connect() {
        isAttemptSet = false
        guard isOpen, isLost, let socket else { return }
        // A socket that is made from here on is seen.
        place.wait(for: socket)
        do throws(BusError) {
            adopt(try make())
            place.forget()
        } catch {
            scheduleAttempt()
        }
    }

    private func endWaitForRest() {
        let body = whenAtRest
        whenAtRest = nil
        body?()
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

extension LastingFront where Front == Desktop {
    /// Whether all players and streams are known that were there at first, or some have not answered in time.
    package var isReady: Bool { front?.isReady != false }

    /// Takes that a program has joined the host or left.
    package func programsHaveChanged() { if !isLost { front?.programsHaveChanged() } }

    /// Calls a closure once all that the policy has decided has been done; at once where there is no bus.
    package func finish(_ body: @escaping () -> Void) {
        whenAtRest = body
        guard !isLost, let front else { return endWaitForRest() }
        front.finish { [weak self] in self?.endWaitForRest() }
    }
}
