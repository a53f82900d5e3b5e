import Testing

/// The rules are only worth what the reading of the source is worth.
struct SwiftFileTests {
    @Test("Comments and the insides of strings are not code, interpolations are")
    func separation() {
        let file = SwiftFile(
            path: "A.swift",
            text: ##"""
                let a = "x // no \(b + "y") z" // yes { }
                /* one /* two */ still */ let c = #"raw \" \#(d)"# /* end */
                let e = """
                    many " lines {
                    """; #if os(Linux)
                let f = #/regex " { /#; let g = 1 / 2
                """##)
        let code = file.code.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(code == ["let a = b +", "let c = d", "let e =", "", "; #if os(Linux)", "let f = ; let g = 1 / 2"])
        let comments = file.comments.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(comments == ["// yes { }", "/* one /* two */ still */ /* end */", "", "", "", ""])
    }

    @Test("Imports are found behind attributes, access levels and kinds, and not in comments")
    func imports() {
        let file = SwiftFile(
            path: "Sources/Folder/Room/A.swift",
            text: """
                import A
                public import B
                @preconcurrency internal import struct C.D
                // import E
                let important = 1
                """)
        #expect(file.imports.map(\.module) == ["A", "B", "C"])
        #expect(file.imports.map(\.line) == [1, 2, 3])
        #expect(file.room == "Room")
    }

    @Test("Functions are measured from their keyword to their closing brace")
    func functions() {
        let file = SwiftFile(
            path: "A.swift",
            text: """
                struct S {
                    var stored = [1].map { $0 }
                    var computed: Int {
                        1
                    }
                    init(_ body: () -> Void = { }) {
                        self.init(body)
                    }
                    func one(
                        a: Int
                    ) -> Int {
                        func inner() { }
                        return [a].map { b in
                            b
                        }[0]
                    }
                }
                protocol P { func required() }
                """)
        #expect(
            file.functions == [
                SwiftFunction(name: "computed", line: 3, lineCount: 3),
                SwiftFunction(name: "init", line: 6, lineCount: 3),
                SwiftFunction(name: "inner", line: 12, lineCount: 1),
                SwiftFunction(name: "one", line: 9, lineCount: 8),
            ])
    }
}
