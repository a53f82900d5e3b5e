import CALSA
import Glibc
import Mixer
import Synchronization

/// The render thread's work: pull a period, convert it, hand it to the PCM, survive what the PCM answers.
///
/// Runs on its own thread from start to end and touches plain memory, atomics and libasound only: it allocates nothing,
/// takes no lock of ours, writes no log and counts no references. (libasound locks its own mutex of the PCM, which
/// nobody else wants meanwhile; LIBASOUND_THREAD_SAFE=0 in the environment saves even that.) Every path either writes
/// frames, waits in `poll` or ends, so that it never spins at real-time priority.
struct PeriodLoop {
    let pcm: OpaquePointer
    let renderer: PeriodRenderer
    let setup: PCMSetup
    let facts: UnsafePointer<PlaybackFacts>
    /// Raised with every request.
    let requested: Signal
    /// Raised when the loop has ended.
    let ended: Signal
    /// Frames after which playing drains by itself.
    let limitInFrames: Int

    /// Room for one period of stereo float, and for the same in the device's format where that differs.
    let mix: UnsafeMutablePointer<Float>
    let converted: UnsafeMutableRawPointer?
    /// Room for the request's and the PCM's descriptors.
    let descriptors: UnsafeMutablePointer<pollfd>
    static let descriptorCapacity = 32

    private var converter: SampleConverter
    private var pacer: Pacer
    private var rendered = 0
    private var written = 0
    private var played = 0
    private var xruns = 0
    private var suspensions = 0
    private var isLost = false
    /// Failures and empty wake-ups since a frame was last taken.
    private var failures = 0
    private var emptyWakeUps = 0
    private var silentPolls = 0

    /// So many failures in a row without one frame taken mean that the device is lost.
    private static let maximumFailures = 100
    /// So many polls without a sign of life mean the same.
    private static let maximumSilentPolls = 10

    init(
        pcm: OpaquePointer, renderer: PeriodRenderer, setup: PCMSetup, facts: UnsafePointer<PlaybackFacts>,
        requested: Signal, ended: Signal, limitInFrames: Int, mix: UnsafeMutablePointer<Float>,
        converted: UnsafeMutableRawPointer?, descriptors: UnsafeMutablePointer<pollfd>
    ) {
        self.pcm = pcm
        self.renderer = renderer
        self.setup = setup
        self.facts = facts
        self.requested = requested
        self.ended = ended
        self.limitInFrames = limitInFrames
        self.mix = mix
        self.converted = converted
        self.descriptors = descriptors
        converter = SampleConverter(format: setup.format, channels: setup.channels)
        pacer = Pacer(rate: setup.rate, bufferFrames: setup.bufferFrames, now: Self.now)
    }

    /// Plays until the limit, a request or the loss of the device.
    mutating func run() {
        while !isLost {
            let request = request
            if request == .drop {
                snd_pcm_drop(pcm)
                break
            }
            if request == .drain || rendered == limitInFrames {
                drain()
                break
            }
            let room = snd_pcm_avail_update(pcm)
            if room < 0 {
                recover(CInt(room))
            } else if room < setup.periodFrames {
                waitForRoom()
            } else {
                playPeriod(min(setup.periodFrames, limitInFrames - rendered))
            }
        }
        let end: PlaybackFacts.Phase = isLost ? .lost : .finished
        facts.pointee.phase.store(end.rawValue, ordering: .releasing)
        ended.raise()
    }

    private var request: PlaybackFacts.Request {
        PlaybackFacts.Request(rawValue: facts.pointee.request.load(ordering: .acquiring)) ?? .drop
    }

    private mutating func playPeriod(_ count: Int) {
        renderer.body(renderer.context, mix, count)
        rendered += count
        if let converted { converter.convert(mix, into: converted, count: count) }
        write(converted ?? UnsafeMutableRawPointer(mix), count: count)
        publish()
        let early = pacer.wait(written: written, now: Self.now)
        if early > 0 { nap(nanoseconds: early) }
    }

    /// Hands over all of a period, in as many pieces as the PCM likes.
    private mutating func write(_ samples: UnsafeMutableRawPointer, count: Int) {
        var done = 0
        while done < count, !isLost {
            let position = samples + done * converter.bytesPerFrame
            let left = snd_pcm_uframes_t(count - done)
            let taken = setup.isMapped ? snd_pcm_mmap_writei(pcm, position, left) : snd_pcm_writei(pcm, position, left)
            if taken > 0 {
                done += taken
                written += taken
                failures = 0
                emptyWakeUps = 0
                silentPolls = 0
            } else {
                if request == .drop { return }
                if taken == 0 || taken == -Int(EAGAIN) { waitForRoom() } else { recover(CInt(taken)) }
            }
        }
    }

    // MARK: Waiting

    /// Waits until the PCM has room, a request comes or part of our patience is over.
    private mutating func waitForRoom() {
        if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
            // The buffer is as full as it gets below the start threshold.
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

    private var periodNanoseconds: Int64 { Int64(setup.periodFrames) * 1_000_000_000 / Int64(setup.rate) }

    /// Waits for a request, for at most `nanoseconds`.
    private mutating func nap(nanoseconds: Int64) {
        descriptors[0] = pollfd(fd: requested.descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = min(max(nanoseconds / 1_000_000, 1), 1000)
        if poll(descriptors, 1, CInt(milliseconds)) > 0 { requested.lower() }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
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
    private mutating func recover(_ code: CInt) {
        failures += 1
        if failures > Self.maximumFailures { return lose(-code) }
        // The first attempts at once, as a period is short; then in no hurry.
        if failures > 3 { nap(nanoseconds: 10_000_000) }
        switch -code {
        case EAGAIN, EINTR: break
        case EPIPE:
            xruns += 1
            publish()
            prepare()
        case ESTRPIPE:
            suspensions += 1
            publish()
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

    private mutating func lose(_ number: CInt) {
        isLost = true
        facts.pointee.lostErrno.store(number, ordering: .relaxed)
    }

    // MARK: Ending

    /// Lets the device play what it holds.
    private mutating func drain() {
        // Twice the buffer and two seconds are more than any device needs.
        var patience = 2 * Int64(setup.bufferFrames) * 1_000_000_000 / Int64(setup.rate) + 2_000_000_000
        let step = min(max(periodNanoseconds, 1_000_000), 20_000_000)
        while true {
            let code = snd_pcm_drain(pcm)
            if code == 0 || code == -EPIPE { break }
            guard code == -EAGAIN else { return lose(-code) }
            publish()
            if request == .drop || patience <= 0 {
                snd_pcm_drop(pcm)
                return
            }
            nap(nanoseconds: step)
            patience -= step
        }
        played = written
        facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }

    /// Tells the owner how far we are.
    private mutating func publish() {
        var delay: snd_pcm_sframes_t = 0
        if snd_pcm_delay(pcm, &delay) == 0 { played = max(played, written - max(0, delay)) }
        let facts = facts
        facts.pointee.framesRendered.store(rendered, ordering: .relaxed)
        facts.pointee.framesPlayed.store(played, ordering: .relaxed)
        facts.pointee.xruns.store(xruns, ordering: .relaxed)
        facts.pointee.suspensions.store(suspensions, ordering: .relaxed)
    }
}
