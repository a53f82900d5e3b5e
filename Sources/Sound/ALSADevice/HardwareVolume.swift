import CALSA
import Glibc
import Synchronization
import SystemSupport

/// A card's volume control in decibels, with notifications of changes by other programs.
///
/// May be used from any thread but a real-time one.
public final class HardwareVolume: @unchecked Sendable {
    /// The setting of the control.
    public struct ControlState: Hashable, Sendable {
        /// The level in decibels; minus infinity is silence.
        public let decibels: Double
        /// Whether it is switched off.
        public let isMuted: Bool
    }

    /// A change reported to a watcher.
    public enum Change: Hashable, Sendable {
        /// Another program, or a key of the machine, has turned or switched it.
        case turned(ControlState)
        /// The card is gone; nothing follows.
        case gone
    }

    /// The usual names of a card's overall volume control, best first.
    package static let preferredControls = ["Master", "PCM", "Digital", "Speaker", "Headphone", "Line Out"]

    /// The card as the caller named it.
    public let card: String
    /// The control's name.
    public let control: String
    /// The range of levels in decibels; starts at minus infinity if the lowest step is silence.
    public let range: ClosedRange<Double>
    /// The number of steps it has.
    public let steps: Int

    private let open: OpenVolume
    private let watcher = Mutex<WatchThread?>(nil)

    /// Opens a card's volume control.
    ///
    /// - Parameters:
    ///   - card: A control device such as `hw:0`, `default` or `pulse`.
    ///   - control: The control's name, such as `Master`, or nil for the card's overall volume.
    /// - Throws: `ALSAError`, of kind `noVolume` if the card has no such control, or does not know its decibels.
    public convenience init(card: String = "default", control: String? = nil) throws(ALSAError) {
        try self.init(try SimpleMixer(card), card: card, control: control)
    }

    /// Adopts an open control interface, and closes it on release.
    package convenience init(adopting handle: OpaquePointer, control: String? = nil) throws(ALSAError) {
        try self.init(try SimpleMixer(adopting: handle, name: "adopted"), card: "adopted", control: control)
    }

    private init(_ mixer: SimpleMixer, card: String, control: String?) throws(ALSAError) {
        let usable = mixer.elements.compactMap { element in
            SimpleMixer.volume(of: element).flatMap { volume in volume.range.map { (element, volume, $0) } }
        }
        let names = control.map { [$0] } ?? Self.preferredControls
        let named = names.lazy.compactMap { name in usable.first { $0.1.name == name } }.first
        guard let (element, volume, range) = named ?? (control == nil ? usable.first : nil) else {
            throw ALSAError(.open, pcm: card, code: -ENOENT, kind: .noVolume(control: control))
        }
        self.card = card
        self.control = volume.name
        self.range = range
        steps = volume.steps
        open = OpenVolume(mixer, element, card: card, known: ControlState(volume))
    }

    /// The present setting of the control.
    ///
    /// - Throws: `ALSAError` once the card is gone.
    public func setting() throws(ALSAError) -> ControlState { try open.setting() }

    /// Sets all channels to the lowest level that is not below the requested one.
    ///
    /// - Parameter decibels: The requested level; minus infinity for silence.
    /// - Returns: The remaining gain for the software, in decibels: 0 or less, unless the request exceeds the
    ///   hardware's maximum.
    /// - Throws: `ALSAError` once the card is gone.
    public func set(decibels wish: Double) throws(ALSAError) -> Double {
        let reached = try open.set(atLeast: min(max(wish, range.lowerBound), range.upperBound))
        return wish == reached ? 0 : wish - reached
    }

    /// The level that `set` would choose, in decibels. Changes nothing.
    ///
    /// - Parameter decibels: The requested level; minus infinity for silence.
    /// - Throws: `ALSAError` once the card is gone.
    public func level(reachedBy decibels: Double) throws(ALSAError) -> Double {
        try open.step(atLeast: min(max(decibels, range.lowerBound), range.upperBound)).decibels
    }

    /// Calls `receive` on its own thread whenever another program changes the control, but not for `set`. Replaces an
    /// earlier watch.
    ///
    /// - Throws: `ALSAError` if no thread can be created.
    public func watch(_ receive: @escaping @Sendable (Change) -> Void) throws(ALSAError) {
        stopWatching()
        let open = open
        do throws(Shortage) {
            let thread = try WatchThread { stopping in
                while let change = open.nextChange(stopping) {
                    receive(change)
                    if change == .gone { return }
                }
            }
            watcher.withLock { $0 = thread }
        } catch {
            throw ALSAError(.start, pcm: card, error)
        }
    }

