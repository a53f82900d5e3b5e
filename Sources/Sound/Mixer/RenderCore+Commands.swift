import Synchronization

extension RenderCore {
    /// Receives commands and applies those that are due.
    @inline(__always)
    mutating func readCommands() {
        if shared.pointee.commands.waiting(behind: schedule.count).count > 0 { fillSchedule() }
        if schedule.nextFrame <= now { applyScheduled() }
    }

    /// Copies received commands into the schedule. Each command keeps its place in the ring until it is carried out, so
    /// there is always room for all, and none waits behind one that is due later.
    @inline(never)
    private mutating func fillSchedule() {
        let commands = shared.pointee.commands.waiting(behind: schedule.count)
        for number in 0..<commands.count { schedule.insert(commands[number].pointee) }
    }

    /// Applies the commands that are due.
    @inline(never)
    private mutating func applyScheduled() {
        while schedule.nextFrame <= now, shared.pointee.reports.freeCount > 0 {
            switch schedule.removeFirst().action {
            case .start(let voice): start(voice)
            case .release(let voice, let ramp): release(voice, over: ramp)
            case .setGain(let bus, let stage, let gain, let ramp):
                buses[Int(bus.rawValue)].move(stage, to: gain, over: ramp, at: now)
            case .measure(let bus, let meter): buses[Int(bus.rawValue)].meter = meter
            }
            shared.pointee.commands.drop(1)
        }
    }

    private mutating func start(_ start: VoiceStart) {
        let number = Int(start.voice.rawValue)
        guard number < maxVoices else { return refuse(start.voice, .voiceLimit) }
        guard !isPlaying[number] else { return refuse(start.voice, .voiceInUse) }
        isPlaying[number] = true
        voiceCount += 1
        let voice = voices + number
        voice.initialize(to: Voice(start, at: now))
        let bus = busToChange(voice.pointee.bus)
        voice.pointee.previous = bus.pointee.last
        if let last = bus.pointee.last {
            last.pointee.next = voice
        } else {
            bus.pointee.first = voice
            activeBuses += 1
        }
        bus.pointee.last = voice
        if voice.pointee.stream != nil {
            streaming[streamingCount] = voice
            streamingCount += 1
        }
        if voice.pointee.endFrame <= now { endAtOnce(voice) }
    }

    /// Invalidates the cached row of a bus, one of whose voices was changed or added.
    @discardableResult
    private func busToChange(_ bus: UInt16) -> UnsafeMutablePointer<Bus> {
        buses[Int(bus)].row.until = Int64.min
        return buses + Int(bus)
    }

    private mutating func release(_ id: VoiceID, over ramp: Ramp) {
        let number = Int(id.rawValue)
        guard number < maxVoices, isPlaying[number], voices[number].endFrame > now else {
            return refuse(id, .unknownVoice)
        }
        let voice = voices + number
        busToChange(voice.pointee.bus)
        voice.pointee.release(over: ramp, at: now)
        if voice.pointee.endFrame <= now { endAtOnce(voice) }
    }

    private mutating func refuse(_ voice: VoiceID, _ refusal: CommandRefusal) {
        // There is room: the caller has checked.
        _ = shared.pointee.reports.push(Report(frame: now, event: .refused(voice, refusal)))
    }

    mutating func noteEnding(_ voice: UnsafeMutablePointer<Voice>) {
        ending[endingCount] = voice
        endingCount += 1
    }

    /// Reports ended voices and frees their names; those whose report does not fit wait.
    mutating func reportEndings() {
        var kept = 0
        for place in 0..<endingCount where !reportEnding(ending[place]) {
            ending[kept] = ending[place]
            kept += 1
        }
        endingCount = kept
    }

    /// Ends a voice immediately, so that its name is free for the frame's next command.
    private mutating func endAtOnce(_ voice: UnsafeMutablePointer<Voice>) {
        // The caller has checked that there is room for one report.
        guard voice.pointee.supply.starvedFrames == 0, reportEnding(voice) else { return noteEnding(voice) }
    }

    /// Reports an ended voice and frees its name; returns whether there was room.
    private mutating func reportEnding(_ ended: UnsafeMutablePointer<Voice>) -> Bool {
        let voice = ended.pointee
        let report = Report(frame: voice.endFrame, event: .ended(voice.id, voice.endReason))
        guard reportStarved(ended), shared.pointee.reports.push(report) else { return false }
        unlink(voice)
        if voice.stream != nil { stopStreaming(ended) }
        isPlaying[Int(voice.id.rawValue)] = false
        voiceCount -= 1
        return true
    }

    private mutating func stopStreaming(_ voice: UnsafeMutablePointer<Voice>) {
        streamingCount -= 1
        guard let place = (0..<streamingCount).first(where: { streaming[$0] == voice }) else { return }
        streaming[place] = streaming[streamingCount]
    }

    /// Reports how many frames streams have missed since the last report.
    mutating func reportStarved() {
        for place in 0..<streamingCount where !reportStarved(streaming[place]) { return }
    }

    /// Reports one starved voice; returns whether there was room.
    private func reportStarved(_ voice: UnsafeMutablePointer<Voice>) -> Bool {
        guard voice.pointee.supply.starvedFrames > 0 else { return true }
        let event = Report.MixerEvent.starved(voice.pointee.id, frames: voice.pointee.supply.starvedFrames)
        guard shared.pointee.reports.push(Report(frame: now, event: event)) else { return false }
        voice.pointee.supply.starvedFrames = 0
        return true
    }

    private mutating func unlink(_ voice: Voice) {
        let bus = buses + Int(voice.bus)
        if let previous = voice.previous {
            previous.pointee.next = voice.next
        } else {
            bus.pointee.first = voice.next
            if voice.next == nil { activeBuses -= 1 }
        }
        if let next = voice.next {
            next.pointee.previous = voice.previous
        } else {
            bus.pointee.last = voice.previous
        }
    }
}
