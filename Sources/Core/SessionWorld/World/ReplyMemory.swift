import SessionPolicy

/// The parts of a world's last reply that most steps leave as they are, with what was written for them.
struct ReplyMemory {
    var heard = Written<[Heard]>()
    var unheard = Written<[Unheard]>()
    var sessions = Written<SessionsOfApps>()
}

/// A value and the bytes as which it was written.
struct Written<Value: Equatable> {
    private var last: Value?
    private var bytes: [UInt8] = []

    /// Appends a value: as the last time where it is the same, else again.
    /// - Parameter write: Appends the value, and nothing that does not follow from it.
    mutating func append(_ value: Value, to buffer: inout ByteBuffer, write: (inout ByteBuffer) -> Void) {
        if last == value { return buffer.append(bytes) }
        let start = buffer.count
        write(&buffer)
        bytes = buffer.bytes(from: start)
        last = value
    }
}

/// A state, as far as a reply tells of its sessions.
struct SessionsOfApps: Equatable {
    let state: PolicyState
    let hearingSilence: [AppID]

    static func == (one: Self, other: Self) -> Bool {
        one.state.hasEqualSessions(to: other.state) && one.hearingSilence == other.hearingSilence
            && zip(one.state.apps, other.state.apps).allSatisfy { $0.recording == $1.recording }
    }
}
