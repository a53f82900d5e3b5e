// SPDX-License-Identifier: Apache-2.0
// Writes the manual pages of the program from its own help, so that neither tells what the other does not.
// Usage: manual FOLDER VERSION < help.json, where help.json is what the program answers to --experimental-dump-help.
// One page for the program and one for each of its commands, in the man macros, which every manual reader knows.

import Foundation

/// ArgumentParser's description of the program; of its members only those that a page shows.
struct Help: Decodable {
    let command: Command

    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
        let shouldDisplay: Bool?
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }
        struct Name: Decodable {
            let kind: String
            let name: String

            /// The name as it is typed.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: Kind
        let isOptional: Bool
        let isRepeating: Bool
        let shouldDisplay: Bool
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let allValues: [String]?
        let defaultValue: String?
        let abstract: String?
        let discussion: String?
    }
}

extension Help.Command {
    /// The commands that have a page of their own; `help` shows what the pages show.
    var documented: [Help.Command] {
        (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
    }

    var displayed: [Help.Argument] { (arguments ?? []).filter(\.shouldDisplay) }
}

extension Help.Argument {
    /// The argument as it stands in the line that shows the use of a command.
    var use: String {
        let value = Roff.italic(valueName ?? "")
        let text =
            switch kind {
            case .positional: value
            case .option: Roff.bold(preferredName?.text ?? "") + " " + value
            case .flag: Roff.bold(preferredName?.text ?? "")
            }
        let repeated = isRepeating ? text + " ..." : text
        return isOptional ? "[" + repeated + "]" : repeated
    }

    /// The heading before its description.
    var heading: String {
        guard kind != .positional else { return Roff.italic(valueName ?? "") }
        let names = (names ?? []).map { Roff.bold($0.text) }.joined(separator: ", ")
        return kind == .option ? names + " " + Roff.italic(valueName ?? "") : names
    }

    /// Its purpose, its values and its default.
    var description: String {
        var facts: [String] = []
        if let allValues, !allValues.isEmpty { facts.append("values: " + allValues.joined(separator: ", ")) }
        if let defaultValue { facts.append("default: " + defaultValue) }
        let sentence = [abstract ?? "", facts.isEmpty ? "" : "(" + facts.joined(separator: "; ") + ")"]
        return sentence.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The language of manual pages.
enum Roff {
    /// Text in which nothing is a command; a leading dot or apostrophe would be one, and a plain hyphen may become a
    /// dash, which cannot be pasted into a shell.
    static func escaped(_ text: String) -> String {
        let plain = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
            .replacingOccurrences(of: "'", with: "\\(aq").replacingOccurrences(of: "`", with: "\\(ga")
            .replacingOccurrences(of: "^", with: "\\(ha").replacingOccurrences(of: "~", with: "\\(ti")
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }

    static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }
    static func italic(_ text: String) -> String { "\\fI" + escaped(text) + "\\fR" }

    /// Paragraphs, between empty lines; lines that begin with two spaces are examples and stay as they are.
    static func paragraphs(_ text: String) -> String {
        var page = ""
        var isExample = false
        for line in text.components(separatedBy: "\n") {
            let begins = line.hasPrefix("  ")
            if begins != isExample { page += begins ? ".PP\n.RS 4\n.EX\n" : ".EE\n.RE\n" }
            isExample = begins
            page += line.isEmpty ? ".PP\n" : escaped(begins ? String(line.dropFirst(2)) : line) + "\n"
        }
        return isExample ? page + ".EE\n.RE\n" : page
    }
}

/// The page of the program, or of one of its commands.
struct Page {
    /// The program's name, then the command's.
    let path: [String]
    let command: Help.Command
    let version: String
    /// The pages that the reader may want next, with the numbers of their sections.
    let related: [String]

    var name: String { path.joined(separator: "-") }

    var text: String {
        let title = name.uppercased()
        return """
            .\\" Written by Install/manual.swift from the help of the program.
            .TH \(Roff.escaped(title)) 1 "" "\(path[0]) \(version)" "User Commands"
            .SH NAME
            \(Roff.escaped(name)) \\- \(Roff.escaped(brief))
            .SH SYNOPSIS
            .nh
            .ad l
            \(Roff.bold(path.joined(separator: " "))) \(synopsis)
            .ad
            .hy

            """ + section("DESCRIPTION", Roff.paragraphs(command.discussion ?? command.abstract ?? ""))
                + section("COMMANDS", commands) + section("OPTIONS", options)
                + section("SEE ALSO", related.map(Self.reference).joined(separator: ",\n") + "\n")
    }

    /// The abstract as an index of manual pages wants it: no full stop, and no capital where the sentence begins.
    private var brief: String {
        let abstract = command.abstract ?? ""
        let open = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        return open.prefix(1).lowercased() + open.dropFirst()
    }

    private var synopsis: String {
        let arguments = command.displayed.map(\.use)
        let command = self.command.documented.isEmpty ? [] : [Roff.italic("command")]
        return (command + arguments).joined(separator: " ")
    }

    private var commands: String {
        command.documented.map { inner in
            ".TP\n\(Roff.bold(inner.commandName))\n\(Roff.escaped(inner.abstract ?? ""))\n"
                + "See \(Self.reference("\(name)-\(inner.commandName)(1)")).\n"
        }.joined()
    }

    private var options: String {
        command.displayed.map { argument in
            ".TP\n\(argument.heading)\n\(Roff.escaped(argument.description))\n"
                + (argument.discussion.map { ".IP\n" + Roff.escaped($0) + "\n" } ?? "")
        }.joined()
    }

    private func section(_ title: String, _ text: String) -> String {
        text.isEmpty || text == "\n" ? "" : ".SH \(title)\n\(text)"
    }

    /// The name of a page in bold, its section plain.
    private static func reference(_ page: String) -> String {
        let name = page.prefix { $0 != "(" }
        return "\\%" + Roff.bold(String(name)) + page.dropFirst(name.count)
    }
}

func refuse(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("manual: \(sentence)\n".utf8))
    exit(2)
}

guard CommandLine.arguments.count == 3 else { refuse("give a folder for the pages and the program's version") }
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let version = CommandLine.arguments[2]
do {
    let help = try JSONDecoder().decode(Help.self, from: FileHandle.standardInput.readDataToEndOfFile())
    let program = help.command.commandName
    let all = help.command.documented.map { "\(program)-\($0.commandName)(1)" }
    let main = Page(path: [program], command: help.command, version: version, related: all)
    let others = help.command.documented.map {
        Page(path: [program, $0.commandName], command: $0, version: version, related: ["\(program)(1)"])
    }
    for page in [main] + others {
        try Data(page.text.utf8).write(to: folder.appending(path: page.name + ".1"))
    }
} catch {
    refuse("cannot make pages of the program's help: \(error)")
}
