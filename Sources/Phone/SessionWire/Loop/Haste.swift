/// Whether somebody who has done his work looks for more before he sleeps: only while work follows work at once.
///
/// To wake a thread whose processor sleeps takes longer than most of what it is woken for. A program that asks several
/// things in a row is answered at once from its third question on; where it stops, or where questions come evenly but
/// seldom, nobody looks in vain more than once.
struct Haste {
    /// How long is "at once", in nanoseconds; 0 never looks.
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
