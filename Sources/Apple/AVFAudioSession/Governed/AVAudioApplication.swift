// swift-format-ignore-file: TypeNamesShouldBeCapitalized

internal import AppleSession
public import Foundation
internal import Synchronization

// Apple's name of the enumeration begins with a small letter.

/// The app as a whole: its permission to hear the microphone, and whether its input is muted.
///
/// Every member may be called on any thread. It is unchecked because it is open, as on the phone; what it holds is behind a
/// lock.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    public static let shared = AVAudioApplication()  // The app.

    private let muted = Mutex(false)

    private override init() {}

    /// Whether the app may hear the microphone.
    public enum recordPermission: Int, Sendable {
        case undetermined = 0x756E_6474  // The person was not asked: 'undt'.
        case denied = 0x6465_6E79  // No: 'deny'.
        case granted = 0x6772_6E74  // Yes: 'grnt'.
    }

    /// Posted when the input was muted, or is not muted any more.
    public static let inputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioApplicationInputMuteStateChangeNotification")
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"  // Holds a truth value: the input is muted.

    /// Whether what the app records is silence by its own wish.
    open var isInputMuted: Bool { muted.withLock { $0 } }

    /// Makes what the app records silence, or takes that back; tells it by the notification if it changes.
    open func setInputMuted(_ muted: Bool) throws {
        let isHeard = try SessionFailure.translating { () throws(DeviceFailure) in
            try ProcessApp.shared.wish(.setInputMuted(muted))
        }
        let changes = self.muted.withLock { value in
            defer { value = muted }
            return value != muted
        }
        if changes, !isHeard { tellMuted(muted) }
    }

    func tellMuted(_ muted: Bool) {
        self.muted.withLock { $0 = muted }
        OperationQueue.main.addOperation {
            NotificationCenter.default.post(
                name: Self.inputMuteStateChangeNotification, object: Self.shared,
                userInfo: [Self.muteStateKey: NSNumber(value: muted)])
        }
    }

    /// Whether the app may hear the microphone.
    open var recordPermission: recordPermission {
        switch ProcessApp.shared.facts.recordPermission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// Asks the person for the microphone; the answer comes on a thread that is not the main one.
    @preconcurrency
    open class func requestRecordPermission(completionHandler: @escaping @Sendable (Bool) -> Void) {
        ProcessApp.shared.requestRecordPermission(completionHandler)
    }

    /// Asks the person for the microphone.
    open class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            ProcessApp.shared.requestRecordPermission { continuation.resume(returning: $0) }
        }
    }
}
