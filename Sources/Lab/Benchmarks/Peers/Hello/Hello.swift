import ArgumentParser

/// The least a program with subcommands and file arguments can be in Swift: what the start of `audiosession check` is
/// measured against.
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
