// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of errors of `CXCallController`.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"
/// The domain of errors of `CXProvider.reportNewIncomingCall`.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"

/// The reason why a transaction was refused.
public struct CXErrorCodeRequestTransactionError: Error, CustomNSError, @unchecked Sendable {
    /// The reason as a number.
    public enum Code: Int, Sendable {
        /// Unknown; the description has the device's reason.
        case unknown = 0
        /// The app is not entitled to make calls.
        case unentitled = 1
        /// The process has no `CXProvider`.
        case unknownCallProvider = 2
        /// The transaction has no action.
        case emptyTransaction = 3
        /// The app has no call with this identifier.
        case unknownCallUUID = 4
        /// A call with this identifier exists.
        case callUUIDAlreadyExists = 5
        /// The action was requested before or has an unsupported type.
        case invalidAction = 6
        /// The provider's configuration allows no more calls.
        case maximumCallGroupsReached = 7
    }

    /// The reason.
    public let code: Code
    /// The user info dictionary.
    public let errorUserInfo: [String: Any]

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, errorUserInfo) = (code, userInfo) }

    /// The domain.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The reason's number.
    public var errorCode: Int { code.rawValue }
}

/// The reason why an incoming call was refused.
public struct CXErrorCodeIncomingCallError: Error, CustomNSError, @unchecked Sendable {
    /// The reason as a number.
    public enum Code: Int, Sendable {
        /// Unknown; the description has the device's reason.
        case unknown = 0
        /// The app is not entitled to receive calls.
        case unentitled = 1
        /// A call with this identifier exists.
        case callUUIDAlreadyExists = 2
        /// Do Not Disturb filtered the call. Never returned here.
        case filteredByDoNotDisturb = 3
        /// The user has blocked the caller. Never returned here.
        case filteredByBlockList = 4
    }

    /// The reason.
    public let code: Code
    /// The user info dictionary.
    public let errorUserInfo: [String: Any]

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, errorUserInfo) = (code, userInfo) }

    /// The domain.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The reason's number.
    public var errorCode: Int { code.rawValue }
}

/// The reason why a call has ended.
public enum CXCallEndedReason: Int, Sendable {
    /// The call could not be made or held.
    case failed = 1
    /// The other side hung up.
    case remoteEnded = 2
    /// The call was not answered.
    case unanswered = 3
    /// The call was answered on another device.
    case answeredElsewhere = 4
    /// The call was declined on another device.
    case declinedElsewhere = 5
}
