import CALSA
import Glibc
import Synchronization
import SystemSupport

/// A running PCM on its thread: waits, recovers from errors, and detects loss. Uses plain memory, atomics and libasound
/// only. (libasound locks the PCM's mutex, which is uncontended.) A caller that calls `wait`, `recover` or
/// `noteProgress` in every round never spins at real-time priority.
struct PCMLink {
    let pcm: OpaquePointer
    let setup: PCMSetup
    let facts: UnsafePointer<StreamFacts>
    private let requested: WakeSignal.Reference
    private let descriptors: UnsafeMutablePointer<pollfd>
    static let descriptorCapacity = 32

    private(set) var isLost = false
    private(set) var xruns = 0
    /// How often the device had to restart without an xrun, losing what it held.
    private(set) var restarts = 0
    /// When a lost device is assumed to have stopped: at its first failure since the last progress.
    private(set) var ranUntil: Int64 = .min
    /// Failures and empty wake-ups since the last progress.
    private var failures = 0
    private var emptyWakeUps = 0
    private var silentPolls = 0
    /// The time spent waiting for a PCM that reports readiness but makes no progress.
    private var uselessNanoseconds: Int64 = 0

    /// The number of failures without progress after which the device is lost.
    private static let maximumFailures = 100
    /// The number of polls without progress after which the device is lost.
    private static let maximumSilentPolls = 10

    init(
        pcm: OpaquePointer, setup: PCMSetup, facts: UnsafePointer<StreamFacts>, requested: WakeSignal.Reference,
        descriptors: UnsafeMutablePointer<pollfd>
    ) {
        self.pcm = pcm
        self.setup = setup
        self.facts = facts
        self.requested = requested
        self.descriptors = descriptors
    }

    /// The requested ending, or nil.
    var request: ALSAOutput.Ending? {
        ALSAOutput.Ending(rawValue: facts.pointee.request.load(ordering: .acquiring))
    }

    var periodNanoseconds: Int64 { SteadyClock.nanoseconds(of: setup.periodFrames, at: setup.rate) }

    mutating func noteProgress() {
        failures = 0
        emptyWakeUps = 0
        silentPolls = 0
        uselessNanoseconds = 0
    }

    // MARK: Waiting

    /// Starts a prepared PCM: capture at its first wait, playback with a full buffer.
    /// - Returns: Whether it began to run.
    mutating func startWhenPrepared() -> Bool {
        guard alsa.snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED else { return false }
        let code = alsa.snd_pcm_start(pcm)
        if code < 0, code != -EAGAIN { recover(code) }
        return code >= 0
    }

    /// Waits until the PCM is ready for a period, a request arrives, or part of the patience is used up.
    /// - Returns: A negative error to pass to `recover` if the PCM has failed.
    mutating func wait() -> CInt {
        guard !isLost else { return 0 }
        // Queried every time because some plug-ins clear their wake-up here.
        let wanted = alsa.snd_pcm_poll_descriptors_count(pcm)
        let count = alsa.snd_pcm_poll_descriptors(
            pcm, descriptors + 1, CUnsignedInt(min(max(wanted, 0), CInt(Self.descriptorCapacity - 1))))
        guard count >= 0 else { return count }
        descriptors[0] = pollfd(fd: requested.descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(descriptors, nfds_t(1 + count), setup.patienceInMilliseconds / CInt(Self.maximumSilentPolls))
        if ready == 0 {
            silentPolls += 1
            if silentPolls >= Self.maximumSilentPolls { lose(ETIMEDOUT) }
        }
        guard ready > 0 else { return 0 }
        if descriptors[0].revents != 0 {
            requested.lower()
            return 0
        }
        var events: UInt16 = 0
        _ = alsa.snd_pcm_poll_descriptors_revents(pcm, descriptors + 1, CUnsignedInt(count), &events)
        if Int32(events) & (POLLERR | POLLNVAL | POLLHUP) != 0 { return pollError }
        emptyWakeUps += 1
        guard emptyWakeUps > Self.maximumFailures else { return 0 }
        nap(nanoseconds: periodNanoseconds)
        uselessNanoseconds += periodNanoseconds
        if uselessNanoseconds > Int64(setup.patienceInMilliseconds) * 1_000_000 { lose(ETIMEDOUT) }
        return 0
    }

    /// Waits for a request, for at most `nanoseconds`.
    mutating func nap(nanoseconds: Int64) {
        descriptors[0] = pollfd(fd: requested.descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = min(max(nanoseconds / 1_000_000, 1), 1000)
        if poll(descriptors, 1, CInt(milliseconds)) > 0 { requested.lower() }
    }

    // MARK: Recovering

    private var pollError: CInt {
        switch alsa.snd_pcm_state(pcm) {
        case SND_PCM_STATE_XRUN: -EPIPE
        case SND_PCM_STATE_SUSPENDED: -ESTRPIPE
        case SND_PCM_STATE_DISCONNECTED: -ENODEV
        default: -EAGAIN
        }
    }

    /// Recovers the PCM after an error, or marks it as lost.
    mutating func recover(_ code: CInt) {
        failures += 1
        if failures == 1 { ranUntil = setup.now() }
        if failures > Self.maximumFailures { return lose(-code) }
        // The first attempts are immediate because a period is short.
        if failures > 3 { nap(nanoseconds: 10_000_000) }
        switch -code {
        case EAGAIN, EINTR: break
        case EPIPE:
            xruns += 1
            facts.pointee.xruns.store(xruns, ordering: .relaxed)
            _ = prepare()
        case ESTRPIPE: resume()
        case EBADFD where alsa.snd_pcm_state(pcm) != SND_PCM_STATE_DISCONNECTED: beginAfresh()
        default: lose(-code)
        }
    }

    private mutating func prepare() -> Bool {
        let code = alsa.snd_pcm_prepare(pcm)
        if code < 0, code != -EAGAIN { lose(-code) }
        return code >= 0
    }

    /// Prepares a PCM that has not underrun.
    private mutating func beginAfresh() { if prepare() { restarts += 1 } }

    private mutating func resume() {
        while request == nil || request == .drain {
            let code = alsa.snd_pcm_resume(pcm)
            if code == 0 { return }
            // Not every device can resume.
            guard code == -EAGAIN else { return beginAfresh() }
            nap(nanoseconds: 100_000_000)
        }
    }

    /// The device is gone, for the reason `number`.
    mutating func lose(_ number: CInt) {
        isLost = true
        // A device that timed out had stopped before; any other ran until it failed.
        if number == ETIMEDOUT { ranUntil = .min } else if failures == 0 { ranUntil = setup.now() }
        facts.pointee.lostErrno.store(number, ordering: .relaxed)
    }

    func end(_ ended: WakeSignal.Reference) {
        let phase: StreamFacts.Phase = isLost ? .lost : .finished
        facts.pointee.phase.store(phase.rawValue, ordering: .releasing)
        ended.raise()
    }
}
