// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

/// The code of a property of the session.
public typealias AudioSessionPropertyID = UInt32
/// A function that is called when an interruption begins (1) or ends (0).
public typealias AudioSessionInterruptionListener = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
/// A function that is called when a property has changed.
public typealias AudioSessionPropertyListener =
    @convention(c) (UnsafeMutableRawPointer?, AudioSessionPropertyID, UInt32, UnsafeRawPointer?) -> Void

// The names are Apple's. The C interface to the session of AVAudioSession. Any thread; listeners are called on the run loop
// passed to AudioSessionInitialize, by default the main one.

/// Initializes the session; must be called before all other functions.
///
/// - Parameters:
///   - inRunLoop: The run loop for listeners, or nil for the main one.
///   - inRunLoopMode: The mode of the run loop, or nil for the default mode.
///   - inInterruptionListener: The function to call on interruptions, or nil.
/// - Returns: 0; 'init' the second time.
@discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?, _ inInterruptionListener: AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.begin(
        place: CallingPlace(inRunLoop, mode: inRunLoopMode), listener: inInterruptionListener, clientData: inClientData)
}

/// Activates or deactivates the session.
///
/// - Returns: 0; '!ini' before `AudioSessionInitialize`; the code of the policy's refusal.
@discardableResult
public func AudioSessionSetActive(_ active: Bool) -> OSStatus { OldSession.shared.setActive(active, flags: 0) }

/// Activates or deactivates the session. Flag 1 notifies interrupted apps at deactivation.
///
/// - Returns: As `AudioSessionSetActive`.
@discardableResult
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
    OldSession.shared.setActive(active, flags: inFlags)
}

/// Loads a property.
///
/// - Parameters:
///   - ioDataSize: The capacity of `outData` in bytes; on return, the bytes written.
///   - outData: Receives the value. The caller owns a returned object.
/// - Returns: 0; '!ini'; 'pty?' if the property is unreadable; '!siz' if the buffer is too small.
@discardableResult
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.get(inID, size: ioDataSize, into: outData)
}

/// Sets a property.
///
/// - Returns: 0; '!ini'; 'pty?' if the property or value is invalid; '!siz' for a wrong size; the code of the policy's refusal.
@discardableResult
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
) -> OSStatus {
    OldSession.shared.set(inID, size: inDataSize, from: inData)
}

/// Returns the size of a property.
///
/// - Returns: 0; '!ini'; 'pty?' for an unknown property.
@discardableResult
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    OldSession.shared.size(of: inID, into: outDataSize)
}

/// Adds a listener for a property, replacing the one with the same `inClientData`.
///
/// - Returns: 0; '!ini'; 'pty?' if the property does not notify.
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.addListener(to: inID, inProc, inClientData)
}

/// Removes all listeners of a property.
///
/// - Returns: 0; '!ini'; 'pty?' if the property does not notify.
@discardableResult
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
    OldSession.shared.removeListeners(from: inID, clientData: nil, all: true)
}

/// Removes the listener of a property with the same data.
///
/// - Returns: 0; '!ini'; 'pty?' if the property does not notify.
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.removeListeners(from: inID, clientData: inClientData, all: false)
}
