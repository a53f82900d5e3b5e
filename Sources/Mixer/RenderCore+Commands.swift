import CMixKernels

extension RenderCore {
    /// Moves what was sent into the schedule, as far as it has room.
    mutating func drainCommands() {
        while !schedule.isFull, let command = shared.pointee.commands.oldest {
            schedule.insert(command)
            shared.pointee.commands.dropOldest()
        }
    }

    /// Applies the commands whose frame has come. Each may need a report; where none fits, the commands wait, so that
    /// no answer is lost.
    mutating func applyDueCommands() {
        while schedule.nextFrame <= now, shared.pointee.reports.freeCount > 0 {
            switch schedule.removeFirst().pointee.action {
            case .start(let start): self.start(start)
            case .release(let id, let ramp): release(id, over: ramp)
            case .setVoiceGain(let id, let gain, let ramp): setGain(of: id, to: gain, over: ramp)
            case .setBusGain(let bus, let stage, let gain, let ramp):
                buses[Int(bus.rawValue)].move(stage, to: gain, over: ramp, at: now)
            }
            drainCommands()
        }
    }

    private mutating func start(_ start: VoiceStart) {
        guard table.slot(of: start.voice) == nil else { return refuse(start.voice, .voiceInUse) }
        if table.soundingCount == maxVoices, !stealOldest() { return refuse(start.voice, .voiceLimit) }
        let slot = table.insert(Voice(start, at: now))
        let voice = table.voices + Int(slot)
        let bus = buses + voice.pointee.bus
        voice.pointee.previous = bus.pointee.last
        if let last = bus.pointee.last {
            last.pointee.next = voice
        } else {
            bus.pointee.first = voice
            activeBuses.insert(voice.pointee.bus)
        }
        bus.pointee.last = voice
        if voice.pointee.stream != nil {
            streaming[streamingCount] = slot
            streamingCount += 1
        }
        if voice.pointee.endFrame <= now { noteEnding(slot) }
    }

    /// Fades the oldest voice out, where that is the policy and a slot is left for the newcomer; answers whether it did.
    private mutating func stealOldest() -> Bool {
        guard steals, !table.isFull else { return false }
        let slot = table.oldest
        table.retire(slot)
        table.voices[Int(slot)].release(over: stealFade, at: now, reason: .stolen)
        return true
    }

    private mutating func release(_ id: VoiceID, over ramp: Ramp) {
        guard let slot = soundingSlot(of: id) else { return refuse(id, .unknownVoice) }
        table.voices[Int(slot)].release(over: ramp, at: now)
        if table.voices[Int(slot)].endFrame <= now { noteEnding(slot) }
    }

    private mutating func setGain(of id: VoiceID, to gain: Float, over ramp: Ramp) {
        guard let slot = soundingSlot(of: id) else { return refuse(id, .unknownVoice) }
        guard !table.voices[Int(slot)].isReleased else { return }
        table.voices[Int(slot)].move(to: gain, over: ramp, at: now)
    }

    /// The slot of a voice that is not over yet.
    private func soundingSlot(of id: VoiceID) -> Int32? {
        guard let slot = table.slot(of: id), table.voices[Int(slot)].endFrame > now else { return nil }
        return slot
    }

    private mutating func refuse(_ voice: VoiceID, _ refusal: Refusal) {
        // There is room: `applyDueCommands` looked.
        _ = shared.pointee.reports.push(Report(frame: now, event: .refused(voice, refusal)))
    }

    mutating func noteEnding(_ slot: Int32) {
        ending[endingCount] = slot
        endingCount += 1
    }

    /// Reports the voices that are over and frees their slots; those whose report does not fit wait.
    mutating func reportEndings() {
        var kept = 0
        for place in 0..<endingCount {
            let slot = ending[place]
            let voice = table.voices[Int(slot)]
            let report = Report(frame: voice.endFrame, event: .ended(voice.id, voice.endReason))
            guard reportStarved(slot), shared.pointee.reports.push(report) else {
                ending[kept] = slot
                kept += 1
                continue
            }
            unlink(voice)
            if voice.stream != nil { stopStreaming(slot) }
            table.remove(slot)
        }
        endingCount = kept
    }

    private mutating func stopStreaming(_ slot: Int32) {
        streamingCount -= 1
        guard let place = (0..<streamingCount).first(where: { streaming[$0] == slot }) else { return }
        streaming[place] = streaming[streamingCount]
    }

    /// Reports the frames that streams were late with since the last report that fitted.
    mutating func reportStarved() {
        for place in 0..<streamingCount where !reportStarved(streaming[place]) { return }
    }

    /// The same for one voice; answers whether there was room.
    private func reportStarved(_ slot: Int32) -> Bool {
        let voice = table.voices + Int(slot)
        guard voice.pointee.starvedFrames > 0 else { return true }
        let event = Report.Event.starved(voice.pointee.id, frames: voice.pointee.starvedFrames)
        guard shared.pointee.reports.push(Report(frame: now, event: event)) else { return false }
        voice.pointee.starvedFrames = 0
        return true
    }

    private mutating func unlink(_ voice: Voice) {
        if let previous = voice.previous {
            previous.pointee.next = voice.next
        } else {
            buses[voice.bus].first = voice.next
            if voice.next == nil { activeBuses.remove(voice.bus) }
        }
        if let next = voice.next {
            next.pointee.previous = voice.previous
        } else {
            buses[voice.bus].last = voice.previous
        }
    }

    /// Reports the frames silenced since the last report that fitted.
    mutating func reportSilenced() {
        guard anySilenced else { return }
        for index in 0..<busCount where buses[index].silencedFrames > 0 {
            let event = Report.Event.silenced(BusID(UInt16(index)), frames: buses[index].silencedFrames)
            guard shared.pointee.reports.push(Report(frame: now, event: event)) else { return }
            buses[index].silencedFrames = 0
        }
        anySilenced = false
    }
}
