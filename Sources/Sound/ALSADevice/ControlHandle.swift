import CALSA
import Glibc

/// The open control interface of a card, in non-blocking mode; closed when released. One thread at a time.
final class ControlHandle {
    let handle: OpaquePointer

    init(adopting handle: OpaquePointer) {
        self.handle = handle
        _ = alsa.snd_ctl_nonblock(handle, 1)
    }

    /// Opens the control device called `name`, such as `hw:0`, or nil if that is not possible now.
    convenience init?(_ name: String) {
        guard let handle = Self.open(name) else { return nil }
        self.init(adopting: handle)
    }

    /// Opens the control interface of a card without an owner: the caller closes it.
    static func open(_ name: String) -> OpaquePointer? {
        var handle: OpaquePointer?
        return alsa.snd_ctl_open(&handle, name, CInt(SND_CTL_NONBLOCK)) >= 0 ? handle : nil
    }

    deinit { _ = alsa.snd_ctl_close(handle) }

    /// The card's short name, driver and name, or nil once the card is gone.
    var info: (id: String, driver: String, name: String)? {
        var info: OpaquePointer?
        guard alsa.snd_ctl_card_info_malloc(&info) >= 0, let info else { return nil }
        defer { alsa.snd_ctl_card_info_free(info) }
        guard alsa.snd_ctl_card_info(handle, info) >= 0 else { return nil }
        return (
            String(libasound: alsa.snd_ctl_card_info_get_id(info)),
            String(libasound: alsa.snd_ctl_card_info_get_driver(info)),
            String(libasound: alsa.snd_ctl_card_info_get_name(info))
        )
    }

    /// The controls whose names end in "Jack", in the card's order, or nil once the card is gone.
    var jacks: [DeviceSurvey.Jack]? {
        var list: OpaquePointer?
        guard alsa.snd_ctl_elem_list_malloc(&list) >= 0, let list else { return nil }
        defer {
            alsa.snd_ctl_elem_list_free_space(list)
            alsa.snd_ctl_elem_list_free(list)
        }
        guard alsa.snd_ctl_elem_list(handle, list) >= 0,
            alsa.snd_ctl_elem_list_alloc_space(list, alsa.snd_ctl_elem_list_get_count(list)) >= 0,
            alsa.snd_ctl_elem_list(handle, list) >= 0
        else { return nil }
        return (0..<alsa.snd_ctl_elem_list_get_used(list)).compactMap { entry in
            let name = String(libasound: alsa.snd_ctl_elem_list_get_name(list, entry))
            guard name.hasSuffix("Jack"), let isPlugged = isOn(list, entry) else { return nil }
            return DeviceSurvey.Jack(
                control: name, index: Int(alsa.snd_ctl_elem_list_get_index(list, entry)), isPlugged: isPlugged)
        }
    }

    private func isOn(_ list: OpaquePointer, _ entry: CUnsignedInt) -> Bool? {
        var id: OpaquePointer?
        var value: OpaquePointer?
        guard alsa.snd_ctl_elem_id_malloc(&id) >= 0, let id else { return nil }
        defer { alsa.snd_ctl_elem_id_free(id) }
        guard alsa.snd_ctl_elem_value_malloc(&value) >= 0, let value else { return nil }
        defer { alsa.snd_ctl_elem_value_free(value) }
        alsa.snd_ctl_elem_list_get_id(list, entry, id)
        alsa.snd_ctl_elem_value_set_id(value, id)
        guard alsa.snd_ctl_elem_read(handle, value) >= 0 else { return nil }
        return alsa.snd_ctl_elem_value_get_boolean(value, 0) != 0
    }

    /// The number of values of a mixer control, or 0 if it does not exist.
    func channels(of name: String) -> Int {
        var info: OpaquePointer?
        guard alsa.snd_ctl_elem_info_malloc(&info) >= 0, let info else { return 0 }
        defer { alsa.snd_ctl_elem_info_free(info) }
        alsa.snd_ctl_elem_info_set_interface(info, SND_CTL_ELEM_IFACE_MIXER)
        alsa.snd_ctl_elem_info_set_name(info, name)
        return alsa.snd_ctl_elem_info(handle, info) >= 0 ? Int(alsa.snd_ctl_elem_info_get_count(info)) : 0
    }

    /// Subscribes to events. Returns false if the card has none.
    func subscribe() -> Bool { alsa.snd_ctl_subscribe_events(handle, 1) >= 0 }

    var descriptors: [pollfd] {
        let count = alsa.snd_ctl_poll_descriptors_count(handle)
        guard count > 0 else { return [] }
        return [pollfd](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            filled = Int(max(0, alsa.snd_ctl_poll_descriptors(handle, buffer.baseAddress, CUnsignedInt(count))))
        }
    }

    /// Discards all pending events.
    /// - Returns: Whether there were any, or nil once the card is gone.
    func drainEvents() -> Bool? {
        var event: OpaquePointer?
        guard alsa.snd_ctl_event_malloc(&event) >= 0, let event else { return nil }
        defer { alsa.snd_ctl_event_free(event) }
        var any = false
        while true {
            let code = alsa.snd_ctl_read(handle, event)
            if code == -EINTR { continue }
            if code == 0 || code == -EAGAIN { return any }
            if code < 0 { return nil }
            any = true
        }
    }

    static var cards: [Int] {
        var cards: [Int] = []
        var card: CInt = -1
        while alsa.snd_card_next(&card) >= 0, card >= 0 { cards.append(Int(card)) }
        return cards
    }
}
