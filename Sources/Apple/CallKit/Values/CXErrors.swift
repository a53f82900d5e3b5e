// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of errors of `CXCallController`.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"
/// The domain of errors of `CXProvider.reportNewIncomingCall`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"

/// The reason for which a transaction was not taken.
public struct CXErrorCodeRequestTransactionError: Error, CustomNSError, @unchecked Sendable {
    /// The reason as a number.
    public enum Code: Int, Sendable {
        /// The device says why not, in the error's description.
        case unknown = 0
        /// The app may make no calls.
        case unentitled = 1
        /// The process has no `CXProvider`.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// There is no such call of the app's.
        case unknownCallUUID = 4
        /// There is a call with this identifier already.
        case callUUIDAlreadyExists = 5
        /// The action was requested before, or is of no kind that a provider knows.
        case invalidAction = 6
        /// The provider's configuration allows no further call.
        case maximumCallGroupsReached = 7
    }

    /// The reason.
    public let code: Code
    /// The further facts of the error.
    public let errorUserInfo: [String: Any]

    /// Describes a reason.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, errorUserInfo) = (code, userInfo) }

    /// The domain.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The reason's number.
    public var errorCode: Int { code.rawValue }
}

/// The reason for which an incoming call was not taken.
public struct CXErrorCodeIncomingCallError: Error, CustomNSError, @unchecked Sendable {
    /// The reason as a number.
    public enum Code: Int, Sendable {
        /// The device says why not, in the error's description.
        case unknown = 0
        /// The app may take no calls.
        case unentitled = 1
        /// There is a call with this identifier already.
        case callUUIDAlreadyExists = 2
        /// The person wants not to be disturbed; never told here.
        case filteredByDoNotDisturb = 3
        /// The person takes no calls of this handle; never told here.
        case filteredByBlockList = 4
    }

    /// The reason.
    public let code: Code
    /// The further facts of the error.
    public let errorUserInfo: [String: Any]

    /// Describes a reason.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, errorUserInfo) = (code, userInfo) }

    /// The domain.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The reason's number.
    public var errorCode: Int { code.rawValue }
}

/// The domain of errors of `CXProvider.reportNewIncomingVoIPPushPayload`.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

/// The reason for which the payload of a notification was not taken.
public struct CXErrorCodeNotificationServiceExtensionError: Error, CustomNSError, Sendable {
    /// The reason as a number.
    public enum Code: Int, Sendable {
        case unknown = 0  // The reason is not known.
        case invalidClientProcess = 1  // The process is no extension that receives notifications.
        case missingNotificationFilteringEntitlement = 2  // The app may not filter notifications.
    }

    public let code: Code  // The reason.

    /// Describes a reason.
    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }  // The domain.
    public var errorCode: Int { code.rawValue }  // The reason's number.
}

/// The reason for the end of a call that the program did not end.
public enum CXCallEndedReason: Int, Sendable {
    /// The call could not be made or held.
    case failed = 1
    /// The other side has hung up.
    case remoteEnded = 2
    /// The call was not answered.
    case unanswered = 3
    /// The call was answered on another device.
    case answeredElsewhere = 4
    /// The call was declined on another device.
    case declinedElsewhere = 5
}
