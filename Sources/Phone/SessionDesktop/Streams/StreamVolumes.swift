import Glibc

/// The streams of a server that has one volume for each, which host and person share: PulseAudio. It keeps the person's
/// volume of each stream while that is lowered, gives the next stream of a program the person's volume whatever the
/// server starts it with, and notes in a file what the next host must know if this one is killed. A stream has one
/// setting under way at most, with a look at the stream right before it: so a move of the slider that it overtakes is
/// seen, and repeated.
package final class StreamVolumes: StreamServer {
    private struct GovernedStream {
        var stream: ServerStream
        var level: StreamLevel
        /// The part that is let through in the end, and the part of now.
        var goal: (part: Double, aim: Double) = (1, 1)
        var isWanted = false
        /// Whether a setting is under way, with a look before it.
        var isUnderWay = false
        var isLookedAt = false
        /// Whether something about it has changed since the last look was asked for.
        var isStale = false
        /// Whether settings follow one another soon, each with a look before it.
        var isRamping: Bool { goal.part != goal.aim && level.part != 1 }
    }

    /// Facts about a stream that is or was lowered, for the next stream of its name.
    private struct Trace {
        /// The stream's number, or nil for one of another run of the server.
        var index: UInt32?
        /// The person's volumes while it was lowered, the last ones at the end.
        var personals: [[UInt32]]
        var isMuted: Bool
        var aims: [Double]
        /// Whether the host has muted it, and the person had not.
        var isSilenced: Bool { aims.contains(0) && !isMuted }
    }

    /// The streams of one name under which the server keeps a volume.
    private struct StreamName {
        var traces: [Trace] = []
        var lowered: Set<UInt32> = []
        /// The volume that the person wants for the next stream, or nil if the server keeps none.
        var kept: KeptVolume?
        /// Whether the server has told what it kept before the first stream was lowered, or that is unavailable any
        /// more.
        var isRead = true
        /// The volume that the host has written last for the next stream.
        var written: KeptVolume?
        /// Changes with each trace, and with what the person wants.
        var version = 0
    }

    private let server: any VolumeServer
    private let lock: ServerLock?
    private let journal: StreamJournal?
    private var identity: ServerIdentity?
    private var isGoverning = false
    private var isOpen = true
    private var hasLooked = false
    private var items: [UInt32: GovernedStream] = [:]
    private var recordings: Set<UInt32> = []
    private var names: [String: StreamName] = [:]
    /// The names whose kept volumes are to be corrected.
    private var toMend: Set<String> = []
    private var isMending = false
    private var isReading = false
    /// Volumes that a person has set since the kept volumes were queried.
    private var movedMeanwhile: [String: KeptVolume] = [:]
    /// The streams whose parts are to be set, in this order.
    private var queue: [UInt32] = []
    private var underWay = 0
    package var whenNews: (StreamNews) -> Void = { _ in }
    package var whenAtRest: () -> Void = {}
    package var whenSaid: (String) -> Void = { _ in } { didSet { lock?.whenSaid = whenSaid } }
    /// Returns whether another client of the host governs the streams of a run of the server, or nil until that is
    /// known.
    var isGovernedOtherwise: (ServerIdentity) -> Bool? = { _ in false }

    /// The number of settings under way at a time, at most.
    private static let mostUnderWay = 64
    private static let mostNames = 4_096
    /// The number of streams of one name that have ended low, each from another volume, of which is known.
    private static let mostTraces = 256

    /// Describes the streams of a server.
    /// - Parameters:
    ///   - lock: Keeps two hosts from the same server; nil keeps none.
    ///   - journal: The file of what is lowered; nil keeps none.
    init(_ server: any VolumeServer, lock: ServerLock? = nil, journal: StreamJournal? = nil) {
        (self.server, self.lock, self.journal) = (server, lock, journal)
        lock?.whenHeld = { [unowned self] in govern() }
        // Of what a host has left that was killed, the names count for any server.
        for entry in journal?.entries ?? [] where !entry.name.isEmpty { leave(entry) }
    }

    package func begin() {
        server.whenNews = { [unowned self] in handle($0) }
        server.whenSounding = { [unowned self] in whenNews(.sounding($0, $1)) }
    }

    package func measure(_ index: UInt32, isOn: Bool) { server.measure(index, isOn: isOn) }

    package var isAtRest: Bool { queue.isEmpty && underWay == 0 && toMend.isEmpty && !isMending }

    package func part(of index: UInt32) -> Double { items[index]?.level.part ?? 1 }

    package func set(part: Double, onTheWayTo aim: Double, of index: UInt32) {
        guard isGoverning, items[index] != nil else { return }
        items[index]?.goal = (part, aim)
        // Also if this part is never sent because another one follows.
        items[index]?.level.head(for: part, onTheWayTo: aim)
        want(index)
        pump()
    }

    package func close() {
        guard isOpen else { return }
        if isGoverning {
            // All at once: what is not sent before the end is lost.
            for index in items.keys.sorted() {
                items[index]?.goal = (1, 1)
                if items[index]?.isUnderWay == true { want(index) } else { issue(index) }
            }
            toMend.formUnion(names.keys)
            mend()
        }
        server.close()
        isOpen = false
        journal?.end()
        lock?.close()
        server.whenNews = { _ in }
    }

    // MARK: The server's news

    private func handle(_ news: VolumeNews) {
        switch news {
        case .connected(let identity):
            self.identity = identity
            reconsider()
        case .changed(let index): if isGoverning { lookAfterChange(index) }
        case .removed(let index): if isGoverning { remove(index) }
        case .lost:
            identity = nil
            standDown()
            looked()
        }
    }

    /// Decides again whether this client governs the server's streams.
    func reconsider() {
        guard let identity, isOpen else { return }
        switch isGovernedOtherwise(identity) {
        case nil: break
        case true?:
            if isGoverning {
                for index in items.keys {
                    items[index]?.goal = (1, 1)
                    if let commands = items[index]?.level.apply(1, onTheWayTo: 1) { send(commands, to: index) }
                }
            }
            standDown()
            looked()
        case false?:
            guard !isGoverning else { return }
            guard let lock else { return govern() }
            if !lock.hold(identity.cookie) { looked() }
        }
    }

    /// Follows no stream any more; what is known of names stays for the next run of the server.
    private func standDown() {
        isGoverning = false
        lock?.release()
        for index in items.keys.sorted() + recordings.sorted() { forget(index) }
        (queue, underWay, toMend, isMending, isReading) = ([], 0, [], false, false)
        names = names.filter { !Self.isOwn($0.key) }
        for name in names.keys {
            names[name]?.lowered = []
            for place in names[name]?.traces.indices ?? 0..<0 { names[name]?.traces[place].index = nil }
        }
        whenAtRest()
    }

    private func govern() {
        guard let identity, isOpen else { return }
        isGoverning = true
        // The streams that a killed host of this run of the server has left lowered.
        let found = (journal?.entries ?? []).filter { $0.cookie == identity.cookie }
        server.lookAtAll { [weak self] streams in
            guard let self, isGoverning else { return }
            // The server numbers streams in their order: of one that the killed host knew and has not noted nothing was
            // changed.
            let last = found.map(\.index).max()
            for stream in streams {
                let entry = found.first { $0.index == stream.index }
                adopt(stream, isOld: true, entry, isAsItWas: entry == nil && last.map { stream.index <= $0 } == true)
            }
            // Of all that was noted, what is lowered now is recorded again.
            journal?.replace(by: lowered)
            toMend.formUnion(names.keys)
            mend()
            looked()
        }
    }

    private func looked() {
        guard !hasLooked else { return }
        hasLooked = true
        whenNews(.looked)
    }

    private func lookAfterChange(_ index: UInt32) {
        guard let item = items[index] else { return look(index) }
        // During a ramp the looks before the settings tell of it.
        if item.isUnderWay || item.isWanted || item.isLookedAt || item.isRamping {
            items[index]?.isStale = true
        } else {
            look(index)
        }
    }

    private func look(_ index: UInt32) {
        items[index]?.isLookedAt = true
        items[index]?.isStale = false
        let mark = items[index]?.level.mark ?? 0
        server.look(at: index) { [weak self] stream in
            guard let self, isGoverning else { return }
            items[index]?.isLookedAt = false
            answer(index, stream, mark)
        }
    }

    private func answer(_ index: UInt32, _ stream: ServerStream?, _ mark: UInt64) {
        guard let stream else { return remove(index) }
        guard items[index] != nil else { return adopt(stream, isOld: false) }
        items[index]?.stream = stream
        if items[index]?.level.see(VolumeSetting(stream), mark: mark) == true { notePerson(index) }
        whenNews(.changed(stream))
        if let item = items[index], item.isStale, !item.isRamping, !item.isUnderWay, !item.isWanted {
            look(index)
        }
        pump()
    }

    /// Begins to follow a stream.
    /// - Parameters:
    ///   - entry: What a host that was killed has noted about it.
    ///   - isAsItWas: Whether no host has changed it.
    private func adopt(
        _ stream: ServerStream, isOld: Bool, _ entry: LoweredStream? = nil, isAsItWas: Bool = false
    ) {
        if stream.isRecording {
            recordings.insert(stream.index)
            return whenNews(.changed(stream, isOld: isOld))
        }
        // A stream without a volume, such as one of undecoded sound, cannot be lowered. One that a part of the server
        // plays, such as a sink that sends its sound on to others, carries streams that are lowered already.
        guard stream.isWritable, !stream.volumes.isEmpty, stream.client != nil else { return }
        if items[stream.index] == nil {
            let found = StreamLevel(VolumeSetting(stream), isExact: identity?.isPipeWire == false)
            items[stream.index] = GovernedStream(
                stream: stream, level: isAsItWas ? found : level(of: stream, entry, isOld: isOld))
            if let level = items[stream.index]?.level, level.isLowered {
                trace(stream.index)
                want(stream.index)
            }
        }
        whenNews(.changed(stream, isOld: isOld))
        pump()
    }

    private func remove(_ index: UInt32) {
        let name = items[index].map { Self.name(of: $0.stream) }
        forget(index)
        if let name, names[name]?.lowered.remove(index) != nil {
            dropRepeated(index, in: name)
            leaveIfRestored(name)
        }
        pump()
    }

    /// Forgets a stream that has ended if another one of its name says the same: a program may play thousands in one duck.
    private func dropRepeated(_ index: UInt32, in name: String) {
        guard let traces = names[name]?.traces, let place = traces.firstIndex(where: { $0.index == index }) else {
            return
        }
        let gone = traces[place]
        let isRepeated = traces.contains {
            $0.index != index && $0.personals == gone.personals && $0.isMuted == gone.isMuted && $0.aims == gone.aims
        }
        guard isRepeated || traces.count > Self.mostTraces else { return }
        names[name]?.traces.remove(at: place)
        erase(gone)
    }

    private func erase(_ trace: Trace) {
        if let index = trace.index, let cookie = identity?.cookie { journal?.remove(index, of: cookie) }
    }

    private func forget(_ index: UInt32) {
        if let item = items.removeValue(forKey: index) {
            if item.isUnderWay { underWay -= 1 }
            if item.isWanted { queue.removeAll { $0 == index } }
        }
        recordings.remove(index)
        whenNews(.removed(index))
    }

    // MARK: Levels

    private func want(_ index: UInt32) {
        guard items[index]?.isWanted == false else { return }
        items[index]?.isWanted = true
        queue.append(index)
    }

    private func pump() {
        var waiting: [UInt32] = []
        var place = 0
        while place < queue.count, underWay < Self.mostUnderWay {
            let index = queue[place]
            place += 1
            if items[index]?.isUnderWay == true { waiting.append(index) } else { issue(index) }
        }
        queue = waiting + queue[min(place, queue.count)...]
        if isAtRest { whenAtRest() }
    }

    /// Sends what is to be set, with a look right before it.
    private func issue(_ index: UInt32) {
        guard var item = items[index] else { return }
        item.isWanted = false
        let mark = item.level.mark
        let commands = item.level.apply(item.goal.part, onTheWayTo: item.goal.aim)
        items[index] = item
        let name = Self.name(of: item.stream)
        if item.level.isLowered { trace(index) }
        guard !commands.isEmpty else {
            rise(index, name)
            if item.isStale, !item.isRamping, !item.isLookedAt { look(index) }
            return
        }
        items[index]?.isUnderWay = true
        items[index]?.isStale = false
        underWay += 1
        server.look(at: index) { [weak self] stream in
            guard let self, isGoverning, items[index]?.isUnderWay == true else { return }
            items[index]?.isUnderWay = false
            underWay -= 1
            answer(index, stream, mark)
        }
        send(commands, to: index)
        rise(index, name)
    }

    /// Records that a stream is lowered no more, if that is so.
    private func rise(_ index: UInt32, _ name: String) {
        if items[index]?.level.isLowered == false, names[name]?.lowered.remove(index) != nil { leaveIfRestored(name) }
    }

    private func send(_ commands: [VolumeCommand], to index: UInt32) {
        for command in commands {
            switch command {
            case .volumes(let volumes): server.set(volumes: volumes, of: index)
            case .isMuted(let isMuted): server.set(isMuted: isMuted, of: index)
            }
        }
    }

    private func notePerson(_ index: UInt32) {
        guard let item = items[index] else { return }
        let name = Self.name(of: item.stream)
        let personal = item.level.personal
        if item.stream.restoreID != nil {
            let kept = KeptVolume(name: name, volumes: personal.volumes, isMuted: personal.isMuted)
            names[name]?.kept = kept
            noteKept(name)
            if isReading { movedMeanwhile[name] = kept }
            // What is being written may replace what the person has set meanwhile.
            if isMending, names[name] != nil {
                names[name]?.version += 1
                toMend.insert(name)
            }
        }
        if names[name]?.lowered.contains(index) == true { trace(index) }
        want(index)
    }

    // MARK: Names

    /// The name under which the server keeps the volume of a stream's program; one of our own if it keeps none.
    private static func name(of stream: ServerStream) -> String { stream.restoreID ?? "\u{0}\(stream.index)" }
    private static func isOwn(_ name: String) -> Bool { name.hasPrefix("\u{0}") }

    /// Records that a stream is lowered, and from which volume to which part.
    private func trace(_ index: UInt32) {
        guard let item = items[index] else { return }
        let name = Self.name(of: item.stream)
        if names[name] == nil {
            guard names.count < Self.mostNames else { return }
            names[name] = StreamName(isRead: item.stream.restoreID == nil)
            if item.stream.restoreID != nil { readKept() }
        }
        names[name]?.lowered.insert(index)
        let personal = item.level.personal
        var trace =
            names[name]?.traces.first { $0.index == index }
            ?? Trace(index: index, personals: [], isMuted: personal.isMuted, aims: [])
        let before = trace
        if trace.personals.last != personal.volumes {
            trace.personals.append(personal.volumes)
            if trace.personals.count > 16 { trace.personals.removeFirst() }
        }
        trace.isMuted = personal.isMuted
        if !trace.aims.contains(item.goal.aim), item.goal.aim != 1 {
            trace.aims.append(item.goal.aim)
            if trace.aims.count > 16 { trace.aims.removeFirst() }
        }
        guard trace.personals != before.personals || trace.aims != before.aims || trace.isMuted != before.isMuted else {
            return
        }
        names[name]?.version += 1
        if let place = names[name]?.traces.firstIndex(where: { $0.index == index }) {
            names[name]?.traces[place] = trace
        } else {
            names[name]?.traces.append(trace)
        }
        if let entry = entry(of: trace, item.stream.restoreID) { journal?.add(entry) }
    }

    /// Records what the person wants for the next stream of a name that is lowered.
    private func noteKept(_ name: String) {
        for trace in names[name]?.traces ?? [] { if let entry = entry(of: trace, name) { journal?.add(entry) } }
    }

    private func entry(of trace: Trace, _ name: String?) -> LoweredStream? {
        guard let index = trace.index, let cookie = identity?.cookie, let personal = trace.personals.last else {
            return nil
        }
        let kept = name.flatMap { names[$0]?.kept }
        return LoweredStream(
            cookie: cookie, index: index, personal: personal, isMuted: trace.isMuted, aims: trace.aims,
            kept: kept?.volumes ?? [], isKeptMuted: kept?.isMuted ?? false, name: name ?? "")
    }

    /// The entries of what is lowered, and of what the server may still start streams with.
    private var lowered: [LoweredStream] {
        var unknown = UInt32.max
        return names.flatMap { name, known in
            known.traces.compactMap { trace in
                var trace = trace
                if trace.index == nil {
                    // One of another run of the server has a number that no stream has.
                    unknown -= 1
                    trace.index = unknown
                }
                return entry(of: trace, Self.isOwn(name) ? nil : name)
            }
        }
    }

    private func leave(_ entry: LoweredStream) {
        guard names.count < Self.mostNames || names[entry.name] != nil else { return }
        names[entry.name, default: StreamName()].traces.append(
            Trace(index: nil, personals: [entry.personal], isMuted: entry.isMuted, aims: entry.aims))
        guard !entry.kept.isEmpty else { return }
        names[entry.name]?.kept = KeptVolume(name: entry.name, volumes: entry.kept, isMuted: entry.isKeptMuted)
    }

    /// The level of a stream that is found. Its volume may be one to which a host had lowered it, or another one of its
    /// program.
    private func level(of stream: ServerStream, _ entry: LoweredStream?, isOld: Bool) -> StreamLevel {
        let isExact = identity?.isPipeWire == false
        let seen = VolumeSetting(stream)
        var traces = names[Self.name(of: stream)]?.traces ?? []
        if let entry {
            traces.insert(
                Trace(index: nil, personals: [entry.personal], isMuted: entry.isMuted, aims: entry.aims), at: 0)
        }
        // The mute with which a stream begins is the host's if that has muted one of its name.
        let isSilenced = seen.isMuted && (entry == nil ? traces.contains(where: \.isSilenced) : traces[0].isSilenced)
        var isMuted = seen.isMuted
        for trace in traces.reversed() where entry == nil || trace.personals == [entry?.personal] {
            for personal in trace.personals.reversed() {
                guard StreamLevel.personal(of: seen.volumes, from: personal, trace.aims) != nil,
                    let last = trace.personals.last
                else { continue }
                // One that was there before this host, at its person's volume, was not lowered.
                if entry == nil, isOld, seen.volumes == personal, !isSilenced { continue }
                if entry == nil, let kept = names[Self.name(of: stream)]?.kept,
                    kept.volumes.count == seen.volumes.count
                {
                    return StreamLevel(
                        seen, personal: VolumeSetting(volumes: kept.volumes, isMuted: kept.isMuted),
                        isExact: isExact)
                }
                let volumes =
                    StreamLevel.personal(of: seen.volumes, from: last, trace.aims)
                    ?? (last.count == seen.volumes.count
                        ? last : Array(repeating: last.max() ?? 0, count: seen.volumes.count))
                return StreamLevel(
                    seen, personal: VolumeSetting(volumes: volumes, isMuted: seen.isMuted && !isSilenced),
                    isExact: isExact)
            }
        }
        // A program that has said its volume still begins with the mute of the stream that was set last.
        if !isOld, let kept = names[Self.name(of: stream)]?.kept {
            isMuted = kept.isMuted
        } else if isSilenced {
            isMuted = false
        }
        return StreamLevel(
            seen, personal: VolumeSetting(volumes: seen.volumes, isMuted: isMuted), isExact: isExact)
    }

    /// Reads what the server keeps for names that are about to be lowered: what it is asked now it answers as of before.
    private func readKept() {
        guard !isReading else { return }
        isReading = true
        server.mend { [weak self] kept in
            guard let self else { return [] }
            for volume in kept where names[volume.name]?.isRead == false && names[volume.name]?.kept == nil {
                names[volume.name]?.kept = movedMeanwhile[volume.name] ?? volume
                noteKept(volume.name)
            }
            return []
        } then: { [weak self] in
            guard let self else { return }
            (isReading, movedMeanwhile) = (false, [:])
            for name in names.keys { names[name]?.isRead = true }
        }
    }

    /// The trace to whose steps a kept volume belongs, if the host has lowered it or given it back, or nil if not.
    private func trace(of volume: KeptVolume) -> Trace? {
        names[volume.name]?.traces.last { trace in
            trace.personals.contains { StreamLevel.personal(of: volume.volumes, from: $0, trace.aims) != nil }
        }
    }

    /// Corrects what the server keeps for a name, of which no stream is lowered any more.
    private func leaveIfRestored(_ name: String) {
        guard names[name]?.lowered.isEmpty == true else { return }
        toMend.insert(name)
        mend()
    }

    private func mend() {
        toMend = toMend.filter { names[$0]?.lowered.isEmpty == true }
        guard isGoverning, !isMending, !toMend.isEmpty else { return }
        isMending = true
        let batch = Dictionary(uniqueKeysWithValues: toMend.map { ($0, names[$0]?.version ?? 0) })
        toMend = []
        server.mend { [weak self] kept in
            guard let self else { return [] }
            return kept.compactMap { volume in
                guard batch[volume.name] != nil, let known = names[volume.name], known.lowered.isEmpty,
                    let trace = volume == known.written ? known.traces.last : trace(of: volume),
                    let personal = trace.personals.last
                else { return nil }
                var right = KeptVolume(
                    name: volume.name,
                    volumes: StreamLevel.personal(of: volume.volumes, from: personal, trace.aims) ?? personal,
                    isMuted: volume.isMuted && names[volume.name]?.traces.contains(where: \.isSilenced) != true)
                if let wish = known.kept, wish.volumes.count == volume.volumes.count { right = wish }
                guard right != volume else { return nil }
                names[volume.name]?.written = right
                return right
            }
        } then: { [weak self] in
            guard let self else { return }
            // A stream that began before is told of by now, or by the answer to one more question.
            server.look(at: .max) { [weak self] _ in self?.clear(batch) }
        }
    }

    /// Forgets names that have been given back altogether.
    private func clear(_ batch: [String: Int]) {
        var isOfBefore = false
        let unsure = Set(
            items.values.lazy.filter { $0.isUnderWay || $0.isLookedAt || $0.isStale }.map { Self.name(of: $0.stream) })
        for (name, version) in batch {
            if unsure.contains(name) { toMend.insert(name) }
            guard !unsure.contains(name) else { continue }
            guard let known = names[name], known.lowered.isEmpty, known.version == version else { continue }
            if known.traces.contains(where: { $0.index == nil }) { isOfBefore = true }
            names[name] = nil
            for trace in known.traces { erase(trace) }
        }
        isMending = false
        if isOfBefore { journal?.replace(by: lowered) }
        mend()
        if isAtRest { whenAtRest() }
    }
}

extension VolumeSetting {
    init(_ stream: ServerStream) { self.init(volumes: stream.volumes, isMuted: stream.isMuted) }
}
