import AppleSession
import Foundation
import SessionDevice
import SessionPolicy
import SoundFiles

/// A sound of the app, with the facts about its file.
final class DeviceSound: BackendSound {
    private let sound: AppSound
    private let info: SoundFileInfo
    private let meter: FileMeter?
    private let clocked: ClockedRender?

    init(_ sound: AppSound, _ info: SoundFileInfo, meter: FileMeter? = nil, clocked: ClockedRender? = nil) {
        (self.sound, self.info, self.meter, self.clocked) = (sound, info, meter, clocked)
        sound.endWithReference()
    }

    deinit { clocked?.leave() }

    var name: String { sound.name }
    var duration: Double? { sound.duration }
    var channels: Int { info.channels }
    var fileRate: Int { info.rate }
    var encoding: FileEncoding { FileEncoding(info.encoding) }

    func play(at start: MachineTime?) throws {
        try sound.play(at: start)
        clocked?.follow(sound)
    }

    func pause() throws {
        clocked?.leave()
        try sound.pause()
    }

    func stop() throws {
        clocked?.leave()
        guard sound.isStarted else { return sound.seek(to: 0) }
        try sound.stop()
    }

    func prepare() throws { try sound.prepare() }

    var isPlaying: Bool { sound.isPlaying }
    var position: Double { sound.position }

    func seek(to seconds: Double) { sound.seek(to: seconds) }

    var loops: Int {
        get { sound.loops }
        set { sound.loops = newValue }
    }

    var end: Double? {
        get { sound.end }
        set { sound.end = newValue }
    }

    var rate: Double {
        get { sound.rate }
        set { sound.rate = newValue }
    }

    var keepsPitch: Bool {
        get { sound.keepsPitch }
        set { sound.keepsPitch = newValue }
    }

    func setGain(_ gain: Double, over seconds: Double?) { try? sound.setGain(gain, over: seconds) }

    var pan: Double {
        get { sound.pan }
        set { sound.pan = newValue }
    }

    var levels: [(peak: Float, mean: Float)] { isPlaying ? meter?.levels(before: position) ?? [] : [] }
}
