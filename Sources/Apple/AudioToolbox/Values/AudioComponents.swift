// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// A description of a unit by its kind and its maker.
public struct AudioComponentDescription: Hashable, Sendable {
    /// The kind of the unit.
    public var componentType: OSType
    /// The unit among those of its kind.
    public var componentSubType: OSType
    /// The maker of the unit.
    public var componentManufacturer: OSType
    /// Always 0.
    public var componentFlags: UInt32
    /// Always 0.
    public var componentFlagsMask: UInt32

    /// Names a unit.
    public init(
        componentType: OSType = 0, componentSubType: OSType = 0, componentManufacturer: OSType = 0,
        componentFlags: UInt32 = 0, componentFlagsMask: UInt32 = 0
    ) {
        (self.componentType, self.componentSubType) = (componentType, componentSubType)
        self.componentManufacturer = componentManufacturer
        (self.componentFlags, self.componentFlagsMask) = (componentFlags, componentFlagsMask)
    }
}

/// A unit of the C interface.
public typealias AudioUnit = OpaquePointer

/// The process in which a unit is to run.
public struct AudioComponentInstantiationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)  // In one of its own.
    public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)  // In that of the app.
    /// The unit runs in a process of its own, for units of the device itself.
    public static let loadedRemotely = AudioComponentInstantiationOptions(rawValue: 1 << 31)
}

public let kAudioComponentErr_InstanceInvalidated: OSStatus = -66_749  // There is no such unit.
public let kAudioUnitErr_InvalidProperty: OSStatus = -10_879  // A unit does not know a property.
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10_851  // A unit does not take a value of a property.
public let kAudioUnitErr_InvalidFile: OSStatus = -10_871  // A unit does not take a file.
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868  // A unit does not take a format.
public let kAudioUnitErr_FailedInitialization: OSStatus = -10_875  // A unit cannot start.
public let kAudioUnitManufacturer_Apple: OSType = 0x6170_706C  // Apple: 'appl'.
public let kAudioUnitType_Output: OSType = 0x6175_6F75  // Units that end or begin a graph: 'auou'.
public let kAudioUnitType_FormatConverter: OSType = 0x6175_6663  // Units that convert formats: 'aufc'.
public let kAudioUnitSubType_RemoteIO: OSType = 0x7269_6F63  // The route: 'rioc'.
public let kAudioUnitSubType_VoiceProcessingIO: OSType = 0x7670_696F  // The route, with voice processing: 'vpio'.
public let kAudioUnitSubType_GenericOutput: OSType = 0x6765_6E72  // None: 'genr'.
public let kAudioUnitSubType_AUConverter: OSType = 0x636F_6E76  // Format, rate and channels: 'conv'.
