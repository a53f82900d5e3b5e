public import Foundation

/// An error of AVFoundation.
public struct AVError: Error, CustomNSError, Hashable, @unchecked Sendable {
    /// The code, in the domain `AVFoundationErrorDomain`.
    public enum Code: Int, Sendable {
        case unknown = -11_800
        case outOfMemory = -11_801
        case diskFull = -11_807
        case mediaServicesWereReset = -11_819
        case decodeFailed = -11_821
        case invalidSourceMedia = -11_822
        case fileAlreadyExists = -11_823
        case fileFormatNotRecognized = -11_828
        case fileFailedToParse = -11_829
        case contentIsProtected = -11_831
        case decoderNotFound = -11_833
        case encoderNotFound = -11_834
        case applicationIsNotAuthorized = -11_836
        case operationNotSupportedForAsset = -11_838
        case operationInterrupted = -11_847
        case serverIncorrectlyConfigured = -11_850
        case failedToParse = -11_853
        case contentIsUnavailable = -11_863
    }

    public let code: Code  // The code.
    public let userInfo: [String: Any]  // The user info dictionary.

    /// Creates an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) { (self.code, self.userInfo) = (code, userInfo) }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    /// The user info dictionary.
    public var errorUserInfo: [String: Any] { userInfo }
    public static var errorDomain: String { AVFoundationErrorDomain }  // `AVFoundationErrorDomain`.

    /// Returns whether both errors have the same code.
    public static func == (one: AVError, other: AVError) -> Bool { one.code == other.code }
    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

// The codes as static members, as the Objective-C importer adds them, for `catch AVError.decodeFailed`.
extension AVError {
    public static var unknown: Code { .unknown }
    public static var outOfMemory: Code { .outOfMemory }
    public static var diskFull: Code { .diskFull }
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    public static var decodeFailed: Code { .decodeFailed }
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    public static var fileFailedToParse: Code { .fileFailedToParse }
    public static var contentIsProtected: Code { .contentIsProtected }
    public static var decoderNotFound: Code { .decoderNotFound }
    public static var encoderNotFound: Code { .encoderNotFound }
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    public static var operationInterrupted: Code { .operationInterrupted }
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    public static var failedToParse: Code { .failedToParse }
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
}

extension AVError.Code {
    /// Returns whether an error is one of AVFoundation with this code.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool { (error as? AVError)?.code == code }
}

/// Casts between `AVError` and `NSError` work as with Objective-C, `catch let error as NSError` among them.
extension AVError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    @discardableResult
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        guard source.domain == errorDomain, let code = Code(rawValue: source.code) else { return false }
        result = AVError(code, userInfo: source.userInfo)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        var result: AVError?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        return result ?? AVError(.unknown)
    }
}
