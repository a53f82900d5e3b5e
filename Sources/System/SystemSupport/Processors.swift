import CLinux

/// The number of threads that can run in parallel.
package enum Processors {
    /// The number of processors that this process may use, at least one; limited by containers and `taskset`.
    package static let count = Int(clinux_processors())
}
