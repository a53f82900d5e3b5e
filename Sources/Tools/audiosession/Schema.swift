public import ArgumentParser
import CommandSupport
public import SessionWorld

/// Prints what a step or a reply may look like.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        .schema,
        abstract: "Prints the JSON Schema of the oracle's steps or of its replies.",
        discussion: """
            For validators, editors and generators of code, in any language.

              audiosession schema steps > step.schema.json
            """)

    @Argument(help: "Of which: steps or replies.")
    var subject: JSONSchema

    func run() throws {
        Output.prepare()
        try Output.write(subject.text)
    }
}

extension JSONSchema: ExpressibleByArgument {}
