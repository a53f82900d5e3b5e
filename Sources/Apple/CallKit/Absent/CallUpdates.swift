// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes
public import Foundation

/// The facts about a call. Without effect here, but read back. Any thread.
open class CXCallUpdate: NSObject, NSCopying, @unchecked Sendable {
    let kept = Kept()
    public override init() { super.init() }
    open var remoteHandle: CXHandle? { get { kept["remoteHandle", nil] } set { kept["remoteHandle", nil] = newValue } }
    open var localizedCallerName: String? { get { kept["localizedCallerName", nil] } set { kept["localizedCallerName", nil] = newValue } }
    open var supportsHolding: Bool { get { kept["supportsHolding", true] } set { kept["supportsHolding", true] = newValue } }
    open var supportsGrouping: Bool { get { kept["supportsGrouping", true] } set { kept["supportsGrouping", true] = newValue } }
    open var supportsUngrouping: Bool { get { kept["supportsUngrouping", true] } set { kept["supportsUngrouping", true] = newValue } }
    open var supportsDTMF: Bool { get { kept["supportsDTMF", true] } set { kept["supportsDTMF", true] = newValue } }
    open var hasVideo: Bool { get { kept["hasVideo", false] } set { kept["hasVideo", false] = newValue } }
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        (copy.remoteHandle, copy.localizedCallerName, copy.hasVideo, copy.supportsDTMF) = (remoteHandle, localizedCallerName, hasVideo, supportsDTMF)
        (copy.supportsHolding, copy.supportsGrouping, copy.supportsUngrouping) = (supportsHolding, supportsGrouping, supportsUngrouping)
        return copy
    }
}

extension CXProviderConfiguration {
    public var ringtoneSound: String? { get { kept["ringtoneSound", nil] } set { kept["ringtoneSound", nil] = newValue } }
    public var iconTemplateImageData: Data? { get { kept["iconTemplateImageData", nil] } set { kept["iconTemplateImageData", nil] = newValue } }
    public var includesCallsInRecents: Bool { get { kept["includesCallsInRecents", true] } set { kept["includesCallsInRecents", true] = newValue } }
    public var supportsVideo: Bool { get { kept["supportsVideo", false] } set { kept["supportsVideo", false] = newValue } }
    public var supportedHandleTypes: Set<CXHandle.HandleType> { get { kept["supportedHandleTypes", []] } set { kept["supportedHandleTypes", []] = newValue } }
}
/// The domain of errors of `CXProvider.reportNewIncomingVoIPPushPayload`.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"
/// The reason why the payload of a notification was refused.
public struct CXErrorCodeNotificationServiceExtensionError: Error, CustomNSError, Sendable {
    public enum Code: Int, Sendable { case unknown = 0, invalidClientProcess = 1, missingNotificationFilteringEntitlement = 2 }
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }
    public var errorCode: Int { code.rawValue }
}
