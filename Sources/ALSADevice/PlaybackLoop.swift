import CALSA
import Glibc
import Mixer
import Synchronization

/// The render thread's work: pull a period, convert it, hand it to the PCM.
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

    /// Room for one period of stereo float, and for the same in the device's format where that differs.
    private let mix: UnsafeMutablePointer<Float>
    private let converted: UnsafeMutableRawPointer?

    private var converter: SampleConverter
    private var pacer: Pacer
    private var rendered = 0
    private var written = 0
    private var played = 0

    init(
        link: PCMLink, renderer: PeriodRenderer, ended: Signal, limitInFrames: Int, mix: UnsafeMutablePointer<Float>,
        converted: UnsafeMutableRawPointer?
    ) {
        self.link = link
        self.renderer = renderer
        self.ended = ended
        self.limitInFrames = limitInFrames
        self.mix = mix
        self.converted = converted
        converter = SampleConverter(format: link.setup.format, channels: link.setup.channels)
        pacer = Pacer(rate: link.setup.rate, bufferFrames: link.setup.bufferFrames, now: PCMLink.now)
    }

    /// Plays until the limit, a request or the loss of the device.
    mutating func run() {
        while !link.isLost {
            let request = link.request
            if request == .drop {
                snd_pcm_drop(link.pcm)
                break
            }
            if request == .drain || rendered == limitInFrames {
                drain()
                break
            }
            let room = snd_pcm_avail_update(link.pcm)
            if room < 0 {
                link.recover(CInt(room))
            } else if room < link.setup.periodFrames {
                link.wait()
            } else {
                playPeriod(min(link.setup.periodFrames, limitInFrames - rendered))
            }
        }
        link.end(ended)
    }

    private mutating func playPeriod(_ count: Int) {
        renderer.body(renderer.context, mix, count)
        rendered += count
        if let converted { converter.convert(mix, into: converted, count: count) }
        write(converted ?? UnsafeMutableRawPointer(mix), count: count)
        publish()
        let early = pacer.wait(written: written, now: PCMLink.now)
        if early > 0 { link.nap(nanoseconds: early) }
    }

    /// Hands over all of a period, in as many pieces as the PCM likes.
    private mutating func write(_ samples: UnsafeMutableRawPointer, count: Int) {
        var done = 0
        while done < count, !link.isLost {
            let position = samples + done * converter.bytesPerFrame
            let left = snd_pcm_uframes_t(count - done)
            let taken =
                link.setup.isMapped
                ? snd_pcm_mmap_writei(link.pcm, position, left) : snd_pcm_writei(link.pcm, position, left)
            if taken > 0 {
                done += taken
                written += taken
                link.noteProgress()
            } else {
                if link.request == .drop { return }
                if taken == 0 || taken == -Int(EAGAIN) { link.wait() } else { link.recover(CInt(taken)) }
            }
        }
    }

    /// Lets the device play what it holds.
    private mutating func drain() {
        // Twice the buffer and two seconds are more than any device needs.
        var patience = 2 * Int64(link.setup.bufferFrames) * 1_000_000_000 / Int64(link.setup.rate) + 2_000_000_000
        let step = min(max(link.periodNanoseconds, 1_000_000), 20_000_000)
        while true {
            let code = snd_pcm_drain(link.pcm)
            if code == 0 || code == -EPIPE { break }
            guard code == -EAGAIN else { return link.lose(-code) }
            publish()
            if link.request == .drop || patience <= 0 {
                snd_pcm_drop(link.pcm)
                return
            }
            link.nap(nanoseconds: step)
            patience -= step
        }
        played = written
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }

    /// Tells the owner how far we are.
    private mutating func publish() {
        var delay: snd_pcm_sframes_t = 0
        if snd_pcm_delay(link.pcm, &delay) == 0 { played = max(played, written - max(0, delay)) }
        link.facts.pointee.frames.store(rendered, ordering: .relaxed)
        link.facts.pointee.framesPlayed.store(played, ordering: .relaxed)
    }
}
