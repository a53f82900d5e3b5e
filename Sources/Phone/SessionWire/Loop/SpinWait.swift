/// Decides whether a thread spins before it blocks: only while work follows work within `span`.
///
/// To wake a thread whose processor sleeps takes longer than most of the work that it is woken for. A program that asks
/// several things in a row is answered by a spinning thread from its third question on. Where the questions stop, or
/// come evenly but seldom, the thread spins in vain at most once.
struct SpinWait {
    /// The longest pause between two pieces of work that counts as none, in nanoseconds; 0 never spins.
    let span: Int64
    private var restedAt: Int64 = 0
    private var isOn = false

    init(span: Int64) { self.span = span }

    /// The work is done.
    ///
    /// - Parameter now: The moment, in nanoseconds.
    /// - Returns: Until when to look for more; nil to sleep.
    mutating func rest(at now: Int64) -> Int64? {
        restedAt = now
        return isOn ? now + span : nil
    }

    /// There is more, whether it was looked for or slept for.
    mutating func wake(at now: Int64) { isOn = now - restedAt < span }
}
