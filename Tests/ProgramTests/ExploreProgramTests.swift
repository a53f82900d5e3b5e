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
        // Another build may do something else with the same rules. What stands behind a program changes nothing but its file.
        let build = "cp \"$0\" rebuilt; printf x >>rebuilt"
        let rebuilt = try program.run("\(build); ./rebuilt \(explore.dropFirst(5)) 2>complaints")
        #expect(rebuilt.status == 2)
        #expect(rebuilt.complaints.contains("journal is of other rules or of another version"))
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
        let more = "\"$0\" explore --states 900 --json"
        #expect(try program.run("\(more) >whole 2>complaints; cp kept before").status == 0)
        #expect(try program.run("\(more) --checkpoint kept >told 2>complaints; mv before kept").status == 0)
        #expect(program.text(of: "told") == program.text(of: "whole"))
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

    @Test("A link to what is kept stays a link")
    func link() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --states 300 --checkpoint kept >told 2>complaints"
        #expect(try program.run("mkdir there; ln -s there/file kept; \(explore) && \(explore)").status == 0)
        #expect(try program.run("test -L kept && test -s there/file").status == 0)
        #expect(program.names(in: "there") == ["file"])
    }

    @Test("What is told of slices is whole where some were proved before; a line that was changed proves nothing")
    func journalIsTold() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice properties --rules modern --json --checkpoint journal"
        #expect(try program.run("\(explore) >first 2>complaints").status == 0)
        #expect(program.text(of: "first").split(separator: "\n").count == 7)
        // The first line without its end, the second lost, a digit of the third changed, the others as they are.
        let half = "cut -d' ' -f1-5 journal | head -n 1 >cut; tail -n +3 journal | sed '1s/[1-8] /9 /' >>cut"
        let again = try program.run("\(half); mv cut journal; \(explore) >again 2>complaints")
        #expect(again.status == 0)
        let told = (1...2).map { "audiosession: line \($0) of journal is damaged: its slice is explored again\n" }
        #expect(again.complaints == told.joined())
        let facts = "sed 's/, \"seconds.*violations/ violations/'"
        let same = "for told in first again; do \(facts) $told | sort >$told.facts; done; cmp first.facts again.facts"
        #expect(try program.run("(\(same)) 2>complaints").status == 0)
        #expect(program.text(of: "journal").split(separator: "\n").count == 7)
        #expect(try program.run("\(explore) >again 2>complaints").complaints.isEmpty)
        #expect(program.text(of: "again").split(separator: "\n").count == 7)
        #expect(!program.names.contains("journal.new"))
    }

    @Test("A journal of an earlier version, and what is no journal, are refused and stay as they are")
    func otherJournals() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice \(Self.slice) --checkpoint journal"
        for (text, says) in [
            ("proved 0a \(Self.slice) 61 8 900 0.5 0.5 promises\n", "journal is a journal of an earlier version"),
            ("steps:\n", "journal is no journal of slices"),
        ] {
            try program.write(text, to: "journal")
            let refused = try program.run("\(explore) >told 2>complaints")
            #expect(refused.status == 2)
            #expect(refused.complaints.contains(says))
            #expect(program.text(of: "journal") == text)
        }
        // What was just made keeps nothing yet.
        #expect(try program.run(": >journal; \(explore) 2>complaints").status == 0)
        #expect(try program.run(": >kept; \"$0\" explore --states 300 --checkpoint kept 2>complaints").status == 0)
    }

    @Test(
        "What one exploration keeps itself in is refused to others, and free once that was killed",
        arguments: ["--slice floor", "--seconds 600"])
    func oneAtATime(what: String) throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore \(what) --jobs 1 --checkpoint kept"
        let first = try program.start("exec \(explore) 2>first")
        try program.wait(for: "kept")
        // Whoever comes between the making of the file and its lock has it; then the first is the one that is refused.
        let second = try program.run("timeout -s INT 2 \(explore) >told 2>complaints")
        first.send(SIGKILL)
        _ = first.end()
        let refused = second.status == 2 ? second.complaints : program.text(of: "first")
        #expect(refused.contains("another exploration keeps where it stands in kept; wait for its end"))
        let third = try program.run("timeout -s INT 1 \(explore) >told 2>complaints")
        #expect(third.complaints.isEmpty)
    }

    @Test("A story is there as soon as its slice is done, whatever ends the exploration then")
    func storyAtOnce() throws {
        let program = try TestProgram()
        try program.write(
            "book: own\nbased on: modern\nsettings:\n  - {setting: hasResumeFlag, value: false}\n", to: "own.yaml")
        let explore = "\"$0\" explore --rules own.yaml --slice floor --json --jobs 1 --checkpoint journal 2>complaints"
        let exploration = try program.start("exec \(explore)")
        while let line = exploration.next(), !line.contains("resume-flag") {}
        exploration.send(SIGKILL)
        _ = exploration.end()
        #expect(program.text(of: "violation-resume-flag.yaml").hasPrefix("# resume-flag: "))
        #expect(program.complaints.contains("the way to it is in violation-resume-flag.yaml"))
        let why = try program.run("\"$0\" explain --rules own.yaml violation-resume-flag.yaml >why 2>complaints")
        #expect(why.status == 0)
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
