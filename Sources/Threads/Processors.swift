import CLinux

/// How many threads can really run at once.
package enum Processors {
    /// How many processors this process may use, one at least.
    package static let count = max(1, Int(clinux_processors()))
}
