import SessionOracle
import SessionWorld

var phone = Device(rules: .modern)
phone.launch("ipod", .system)
let reply: Reply = phone.play("ipod", "song")
try phone.expect(heard: ["ipod/song"])
print("\(phone.heard[0]) is heard: \(reply.outcome.name)")
