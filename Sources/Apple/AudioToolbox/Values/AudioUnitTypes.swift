// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's.

/// A component: a kind of unit.
public typealias AudioComponent = OpaquePointer
/// A unit of the C interface.
public typealias AudioComponentInstance = AudioUnit
/// The number of a property of a unit.
public typealias AudioUnitPropertyID = UInt32
/// The number of a parameter of a unit.
public typealias AudioUnitParameterID = UInt32
/// The value of a parameter of a unit.
public typealias AudioUnitParameterValue = Float32
/// The side of a unit: its inputs, its outputs, or the unit as a whole.
public typealias AudioUnitScope = UInt32
/// The number of a bus of one side of a unit.
public typealias AudioUnitElement = UInt32

/// Flags of a rendering: when it is called, and facts about its result.
public struct AudioUnitRenderActionFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let unitRenderAction_PreRender = AudioUnitRenderActionFlags(rawValue: 4)  // Called before rendering.
    public static let unitRenderAction_PostRender = AudioUnitRenderActionFlags(rawValue: 8)  // Called after rendering.
    /// The rendered frames are silence.
    public static let unitRenderAction_OutputIsSilence = AudioUnitRenderActionFlags(rawValue: 16)
    /// Rendering has failed.
    public static let unitRenderAction_PostRenderError = AudioUnitRenderActionFlags(rawValue: 256)
}

/// Renders frames for a bus, or receives notice of captured frames.
public typealias AURenderCallback =
    @Sendable (
        UnsafeMutableRawPointer, UnsafeMutablePointer<AudioUnitRenderActionFlags>, UnsafePointer<AudioTimeStamp>,
        UInt32,
        UInt32, UnsafeMutablePointer<AudioBufferList>?
    ) -> OSStatus
/// Called when a property has changed.
public typealias AudioUnitPropertyListenerProc =
    @Sendable (
        UnsafeMutableRawPointer, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
    ) -> Void

/// A render function with the program's data.
///
/// Contains only bits, like C's, so that a program may pass its address. The function is kept forever.
public struct AURenderCallbackStruct {
    private var kept: Unmanaged<Function>?
    /// The program's own data.
    public var inputProcRefCon: UnsafeMutableRawPointer?

    private final class Function {
        let call: AURenderCallback
        init(_ call: @escaping AURenderCallback) { self.call = call }
    }

    /// The function, or nil to remove the previous one.
    @preconcurrency
    public var inputProc: AURenderCallback? {
        get { kept?.takeUnretainedValue().call }
        set { kept = newValue.map { Unmanaged.passRetained(Function($0)) } }
    }

    /// Creates a callback.
    @preconcurrency
    public init(inputProc: AURenderCallback? = nil, inputProcRefCon: UnsafeMutableRawPointer? = nil) {
        (self.inputProcRefCon, self.inputProc) = (inputProcRefCon, inputProc)
    }
}

/// A connection from an output of a unit to an input of another one.
public struct AudioUnitConnection {
    /// The source unit, or nil to disconnect.
    public var sourceAudioUnit: AudioUnit?
    /// The output of the source unit.
    public var sourceOutputNumber: UInt32
    /// The input of the destination unit.
    public var destInputNumber: UInt32

    /// Creates a connection; all members default to 0 or nil.
    public init(sourceAudioUnit: AudioUnit? = nil, sourceOutputNumber: UInt32 = 0, destInputNumber: UInt32 = 0) {
        self.sourceAudioUnit = sourceAudioUnit
        (self.sourceOutputNumber, self.destInputNumber) = (sourceOutputNumber, destInputNumber)
    }
}

public let kAudioUnitScope_Global: AudioUnitScope = 0  // The whole unit.
public let kAudioUnitScope_Input: AudioUnitScope = 1  // The input side.
public let kAudioUnitScope_Output: AudioUnitScope = 2  // The output side.

/// The source of a bus, an AudioUnitConnection. The bus adopts the source's format.
public let kAudioUnitProperty_MakeConnection: AudioUnitPropertyID = 1
public let kAudioUnitProperty_SampleRate: AudioUnitPropertyID = 2  // Frames per second, a Float64.
/// The format of a bus, an AudioStreamBasicDescription.
public let kAudioUnitProperty_StreamFormat: AudioUnitPropertyID = 8
public let kAudioUnitProperty_ElementCount: AudioUnitPropertyID = 11  // The number of buses of a side, a UInt32.
public let kAudioUnitProperty_Latency: AudioUnitPropertyID = 12  // The latency in seconds, a Float64.
/// The maximum number of frames per slice, a UInt32.
public let kAudioUnitProperty_MaximumFramesPerSlice: AudioUnitPropertyID = 14
public let kAudioUnitProperty_LastRenderError: AudioUnitPropertyID = 22  // The last error of a rendering, an OSStatus.
/// The render callback of an input bus, an AURenderCallbackStruct.
public let kAudioUnitProperty_SetRenderCallback: AudioUnitPropertyID = 23
/// Whether the unit allocates memory for captured frames, a UInt32. Without effect: it does so whenever a list has none.
public let kAudioUnitProperty_ShouldAllocateBuffer: AudioUnitPropertyID = 51
public let kAudioOutputUnitProperty_IsRunning: AudioUnitPropertyID = 2_001  // Whether the unit is running, a UInt32.
/// Whether a bus is enabled, a UInt32: output on bus 0 (the default), and input on bus 1.
public let kAudioOutputUnitProperty_EnableIO: AudioUnitPropertyID = 2_003
/// The input callback, an AURenderCallbackStruct.
public let kAudioOutputUnitProperty_SetInputCallback: AudioUnitPropertyID = 2_005
public let kAudioOutputUnitProperty_HasIO: AudioUnitPropertyID = 2_006  // Whether the hardware has that side, a UInt32.
/// Whether voice processing is bypassed, a UInt32. Without effect.
public let kAUVoiceIOProperty_BypassVoiceProcessing: AudioUnitPropertyID = 2_100
/// Whether automatic gain control is enabled, a UInt32. Without effect.
public let kAUVoiceIOProperty_VoiceProcessingEnableAGC: AudioUnitPropertyID = 2_101
public let kAUVoiceIOProperty_MuteOutput: AudioUnitPropertyID = 2_104  // Whether captured sound is muted, a UInt32.
public let kHALOutputParam_Volume: AudioUnitParameterID = 14  // The output's gain, from 0 to 1.

public let kAudioUnitErr_InvalidParameter: OSStatus = -10_878  // The unit does not have the parameter.
public let kAudioUnitErr_InvalidElement: OSStatus = -10_877  // The unit does not have the bus.
public let kAudioUnitErr_NoConnection: OSStatus = -10_876  // The input is not connected.
/// More frames are requested than the slice limit.
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867  // The unit is not initialized.
public let kAudioUnitErr_InvalidScope: OSStatus = -10_866  // The unit does not have the scope.
public let kAudioUnitErr_PropertyNotWritable: OSStatus = -10_865  // The property can only be read.
public let kAudioUnitErr_CannotDoInCurrentContext: OSStatus = -10_863  // The operation is not possible now.
public let kAudioUnitErr_PropertyNotInUse: OSStatus = -10_850  // The property cannot be read.
/// The call is allowed only before the unit is initialized, or while it does not run.
public let kAudioUnitErr_Initialized: OSStatus = -10_849
