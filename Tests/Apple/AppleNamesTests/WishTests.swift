import AVFoundation
import AppleSession
import AudioToolbox
import Foundation
import MediaPlayer
import SessionDevice
import SessionPolicy
import Synchronization
import Testing

@testable import AppleDevice

extension OnePhone {
    /// Wishes of a program for its session come to the policy, and the results are told.
    @Suite
    struct WishTests {
        private let session = ProcessPhone.session
        private let told = Told()

        init() throws { try ProcessPhone.reset() }

        @Test("On a device with a rule book of one's own the names know what its rows know")
        func ownBook() throws {
            var book = RuleBook.modern.named("car")
            book.categories.removeAll { $0.category == .multiRoute }
            let device = try PrivateDevice(DeviceConfiguration(.virtual, book: book))
            let usual = TestedDevice.device.withLock { tested in
                defer { tested = device }
                return tested
            }
            defer { TestedDevice.device.withLock { $0 = usual } }
            let backend = try Backend()
            let words = backend.vocabulary
            #expect(words.categories.contains(.audioProcessing) && !words.categories.contains(.multiRoute))
            #expect(words.features.contains(.inputMute) && words.features.contains(.routeSharingPolicy))
        }

        @Test("The input that the app prefers is the route's, as long as it is there")
        func input() throws {
            try session.setCategory(.playAndRecord, mode: .default)
            try session.setActive(true)
            try ProcessPhone.controls.connect(.headset)
            let inputs = try #require(session.availableInputs)
            #expect(Set(inputs.map(\.portType)) == [.builtInMic, .headsetMic])
            #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
            let own = try #require(inputs.first { $0.portType == .builtInMic })
            try session.setPreferredInput(own)
            #expect(session.preferredInput == own)
            #expect(session.currentRoute.inputs.map(\.portType) == [.builtInMic])
            try session.setPreferredInput(nil)
            #expect(session.preferredInput == nil)
            #expect(session.currentRoute.inputs.map(\.portType) == [.headsetMic])
            let gone = try #require(inputs.first { $0.portType == .headsetMic })
            try ProcessPhone.controls.disconnect(.headset)
            #expect(ProcessPhone.code { try session.setPreferredInput(gone) } == -50)
            try session.setCategory(.record)
            #expect(session.currentRoute.inputs == [own])
            try session.setCategory(.playback)
            #expect(session.availableInputs == nil)
            #expect(ProcessPhone.code { try session.setPreferredInput(own) } != nil)
        }

        @Test("Who wishes so is interrupted where its output goes, with the reason; who takes it back is not")
        func disconnect() async throws {
            let ear = Ear(AVAudioSession.interruptionNotification)
            try session.setCategory(.playback)
            let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(5))
            let command = MPRemoteCommandCenter.shared().playCommand
            let target = command.addTarget { _ in .success }
            defer { command.removeTarget(target) }
            func pull() throws {
                try ProcessPhone.controls.connect(.headphones)
                #expect(player.play())
                try ProcessPhone.controls.disconnect(.headphones)
            }
            try pull()
            #expect(player.isPlaying && session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
            try session.setPrefersInterruptionOnRouteDisconnect(true)
            try pull()
            let began = try #require(await ear.next())
            #expect(began.info[AVAudioSessionInterruptionTypeKey] as? UInt == 1)
            let reason = began.info[AVAudioSessionInterruptionReasonKey] as? UInt
            #expect(reason.flatMap(AVAudioSession.InterruptionReason.init) == .routeDisconnected)
            #expect(began.info[AVAudioSessionInterruptionWasSuspendedKey] == nil)
            #expect(!player.isPlaying)
            try session.setPrefersInterruptionOnRouteDisconnect(false)
            #expect(!session.prefersInterruptionOnRouteDisconnect)
            try pull()
            #expect(player.isPlaying)
            player.stop()
        }

        @Test("While a volume view is shown, the buttons change the media volume and not the ringer")
        func volumeView() throws {
            let level = session.outputVolume
            try ProcessPhone.controls.press(.down)
            #expect(session.outputVolume == level)
            var view: MPVolumeView? = MPVolumeView(frame: CGRect(x: 0, y: 0, width: 200, height: 30))
            try ProcessPhone.controls.press(.down)
            let lower = session.outputVolume
            #expect(lower < level)
            view?.isHidden = true
            try ProcessPhone.controls.press(.down)
            #expect(session.outputVolume == lower)
            view?.isHidden = false
            try ProcessPhone.controls.press(.up)
            #expect(session.outputVolume == level)
            view = nil
            try ProcessPhone.controls.press(.up)
            #expect(session.outputVolume == level)
        }

