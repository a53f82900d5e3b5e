import AVFoundation
import Foundation
import SessionDevice
import Testing

extension OnePhone {
    /// The calls and notifications that iOS 18, 26 and 27 have brought to the session.
    @Suite
    struct NewerSystemTests {
        private let session = ProcessPhone.session

        init() throws { try ProcessPhone.reset() }

        @Test("The life cycle tells who made the session inactive and why, and advises when the interruption is over")
        func lifeCycle() async throws {
            let active = Ear(AVAudioSession.didBecomeActiveNotification)
            try session.setCategory(.playback)
            try session.setActive(true)
            #expect(try #require(await active.next()).isMain)
            // What earlier tests were told has been told by now.
            let inactive = Ear(AVAudioSession.didBecomeInactiveNotification)
            let advice = Ear(AVAudioSession.resumptionRecommendationNotification)
            try ProcessPhone.controls.call(.incoming)
            let byCall = try #require(await inactive.next())
            #expect(byCall.isMain && byCall.notification.object as? AVAudioSession === session)
            var context = byCall.info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
            #expect(context?.source == .system && context?.interruptionContext?.reason == .default)
            try ProcessPhone.controls.call(.declined)
            let advised = try #require(await advice.next())
            let resumption = advised.info[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
            #expect(advised.isMain && resumption?.recommendation == .shouldResume)
            try session.setActive(true)
            try session.setActive(false)
            let bySelf = try #require(await inactive.next())
            context = bySelf.info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
            #expect(context?.source == .app)
            #expect(context?.interruptionContext == nil)
        }

        @Test("Activation in the background ends with what the policy decided, as the plain call does")
        func asynchronous() async throws {
            try session.setCategory(.playback)
            #expect(try await session.activate())
            let active = Ear(AVAudioSession.didBecomeActiveNotification)
            #expect(try await session.deactivate(options: .notifyOthersOnDeactivation))
            let isActive = await withCheckedContinuation { answer in
                session.activate(options: []) { isActive, error in answer.resume(returning: isActive && error == nil) }
            }
            let told = await active.next()
            #expect(isActive && told != nil)
            try ProcessPhone.controls.call(.incoming)
            let error = await #expect(throws: (any Error).self) { try await session.activate() }
            #expect((error as NSError?)?.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
            let isInactive = await withCheckedContinuation { answer in
                session.deactivate { isInactive, _ in answer.resume(returning: isInactive) }
            }
            #expect(isInactive)
            try ProcessPhone.controls.call(.declined)
        }

        @Test("An app mutes its output, is told of that, and of the person who turns the volume up")
        func outputMute() async throws {
            let changes = Ear(AVAudioSession.outputMuteStateChangeNotification)
            let wishes = Ear(AVAudioSession.userIntentToUnmuteOutputNotification)
            try session.setCategory(.playback)
            try session.setActive(true)
            #expect(!session.isOutputMuted)
            try session.setOutputMuted(true)
            #expect(session.isOutputMuted)
            let muted = try #require(await changes.next())
            #expect(muted.isMain && muted.info[AVAudioSession.muteStateKey] as? Int == 1)
            try ProcessPhone.controls.slide(to: 0.25)
            try ProcessPhone.controls.slide(to: 0.5)
            #expect(try #require(await wishes.next()).isMain)
            try session.setOutputMuted(false)
            #expect(try #require(await changes.next()).info[AVAudioSession.muteStateKey] as? Int == 0)
            #expect(!session.isOutputMuted)
            try session.setCategory(.playAndRecord, mode: .voiceChat)
            #expect(ProcessPhone.code { try session.setOutputMuted(true) } == -50)
        }

        @Test("An app is told when other inputs can be had, on a thread that is not the main one")
        func inputs() async throws {
            let ear = Ear(AVAudioSession.availableInputsChangeNotification)
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            try ProcessPhone.controls.connect(.headset)
            #expect(try #require(await ear.next()).isMain == false)
            #expect(session.availableInputs?.map(\.portType) == [.builtInMic, .headsetMic])
            try ProcessPhone.controls.disconnect(.headset)
            #expect(await ear.next() != nil)
        }

        @Test("Prompts are short while a call is on")
        func prompts() throws {
            #expect(session.promptStyle == .normal)
            try ProcessPhone.controls.call(.incoming)
            try ProcessPhone.controls.call(.answered)
            #expect(session.promptStyle == .short)
            try ProcessPhone.controls.call(.ended)
            #expect(session.promptStyle == .normal)
        }

        @Test("Input without echo is preferred in playAndRecord with the mode default only")
        func echo() throws {
            #expect(ProcessPhone.code { try session.setPrefersEchoCancelledInput(true) } == -50)
            #expect(!session.prefersEchoCancelledInput)
            try session.setCategory(.playAndRecord)
            try session.setPrefersEchoCancelledInput(true)
            #expect(session.prefersEchoCancelledInput)
            try session.setPrefersEchoCancelledInput(false)
        }
    }
}
