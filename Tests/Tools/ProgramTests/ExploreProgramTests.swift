import Foundation
import Randomness
import Testing

/// Slices, checkpoints, lines of states and books of one's own, at a shell.
struct ExploreProgramTests {
    private static let slice = "three/playback+ambient+playback"

    @Test(
        "A slice that closes says so, with what it leaves out; its journal is gone on from, but not under other rules")
    func journal() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --rules iPhoneOS3 --slice \(Self.slice) --checkpoint journal"
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
            try program.run("\"$0\" explore --rules iPhoneOS3 --slice flor 2>complaints").complaints.contains(
                "there is no slice flor"))
    }

    @Test("A walk goes on from its checkpoint, and refuses one of another book, a damaged one and another file")
    func checkpoint() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --rules iPhoneOS3 --states 300 --json --checkpoint kept"
        #expect(try program.run("\(explore) >told 2>complaints").status == 0)
        let other = try program.run("\(explore) --rules modern 2>complaints")
        #expect(other.status == 2)
        #expect(other.complaints.contains("kept: the checkpoint is of other rules"))
        let more = "\"$0\" explore --rules iPhoneOS3 --states 900 --json"
        #expect(try program.run("\(more) >whole 2>complaints; cp kept before").status == 0)
        #expect(try program.run("\(more) --checkpoint kept >told 2>complaints; mv before kept").status == 0)
        #expect(program.text(of: "told") == program.text(of: "whole"))
        let damaged = try program.run("printf x >>kept; \(explore) 2>complaints")
        #expect(damaged.status == 2)
        #expect(damaged.complaints.contains("was cut short or changed"))
        try program.write("steps:\n", to: "kept")
        #expect(try program.run("\(explore) 2>complaints").complaints.contains("this is no checkpoint"))
    }

    @Test("A link to what is kept stays a link")
    func link() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --rules iPhoneOS3 --states 300 --checkpoint kept >told 2>complaints"
        #expect(try program.run("mkdir there; ln -s there/file kept; \(explore) && \(explore)").status == 0)
        #expect(try program.run("test -L kept && test -s there/file").status == 0)
        #expect(program.names(in: "there") == ["file"])
    }

    @Test(
        "Whatever stands beside what is kept, and whatever that is itself, only its bytes change",
        arguments: SplitMix.seeds)
    func kept(seed: UInt64) throws {
        let program = try TestProgram()
        var random = SplitMix(seed: seed)
        let explore = "\"$0\" explore --rules iPhoneOS3 --states 300 --checkpoint kept >told 2>complaints"
        for _ in 0..<6 {
            let mode = ["600", "640", "644", "400", "666"].randomElement(using: &random)!
            let isLink = Bool.random(using: &random)
            let place = isLink ? "there/file" : "kept"
            let beside = [":", "echo mine >\(place).new", "ln -s ../other \(place).new", "mkdir \(place).new"]
                .randomElement(using: &random)!
            let before = """
                rm -rf kept kept.new there other; mkdir there; echo mine >other; : >\(place); chmod \(mode) \(place)
                \(isLink ? "ln -s there/file kept" : ":"); \(beside); umask 022
                """
            // The folder without the files' own bytes: names, kinds, modes, links' ends, and the content of other
            // files.
            let look =
                "find kept kept.new there other ! -samefile \(place) -printf '%p %y %m %l\\n' 2>/dev/null | sort; "
                + "stat -c '%a %F' \(place) | sed 's/ empty / /'; cat other; cat *.new there/*.new 2>/dev/null; :"
            let run = try program.run("\(before); { \(look); } >first; \(explore) && { \(look); } >second")
            #expect(run.status == 0, "\(before)\n\(run.complaints)")
            #expect(program.text(of: "first") == program.text(of: "second"), "\(before)")
            #expect(try program.run("test -s \(place)").status == 0)
            #expect(program.names(in: "there").allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test("What is told of slices is whole where some were proved before; a line that was changed proves nothing")
    func journalIsTold() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice properties --rules modern --json --checkpoint journal"
        #expect(try program.run("\(explore) >first 2>complaints").status == 0)
        #expect(program.text(of: "first").split(separator: "\n").count == 7)
        // The first line without its end, the second lost, a digit of the third changed, the others as they are.
        let half = "cut -d' ' -f1-5 journal | head -n 1 >cut; tail -n +3 journal | sed '1s/[1-8] /9 /' >>cut"
        let again = try program.run("\(half); cp cut journal; \(explore) >again 2>complaints")
        #expect(again.status == 0)
        let told = (1...2).map {
            "audiosession: line \($0) of journal is damaged and proves nothing: a slice that stands nowhere else is explored "
                + "again\n"
        }
        #expect(again.complaints == told.joined())
        let facts = "sed 's/, \"seconds.*violations/ violations/'"
        let same = "for told in first again; do \(facts) $told | sort >$told.facts; done; cmp first.facts again.facts"
        #expect(try program.run("(\(same)) 2>complaints").status == 0)
        // The old lines are kept, and the slices that were explored again stand behind them.
        #expect(program.text(of: "journal").hasPrefix(program.text(of: "cut")))
        #expect(program.text(of: "journal").split(separator: "\n").count == 9)
        #expect(try program.run("\(explore) >again 2>complaints").complaints == told.joined())
        #expect(program.text(of: "again").split(separator: "\n").count == 7)
    }

    @Test("A line that was cut short is not glued to the next one")
    func cutShort() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --slice properties --rules modern --checkpoint journal 2>complaints"
        #expect(try program.run("\(explore) >told").status == 0)
        let whole = program.text(of: "journal")
        let end = whole.utf8.count - 20
        #expect(try program.run("head -c \(end) journal >cut; cp cut journal; \(explore) >told").status == 0)
        #expect(program.text(of: "journal").hasPrefix(program.text(of: "cut") + "\nproved "))
        #expect(try program.run("\(explore) >told").status == 0)
        #expect(program.text(of: "told") == "7 slices were done before\n")
    }

    @Test(
        "A journal of an earlier version, and a text of which no line is one of a journal, are refused and stay as they are"
    )
    func otherJournals() throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --rules iPhoneOS3 --slice \(Self.slice) --checkpoint journal"
        let old = "proved 0a \(Self.slice) 61 8 900 0.5 0.5 promises\n"
        var random = SplitMix()
        let lines = ["steps:", "proved by Miss Marple", "proved ", old + "x", "", "two 1 2 3", "\u{1}", "proved\tit"]
        let notes = (0..<6).map { _ in
            (0..<Int.random(in: 1...5, using: &random)).map { _ in random.pick(lines) + "\n" }.joined()
        }
        for (text, says) in [(old, "journal is a journal of an earlier version"), (old + old, "of an earlier version")]
            + (lines + notes).map({ ($0, "journal is no journal of slices; name another file") }) where !text.isEmpty
        {
            try program.write(text, to: "journal")
            let refused = try program.run("\(explore) >told 2>complaints")
            #expect(refused.status == 2, "\(text.debugDescription)")
            #expect(refused.complaints.contains(says), "\(text.debugDescription): \(refused.complaints)")
            #expect(program.text(of: "journal") == text)
        }
        // A file that was just made keeps nothing yet.
        #expect(try program.run(": >journal; \(explore) 2>complaints").status == 0)
        #expect(
            try program.run(": >kept; \"$0\" explore --rules iPhoneOS3 --states 300 --checkpoint kept 2>complaints")
                .status == 0)
    }

    @Test(
        "What one exploration keeps itself in is refused to others, and free once that was killed",
        arguments: ["--slice floor", "--seconds 600"])
    func oneAtATime(what: String) throws {
        let program = try TestProgram()
        let explore = "\"$0\" explore --rules iPhoneOS3 \(what) --jobs 1 --checkpoint kept"
        let first = try program.start("exec \(explore) 2>first")
        try program.wait(for: "kept")
        // A process that comes between the making of the file and its lock has it; then the first is the one that is
        // refused.
        let second = try program.run("timeout -s INT 20 \(explore) >told 2>complaints")
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
            let explore = "timeout 20 \"$0\" explore --rules iPhoneOS3 --seconds 600 --checkpoint \(place) 2>complaints"
            #expect(try program.run("rm -f pipe; mkfifo pipe; \(explore)").complaints.contains(says))
        }
        let journal = "timeout 20 \"$0\" explore --rules iPhoneOS3 --slice three --checkpoint /dev/full 2>complaints"
        #expect(try program.run(journal).complaints.contains("/dev/full is no regular file"))
        let apps = try program.run("\"$0\" explore --rules iPhoneOS3 --slice three --apps 3 2>complaints")
        #expect(apps.status == 64)
        #expect(apps.complaints.contains("leave out --apps"))
    }

    @Test("Lines of states that are expanded until nothing is new are as many as the walk finds")
    func expand() throws {
        let program = try TestProgram()
        let loop = """
            "$0" expand --rules iPhoneOS3 --slice \(Self.slice) --first >frontier; cp frontier all
            while [ -s frontier ]; do
                "$0" expand --rules iPhoneOS3 --slice \(Self.slice) <frontier >lines || exit
                grep -q ^violation lines && exit 1
                grep ^state lines | cut -d' ' -f2- | sort -u -k1,1 >found
                cut -d' ' -f1 all | sort >seen
                join -v 1 found seen >frontier
                cat frontier >>all
            done
            "$0" explore --rules iPhoneOS3 --slice \(Self.slice) --json >told
            """
        #expect(try program.run("(\(loop)) 2>complaints").status == 0)
        let lines = program.text(of: "all").split(separator: "\n").count
        #expect(lines > 50)
        #expect(program.text(of: "told").contains(#""states": \#(lines), "#))
        let foreign =
            "printf '00000000000000000000000000000000 1,2\\n' | \"$0\" expand --rules iPhoneOS3 --slice \(Self.slice) 2>complaints"
        let refused = try program.run(foreign)
        #expect(refused.status == 2)
        #expect(refused.complaints.contains("line 1: the letters lead to another state"))
        #expect(
            try program.run("\"$0\" expand --rules iPhoneOS3 --slice three 2>complaints").complaints.contains(
                "three has 125 slices"))
    }

    @Test(
        "What cannot be read, or is no line, ends the expansion with status 2 in place of looking like its end",
        arguments: [
            ("<.", "cannot read the input: Is a directory"), ("<&-", "cannot read the input: Bad file descriptor"),
            ("<long", "line 2: it is longer than 1048576 bytes; put one state on one line"),
            ("</dev/zero", "line 1: it is longer than"),
            ("<blank", "line 1: a line is a fingerprint, a space and letters"),
        ])
    func unreadable(input: String, says: String) throws {
        let program = try TestProgram()
        let expand = "\"$0\" expand --rules iPhoneOS3 --slice \(Self.slice)"
        let long = "{ \(expand) --first; head -c 1200000 /dev/zero | tr '\\0' 1; } >long; echo >blank"
        // 2 GB of addresses: a line without an end does not fit into them.
        let (status, complaints) = try program.run(
            "\(long); ulimit -v 2000000; timeout 60 \(expand) \(input) >told 2>complaints")
        #expect(status == 2, "\(complaints)")
        #expect(complaints.contains(says), "\(complaints)")
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
