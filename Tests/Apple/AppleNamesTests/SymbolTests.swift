import AVFoundation
import AudioToolbox
import Foundation
import Testing

/// The raw values that programs store, compare and hand to C.
struct SymbolTests {
    private func code(_ text: String) -> Int { text.utf8.reduce(0) { $0 << 8 | Int($1) } }

    @Test("Error codes are Apple's")
    func errorCodes() {
        let codes: [(AVAudioSession.ErrorCode, String)] = [
            (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
            (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
            (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"), (.insufficientPriority, "!pri"),
            (.resourceNotAvailable, "!res"), (.unspecified, "what"), (.expiredSession, "!ses"),
            (.sessionNotActive, "inac"),
        ]
        for (error, text) in codes { #expect(error.rawValue == code(text)) }
        #expect(AVAudioSession.ErrorCode.none.rawValue == 0)
        #expect(AVAudioSession.ErrorCode.badParam.rawValue == -50)
        #expect(AVAudioSession.ErrorCode.insufficientPriority.rawValue == 561_017_449)
    }

    @Test("Options have Apple's bits, and their algebra")
    func options() {
        let bits: [(AVAudioSession.CategoryOptions, UInt)] = [
            (.mixWithOthers, 0x1), (.duckOthers, 0x2), (.allowBluetooth, 0x4), (.allowBluetoothHFP, 0x4),
            (.defaultToSpeaker, 0x8), (.interruptSpokenAudioAndMixWithOthers, 0x11), (.allowBluetoothA2DP, 0x20),
            (.allowAirPlay, 0x40), (.overrideMutedMicrophoneInterruption, 0x80), (.farFieldInput, 0x40000),
            (.bluetoothHighQualityRecording, 0x80000),
        ]
        for (option, bit) in bits { #expect(option.rawValue == bit) }
        #expect(AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
    }

    @Test("Enumerations have Apple's numbers")
    func enumerations() {
        #expect(AVAudioSession.InterruptionType.began.rawValue == 1)
        #expect(AVAudioSession.InterruptionType.ended.rawValue == 0)
        #expect(AVAudioSession.RouteChangeReason(rawValue: 5) == nil)
        #expect(AVAudioSession.RouteChangeReason.routeConfigurationChange.rawValue == 8)
        #expect(AVAudioSession.PortOverride.speaker.rawValue == 1_936_747_378)
        #expect(AVAudioSession.RecordPermission.granted.rawValue == 1_735_552_628)
        #expect(AVAudioApplication.recordPermission.denied.rawValue == 1_684_369_017)
        #expect(AVAudioSession.PromptStyle.normal.rawValue == 1_852_992_876)
        #expect(AVAudioSession.RouteSharingPolicy.longForm == .longFormAudio)
        #expect(AVAudioSession.InterruptionReason.routeDisconnected.rawValue == 4)
    }

    @Test("Errors of AVFoundation are caught by their code, as they are, and as NSError")
    func avErrors() throws {
        func fail() throws { throw AVError(AVError.decodeFailed, userInfo: [NSLocalizedDescriptionKey: "broken"]) }
        // As on the phone this catches every error.
        func caught() -> NSError? {
            do { try fail() } catch let error as NSError { return error }
            return nil
        }
        let error = try #require(caught())
        #expect(
            error.domain == AVFoundationErrorDomain && error.code == -11_821 && error.localizedDescription == "broken")
        #expect((error as any Error as? AVError)?.code == .decodeFailed)
        var isMatched = false
        do { try fail() } catch AVError.unknown { isMatched = false } catch AVError.decodeFailed { isMatched = true }
        #expect(isMatched)
    }

    @Test("Strings are Apple's")
    func strings() {
        #expect(AVAudioSession.Category.playAndRecord.rawValue == "AVAudioSessionCategoryPlayAndRecord")
        #expect(AVAudioSession.Mode.default.rawValue == "AVAudioSessionModeDefault")
        #expect(AVAudioSession.Port.HDMI.rawValue == "HDMIOutput")
        #expect(
            AVAudioSession.interruptionNotification.rawValue == "AVAudioSessionInterruptionNotification")
    }

    @Test("The codes of system sounds are Apple's")
    func soundCodes() {
        #expect(Int(kAudioServicesPropertyIsUISound) == code("isui"))
        #expect(Int(kAudioServicesPropertyCompletePlaybackIfAppDies) == code("ifdi"))
        #expect(Int(kAudioServicesBadSpecifierSizeError) == code("!spc"))
        #expect(kSystemSoundID_Vibrate == 4095)
    }

    @Test("What a buffer list points to is filled and copied as on the phone, and what points nowhere is left alone")
    func optionalMemory() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4, alignment: 4)
        defer { memory.deallocate() }
        let (some, none): (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (memory, nil)
        #expect(memset(some, 7, 4) == memory && memory.load(as: UInt32.self) == 0x0707_0707)
        #expect(memset(none, 7, 4) == nil)
        #expect(memcpy(some, none, 4) == memory && memory.load(as: UInt32.self) == 0x0707_0707)
        #expect(memmove(none, some, 4) == nil)
        var word: UInt32 = 0
        memcpy(&word, some, 4)
        #expect(word == 0x0707_0707)
        word = 0x0102_0304
        memmove(some, &word, 4)
        #expect(memory.load(as: UInt32.self) == 0x0102_0304)
        #expect(kAUSampler_DefaultMelodicBankMSB == 121 && kAUSampler_DefaultPercussionBankMSB == 120)
    }
}
