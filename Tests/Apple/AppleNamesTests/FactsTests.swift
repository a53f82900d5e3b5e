import AVFoundation
import AudioToolbox
import Foundation
import SessionDevice
import Testing

extension OnePhone {
    /// The session's facts about the phone: each name as a value that changes, or as the value that Apple gives it.
    @Suite
    struct FactsTests {
        private let session = ProcessPhone.session

        init() throws { try ProcessPhone.reset() }

        @Test("There is one session, which knows the categories, modes and policies that it takes")
        func whatThereIs() throws {
            #expect(AVAudioSession.sharedInstance() === session)
            for category in session.availableCategories { try session.setCategory(category) }
            #expect(session.availableCategories.contains(.playAndRecord) && session.availableModes.contains(.voiceChat))
            #expect(ProcessPhone.code { try session.setCategory(.playback, mode: .shortFormVideo) } == nil)
            try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
            #expect(session.routeSharingPolicy == .longFormAudio)
            #expect(
                ProcessPhone.code { try session.setCategory(.playback, mode: .default, policy: .independent) } == -50)
            #expect(ProcessPhone.code { try session.setCategory(.playback, mode: .dualRoute) } == -50)
            #expect(ProcessPhone.code { try session.setCategory(.ambient, mode: .shortFormVideo) } == -50)
        }

        @Test("Channels are those of the route: one of the receiver and of the microphone, two of headphones")
        func channels() throws {
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            #expect(session.isInputAvailable)
            #expect((session.inputNumberOfChannels, session.outputNumberOfChannels) == (1, 1))
            #expect((session.maximumInputNumberOfChannels, session.maximumOutputNumberOfChannels) == (1, 1))
            try session.setPreferredInputNumberOfChannels(1)
            #expect(session.preferredInputNumberOfChannels == 1)
            try ProcessPhone.controls.connect(.headphones)
            #expect(session.outputNumberOfChannels == 2)
            try session.setPreferredOutputNumberOfChannels(2)
            #expect(session.preferredOutputNumberOfChannels == 2)
            #expect(ProcessPhone.code { try session.setPreferredOutputNumberOfChannels(3) } == -50)
        }

        @Test("A port has its kind's name, a number of its own, and the channels that say whose they are")
        func ports() throws {
            try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            try session.setActive(true)
            let microphone = try #require(session.currentRoute.inputs.first)
            #expect(microphone.portType == .builtInMic && !microphone.portName.isEmpty && !microphone.uid.isEmpty)
            #expect(!microphone.hasHardwareVoiceCallProcessing)
            let channel = try #require(microphone.channels?.first)
            #expect(channel.owningPortUID == microphone.uid && channel.channelNumber == 1)
            #expect(!channel.channelName.isEmpty && channel.channelLabel == kAudioChannelLabel_Mono)
            try ProcessPhone.controls.connect(.bluetoothHFP)
            defer { _ = try? ProcessPhone.controls.disconnect(.bluetoothHFP) }
            let set = try #require(session.currentRoute.outputs.first)
            #expect(set.portType == .bluetoothHFP && set.hasHardwareVoiceCallProcessing && set.uid != microphone.uid)
        }

        @Test("A data source that is preferred is read back as the selected one")
        func sources() throws {
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            let microphone = try #require(session.currentRoute.inputs.first)
            let sources = try #require(session.inputDataSources)
            #expect(microphone.dataSources == sources && Set(sources.map(\.dataSourceID)).count == sources.count)
            let last = try #require(sources.last)
            #expect(!last.dataSourceName.isEmpty && (last.location != nil || last.orientation != nil))
            try session.setInputDataSource(last)
            defer { try? session.setInputDataSource(nil) }
            #expect(microphone.preferredDataSource == last && microphone.selectedDataSource == last)
            #expect(session.inputDataSource == last)
        }

