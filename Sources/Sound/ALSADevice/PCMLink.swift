import CALSA
import Glibc
import Synchronization
import SystemSupport

/// A running PCM as its thread sees it: waits for it, brings it back after what it answers, finds out that it is lost.
///
/// Touches plain memory, atomics and libasound only. (libasound locks its own mutex of the PCM, which no other thread wants
/// meanwhile; LIBASOUND_THREAD_SAFE=0 in the environment saves even that.) Whatever a PCM answers, a caller that calls
/// `wait`, `recover` or `noteProgress` on every round never spins at real-time priority.
struct PCMLink {
    let pcm: OpaquePointer
    let setup: PCMSetup
    let facts: UnsafePointer<StreamFacts>
    private let requested: WakeSignal.Reference
    /// Room for the request's and the PCM's descriptors.
    private let descriptors: UnsafeMutablePointer<pollfd>
    static let descriptorCapacity = 32

    /// Whether the device is gone.
    private(set) var isLost = false
    /// Times the device ran out of frames, or of room for them.
    private(set) var xruns = 0
    /// Times the device had to begin afresh though it had not run out: what it held is gone.
    private(set) var restarts = 0
    /// Until when a lost device is taken to have run: its first failure since a frame last moved.
    private(set) var ranUntil: Int64 = .min
    private var suspensions = 0
    /// Failures and empty wake-ups since a frame last moved.
    private var failures = 0
    private var emptyWakeUps = 0
    private var silentPolls = 0
    /// The time spent waiting for a PCM that says it is ready and takes or gives nothing.
    private var uselessNanoseconds: Int64 = 0

    /// The failures in a row without one frame moved that mean that the device is lost.
    private static let maximumFailures = 100
    /// The polls without a sign of life that mean the same.
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

    var request: StreamFacts.Request {
        StreamFacts.Request(rawValue: facts.pointee.request.load(ordering: .acquiring)) ?? .drop
    }

    var periodNanoseconds: Int64 { SteadyClock.nanoseconds(of: setup.periodFrames, at: setup.rate) }

    /// Says that frames have moved.
    mutating func noteProgress() {
        failures = 0
        emptyWakeUps = 0
        silentPolls = 0
        uselessNanoseconds = 0
    }

    // MARK: The mapped buffer

    /// A stretch of the mapped buffer, in one piece.
    struct Stretch {
        let start: UnsafeMutableRawPointer
        let offset: snd_pcm_uframes_t
        let frames: Int
    }

    /// The stretch that comes next, of at most `frames`; a number below zero where the PCM has none to give.
    ///
    /// To be asked after `snd_pcm_avail_update` only.
    func stretch(atMost frames: Int) -> (Stretch?, code: Int) {
        var areas: UnsafePointer<snd_pcm_channel_area_t>?
        var offset: snd_pcm_uframes_t = 0
        var count = snd_pcm_uframes_t(frames)
        let code = alsa.snd_pcm_mmap_begin(pcm, &areas, &offset, &count)
        guard code >= 0 else { return (nil, Int(code)) }
        guard count > 0, let area = areas?.pointee, let base = area.addr else { return (nil, -Int(EAGAIN)) }
        let start = base + Int(area.first / 8) + Int(offset) * Int(area.step / 8)
        return (Stretch(start: start, offset: offset, frames: Int(count)), 0)
    }

    /// Hands over, or gives back, the first `frames` of a stretch; answers how many, or a number below zero.
    func commit(_ stretch: Stretch, frames: Int) -> Int {
        alsa.snd_pcm_mmap_commit(pcm, stretch.offset, snd_pcm_uframes_t(frames))
    }

    // MARK: Waiting

    /// Starts a PCM that is ready: a capture at its first wait, a playback with a buffer as full as it gets.
    ///
    /// - Returns: Whether it began to run.
    mutating func startWhenPrepared() -> Bool {
        guard alsa.snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED else { return false }
        let code = alsa.snd_pcm_start(pcm)
        if code < 0, code != -EAGAIN { recover(code) }
        return code >= 0
    }

    /// Waits until the PCM is ready for a period, a request comes or part of our patience is over.
    ///
    /// - Returns: A number below zero where the PCM has failed and `recover` is to be called with it.
    mutating func wait() -> CInt {
        guard !isLost else { return 0 }
        // Asked for anew every time, as some plug-ins clear their wake-up in here.
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

    /// The error that a poll with an error event stands for.
    private var pollError: CInt {
        switch alsa.snd_pcm_state(pcm) {
        case SND_PCM_STATE_XRUN: -EPIPE
        case SND_PCM_STATE_SUSPENDED: -ESTRPIPE
        case SND_PCM_STATE_DISCONNECTED: -ENODEV
        default: -EAGAIN
        }
    }

    /// Brings the PCM back after `code`, or finds that it is lost.
    mutating func recover(_ code: CInt) {
        failures += 1
        if failures == 1 { ranUntil = setup.now() }
        if failures > Self.maximumFailures { return lose(-code) }
        // The first attempts at once, as a period is short; then in no hurry.
        if failures > 3 { nap(nanoseconds: 10_000_000) }
        switch -code {
        case EAGAIN, EINTR: break
        case EPIPE:
            xruns += 1
            facts.pointee.xruns.store(xruns, ordering: .relaxed)
            _ = prepare()
        case ESTRPIPE:
            suspensions += 1
            facts.pointee.suspensions.store(suspensions, ordering: .relaxed)
            resume()
        case EBADFD where alsa.snd_pcm_state(pcm) != SND_PCM_STATE_DISCONNECTED: beginAfresh()
        default: lose(-code)
        }
    }

    /// Empties the PCM and makes it ready; true if it is.
    private mutating func prepare() -> Bool {
        let code = alsa.snd_pcm_prepare(pcm)
        if code < 0, code != -EAGAIN { lose(-code) }
        return code >= 0
    }

    /// Makes a PCM ready that had not run out of frames.
    private mutating func beginAfresh() { if prepare() { restarts += 1 } }

    private mutating func resume() {
        while request.rawValue < StreamFacts.Request.fade.rawValue {
            let code = alsa.snd_pcm_resume(pcm)
            if code == 0 { return }
            // Not every device can go on where it was.
            guard code == -EAGAIN else { return beginAfresh() }
            nap(nanoseconds: 100_000_000)
        }
    }

    /// The device is gone, for the reason `number`.
    mutating func lose(_ number: CInt) {
        isLost = true
        // What has stood still for so long did not run on; anything else ran until it failed.
        if number == ETIMEDOUT { ranUntil = .min } else if failures == 0 { ranUntil = setup.now() }
        facts.pointee.lostErrno.store(number, ordering: .relaxed)
    }

    /// Tells the owner that the loop has ended; the last thing it does.
    func end(_ ended: WakeSignal.Reference) {
        let phase: StreamFacts.Phase = isLost ? .lost : .finished
        facts.pointee.phase.store(phase.rawValue, ordering: .releasing)
        ended.raise()
    }
}
