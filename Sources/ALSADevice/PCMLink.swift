import CALSA
import Glibc
import Synchronization

/// A running PCM as its thread sees it: waits for it, brings it back after what it answers, finds out that it is lost.
///
/// Touches plain memory, atomics and libasound only. (libasound locks its own mutex of the PCM, which nobody else wants
/// meanwhile; LIBASOUND_THREAD_SAFE=0 in the environment saves even that.) Whatever a PCM answers, a caller that calls
/// `wait`, `recover` or `noteProgress` on every round never spins at real-time priority.
struct PCMLink {
    let pcm: OpaquePointer
    let setup: PCMSetup
    let facts: UnsafePointer<StreamFacts>
    private let requested: Signal
    /// Room for the request's and the PCM's descriptors.
    private let descriptors: UnsafeMutablePointer<pollfd>
    static let descriptorCapacity = 32

    /// Whether the device is gone.
    private(set) var isLost = false
    private var xruns = 0
    private var suspensions = 0
    /// Failures and empty wake-ups since a frame last moved.
    private var failures = 0
    private var emptyWakeUps = 0
    private var silentPolls = 0

    /// So many failures in a row without one frame moved mean that the device is lost.
    private static let maximumFailures = 100
    /// So many polls without a sign of life mean the same.
    private static let maximumSilentPolls = 10

    init(
        pcm: OpaquePointer, setup: PCMSetup, facts: UnsafePointer<StreamFacts>, requested: Signal,
        descriptors: UnsafeMutablePointer<pollfd>
    ) {
        self.pcm = pcm
        self.setup = setup
        self.facts = facts
        self.requested = requested
        self.descriptors = descriptors
    }

    var request: StreamFacts.Request {
        StreamFacts.Request(rawValue: facts.pointee.request.load(ordering: .acquiring)) ?? .drop
    }

    var periodNanoseconds: Int64 { Int64(setup.periodFrames) * 1_000_000_000 / Int64(setup.rate) }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Says that frames have moved.
    mutating func noteProgress() {
        failures = 0
        emptyWakeUps = 0
        silentPolls = 0
    }

    // MARK: Waiting

    /// Waits until the PCM is ready for a period, a request comes or part of our patience is over.
    mutating func wait() {
        if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
            // A capture begins here; a playback's buffer is as full as it gets below the start threshold.
            let code = snd_pcm_start(pcm)
            if code < 0, code != -EAGAIN { return recover(code) }
        }
        // Asked for anew every time, as some plug-ins clear their wake-up in here.
        let wanted = snd_pcm_poll_descriptors_count(pcm)
        let count = snd_pcm_poll_descriptors(
            pcm, descriptors + 1, CUnsignedInt(min(max(wanted, 0), CInt(Self.descriptorCapacity - 1))))
        guard count >= 0 else { return recover(count) }
        descriptors[0] = pollfd(fd: requested.descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(descriptors, nfds_t(1 + count), setup.patienceInMilliseconds / CInt(Self.maximumSilentPolls))
        if ready == 0 {
            silentPolls += 1
            if silentPolls >= Self.maximumSilentPolls { lose(ETIMEDOUT) }
        }
        guard ready > 0 else { return }
        if descriptors[0].revents != 0 { return requested.lower() }
        var events: UInt16 = 0
        snd_pcm_poll_descriptors_revents(pcm, descriptors + 1, CUnsignedInt(count), &events)
        if Int32(events) & (POLLERR | POLLNVAL | POLLHUP) != 0 { return recoverFromPollError() }
        emptyWakeUps += 1
        if emptyWakeUps > Self.maximumFailures { nap(nanoseconds: periodNanoseconds) }
    }

    /// Waits for a request, for at most `nanoseconds`.
    mutating func nap(nanoseconds: Int64) {
        descriptors[0] = pollfd(fd: requested.descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = min(max(nanoseconds / 1_000_000, 1), 1000)
        if poll(descriptors, 1, CInt(milliseconds)) > 0 { requested.lower() }
    }

    // MARK: Recovering

    private mutating func recoverFromPollError() {
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_XRUN: recover(-EPIPE)
        case SND_PCM_STATE_SUSPENDED: recover(-ESTRPIPE)
        case SND_PCM_STATE_DISCONNECTED: lose(ENODEV)
        default: recover(-EAGAIN)
        }
    }

    /// Brings the PCM back after `code`, or finds that it is lost.
    mutating func recover(_ code: CInt) {
        failures += 1
        if failures > Self.maximumFailures { return lose(-code) }
        // The first attempts at once, as a period is short; then in no hurry.
        if failures > 3 { nap(nanoseconds: 10_000_000) }
        switch -code {
        case EAGAIN, EINTR: break
        case EPIPE:
            xruns += 1
            facts.pointee.xruns.store(xruns, ordering: .relaxed)
            prepare()
        case ESTRPIPE:
            suspensions += 1
            facts.pointee.suspensions.store(suspensions, ordering: .relaxed)
            resume()
        case EBADFD where snd_pcm_state(pcm) != SND_PCM_STATE_DISCONNECTED: prepare()
        default: lose(-code)
        }
    }

    private mutating func prepare() {
        let code = snd_pcm_prepare(pcm)
        if code < 0, code != -EAGAIN { lose(-code) }
    }

    private mutating func resume() {
        while request != .drop {
            let code = snd_pcm_resume(pcm)
            if code == 0 { return }
            // Not every device can go on where it was.
            guard code == -EAGAIN else { return prepare() }
            nap(nanoseconds: 100_000_000)
        }
    }

    /// The device is gone, for the reason `number`.
    mutating func lose(_ number: CInt) {
        isLost = true
        facts.pointee.lostErrno.store(number, ordering: .relaxed)
    }

    /// Tells the owner that the loop has ended; the last thing it does.
    func end(_ ended: Signal) {
        let phase: StreamFacts.Phase = isLost ? .lost : .finished
        facts.pointee.phase.store(phase.rawValue, ordering: .releasing)
        ended.raise()
    }
}
