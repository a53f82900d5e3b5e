// swift-format-ignore-file: TypeNamesShouldBeCapitalized

internal import AppleSession
internal import CoreAudioTypes
public import Foundation
internal import Synchronization

// Apple's name of the enumeration is lowercase.

/// The app as a whole: its permission to record, and whether its input is muted.
///
/// Members may be called on any thread. `Sendable` is unchecked because the class is open; its state is behind a lock.
open class AVAudioApplication: NSObject, @unchecked Sendable {
    public static let shared = AVAudioApplication()  // The application object of this process.

    private let muted = Mutex(false)

    private override init() {
        super.init()
        ProcessApp.shared.whenItBegins { [unowned self] in muted.withLock { $0 = false } }
    }

    /// The app's permission to record.
    public enum recordPermission: Int, Sendable {
        case undetermined = 0x756E_6474  // The user has not been asked: 'undt'.
        case denied = 0x6465_6E79  // Denied: 'deny'.
        case granted = 0x6772_6E74  // Granted: 'grnt'.
    }

    /// Posted when the input has been muted or unmuted.
    public static let inputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioApplicationInputMuteStateChangeNotification")
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"  // A Boolean: whether the input is muted.

    /// Whether the app has muted its input, and therefore records silence.
    open var isInputMuted: Bool { muted.withLock { $0 } }

    /// Mutes or unmutes the app's input, and posts the notification on a change.
    open func setInputMuted(_ muted: Bool) throws {
        let isHeard = try SessionFailure.translating { try ProcessApp.shared.wish(.setInputMuted(muted)) }
        let changes = self.muted.withLock { value in
            defer { value = muted }
            return value != muted
        }
        if changes, !isHeard { tellMuted(muted) }
    }

    func tellMuted(_ muted: Bool) {
        self.muted.withLock { $0 = muted }
        ProcessApp.shared.enqueue {
            NotificationCenter.default.post(
                name: Self.inputMuteStateChangeNotification, object: Self.shared,
                userInfo: [Self.muteStateKey: NSNumber(value: muted)])
        }
    }

    /// The app's permission to record.
    open var recordPermission: recordPermission {
        switch ProcessApp.shared.facts.recordPermission {
        case .undetermined: .undetermined
        case .denied: .denied
        case .granted: .granted
        }
    }

    /// Asks the user for permission to record. The closure is called on a background thread.
    @preconcurrency
    open class func requestRecordPermission(completionHandler: @escaping @Sendable (Bool) -> Void) {
        ProcessApp.shared.requestRecordPermission(completionHandler)
    }

    /// Asks the user for permission to record.
    open class func requestRecordPermission() async -> Bool {
        await awaited { ProcessApp.shared.requestRecordPermission($0) }
    }
}
