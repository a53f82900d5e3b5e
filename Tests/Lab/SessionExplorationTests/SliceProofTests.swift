import SessionPolicy
import Testing

@testable import SessionExploration

/// A line of a journal is believed as it was written, and not otherwise.
struct SliceProofTests {
    private func proof(withPromises: Bool) throws -> (proof: SliceProof, outcome: SliceOutcome) {
        let slices = Slice.named("three/playback+ambient+playback", under: .modern)
        var survey = SliceSurvey(of: slices, under: .modern)
        survey.asksPromises = withPromises
        let outcome = try #require(survey.run().first)
        let identity = slices[0].exploration(under: .modern).identity
        return (try #require(SliceProof(outcome, identity: identity)), outcome)
    }

    @Test("A line says of a slice what its outcome said", arguments: [false, true])
    func says(withPromises: Bool) throws {
        let (proof, outcome) = try proof(withPromises: withPromises)
        let read = try #require(SliceProof(line: proof.line))
        #expect(read == proof)
        #expect(read.isPromised == withPromises)
        #expect(read.json(withPromises: withPromises) == outcome.json)
        #expect(!read.json(withPromises: false).contains("promises"))
    }

    @Test("Whatever byte of a line is changed or left out, and wherever it is cut short, it says nothing")
    func flips() throws {
        let line = Array(try proof(withPromises: true).proof.line.utf8)
        func read(_ bytes: [UInt8]) -> SliceProof? { SliceProof(line: String(decoding: bytes, as: UTF8.self)) }
        #expect(read(line) != nil)
        for place in line.indices {
            for bit in 0..<8 {
                var changed = line
                changed[place] ^= 1 << UInt8(bit)
                #expect(read(changed) == nil, "byte \(place), bit \(bit)")
            }
            var short = line
            short.remove(at: place)
            #expect(read(short) == nil, "without byte \(place)")
            #expect(read(Array(line[..<place])) == nil, "\(place) bytes")
        }
    }

    @Test("What is not proved has no line")
    func unproved() throws {
        var survey = SliceSurvey(of: Slice.named("three/playback+ambient+playback", under: .modern), under: .modern)
        survey.limits.states = 10
        let outcome = try #require(survey.run().first)
        #expect(SliceProof(outcome, identity: "1") == nil)
    }
}
