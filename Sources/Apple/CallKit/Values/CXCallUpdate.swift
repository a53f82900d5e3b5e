internal import CoreAudioTypes
public import Foundation

/// The facts that a program tells of a call. No screen shows them here: all of them are read back. Any thread.
open class CXCallUpdate: NSObject, NSCopying, @unchecked Sendable {
    private let kept = Kept()

    /// Creates an update that says nothing yet.
    public override init() { super.init() }

    /// The address of the other side.
    open var remoteHandle: CXHandle? {
        get { kept["remoteHandle", nil] }
        set { kept["remoteHandle", nil] = newValue }
    }
    /// The name of the other side, where the program knows a better one than the person's contacts.
    open var localizedCallerName: String? {
        get { kept["localizedCallerName", nil] }
        set { kept["localizedCallerName", nil] = newValue }
    }
    /// Whether the call can be put on hold.
    open var supportsHolding: Bool {
        get { kept["supportsHolding", true] }
        set { kept["supportsHolding", true] = newValue }
    }
    /// Whether the call can be joined with others.
    open var supportsGrouping: Bool {
        get { kept["supportsGrouping", true] }
        set { kept["supportsGrouping", true] = newValue }
    }
    /// Whether the call can leave those that it was joined with.
    open var supportsUngrouping: Bool {
        get { kept["supportsUngrouping", true] }
        set { kept["supportsUngrouping", true] = newValue }
    }
    /// Whether the other side takes the tones of a keypad.
    open var supportsDTMF: Bool {
        get { kept["supportsDTMF", true] }
        set { kept["supportsDTMF", true] = newValue }
    }
    /// Whether the call has a picture.
    open var hasVideo: Bool {
        get { kept["hasVideo", false] }
        set { kept["hasVideo", false] = newValue }
    }

    /// Returns another update with these facts.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        (copy.remoteHandle, copy.localizedCallerName) = (remoteHandle, localizedCallerName)
        (copy.supportsHolding, copy.supportsGrouping) = (supportsHolding, supportsGrouping)
        (copy.supportsUngrouping, copy.supportsDTMF, copy.hasVideo) = (supportsUngrouping, supportsDTMF, hasVideo)
        return copy
    }
}
