internal import AppleDevice
internal import SessionDevice
internal import SessionOracle
internal import SessionPhone
internal import SessionPolicy
internal import SessionTesting
internal import SessionWorld
internal import Synchronization

/// The device of the Apple names in this process, advanced by a `TestPhone`.
final class ProcessDevice: RunningDevice {
    private struct State {
        var decisions: [Arbiter.News] = []
        /// The frames heard since `forgetHeard()`, interleaved stereo.
        var heard: [Float] = []
    }

    private let device: PrivateDevice
    private let delivery: ManualDelivery
    private let state = Mutex(State())
    private let mirror = Mirror()

    /// The longest step while a sound is heard or recorded.
    private static let stride = Length.milliseconds(20)

    /// Creates a device, launches the app, and puts it under the Apple names.
    init(rules: RuleBook, app name: String, backgroundAudio: Bool, microphone: String?) throws(DeviceError) {
        var configuration = DeviceConfiguration(.virtual, book: rules)
        configuration.microphone = microphone
        // The app renders on the test's own thread, and is heard as deterministically as a file.
        configuration.rendersWhileAdvancing = true
        device = try PrivateDevice(configuration)
        delivery = ManualDelivery(
            device.open(name) { [mirror] in mirror.phone?.noteCalls() }, bind: Reaction.binding,
            report: { [mirror] in mirror.phone?.report($0) })
        device.watch { [weak self] news in self?.state.withLock { $0.decisions.append(news) } }
        // The code under test acts for itself: its act after an interruption or an unplug is what is tested.
        var launch = Launch(.app, backgroundAudio: backgroundAudio, resumes: false)
        launch.pausesAtUnplug = false
        device.perform { [launch] world in .app(AppID(world.name(name)), .launched(launch)) }
        delivery.begin()
    }

    /// Sets the phone that is notified after each call of the app.
    func follow(by phone: TestPhone) { mirror.phone = phone }

    var heard: [Float] { state.withLock { $0.heard } }

    var rules: RuleBook { device.world.book }

    var now: Instant { Instant(nanoseconds: device.now.nanoseconds) }

    func update(_ mirror: inout Device) -> [AppNotice] {
        let decisions = state.withLock { state in
            defer { state.decisions = [] }
            return state.decisions
        }
        for news in decisions {
            guard let event = news.event else { continue }
            mirror.follow(event, news.reply, news.world, wasDue: news.author == .machine)
        }
        mirror.follow(device.world, at: now)
        return delivery.takeNotices()
    }

    func perform(_ event: Event, _ names: NameTable) {
        device.perform { world in
            // The names are those of a copy of this world, and what the copy has added.
            if names.count > world.names.count { world.names = names }
            return event
        }
    }

    func forgetHeard() { state.withLock { $0.heard = [] } }

    func step(towards end: Instant) {
        let end = MachineTime(nanoseconds: end.nanoseconds)
        let heard = device.step(towards: [end, delivery.nextAlarm ?? end].reduce(end, min), atMost: Self.stride)
        state.withLock { $0.heard += heard }
        delivery.ring(at: device.now)
        delivery.settle()
    }

    func tell(_ notice: AppNotice) { delivery.tell(notice) }

    func settle() { delivery.settle() }
}

/// The phone that mirrors a device. Any thread.
private final class Mirror: Sendable {
    private struct Weak { weak var phone: TestPhone? }

    private let state = Mutex(Weak())

    var phone: TestPhone? {
        get { state.withLock { $0.phone } }
        set { state.withLock { $0.phone = newValue } }
    }
}
