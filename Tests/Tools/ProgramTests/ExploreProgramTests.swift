import Foundation
import Randomness
import Testing

/// Slices, lines of states and custom books, in a shell.
struct ExploreProgramTests {
    private static let slice = "three/playback+ambient+playback"

    @Test("A slice that closes says so, with what it leaves out; an unknown slice is refused")
    func slices() throws {
        let program = try TestProgram()
        #expect(
            try program.run("\"$0\" explore --rules iPhoneOS3 --slice \(Self.slice) >told 2>complaints").status == 0)
        #expect(program.text(of: "told").contains("three: 1 slices, all closed"))
        #expect(program.text(of: "told").contains("left out: other set-ups"))
        #expect(
            try program.run("\"$0\" explore --rules iPhoneOS3 --slice flor 2>complaints").complaints.contains(
                "there is no slice flor"))
    }

    @Test("A story is there as soon as its slice is done, whatever ends the exploration then")
    func storyAtOnce() throws {
        let program = try TestProgram()
        try program.write(
            "book: own\nbased on: modern\nsettings:\n  - {setting: hasResumeFlag, value: false}\n", to: "own.yaml")
        let explore = "\"$0\" explore --rules own.yaml --slice floor --json --jobs 1 2>complaints"
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

    @Test("A number of apps is refused for slices, which have their own")
    func appsOfSlices() throws {
        let program = try TestProgram()
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
                + "  - {rule: R-SW-1, condition: silentForCategory, absent: true}\n"
                + "settings:\n  - {setting: hasResumeFlag, value: true}\n", to: "loud.yaml")
        let steps = #"{"do": "ringSwitch", "to": "silent"}\n{"do": "play", "app": "game", "sound": "x"}\n"#
        #expect(try program.run("printf '\(steps)' | \"$0\" oracle --rules loud.yaml >told 2>complaints").status == 0)
        #expect(program.text(of: "told").contains(#""heard": [{"app": "game", "#))
        #expect(try program.run("\"$0\" rules --diff iPhoneOS3 loud.yaml >diff 2>complaints").status == 0)
        #expect(program.text(of: "diff").contains("silent"))
        let explored = try program.run("\"$0\" explore --states 100000 --rules loud.yaml >told 2>complaints")
        #expect(explored.status == 1)
        #expect(program.text(of: "told").contains("resume-flag"))
        #expect(
            try program.run("\"$0\" explain --rules loud.yaml violation-resume-flag.yaml >why 2>complaints").status
                == 0)
        try program.write("book: loud\nbased on: iPhoneOS3\nlevels:\n  - {kind: sond, volume: media}\n", to: "bad.yaml")
        let refused = try program.run("\"$0\" rules --rules bad.yaml 2>complaints")
        #expect(refused.status == 2)
        #expect(refused.complaints.contains("bad.yaml:4:"))
    }
}
