import Glibc
package import SessionWire

/// A desktop that outlives its session bus: when the bus has ended, its socket is waited for, and the next bus is followed
/// as the first one was. All members are used on the loop's thread.
package final class LastingDesktop {
    private let make: () throws(BusError) -> Desktop
    private let socket: String?
    private let pauses: [Int64]
    private let timer: LoopTimer
    private let place: FolderWatch
    private var desktop: Desktop?
    private var isOpen = true
    private var isLost = false
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
    ///   - make: Makes a desktop.
    /// - Throws: `BusError` where the first bus is not to be had.
    package init(
        on loop: EventLoop, socket: String? = LastingDesktop.socket, pauses: [Int64] = LastingDesktop.usualPauses,
        make: @escaping () throws(BusError) -> Desktop
    ) throws(BusError) {
        guard let timer = LoopTimer(on: loop), let place = FolderWatch(on: loop) else {
            throw .system("cannot wait for the session bus", errno)
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
    package static let usualPauses: [Int64] = (0..<7).map { 50_000_000 << $0 }

    /// The socket of the bus of the login.
    package static var socket: String? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        guard let address = variable("DBUS_SESSION_BUS_ADDRESS") else {
            return variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        }
        return path(in: address)
    }

    /// Returns the path in an address of D-Bus; nil where it has none, or one that is written with escapes.
    static func path(in address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        let path = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
        return path.hasPrefix("/") && !path.contains("%") ? String(path) : nil
    }

    // MARK: The next bus

    /// Whether the bus is gone, and no attempt to connect is made until its socket is made.
    var waitsForSocket: Bool { isLost && !isAttemptSet }

    private func adopt(_ new: Desktop) {
        (desktop, isLost) = (new, false)
        if socket != nil { new.remedy = "A bus that comes at the same address is followed again." }
        new.whenLost = { [unowned self] in lose() }
    }

    private func lose() {
        isLost = true
        if desktop?.hasFollowed == true { attempts = 0 }
        endWaitForRest()
        scheduleAttempt()
    }

    /// The attempt is made in another round of the loop: the desktop that has lost its bus is still at work in this one.
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

    // MARK: The desktop

    /// Whether all players and streams are known that were there at first, or some have not answered in time.
    package var isReady: Bool { desktop?.isReady != false }

    /// Takes that a program has joined the host or left.
    package func programsHaveChanged() { if !isLost { desktop?.programsHaveChanged() } }

    /// Calls a closure once all that the policy has decided has been done; at once where there is no bus.
    package func finish(_ body: @escaping () -> Void) {
        whenAtRest = body
        guard !isLost, let desktop else { return endWaitForRest() }
        desktop.finish { [weak self] in self?.endWaitForRest() }
    }

    private func endWaitForRest() {
        let body = whenAtRest
        whenAtRest = nil
        body?()
    }

    /// Ends the desktop, and waits for no bus any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        timer.close()
        place.close()
        desktop?.close()
    }
}
