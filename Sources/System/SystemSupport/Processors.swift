import CLinux

/// Counts the threads that can really run at once.
package enum Processors {
    /// The number of processors that this process may use, at least one: in a container or after `taskset` it may be
    /// fewer than the machine has.
    package static let count = Int(clinux_processors())
}
