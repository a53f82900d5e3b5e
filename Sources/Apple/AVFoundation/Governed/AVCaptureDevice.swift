public import Foundation

/// Whether the app may use a camera or the microphone.
public enum AVAuthorizationStatus: Int, Sendable {
    /// The person was not asked.
    case notDetermined = 0
    /// A restriction of the device forbids it to every app.
    case restricted = 1
    /// The person has refused.
    case denied = 2
    /// The person has allowed it.
    case authorized = 3
}

/// A camera or a microphone; this device has no camera, and its microphone is the session's.
public final class AVCaptureDevice: NSObject, Sendable {
    override init() { super.init() }

    /// Whether the app may use one: the microphone as the session says, a camera never.
    public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        guard mediaType == .audio else { return .restricted }
        return switch AVAudioApplication.shared.recordPermission {
        case .granted: .authorized
        case .denied: .denied
        case .undetermined: .notDetermined
        }
    }

    /// Asks the person for one; the answer comes on a thread that is not the main one.
    @preconcurrency
    public class func requestAccess(
        for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        guard mediaType == .audio else { return DispatchQueue.global().async { handler(false) } }
        AVAudioApplication.requestRecordPermission(completionHandler: handler)
    }

    /// Asks the person for one.
    public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
        guard mediaType == .audio else { return false }
        return await AVAudioApplication.requestRecordPermission()
    }

}
