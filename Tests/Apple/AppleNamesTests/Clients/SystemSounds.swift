import AudioToolbox

// Idiom 16.
struct Chime {
    private var id: SystemSoundID = 0

    init?(named name: String) {
        let url = URL(fileURLWithPath: "/sounds/\(name).wav")
        guard AudioServicesCreateSystemSoundID(url as CFURL, &id) == kAudioServicesNoError else { return nil }
    }

    func play() { AudioServicesPlaySystemSound(id) }

    func playOnce() {
        AudioServicesAddSystemSoundCompletion(
            id, nil, nil,
            { sound, _ in
                AudioServicesRemoveSystemSoundCompletion(sound)
                AudioServicesDisposeSystemSoundID(sound)
            }, nil)
        AudioServicesPlaySystemSound(id)
    }

    func survive() -> OSStatus {
        var sound = id
        var flag: UInt32 = 1
        return AudioServicesSetProperty(
            kAudioServicesPropertyCompletePlaybackIfAppDies, UInt32(MemoryLayout<SystemSoundID>.size), &sound,
            UInt32(MemoryLayout<UInt32>.size), &flag)
    }

    static func buzz() {
        AudioServicesPlaySystemSound(kSystemSoundID_Vibrate)
        AudioServicesPlaySystemSound(SystemSoundID(kSystemSoundID_Vibrate))
        AudioServicesPlayAlertSound(1304)
        AudioServicesPlaySystemSoundWithCompletion(1519) { DispatchQueue.main.async { print("done") } }
        AudioServicesPlayAlertSoundWithCompletion(SystemSoundID(1007), nil)
    }

    static func make(_ url: NSURL) -> SystemSoundID {
        var made: SystemSoundID = 0
        AudioServicesCreateSystemSoundID(url, &made)
        AudioServicesCreateSystemSoundID(URL(string: "file:///a.caf")! as CFURL, &made)
        return made
    }
}
