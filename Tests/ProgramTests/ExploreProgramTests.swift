import Foundation
import Testing

/// Slices, checkpoints, lines of states and books of one's own, as somebody at a shell meets them.
struct ExploreProgramTests {
    private static let slice = "three/playback+ambient+playback"

    @Test(
        "A slice that closes says so, with what it leaves out; its journal is gone on from, but not under other rules")
    func journal() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice \(Self.slice) --checkpoint journal"
        #expect(try program.run("\(explore) >told 2>complaints").status == 0)
        #expect(program.text(of: "told").contains("three: 1 slices, all closed"))
        #expect(program.text(of: "told").contains("left out: other set-ups"))
        #expect(program.text(of: "journal").hasPrefix("proved "))
        #expect(try program.run("\(explore) >again 2>complaints").status == 0)
        #expect(program.text(of: "again") == "1 slices were done before\n")
        let other = try program.run("\(explore) --rules modern >other 2>complaints")
        #expect(other.status == 2)
        #expect(other.complaints.contains("journal is of other rules or of another version"))
        #expect(
            try program.run("\"$0\" explore --slice flor 2>complaints").complaints.contains("there is no slice flor"))
    }

    @Test("A walk goes on from its checkpoint, and refuses one of another book, a damaged one and another file")
    func checkpoint() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --states 300 --json --checkpoint kept"
        #expect(try program.run("\(explore) >told 2>complaints").status == 0)
        let other = try program.run("\(explore) --rules modern 2>complaints")
        #expect(other.status == 2)
        #expect(other.complaints.contains("kept: the checkpoint is of other rules"))
        let damaged = try program.run("printf x >>kept; \(explore) 2>complaints")
        #expect(damaged.status == 2)
        #expect(damaged.complaints.contains("was cut short or changed"))
        try program.write("steps:\n", to: "kept")
        #expect(try program.run("\(explore) 2>complaints").complaints.contains("this is no checkpoint"))
        // Nothing is left of a file that could not be written whole.
        let full = try program.run(
            "ln -s /dev/full full.new; \"$0\" explore --states 300 --checkpoint full 2>complaints")
        #expect(full.status == 2)
        #expect(full.complaints.contains("make room on the disk"))
        #expect(!program.names.contains("full"))
    }

    @Test("What is told of slices is whole where some were proved before; a line that was changed proves nothing")
    func journalIsTold() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice properties --rules modern --json --checkpoint journal"
        #expect(try program.run("\(explore) >first 2>complaints").status == 0)
        #expect(program.text(of: "first").split(separator: "\n").count == 7)
        // The first line without its end, the second lost, the others as they are.
        let half = "cut -d' ' -f1-5 journal | head -n 1 >cut; tail -n +3 journal >>cut; mv cut journal"
        #expect(try program.run("\(half); \(explore) >again 2>complaints").status == 0)
        let facts = "sed 's/, \"seconds.*violations/ violations/'"
        let same = "for told in first again; do \(facts) $told | sort >$told.facts; done; cmp first.facts again.facts"
        #expect(try program.run("(\(same)) 2>complaints").status == 0)
        #expect(program.text(of: "journal").split(separator: "\n").count == 8)
    }

    @Test("Of one invariant that several slices violate the shortest story is kept")
    func shortestStory() throws {
        let program = try TestProgram()
        try program.write(
            "book: own\nbased on: modern\nsettings:\n  - {setting: hasResumeFlag, value: false}\n", to: "own.yaml")
        let names = ["floor/playback+ambient", "three/playback+ambient+playback"]
        var lengths: [Int] = []
        for slices in names.map({ [$0] }) + [names, names.reversed()] {
            let options = slices.map { "--slice \($0)" }.joined(separator: " ")
            let explore = "rm -f violation-*; \"$0\" explore --rules own.yaml \(options) >told 2>complaints"
            #expect(try program.run(explore).status == 1)
            let story = program.text(of: "violation-resume-flag.yaml")
            lengths.append(story.split(separator: "\n").count { $0.contains("do: ") })
        }
        #expect(lengths[0] != lengths[1])
        #expect(lengths.suffix(2).allSatisfy { $0 == lengths.prefix(2).min() })
    }

    @Test("What could keep nothing is refused before anything is explored")
    func unwritable() throws {
        let program = try TestProgram()
        for (place, says) in [
            ("/dev/full", "/dev/full is no regular file"), ("gone/kept", "cannot write gone/kept"),
            ("pipe", "pipe is no regular file"),
        ] {
            let explore = "timeout 20 \"$0\" explore --seconds 600 --checkpoint \(place) 2>complaints"
            #expect(try program.run("rm -f pipe; mkfifo pipe; \(explore)").complaints.contains(says))
        }
        let journal = "timeout 20 \"$0\" explore --slice three --checkpoint /dev/full 2>complaints"
        #expect(try program.run(journal).complaints.contains("/dev/full is no regular file"))
        let apps = try program.run("\"$0\" explore --slice three --apps 3 2>complaints")
        #expect(apps.status == 64)
        #expect(apps.complaints.contains("leave out --apps"))
    }

    @Test("Lines of states that are expanded until nothing is new are as many as the walk finds")
    func expand() throws {
        let program = try TestProgram()
        let loop = """
            "$0" expand --slice \(Self.slice) --first >frontier; cp frontier all
            while [ -s frontier ]; do
                "$0" expand --slice \(Self.slice) <frontier >lines || exit
                grep -q ^violation lines && exit 1
                grep ^state lines | cut -d' ' -f2- | sort -u -k1,1 >found
                cut -d' ' -f1 all | sort >seen
                join -v 1 found seen >frontier
                cat frontier >>all
            done
            "$0" explore --slice \(Self.slice) --json >told
            """
        #expect(try program.run("(\(loop)) 2>complaints").status == 0)
        let lines = program.text(of: "all").split(separator: "\n").count
        #expect(lines > 50)
        #expect(program.text(of: "told").contains(#""states": \#(lines), "#))
        let foreign =
            "printf '00000000000000000000000000000000 1,2\\n' | \"$0\" expand --slice \(Self.slice) 2>complaints"
        let refused = try program.run(foreign)
        #expect(refused.status == 2)
        #expect(refused.complaints.contains("line 1: the letters lead to another state"))
        #expect(try program.run("\"$0\" expand --slice three 2>complaints").complaints.contains("three has 125 slices"))
    }

    @Test("A book of one's own is taken by what takes books, and told its faults with their places")
    func ownBook() throws {
        let program = try TestProgram()
        try program.write(
            "book: loud\nbased on: iPhoneOS3\nsilencing:\n"
                + "  - {rule: R-SW-1, condition: silentForCategory, absent: true}\n", to: "loud.yaml")
        let steps = #"{"do": "ringSwitch", "to": "silent"}\n{"do": "play", "app": "game", "sound": "x"}\n"#
        #expect(try program.run("printf '\(steps)' | \"$0\" oracle --rules loud.yaml >told 2>complaints").status == 0)
        #expect(program.text(of: "told").contains(#""heard": [{"app": "game", "#))
        #expect(try program.run("\"$0\" rules --diff iPhoneOS3 loud.yaml >diff 2>complaints").status == 0)
        #expect(program.text(of: "diff").contains("silent"))
        let explored = try program.run("\"$0\" explore --states 2000 --rules loud.yaml >told 2>complaints")
        #expect(explored.status == 1)
        #expect(program.text(of: "told").contains("heard-silenced"))
        #expect(
            try program.run("\"$0\" explain --rules loud.yaml violation-heard-silenced.yaml >why 2>complaints").status
                == 0)
        try program.write("book: loud\nbased on: iPhoneOS3\nlevels:\n  - {kind: sond, volume: media}\n", to: "bad.yaml")
        let refused = try program.run("\"$0\" rules --rules bad.yaml 2>complaints")
        #expect(refused.status == 2)
        #expect(refused.complaints.contains("bad.yaml:4:"))
    }
}
