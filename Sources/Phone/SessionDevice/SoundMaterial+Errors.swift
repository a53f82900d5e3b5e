import Mixer
import SoundFiles
import Sounder
import SystemSupport

extension SoundMaterial {
    static func ofApp(file path: String) throws(DeviceError) -> SoundMaterial {
        do throws(SoundFileError) { return try reading(file: path) } catch { throw .file("\(error)") }
    }

    /// Looks at the bytes of a file.
    static func ofApp(bytes: [UInt8]) throws(DeviceError) -> SoundMaterial {
        let file: NamelessFile
        do throws(NamelessFile.Failure) { file = try NamelessFile(bytes) } catch {
            throw .file("The bytes of a sound cannot be kept: \(error.reason). Make room on the disk, or close files.")
        }
        do throws(SoundFileError) { return try reading(file) } catch {
            throw .file("The bytes are no sound that can be read: \(error)")
        }
    }

    func player() throws(DeviceError) -> SoundPlayer {
        do throws(ClipError) { return try SoundPlayer(self) } catch { throw .badValue("\(error).") }
    }
}
