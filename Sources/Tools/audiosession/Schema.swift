public import ArgumentParser
import CommandSupport
public import SessionWorld

struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        .schema,
        abstract: "Prints the JSON Schema of steps or replies.",
        discussion: """
            For validators, editors and generators of code, in any language.

              audiosession schema steps > step.schema.json
            """)

    @Argument(help: "Either steps or replies.")
    var subject: JSONSchema

    func run() throws {
        Output.prepare()
        try Output.write(subject.text)
    }
}

extension JSONSchema: ExpressibleByArgument {}
