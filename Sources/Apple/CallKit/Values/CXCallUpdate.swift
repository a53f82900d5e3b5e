internal import CoreAudioTypes
public import Foundation

/// The facts about a call. Without effect here, but read back. Any thread.
open class CXCallUpdate: NSObject, NSCopying, @unchecked Sendable {
    private let kept = Kept()

    /// Creates an empty update.
    public override init() { super.init() }

    /// The address of the other side.
    open var remoteHandle: CXHandle? {
        get { kept["remoteHandle", nil] }
        set { kept["remoteHandle", nil] = newValue }
    }
    /// The display name of the other side, overriding the user's contacts.
    open var localizedCallerName: String? {
        get { kept["localizedCallerName", nil] }
        set { kept["localizedCallerName", nil] = newValue }
    }
    /// Whether the call can be put on hold.
    open var supportsHolding: Bool {
        get { kept["supportsHolding", true] }
        set { kept["supportsHolding", true] = newValue }
    }
    /// Whether the call can be grouped.
    open var supportsGrouping: Bool {
        get { kept["supportsGrouping", true] }
        set { kept["supportsGrouping", true] = newValue }
    }
    /// Whether the call can be ungrouped.
    open var supportsUngrouping: Bool {
        get { kept["supportsUngrouping", true] }
        set { kept["supportsUngrouping", true] = newValue }
    }
    /// Whether the other side accepts DTMF tones.
    open var supportsDTMF: Bool {
        get { kept["supportsDTMF", true] }
        set { kept["supportsDTMF", true] = newValue }
    }
    /// Whether the call has video.
    open var hasVideo: Bool {
        get { kept["hasVideo", false] }
        set { kept["hasVideo", false] = newValue }
    }

    /// Returns a copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        (copy.remoteHandle, copy.localizedCallerName) = (remoteHandle, localizedCallerName)
        (copy.supportsHolding, copy.supportsGrouping) = (supportsHolding, supportsGrouping)
        (copy.supportsUngrouping, copy.supportsDTMF, copy.hasVideo) = (supportsUngrouping, supportsDTMF, hasVideo)
        return copy
    }
}
