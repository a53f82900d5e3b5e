// swift-format-ignore-file: AlwaysUseLowerCamelCase, NoLeadingUnderscores

import AudioToolbox
import CoreAudioTypes
import Foundation

// System Sound Services and Audio Session Services under their C names, implemented by AudioToolbox and documented in the
// headers in `include`. They are public because a release build would otherwise hide them from programs that link the library.
// A CF object is a retained pointer to an object of Foundation.

@_cdecl("AudioServicesCreateSystemSoundID")
public func create(_ url: UnsafeRawPointer?, _ sound: UnsafeMutablePointer<UInt32>?) -> Int32 {
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
    _ sound: UInt32, _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?,
    _ routine: (@convention(c) (UInt32, UnsafeMutableRawPointer?) -> Void)?, _ clientData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let routine else { return kAudio_ParamError }
    return AudioServicesAddSystemSoundCompletion(
        sound, Object.at(loop) as? RunLoop, Object.at(mode) as? NSString, routine, clientData)
}

@_cdecl("AudioServicesRemoveSystemSoundCompletion")
public func removeCompletion(_ sound: UInt32) { AudioServicesRemoveSystemSoundCompletion(sound) }

@_cdecl("AudioServicesSetProperty")
public func servicesSet(
    _ property: UInt32, _ specifierSize: UInt32, _ specifier: UnsafeRawPointer?, _ size: UInt32,
    _ data: UnsafeRawPointer?
) -> Int32 {
    guard let data else { return kAudioServicesBadPropertySizeError }
    return AudioServicesSetProperty(property, specifierSize, specifier, size, data)
}

/// `kAudioSessionBadPropertySizeError`, '!siz'.
private let badSize: Int32 = 0x2173_697A

@_cdecl("AudioSessionInitialize")
public func initialize(
    _ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?,
    _ listener: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void)?, _ clientData: UnsafeMutableRawPointer?
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
public func getProperty(
    _ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let size else { return badSize }
    return AudioSessionGetProperty(property, size, data)
}

@_cdecl("AudioSessionSetProperty")
public func setProperty(_ property: UInt32, _ size: UInt32, _ data: UnsafeRawPointer?) -> Int32 {
    AudioSessionSetProperty(property, size, data)
}

@_cdecl("AudioSessionGetPropertySize")
public func propertySize(_ property: UInt32, _ size: UnsafeMutablePointer<UInt32>?) -> Int32 {
    guard let size else { return badSize }
    return AudioSessionGetPropertySize(property, size)
}

/// A C listener for a property.
public typealias PropertyListener = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer?) -> Void

@_cdecl("AudioSessionAddPropertyListener")
public func addListener(
    _ property: UInt32, _ listener: PropertyListener?, _ clientData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let listener else { return kAudio_ParamError }
    return AudioSessionAddPropertyListener(property, listener, clientData)
}

@_cdecl("AudioSessionRemovePropertyListener")
public func removeListeners(_ property: UInt32) -> Int32 { AudioSessionRemovePropertyListener(property) }

@_cdecl("AudioSessionRemovePropertyListenerWithUserData")
public func removeListener(
    _ property: UInt32, _ listener: PropertyListener?, _ clientData: UnsafeMutableRawPointer?
) -> Int32 {
    guard let listener else { return kAudio_ParamError }
    return AudioSessionRemovePropertyListenerWithUserData(property, listener, clientData)
}
