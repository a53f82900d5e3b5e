import CallKit
import Foundation

// In the style of the programs that call over the network: CallKit alone, which brings the session along as on the phone.

final class CallManager: NSObject, CXProviderDelegate, @unchecked Sendable {
    private let provider: CXProvider
    private let callController = CXCallController()
    private var answerCall: UUID?

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallsPerCallGroup = 1
        configuration.maximumCallGroups = 1
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        configuration.includesCallsInRecents = false
        configuration.ringtoneSound = "Ringtone.caf"
        configuration.iconTemplateImageData = Data()
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    func startCall(_ handle: String, video: Bool = false) {
        let start = CXStartCallAction(call: UUID(), handle: CXHandle(type: .phoneNumber, value: handle))
        start.isVideo = video
        start.contactIdentifier = handle
        request(CXTransaction(action: start))
    }

    func end(_ call: UUID) {
        let transaction = CXTransaction()
        transaction.addAction(CXEndCallAction(call: call))
        request(transaction)
    }

    func setHeld(_ call: UUID, _ isHeld: Bool) {
        request(CXTransaction(action: CXSetHeldCallAction(call: call, onHold: isHeld)))
    }

    private func request(_ transaction: CXTransaction) {
        callController.request(transaction) { error in
            if let error { NSLog("Error requesting transaction: \(error.localizedDescription)") }
        }
    }

    func reportIncomingCall(uuid: UUID, handle: String, completion: (@Sendable (Error?) -> Void)? = nil) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: handle)
        update.localizedCallerName = handle
        update.supportsHolding = true
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.supportsDTMF = true
        provider.reportNewIncomingCall(with: uuid, update: update) { error in completion?(error) }
    }

    func providerDidReset(_ provider: CXProvider) { answerCall = nil }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        configureAudioSession()
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
        action.fulfill()
        provider.reportOutgoingCall(with: action.callUUID, connectedAt: Date())
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        configureAudioSession()
        answerCall = action.callUUID
        action.fulfill(withDateConnected: Date())
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        guard answerCall == action.callUUID else { return action.fail() }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        try? AVAudioApplication.shared.setInputMuted(action.isMuted)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) { NSLog("Timed out: \(action.uuid)") }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        NSLog("Received \(audioSession.currentRoute.outputs)")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}

    private func configureAudioSession() {
        let session = AVAudioSession.sharedInstance()
        try? session.setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
        try? session.setPreferredIOBufferDuration(0.005)
    }
}

final class CallWatcher: NSObject, CXCallObserverDelegate {
    let callObserver = CXCallObserver()

    func begin() { callObserver.setDelegate(self, queue: nil) }

    var isOnPhone: Bool { callObserver.calls.contains { !$0.hasEnded && $0.hasConnected } }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        if call.hasEnded { NSLog("Disconnected") }
        if call.isOutgoing, !call.hasConnected { NSLog("Dialing") }
    }
}
