import Glibc

/// How many threads can really run at once.
package enum Processors {
    /// How many processors this machine has for us, one at least.
    package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// For how long it is worth to look for something before one sleeps, in nanoseconds: about as long as it takes to wake a
    /// thread whose processor sleeps too. Where there is but one processor whoever is waited for needs it.
    package static let watchfulness: Int64 = count > 1 ? 50_000 : 0
}
