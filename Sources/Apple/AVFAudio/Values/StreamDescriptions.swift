internal import CoreAudioTypes
internal import Foundation
internal import Synchronization

/// The storage of the pointers that formats return. Apple's pointer is valid as long as the format, so each distinct
/// description is kept forever; programs use a handful of formats.
enum StreamDescriptions {
    private struct Kept: @unchecked Sendable {
        let pointer: UnsafePointer<AudioStreamBasicDescription>
    }

    private static let kept = Mutex<[AVAudioFormat: Kept]>([:])

    static func pointer(
        to stream: AudioStreamBasicDescription, of format: AVAudioFormat
    ) -> UnsafePointer<AudioStreamBasicDescription> {
        kept.withLock { kept in
            if let found = kept[format] { return found }
            let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
            memory.initialize(to: stream)
            let entry = Kept(pointer: UnsafePointer(memory))
            kept[format] = entry
            return entry
        }.pointer
    }
}
