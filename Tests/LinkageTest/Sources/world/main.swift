import SessionWorld

var oracle = OracleStream()
var replies = ByteBuffer()
Array("{\"do\": \"keyClick\"}\n".utf8).withUnsafeBytes { oracle.answer($0, into: &replies) }
print(replies.text, terminator: "")
