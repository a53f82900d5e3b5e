import ArgumentParser

/// The least program with subcommands and file arguments in Swift, against which the start of `audiosession check` is
/// measured.
@main
struct Hello: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Greets files.", subcommands: [Check.self])
}

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Greets the files it is given.")

    @Argument(help: "Any names.")
    var files: [String]

    func run() {
        for file in files { print("hello, \(file)") }
    }
}
