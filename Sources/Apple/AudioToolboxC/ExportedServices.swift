// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import AudioToolbox
import CoreAudioTypes
import Foundation

// System Sound Services and Audio Session Services under their C names, implemented by AudioToolbox and documented in the
// headers in `include`. They are public because a release build would otherwise hide them from programs that link the library.
// A CF object is a retained pointer to an object of Foundation.

@_cdecl("AudioServicesCreateSystemSoundID")
public func create(_ url: ConstMemory, _ sound: NumberOut) -> Int32 {
    sound?.pointee = 0
    guard let url = Object.at(url) as? NSURL, let sound else { return kAudioServicesSystemSoundUnspecifiedError }
    return AudioServicesCreateSystemSoundID(url, sound)
}

@_cdecl("AudioServicesDisposeSystemSoundID")
public func dispose(_ sound: UInt32) -> Int32 { AudioServicesDisposeSystemSoundID(sound) }

@_cdecl("AudioServicesPlaySystemSound")
public func playSound(_ sound: UInt32) { AudioServicesPlaySystemSound(sound) }

@_cdecl("AudioServicesPlayAlertSound")
public func playAlert(_ sound: UInt32) { AudioServicesPlayAlertSound(sound) }

@_cdecl("AudioServicesAddSystemSoundCompletion")
public func addCompletion(
    _ sound: UInt32, _ loop: ConstMemory, _ mode: ConstMemory,
    _ routine: (@convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void)?, _ clientData: Memory
) -> Int32 {
    given(routine) {
        AudioServicesAddSystemSoundCompletion(
            sound, Object.at(loop) as? RunLoop, Object.at(mode) as? NSString, $0, clientData)
    }
}

@_cdecl("AudioServicesRemoveSystemSoundCompletion")
public func removeCompletion(_ sound: UInt32) { AudioServicesRemoveSystemSoundCompletion(sound) }

@_cdecl("AudioServicesSetProperty")
public func servicesSet(
    _ property: UInt32, _ specifierSize: UInt32, _ specifier: ConstMemory, _ size: UInt32,
    _ data: ConstMemory
) -> Int32 {
    data.map { AudioServicesSetProperty(property, specifierSize, specifier, size, $0) }
        ?? kAudioServicesBadPropertySizeError
}

/// `kAudioSessionBadPropertySizeError`, '!siz'.
private let badSize: Int32 = 0x2173_697A

@_cdecl("AudioSessionInitialize")
public func initialize(
    _ loop: ConstMemory, _ mode: ConstMemory,
    _ listener: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?, _ clientData: Memory
) -> Int32 {
    AudioSessionInitialize(Object.at(loop) as? RunLoop, Object.at(mode) as? NSString, listener, clientData)
}

@_cdecl("AudioSessionSetActive")
public func setActive(_ active: UInt8) -> Int32 { AudioSessionSetActive(active != 0) }

@_cdecl("AudioSessionSetActiveWithFlags")
public func setActiveWithFlags(_ active: UInt8, _ flags: UInt32) -> Int32 {
    AudioSessionSetActiveWithFlags(active != 0, flags)
}

@_cdecl("AudioSessionGetProperty")
public func getProperty(_ property: UInt32, _ size: NumberOut, _ data: Memory) -> Int32 {
    size.map { AudioSessionGetProperty(property, $0, data) } ?? badSize
}

@_cdecl("AudioSessionSetProperty")
public func setProperty(_ property: UInt32, _ size: UInt32, _ data: ConstMemory) -> Int32 {
    AudioSessionSetProperty(property, size, data)
}

@_cdecl("AudioSessionGetPropertySize")
public func propertySize(_ property: UInt32, _ size: NumberOut) -> Int32 {
    size.map { AudioSessionGetPropertySize(property, $0) } ?? badSize
}

/// A C listener for a property.
public typealias PropertyListener = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer?) -> Void

@_cdecl("AudioSessionAddPropertyListener")
public func addListener(_ property: UInt32, _ listener: PropertyListener?, _ clientData: Memory) -> Int32 {
    given(listener) { AudioSessionAddPropertyListener(property, $0, clientData) }
}

@_cdecl("AudioSessionRemovePropertyListener")
public func removeListeners(_ property: UInt32) -> Int32 { AudioSessionRemovePropertyListener(property) }

@_cdecl("AudioSessionRemovePropertyListenerWithUserData")
public func removeListener(_ property: UInt32, _ listener: PropertyListener?, _ clientData: Memory) -> Int32 {
    given(listener) { AudioSessionRemovePropertyListenerWithUserData(property, $0, clientData) }
}
