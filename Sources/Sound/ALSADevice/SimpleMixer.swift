import CALSA
import Glibc

/// A snapshot of a card's playback volume.
public struct VolumeControl: Hashable, Sendable {
    /// The control's name, such as `Master`.
    public let name: String
    /// The range of levels in decibels, or nil if the card does not report it.
    public let range: ClosedRange<Double>?
    /// The number of steps it has.
    public let steps: Int
    /// The present level, in decibels.
    public let decibels: Double?
    /// The present level, as a step from 0.
    public let step: Int
    /// Whether it is switched off, or nil if it has no switch.
    public let isMuted: Bool?

    /// Whether nothing is heard through it.
    public var isSilent: Bool { isMuted == true || decibels == -.infinity || (step == 0 && steps > 1) }
}

/// ALSA's simple mixer of one card; closed when released. One thread at a time.
final class SimpleMixer {
    let handle: OpaquePointer

    init(_ card: String) throws(ALSAError) {
        handle = try Self.open(card)
        try check(alsa.snd_mixer_attach(handle, card), card)
        try load(card)
    }

    init(adopting control: OpaquePointer, name: String) throws(ALSAError) {
        handle = try Self.open(name)
        var hctl: OpaquePointer?
        try check(alsa.snd_hctl_open_ctl(&hctl, control), name)
        try check(alsa.snd_mixer_attach_hctl(handle, hctl), name)
        try load(name)
    }

    deinit { _ = alsa.snd_mixer_close(handle) }

    private static func open(_ card: String) throws(ALSAError) -> OpaquePointer {
        var handle: OpaquePointer?
        let code = alsa.snd_mixer_open(&handle, 0)
        guard code >= 0, let handle else { throw ALSAError(.open, pcm: card, code: code) }
        return handle
    }

    private func load(_ card: String) throws(ALSAError) {
        try check(alsa.snd_mixer_selem_register(handle, nil, nil), card)
        try check(alsa.snd_mixer_load(handle), card)
    }

    private func check(_ code: CInt, _ card: String) throws(ALSAError) {
        guard code >= 0 else { throw ALSAError(.open, pcm: card, code: code) }
    }

    /// The elements with a playback volume, in the card's order.
    var elements: [OpaquePointer] {
        var elements: [OpaquePointer] = []
        var next = alsa.snd_mixer_first_elem(handle)
        while let element = next {
            if alsa.snd_mixer_selem_is_active(element) != 0, alsa.snd_mixer_selem_has_playback_volume(element) != 0 {
                elements.append(element)
            }
            next = alsa.snd_mixer_elem_next(element)
        }
        return elements
    }

    var volumes: [VolumeControl] { elements.compactMap(Self.volume) }

    static func name(of element: OpaquePointer) -> String { String(libasound: alsa.snd_mixer_selem_get_name(element)) }

    /// The volume of an element, or nil if it cannot be read.
    static func volume(of element: OpaquePointer) -> VolumeControl? {
        var (least, most, value) = (0, 0, 0)
        guard alsa.snd_mixer_selem_get_playback_volume_range(element, &least, &most) >= 0,
            alsa.snd_mixer_selem_get_playback_volume(element, SND_MIXER_SCHN_FRONT_LEFT, &value) >= 0
        else { return nil }
        var (quietest, loudest, level) = (0, 0, 0)
        let hasDecibels =
            alsa.snd_mixer_selem_get_playback_dB_range(element, &quietest, &loudest) >= 0 && loudest > quietest
        let hasLevel = hasDecibels && alsa.snd_mixer_selem_ask_playback_vol_dB(element, value, &level) >= 0
        var on: CInt = 1
        let hasSwitch =
            alsa.snd_mixer_selem_has_playback_switch(element) != 0
            && alsa.snd_mixer_selem_get_playback_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &on) >= 0
        return VolumeControl(
            name: name(of: element), range: hasDecibels ? decibels(quietest)...decibels(loudest) : nil,
            steps: min(distance(from: least, to: most), .max - 1) + 1, decibels: hasLevel ? decibels(level) : nil,
            step: distance(from: least, to: value), isMuted: hasSwitch ? on == 0 : nil)
    }

    /// The number of steps between two settings, without overflow for any range.
    private static func distance(from low: Int, to high: Int) -> Int {
        let (steps, isTooMany) = high.subtractingReportingOverflow(low)
        return isTooMany ? .max : steps
    }

    /// Converts ALSA's hundredths, one value of which means silence, to decibels.
    static func decibels(_ hundredths: Int) -> Double {
        hundredths <= Int(SND_CTL_TLV_DB_GAIN_MUTE) ? -.infinity : Double(hundredths) / 100
    }
}
