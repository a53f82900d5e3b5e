import ALSADevice
import Glibc
import Mixer
import SessionHost
import SessionPolicy
import SessionWorld

/// The way from pictures to the device in force.
extension LiveSession {
    /// A device that could not be had.
    struct Retry {
        let pcm: String
        /// When it is tried again, in the machine's nanoseconds.
        var at: Int64
        /// How long it was waited before, in nanoseconds.
        var delay: Int64
    }

    private static let firstDelay: Int64 = 100_000_000
    private static let longestDelay: Int64 = 5_000_000_000
    private static let idleInNanoseconds: Int64 = 2_000_000_000
    /// Twice as many as there may be started sounds.
    private static let manyBuses = 2 * PolicyState.soundLimit

    /// Makes moments audible: on the device that plays, or on another one from the frame that was heard last.
    ///
    /// - Parameter moments: What has changed, in the order of time; none to go on after a halt.
    func sound(_ moments: [Moment]) {
        let target = target(of: world.picture)
        // The device that is left may be heard yet; one that was pulled out has been dropped before.
        if target.pcm != entry.pcm { halt(fading: true) }
        entry = target
        settleVolume()
        if interpreter.busCount >= Self.manyBuses { forgetSounds() }
        for moment in moments {
            show(moment.picture, started: moment.started, atFrame: frame(of: moment.at.nanoseconds))
        }
        shown = world.picture
        if moments.isEmpty { show(world.picture, started: [], atFrame: frame(of: now)) }
        switch stage {
        case .running: break
        case .closed, .halted: interpreter.hasVoices ? start() : close()
        }
    }

    /// Lets sounds to come have the buses of those that are over, so that a session may hear any number one after another.
    private func forgetSounds() {
        let started = Set(world.state.sounds.map { SoundReference(.sound, app: $0.app, sound: $0.id) })
        interpreter.forget { $0.sound == nil || started.contains($0) }
    }

    private func show(_ picture: Picture, started: [SoundReference], atFrame frame: Int64) {
        interpreter.interpret(picture, started: started, atFrame: frame) { send($0) }
    }

    /// The frame for what happens at a moment. Where nothing renders, that is the next frame.
    private func frame(of moment: Int64) -> Int64 {
        guard case .running = stage else { return mixer.renderedFrames }
        return max(timeline.frame(of: moment), interpreter.latestFrame)
    }

    /// What is to be opened for a picture: what the phone's own sounds ask for, else the media route.
    private func target(of picture: Picture) -> Bindings.Entry {
        let outputs = picture.preferredOutputs
        guard let port = outputs.ports.first(where: { bindings[$0] != nil }) ?? outputs.ports.first else {
            return bindings.fallback
        }
        return bindings.output(for: port)
    }

    // MARK: Halting

    /// Stops the output and takes the sound back to the last frame that was heard. Does nothing where none runs.
    ///
    /// - Parameter fading: Whether it fades out within some milliseconds, instead of stopping at once.
    func halt(fading: Bool = false) {
        guard case .running = stage, let device else { return }
        fading ? device.fade() : device.drop()
        let heard = max(startFrame, heardFrame)
        interpreter.rewind(to: heard, at: max(interpreter.latestFrame, mixer.renderedFrames)) { send($0) }
        empty()
        timeline = Timeline(instant: timeline.instant(of: heard), frame: mixer.renderedFrames, rate: rate)
        stage = .halted
    }

    /// Renders into the void until every voice is over, fades included, and the limiter holds nothing back.
    private func empty() {
        let block = 256
        let void = UnsafeMutablePointer<Float>.allocate(capacity: 2 * block)
        defer { void.deallocate() }
        // No fade of a rule book lasts as long as a second.
        let latest = max(interpreter.latestFrame, mixer.renderedFrames) + rate
        repeat {
            resend()
            mixer.render(into: void, frames: block)
            readReports()
        } while mixer.renderedFrames <= interpreter.latestFrame
            || (mixer.liveVoiceCount > 0 && mixer.renderedFrames < latest)
        for _ in 0..<(mixer.latencyInFrames + block - 1) / block { mixer.render(into: void, frames: block) }
    }

