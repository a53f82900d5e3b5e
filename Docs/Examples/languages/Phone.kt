// SPDX-License-Identifier: Apache-2.0
import java.io.Closeable

/** A phone in virtual time: each step is a line of JSON, and so is its reply. */
class Phone : Closeable {
    private val program = ProcessBuilder(System.getenv("AUDIOSESSION") ?: "audiosession", "oracle")
        .redirectError(ProcessBuilder.Redirect.INHERIT).start()
    private val steps = program.outputStream.bufferedWriter()
    private val replies = program.inputStream.bufferedReader()

    fun step(step: String): String {
        val reply = try {
            steps.write(step + "\n")
            steps.flush()
            replies.readLine()
        } catch (gone: java.io.IOException) { null }
            ?: error("audiosession has ended with status ${program.waitFor()}")
        check("\"error\": \"badStep\"" !in reply) { reply }
        return reply
    }

    override fun close() = steps.close()
}
