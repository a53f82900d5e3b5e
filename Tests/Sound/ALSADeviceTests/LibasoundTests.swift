import CALSA
import Glibc
import Testing

@testable import ALSADevice

/// A machine without libasound has no devices, and says why.
@Suite struct LibasoundTests {
    @Test("The library that is there is loaded")
    func isThere() {
        #expect(loadLibasound("libasound.so.2").obstacle == nil)
        #expect(libasoundObstacle == nil)
    }

    @Test("A missing library is told")
    func missing() {
        let (functions, obstacle) = loadLibasound("libnone.so.1")
        #expect(obstacle?.hasPrefix("libnone.so.1: cannot open shared object file") == true)
        var handle: OpaquePointer?
        var card: CInt = -1
        #expect(functions.snd_pcm_open(&handle, "default", SND_PCM_STREAM_PLAYBACK, 0) == -ELIBACC)
        #expect(functions.snd_ctl_open(&handle, "hw:0", 0) == -ELIBACC)
        #expect(functions.snd_mixer_open(&handle, 0) == -ELIBACC)
        #expect(functions.snd_config_update_ref(&handle) == -ELIBACC)
        #expect(functions.snd_card_next(&card) == -ELIBACC)
        #expect(handle == nil && card == -1)
        #expect(String(libasound: functions.snd_strerror(-EBUSY)) == String(cString: strerror(EBUSY)))
    }

    /// A library of that name which is not what it should be counts as none.
    @Test("A library of that name that lacks a function counts as none, and the function is named")
    func anotherLibrary() {
        let (functions, obstacle) = loadLibasound("libm.so.6")
        #expect(obstacle?.hasPrefix("it lacks snd_") == true)
        var handle: OpaquePointer?
        #expect(functions.snd_pcm_open(&handle, "default", SND_PCM_STREAM_PLAYBACK, 0) == -ELIBACC)
    }

    @Test("The sentences name the library and the remedy")
    func words() {
        let error = ALSAError(
            .open, pcm: "default", code: -ELIBACC, kind: .noLibrary(detail: "libasound.so.2: file too short"))
        #expect(
            error.description
                == "Sound devices need libasound, which cannot be loaded (libasound.so.2: file too short). "
                + "Install the package libasound2.")
    }
}
