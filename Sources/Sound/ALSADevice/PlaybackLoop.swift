import CALSA
import Glibc
import Mixer
import Synchronization
import SystemSupport

/// The render thread's work: pull a period, hand it to the PCM in its own format.
///
/// Runs on its own thread from start to end: allocates nothing, takes no lock of ours, writes no log and counts no
/// references. Every path either writes frames, waits in `poll` or ends.
struct PlaybackLoop {
    private var link: PCMLink
    private let renderer: PeriodRenderer
    /// Raised when the loop has ended.
    private let ended: WakeSignal.Reference
    /// Frames after which playing drains by itself.
    private let limitInFrames: Int

    /// The last frames rendered, frame n at n modulo their number: more than the device holds, so that what it threw away or
    /// gave back can be given again.
    private let kept: UnsafeMutablePointer<Float>
    private let keptFrames: Int
    /// Room for a period in the device's format, where that is written from memory of ours and no stereo float.
    private let converted: UnsafeMutableRawPointer?
    /// Room for what a PCM says of itself.
    private let report: OpaquePointer

    private var converter: SampleConverter
    private var pacer: Pacer
    private var position: PlaybackPosition
    private var rendered = 0
    /// The frame after the last one to be handed over: behind `rendered` only where frames that were taken back fade.
    private var ready = 0
    /// The number of the last written frames that were fading out: they count as unheard.
    private var faded = 0
    /// The frames played as shown to the owner, which sees no step back while the device plays.
    private var played = 0
    /// The part of the link's counts that `position` knows.
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
        converted = memory.converted
        report = memory.report
        converter = SampleConverter(format: setup.format, channels: setup.channels)
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
            // What the device threw away comes first.
            if position.written < ready {
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
        // What a PCM that is gone would tell now is as old as the last look.
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

    /// Renders the next frames; whole periods, but for the last ones.
    private mutating func render(_ count: Int) {
        renderer.body(renderer.context, place(of: rendered), count)
        rendered += count
        ready = rendered
    }

    private func place(of frame: Int) -> UnsafeMutablePointer<Float> { kept + 2 * (frame % keptFrames) }

    /// Hands over what is ready and the device does not have, in as many pieces as the PCM likes.
    private mutating func write() {
        while position.written < ready, !link.isLost, link.request != .drop {
            let first = position.written
            let count = min(ready - first, link.setup.periodFrames, keptFrames - first % keptFrames)
            let samples = place(of: first)
            note(link.setup.isMapped ? convertIntoMap(samples, count: count) : writeFrames(samples, count: count))
        }
    }

    /// Answers how many frames were taken, or a number below zero.
    private mutating func writeFrames(_ samples: UnsafeMutablePointer<Float>, count: Int) -> Int {
        if let converted { converter.convert(samples, into: converted, count: count) }
        return alsa.snd_pcm_writei(
            link.pcm, converted ?? UnsafeMutableRawPointer(samples), snd_pcm_uframes_t(count))
    }

    /// Converts samples into the device's own memory.
    private mutating func convertIntoMap(_ samples: UnsafePointer<Float>, count: Int) -> Int {
        let room = alsa.snd_pcm_avail_update(link.pcm)
        guard room > 0 else { return room }
        let (stretch, code) = link.stretch(atMost: min(count, room))
        guard let stretch else { return code }
        converter.convert(samples, into: stretch.start, count: stretch.frames)
        return link.commit(stretch, frames: stretch.frames)
    }

    /// Goes on after what a write has answered.
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

    /// Brings the PCM back after `code`; what it still knows of its frames is asked before it forgets them.
    private mutating func recover(_ code: CInt) {
        look()
        link.recover(code)
    }

    // MARK: Ending

    /// Ends at once; how far the device has come is asked while it still knows.
    private mutating func drop() {
        look()
        _ = alsa.snd_pcm_drop(link.pcm)
    }

    /// Falls silent over a short fade: a period from now where the device gives back what it holds, else after that.
    private mutating func fadeOut() {
        look()
        // What has no clock of its own is never started, and takes more than its buffer holds all the same.
        let isHeard =
            alsa.snd_pcm_state(link.pcm) == SND_PCM_STATE_RUNNING || position.written > link.setup.bufferFrames
        guard isHeard else { return drop() }
        let length = max(1, link.setup.rate / 200)
        let back = rewind(atLeast: length)
        let end = back > 0 ? min(back, length) : min(length, limitInFrames - rendered)
        ready = position.written
        while faded < end, !link.isLost, link.request != .drop {
            let count = min(link.setup.periodFrames, end - faded)
            if back == 0 { render(count) } else { ready += count }
            for index in 0..<count {
                // 1 - 3x² + 2x³ has no corner at either end.
                let way = Float(faded + index + 1) / Float(end + 1)
                let gain = 1 - way * way * (3 - 2 * way)
                let frame = place(of: ready - count + index)
                frame[0] *= gain
                frame[1] *= gain
            }
            faded += count
            write()
        }
        drain()
    }

    /// Has frames back that the device holds, all but a period; answers how many: none where that would be too few, or
    /// the device does not give any back.
    private mutating func rewind(atLeast length: Int) -> Int {
        guard link.setup.givesBack else { return 0 }
        let most = min(alsa.snd_pcm_rewindable(link.pcm), position.unheard - link.setup.periodFrames)
        guard most >= length else { return 0 }
        let back = alsa.snd_pcm_rewind(link.pcm, snd_pcm_uframes_t(most))
        guard back > 0 else { return 0 }
        position.rewind(back)
        return back
    }

    /// Lets the device play what it holds.
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

    /// Leaves the owner with exact numbers: what was rendered and has not left the device is never heard.
    private mutating func settle() {
        if link.isLost {
            noteInterruptions()
            // Some lost devices still know how far they came; of others the clock does.
            look()
            played = heard(at: link.ranUntil)
        } else {
            played = heard(at: .min)
        }
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }

    // MARK: How far we are

    /// Takes note of what has become of the frames that the device held when it failed.
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

    /// Asks the device how much of what it was given has not been heard.
    private mutating func look() {
        let state = alsa.snd_pcm_state(link.pcm)
        // Of a device that is gone libasound repeats the last word.
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

    /// The room in the device's buffer; a suspended device tells it in its report only.
    private func room(_ state: snd_pcm_state_t) -> Int? {
        guard state == SND_PCM_STATE_SUSPENDED else {
            let room = alsa.snd_pcm_avail_update(link.pcm)
            return room >= 0 ? room : nil
        }
        return alsa.snd_pcm_status(link.pcm, report) >= 0 ? Int(alsa.snd_pcm_status_get_avail(report)) : nil
    }

    /// The number of frames that have left the device, without those that have only faded.
    private func heard(at time: Int64) -> Int { min(position.heard(at: time), position.written - faded) }

    /// Tells the owner how far we are.
    private mutating func publish() {
        played = max(played, heard(at: .min))
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }
}
