#if !os(macOS)
    package import SessionOracle
    package import SessionPolicy
    package import SessionWorld

    /// A device with a policy of its own that a `TestPhone` mirrors: that of the Apple names in this process. It changes only
    /// when it is called. Any thread.
    package protocol RunningDevice: AnyObject, Sendable {
        /// The virtual time since the start.
        var now: Instant { get }
        /// The rules in force.
        var rules: RuleBook { get }
        /// Brings its mirror up to date.
        ///
        /// - Returns: The notices to the app since the last call.
        func update(_ mirror: inout Device) -> [AppNotice]
        /// Performs an event of the person, the machine or another app.
        ///
        /// - Parameters:
        ///   - event: The event.
        ///   - names: The texts behind the names in it.
        func perform(_ event: Event, _ names: NameTable)
        /// Advances time to the next time at which something may happen, at most to an end.
        func step(towards end: Instant)
        /// Delivers a notice to the app, on the threads that Apple documents, and returns when its observers have returned.
        func tell(_ notice: AppNotice)
        /// Returns when the app has returned from everything that it was to be called with.
        func settle()
    }

    struct PendingNotice {
        /// The notice in a story, or nil if no response depends on it.
        let told: Device.Told?
        /// The notice for Apple's names, or nil on a phone that posts it itself.
        var notice: AppNotice?
    }
#endif
