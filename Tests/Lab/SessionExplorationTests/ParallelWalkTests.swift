import SessionPolicy
import Testing

@testable import SessionExploration
@testable import SessionOracle

/// A walk comes out the same with any number of threads, and whether or not it was interrupted.
struct ParallelWalkTests {
    @Test("However many threads work, the result is the same, violations included", arguments: RuleBook.whole)
    func jobs(book: RuleBook) {
        var broken = book
        broken.silencing.removeAll { $0.condition == .silentForCategory || $0.condition == .locked }
        func json(_ jobs: Int) -> String {
            let parts: [Alphabet.Part] = [.categories, .activation, .sounds, .ringSwitch, .lock]
            return Exploration(
                of: Alphabet(apps: 2, parts: parts, book: broken), book: broken, limits: .init(states: 500), jobs: jobs
            ).run().json
        }
        let alone = json(1)
        #expect(alone.contains(#""invariant": "heard-silenced""#))
        #expect(json(2) == alone)
        #expect(json(5) == alone)
    }

    private func exploration(_ book: RuleBook = .modern) -> Exploration {
        Exploration(of: Alphabet(apps: 2, parts: [.categories, .activation], book: book), book: book)
    }

    /// A checkpoint of the walk after some rounds.
    private func checkpoint(after rounds: Int) throws -> Checkpoint {
        var last: Checkpoint?
        var round = 0
        let report = { (_: Exploration.Progress) in
            round += 1
            return round < rounds
        }
        _ = try exploration().run(from: nil, keep: { last = $0 }, report: report)
        return try #require(last)
    }

    @Test("A walk that is taken up again ends as if it had never been interrupted")
    func resumes() throws {
        let whole = exploration().run()
        #expect(whole.closed)
        for rounds in [1, 3] {
            let checkpoint = Checkpoint(bytes: try checkpoint(after: rounds).bytes)
            let rest = try exploration().run(from: checkpoint, keep: { _ in })
            #expect(rest.json == whole.json)
            #expect(rest.bytes <= whole.bytes * 2)
        }
    }

    @Test("A walk that is ended while it is taken up again says how far it was, and leaves its checkpoint as it is")
    func endsWhileResuming() throws {
        var stood: [Exploration.Progress] = []
        let end = { (progress: Exploration.Progress) in
            stood.append(progress)
            return false
        }
        var kept = 0
        _ = try exploration().run(from: nil, keep: { _ in kept += 1 }, report: end)
        let again = try exploration().run(from: checkpoint(after: 1), keep: { _ in kept += 1 }, report: end)
        #expect(kept == 1)
        #expect(stood.count == 2 && stood[1].waiting > 0)
        #expect(!again.closed)
        #expect(again.states == stood[0].states && again.transitions == stood[0].transitions)
    }

    @Test(
        "A walk that ended at its limit of states is at its end under the same, and under others as if there were none",
        arguments: [2, 3, 50, 117, 250])
    func staysAtItsLimit(limit: Int) throws {
        var broken = RuleBook.modern
        broken.silencing.removeAll { $0.condition == .silentForCategory || $0.condition == .locked }
        var exploration = Exploration(
            of: Alphabet(apps: 1, parts: [.categories, .activation, .sounds, .ringSwitch, .lock], book: broken),
            book: broken)
        let whole = exploration.run()
        #expect(whole.closed)
        #expect(!whole.violations.isEmpty)
        #expect(whole.states > 250)
        exploration.limits.states = limit
        var last: Checkpoint?
        let first = try exploration.run(from: nil, keep: { last = $0 })
        #expect(first.states == limit)
        #expect(!first.closed)
        let again = try exploration.run(from: last, keep: { last = $0 })
        #expect(again.json == first.json)
        // Once more cut short on the way, and with more threads.
        exploration.limits.states = limit + 40
        exploration.jobs = 3
        let further = try exploration.run(from: last, keep: { last = $0 })
        #expect(further.states == min(limit + 40, whole.states))
        exploration.limits.states = .max
        let rest = try exploration.run(from: last, keep: { _ in })
        #expect(rest.json == whole.json)
    }

    @Test("A checkpoint of another walk, a damaged one and another file are refused, and say so")
    func refuses() throws {
        let checkpoint = try checkpoint(after: 2)
        func error(_ bytes: [UInt8], _ exploration: Exploration) -> CheckpointError? {
            #expect(throws: CheckpointError.self) {
                try exploration.run(from: Checkpoint(bytes: bytes), keep: { _ in })
            }
        }
        var changed = RuleBook.modern
        changed.settings.alertDucksMedia.toggle()
        #expect(error(checkpoint.bytes, exploration(changed)) == .otherWalk)
        #expect(error(checkpoint.bytes, exploration(.iPhoneOS3)) == .otherWalk)
        #expect(error(Array(checkpoint.bytes.dropLast(9)), exploration()) == .damaged)
        var flipped = checkpoint.bytes
        flipped[flipped.count / 2] ^= 4
        #expect(error(flipped, exploration()) == .damaged)
        #expect(error(Array("audiosession walk 1\n0123".utf8), exploration()) == .earlierVersion)
        #expect(error(Array("steps:\n".utf8), exploration()) == .noCheckpoint)
        #expect(error([], exploration()) == .noCheckpoint)
    }

    @Test("A checkpoint that was made up, with more states or depths than it knows, is refused as damaged")
    func madeUp() throws {
        let bytes = try checkpoint(after: 2).bytes
        let numbers = "audiosession walk 2\n".utf8.count + 16
        for places in [[0], [3], [4], [0, 3], [0, 3, 4]] {
            var forged = Array(bytes.dropLast(8))
            for place in places { forged[numbers + 8 * place + 5] = 0x7F }
            let check = CheckValue(of: forged).word
            forged += (0..<8).map { UInt8(truncatingIfNeeded: check >> (8 * $0)) }
            #expect(throws: CheckpointError.damaged, "\(places)") {
                try exploration().run(from: Checkpoint(bytes: forged), keep: { _ in })
            }
        }
    }

    @Test("What was held to other invariants, or walked by another build, is another walk: it proves nothing of these")
    func otherProofs() {
        let (digest, build) = (exploration().digest, Build.fingerprint)
        #expect(exploration().digest(holdingTo: Invariant.all, by: build) == digest)
        #expect(exploration().digest(holdingTo: Array(Invariant.all.dropLast()), by: build) != digest)
        // This one was found, too.
        #expect(exploration().digest(holdingTo: Invariant.all, by: Fingerprint(of: [])) != digest)
        var bare = exploration()
        bare.scopes = []
        #expect(bare.digest(holdingTo: [], by: build) == bare.digest)
    }

    @Test("Whatever byte of a checkpoint is changed, it is refused")
    func flips() throws {
        var last: Checkpoint?
        let exploration = Exploration(of: Alphabet(apps: 1, parts: [.sounds], book: .modern), book: .modern)
        _ = try exploration.run(from: nil, keep: { last = $0 }, report: { _ in false })
        let bytes = try #require(last?.bytes)
        #expect(try exploration.run(from: Checkpoint(bytes: bytes), keep: { _ in }).closed)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1 << (place % 8)
            #expect(throws: CheckpointError.self, "byte \(place)") {
                _ = try Checkpoint(bytes: changed).standing(of: exploration)
            }
        }
    }

    @Test("What cannot be kept ends the walk with what was wrong")
    func keeps() {
        struct FullDisk: Error {}
        #expect(throws: FullDisk.self) {
            try exploration().run(from: nil, every: .zero, keep: { _ in throw FullDisk() })
        }
    }
}
