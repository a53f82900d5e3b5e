// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

internal import SystemSupport

// The names are Apple's.

/// The ratio between host ticks and nanoseconds.
public struct mach_timebase_info: Sendable {
    /// The factor.
    public var numer: UInt32
    /// The divisor.
    public var denom: UInt32

    /// Creates a ratio.
    public init(numer: UInt32 = 0, denom: UInt32 = 0) {
        (self.numer, self.denom) = (numer, denom)
    }

    /// Writes the machine's ratio: ticks are nanoseconds here.
    @discardableResult
    public init(_ info: UnsafeMutablePointer<mach_timebase_info>) {
        info.pointee = mach_timebase_info(numer: 1, denom: 1)
        self = info.pointee
    }
}

/// The name of `mach_timebase_info` in C.
public typealias mach_timebase_info_data_t = mach_timebase_info

/// Returns the host time in nanoseconds; it stops while the machine sleeps. Any thread.
public func mach_absolute_time() -> UInt64 { UInt64(SteadyClock.now) }

/// Returns the host time in ticks.
public func AudioGetCurrentHostTime() -> UInt64 { mach_absolute_time() }

/// Converts host ticks to nanoseconds.
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }

/// Converts nanoseconds to host ticks.
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }

/// Returns the host time in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { Double(mach_absolute_time()) / Double(NSEC_PER_SEC) }