    /// Ends the watch. Do not call from within its closure.
    public func stopWatching() { watcher.withLock { $0 = nil } }
}

extension HardwareVolume.ControlState {
    fileprivate init(_ volume: VolumeControl) {
        self.init(decibels: volume.decibels ?? -.infinity, isMuted: volume.isMuted ?? false)
    }
}

/// The state shared by the owner of a volume and its watching thread.
private final class OpenVolume: Sendable {
    /// The open mixer, used only under the lock.
    private struct State: @unchecked Sendable {
        let mixer: SimpleMixer
        let element: OpaquePointer
        /// The setting last written or read.
        var known: HardwareVolume.ControlState
    }

    private let card: String
    private let state: Mutex<State>

    init(_ mixer: SimpleMixer, _ element: OpaquePointer, card: String, known: HardwareVolume.ControlState) {
        self.card = card
        state = Mutex(State(mixer: mixer, element: element, known: known))
    }

    func setting() throws(ALSAError) -> HardwareVolume.ControlState {
        try state.withLock { (state) throws(ALSAError) in
            try check(alsa.snd_mixer_handle_events(state.mixer.handle))
            return try read(state.element)
        }
    }

    /// The lowest step that is not below `decibels`, and its level.
    func step(atLeast decibels: Double) throws(ALSAError) -> (value: Int, decibels: Double) {
        try state.withLock { (state) throws(ALSAError) in
            var (least, most, value, level) = (0, 0, 0, 0)
            try check(alsa.snd_mixer_selem_get_playback_volume_range(state.element, &least, &most))
            if decibels == -.infinity {
                value = least
            } else {
                let hundredths = Int((decibels * 100).rounded(.up))
                try check(alsa.snd_mixer_selem_ask_playback_dB_vol(state.element, hundredths, 1, &value))
                value = min(max(value, least), most)
            }
            try check(alsa.snd_mixer_selem_ask_playback_vol_dB(state.element, value, &level))
            return (value, SimpleMixer.decibels(level))
        }
    }

    /// Sets the lowest level that is not below `decibels`, and returns it.
    func set(atLeast decibels: Double) throws(ALSAError) -> Double {
        let step = try step(atLeast: decibels)
        try state.withLock { (state) throws(ALSAError) in
            try check(alsa.snd_mixer_selem_set_playback_volume_all(state.element, step.value))
            state.known = try read(state.element)
        }
        return step.decibels
    }

    /// Waits for a change by another program. Returns nil once `stopping` is raised.
    func nextChange(_ stopping: WakeSignal) -> HardwareVolume.Change? {
        while true {
            var entries = [pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)]
            entries += state.withLock { Self.descriptors(of: $0.mixer) }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { return .gone }
            if entries[0].revents != 0 { return nil }
            // A removed card reports errors forever.
            if entries.contains(where: { CInt($0.revents) & (POLLERR | POLLNVAL) != 0 }) { return .gone }
            if let change = state.withLock({ follow(&$0) }) { return change }
        }
    }

    private func follow(_ state: inout State) -> HardwareVolume.Change? {
        guard alsa.snd_mixer_handle_events(state.mixer.handle) >= 0, let now = try? read(state.element) else {
            return .gone
        }
        guard now != state.known else { return nil }
        state.known = now
        return .turned(now)
    }

    private static func descriptors(of mixer: SimpleMixer) -> [pollfd] {
        let count = alsa.snd_mixer_poll_descriptors_count(mixer.handle)
        guard count > 0 else { return [] }
        return [pollfd](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            let got = alsa.snd_mixer_poll_descriptors(mixer.handle, buffer.baseAddress, CUnsignedInt(count))
            filled = Int(max(0, got))
        }
    }

    private func read(_ element: OpaquePointer) throws(ALSAError) -> HardwareVolume.ControlState {
        guard let volume = SimpleMixer.volume(of: element) else {
            throw ALSAError(.configure, pcm: card, code: -ENODEV)
        }
        return HardwareVolume.ControlState(volume)
    }

    private func check(_ code: CInt) throws(ALSAError) {
        guard code >= 0 else { throw ALSAError(.configure, pcm: card, code: code) }
    }
}
