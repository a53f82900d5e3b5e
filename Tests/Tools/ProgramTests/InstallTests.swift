import Foundation
import Randomness
import Testing

/// Installs and uninstalls beside other files: `Install/install` brings the files that it names and takes exactly those
/// away, in any folder and whenever it is ended. The installed files are made up here; `make install-test` installs
/// what was built.
@Suite(.timeLimit(.minutes(5))) struct InstallTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    private static let folders = [
        "BINDIR", "LIBDIR", "INCLUDEDIR", "DATADIR", "MANDIR", "UNITDIR", "BASHDIR", "ZSHDIR", "FISHDIR",
    ]
    private let program: TestProgram

    /// A copy of the sources, in which a few words stand for what `make package` builds.
    init() throws {
        program = try TestProgram()
        let made = try program.run(
            """
            mkdir tree && cd tree && ln -s '\(Self.root.path)'/* . && mkdir -p .build/package && cd .build/package || exit
            mkdir bin lib man completions
            version=$(sed -n 's/^#define AUDIOSESSION_VERSION "\\(.*\\)"/\\1/p' ../../Sources/Phone/CAudioSession/include/audiosession.h)
            for name in bin/audiosession bin/audiosession-device lib/libaudiosession.so.$version \\
                lib/libaudiotoolbox.so.$version lib/libasound_module_pcm_audiosession.so man/audiosession.1 \\
                man/libaudiosession.3 completions/audiosession.bash completions/audiosession.zsh completions/audiosession.fish
            do echo "this is $name" >$name; done
            chmod +x bin/*
            """)
        try #require(made.status == 0)
    }

    /// Runs the script with variables; answers its status, its complaints and what it said.
    private func install(_ variables: String, _ argument: String = "") throws -> (status: Int32, complaints: String) {
        try program.run("\(variables) tree/Install/install \(argument) >told 2>complaints")
    }

    /// All that is in a folder: kinds, modes, names, links' ends and what files hold.
    private func look(_ folder: String = "place") throws -> String {
        _ = try program.run(
            "{ find \(folder) -printf '%y %m %p %l\\n'; find \(folder) -type f -exec cksum {} +; } 2>/dev/null | sort >look"
        )
        return program.text(of: "look")
    }

    /// The paths of the files that an installation brings, below its prefix, in any order.
    private func brought() throws -> [String] {
        #expect(try install("PREFIX=$PWD/first").status == 0)
        _ = try program.run("cd first; find . ! -type d | sed 's|^./||' | sort >../brought")
        #expect(try install("PREFIX=$PWD/first", "--uninstall").status == 0)
        return program.text(of: "brought").split(separator: "\n").map { String($0) }
    }

    @Test(
        "What stands beside it is neither written over, nor followed, nor in the way",
        arguments: SplitMix.seeds.suffix(1))
    func beside(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let files = try brought()
        #expect(files.count > 40 && files.contains("bin/audiosession"))
        var others = "mkdir -p place/elsewhere; echo theirs >place/theirs"
        var names: Set<String> = []
        for file in ["bin/audiosession", "share/audiosession/installed"] + files.shuffled(using: &random).prefix(8) {
            let name = "place/\(file)" + [".new", ".new", "~", ".part", ".tmp"].randomElement(using: &random)!
            // A second thing of one name would be written through the link that the first is.
            guard names.insert(name).inserted else { continue }
            let make = ["echo mine >", "ln -s $PWD/place/theirs ", "ln -s nowhere ", "mkdir "]
                .randomElement(using: &random)!
            others += "; mkdir -p $(dirname \(name)); \(make)\(name)"
        }
        _ = try program.run("(\(others)) 2>/dev/null; :")
        let before = try look()
        for _ in 0..<2 {
            let (status, complaints) = try install("PREFIX=$PWD/place")
            #expect(status == 0, "\(complaints)")
            for file in files {
                #expect(try program.run("test -e place/\(file) -o -L place/\(file)").status == 0, "\(file)")
            }
            #expect(program.text(of: "place/bin/audiosession") == "this is bin/audiosession\n")
            #expect(program.text(of: "place/theirs") == "theirs\n")
        }
        #expect(try install("PREFIX=$PWD/place", "--uninstall").status == 0)
        #expect(try look() == before)
    }

    @Test(
        "A folder is the same however it is spelled, and a DESTDIR that was made for it goes with it",
        arguments: SplitMix.seeds.suffix(1))
    func spelled(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        func spelled(_ path: String) -> String {
            path.map { letter in
                guard letter == "/" else { return String(letter) }
                return ["/", "/", "//", "/./", "/x/../", "/./x//../"].randomElement(using: &random)!
            }.joined() + ["", "/", "//", "/.", "/x/.."].randomElement(using: &random)!
        }
        for stage in ["", "place", "place/deep/er"] {
            for round in 0..<4 {
                // Where there is no DESTDIR the prefix itself is made.
                let destination = stage.isEmpty ? "" : "DESTDIR=\"$PWD\(spelled("/" + stage))\""
                let prefix = stage.isEmpty ? "PREFIX=\"$PWD\(spelled("/place"))\"" : "PREFIX=\(spelled("/usr"))"
                let last = round == 3
                let (status, complaints) = try install("\(destination) \(prefix)", last ? "--uninstall" : "")
                #expect(status == 0, "\(destination) \(prefix): \(complaints)")
                #expect(program.names.contains("place") == !last, "\(destination) \(prefix)")
            }
        }
    }

    @Test(
        "Folders that would make two files one are refused before anything is there; all others hold all",
        arguments: SplitMix.seeds.suffix(1))
    func together(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let count = try brought().count
        _ = try program.run("mkdir -p place/a place/c; ln -s a place/b; ln -s ../c place/c/d")
        let before = try look()
        var (refused, held) = (0, 0)
        for round in 0..<8 {
            let names = ["a", "b", "c", "c/d", "c/e", "a/audiosession", "a/audiosession/installed", "b/man"]
            let variables = Self.folders.map { name in
                // All in one, and each by itself, is always among them.
                "\(name)=$PWD/place/\(round == 0 ? "a" : round == 1 ? name : names.randomElement(using: &random)!)"
            }
            let line = variables.shuffled(using: &random).prefix(round < 2 ? 9 : .random(in: 2...5, using: &random))
                .joined(separator: " ")
            let (status, complaints) = try install("PREFIX=$PWD/place/p \(line)")
            if status == 0 {
                held += 1
                _ = try program.run("find place ! -type d ! -path place/b ! -path place/c/d | wc -l >count")
                #expect(program.text(of: "count").trimmingCharacters(in: .whitespaces) == "\(count)\n", "\(line)")
                let gone = try install("PREFIX=$PWD/place/p \(line)", "--uninstall")
                #expect(gone.status == 0, "\(line): \(gone.complaints)")
            } else {
                refused += 1
                #expect(complaints.contains(" would be two things at once; let BINDIR, "), "\(line): \(complaints)")
            }
            #expect(try look() == before, "\(line)")
        }
        #expect(refused > 0 && held > 0)
    }

    @Test("Wherever it is killed, what it brought is found and taken away", arguments: SplitMix.seeds.suffix(1))
    func killed(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        _ = try program.run("mkdir -p place/bin; echo mine >place/bin/mine")
        let before = try look()
        for round in 0..<9 {
            let time = Double(Int.random(in: 1...300, using: &random)) / 1000
            // With all that it has started.
            _ = try program.run("PREFIX=$PWD/place timeout --signal=KILL \(time) tree/Install/install >told 2>&1; :")
            let listed = try program.run("test -e place/share/audiosession/installed").status == 0
            if round % 3 == 0 { #expect(try install("PREFIX=$PWD/place").status == 0) }
            let gone = try install("PREFIX=$PWD/place", "--uninstall")
            if gone.status != 0 {
                #expect(!listed && gone.complaints.contains("nothing is installed"), "\(gone.complaints)")
            }
            // Killed before its list was written, it leaves folders at most, which the next one takes for another's.
            if !listed { _ = try program.run("find place -mindepth 1 -type d -empty -delete") }
            #expect(try look() == before, "after \(time) s")
        }
    }

    @Test("A folder that stands where a file of its own stood is told, and nothing is left behind by uninstalling")
    func folderInTheWay() throws {
        let install = "PREFIX=$PWD/place"
        #expect(try self.install(install).status == 0)
        _ = try program.run("rm place/bin/audiosession; mkdir place/bin/audiosession")
        let before = try look()
        let again = try self.install(install)
        #expect(again.status == 1)
        #expect(again.complaints.contains("place/bin/audiosession is there and not ours; move it away"))
        #expect(try look() == before)
        let gone = try self.install(install, "--uninstall")
        #expect(gone.status == 1 && gone.complaints.contains("is still there; move it away, and uninstall again"))
        _ = try program.run("rmdir place/bin/audiosession")
        #expect(try self.install(install, "--uninstall").status == 0)
        #expect(!program.names.contains("place"))
    }
}
