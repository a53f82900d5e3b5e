// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's; the codes are four characters each.

/// Names a unit by what it is and who made it.
public struct AudioComponentDescription: Hashable, Sendable {
    /// What kind of unit it is.
    public var componentType: OSType
    /// Which of them.
    public var componentSubType: OSType
    /// Who made it.
    public var componentManufacturer: OSType
    /// 0.
    public var componentFlags: UInt32
    /// 0.
    public var componentFlagsMask: UInt32

    /// Names none.
    public init() {
        self.init(
            componentType: 0, componentSubType: 0, componentManufacturer: 0, componentFlags: 0, componentFlagsMask: 0)
    }

    /// Names a unit.
    public init(
        componentType: OSType, componentSubType: OSType, componentManufacturer: OSType, componentFlags: UInt32,
        componentFlagsMask: UInt32
    ) {
        (self.componentType, self.componentSubType) = (componentType, componentSubType)
        self.componentManufacturer = componentManufacturer
        (self.componentFlags, self.componentFlagsMask) = (componentFlags, componentFlagsMask)
    }
}

/// The more significant half of the number of a sound bank's melodic instruments.
public let kAUSampler_DefaultMelodicBankMSB = 0x79
/// The more significant half of the number of a sound bank's percussion.
public let kAUSampler_DefaultPercussionBankMSB = 0x78
/// The less significant half of the number of a sound bank.
public let kAUSampler_DefaultBankLSB = 0x00

/// A unit of the C interface.
public typealias AudioUnit = OpaquePointer

/// In which process a unit is to run.
public struct AudioComponentInstantiationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// In one of its own.
    public static let loadOutOfProcess = AudioComponentInstantiationOptions(rawValue: 1)
    /// In that of the app.
    public static let loadInProcess = AudioComponentInstantiationOptions(rawValue: 2)
    /// In one of its own, for units of the device itself.
    public static let loadedRemotely = AudioComponentInstantiationOptions(rawValue: 1 << 31)
}

/// There is no such unit.
public let kAudioComponentErr_InstanceInvalidated: OSStatus = -66_749
/// A unit does not know a property.
public let kAudioUnitErr_InvalidProperty: OSStatus = -10_879
/// A unit does not take a value of a property.
public let kAudioUnitErr_InvalidPropertyValue: OSStatus = -10_851
/// A unit does not take a file.
public let kAudioUnitErr_InvalidFile: OSStatus = -10_871
/// A unit does not take a format.
public let kAudioUnitErr_FormatNotSupported: OSStatus = -10_868
/// A unit cannot start.
public let kAudioUnitErr_FailedInitialization: OSStatus = -10_875
/// Whom Apple is: 'appl'.
public let kAudioUnitManufacturer_Apple: OSType = 0x6170_706C
/// Units that end or begin a graph: 'auou'.
public let kAudioUnitType_Output: OSType = 0x6175_6F75
/// Instruments: 'aumu'.
public let kAudioUnitType_MusicDevice: OSType = 0x6175_6D75
/// Effects: 'aufx'.
public let kAudioUnitType_Effect: OSType = 0x6175_6678
/// Effects that take notes: 'aumf'.
public let kAudioUnitType_MusicEffect: OSType = 0x6175_6D66
/// Units that convert formats: 'aufc'.
public let kAudioUnitType_FormatConverter: OSType = 0x6175_6663
/// Mixers: 'aumx'.
public let kAudioUnitType_Mixer: OSType = 0x6175_6D78
/// Units that make sound: 'augn'.
public let kAudioUnitType_Generator: OSType = 0x6175_676E
/// The route: 'rioc'.
public let kAudioUnitSubType_RemoteIO: OSType = 0x7269_6F63
/// The route, with voice processing: 'vpio'.
public let kAudioUnitSubType_VoiceProcessingIO: OSType = 0x7670_696F
/// None: 'genr'.
public let kAudioUnitSubType_GenericOutput: OSType = 0x6765_6E72
/// Keeps loud and quiet closer together: 'dcmp'.
public let kAudioUnitSubType_DynamicsProcessor: OSType = 0x6463_6D70
/// Lets nothing be louder than it may: 'lmtr'.
public let kAudioUnitSubType_PeakLimiter: OSType = 0x6C6D_7472
/// Takes away what is high: 'lpas'.
public let kAudioUnitSubType_LowPassFilter: OSType = 0x6C70_6173
/// Takes away what is low: 'hpas'.
public let kAudioUnitSubType_HighPassFilter: OSType = 0x6870_6173
/// Lets a band through: 'bpas'.
public let kAudioUnitSubType_BandPassFilter: OSType = 0x6270_6173
/// Moves what is high: 'hshf'.
public let kAudioUnitSubType_HighShelfFilter: OSType = 0x6873_6866
/// Moves what is low: 'lshf'.
public let kAudioUnitSubType_LowShelfFilter: OSType = 0x6C73_6866
/// An equaliser of one band: 'pmeq'.
public let kAudioUnitSubType_ParametricEQ: OSType = 0x706D_6571
/// An equaliser of many bands: 'nbeq'.
public let kAudioUnitSubType_NBandEQ: OSType = 0x6E62_6571
/// Distortion: 'dist'.
public let kAudioUnitSubType_Distortion: OSType = 0x6469_7374
/// Delay: 'dely'.
public let kAudioUnitSubType_Delay: OSType = 0x6465_6C79
/// Reverberation: 'rvb2'.
public let kAudioUnitSubType_Reverb2: OSType = 0x7276_6232
/// Speed and pitch: 'nutp'.
public let kAudioUnitSubType_NewTimePitch: OSType = 0x6E75_7470
/// Speed with pitch: 'vari'.
public let kAudioUnitSubType_Varispeed: OSType = 0x7661_7269
/// Speed alone, well: 'ipto'; deprecated by Apple.
public let kAudioUnitSubType_AUiPodTimeOther: OSType = 0x6970_746F
/// Speed alone: 'iptm'; deprecated by Apple.
public let kAudioUnitSubType_AUiPodTime: OSType = 0x6970_746D
/// Format, rate and channels: 'conv'.
public let kAudioUnitSubType_AUConverter: OSType = 0x636F_6E76
/// A mixer of many: 'mcmx'.
public let kAudioUnitSubType_MultiChannelMixer: OSType = 0x6D63_6D78
/// An instrument that plays samples: 'samp'.
public let kAudioUnitSubType_Sampler: OSType = 0x7361_6D70
/// An instrument that plays a bank of sounds: 'msyn'.
public let kAudioUnitSubType_MIDISynth: OSType = 0x6D73_796E