        @Test("A muted input is told once for each change, and recorded as silence")
        func mute() async throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
            let observer = NotificationCenter.default.addObserver(
                forName: AVAudioApplication.inputMuteStateChangeNotification, object: nil, queue: nil
            ) { continuation.yield(($0.userInfo?[AVAudioApplication.muteStateKey] as? Bool) ?? false) }
            defer { NotificationCenter.default.removeObserver(observer) }
            var changes = stream.makeAsyncIterator()
            try AVAudioApplication.shared.setInputMuted(true)
            try AVAudioApplication.shared.setInputMuted(true)
            #expect(AVAudioApplication.shared.isInputMuted)
            try AVAudioApplication.shared.setInputMuted(false)
            #expect(await changes.next() == true)
            #expect(await changes.next() == false)
            #expect(!AVAudioApplication.shared.isInputMuted)
        }

        @Test("A vibration and a system sound say that they are over when the device's time has come so far")
        func completions() async throws {
            let clock = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(0.1))
            let began = clock.deviceCurrentTime
            let told = told
            let box = Unmanaged.passUnretained(told).toOpaque()
            let status = AudioServicesAddSystemSoundCompletion(
                kSystemSoundID_Vibrate, nil, nil,
                { id, told in
                    guard let told else { return }
                    Unmanaged<Told>.fromOpaque(told).takeUnretainedValue().say("vibrated \(id)")
                }, box)
            #expect(status == kAudioServicesNoError)
            defer { AudioServicesRemoveSystemSoundCompletion(kSystemSoundID_Vibrate) }
            AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
            try ProcessPhone.device.advance(by: 0.5)
            #expect(await told.next() == "vibrated 4095")
            var id: SystemSoundID = 0
            let url = try ProcessPhone.sound(2, "tone.wav")
            #expect(AudioServicesCreateSystemSoundID(url as CFURL, &id) == kAudioServicesNoError)
            let start = clock.deviceCurrentTime
            #expect(start - began >= 0.5)
            AudioServicesPlaySystemSoundWithCompletion(id) { told.say("sounded") }
            // The machine's time is not the device's: nothing is over while that stands still.
            try ProcessPhone.device.advance(by: 2.1)
            #expect(await told.next() == "sounded")
            #expect(clock.deviceCurrentTime - start >= 2)
            #expect(AudioServicesDisposeSystemSoundID(id) == kAudioServicesNoError)
        }

        @Test("A number that is a tap vibrates and makes no sound, and one of the phone's sounds is heard")
        func numbers() async throws {
            let told = told
            func heard() -> [String?] { ProcessPhone.device.facts.heard.map(\.name.sound) }
            for number: SystemSoundID in [1_350, 1_351, 1_352, 1_519, 1_520, 1_521] {
                AudioServicesPlaySystemSoundWithCompletion(number) { told.say("felt \(number)") }
                #expect(heard().isEmpty)
                try ProcessPhone.device.advance(by: 0.41)
                #expect(await told.next() == "felt \(number)")
            }
            AudioServicesPlaySystemSoundWithCompletion(1_007) { told.say("sounded") }
            #expect(heard() == ["system1007"])
            try ProcessPhone.device.advance(by: 0.51)
            #expect(await told.next() == "sounded")
            #expect(heard().isEmpty)
        }

        @Test(
            "Voice processing brings the session into a voice chat, by the unit and by the engine",
            arguments: [true, false])
        func voiceProcessing(byUnit: Bool) throws {
            try ProcessPhone.controls.connect(.bluetoothHFP)
            defer { _ = try? ProcessPhone.controls.disconnect(.bluetoothHFP) }
            try session.setCategory(.playAndRecord)
            try session.setActive(true)
            #expect(session.mode == .default && session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
            let engine = AVAudioEngine()
            var unit: AudioUnit?
            if byUnit {
                var wanted = AudioComponentDescription(
                    componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_VoiceProcessingIO,
                    componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
                #expect(AudioComponentInstanceNew(try #require(AudioComponentFindNext(nil, &wanted)), &unit) == noErr)
                let made = try #require(unit)
                #expect(AudioUnitInitialize(made) == noErr && session.mode == .default)
                #expect(AudioOutputUnitStart(made) == noErr)
            } else {
                try engine.inputNode.setVoiceProcessingEnabled(true)
                #expect(session.mode == .default)
                try engine.start()
            }
            #expect(session.mode == .voiceChat)
            #expect(session.currentRoute.outputs.map(\.portType) == [.bluetoothHFP])
            engine.stop()
            if let unit { AudioComponentInstanceDispose(unit) }
            // The app's own choice counts.
            try session.setCategory(.playAndRecord, mode: .videoRecording)
            try engine.inputNode.setVoiceProcessingEnabled(true)
            try engine.start()
            #expect(session.mode == .videoRecording)
            engine.stop()
        }

        @Test("The old interface calls an input by the inputs' word")
        func inputWords() throws {
            func words(_ accessory: Accessory.Kind) throws -> [[String]] {
                try ProcessPhone.controls.connect(accessory)
                defer { _ = try? ProcessPhone.controls.disconnect(accessory) }
                AudioSessionInitialize(nil, nil, nil, nil)
                var (described, size) = (Unmanaged<NSDictionary>?.none, UInt32(MemoryLayout<UnsafeRawPointer>.size))
                #expect(AudioSessionGetProperty(0x6372_6172, &size, &described) == noErr)
                let route = try #require(described?.takeRetainedValue())
                return ["Inputs", "Outputs"].map { side in
                    let key = NSString(string: "RouteDetailedDescription_\(side)")
                    let ports = route.object(forKey: key) as? [NSDictionary] ?? []
                    let type = NSString(string: "RouteDetailedDescription_PortType")
                    return ports.compactMap { $0.object(forKey: type) as? String }
                }
            }
            try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
            try session.setActive(true)
            #expect(try words(.bluetoothHFP) == [["MicrophoneBluetooth"], ["BluetoothHFPOutput"]])
            #expect(try words(.usbAudio) == [["USBInput"], ["USBOutput"]])
        }

        @Test("Bytes that are no sound are told of as what the program knows them by")
        func bytes() throws {
            let error = #expect(throws: NSError.self) { try AVAudioPlayer(data: Data([1, 2, 3])) }
            #expect(error?.code == Int(0x7479_703F) && error?.domain == NSOSStatusErrorDomain)
            #expect(error?.localizedDescription.hasPrefix("data: ") == true)
        }

        @Test("What is made of nothing answers as nothing does, and breaks nothing")
        func nothing() throws {
            let player = AVAudioPlayer()
            #expect(!player.prepareToPlay() && !player.play() && !player.isPlaying && player.duration == 0)
            player.currentTime = 3
            player.volume = 0.5
            player.pause()
            player.stop()
            #expect(player.url == nil && player.data == nil && player.numberOfChannels == 0 && player.volume == 0.5)
            let recorder = AVAudioRecorder()
            #expect(!recorder.prepareToRecord() && !recorder.record() && !recorder.isRecording)
            #expect(!recorder.deleteRecording())
            recorder.stop()
            let buffer = AVAudioPCMBuffer()
            #expect(buffer.frameLength == 0 && buffer.frameCapacity == 0 && buffer.floatChannelData == nil)
            let file = AVAudioFile()
            #expect(!file.isOpen && file.length == 0)
            #expect(ProcessPhone.code { try file.read(into: buffer) } == -43)
            #expect(AVAudioFormat().commonFormat == .otherFormat)
        }

        @Test("Players that are dropped while they play leave nothing that lives or sounds")
        func dropped() async throws {
            try session.setCategory(.playback)
            let url = try ProcessPhone.sound(2)
            for _ in 0..<4 {
                var players: [AVAudioPlayer] = []
                for _ in 0..<20 {
                    let player = try AVAudioPlayer(contentsOf: url)
                    #expect(player.play())
                    players.append(player)
                }
                weak let last = players.last
                #expect(last?.isPlaying == true)
                players = []
                #expect(last == nil)
            }
            let heard = try ProcessPhone.device.listen(for: 0.5)
            // The last of it fades out.
            let after = heard.dropFirst(heard.count / 2)
            #expect(!after.isEmpty && after.allSatisfy { $0 == 0 })
        }
    }
}
