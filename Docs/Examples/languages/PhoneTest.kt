// SPDX-License-Identifier: Apache-2.0

/** The code under test: it pauses when it is told that an interruption began, and resumes if it may. */
class Player(private val isDeaf: Boolean) {
    var isPlaying = true

    fun told(reply: String) {
        if (isDeaf || "\"name\": \"interruption\"" !in reply) return
        isPlaying = "\"type\": \"ended\"" in reply && "\"shouldResume\": true" in reply
    }
}

fun declinedCall() = Phone().use { phone ->
    val player = Player(isDeaf = System.getenv("PLANTED_BUG") != null)
    phone.step("""{"do": "launch", "app": "music", "resumes": false}""")
    phone.step("""{"do": "play", "app": "music", "sound": "song"}""")
    player.told(phone.step("""{"do": "call", "phase": "incoming"}"""))
    check(!player.isPlaying) { "the player believes that it plays while the phone rings" }
    player.told(phone.step("""{"do": "call", "phase": "declined"}"""))
    check(player.isPlaying) { "the player does not resume when the call is declined" }
    val reply = phone.step("""{"do": "play", "app": "music", "sound": "song"}""")
    check(""""heard": [{"app": "music", "sound": "song"""" in reply) { reply }
}

fun mistakes() = Phone().use { phone ->
    val error = runCatching { phone.step("""{"do": "ringSwitch", "to": "loud"}""") }.exceptionOrNull()
    check("ring, silent" in error?.message.orEmpty()) { "a step that is none: $error" }
    phone.step("""{"do": "lock"}""")
}

/** A program, so that it needs no framework; with JUnit or kotlin.test each function is a test. */
fun main() {
    declinedCall()
    mistakes()
}
