import AVFoundation
import Foundation
import SessionDevice
import Testing

/// All that is tried on the one phone of this process, one after the other.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum OnePhone {}

extension OnePhone {
    /// The session of a program, on a phone in virtual time.
    @Suite
    struct AudioSessionTests {
        private let session = {
            _ = ProcessPhone.device
            return AVAudioSession.sharedInstance()
        }()

        init() throws { try ProcessPhone.reset() }

        @Test("What is set is read back, and a call without options clears them but keeps the mode")
        func readBack() throws {
            #expect(session.category == .soloAmbient)
            try session.setCategory(.playback, mode: .spokenAudio, options: [.duckOthers])
            #expect(session.category == .playback)
            #expect(session.mode == .spokenAudio)
            #expect(session.categoryOptions == [.duckOthers, .mixWithOthers])
            try session.setCategory(.playback)
            #expect(session.categoryOptions == [])
            #expect(session.mode == .spokenAudio)
            try session.setMode(.default)
            #expect(session.mode == .default)
            try session.setCategory(.playAndRecord, options: [.allowBluetooth, .defaultToSpeaker])
            #expect(session.categoryOptions == [.allowBluetoothHFP, .defaultToSpeaker])
            #expect(session.category == .playAndRecord)
        }

        @Test("What cannot be is refused with Apple's code, and changes nothing")
        func refusals() throws {
            func code(_ work: () throws -> Void) -> Int? {
                do { try work() } catch {
                    #expect((error as NSError).domain == NSOSStatusErrorDomain)
                    #expect(!error.localizedDescription.isEmpty)
                    return (error as NSError).code
                }
                return nil
            }
            try session.setCategory(.playback)
            #expect(code { try session.setCategory(.playback, options: .defaultToSpeaker) } == -50)
            #expect(code { try session.setCategory(.playback, options: .allowBluetooth) } == -50)
            #expect(code { try session.setCategory(.playback, options: .overrideMutedMicrophoneInterruption) } == -50)
            #expect(code { try session.setCategory(AVAudioSession.Category(rawValue: "no such")) } == -50)
            #expect(code { try session.setMode(AVAudioSession.Mode(rawValue: "no such")) } == -50)
            #expect(code { try session.overrideOutputAudioPort(.speaker) } == -50)
            #expect(code { try session.setCategory(.ambient, mode: .default, policy: .longFormAudio) } == -50)
            #expect(code { try session.setPreferredSampleRate(.nan) } == -50)
            #expect(code { try session.setPreferredInputNumberOfChannels(1) } == Int(0x2163_6174))
            #expect(session.category == .playback)
            #expect(session.categoryOptions == [])
        }

        @Test("Activation is idempotent, and wishes are read back")
        func activation() throws {
            try session.setActive(true)
            try session.setActive(true, options: .notifyOthersOnDeactivation)
            try session.setActive(false)
            try session.setActive(false, options: .notifyOthersOnDeactivation)
            try session.setPreferredSampleRate(44_100)
            try session.setPreferredIOBufferDuration(0.005)
            #expect(session.preferredSampleRate == 44_100)
            #expect(session.preferredIOBufferDuration == 0.005)
            #expect(session.sampleRate > 0 && session.ioBufferDuration > 0)
            #expect(!session.currentRoute.outputs.isEmpty)
            #expect(session.availableInputs == nil)
            try session.setCategory(.playAndRecord)
            let inactive = try #require(session.availableInputs?.first)
            #expect(inactive.portType == .builtInMic)
            try session.setPreferredInput(inactive)
            try session.setActive(true)
            #expect(session.availableInputs == [inactive] && session.currentRoute.inputs == [inactive])
            #expect(session.preferredInput == inactive)
            try session.setPreferredInput(nil)
            try session.setActive(false)
            #expect(session.currentRoute == session.currentRoute)
        }

        @Test("A call interrupts on the main thread; its end says by a number that the app may go on")
        func interruption() async throws {
            let ear = Ear(AVAudioSession.interruptionNotification)
            try session.setCategory(.playback)
            try session.setActive(true)
            try ProcessPhone.controls.call(.incoming)
            let began = try #require(await ear.next())
            #expect(began.isMain)
            #expect(began.notification.object as? AVAudioSession === session)
            #expect(began.info[AVAudioSessionInterruptionTypeKey] as? UInt == 1)
            #expect(began.info[AVAudioSessionInterruptionTypeKey] as? NSNumber == 1)
            #expect(began.info[AVAudioSessionInterruptionReasonKey] as? UInt == 0)
            #expect(began.info[AVAudioSessionInterruptionOptionKey] == nil)
            try ProcessPhone.controls.call(.declined)
            let ended = try #require(await ear.next())
            #expect(ended.info[AVAudioSessionInterruptionTypeKey] as? UInt == 0)
            #expect(ended.info[AVAudioSessionInterruptionOptionKey] as? UInt == 1)
            #expect((ended.info[AVAudioSessionInterruptionOptionKey] as? NSNumber)?.uintValue == 1)
            try session.setActive(true)
        }

        @Test("A plug changes the route on another thread, with the route before")
        func route() async throws {
            let ear = Ear(AVAudioSession.routeChangeNotification)
            try session.setCategory(.playback)
            try session.setActive(true)
            try ProcessPhone.controls.connect(.headphones)
            var heard = try #require(await ear.next())
            while heard.info[AVAudioSessionRouteChangeReasonKey] as? UInt != 1 {
                heard = try #require(await ear.next())
            }
            #expect(!heard.isMain)
            let previous = heard.info[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            #expect(previous?.outputs.first?.portType == .builtInSpeaker)
            #expect(session.currentRoute.outputs.first?.portType == .headphones)
            try ProcessPhone.controls.disconnect(.headphones)
            let gone = try #require(await ear.next())
            #expect(gone.info[AVAudioSessionRouteChangeReasonKey] as? UInt == 2)
            #expect(session.currentRoute.outputs.first?.portType == .builtInSpeaker)
        }

        @Test("An observed volume is told when a person changes it")
        func volume() async throws {
            try session.setCategory(.playback)
            try session.setActive(true)
            let (stream, continuation) = AsyncStream.makeStream(of: Float.self)
            let observation = session.observe(\.outputVolume, options: [.new]) { _, change in
                if let value = change.newValue { continuation.yield(value) }
            }
            try ProcessPhone.controls.slide(to: 0.25)
            var volumes = stream.makeAsyncIterator()
            #expect(await volumes.next() == 0.25)
            observation.invalidate()
            try ProcessPhone.controls.slide(to: 0.5)
            #expect(session.outputVolume == 0.5)
        }

        @Test("Permission that is settled is answered, by both interfaces")
        func permission() async {
            #expect(session.recordPermission == .granted)
            #expect(AVAudioApplication.shared.recordPermission == .granted)
            #expect(await AVAudioApplication.requestRecordPermission())
            let old = await withCheckedContinuation { continuation in
                session.requestRecordPermission { continuation.resume(returning: $0) }
            }
            #expect(old)
        }
    }
}
