internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The properties of the unit that is the route, as bytes.
enum UnitProperty {
    /// UInt32s that are kept and read back.
    private static let kept: Set<AudioUnitPropertyID> = [
        kAudioUnitProperty_ShouldAllocateBuffer, kAUVoiceIOProperty_BypassVoiceProcessing,
        kAUVoiceIOProperty_VoiceProcessingEnableAGC, kAUVoiceIOProperty_MuteOutput,
    ]

    /// The side on which the program's own format of a bus stands: it goes into bus 0, and comes out of bus 1.
    private static func isOwn(_ scope: AudioUnitScope, _ element: AudioUnitElement) -> Bool {
        scope == (element == 0 ? kAudioUnitScope_Input : kAudioUnitScope_Output)
    }

    /// What it is now; nil where the unit has no such property.
    static func read(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: RemoteUnit
    ) -> [UInt8]? {
        let settings = unit.now
        let hardware = ProcessApp.shared.hardware
        switch property {
        case kAudioUnitProperty_StreamFormat:
            guard let own = settings.formats[element] else { return nil }
            return bytes(isOwn(scope, element) ? own : hardwareFormat(hardware.sampleRate))
        case kAudioUnitProperty_SampleRate:
            guard let own = settings.formats[element] else { return nil }
            return bytes(isOwn(scope, element) ? own.mSampleRate : hardware.sampleRate)
        case kAudioUnitProperty_ElementCount: return bytes(UInt32(2))
        case kAudioUnitProperty_Latency: return bytes(hardware.outputLatency)
        case kAudioUnitProperty_MaximumFramesPerSlice: return bytes(settings.sliceLimit)
        case kAudioUnitProperty_LastRenderError:
            unit.change { $0.lastError = noErr }
            return bytes(settings.lastError)
        case kAudioOutputUnitProperty_IsRunning: return bytes(UInt32(unit.isRunning ? 1 : 0))
        case kAudioOutputUnitProperty_EnableIO:
            return bytes(UInt32(settings.isEnabled[scope == kAudioUnitScope_Input ? 1 : 0] == true ? 1 : 0))
        case kAudioOutputUnitProperty_HasIO: return bytes(UInt32(1))
        case let property where kept.contains(property): return bytes(settings.kept[property] ?? 0)
        default: return nil
        }
    }

    private static func hardwareFormat(_ rate: Double) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM, mFormatFlags: kAudioFormatFlagsAudioUnitCanonical,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 32,
            mReserved: 0)
    }

    private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    /// Whether a program may set it.
    static func isWritable(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement
    ) -> Bool {
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate: isOwn(scope, element)
        case kAudioUnitProperty_MaximumFramesPerSlice, kAudioOutputUnitProperty_EnableIO: true
        default: kept.contains(property)
        }
    }

    /// Sets it.
    static func write(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: RemoteUnit,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            return format(property, scope, element, of: unit, data)
        case kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback:
            guard data.count == MemoryLayout<AURenderCallbackStruct>.size, let base = data.baseAddress else {
                return kAudioUnitErr_InvalidPropertyValue
            }
            return callback(property, element, of: unit, base.load(as: AURenderCallbackStruct.self))
        case kAudioUnitProperty_MaximumFramesPerSlice:
            guard let value = number(data), value > 0 else { return kAudioUnitErr_InvalidPropertyValue }
            unit.change { $0.sliceLimit = value }
        case kAudioOutputUnitProperty_EnableIO:
            let bus: AudioUnitElement = scope == kAudioUnitScope_Input ? 1 : 0
            guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output else {
                return kAudioUnitErr_InvalidScope
            }
            guard element <= 1 else { return kAudioUnitErr_InvalidElement }
            guard let value = number(data) else { return kAudioUnitErr_InvalidPropertyValue }
            guard !unit.isRunning else { return kAudioUnitErr_Initialized }
            // Input is bus 1 and output is bus 0; what is said of the other bus of a side says nothing.
            if element == bus { unit.change { $0.isEnabled[bus] = value != 0 } }
        case let property where kept.contains(property):
            guard let value = number(data) else { return kAudioUnitErr_InvalidPropertyValue }
            unit.change { $0.kept[property] = value }
        case let property where read(property, scope, element, of: unit) != nil:
            return kAudioUnitErr_PropertyNotWritable
        default: return kAudioUnitErr_InvalidProperty
        }
        unit.tell(property)
        return noErr
    }

    /// Sets who renders, or who is told of what is captured.
    static func callback(
        _ property: AudioUnitPropertyID, _ element: AudioUnitElement, of unit: RemoteUnit,
        _ callback: AURenderCallbackStruct
    ) -> OSStatus {
        guard element <= 1 else { return kAudioUnitErr_InvalidElement }
        unit.change { settings in
            if property == kAudioUnitProperty_SetRenderCallback {
                settings.render = callback
            } else {
                settings.input = callback
            }
        }
        return noErr
    }

    private static func number(_ data: UnsafeRawBufferPointer) -> UInt32? {
        data.count == 4 ? data.loadUnaligned(as: UInt32.self) : nil
    }

    private static func format(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: RemoteUnit,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        guard var format = unit.now.formats[element] else { return kAudioUnitErr_InvalidElement }
        guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output else {
            return kAudioUnitErr_InvalidScope
        }
        guard isOwn(scope, element) else { return kAudioUnitErr_PropertyNotWritable }
        guard !unit.isRunning else { return kAudioUnitErr_Initialized }
        if property == kAudioUnitProperty_StreamFormat {
            guard data.count == MemoryLayout<AudioStreamBasicDescription>.size else {
                return kAudioUnitErr_InvalidPropertyValue
            }
            format = data.loadUnaligned(as: AudioStreamBasicDescription.self)
        } else {
            guard data.count == 8 else { return kAudioUnitErr_InvalidPropertyValue }
            format.mSampleRate = data.loadUnaligned(as: Float64.self)
        }
        guard LinearSamples(format) != nil else { return kAudioUnitErr_FormatNotSupported }
        unit.set(format, of: element)
        unit.tell(kAudioUnitProperty_StreamFormat)
        return noErr
    }
}
