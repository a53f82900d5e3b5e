import SessionOracle

var phone = Device(rules: .modern)
phone.launch("ipod", .system)
phone.play("ipod", "song")
try phone.expect(heard: ["ipod/song"])
print("ipod/song is heard")
