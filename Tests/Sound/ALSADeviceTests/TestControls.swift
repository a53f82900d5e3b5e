import CALSA
import CPacedCard
import Testing

/// The controls of a card that is not there.
final class TestControls: @unchecked Sendable {
    let handle: OpaquePointer

    init(card: Int = 7, id: String = "Paced") { handle = paced_controls_create(CInt(card), id) }
    deinit { paced_controls_release(handle) }

    /// Opens the controls once more; the caller closes the handle.
    func open() -> OpaquePointer? {
        var control: OpaquePointer?
        return paced_controls_open(handle, &control) >= 0 ? control : nil
    }

    /// Adds a volume of 0 to `most`, with 1 dB for each step, `loudest` decibels at most.
    func addVolume(_ name: String, most: Int = 60, loudest: Int = 0, mutesAtMin: Bool = false) -> CInt {
        add(name) {
            ($0.max, $0.channels, $0.has_decibels, $0.mutes_at_min) = (most, 2, true, mutesAtMin)
            ($0.decibels_min, $0.decibels_step) = (CInt(100 * (loudest - most)), 100)
        }
    }

    func addSwitch(_ name: String) -> CInt { add(name) { ($0.is_boolean, $0.channels) = (true, 2) } }

    func addJack(_ name: String) -> CInt {
        add(name) { ($0.is_boolean, $0.interface) = (true, SND_CTL_ELEM_IFACE_CARD) }
    }

    func add(_ name: String, _ adjust: (inout paced_control) -> Void) -> CInt {
        name.withCString { name in
            var control = paced_control()
            control.name = name
            control.interface = SND_CTL_ELEM_IFACE_MIXER
            adjust(&control)
            return paced_controls_add(handle, control)
        }
    }

    /// Turns a control as another program would.
    func turn(_ control: CInt, to value: Int) { paced_controls_turn(handle, control, value) }
    func value(_ control: CInt, channel: Int = 0) -> Int {
        paced_controls_value(handle, control, CUnsignedInt(channel))
    }
    func disconnect() { paced_controls_disconnect(handle) }
}

/// Collects what a thread tells, for a test that waits for it.
final class Told<Event: Sendable> {
    let continuation: AsyncStream<Event>.Continuation
    private var iterator: AsyncStream<Event>.AsyncIterator

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        self.continuation = continuation
        iterator = stream.makeAsyncIterator()
    }

    /// The next event, once there is one.
    func next() async -> Event? { await iterator.next(isolation: #isolation) }
}
