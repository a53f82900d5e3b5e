@_exported public import AVFAudio
public import Foundation

/// The address of the other side of a call.
open class CXHandle: NSObject, NSCopying, @unchecked Sendable {
    /// The kind of a handle.
    public enum HandleType: Int, Sendable {
        /// An identifier defined by the program.
        case generic = 1
        /// A telephone number.
        case phoneNumber = 2
        /// An email address.
        case emailAddress = 3
    }

    /// The kind of the handle.
    public let type: HandleType
    /// The handle itself.
    public let value: String

    /// Creates a handle.
    public init(type: HandleType, value: String) { (self.type, self.value) = (type, value) }

    /// Returns whether another handle has the same type and value.
    open func isEqual(to handle: CXHandle) -> Bool { type == handle.type && value == handle.value }

    /// Returns whether another object is a handle with the same type and value.
    open override func isEqual(_ object: Any?) -> Bool { (object as? CXHandle).map(isEqual(to:)) ?? false }

    /// The hash of the value.
    open override var hash: Int { value.hash }

    /// Returns the handle itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
