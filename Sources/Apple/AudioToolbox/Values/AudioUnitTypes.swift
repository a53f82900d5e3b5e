// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreAudioTypes

// The names are Apple's.

/// A kind of unit.
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

/// The circumstances of a rendering, and facts about its result.
public struct AudioUnitRenderActionFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let unitRenderAction_PreRender = AudioUnitRenderActionFlags(rawValue: 4)  // It is about to render.
    public static let unitRenderAction_PostRender = AudioUnitRenderActionFlags(rawValue: 8)  // It has rendered.
    /// The rendered frames are silence.
    public static let unitRenderAction_OutputIsSilence = AudioUnitRenderActionFlags(rawValue: 16)
    /// The unit has rendered, and failed.
    public static let unitRenderAction_PostRenderError = AudioUnitRenderActionFlags(rawValue: 256)
}

/// Renders so many frames for a bus, or is told that so many have been captured.
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

/// A function that renders, and the program's own for it.
///
/// It holds bits alone, as C's does, so that a program may pass its address: the function is kept for good, as code is.
public struct AURenderCallbackStruct {
    private var kept: Unmanaged<Function>?
    /// The program's own.
    public var inputProcRefCon: UnsafeMutableRawPointer?

    private final class Function {
        let call: AURenderCallback
        init(_ call: @escaping AURenderCallback) { self.call = call }
    }

    /// The function; nil takes back the one that was there.
    @preconcurrency
    public var inputProc: AURenderCallback? {
        get { kept?.takeUnretainedValue().call }
        set { kept = newValue.map { Unmanaged.passRetained(Function($0)) } }
    }

    /// Names a function, or none.
    @preconcurrency
    public init(inputProc: AURenderCallback? = nil, inputProcRefCon: UnsafeMutableRawPointer? = nil) {
        (self.inputProcRefCon, self.inputProc) = (inputProcRefCon, inputProc)
    }
}

/// Has a bus of a unit get its frames from a bus of another one.
public struct AudioUnitConnection {
    /// The unit from which they come, or nil for none.
    public var sourceAudioUnit: AudioUnit?
    /// The output of the source unit.
    public var sourceOutputNumber: UInt32
    /// The bus that gets them.
    public var destInputNumber: UInt32

    /// Creates a connection member by member; what is left out is 0 or nil.
    public init(sourceAudioUnit: AudioUnit? = nil, sourceOutputNumber: UInt32 = 0, destInputNumber: UInt32 = 0) {
        self.sourceAudioUnit = sourceAudioUnit
        (self.sourceOutputNumber, self.destInputNumber) = (sourceOutputNumber, destInputNumber)
    }
}

public let kAudioUnitScope_Global: AudioUnitScope = 0  // The whole unit.
public let kAudioUnitScope_Input: AudioUnitScope = 1  // What goes into it.
public let kAudioUnitScope_Output: AudioUnitScope = 2  // What comes out of it.

/// The unit from which a bus gets its frames, an AudioUnitConnection; the bus takes the format of what it gets.
public let kAudioUnitProperty_MakeConnection: AudioUnitPropertyID = 1
public let kAudioUnitProperty_SampleRate: AudioUnitPropertyID = 2  // Frames per second, a Float64.
/// The format of a bus, an AudioStreamBasicDescription.
public let kAudioUnitProperty_StreamFormat: AudioUnitPropertyID = 8
public let kAudioUnitProperty_ElementCount: AudioUnitPropertyID = 11  // How many buses a side has, a UInt32.
public let kAudioUnitProperty_Latency: AudioUnitPropertyID = 12  // How late it renders, in seconds, a Float64.
/// The greatest number of frames that are rendered at a time, a UInt32.
public let kAudioUnitProperty_MaximumFramesPerSlice: AudioUnitPropertyID = 14
public let kAudioUnitProperty_LastRenderError: AudioUnitPropertyID = 22  // The last error of a rendering, an OSStatus.
/// The function that renders what goes into a bus, an AURenderCallbackStruct.
public let kAudioUnitProperty_SetRenderCallback: AudioUnitPropertyID = 23
/// Whether it brings memory of its own for what is captured, a UInt32; kept, for it does so where the list has none.
public let kAudioUnitProperty_ShouldAllocateBuffer: AudioUnitPropertyID = 51
public let kAudioOutputUnitProperty_IsRunning: AudioUnitPropertyID = 2_001  // Whether it renders, a UInt32.
/// Whether a bus is used, a UInt32: output on bus 0, which is so at first, and input on bus 1.
public let kAudioOutputUnitProperty_EnableIO: AudioUnitPropertyID = 2_003
/// The function that is told of captured frames, an AURenderCallbackStruct.
public let kAudioOutputUnitProperty_SetInputCallback: AudioUnitPropertyID = 2_005
public let kAudioOutputUnitProperty_HasIO: AudioUnitPropertyID = 2_006  // Whether the hardware has that side, a UInt32.
/// Whether voice processing is passed by, a UInt32; kept.
public let kAUVoiceIOProperty_BypassVoiceProcessing: AudioUnitPropertyID = 2_100
/// Whether voices are brought to one level, a UInt32; kept.
public let kAUVoiceIOProperty_VoiceProcessingEnableAGC: AudioUnitPropertyID = 2_101
public let kAUVoiceIOProperty_MuteOutput: AudioUnitPropertyID = 2_104  // Whether what is captured is muted, a UInt32.
public let kHALOutputParam_Volume: AudioUnitParameterID = 14  // How loud the output is, from 0 to 1.

public let kAudioUnitErr_InvalidParameter: OSStatus = -10_878  // It does not know the parameter.
public let kAudioUnitErr_InvalidElement: OSStatus = -10_877  // It does not have that bus.
public let kAudioUnitErr_NoConnection: OSStatus = -10_876  // Nothing renders what goes into it.
/// More frames are asked for than the unit renders at a time.
public let kAudioUnitErr_TooManyFramesToProcess: OSStatus = -10_874
public let kAudioUnitErr_Uninitialized: OSStatus = -10_867  // It must be initialized first.
public let kAudioUnitErr_InvalidScope: OSStatus = -10_866  // It has no such side.
public let kAudioUnitErr_PropertyNotWritable: OSStatus = -10_865  // The property can only be read.
public let kAudioUnitErr_CannotDoInCurrentContext: OSStatus = -10_863  // This cannot be done now.
public let kAudioUnitErr_PropertyNotInUse: OSStatus = -10_850  // The property cannot be read.
/// The call is allowed only before the unit is initialized, or while it does not run.
public let kAudioUnitErr_Initialized: OSStatus = -10_849
