import CALSA
import Glibc
import Mixer
import Synchronization
import SystemSupport

/// The render thread's loop: pulls a period and writes it to the PCM. Allocates nothing, takes none of
/// our locks, logs nothing and counts no references. Every path writes frames, waits in `poll` or ends.
struct PlaybackLoop {
    private var link: PCMLink
    private let renderer: PeriodRenderer
    private let ended: WakeSignal.Reference
    /// The number of frames after which playback drains and ends.
    private let limitInFrames: Int

    /// The last rendered frames, as a ring larger than the device's buffer, so that discarded frames can be written
    /// again.
    private let kept: UnsafeMutablePointer<Float>
    private let keptFrames: Int
    private let report: OpaquePointer

    private var pacer: Pacer
    private var position: PlaybackPosition
    private var rendered = 0
    /// How many of the last written frames were fading out; these count as unheard.
    private var faded = 0
    /// The number of frames played as published to the owner; never decreases while playing.
    private var played = 0
    /// The part of the link's counts that `position` includes.
    private var knownXruns = 0
    private var knownRestarts = 0

    init(
        link: PCMLink, renderer: PeriodRenderer, ended: WakeSignal.Reference, limitInFrames: Int, memory: PlaybackMemory
    ) {
        let setup = link.setup
        self.link = link
        self.renderer = renderer
        self.ended = ended
        self.limitInFrames = limitInFrames
        kept = memory.kept
        keptFrames = memory.keptFrames
        report = memory.report
        pacer = Pacer(rate: setup.rate, bufferFrames: setup.bufferFrames, now: setup.now())
        position = PlaybackPosition(rate: setup.rate)
    }

    /// Plays until the limit, a request or the loss of the device.
    mutating func run() {
        while !link.isLost {
            noteInterruptions()
            let request = link.request
            if request == .drop {
                drop()
                break
            }
            // Discarded frames are written first.
            if position.written < rendered {
                write()
                continue
            }
            if request == .fade {
                fadeOut()
                break
            }
            if request == .drain || rendered == limitInFrames {
                drain()
                break
            }
            let room = alsa.snd_pcm_avail_update(link.pcm)
            if room < 0 {
                recover(CInt(room))
            } else if room < link.setup.periodFrames {
                waitForRoom()
            } else {
                playPeriod(min(link.setup.periodFrames, limitInFrames - rendered))
            }
        }
        settle()
        link.end(ended)
    }

    private mutating func waitForRoom() {
        if link.startWhenPrepared() { look() }
        let code = link.wait()
        guard code < 0 else { return }
        // A lost PCM reports nothing newer than the last query.
        if code == -ESTRPIPE { look() }
        link.recover(code)
    }

    // MARK: Rendering

    private mutating func playPeriod(_ count: Int) {
        render(count)
        write()
        look()
        publish()
        let early = pacer.wait(written: position.written, now: link.setup.now())
        if early > 0 { link.nap(nanoseconds: early) }
    }

    /// Renders whole periods, except at the end.
    private mutating func render(_ count: Int) {
        renderer.body(renderer.context, place(of: rendered), count)
        rendered += count
    }

    private func place(of frame: Int) -> UnsafeMutablePointer<Float> { kept + 2 * (frame % keptFrames) }

    /// Writes the rendered frames that the device does not have, in as many pieces as it requires.
    private mutating func write() {
        while position.written < rendered, !link.isLost, link.request != .drop {
            let first = position.written
            let count = min(rendered - first, link.setup.periodFrames, keptFrames - first % keptFrames)
            note(alsa.snd_pcm_writei(link.pcm, place(of: first), snd_pcm_uframes_t(count)))
        }
    }

    private mutating func note(_ taken: Int) {
        if taken > 0 {
            position.write(taken)
            link.noteProgress()
        } else if taken == 0 || taken == -Int(EAGAIN) {
            waitForRoom()
        } else {
            recover(CInt(taken))
        }
        noteInterruptions()
    }

    /// Recovers the PCM after an error. Queries its position first, before it is reset.
    private mutating func recover(_ code: CInt) {
        look()
        link.recover(code)
    }

    // MARK: Ending

