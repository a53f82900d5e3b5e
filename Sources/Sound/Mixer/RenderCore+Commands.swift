import CMixKernels
import Synchronization

extension RenderCore {
    /// Receives commands and applies those that are due.
    @inline(__always)
    mutating func readOrders() {
        if shared.pointee.orders.waiting(behind: schedule.count).count > 0 { fillSchedule() }
        if schedule.nextFrame <= now { applyScheduled() }
    }

    /// Copies received orders into the schedule. Each order keeps its place in the ring until it is carried out, so
    /// there is always room for all, and none waits behind one that is due later.
    @inline(never)
    private mutating func fillSchedule() {
        let orders = shared.pointee.orders.waiting(behind: schedule.count)
        for number in 0..<orders.count {
            let order = orders[number].pointee
            schedule.insert(order, start: order.kind == .start ? shared.pointee.starts.pop() : nil)
        }
    }

    /// Applies the orders that are due.
    @inline(never)
    private mutating func applyScheduled() {
        while schedule.nextFrame <= now, shared.pointee.reports.freeCount > 0 {
            let (order, start) = schedule.removeFirst()
            apply(order, start: start)
            shared.pointee.orders.drop(1)
        }
    }

    /// Carries out an order; `start` is read only if it is a start.
    @inline(__always)
    private mutating func apply(_ order: UnsafePointer<Order>, start: UnsafePointer<VoiceStart>) {
        switch order.pointee.kind {
        case .setVoiceGain: setGain(of: order.pointee.voice, to: order.pointee.gain, over: order.pointee.ramp)
        case .release: release(order.pointee.voice, over: order.pointee.ramp)
        case .setBusGain: setBusGain(order)
        case .measureBus: measureBus(Int(order.pointee.target))
        case .start: self.start(start.pointee)
        }
    }

    @inline(never)
    private func setBusGain(_ order: UnsafePointer<Order>) {
        buses[Int(order.pointee.target)].move(
            order.pointee.stage, to: order.pointee.gain, over: order.pointee.ramp, at: now)
    }

    @inline(never)
    private func measureBus(_ bus: Int) {
        let blocks = shared.pointee.meters[bus].load(ordering: .acquiring)
        buses[bus].measure(UnsafeMutablePointer(bitPattern: blocks))
    }

    @inline(never)
    private mutating func start(_ start: VoiceStart) {
        guard table.slot(of: start.voice) == nil else { return refuse(start.voice, .voiceInUse) }
        if table.isFull { return refuse(start.voice, .voiceLimit) }
        let slot = table.insert(Voice(start, at: now))
        let voice = table.voices + Int(slot)
        let bus = busToChange(voice.pointee.bus)
        voice.pointee.previous = bus.pointee.last
        if let last = bus.pointee.last {
            last.pointee.next = voice
        } else {
            bus.pointee.first = voice
            activeBuses.insert(Int(voice.pointee.bus))
        }
        bus.pointee.last = voice
        if voice.pointee.stream != nil {
            streaming[streamingCount] = slot
            streamingCount += 1
        }
        if voice.pointee.endFrame <= now { endAtOnce(slot) }
    }

    /// Invalidates the cached rows of a bus, one of whose voices was changed or added.
    @inline(__always) @discardableResult
    private func busToChange(_ bus: UInt16) -> UnsafeMutablePointer<Bus> {
        buses[Int(bus)].row.until = Int64.min
        return buses + Int(bus)
    }

    @inline(never)
    private mutating func release(_ id: VoiceID, over ramp: Ramp) {
        guard let slot = soundingSlot(of: id) else { return refuse(id, .unknownVoice) }
        busToChange(table.voices[Int(slot)].bus)
        table.voices[Int(slot)].release(over: ramp, at: now)
        if table.voices[Int(slot)].endFrame <= now { endAtOnce(slot) }
    }

    @inline(__always)
    private mutating func setGain(of id: VoiceID, to gain: Float, over ramp: Ramp) {
        guard let slot = soundingSlot(of: id) else { return refuse(id, .unknownVoice) }
        let voice = table.voices + Int(slot)
        guard !voice.pointee.isReleased else { return }
        busToChange(voice.pointee.bus)
        voice.pointee.move(to: gain, over: ramp, at: now)
    }

    /// Returns the slot of a voice that has not ended.
    private func soundingSlot(of id: VoiceID) -> Int32? {
        guard let slot = table.slot(of: id), table.voices[Int(slot)].endFrame > now else { return nil }
        return slot
    }

    @inline(never)
    private mutating func refuse(_ voice: VoiceID, _ refusal: CommandRefusal) {
        // There is room: the caller has checked.
        _ = shared.pointee.reports.push(Report(frame: now, event: .refused(voice, refusal)))
    }

    mutating func noteEnding(_ slot: Int32) {
        ending[endingCount] = slot
        endingCount += 1
    }

    /// Reports ended voices and frees their slots; those whose report does not fit wait.
    mutating func reportEndings() {
        var kept = 0
        for place in 0..<endingCount where !reportEnding(ending[place]) {
            ending[kept] = ending[place]
            kept += 1
        }
        endingCount = kept
    }

    /// Ends a voice immediately, so that its name and slot are free for the frame's next order.
    private mutating func endAtOnce(_ slot: Int32) {
        // The caller has checked that there is room for one report.
        guard table.voices[Int(slot)].supply.starvedFrames == 0, reportEnding(slot) else { return noteEnding(slot) }
    }

    /// Reports an ended voice and frees its slot; returns whether there was room.
    private mutating func reportEnding(_ slot: Int32) -> Bool {
        let voice = table.voices[Int(slot)]
        let report = Report(frame: voice.endFrame, event: .ended(voice.id, voice.endReason))
        guard reportStarved(slot), shared.pointee.reports.push(report) else { return false }
        unlink(voice)
        if voice.stream != nil { stopStreaming(slot) }
        table.remove(slot)
        return true
    }

    private mutating func stopStreaming(_ slot: Int32) {
        streamingCount -= 1
        guard let place = (0..<streamingCount).first(where: { streaming[$0] == slot }) else { return }
        streaming[place] = streaming[streamingCount]
    }

    /// Reports how many frames streams have missed since the last report.
    mutating func reportStarved() {
        for place in 0..<streamingCount where !reportStarved(streaming[place]) { return }
    }

    /// Reports one starved voice; returns whether there was room.
    private func reportStarved(_ slot: Int32) -> Bool {
        let voice = table.voices + Int(slot)
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
            if voice.next == nil { activeBuses.remove(Int(voice.bus)) }
        }
        if let next = voice.next {
            next.pointee.previous = voice.previous
        } else {
            bus.pointee.last = voice.previous
        }
    }
}
