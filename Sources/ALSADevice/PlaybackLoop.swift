import CALSA
import Glibc
import Mixer
import Synchronization

/// The render thread's work: pull a period, hand it to the PCM in its own format.
///
/// Runs on its own thread from start to end: allocates nothing, takes no lock of ours, writes no log and counts no
/// references. Every path either writes frames, waits in `poll` or ends.
struct PlaybackLoop {
    private var link: PCMLink
    private let renderer: PeriodRenderer
    /// Raised when the loop has ended.
    private let ended: Signal
    /// Frames after which playing drains by itself.
    private let limitInFrames: Int

    /// Room for one period of stereo float, for devices of another format.
    private let mix: UnsafeMutablePointer<Float>
    /// The last frames rendered, in the device's format: more than it holds, so that what it threw away can be given again.
    private let kept: UnsafeMutableRawPointer
    private let keptFrames: Int
    /// Room for what a PCM says of itself.
    private let report: OpaquePointer

    private var converter: SampleConverter
    private var pacer: Pacer
    private var position: PlaybackPosition
    private var rendered = 0
    /// As shown to the owner, which sees no step back while the device plays.
    private var played = 0
    /// Of the link's counts, what `position` knows.
    private var knownXruns = 0
    private var knownRestarts = 0

    init(
        link: PCMLink, renderer: PeriodRenderer, ended: Signal, limitInFrames: Int, memory: PlaybackMemory
    ) {
        let setup = link.setup
        self.link = link
        self.renderer = renderer
        self.ended = ended
        self.limitInFrames = limitInFrames
        mix = memory.mix
        kept = memory.kept
        keptFrames = memory.keptFrames
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
            if position.written < rendered {
                write()
                continue
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
        let place = place(of: rendered)
        if converter.isIdentity {
            renderer.body(renderer.context, place.assumingMemoryBound(to: Float.self), count)
        } else {
            renderer.body(renderer.context, mix, count)
            converter.convert(mix, into: place, count: count)
        }
        rendered += count
        write()
        look()
        publish()
        let early = pacer.wait(written: position.written, now: link.setup.now())
        if early > 0 { link.nap(nanoseconds: early) }
    }

    private func place(of frame: Int) -> UnsafeMutableRawPointer {
        kept + frame % keptFrames * converter.bytesPerFrame
    }

    /// Hands over what has been rendered and the device does not have, in as many pieces as the PCM likes.
    private mutating func write() {
        while position.written < rendered, !link.isLost, link.request != .drop {
            let first = position.written
            let count = min(rendered - first, keptFrames - first % keptFrames)
            if link.setup.isMapped {
                note(copyIntoMap(place(of: first), count: count))
            } else {
                note(alsa.snd_pcm_writei(link.pcm, place(of: first), snd_pcm_uframes_t(count)))
            }
        }
    }

    /// Answers as a write does: how many frames were taken, or a number below zero.
    private func copyIntoMap(_ frames: UnsafeRawPointer, count: Int) -> Int {
        let room = alsa.snd_pcm_avail_update(link.pcm)
        guard room > 0 else { return room }
        let (stretch, code) = link.stretch(atMost: min(count, room))
        guard let stretch else { return code }
        stretch.start.copyMemory(from: frames, byteCount: stretch.frames * converter.bytesPerFrame)
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

    /// Lets the device play what it holds.
    private mutating func drain() {
        // Twice the buffer and two seconds are more than any device needs.
        var patience = 2 * Int64(link.setup.bufferFrames) * 1_000_000_000 / Int64(link.setup.rate) + 2_000_000_000
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
            played = position.heard(at: link.ranUntil)
        } else {
            played = position.heard(at: .min)
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

    /// Tells the owner how far we are.
    private mutating func publish() {
        played = max(played, position.heard(at: .min))
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }
}
