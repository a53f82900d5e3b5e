import CALSA
import Glibc

/// The playback and capture devices of this machine, with their capabilities.
public struct DeviceSurvey: Hashable, Sendable {
    /// The way that sound goes.
    public enum Direction: String, Hashable, Sendable {
        case playback, capture
    }

    /// Whether a PCM could be opened.
    public enum State: Hashable, Sendable {
        /// The device opens.
        case free
        /// Another program uses it exclusively: its name and process number, if the system reports them.
        case busy(owner: String?)
        /// The device writes into a file, which opening it would truncate.
        case unasked
        /// The device does not open.
        case refused(ALSAError)
    }

    /// A PCM of a card.
    public struct PCMDevice: Hashable, Sendable {
        /// The PCM to open it by, such as `hw:CARD=PCH,DEV=0`.
        public let pcm: String
        /// Its number on the card.
        public let device: Int
        public let direction: Direction
        /// The driver's short and long name for it.
        public let id: String, name: String
        public let state: State
    }

    /// A jack of a card.
    public struct Jack: Hashable, Sendable {
        /// The control's name.
        public let control: String
        /// Distinguishes controls with the same name on a card.
        public internal(set) var index = 0
        public let isPlugged: Bool
        /// Whether the jack represents a fixed part and never changes.
        public var isPhantom: Bool { control.hasSuffix("Phantom Jack") }
    }

    /// A sound card.
    public struct Card: Hashable, Sendable {
        public let number: Int
        /// Its short name, which is in the names of its PCMs.
        public let id: String
        public let driver: String
        public let name: String
        public let pcms: [PCMDevice]
        public let volumes: [VolumeControl]
        public let jacks: [Jack]
    }

    /// A PCM of the configuration that belongs to no card: the default, or a sound server's.
    public struct NamedPCM: Hashable, Sendable {
        public let pcm: String
        public let state: State
    }

    public let cards: [Card]
    public let named: [NamedPCM]

    /// Surveys the machine. Opens every PCM briefly, except those that write files. Do not call from a real-time
    /// thread.
    public static func current() -> DeviceSurvey {
        let named = ["default"] + ["pipewire", "pulse"].filter { ALSAError.isConfigured($0) }
        return DeviceSurvey(
            cards: ControlHandle.cards.compactMap(card),
            named: named.map { NamedPCM(pcm: $0, state: state(of: $0, .playback, owner: nil)) })
    }

    private static func card(_ number: Int) -> Card? {
        guard let control = ControlHandle("hw:\(number)"), let info = control.info else { return nil }
        var pcms: [PCMDevice] = []
        var device: CInt = -1
        while alsa.snd_ctl_pcm_next_device(control.handle, &device) >= 0, device >= 0 {
            pcms += [.playback, .capture].compactMap { pcm(control, card: number, id: info.id, device: device, $0) }
        }
        return Card(
            number: number, id: info.id, driver: info.driver, name: info.name, pcms: pcms,
            volumes: (try? SimpleMixer("hw:\(number)"))?.volumes ?? [],
            jacks: control.jacks ?? [])
    }

    private static func pcm(
        _ control: ControlHandle, card: Int, id: String, device: CInt, _ direction: Direction
    ) -> PCMDevice? {
        var info: OpaquePointer?
        guard alsa.snd_pcm_info_malloc(&info) >= 0, let info else { return nil }
        defer { alsa.snd_pcm_info_free(info) }
        alsa.snd_pcm_info_set_device(info, CUnsignedInt(device))
        alsa.snd_pcm_info_set_stream(info, direction == .playback ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE)
        guard alsa.snd_ctl_pcm_info(control.handle, info) >= 0 else { return nil }
        let pcm = "hw:CARD=\(id),DEV=\(device)"
        let letter = direction == .playback ? "p" : "c"
        return PCMDevice(
            pcm: pcm, device: Int(device), direction: direction, id: String(libasound: alsa.snd_pcm_info_get_id(info)),
            name: String(libasound: alsa.snd_pcm_info_get_name(info)),
            state: state(of: pcm, direction, owner: "/proc/asound/card\(card)/pcm\(device)\(letter)/sub0/status"))
    }

    /// - Parameter owner: The kernel's file that names its owner.
    private static func state(of pcm: String, _ direction: Direction, owner: String?) -> State {
        if ALSAOutput.writesFile(pcm) { return .unasked }
        do throws(ALSAError) {
            let stream = direction == .playback ? SND_PCM_STREAM_PLAYBACK : SND_PCM_STREAM_CAPTURE
            _ = try PCM(pcm, stream: stream)
            return .free
        } catch {
            return error.kind == .busy ? .busy(owner: owner.flatMap(SystemFile.owner)) : .refused(error)
        }
    }
}