    /// Stops immediately, after querying the device's position.
    private mutating func drop() {
        look()
        _ = alsa.snd_pcm_drop(link.pcm)
    }

    /// Fades out, after the frames that the device holds.
    private mutating func fadeOut() {
        look()
        // A device without a clock is never started, and still accepts more than its buffer.
        let isHeard =
            alsa.snd_pcm_state(link.pcm) == SND_PCM_STATE_RUNNING || position.written > link.setup.bufferFrames
        guard isHeard else { return drop() }
        let end = min(max(1, link.setup.rate / 200), limitInFrames - rendered)
        while faded < end, !link.isLost, link.request != .drop {
            let count = min(link.setup.periodFrames, end - faded)
            render(count)
            for index in 0..<count {
                // 1 - 3x² + 2x³ is smooth at both ends.
                let way = Float(faded + index + 1) / Float(end + 1)
                let gain = 1 - way * way * (3 - 2 * way)
                let frame = place(of: rendered - count + index)
                frame[0] *= gain
                frame[1] *= gain
            }
            faded += count
            write()
        }
        drain()
    }

    private mutating func drain() {
        // Twice the buffer and two seconds are more than any device needs.
        var patience = SteadyClock.nanoseconds(of: 2 * link.setup.bufferFrames, at: link.setup.rate) + 2_000_000_000
        let step = min(max(link.periodNanoseconds, 1_000_000), 20_000_000)
        while true {
            let code = alsa.snd_pcm_drain(link.pcm)
            if code == 0 || code == -EPIPE { break }
            if code == -ESTRPIPE {
                recover(code)
                noteInterruptions()
                write()
            } else if code != -EAGAIN {
                return link.lose(-code)
            }
            guard !link.isLost else { return }
            look()
            publish()
            if link.request == .drop || patience <= 0 {
                _ = alsa.snd_pcm_drop(link.pcm)
                return
            }
            link.nap(nanoseconds: step)
            patience -= step
        }
        position.runDry()
    }

    /// Publishes exact final numbers: frames that have not left the device are never heard.
    private mutating func settle() {
        if link.isLost {
            noteInterruptions()
            // Some lost devices still report their position; for others the clock is used.
            look()
            played = heard(at: link.ranUntil)
        } else {
            played = heard(at: .min)
        }
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }

    // MARK: How far we are

    /// Accounts for the frames that the device held when it failed.
    private mutating func noteInterruptions() {
        if link.xruns != knownXruns {
            knownXruns = link.xruns
            position.runDry()
        }
        if link.restarts != knownRestarts {
            knownRestarts = link.restarts
            position.beginAfresh(at: link.ranUntil, oldest: max(0, rendered - keptFrames))
        }
    }

    /// Queries how many written frames have not been heard.
    private mutating func look() {
        let state = alsa.snd_pcm_state(link.pcm)
        // Libasound repeats the last state of a lost device.
        guard state != SND_PCM_STATE_DISCONNECTED else { return }
        var delay: snd_pcm_sframes_t = 0
        let code = alsa.snd_pcm_delay(link.pcm, &delay)
        if code == -EPIPE { return position.runDry() }
        if code < 0 {
            guard let room = room(state) else { return }
            delay = link.setup.bufferFrames - room
        }
        let isRunning = state == SND_PCM_STATE_RUNNING || state == SND_PCM_STATE_DRAINING
        position.look(delay: max(0, delay), isRunning: isRunning, now: link.setup.now())
    }

    /// The free space in the device's buffer; a suspended device reports it only in its status.
    private func room(_ state: snd_pcm_state_t) -> Int? {
        guard state == SND_PCM_STATE_SUSPENDED else {
            let room = alsa.snd_pcm_avail_update(link.pcm)
            return room >= 0 ? room : nil
        }
        return alsa.snd_pcm_status(link.pcm, report) >= 0 ? Int(alsa.snd_pcm_status_get_avail(report)) : nil
    }

    /// The number of audible frames, without those that faded out.
    private func heard(at time: Int64) -> Int { min(position.heard(at: time), position.written - faded) }

    private mutating func publish() {
        played = max(played, heard(at: .min))
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }
}
