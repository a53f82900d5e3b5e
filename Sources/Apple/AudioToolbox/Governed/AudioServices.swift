// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes
public import Foundation

// The names are Apple's. Any thread may call them; completions come on the main queue unless a run loop is named.

/// Makes a system sound of a file: linear PCM or IMA4 in .caf, .aif or .wav, of 30 seconds at most.
///
/// - Returns: 0; -1502 where the sound is too long, -1500 where it is none.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    SystemSoundTable.shared.create(inFileURL as URL, into: outSystemSoundID)
}

/// Forgets a system sound; one that plays continues to its end.
///
/// - Returns: 0; -1500 if there is no such sound.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    SystemSoundTable.shared.dispose(inSystemSoundID)
}

/// Plays a system sound, and returns immediately.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.play(inSystemSoundID, asAlert: false, then: nil)
}

/// Plays a system sound as an alert, which vibrates where the device is set to, and returns immediately.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.play(inSystemSoundID, asAlert: true, then: nil)
}

/// Plays a system sound, and calls a block when it has ended.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
    SystemSoundTable.shared.play(
        inSystemSoundID, asAlert: false, then: inCompletionBlock.map(SystemSoundTable.Block.init))
}

/// Plays a system sound as an alert, and calls a block when it has ended.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (() -> Void)?
) {
    SystemSoundTable.shared.play(
        inSystemSoundID, asAlert: true, then: inCompletionBlock.map(SystemSoundTable.Block.init))
}

/// Has a function called whenever the sound has ended; one for each sound, the last one counts.
///
/// - Parameters:
///   - inRunLoop: Where it is called; nil is the main one.
///   - inRunLoopMode: In which mode of it; nil is the default one.
/// - Returns: 0; -1500 if there is no such sound.
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

/// Takes back the function that is called when the sound has ended.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
    SystemSoundTable.shared.removeCompletion(of: inSystemSoundID)
}

/// Tells the size of a property of a system sound, and whether it may be set.
///
/// - Returns: 0; 'pty?' for a property that there is not, '!spc' where the specifier is no `SystemSoundID`.
@discardableResult
public func AudioServicesGetPropertyInfo(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    let status = SystemSoundTable.check(inPropertyID, inSpecifierSize, inSpecifier)
    guard status == kAudioServicesNoError else { return status }
    outPropertyDataSize?.pointee = UInt32(MemoryLayout<UInt32>.size)
    outWritable?.pointee = true
    return kAudioServicesNoError
}

/// Reads a property of a system sound.
///
/// - Returns: As `AudioServicesGetPropertyInfo`; '!siz' if there is no room for a UInt32.
@discardableResult
public func AudioServicesGetProperty(
    _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
    _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
    let status = SystemSoundTable.check(inPropertyID, inSpecifierSize, inSpecifier)
    guard status == kAudioServicesNoError, let inSpecifier else { return status }
    guard ioPropertyDataSize.pointee >= 4, let outPropertyData else { return kAudioServicesBadPropertySizeError }
    let sound = inSpecifier.loadUnaligned(as: SystemSoundID.self)
    return PropertyBytes.copy(
        SystemSoundTable.shared.property(inPropertyID, of: sound).map(PropertyBytes.of), to: outPropertyData,
        ioPropertyDataSize, none: kAudioServicesSystemSoundUnspecifiedError, small: kAudioServicesBadPropertySizeError)
}

/// Sets a property of a system sound.
///
/// - Returns: As `AudioServicesGetPropertyInfo`; '!siz' where it is no UInt32.
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
