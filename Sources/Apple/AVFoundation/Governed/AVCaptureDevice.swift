public import Foundation

/// The app's permission to use a camera or the microphone.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The user has not been asked.
    case notDetermined = 0
    /// The device restricts access for all apps.
    case restricted = 1
    /// The user has denied access.
    case denied = 2
    /// The user has granted access.
    case authorized = 3
}

/// A capture device. This device has no camera; its microphone is the session's.
public final class AVCaptureDevice: NSObject, Sendable {
    override init() { super.init() }

    /// Returns the permission: the session's for the microphone; cameras are restricted.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .audio else { return .restricted }
        return switch AVAudioApplication.shared.recordPermission {
        case .granted: .authorized
        case .denied: .denied
        case .undetermined: .notDetermined
        }
    }

    /// Asks the user for access to the microphone. The closure is called on a background thread.
    @preconcurrency
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return DispatchQueue.global().async { handler(false) } }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Asks the user for access to the microphone.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        guard mediaType == .audio else { return false }
        return await AVAudioApplication.requestRecordPermission()
    }

}
