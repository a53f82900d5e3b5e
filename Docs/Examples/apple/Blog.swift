import AudioToolbox
import Foundation

// A blogging app: three short sounds that no user needs, so it has no audio session to speak of. It makes the next one
// when the one before has ended.
@main
enum Main {
    static func main() {
        let files = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) as CFURL }
        let sounds = files.map { file in
            var sound: SystemSoundID = 0
            let status = AudioServicesCreateSystemSoundID(file, &sound)
            guard status == kAudioServicesNoError else {
                FileHandle.standardError.write(Data("Blog: no sound in \(file): \(status)\n".utf8))
                exit(1)
            }
            return sound
        }
        play(sounds[...])
        RunLoop.main.run()
    }

    /// Plays one after the other; the last is a failure, which is an alert.
    static func play(_ sounds: ArraySlice<SystemSoundID>) {
        guard let sound = sounds.first else { exit(0) }
        let next = {
            AudioServicesDisposeSystemSoundID(sound)
            DispatchQueue.main.async { play(sounds.dropFirst()) }
        }
        sounds.count > 1
            ? AudioServicesPlaySystemSoundWithCompletion(sound, next)
            : AudioServicesPlayAlertSoundWithCompletion(sound, next)
    }
}
