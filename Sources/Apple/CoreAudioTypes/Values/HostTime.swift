// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

internal import SystemSupport

// The names are Apple's.

/// The fraction by which ticks of the machine's steady clock become nanoseconds: multiplied, then divided.
public struct mach_timebase_info: Sendable {
    /// The factor.
    public var numer: UInt32
    /// The divisor.
    public var denom: UInt32

    /// Creates a ratio.
    public init(numer: UInt32 = 0, denom: UInt32 = 0) {
        (self.numer, self.denom) = (numer, denom)
    }

    /// Writes the machine's ratio, as C's function of that name does: its ticks are nanoseconds here.
    @discardableResult
    public init(_ info: UnsafeMutablePointer<mach_timebase_info>) {
        info.pointee = mach_timebase_info(numer: 1, denom: 1)
        self = info.pointee
    }
}

/// The name of `mach_timebase_info` in C.
public typealias mach_timebase_info_data_t = mach_timebase_info

/// The machine's steady clock, in nanoseconds; it stands while the machine sleeps. Any thread.
public func mach_absolute_time() -> UInt64 { UInt64(SteadyClock.now) }

/// The machine's steady clock in ticks.
public func AudioGetCurrentHostTime() -> UInt64 { mach_absolute_time() }

/// Returns ticks of the steady clock as nanoseconds.
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }

/// Returns nanoseconds as ticks of the steady clock.
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }

/// The media clock in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { Double(mach_absolute_time()) / Double(NSEC_PER_SEC) }
