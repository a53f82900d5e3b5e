import ALSADevice
import Mixer
import SessionPolicy

/// The device in force: opened, stopped, lost, given back.
extension Sounder {
    private static let restInNanoseconds: Int64 = 2_000_000_000

    // MARK: Halting

    /// Stops the output and rewinds to the last heard frame. Has no effect without a running output.
    /// - Parameter fading: Whether it fades out within some milliseconds.
    func halt(fading: Bool = false) {
        guard let run = output.run else { return }
        fading ? run.device.fade() : run.device.drop()
        let heard = max(run.startFrame, heardFrame)
        interpreter.rewind(to: heard, at: max(interpreter.latestFrame, mixer.renderedFrames)) { send($0) }
        empty()
        output = .stopped(run.retry == nil ? run.device : nil, next: nil)
    }

    /// Renders and discards until every voice has ended and the limiter is empty.
    private func empty() {
        let block = 256
        let void = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        defer { void.deallocate() }
        // No fade of a rule book lasts a second.
        let latest = max(interpreter.latestFrame, mixer.renderedFrames) + rate
        repeat {
            resend()
            mixer.render(into: void, frames: block)
            readReports()
        } while mixer.renderedFrames <= interpreter.latestFrame
            || (mixer.liveVoiceCount > 0 && mixer.renderedFrames < latest)
        for _ in 0..<(mixer.latencyInFrames + block - 1) / block { mixer.render(into: void, frames: block) }
    }

    // MARK: Starting

    func start() {
        if case .stopped(let device?, _) = output, opened == target?.pcm {
            if begin(device) { return }
        } else {
            // The held device may be the same hardware under another name.
            output = .closed
            if let device = open(), begin(device) { return }
        }
        beginSilence()
    }

    /// - Parameter retry: When the unavailable device is retried, if this is silence in its place.
    private func begin(_ device: any OutputDevice, retry: Int64? = nil) -> Bool {
        let frame = mixer.renderedFrames
        do throws(ALSAError) { try device.start(mixer.renderer) } catch {
            // A failure of the silent output is not retried.
            retry == nil ? note(error) : sayWithoutSilence(error)
            return false
        }
        let clock = OutputClock(
            now: access.now, rendered: mixer.renderedFrames, periodFrames: device.periodFrames, rate: Int(rate))
        output = .running(SounderOutput.Run(device: device, startFrame: frame, clock: clock, retry: retry))
        if retry == nil { bufferFrames = device.bufferFrames }
        // Sound may drop out for want of real-time priority.
        if let priority = device.priority, !priority.isRealTime { words.say(priority.sentence) }
        return true
    }

    /// Keeps time without a device. Without a thread, only the policy's time continues.
    private func beginSilence() {
        output = .closed
        _ = begin(access.silentOutput(), retry: nextTry)
    }

    private var nextTry: Int64 { target?.pcm.flatMap { troubles[$0]?.next } ?? .max }

    private func sayWithoutSilence(_ error: ALSAError) {
        let reason = if case .shortage(let shortage) = error.kind { "\(shortage)" } else { "\(error)" }
        words.say("\(reason) Nothing is heard until the next step.")
    }

    /// Opens the scene's device, unless it is silent or it is too early for a retry.
    private func open() -> (any OutputDevice)? {
        guard let pcm = target?.pcm else { return nil }
        if let trouble = troubles[pcm], access.now < trouble.next { return nil }
        do throws(ALSAError) {
            let device = try access.openOutput(pcm)
            opened = pcm
            if let sentence = troubles[pcm]?.sentence {
                troubles[pcm]?.sentence = nil
                words.unsay(sentence)
                words.sayEachTime("\(pcm) plays again.")
            }
            return device
        } catch {
            note(error)
            return nil
        }
    }

    /// Reports once why a device is unavailable, and schedules a retry.
    private func note(_ error: ALSAError) {
        guard let pcm = target?.pcm else { return }
        // A library that could not be loaded stays unavailable.
        guard !error.isForGood else {
            troubles[pcm] = Trouble(next: .max, delay: Trouble.longestDelay)
            return words.say("\(error.sentence) Sounds go on unheard. \(error.remedy)")
        }
        let sentence = "\(error.sentence) Sounds go on unheard until it can be opened. \(error.remedy)"
        words.say(sentence)
        let delay = Trouble.delay(after: troubles[pcm]?.delay ?? 0)
        troubles[pcm] = Trouble(next: access.now + delay, delay: delay, sentence: sentence)
    }

    /// Retries a device when due; the sound continues there from its present position.
    func openIfDue() {
        if case .stopped(_, let next?) = output, access.now >= next { return showAgain() }
        guard let run = output.run, let retry = run.retry, access.now >= retry else { return }
        guard let device = open() else {
            output.run?.retry = nextTry
            return
        }
        run.device.drop()
        if !begin(device) { beginSilence() }
    }

    func retryNow() {
        guard let retry = output.run?.retry, retry != .max else { return }
        if let pcm = target?.pcm { troubles[pcm]?.next = access.now }
        output.run?.retry = access.now
        openIfDue()
    }

    // MARK: Losing and resting

    /// Follows the device's clock.
    func observeClock() {
        output.run?.clock.observe(now: access.now, rendered: mixer.renderedFrames)
    }

    /// Handles a lost device. An accessory has probably been unplugged, which the policy decides; another device is
    /// retried immediately.
    func lose(_ number: Int32) {
        guard let lost = target, let pcm = lost.pcm else { return }
        halt()
        words.sayEachTime(ALSAError(.play, pcm: pcm, code: number, kind: .gone).sentence)
        let now = access.now
        if let trouble = troubles[pcm], now - trouble.next < Trouble.longestDelay {
            let delay = Trouble.delay(after: trouble.delay)
            troubles[pcm] = Trouble(next: now + delay, delay: delay)
        } else {
            troubles[pcm] = Trouble(next: now, delay: 0)
        }
        tell(.outputLost(lost.port))
        guard Accessory.Kind(output: lost.port) != nil else {
            output = .stopped(nil, next: nil)
            return showAgain()
        }
        output = .stopped(nil, next: now + Trouble.delay(after: 0))
    }

    /// Closes the device after two silent seconds.
    func closeIfIdle() {
        guard output.run != nil else { return }
        let latest = max(interpreter.latestFrame, interpreter.lastStartFrame)
        guard mixer.liveVoiceCount == 0, mixer.renderedFrames > latest else {
            output.run?.quiet = nil
            return
        }
        let quiet = output.run?.quiet ?? SounderOutput.Quiet(since: access.now, frame: mixer.renderedFrames)
        output.run?.quiet = quiet
        if access.now - quiet.since >= Self.restInNanoseconds { close() }
    }

    /// Closes the device; sounds fade out.
    func close() {
        // After a rest it holds only silence.
        output.run?.quiet == nil ? output.device?.fade() : output.device?.drop()
        output = .closed
    }
}
