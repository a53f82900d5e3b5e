internal import CoreAudioTypes
internal import Foundation

/// A file of bytes that the program keeps itself; it goes with the last who holds this.
final class CopiedFile: Sendable {
    /// Where it is.
    let path: String

    /// Copies so many bytes, piece by piece.
    ///
    /// - Parameter read: Puts bytes from a place on into memory, and says how many they are; none is the end.
    /// - Returns: nil where that fails, with what it answered.
    init?(
        _ size: Int64, _ status: inout OSStatus,
        _ read: (Int64, UInt32, UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>) -> OSStatus
    ) {
        path = FileManager.default.temporaryDirectory.appending(path: "copy-\(UUID().uuidString)").path
        status = kAudioFileUnspecifiedError
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { return nil }
        defer { try? file.close() }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var place: Int64 = 0
        status = noErr
        while place < size {
            var got: UInt32 = 0
            status = bytes.withUnsafeMutableBytes { room in
                room.baseAddress.map { read(place, UInt32(min(size - place, 65_536)), $0, &got) } ?? kAudio_ParamError
            }
            if status == kAudioFileEndOfFileError { status = noErr }
            guard status == noErr, got <= 65_536, (try? file.write(contentsOf: bytes.prefix(Int(got)))) != nil else {
                if status == noErr { status = kAudioFileUnspecifiedError }
                return nil
            }
            guard got > 0 else { break }
            place += Int64(got)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
