import Glibc

/// How many threads can really run at once.
package enum Processors {
    /// How many processors this machine has for us, one at least.
    package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