        @Test("Another app's music is heard of, and secondary audio is to be silent while it plays")
        func others() async throws {
            try session.setCategory(.ambient)
            #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
            let music = ProcessPhone.other("music")
            defer { _ = try? ProcessPhone.controls.bringToForeground("app") }
            try music.setCategory(.playback)
            let song = try music.sound(file: try ProcessPhone.sound(60).path)
            try song.play()
            // An app is told while it is active and in the foreground.
            try ProcessPhone.controls.bringToForeground("app")
            try session.setActive(true)
            #expect(session.isOtherAudioPlaying && session.secondaryAudioShouldBeSilencedHint)
            let ear = Ear(AVAudioSession.silenceSecondaryAudioHintNotification)
            try song.stop()
            _ = try? music.setActive(false)
            #expect(!session.isOtherAudioPlaying && !session.secondaryAudioShouldBeSilencedHint)
            #expect(await ear.next()?.info[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt == 0)
        }

        @Test("A reset of the media server is told, and what the hardware was asked for is forgotten")
        func reset() async throws {
            try session.setPreferredSampleRate(44_100)
            let ear = Ear(AVAudioSession.mediaServicesWereResetNotification)
            try ProcessPhone.controls.mediaServices(.lost)
            try ProcessPhone.controls.mediaServices(.reset)
            #expect(await ear.next() != nil)
            #expect(session.preferredSampleRate == 0)
        }

        @Test("The old session's name of a route has a microphone in each category that has one")
        func oldRoute() throws {
            AudioSessionInitialize(nil, nil, nil, nil)
            let names: [(AVAudioSession.Category, String)] = [
                (.ambient, "Speaker"), (.playback, "Speaker"), (.playAndRecord, "ReceiverAndMicrophone"),
                (.multiRoute, "SpeakerAndMicrophone"),
            ]
            for (category, expected) in names {
                try session.setCategory(category)
                try session.setActive(true)
                var (name, size) = (Unmanaged<NSString>?.none, UInt32(8))
                #expect(AudioSessionGetProperty(0x726F_7574, &size, &name) == 0)
                #expect(name?.takeRetainedValue() as String? == expected, "\(category)")
            }
        }

        @Test("The app that wishes so plays on while the phone only rings")
        func alerts() throws {
            try session.setCategory(.playback)
            try session.setPrefersNoInterruptionsFromSystemAlerts(true)
            defer { try? session.setPrefersNoInterruptionsFromSystemAlerts(false) }
            #expect(session.prefersNoInterruptionsFromSystemAlerts)
            let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(60))
            #expect(player.play())
            try ProcessPhone.controls.call(.incoming)
            #expect(player.isPlaying)
            try ProcessPhone.controls.call(.declined)
            player.stop()
        }

        @Test("Every name that tells a latency tells the same")
        func latencies() throws {
            let engine = AVAudioEngine()
            #expect(session.outputLatency > 0 && session.inputLatency > 0)
            #expect(engine.outputNode.presentationLatency == session.outputLatency)
            #expect(engine.inputNode.presentationLatency == session.inputLatency)
            #expect(engine.mainMixerNode.outputPresentationLatency == session.outputLatency)
            // A virtual device holds nothing: what is left is what is asked for ahead, and the limiter's look ahead.
            #expect(session.outputLatency > 0.05 && session.outputLatency < 0.06)
            var wanted = AudioComponentDescription()
            (wanted.componentType, wanted.componentSubType) = (kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
            var made: AudioUnit?
            AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &made)
            let unit = try #require(made)
            defer { AudioComponentInstanceDispose(unit) }
            var (seconds, size) = (0.0, UInt32(8))
            AudioUnitGetProperty(unit, kAudioUnitProperty_Latency, kAudioUnitScope_Global, 0, &seconds, &size)
            #expect(seconds == session.outputLatency)
            AudioSessionInitialize(nil, nil, nil, nil)
            var (old, oldSize) = (Float32(0), UInt32(4))
            AudioSessionGetProperty(0x636F_6C74, &oldSize, &old)
            #expect(old == Float32(session.outputLatency))
        }
    }
}