    /// What uses an accessory is dropped before anybody is told that it is gone, so that nothing in the buffer is heard
    /// elsewhere.
    func dropWhatUses(_ kind: Accessory.Kind) {
        let isThere = world.state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind == kind } else { false }
        }
        let picture = world.picture
        guard isThere,
            picture.route.outputs.contains(kind.output)
                || picture.sounds.contains(where: { $0.isRunning && $0.outputs.contains(kind.output) })
        else { return }
        halt()
    }

    // MARK: Starting

    private func start() {
        if case .closed = stage {
            // What has just been decided begins with the next frame, however long it takes to open a device.
            timeline = Timeline(instant: worldInstant, frame: mixer.renderedFrames, rate: rate)
        }
        if device == nil || deviceName != entry.pcm { open() }
        idle = nil
        begin()
    }

    /// Starts the device that is held, or silence in its place; where there is not even a thread for that, only the
    /// policy goes on.
    private func begin() {
        (startFrame, suspensions) = (mixer.renderedFrames, 0)
        do throws(ALSAError) {
            try device?.start(mixer.renderer)
            stage = .running
            return sayPriority()
        } catch {
            // Silence is not what is tried again.
            if !isSilent { note(error) }
        }
        do throws(ALSAError) {
            hold(silent: access.silentOutput())
            try device?.start(mixer.renderer)
            stage = .running
        } catch {
            let reason = if case .shortage(let shortage) = error.kind { "\(shortage)" } else { "\(error)" }
            say("\(reason) Nothing is heard until the next step.")
            device = nil
            close()
        }
    }

    /// Says each time that the system has suspended the output.
    func saySuspension() {
        guard case .running = stage, let device, device.progress.suspensions > suspensions else { return }
        suspensions = device.progress.suspensions
        let sentence = ALSAOutput.sentence(suspended: entry.pcm)
        say(sentence)
        unsay(sentence)
    }

    /// Says once that sound may drop out for want of real-time priority.
    private func sayPriority() {
        if let priority = device?.priority, !priority.isRealTime { say(priority.sentence) }
    }

    private func open() {
        // What is held may be the same hardware under another name.
        device = nil
        if let retry, retry.pcm == entry.pcm, access.now < retry.at { return hold(silent: access.silentOutput()) }
        do {
            device = try access.openOutput(entry.pcm)
            deviceName = entry.pcm
            isSilent = false
            if let sentence = trouble.removeValue(forKey: entry.pcm) {
                unsay(sentence)
                say("\(entry.pcm) plays again.")
                unsay("\(entry.pcm) plays again.")
            }
        } catch {
            note(error)
            hold(silent: access.silentOutput())
        }
    }

    private func hold(silent output: any OutputDevice) {
        device = output
        deviceName = entry.pcm
        isSilent = true
    }

    /// Says why a device cannot be had, once, and sees to it that it is tried again.
    private func note(_ error: ALSAError) {
        // A library is loaded once in a program's life, or never.
        guard !error.isForGood else {
            retry = Retry(pcm: entry.pcm, at: .max, delay: Self.longestDelay)
            return say(error.description)
        }
        let sentence = "\(error.sentence) It is tried again. \(error.remedy)"
        trouble[entry.pcm] = sentence
        say(sentence)
        let before = retry.flatMap { $0.pcm == entry.pcm ? $0.delay : nil } ?? 0
        let delay = min(max(2 * before, Self.firstDelay), Self.longestDelay)
        retry = Retry(pcm: entry.pcm, at: access.now + delay, delay: delay)
    }

    /// Tries a device again whose time has come; the sound goes on there where it is by now.
    func openIfDue() {
        guard isSilent, case .running = stage, let retry, retry.pcm == entry.pcm, access.now >= retry.at else { return }
        let silence = device
        open()
        // A silent output that was made in vain has not been started.
        guard !isSilent else {
            device = silence
            return
        }
        silence?.drop()
        begin()
    }

    /// The cards have changed: what could not be had may be there now.
    func retryNow() {
        guard isSilent, retry?.at != .max else { return }
        retry?.at = access.now
        openIfDue()
    }

    // MARK: Losing and resting

    /// The device is gone. An accessory's is as good as pulled out; another is tried again.
    func lose(_ number: Int32) {
        let lost = entry
        halt()
        device = nil
        let sentence = ALSAError(.play, pcm: lost.pcm, code: number, kind: .gone).sentence
        say(sentence)
        unsay(sentence)
        if let kind = Accessory.Kind(output: lost.port), isConnected(lost.port) {
            let wired = kind.isWired
            return take(wired ? .unplug : .disconnect, .accessoryDisconnected(kind, uid: nil))
        }
        let now = access.now
        if let retry, retry.pcm == lost.pcm, now - retry.at < Self.longestDelay {
            let delay = min(max(2 * retry.delay, Self.firstDelay), Self.longestDelay)
            self.retry = Retry(pcm: lost.pcm, at: now + delay, delay: delay)
        } else {
            retry = Retry(pcm: lost.pcm, at: now, delay: 0)
        }
        sound([])
    }

    private func isConnected(_ port: Port) -> Bool {
        world.state.gestures.contains { gesture in
            if case .accessory(let accessory) = gesture { accessory.kind.output == port } else { false }
        }
    }

    /// Gives the device back once nothing has sounded for two seconds.
    func closeIfIdle() {
        guard case .running = stage else { return }
        let sounds = mixer.liveVoiceCount > 0 || mixer.renderedFrames <= interpreter.latestFrame
        guard !sounds else {
            idle = nil
            return
        }
        let since = idle?.since ?? access.now
        if idle == nil { idle = (since, mixer.renderedFrames) }
        if access.now - since >= Self.idleInNanoseconds { close() }
    }

    /// Gives the device back; what sounds fades out.
    func close() {
        if case .closed = stage { return }
        let instant = now
        // After a rest it holds nothing but silence.
        idle == nil ? device?.fade() : device?.drop()
        device = nil
        deviceName = nil
        stage = .closed(host: access.now, instant: instant)
        idle = nil
    }
}
