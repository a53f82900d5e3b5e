import Glibc

/// The streams of PulseAudio, which has one volume per stream, shared by host and person. If PipeWire speaks its protocol,
/// streams are only measured.
///
/// Remembers the person's volume of each lowered stream, gives a program's next stream the person's volume whatever the
/// server starts it with, and records in a file what the next host must know if this one is killed. A stream has at
/// most one query in progress, which precedes each setting, so that a move of the slider in between is seen, and repeated.
package final class StreamVolumes: StreamServer {
    private final class GovernedStream {
        var stream: ServerStream
        let name: StreamName
        var level: StreamLevel
        /// The target part, and the current one.
        var goal: (part: Double, aim: Double) = (1, 1)
        /// Whether the target has to be set.
        var isWanted = false
        /// Whether a query is in progress, perhaps with a setting behind it.
        var isQueried = false
        /// Whether it has changed since the last query was sent.
        var isStale = false
        /// The numbers of the server's first event about it, and of the last one.
        let began: Int
        var changed: Int
        /// The part of the person's setting that comes from its name.
        var inherits = Inheritance.nothing

        init(_ stream: ServerStream, _ name: StreamName, began: Int, changed: Int) {
            (self.stream, self.name, self.began, self.changed) = (stream, name, began, changed)
            level = StreamLevel(VolumeSetting(stream))
        }

        var index: UInt32 { stream.index }
        /// Whether settings follow in quick succession, each with its query.
        var isRamping: Bool { goal.part != goal.aim && level.part != 1 }
        /// Whether the server may have changed it without the host's knowledge.
        var isUnsure: Bool { isQueried || isStale }
    }

    private enum Inheritance { case nothing, mute, all }

    /// The person's settings, and the host's changes, of the streams of a program.
    private final class StreamName {
        /// The name under which the server keeps a volume for the next stream, or nil if it keeps none for this one.
        let restoreID: String?
        /// The person's settings for the next stream, in the order of the server's events. A stream starts with the
        /// last one before it.
        var wishes: [(event: Int, setting: VolumeSetting)] = []
        /// Whether the host has changed a stream of the name since the server stored the person's setting.
        var isChanged = false
        var lowered: Set<UInt32> = []
        /// The volumes without a mark that the host has set since then.
        private(set) var restored: [[UInt32]] = []
        /// The levels of streams that ended before the host saw the person's last setting.
        var ended: [StreamLevel] = []
        /// Whether the stored volume must be corrected.
        var isToMend = false
        /// Whether the stored volume is unknown, and whether it was queried; streams wait for it.
        var (isUnread, isAsked) = (false, false)

        init(_ restoreID: String?) { self.restoreID = restoreID }

        var isUnknown: Bool { isUnread || isAsked }

        func wish(before event: Int) -> VolumeSetting? { (wishes.last { $0.event < event } ?? wishes.first)?.setting }

        func noteRestored(_ volumes: [UInt32]) {
            if !restored.contains(volumes) { restored = restored.suffix(mostSettings - 1) + [volumes] }
        }

        /// Forgets the host's changes: the stored volume is the person's.
        func clear() { (wishes, isChanged, restored, ended) = (wishes.suffix(1), false, [], []) }
    }

    private let server: any VolumeServer
    private let lock: ServerLock?
    private let journal: StreamJournal?
    private(set) var identity: ServerIdentity?
    private var isGoverning = false
    private var isOpen = true
    package private(set) var hasLooked = false
    private var items: [UInt32: GovernedStream] = [:]
    private var recordings: Set<UInt32> = []
    /// The names under which the server keeps volumes.
    private var names: [String: StreamName] = [:]
    private var isMending = false
    /// The number of the server's events so far, and at the start of governing.
    private var events = 0
    private var governed = 0
    /// The first events about unknown streams.
    private var began: [UInt32: (event: Int, isRepeated: Bool)] = [:]
    /// The streams whose parts are to be set, in this order.
    private var queue: [GovernedStream] = []
    package var whenNews: (StreamNews) -> Void = { _ in }
    /// Called when the server accepts requests.
    var whenConnected: () -> Void = {}

    /// More names than any person's programs have.
    private static let mostNames = 4_096

    /// Describes the streams of a server.
    /// - Parameters:
    ///   - server: The server.
    ///   - lock: Keeps other hosts from the server, or nil.
    ///   - journal: The journal of lowered streams, or nil.
    init(_ server: any VolumeServer, lock: ServerLock? = nil, journal: StreamJournal? = nil) {
        (self.server, self.lock, self.journal) = (server, lock, journal)
        lock?.whenHeld = { [unowned self] in govern() }
        // A killed host's entries of names are valid for any server.
        for entry in journal?.entries ?? [] where !entry.name.isEmpty { inherit(entry) }
    }

    package func begin() {
        server.whenNews = { [unowned self] in handle($0) }
        server.whenSounding = { [unowned self] in whenNews(.sounding($0, $1)) }
    }

    package func measure(_ index: UInt32, isOn: Bool) { server.measure(index, isOn: isOn) }

    package var isAtRest: Bool {
        queue.isEmpty && !items.values.contains(where: \.isQueried) && !isMending
            && !allNames.contains { $0.isToMend || $0.isUnknown }
    }

    package func part(of index: UInt32) -> Double { items[index]?.level.part ?? 1 }

    package func set(part: Double, onTheWayTo aim: Double, of index: UInt32) {
        guard isGoverning, let item = items[index] else { return }
        item.goal = (part, aim)
        // Also if this part is never sent because another one follows.
        item.level.head(for: part, onTheWayTo: aim)
        want(item)
        pump()
    }

    package func close() {
        guard isOpen else { return }
        if isGoverning {
            // Immediately: settings that are not sent before the end are lost.
            for item in items.values.sorted(by: { $0.index < $1.index }) {
                item.goal = (1, 1)
                if item.isQueried { want(item) } else { issue(item) }
            }
            mendAll()
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
            whenConnected()
            if identity.isPipeWire || lock?.hold(identity.cookie) == false {
                hasLooked = true
            } else if lock == nil {
                govern()
            }
        case .changed(let index):
            events += 1
            if isGoverning { lookAfterChange(index) }
        case .removed(let index):
            events += 1
            if isGoverning { remove(index) }
        case .lost:
            identity = nil
            standDown()
            hasLooked = true
        }
    }

    /// Stops following streams. Facts about names are kept for the server's next run.
    private func standDown() {
        isGoverning = false
        lock?.release()
        // The last one that has changed is the one that a person may have moved.
        for item in items.values.sorted(by: { $0.changed < $1.changed }) { forget(item.index) }
        for index in recordings.sorted() { forget(index) }
        (queue, isMending, began) = ([], false, [:])
        for name in names.values {
            (name.isToMend, name.isUnread, name.isAsked, name.lowered) = (false, false, false, [])
        }
    }

    private func govern() {
        guard let identity, isOpen else { return }
        isGoverning = true
        governed = events
        events += 2
        // The streams that a killed host may have left lowered.
        let left = (journal?.entries ?? []).filter { !$0.kind.isOfName }
        let found = Dictionary(left.filter { $0.cookie == identity.cookie }.map { ($0.index, $0) }) { $1 }
        for name in names.values { name.isAsked = true }
        var kept: [KeptVolume] = []
        server.readKept { kept = $0 }
        server.lookAtAll { [weak self] streams in
            guard let self, isGoverning else { return }
            let present = Set(streams.map(\.index))
            for entry in left where entry.cookie != identity.cookie || !present.contains(entry.index) {
                var sent = entry.setting
                sent.isMuted = sent.isMuted || entry.kind == .silenced
                names[entry.name]?.ended.insert(
                    StreamLevel(sent, personal: entry.setting), at: 0)
            }
            learn(kept)
            for stream in streams { adopt(stream, isOld: true, found[stream.index]) }
            // Of all that was noted, what counts now is noted anew.
            journal?.replace(by: names.values.compactMap(entry(ofNext:)) + items.values.compactMap(entry(of:)))
            mendAll()
            hasLooked = true
        }
    }

    private func lookAfterChange(_ index: UInt32) {
        guard let item = items[index] else {
            began[index] = (began[index]?.event ?? events, began[index] != nil)
            return query(index)
        }
        item.changed = events
        // During a ramp the queries before the settings show it.
        if item.isQueried || item.isWanted || item.isRamping { item.isStale = true } else { query(index) }
    }

    /// Queries a stream.
    /// - Parameter mark: The number of the last setting that was sent before, or nil for the last one of all.
    private func query(_ index: UInt32, mark: UInt64? = nil) {
        let item = items[index]
        item?.isQueried = true
        item?.isStale = false
        let mark = mark ?? item?.level.mark ?? 0
        server.look(at: index) { [weak self] stream in
            guard let self, isGoverning else { return }
            items[index]?.isQueried = false
            answer(index, stream, mark)
        }
    }

    private func answer(_ index: UInt32, _ stream: ServerStream?, _ mark: UInt64) {
        guard let stream else { return remove(index) }
        guard let item = items[index] else { return adopt(stream, isOld: false) }
        item.stream = stream
        if item.level.see(VolumeSetting(stream), mark: mark) { notePerson(item) }
        whenNews(.changed(stream))
        if item.isStale, !item.isRamping, !item.isQueried, !item.isWanted { query(index) }
        pump()
    }

    /// Starts following a stream.
    /// - Parameter entry: A killed host's entry about it, or nil.
    private func adopt(_ stream: ServerStream, isOld: Bool, _ entry: JournalEntry? = nil) {
        let began = self.began.removeValue(forKey: stream.index)
        if stream.isRecording {
            recordings.insert(stream.index)
            return whenNews(.changed(stream, isOld: isOld))
        }
        // A stream without a volume, such as one of undecoded sound, cannot be lowered. One of the server's own, such
        // as a sink that forwards its sound, carries streams that are lowered already.
        guard stream.isWritable, !stream.volumes.isEmpty, stream.client != nil else { return }
        if items[stream.index] == nil {
            let name = name(of: stream)
            // A person may have set it already.
            if began?.isRepeated == true, name.restoreID != nil { name.isUnread = true }
            let item = GovernedStream(
                stream, name, began: began?.event ?? governed + 1, changed: events)
            (item.level, item.inherits) = level(of: item, entry, isOld: isOld)
            items[stream.index] = item
            if let entry, item.level.personal != entry.setting {
                // It is the last one that a person has set if the server keeps it.
                let isLast = name.wishes.last.map { $0.event > governed && $0.setting.volumes == stream.volumes }
                add(item.level.personal, at: isLast == true ? events : governed + 1, to: name)
            }
            if item.level.isLowered { want(item) }
            prepare(item)
        }
        readKept()
        whenNews(.changed(stream, isOld: isOld))
        pump()
    }

    private func remove(_ index: UInt32) {
        let item = items[index]
        // A person may have set it that the host has never seen.
        if began[index] != nil { for name in names.values { name.isUnread = true } }
        forget(index)
        if let item {
            let wasLowered = item.name.lowered.remove(index) != nil
            if let cookie = identity?.cookie { journal?.remove(index, of: cookie) }
            if wasLowered { leaveIfRestored(item.name) }
            dropIfUnused(item.name)
        }
        readKept()
        pump()
    }

    private func forget(_ index: UInt32) {
        began[index] = nil
        if let item = items.removeValue(forKey: index) {
            if item.isUnsure || !isGoverning, item.name.restoreID != nil {
                item.name.ended.append(item.level)
                item.name.isUnread = true
            }
            if item.isWanted { queue.removeAll { $0 === item } }
        }
        recordings.remove(index)
        whenNews(.removed(index))
    }

    // MARK: Levels

    private func want(_ item: GovernedStream) {
        guard !item.isWanted else { return }
        item.isWanted = true
        queue.append(item)
    }

    private func pump() {
        let ready = queue.filter { !$0.isQueried && !$0.name.isUnknown }
        queue.removeAll { !$0.isQueried && !$0.name.isUnknown }
        for item in ready { issue(item) }
    }

    /// Notes what the next host needs before a stream is changed.
    private func prepare(_ item: GovernedStream, isChanged: Bool = false) {
        let name = item.name
        if item.level.isLowered { name.lowered.insert(item.index) }
        if item.level.isLowered || isChanged {
            if name.wishes.isEmpty, name.restoreID != nil { name.wishes = [(0, item.level.personal)] }
            change(name)
        }
        note(item)
    }

    /// Sends what is to be set, with a look right before it.
    private func issue(_ item: GovernedStream) {
        let index = item.index
        item.isWanted = false
        let mark = item.level.mark
        let commands = item.level.apply(item.goal.part, onTheWayTo: item.goal.aim)
        prepare(item, isChanged: !commands.isEmpty)
        guard !commands.isEmpty else {
            rise(item)
            if item.isStale { query(index) }
            return
        }
        query(index, mark: mark)
        send(commands, to: item)
        rise(item)
    }

    /// Records that a stream is no longer lowered, if so.
    private func rise(_ item: GovernedStream) {
        guard !item.level.isLowered, item.name.isChanged else { return }
        item.name.lowered.remove(item.index)
        leaveIfRestored(item.name)
    }

    private func send(_ commands: [VolumeCommand], to item: GovernedStream) {
        for command in commands {
            switch command {
            case .volumes(let volumes):
                if VolumeMark(of: volumes) == nil { noteRestored(volumes, of: item.name) }
                server.set(volumes: volumes, of: item.index)
            case .isMuted(let isMuted): server.set(isMuted: isMuted, of: item.index)
            }
        }
    }

    /// A person has changed a stream's volume or mute.
    private func notePerson(_ item: GovernedStream) {
        item.inherits = .nothing
        if item.name.restoreID != nil { add(item.level.personal, at: item.changed, to: item.name) }
        note(item)
        want(item)
    }

    // MARK: Names

    private var allNames: [StreamName] { names.values + items.values.map(\.name).filter { $0.restoreID == nil } }

    private func streams(of name: StreamName) -> [GovernedStream] { items.values.filter { $0.name === name } }

    /// Returns the name of a stream's program, or one of its own if the server stores none.
    private func name(of stream: ServerStream) -> StreamName {
        guard let id = stream.restoreID, names[id] != nil || names.count < Self.mostNames else {
            return StreamName(nil)
        }
        if let known = names[id] { return known }
        let new = StreamName(id)
        new.isUnread = true
        names[id] = new
        return new
    }

    private func isOurs(_ volumes: [UInt32], _ name: StreamName) -> Bool {
        VolumeMark(of: volumes) != nil || name.restored.contains(volumes)
    }

    /// Notes what the person wants for the streams of a name of which the host is about to change one, and for the next
    /// one.
    private func change(_ name: StreamName) {
        guard !name.isChanged else { return }
        name.isChanged = true
        noteNext(name)
        for item in streams(of: name) { note(item) }
    }

    /// Notes what the person wants for a stream, if the host has changed one of its name.
    private func note(_ item: GovernedStream) {
        if let entry = entry(of: item) { journal?.add(entry) }
    }

    private func noteNext(_ name: StreamName) {
        if let entry = entry(ofNext: name) { journal?.add(entry) }
    }

    /// Notes a volume without a mark that the host is about to set.
    private func noteRestored(_ volumes: [UInt32], of name: StreamName) {
        guard let id = name.restoreID, let cookie = identity?.cookie else { return }
        name.noteRestored(volumes)
        journal?.add(
            JournalEntry(
                kind: .restored, cookie: cookie, index: 0, setting: VolumeSetting(volumes: volumes, isMuted: false),
                name: id))
    }

    private func entry(of item: GovernedStream) -> JournalEntry? {
        guard let cookie = identity?.cookie, item.name.isChanged else { return nil }
        return JournalEntry(
            kind: item.level.part == 0 ? .silenced : .lowered, cookie: cookie, index: item.index,
            setting: item.level.personal, name: item.name.restoreID ?? "")
    }

    private func entry(ofNext name: StreamName) -> JournalEntry? {
        guard let cookie = identity?.cookie, name.isChanged, let id = name.restoreID,
            let setting = name.wishes.last?.setting
        else { return nil }
        return JournalEntry(kind: .next, cookie: cookie, index: 0, setting: setting, name: id)
    }

    private func inherit(_ entry: JournalEntry) {
        guard names.count < Self.mostNames || names[entry.name] != nil else { return }
        let known = names[entry.name] ?? StreamName(entry.name)
        known.isChanged = true
        if entry.kind == .next {
            known.wishes = [(0, entry.setting)]
        } else {
            known.noteRestored(entry.setting.volumes)
        }
        names[entry.name] = known
    }

    /// Returns the level of a found stream, whose setting may be a host's, or that of another stream of its name.
    private func level(
        of item: GovernedStream, _ entry: JournalEntry?, isOld: Bool
    ) -> (level: StreamLevel, inherits: Inheritance) {
        let stream = item.stream
        let seen = VolumeSetting(stream)
        func level(_ personal: VolumeSetting) -> StreamLevel { StreamLevel(seen, personal: personal) }
        if let entry {
            let mark = VolumeMark(of: seen.volumes)
            let isSilenced = mark == .silenced || mark == nil && entry.kind == .silenced
            return (
                level(
                    VolumeSetting(
                        volumes: mark == nil ? seen.volumes : entry.setting.volumes,
                        isMuted: seen.isMuted && (!isSilenced || entry.setting.isMuted))), .nothing
            )
        }
        let known = item.name
        guard let wish = known.wish(before: item.began) else { return (item.level, .nothing) }
        let isWhole = isOurs(seen.volumes, known)
        guard known.isChanged || isWhole else { return (item.level, .nothing) }
        if isOld, !isWhole, let latest = known.wishes.last, latest.event > governed,
            latest.setting.volumes == seen.volumes
        {
            return (item.level, .nothing)
        }
        return (
            level(
                VolumeSetting(
                    volumes: isWhole ? Self.adapted(wish.volumes, to: seen.volumes.count) : seen.volumes,
                    isMuted: wish.isMuted)),
            isWhole ? .all : .mute
        )
    }

    /// For another number of channels, a server uses the mean of the volumes.
    private static func adapted(_ volumes: [UInt32], to count: Int) -> [UInt32] {
        guard volumes.count != count, !volumes.isEmpty else { return volumes }
        let sum = volumes.reduce(0) { $0 + UInt64($1) }
        return Array(repeating: UInt32(sum / UInt64(volumes.count)), count: count)
    }

    /// Adds a person's setting for the next stream of a name. Streams that started after that event have it, too.
    private func add(_ setting: VolumeSetting, at event: Int, to name: StreamName) {
        name.wishes.insert((event, setting), at: (name.wishes.lastIndex { $0.event <= event } ?? -1) + 1)
        if name.wishes.count > mostSettings { name.wishes.removeFirst() }
        guard name.isChanged else { return }
        noteNext(name)
        for item in streams(of: name) where item.inherits != .nothing && item.began > event {
            guard let wish = name.wish(before: item.began) else { continue }
            var personal = item.level.personal
            personal.isMuted = wish.isMuted
            if item.inherits == .all { personal.volumes = Self.adapted(wish.volumes, to: personal.volumes.count) }
            guard personal != item.level.personal else { continue }
            item.level.inherit(personal)
            note(item)
            want(item)
        }
        name.isToMend = true
        mend()
    }

    // MARK: Stored volumes

    /// Queries the unknown stored volumes of names.
    private func readKept() {
        guard isGoverning, !names.values.contains(where: \.isAsked), names.values.contains(where: \.isUnread) else {
            return
        }
        for name in names.values { (name.isAsked, name.isUnread) = (name.isUnread, false) }
        server.readKept { [weak self] kept in
            if let self, isGoverning { learn(kept) }
        }
    }

    private func learn(_ kept: [KeptVolume]) {
        let kept = Dictionary(kept.map { ($0.name, $0) }) { first, _ in first }
        let asked = names.filter(\.value.isAsked).sorted { $0.key < $1.key }
        for (_, name) in asked { name.isAsked = false }
        for (id, name) in asked { learn(kept[id], of: name) }
        readKept()
        mend()
        pump()
    }

    /// Handles the stored volume of a name. A person may have set it on a stream that ended before the host saw it.
    private func learn(_ kept: KeptVolume?, of name: StreamName) {
        let ended = name.ended
        name.ended = []
        guard let kept else { return }
        var setting = VolumeSetting(volumes: kept.volumes, isMuted: kept.isMuted)
        // What the host has set on another stream of the name says nothing about one that has ended.
        let levels = streams(of: name).map(\.level) + ended
        guard name.wishes.last?.setting != setting, !levels.contains(where: { $0.hasSent(setting) }) else { return }
        if isOurs(kept.volumes, name) {
            if var level = ended.last(where: { $0.sent.volumes == kept.volumes }) {
                if level.see(setting, mark: level.mark) { add(level.personal, at: events, to: name) }
            } else if !name.wishes.isEmpty, !name.isChanged {
                change(name)
                name.isToMend = true
            }
            return
        }
        // The mute of a stream that the host has muted too is not known.
        if setting.isMuted, levels.contains(where: \.isSilenced) {
            setting.isMuted = (ended.last?.personal ?? name.wishes.last?.setting)?.isMuted ?? false
        }
        add(setting, at: events, to: name)
    }

    /// Corrects the stored volume of a name once none of its streams is lowered.
    private func leaveIfRestored(_ name: StreamName) {
        guard name.lowered.isEmpty else { return }
        name.isToMend = true
        mend()
    }

    private func mendAll() {
        for name in allNames { name.isToMend = true }
        mend()
    }

    private func mend() {
        let all = allNames
        for name in all where !name.lowered.isEmpty || !name.isChanged { name.isToMend = false }
        let batch = all.filter { $0.isToMend && !$0.isUnknown }
        guard isGoverning, !isMending, !batch.isEmpty else { return }
        isMending = true
        for name in batch { name.isToMend = false }
        let ids = Set(batch.compactMap(\.restoreID))
        server.readKept { [weak self] kept in
            guard let self, isGoverning else { return }
            let right = kept.compactMap { volume -> KeptVolume? in
                guard ids.contains(volume.name), let name = names[volume.name], name.lowered.isEmpty,
                    let wish = name.wishes.last?.setting
                else { return nil }
                let right = KeptVolume(
                    name: volume.name, volumes: Self.adapted(wish.volumes, to: volume.volumes.count),
                    isMuted: wish.isMuted)
                guard right != volume, right.volumes == volume.volumes || isOurs(volume.volumes, name) else {
                    return nil
                }
                name.noteRestored(right.volumes)
                return right
            }
            server.write(right)
            // Any earlier stream is known by now, or by the answer to a further query.
            server.look(at: .max) { [weak self] _ in self?.clear(batch) }
        }
    }

    /// Forgets the host's changes to names whose stored volumes are the person's.
    private func clear(_ batch: [StreamName]) {
        guard isGoverning else { return }
        for name in batch where name.lowered.isEmpty && !name.isToMend {
            let streams = streams(of: name)
            if name.isUnknown || streams.contains(where: \.isUnsure) {
                name.isToMend = true
                continue
            }
            if let id = name.restoreID { journal?.remove(next: id) }
            for item in streams { journal?.remove(item.index, of: identity?.cookie ?? 0) }
            name.clear()
            dropIfUnused(name)
        }
        isMending = false
        mend()
    }

    /// Forgets a name without streams whose stored volume is the person's.
    private func dropIfUnused(_ name: StreamName) {
        guard !name.isChanged, let id = name.restoreID, streams(of: name).isEmpty else { return }
        names[id] = nil
    }
}

/// The largest number of known settings of a name, of the person's and of others.
private let mostSettings = 64

extension VolumeSetting {
    init(_ stream: ServerStream) { self.init(volumes: stream.volumes, isMuted: stream.isMuted) }
}
