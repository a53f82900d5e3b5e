public import Foundation

/// An error of AVFoundation.
public struct AVError: Error, CustomNSError, Hashable, Sendable {
    /// The code, in the domain `AVFoundationErrorDomain`.
    public enum Code: Int, Sendable {
        case unknown = -11_800
        case outOfMemory = -11_801
        case sessionNotRunning = -11_803
        case deviceAlreadyUsedByAnotherSession = -11_804
        case noDataCaptured = -11_805
        case diskFull = -11_807
        case deviceWasDisconnected = -11_808
        case mediaDiscontinuity = -11_809
        case maximumDurationReached = -11_810
        case mediaServicesWereReset = -11_819
        case decodeFailed = -11_821
        case invalidSourceMedia = -11_822
        case fileAlreadyExists = -11_823
        case fileFormatNotRecognized = -11_828
        case fileFailedToParse = -11_829
        case contentIsProtected = -11_831
        case noImageAtTime = -11_832
        case decoderNotFound = -11_833
        case encoderNotFound = -11_834
        case contentIsNotAuthorized = -11_835
        case applicationIsNotAuthorized = -11_836
        case operationNotSupportedForAsset = -11_838
        case operationInterrupted = -11_847
        case undecodableMediaData = -11_855
        case serverIncorrectlyConfigured = -11_850
        case applicationIsNotAuthorizedToUseDevice = -11_852
        case failedToParse = -11_853
        case contentIsUnavailable = -11_863
    }

    public let code: Code  // What it is.

    /// Describes a failure.
    public init(_ code: Code) { self.code = code }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }
    public static var errorDomain: String { AVFoundationErrorDomain }  // `AVFoundationErrorDomain`.
}
