// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's. The old interface to the same session that AVAudioSession is; any thread may call it. Listeners
// are called on the run loop that AudioSessionInitialize was given, or on the main one.

/// Begins the use of the session; before all other calls.
///
/// - Parameters:
///   - inRunLoop: Where listeners are called; nil is the main one.
///   - inRunLoopMode: In which mode of it; nil is the default one.
///   - inInterruptionListener: The function that is told of interruptions, or nil for none.
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
/// - Returns: 0; '!ini' before `AudioSessionInitialize`; the code of what the policy refuses.
@discardableResult
public func AudioSessionSetActive(_ active: Bool) -> OSStatus { OldSession.shared.setActive(active, flags: 0) }

/// Activates or deactivates the session; flag 1 at deactivation: those who were interrupted may continue.
///
/// - Returns: As `AudioSessionSetActive`.
@discardableResult
public func AudioSessionSetActiveWithFlags(_ active: Bool, _ inFlags: UInt32) -> OSStatus {
    OldSession.shared.setActive(active, flags: inFlags)
}

/// Reads a property.
///
/// - Parameters:
///   - ioDataSize: The module at `outData`; then what was written.
///   - outData: Takes the value; an object belongs to the caller.
/// - Returns: 0; '!ini', 'pty?' for what cannot be read, '!siz' for too little room.
@discardableResult
public func AudioSessionGetProperty(
    _ inID: AudioSessionPropertyID, _ ioDataSize: UnsafeMutablePointer<UInt32>, _ outData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.get(inID, size: ioDataSize, into: outData)
}

/// Sets a property.
///
/// - Returns: 0; '!ini', 'pty?' for what cannot be set or has no such value, '!siz' for another size, the code of what the
///   policy refuses.
@discardableResult
public func AudioSessionSetProperty(
    _ inID: AudioSessionPropertyID, _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
) -> OSStatus {
    OldSession.shared.set(inID, size: inDataSize, from: inData)
}

/// Tells the size of a property.
///
/// - Returns: 0; '!ini', 'pty?' for what there is not.
@discardableResult
public func AudioSessionGetPropertySize(
    _ inID: AudioSessionPropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    OldSession.shared.size(of: inID, into: outDataSize)
}

/// Has a function told when a property changes; one for each property and `inClientData`, the last one counts.
///
/// - Returns: 0; '!ini', 'pty?' for a property without notices.
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.addListener(to: inID, inProc, inClientData)
}

/// Takes back all functions that are told of a property.
///
/// - Returns: 0; '!ini', 'pty?' for a property without notices.
@discardableResult
public func AudioSessionRemovePropertyListener(_ inID: AudioSessionPropertyID) -> OSStatus {
    OldSession.shared.removeListeners(from: inID, clientData: nil, all: true)
}

/// Takes back the function that is told of a property with this data.
///
/// - Returns: 0; '!ini', 'pty?' for a property without notices.
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID, _ inProc: @escaping AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    OldSession.shared.removeListeners(from: inID, clientData: inClientData, all: false)
}
