internal import AppleSession
internal import CoreAudioTypes
internal import Dispatch
internal import Foundation
internal import Synchronization

/// The system sounds of this process, by number.
final class SystemSoundTable: Sendable {
    static let shared = SystemSoundTable()

    /// A completion function, with the run loop on which to call it.
    struct Completion: @unchecked Sendable {
        let place: CallingPlace
        let routine: AudioServicesSystemSoundCompletionProc
        let clientData: UnsafeMutableRawPointer?
    }

    /// A completion block, which Apple's signature does not declare `Sendable` although it is called on another thread.
    private struct Sound: Sendable {
        var sound: any BackendSystemSound
        var isInterface: UInt32 = 1
    }

    private struct State {
        var sounds: [SystemSoundID: Sound] = [:]
        /// The completions by number, including numbers that are not sounds, such as the vibration.
        var completions: [SystemSoundID: Completion] = [:]
        var last: SystemSoundID = 0x1000
    }

    private let state = Mutex(State())

    /// Numbers that only vibrate: the vibration itself, those of calls, and the haptics known as peek, pop and nope, which
    /// Apple does not document.
    private static let vibrations: Set<SystemSoundID> = [
        kSystemSoundID_Vibrate, 1_311, 1_350, 1_351, 1_352, 1_519, 1_520, 1_521,
    ]

    // MARK: Life

    func create(_ url: URL, into id: UnsafeMutablePointer<SystemSoundID>) -> OSStatus {
        id.pointee = 0
        guard url.isFileURL else { return kAudioServicesSystemSoundUnspecifiedError }
        guard let backend = try? ProcessApp.shared.backend() else {
            return kAudioServicesSystemSoundClientTimedOutError
        }
        return DeviceFailure.status {
            let sound = try backend.systemSound(file: url.path)
            id.pointee = state.withLock { state in
                state.last += 1
                state.sounds[state.last] = Sound(sound: sound)
                return state.last
            }
        }
    }

    func dispose(_ id: SystemSoundID) -> OSStatus {
        let sound = state.withLock { state in
            state.completions[id] = nil
            return state.sounds.removeValue(forKey: id)
        }
        return sound == nil
            ? kAudioServicesSystemSoundUnspecifiedError : kAudioServicesNoError
    }

    // MARK: Playing

    func play(_ id: SystemSoundID, asAlert: Bool, then block: (() -> Void)?) {
        nonisolated(unsafe) let block = block
        guard !Self.vibrations.contains(id) else {
            return ProcessApp.shared.vibrate { self.finish(id, block) }
        }
        guard let entry = entry(id) else { return finish(id, block) }
        entry.sound.play(asAlert: asAlert, isInterface: entry.isInterface != 0) { self.finish(id, block) }
    }

    private func finish(_ id: SystemSoundID, _ block: (() -> Void)?) {
        nonisolated(unsafe) let block = block
        if block != nil { ProcessApp.shared.enqueue { block?() } }
        guard let completion = state.withLock({ $0.completions[id] }) else { return }
        completion.place.call { completion.routine(id, completion.clientData) }
    }

    /// Returns a sound of the program, or one of the phone's own.
    private func entry(_ id: SystemSoundID) -> Sound? {
        state.withLock { state in
            if let entry = state.sounds[id] { return entry }
            guard let own = try? ProcessApp.shared.backend().systemSound(ofPhone: id) else { return nil }
            let entry = Sound(sound: own)
            state.sounds[id] = entry
            return entry
        }
    }

    // MARK: Completions

    func addCompletion(to id: SystemSoundID, _ completion: Completion) -> OSStatus {
        guard entry(id) != nil || Self.vibrations.contains(id) else { return kAudioServicesSystemSoundUnspecifiedError }
        state.withLock { $0.completions[id] = completion }
        return kAudioServicesNoError
    }

    func removeCompletion(of id: SystemSoundID) { state.withLock { $0.completions[id] = nil } }

    // MARK: Properties

    /// Validates a property and its specifier; returns 0 or an error code.
    static func check(_ property: AudioServicesPropertyID, _ size: UInt32, _ specifier: UnsafeRawPointer?) -> OSStatus {
        guard [kAudioServicesPropertyIsUISound, kAudioServicesPropertyCompletePlaybackIfAppDies].contains(property)
        else { return kAudioServicesUnsupportedPropertyError }
        return size == 4 && specifier != nil ? kAudioServicesNoError : kAudioServicesBadSpecifierSizeError
    }

    func setProperty(_ property: AudioServicesPropertyID, of id: SystemSoundID, to value: UInt32) -> Bool {
        guard entry(id) != nil else { return false }
        // A sound ends with its app, whatever the other property says.
        if property == kAudioServicesPropertyIsUISound { state.withLock { $0.sounds[id]?.isInterface = value } }
        return true
    }
}
