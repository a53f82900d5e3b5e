// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's. Any thread; completions run on the main queue unless a run loop is given.

/// Creates a system sound from a file: linear PCM or IMA4 in .caf, .aif or .wav, at most 30 seconds long.
///
/// - Returns: 0; -1502 if the sound is too long, -1500 if it is unreadable.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    SystemSoundTable.shared.create(inFileURL as URL, into: outSystemSoundID)
}

/// Disposes of a system sound; if it is playing it continues to its end.
///
/// - Returns: 0; -1500 if the sound does not exist.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    SystemSoundTable.shared.dispose(inSystemSoundID)
}

/// Plays a system sound, and returns immediately.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.play(inSystemSoundID, asAlert: false, then: nil)
}

/// Plays a system sound as an alert, which also vibrates if the device is set to, and returns immediately.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.play(inSystemSoundID, asAlert: true, then: nil)
}

/// Plays a system sound, and calls a block when it has ended.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
    SystemSoundTable.shared.play(
        inSystemSoundID, asAlert: false, then: inCompletionBlock)
}

/// Plays a system sound as an alert, and calls a block when it has ended.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
    SystemSoundTable.shared.play(
        inSystemSoundID, asAlert: true, then: inCompletionBlock)
}

/// Sets the function to call whenever a sound has ended, replacing the previous one.
///
/// - Parameters:
///   - inRunLoop: The run loop for the call, or nil for the main one.
///   - inRunLoopMode: The mode of the run loop, or nil for the default mode.
/// - Returns: 0; -1500 if the sound does not exist.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    SystemSoundTable.shared.addCompletion(
        to: inSystemSoundID,
        SystemSoundTable.Completion(
            place: CallingPlace(inRunLoop, mode: inRunLoopMode), routine: inCompletionRoutine, clientData: inClientData)
    )
}

/// Removes the completion function of a sound.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.removeCompletion(of: inSystemSoundID)
}

/// Sets a property of a system sound.
///
/// - Returns: 0; 'pty?' for an unknown property, '!spc' if the specifier is not a `SystemSoundID`, '!siz' if the value is
///   not a UInt32.
@discardableResult
public func AudioServicesSetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
    let status = SystemSoundTable.check(inPropertyID, inSpecifierSize, inSpecifier)
    guard status == kAudioServicesNoError, let inSpecifier else { return status }
    guard inPropertyDataSize == 4 else { return kAudioServicesBadPropertySizeError }
    let sound = inSpecifier.loadUnaligned(as: SystemSoundID.self)
    let value = inPropertyData.loadUnaligned(as: UInt32.self)
    return SystemSoundTable.shared.setProperty(inPropertyID, of: sound, to: value)
        ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}
