import Glibc

/// The streams of PulseAudio, which has one volume per stream, shared by host and person.
///
/// Remembers the person's volume of each lowered stream, gives a program's next stream the person's volume whatever the
/// server starts it with, and records in a file what the next host must know if this one is killed. A stream has at
/// most one setting in progress, preceded by a query, so that a move of the slider in between is seen, and repeated.
package final class StreamVolumes: StreamServer {
    private struct GovernedStream {
        var stream: ServerStream
        var level: StreamLevel
        /// The target part, and the current one.
        var goal: (part: Double, aim: Double) = (1, 1)
        /// Whether the target has to be set.
        var isWanted = false
        /// Whether a setting and its query are in progress.
        var isUnderWay = false
        var isLookedAt = false
        /// Whether it has changed since the last query was sent.
        var isStale = false
        /// The numbers of the server's first event about it, and of the last one.
        var began: Int
        var changed: Int
        /// The part of the person's setting that comes from its name.
        var inherits = Inheritance.nothing
        /// Whether settings follow in quick succession, each with its query.
        var isRamping: Bool { goal.part != goal.aim && level.part != 1 }
        /// Whether the server may have changed it without the host's knowledge.
        var isUnsure: Bool { isUnderWay || isLookedAt || isStale }
    }

    private enum Inheritance { case nothing, mute, all }

    /// The person's settings, and the host's changes, of a name under which the server keeps a volume for the next
    /// stream.
    private struct StreamName {
        /// The person's settings for the next stream, in the order of the server's events. A stream starts with the
        /// last one before it.
        var wishes: [(event: Int, setting: VolumeSetting)] = []
        /// Whether the host has changed a stream of the name since the server stored the person's setting.
        var isChanged = false
        var lowered: Set<UInt32> = []
        /// The volumes without a mark that the host has set since then.
        var restored: [[UInt32]] = []
        /// The levels of streams that ended before the host saw the person's last setting.
        var ended: [StreamLevel] = []

        func wish(before event: Int) -> VolumeSetting? { (wishes.last { $0.event < event } ?? wishes.first)?.setting }
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
    /// The names whose stored volumes must be corrected.
    private var toMend: Set<String> = []
    private var isMending = false
    /// The names whose stored volumes are unknown; their streams wait for them.
    private var unread: Set<String> = []
    /// The names that were queried.
    private var asked: Set<String> = []
    /// The number of the server's events so far, and at the start of governing.
    private var events = 0
    private var governed = 0
    /// The first events about unknown streams.
    private var began: [UInt32: (event: Int, isRepeated: Bool)] = [:]
    /// The streams whose parts are to be set, in this order.
    private var queue: [UInt32] = []
    private var underWay = 0
    package var whenNews: (StreamNews) -> Void = { _ in }
    package var whenAtRest: () -> Void = {}
    package var whenSaid: (String) -> Void = { _ in } { didSet { lock?.whenSaid = whenSaid } }
    /// Returns whether another client of the host governs the streams of a run of the server, or nil until that is
    /// known.
    var isGovernedOtherwise: (ServerIdentity) -> Bool? = { _ in false }

    /// The largest number of settings in progress.
    private static let mostUnderWay = 64
    /// More names than any person's programs have.
    private static let mostNames = 4_096
    /// The largest number of known settings of a name, of the person's and of others.
    private static let mostSettings = 64

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
        queue.isEmpty && underWay == 0 && toMend.isEmpty && !isMending && unread.isEmpty && asked.isEmpty
    }

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
            // Immediately: settings that are not sent before the end are lost.
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
        case .changed(let index):
            events += 1
            if isGoverning { lookAfterChange(index) }
        case .removed(let index):
            events += 1
            if isGoverning { remove(index) }
        case .lost:
            identity = nil
            standDown()
            looked()
        }
    }

    /// Decides anew whether this client governs the server's streams.
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

    /// Stops following streams. Facts about names are kept for the server's next run.
    private func standDown() {
        isGoverning = false
        lock?.release()
        // The last one that has changed is the one that a person may have moved.
        for index in items.keys.sorted(by: { (items[$0]?.changed ?? 0) < (items[$1]?.changed ?? 0) }) { forget(index) }
        for index in recordings.sorted() { forget(index) }
        (queue, underWay, toMend, isMending, unread, asked) = ([], 0, [], false, [], [])
        began = [:]
        names = names.filter { !Self.isOwn($0.key) }
        for name in names.keys { names[name]?.lowered = [] }
        whenAtRest()
    }

    private func govern() {
        guard let identity, isOpen else { return }
        isGoverning = true
        governed = events
        events += 2
        // The streams that a killed host may have left lowered.
        let left = (journal?.entries ?? []).filter { !$0.kind.isOfName }
        let found = Dictionary(left.filter { $0.cookie == identity.cookie }.map { ($0.index, $0) }) { $1 }
        asked = Set(names.keys)
        var kept: [KeptVolume] = []
        server.mend {
            kept = $0
            return []
        } then: {
        }
        server.lookAtAll { [weak self] streams in
            guard let self, isGoverning else { return }
            let present = Set(streams.map(\.index))
            for entry in left where entry.cookie != identity.cookie || !present.contains(entry.index) {
                var sent = entry.setting
                sent.isMuted = sent.isMuted || entry.kind == .silenced
                names[entry.name]?.ended.insert(
                    StreamLevel(sent, personal: entry.setting, isExact: isExact), at: 0)
            }
            learn(kept)
            for stream in streams { adopt(stream, isOld: true, found[stream.index]) }
            // Of all that was noted, what counts now is noted anew.
            journal?.replace(by: names.keys.compactMap(entry(ofNext:)) + items.keys.compactMap(entry(of:)))
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
        guard let item = items[index] else {
            began[index] = (began[index]?.event ?? events, began[index] != nil)
            return look(index)
        }
        items[index]?.changed = events
        // During a ramp the queries before the settings show it.
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
            let name = Self.name(of: stream)
            let isNew = names[name] == nil && names.count < Self.mostNames
            if isNew { names[name] = StreamName() }
            // A person may have set it already.
            if isNew || began?.isRepeated == true, !Self.isOwn(name) { unread.insert(name) }
            var item = GovernedStream(
                stream: stream, level: StreamLevel(VolumeSetting(stream), isExact: isExact),
                began: began?.event ?? governed + 1, changed: events)
            (item.level, item.inherits) = level(of: item, entry, isOld: isOld)
            items[stream.index] = item
            if let entry, item.level.personal != entry.setting {
                // It is the last one that a person has set if the server keeps it.
                let isLast = names[name]?.wishes.last.map {
                    $0.event > governed && $0.setting.volumes == stream.volumes
                }
                add(item.level.personal, at: isLast == true ? events : governed + 1, to: name)
            }
            if item.level.isLowered { want(stream.index) }
            prepare(stream.index)
        }
        readKept()
        whenNews(.changed(stream, isOld: isOld))
        pump()
    }

    private func remove(_ index: UInt32) {
        let item = items[index]
        // A person may have set it that the host has never seen.
        if began[index] != nil { unread.formUnion(names.keys.filter { !Self.isOwn($0) }) }
        forget(index)
        if let item {
            let name = Self.name(of: item.stream)
            let wasLowered = names[name]?.lowered.remove(index) != nil
            if let cookie = identity?.cookie { journal?.remove(index, of: cookie) }
            if wasLowered { leaveIfRestored(name) }
            dropIfUnused(name)
        }
        readKept()
        pump()
    }

    private func forget(_ index: UInt32) {
        began[index] = nil
        if let item = items.removeValue(forKey: index) {
            let name = Self.name(of: item.stream)
            if item.isUnsure || !isGoverning, !Self.isOwn(name) {
                names[name]?.ended.append(item.level)
                unread.insert(name)
            }
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
            guard let item = items[index] else { continue }
            if item.isUnderWay || isUnread(Self.name(of: item.stream)) {
                waiting.append(index)
            } else {
                issue(index)
            }
        }
        queue = waiting + queue[min(place, queue.count)...]
        if isAtRest { whenAtRest() }
    }

    /// Notes what the next host needs before a stream is changed.
    private func prepare(_ index: UInt32, isChanged: Bool = false) {
        guard let item = items[index] else { return }
        let name = Self.name(of: item.stream)
        if item.level.isLowered { names[name]?.lowered.insert(index) }
        if item.level.isLowered || isChanged {
            if names[name]?.wishes.isEmpty == true, !Self.isOwn(name) {
                names[name]?.wishes = [(0, item.level.personal)]
            }
            change(name)
        }
        note(index)
    }

    /// Sends what is to be set, with a look right before it.
    private func issue(_ index: UInt32) {
        guard var item = items[index] else { return }
        item.isWanted = false
        let mark = item.level.mark
        let commands = item.level.apply(item.goal.part, onTheWayTo: item.goal.aim)
        items[index] = item
        let name = Self.name(of: item.stream)
        prepare(index, isChanged: !commands.isEmpty)
        guard !commands.isEmpty else {
            rise(index, name)
            if item.isStale, !item.isLookedAt { look(index) }
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

    /// Records that a stream is no longer lowered, if so.
    private func rise(_ index: UInt32, _ name: String) {
        guard items[index]?.level.isLowered == false, names[name]?.isChanged == true else { return }
        names[name]?.lowered.remove(index)
        leaveIfRestored(name)
    }

    private func send(_ commands: [VolumeCommand], to index: UInt32) {
        for command in commands {
            switch command {
            case .volumes(let volumes):
                if VolumeMark(of: volumes, isExact) == nil { noteRestored(index, volumes) }
                server.set(volumes: volumes, of: index)
            case .isMuted(let isMuted): server.set(isMuted: isMuted, of: index)
            }
        }
    }

    /// A person has changed a stream's volume or mute.
    private func notePerson(_ index: UInt32) {
        guard let item = items[index] else { return }
        items[index]?.inherits = .nothing
        let name = Self.name(of: item.stream)
        if item.stream.restoreID != nil { add(item.level.personal, at: item.changed, to: name) }
        note(index)
        want(index)
    }

    // MARK: Names

    /// The name under which the server stores the volume of a stream's program; an invented one if it stores none.
    private static func name(of stream: ServerStream) -> String { stream.restoreID ?? "\u{0}\(stream.index)" }
    private static func isOwn(_ name: String) -> Bool { name.hasPrefix("\u{0}") }

    private var isExact: Bool { identity?.isPipeWire == false }

    private func isOurs(_ volumes: [UInt32], _ name: StreamName) -> Bool {
        VolumeMark(of: volumes, isExact) != nil || name.restored.contains(volumes)
    }

    /// Notes what the person wants for the streams of a name of which the host is about to change one, and for the next
    /// one.
    private func change(_ name: String) {
        guard names[name]?.isChanged == false else { return }
        names[name]?.isChanged = true
        noteNext(name)
        for (index, item) in items where Self.name(of: item.stream) == name { note(index) }
    }

    /// Notes what the person wants for a stream, if the host has changed one of its name.
    private func note(_ index: UInt32) {
        if let entry = entry(of: index) { journal?.add(entry) }
    }

    private func noteNext(_ name: String) {
        if let entry = entry(ofNext: name) { journal?.add(entry) }
    }

    /// Notes a volume without a mark that the host is about to set.
    private func noteRestored(_ index: UInt32, _ volumes: [UInt32]) {
        guard let item = items[index], let cookie = identity?.cookie else { return }
        let name = Self.name(of: item.stream)
        guard let known = names[name], !Self.isOwn(name) else { return }
        names[name]?.restored = Self.appended(volumes, to: known.restored)
        journal?.add(
            JournalEntry(
                kind: .restored, cookie: cookie, index: 0, setting: VolumeSetting(volumes: volumes, isMuted: false),
                name: name))
    }

    private static func appended(_ volumes: [UInt32], to list: [[UInt32]]) -> [[UInt32]] {
        list.contains(volumes) ? list : list.suffix(mostSettings - 1) + [volumes]
    }

    private func entry(of index: UInt32) -> JournalEntry? {
        guard let cookie = identity?.cookie, let item = items[index],
            names[Self.name(of: item.stream)]?.isChanged == true
        else { return nil }
        return JournalEntry(
            kind: item.level.part == 0 ? .silenced : .lowered, cookie: cookie, index: index,
            setting: item.level.personal, name: item.stream.restoreID ?? "")
    }

    private func entry(ofNext name: String) -> JournalEntry? {
        guard let cookie = identity?.cookie, names[name]?.isChanged == true, !Self.isOwn(name),
            let setting = names[name]?.wishes.last?.setting
        else { return nil }
        return JournalEntry(kind: .next, cookie: cookie, index: 0, setting: setting, name: name)
    }

    private func inherit(_ entry: JournalEntry) {
        guard names.count < Self.mostNames || names[entry.name] != nil else { return }
        var known = names[entry.name] ?? StreamName()
        known.isChanged = true
        if entry.kind == .next {
            known.wishes = [(0, entry.setting)]
        } else {
            known.restored = Self.appended(entry.setting.volumes, to: known.restored)
        }
        names[entry.name] = known
    }

    /// Returns the level of a found stream, whose setting may be a host's, or that of another stream of its name.
    private func level(
        of item: GovernedStream, _ entry: JournalEntry?, isOld: Bool
    ) -> (level: StreamLevel, inherits: Inheritance) {
        let stream = item.stream
        let seen = VolumeSetting(stream)
        func level(_ personal: VolumeSetting) -> StreamLevel { StreamLevel(seen, personal: personal, isExact: isExact) }
        if let entry {
            let mark = VolumeMark(of: seen.volumes, isExact)
            let isSilenced = mark == .silenced || mark == nil && entry.kind == .silenced
            return (
                level(
                    VolumeSetting(
                        volumes: mark == nil ? seen.volumes : entry.setting.volumes,
                        isMuted: seen.isMuted && (!isSilenced || entry.setting.isMuted))), .nothing
            )
        }
        guard let known = names[Self.name(of: stream)], let wish = known.wish(before: item.began) else {
            return (item.level, .nothing)
        }
        let isWhole = isOurs(seen.volumes, known)
        guard known.isChanged || isWhole else { return (item.level, .nothing) }
        if isOld {
            if !isWhole, let latest = known.wishes.last, latest.event > governed, latest.setting.volumes == seen.volumes
            {
                return (item.level, .nothing)
            }
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
    private func add(_ setting: VolumeSetting, at event: Int, to name: String) {
        guard var known = names[name] else { return }
        known.wishes.insert((event, setting), at: (known.wishes.lastIndex { $0.event <= event } ?? -1) + 1)
        if known.wishes.count > Self.mostSettings { known.wishes.removeFirst() }
        names[name] = known
        guard known.isChanged else { return }
        noteNext(name)
        for (index, item) in items
        where item.inherits != .nothing && item.began > event && Self.name(of: item.stream) == name {
            guard let wish = known.wish(before: item.began) else { continue }
            var personal = item.level.personal
            personal.isMuted = wish.isMuted
            if item.inherits == .all { personal.volumes = Self.adapted(wish.volumes, to: personal.volumes.count) }
            guard personal != item.level.personal else { continue }
            items[index]?.level.inherit(personal)
            note(index)
            want(index)
        }
        toMend.insert(name)
        mend()
    }

    // MARK: Stored volumes

    private func isUnread(_ name: String) -> Bool { unread.contains(name) || asked.contains(name) }

    /// Queries the unknown stored volumes of names.
    private func readKept() {
        guard isGoverning, asked.isEmpty, !unread.isEmpty else { return }
        (asked, unread) = (unread, [])
        server.mend { [weak self] kept in
            guard let self, isGoverning else { return [] }
            learn(kept)
            return []
        } then: {
        }
    }

    private func learn(_ kept: [KeptVolume]) {
        let answered = asked
        asked = []
        let kept = Dictionary(kept.map { ($0.name, $0) }) { first, _ in first }
        for name in answered.sorted() { learn(kept[name], of: name) }
        readKept()
        mend()
        pump()
    }

    /// Handles the stored volume of a name. A person may have set it on a stream that ended before the host saw it.
    private func learn(_ kept: KeptVolume?, of name: String) {
        guard let known = names[name] else { return }
        names[name]?.ended = []
        guard let kept else { return }
        var setting = VolumeSetting(volumes: kept.volumes, isMuted: kept.isMuted)
        // What the host has set on another stream of the name says nothing about one that has ended.
        let levels = items.values.lazy.filter { Self.name(of: $0.stream) == name }.map(\.level) + known.ended
        guard known.wishes.last?.setting != setting, !levels.contains(where: { $0.hasSent(setting) }) else { return }
        if isOurs(kept.volumes, known) {
            if var level = known.ended.last(where: { $0.sent.volumes == kept.volumes }) {
                if level.see(setting, mark: level.mark) { add(level.personal, at: events, to: name) }
            } else if !known.wishes.isEmpty, !known.isChanged {
                change(name)
                toMend.insert(name)
            }
            return
        }
        // The mute of a stream that the host has muted too is not known.
        if setting.isMuted, levels.contains(where: \.isSilenced) {
            setting.isMuted = (known.ended.last?.personal ?? known.wishes.last?.setting)?.isMuted ?? false
        }
        add(setting, at: events, to: name)
    }

    /// Corrects the stored volume of a name once none of its streams is lowered.
    private func leaveIfRestored(_ name: String) {
        guard names[name]?.lowered.isEmpty == true else { return }
        toMend.insert(name)
        mend()
    }

    private func mend() {
        toMend = toMend.filter { names[$0]?.lowered.isEmpty == true && names[$0]?.isChanged == true }
        let batch = toMend.filter { !isUnread($0) }
        guard isGoverning, !isMending, !batch.isEmpty else { return }
        isMending = true
        toMend.subtract(batch)
        server.mend { [weak self] kept in
            guard let self, isGoverning else { return [] }
            return kept.compactMap { volume in
                guard batch.contains(volume.name), let known = names[volume.name], known.lowered.isEmpty,
                    let wish = known.wishes.last?.setting
                else { return nil }
                let right = KeptVolume(
                    name: volume.name, volumes: Self.adapted(wish.volumes, to: volume.volumes.count),
                    isMuted: wish.isMuted)
                guard right != volume, right.volumes == volume.volumes || isOurs(volume.volumes, known) else {
                    return nil
                }
                names[volume.name]?.restored = Self.appended(right.volumes, to: known.restored)
                return right
            }
        } then: { [weak self] in
            // Any earlier stream is known by now, or by the answer to a further query.
            self?.server.look(at: .max) { [weak self] _ in self?.clear(batch) }
        }
    }

    /// Forgets the host's changes to names whose stored volumes are the person's.
    private func clear(_ batch: Set<String>) {
        let unsure = Set(items.values.lazy.filter(\.isUnsure).map { Self.name(of: $0.stream) })
        for name in batch {
            guard let known = names[name], known.lowered.isEmpty, !toMend.contains(name) else { continue }
            if unsure.contains(name) || isUnread(name) {
                toMend.insert(name)
                continue
            }
            journal?.remove(next: name)
            for (index, item) in items where Self.name(of: item.stream) == name {
                journal?.remove(index, of: identity?.cookie ?? 0)
            }
            names[name] = StreamName(wishes: known.wishes.suffix(1))
            dropIfUnused(name)
        }
        isMending = false
        mend()
        if isAtRest { whenAtRest() }
    }

    /// Forgets a name without streams whose stored volume is the person's.
    private func dropIfUnused(_ name: String) {
        guard names[name]?.isChanged == false, !items.values.contains(where: { Self.name(of: $0.stream) == name })
        else { return }
        names[name] = nil
        unread.remove(name)
    }
}

extension VolumeSetting {
    init(_ stream: ServerStream) { self.init(volumes: stream.volumes, isMuted: stream.isMuted) }
}
