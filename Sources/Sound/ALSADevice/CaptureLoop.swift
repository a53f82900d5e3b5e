import CALSA
import Glibc
import Synchronization
import SystemSupport

/// The capturing thread's loop: reads from the PCM, and fills the consumer's ring. Allocates nothing, takes
/// none of our locks, logs nothing and counts no references. Every path reads frames, waits in `poll` or ends.
struct CaptureLoop {
    private var link: PCMLink
    private let ring: UnsafePointer<FrameRing>
    private let ended: WakeSignal.Reference

    /// Space for a period.
    private let samples: UnsafeMutablePointer<Float>

    private var pacer: Pacer
    private var captured = 0
    private var dropped = 0

    init(
        link: PCMLink, ring: UnsafePointer<FrameRing>, ended: WakeSignal.Reference, samples: UnsafeMutablePointer<Float>
    ) {
        self.link = link
        self.ring = ring
        self.ended = ended
        self.samples = samples
        pacer = Pacer(rate: link.setup.rate, bufferFrames: link.setup.bufferFrames, now: link.setup.now())
    }

    mutating func run() {
        while !link.isLost, link.request == nil {
            let available = alsa.snd_pcm_avail_update(link.pcm)
            if available < 0 {
                link.recover(CInt(available))
            } else if available < link.setup.periodFrames {
                waitForFrames()
            } else {
                read(link.setup.periodFrames)
                let early = pacer.wait(written: captured, now: link.setup.now())
                if early > 0 { link.nap(nanoseconds: early) }
            }
        }
        if !link.isLost {
            readRest()
            _ = alsa.snd_pcm_drop(link.pcm)
        }
        link.end(ended)
    }

    private mutating func waitForFrames() {
        _ = link.startWhenPrepared()
        let code = link.wait()
        if code < 0 { link.recover(code) }
    }

    /// Reads the frames captured before the stop, at most one buffer.
    private mutating func readRest() {
        let end = captured + link.setup.bufferFrames
        while captured < end, !link.isLost {
            let available = alsa.snd_pcm_avail_update(link.pcm)
            guard available > 0, read(min(available, link.setup.periodFrames, end - captured)) else { return }
        }
    }

    /// Reads up to `count` frames, at most a period. Returns false if there were none.
    @discardableResult private mutating func read(_ count: Int) -> Bool {
        let got = alsa.snd_pcm_readi(link.pcm, samples, snd_pcm_uframes_t(count))
        guard got > 0 else {
            if got == 0 || got == -Int(EAGAIN) { waitForFrames() } else { link.recover(CInt(got)) }
            return false
        }
        link.noteProgress()
        dropped += got - ring.pointee.push(samples, frames: got)
        captured += got
        link.facts.pointee.framesDropped.store(dropped, ordering: .relaxed)
        link.facts.pointee.frames.store(captured, ordering: .relaxed)
        return true
    }
}
