internal import AppleSession

/// The sound of a placeholder player. It never plays.
final class SoundOfNothing: BackendSound {
    private static let failure = DeviceFailure(
        code: DeviceFailure.badParam, sentence: "The player was made without a sound; make one of a URL or of data.")

    var name: String { "" }
    var duration: Double? { nil }
    var channels: Int { 0 }
    var fileRate: Int { 0 }
    var encoding: FileEncoding { .coded(0) }
    func play(at start: MachineTime?) throws(DeviceFailure) { throw Self.failure }
    func pause() throws(DeviceFailure) { throw Self.failure }
    func stop() throws(DeviceFailure) { throw Self.failure }
    func prepare() throws(DeviceFailure) { throw Self.failure }
    var isPlaying: Bool { false }
    var position: Double { 0 }
    func seek(to seconds: Double) {}
    var loops: Int {
        get { 0 }
        set {}
    }
    var end: Double? {
        get { nil }
        set {}
    }
    var rate: Double {
        get { 1 }
        set {}
    }
    var keepsPitch: Bool {
        get { false }
        set {}
    }
    func setGain(_ gain: Double, over seconds: Double?) {}
    var pan: Double {
        get { 0 }
        set {}
    }
    var levels: [(peak: Float, mean: Float)] { [] }
}
