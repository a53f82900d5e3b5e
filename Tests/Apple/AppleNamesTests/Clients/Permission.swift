import AVFoundation

// Idiom 13, with the branch for iOS 17.
enum Microphone {
    static var status: String {
        if #available(iOS 17.0, *) {
            switch AVAudioApplication.shared.recordPermission {
            case .granted: return "granted"
            case .denied: return "denied"
            case .undetermined: return "undetermined"
            @unknown default: return "unknown"
            }
        } else {
            switch AVAudioSession.sharedInstance().recordPermission {
            case .granted: return "granted"
            case .denied: return "denied"
            case .undetermined: return "undetermined"
            @unknown default: return "unknown"
            }
        }
    }

    static func ask(_ done: @escaping @Sendable (Bool) -> Void) {
        if #available(iOSApplicationExtension 17.0, *) {
            AVAudioApplication.requestRecordPermission { granted in DispatchQueue.main.async { done(granted) } }
        } else {
            AVAudioSession.sharedInstance().requestRecordPermission { granted in done(granted) }
        }
    }

    static func ask() async -> Bool { await AVAudioApplication.requestRecordPermission() }

    static func askByContinuation() async -> Bool {
        await withCheckedContinuation { continuation in
            AVAudioSession.sharedInstance().requestRecordPermission { continuation.resume(returning: $0) }
        }
    }
}

@MainActor
final class PermissionModel {
    var isGranted = false
    func refresh() async { isGranted = await Microphone.ask() }
    func askOld() { AVAudioSession.sharedInstance().requestRecordPermission { self.isGranted = $0 } }
}
