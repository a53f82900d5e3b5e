import SessionOracle
import SessionPolicy
import SessionWorld
import Testing

struct TypedCallTests {
    @Test("Each verb of the vocabulary has a typed call", arguments: Verb.allCases)
    func typedCall(_ verb: Verb) {
        var phone = Device()
        phone.launch("app")
        let before = phone.lastReply?.number
        act(verb, on: &phone)
        if verb == .rules {
            #expect(phone.rules == .default, "the rule book is an argument of the initializer")
        } else {
            #expect(phone.lastReply?.verb == verb.name)
            #expect(phone.lastReply?.number != before)
        }
    }

    // Exhaustive, so that a new verb does not compile before it has a call.
    private func act(_ verb: Verb, on phone: inout Device) {
        switch verb {
        case .rules: break
        case .ringSwitch: phone.moveSwitch(to: .silent)
        case .lock: phone.lock()
        case .unlock: phone.unlock()
        case .volumeButton: phone.pressVolume(.up)
        case .volumeSlider: phone.slideVolume(to: 0.5)
        case .plug: phone.plug(.headset)
        case .unplug: phone.unplug(.headset)
        case .connect: phone.plug(.bluetoothHFP)
        case .disconnect: phone.unplug(.bluetoothHFP)
        case .pickRoute: phone.pickRoute(nil)
        case .call: phone.ring()
        case .alarm: phone.alarm(.fires)
        case .alert: phone.alert(.mail)
        case .keyClick: phone.clickKey()
        case .setting: phone.set(.keyboardClicks, to: false)
        case .mediaServices: phone.mediaServices(.lost)
        case .permission: phone.answerPermission(of: "app", with: .denied)
        case .siri: phone.siri(.began)
        case .wait: phone.advance(by: .seconds(1))
        case .ringerSlider: phone.slideRinger(to: 0.5)
        case .builtInMicMuted: phone.muteBuiltInMicrophone()
        case .routeConfigurationChange: phone.changeRouteConfiguration()
        case .sleep: phone.fallAsleep()
        case .wake: phone.wake()
        case .remoteCommand: phone.send(RemoteCommand(.pause))
        case .headsetButton: phone.pressHeadsetButton(times: 2)
        case .proximity: phone.setProximity(to: .near)
        case .announce: phone.announceMessage()
        case .launch: phone.launch("other")
        case .foreground: phone.foreground("app")
        case .background: phone.background("app")
        case .quit: phone.quit("app")
        case .crash: phone.crash("app")
        case .setCategory: phone.setCategory("app", .playback)
        case .setActive: phone.activate("app")
        case .overrideOutput: phone.overrideOutput("app", toSpeaker: true)
        case .play: phone.play("app", "song")
        case .pause: phone.pause("app")
        case .stop: phone.stop("app")
        case .gain: phone.setGain("app", "song", to: 0.5)
        case .record: phone.record("app")
        case .systemSound: phone.systemSound("app", "tock")
        case .alertSound: phone.alertSound("app", "ding")
        case .vibrate: phone.vibrate("app")
        case .ask: phone.perform("app", .ask(.outputVolume))
        case .nowPlaying: phone.perform("app", .registeredNowPlaying(true))
        case .allowHapticsAndSystemSoundsDuringRecording: phone.perform("app", .allowedHapticsWhileRecording(true))
        case .setPreferredInput: phone.perform("app", .setPreferredInput(.builtInMic, uid: nil))
        case .prefersNoInterruptionsFromSystemAlerts:
            phone.perform("app", .preferred(.noInterruptionsFromSystemAlerts, true))
        case .prefersInterruptionOnRouteDisconnect:
            phone.perform("app", .preferred(.interruptionOnRouteDisconnect, true))
        case .prefersEchoCancelledInput: phone.perform("app", .preferred(.echoCancelledInput, true))
        case .setInputMuted: phone.perform("app", .setInputMuted(true))
        case .setOutputMuted: phone.perform("app", .setOutputMuted(true))
        case .volumeView: phone.perform("app", .showedVolumeView(true))
        case .voiceProcessing: phone.perform("app", .startedVoiceProcessing)
        case .setOption: phone.perform("app", .setOption(.mixWithOthers, true))
        }
    }

    @Test("The apps that record are named; one that a call halts is not among them")
    func recording() throws {
        var phone = Device()
        phone.setCategory("memo", .record)
        phone.record("memo")
        try phone.expect(recording: ["memo"])
        phone.ring()
        try phone.expect(recording: [])
        phone.decline()
        try phone.expect(recording: ["memo"])
        let unmet = #expect(throws: UnmetExpectation.self) { try phone.expect(recording: []) }
        #expect(unmet?.finding == "recording: expected [], was [\"memo\"]")
    }
}
