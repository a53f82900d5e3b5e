// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// The description of a unit: its type, subtype and manufacturer.
public struct AudioComponentDescription: Hashable, Sendable {
    /// The type of the unit.
    public var componentType: OSType
    /// The subtype of the unit.
    public var componentSubType: OSType
    /// The manufacturer of the unit.
    public var componentManufacturer: OSType
    /// Always 0.
    public var componentFlags: UInt32
    /// Always 0.
    public var componentFlagsMask: UInt32

    /// Creates a description.
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

/// The process in which a unit runs.
public struct AudioComponentInstantiationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)  // In a separate process.
}

public let kAudioComponentErr_InstanceInvalidated: OSStatus = -66_749  // The unit does not exist.
public let kAudioUnitErr_InvalidProperty: OSStatus = -10_879  // The unit does not have the property.
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10_851  // The value of the property is invalid.
public let kAudioUnitErr_InvalidFile: OSStatus = -10_871  // The file is invalid.
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868  // The format is not supported.
public let kAudioUnitErr_FailedInitialization: OSStatus = -10_875  // Initialization failed.
public let kAudioUnitManufacturer_Apple: OSType = 0x6170_706C  // Apple: 'appl'.
public let kAudioUnitType_Output: OSType = 0x6175_6F75  // Output units: 'auou'.
public let kAudioUnitType_FormatConverter: OSType = 0x6175_6663  // Format converters: 'aufc'.
public let kAudioUnitSubType_RemoteIO: OSType = 0x7269_6F63  // The route: 'rioc'.
public let kAudioUnitSubType_VoiceProcessingIO: OSType = 0x7670_696F  // The route, with voice processing: 'vpio'.
public let kAudioUnitSubType_GenericOutput: OSType = 0x6765_6E72  // A generic output, absent here: 'genr'.
public let kAudioUnitSubType_AUConverter: OSType = 0x636F_6E76  // The format converter: 'conv'.
