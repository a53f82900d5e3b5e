import CallKit
import Foundation
import SessionPhone
import SessionPolicy
import SessionWorld
import Synchronization
import Testing

@testable import SessionDevice

extension OnePhone {
    /// Calls of the program's own between CallKit's names and the policy: the person acts by steps, the program by requests.
    @Suite
    struct CallTests {
        /// A program's delegate, which says what it is told and does what the test wants.
        final class Voice: NSObject, CXProviderDelegate, CXCallObserverDelegate, Sendable {
            enum Manner { case fulfills, fails, waits }

            let told = Told()
            let observed = Told()
            private let state = Mutex<(manner: Manner, waiting: [CXAction])>((.fulfills, []))

            func act(_ manner: Manner) { state.withLock { $0.manner = manner } }

            /// Fulfills what waits.
            func catchUp() {
                let waiting = state.withLock { state in
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for action in waiting { action.fulfill() }
            }

            private func take(_ action: CXAction, _ text: String) {
                switch state.withLock({ $0.manner }) {
                case .fulfills: action.fulfill()
                case .fails: action.fail()
                case .waits: state.withLock { $0.waiting.append(action) }
                }
                // It is done by the time at which the test hears of it; what follows is told on this queue after this.
                told.say(text)
            }

            func providerDidReset(_ provider: CXProvider) { told.say("reset") }
            func providerDidBegin(_ provider: CXProvider) { told.say("begin") }
            func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
                take(action, "start \(action.handle.value), video \(action.isVideo)")
            }
            func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { take(action, "answer") }
            func provider(_ provider: CXProvider, perform action: CXEndCallAction) { take(action, "end") }
            func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
                take(action, "hold \(action.isOnHold)")
            }
            func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
                take(action, "mute \(action.isMuted)")
            }
            func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
                take(action, "group \(action.callUUIDToGroupWith != nil)")
            }
            func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
                take(action, "tones \(action.digits)")
            }
            func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
                told.say("timed out, complete \(action.isComplete)")
            }
            func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
                told.say("active, \(audioSession === AVAudioSession.sharedInstance())")
            }
            func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { told.say("inactive") }

            func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
                observed.say(
                    (call.isOutgoing ? "out" : "in") + (call.hasConnected ? ", connected" : "")
                        + (call.isOnHold ? ", on hold" : "") + (call.hasEnded ? ", ended" : ""))
            }
        }

        /// Returns which calls are over.
        private final class Ends: NSObject, CXCallObserverDelegate, Sendable {
            let told = Told()
            func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
                if call.hasEnded { told.say(call.uuid.uuidString) }
            }
        }

        private let voice = Voice()
        private let provider: CXProvider
        private let controller: CXCallController
        private let call = UUID()

        init() async throws {
            try ProcessPhone.reset()
            try ProcessPhone.session.setCategory(.playAndRecord, mode: .voiceChat)
            try await Self.settle()
            let configuration = CXProviderConfiguration(localizedName: "Voice")
            configuration.maximumCallGroups = 2
            configuration.maximumCallsPerCallGroup = 1
            configuration.supportedHandleTypes = [.generic, .phoneNumber]
            provider = CXProvider(configuration: configuration)
            controller = CXCallController(queue: DispatchQueue(label: "calls"))
            provider.setDelegate(voice, queue: DispatchQueue(label: "provider"))
            #expect(await voice.told.next() == "begin")
            controller.callObserver.setDelegate(voice, queue: nil)
        }

        /// Waits until all is told that came of the tests before: a call of the phone's own is the last of it.
        private static func settle() async throws {
            let (observer, ends) = (CXCallObserver(), Ends())
            observer.setDelegate(ends, queue: DispatchQueue(label: "ends"))
            try ProcessPhone.controls.call(.incoming)
            let mark = try #require(observer.calls.last?.uuid.uuidString)
            try ProcessPhone.controls.call(.declined)
            while let end = await ends.told.next(), end != mark {}
        }

        /// The person does something to the program's call, at the system's screen.
        private func person(_ phase: CallPhase, _ uuid: UUID? = nil) throws {
            try ProcessPhone.controls.call(phase, app: "app", uid: (uuid ?? call).uuidString)
        }

        private func comeIn(_ uuid: UUID? = nil) async throws {
            let update = CXCallUpdate()
            update.remoteHandle = CXHandle(type: .phoneNumber, value: "+49 30 1234")
            update.hasVideo = false
            try await provider.reportNewIncomingCall(with: uuid ?? call, update: update)
        }

        private func start(_ uuid: UUID? = nil) async throws {
            let action = CXStartCallAction(call: uuid ?? call, handle: CXHandle(type: .generic, value: "Ada"))
            action.isVideo = true
            try await controller.request(CXTransaction(action: action))
        }

        private func code(_ work: () async throws -> Void) async -> CXErrorCodeRequestTransactionError.Code? {
            do { try await work() } catch { return (error as? CXErrorCodeRequestTransactionError)?.code }
            return nil
        }

        private func end() { provider.invalidate() }

        @Test("A call that comes in rings; answered at the system's screen its action comes first, then the session")
        func incoming() async throws {
            defer { end() }
            try await comeIn()
            #expect(await voice.observed.next() == "in")
            #expect(ProcessPhone.device.facts.heard.map(\.name.kind) == [.ringtone])
            let ringing = try #require(controller.callObserver.calls.first)
            #expect(ringing.uuid == call && !ringing.hasConnected && !ringing.isOutgoing && !ringing.hasEnded)
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            #expect(await voice.told.next() == "active, true")
            #expect(await voice.observed.next() == "in, connected")
            let output = ProcessPhone.session.currentRoute.outputs.first
            #expect(output?.portType == .builtInReceiver)
            try person(.ended)
            #expect(await voice.told.next() == "end")
            #expect(await voice.told.next() == "inactive")
            #expect(await voice.observed.next() == "in, connected, ended")
            #expect(controller.callObserver.calls.isEmpty)
        }

        @Test("The session is told only once the answer is fulfilled")
        func activationWaits() async throws {
            defer { end() }
            voice.act(.waits)
            try await comeIn()
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            let pending = provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: call)
            #expect(pending.count == 1 && pending.first?.isComplete == false)
            #expect(pending.first.map { $0.timeoutDate > Date() } == true)
            #expect(provider.pendingTransactions.count == 1)
            try person(.muted)
            #expect(await voice.told.next() == "mute true")
            voice.catchUp()
            #expect(await voice.told.next() == "active, true")
            #expect(provider.pendingTransactions.isEmpty)
            try person(.ended)
            #expect(await voice.told.next() == "end")
        }

        @Test("A call that the program makes begins when its start is fulfilled, and is connected when it says so")
        func outgoing() async throws {
            defer { end() }
            try await start()
            #expect(await voice.told.next() == "start Ada, video true")
            #expect(await voice.told.next() == "active, true")
            #expect(await voice.observed.next() == "out")
            provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
            provider.reportOutgoingCall(with: call, connectedAt: Date())
            #expect(await voice.observed.next() == "out, connected")
            try await controller.requestTransaction(with: [CXSetHeldCallAction(call: call, onHold: true)])
            #expect(await voice.told.next() == "hold true")
            #expect(await voice.told.next() == "inactive")
            #expect(await voice.observed.next() == "out, connected, on hold")
            try await controller.requestTransaction(with: CXSetHeldCallAction(call: call, onHold: false))
            #expect(await voice.told.next() == "hold false")
            #expect(await voice.told.next() == "active, true")
            try await controller.requestTransaction(
                with: CXPlayDTMFCallAction(call: call, digits: "42#", type: .singleTone))
            #expect(await voice.told.next() == "tones 42#")
            try await controller.request(CXTransaction(actions: [CXEndCallAction(call: call)]))
            #expect(await voice.told.next() == "end")
            #expect(await voice.told.next() == "inactive")
            #expect(ProcessPhone.device.facts.heard.isEmpty)
        }

        @Test("A call that the other side or the program ends is over for the system, too")
        func reportedEnd() async throws {
            defer { end() }
            try await comeIn()
            provider.reportCall(with: call, endedAt: nil, reason: .unanswered)
            #expect(await voice.observed.next() == "in")
            #expect(await voice.observed.next() == "in, ended")
            try await comeIn()
            try await controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
            #expect(await voice.told.next() == "answer")
            #expect(await voice.told.next() == "active, true")
            provider.reportCall(with: call, endedAt: Date(), reason: .remoteEnded)
            #expect(await voice.told.next() == "inactive")
            #expect(controller.callObserver.calls.isEmpty)
        }

        @Test("A provider that never answers is told so, and its call is over")
        func timeout() async throws {
            defer { end() }
            voice.act(.waits)
            try await comeIn()
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            try ProcessPhone.device.advance(by: 10.1)
            #expect(await voice.told.next() == "timed out, complete true")
            #expect(controller.callObserver.calls.isEmpty)
            voice.catchUp()
            #expect(controller.callObserver.calls.isEmpty)
        }

        @Test("An answer that its call no longer waits for times out without a word to the device")
        func lateAnswer() async throws {
            defer { end() }
            voice.act(.waits)
            try await comeIn()
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            try person(.ended)
            #expect(await voice.told.next() == "end")
            let refusals = Mutex<[String]>([])
            ProcessPhone.device.arbiter.watch { news in
                guard news.author == .program else { return }
                var buffer = ByteBuffer()
                buffer.append(news.reply, from: "program")
                let reply = String(decoding: buffer.bytes, as: UTF8.self)
                if !reply.contains("\"result\": \"ok\"") { refusals.withLock { $0.append(reply) } }
            }
            try ProcessPhone.device.advance(by: 10.1)
            #expect(await voice.told.next() == "timed out, complete true")
            voice.catchUp()
            #expect(refusals.withLock { $0 } == [])
        }

        @Test("What the program cannot do is taken back")
        func failure() async throws {
            defer { end() }
            try await start()
            #expect(await voice.told.next() == "start Ada, video true")
            #expect(await voice.told.next() == "active, true")
            voice.act(.fails)
            try person(.held)
            #expect(await voice.told.next() == "hold true")
            #expect(await voice.told.next() == "inactive")
            #expect(await voice.told.next() == "active, true")
            #expect(controller.callObserver.calls.first?.isOnHold == false)
            try person(.ended)
            #expect(await voice.told.next() == "end")
            #expect(await voice.told.next() == "inactive")
            try await start()
            #expect(await voice.told.next() == "start Ada, video true")
            voice.act(.fulfills)
            #expect(await code { try await start() } == nil, "a start that failed leaves no call behind")
            #expect(await voice.told.next() == "start Ada, video true")
        }

        @Test("Another call that is answered puts the first on hold before it is told")
        func second() async throws {
            defer { end() }
            let other = UUID()
            try await comeIn()
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            #expect(await voice.told.next() == "active, true")
            try await comeIn(other)
            try person(.answered, other)
            var told: [String] = []
            while told.last != "active, true" { told.append(await voice.told.next() ?? "active, true") }
            #expect(told.filter { $0 != "inactive" } == ["hold true", "answer", "active, true"])
            #expect(controller.callObserver.calls.map(\.isOnHold) == [true, false])
            let group = CXSetGroupCallAction(call: other, callUUIDToGroupWith: call)
            #expect(await code { try await controller.request(CXTransaction(action: group)) } == .invalidAction)
            #expect(await code { try await start(UUID()) } == .maximumCallGroupsReached)
        }

        @Test("The phone's own call is seen by an observer, and puts the program's on hold")
        func phone() async throws {
            defer { end() }
            try await comeIn()
            try person(.answered)
            #expect(await voice.told.next() == "answer")
            #expect(await voice.told.next() == "active, true")
            try ProcessPhone.controls.call(.incoming)
            try ProcessPhone.controls.call(.answered)
            #expect(await voice.told.next() == "hold true")
            let calls = controller.callObserver.calls
            #expect(calls.count == 2 && calls[0].uuid == call && calls[1].uuid != call)
            #expect(calls[0].isOnHold && calls[1].hasConnected)
            #expect(controller.callObserver.calls[1] == calls[1])
            try ProcessPhone.controls.call(.ended)
        }

        @Test("What cannot be done is refused with Apple's code")
        func refusals() async throws {
            #expect(await code { try await controller.request(CXTransaction()) } == .emptyTransaction)
            let end = CXEndCallAction(call: UUID())
            #expect(await code { try await controller.request(CXTransaction(action: end)) } == .unknownCallUUID)
            try await start()
            #expect(await code { try await start() } == .callUUIDAlreadyExists)
            let error = await #expect(throws: CXErrorCodeIncomingCallError.self) { try await comeIn() }
            #expect(error?.code == .callUUIDAlreadyExists)
            #expect((error as NSError?)?.domain == CXErrorDomainIncomingCall)
            let spent = CXSetMutedCallAction(call: call, muted: true)
            spent.fail()
            #expect(await code { try await controller.request(CXTransaction(action: spent)) } == .invalidAction)
            self.end()
            #expect(await code { try await start(UUID()) } == .unknownCallProvider)
        }

        @Test("Completions are told on the queue of who asks")
        func completions() async throws {
            defer { end() }
            let call = call
            let error: (any Error)? = await withCheckedContinuation { answer in
                provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { answer.resume(returning: $0) }
            }
            #expect(error == nil)
            let refusal: (any Error)? = await withCheckedContinuation { answer in
                let start = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: ""))
                controller.requestTransaction(with: start) { answer.resume(returning: $0) }
            }
            #expect((refusal as? CXErrorCodeRequestTransactionError)?.code == .callUUIDAlreadyExists)
        }
    }
}
