internal import CoreAudioTypes
internal import Foundation

enum UnitProperty {
    static func number(_ data: UnsafeRawBufferPointer) -> UInt32? {
        data.count == 4 ? data.loadUnaligned(as: UInt32.self) : nil
    }

    /// Returns the value of a property, or nil if the unit does not have it.
    static func read(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: SoundUnit
    ) -> [UInt8]? {
        switch property {
        case kAudioUnitProperty_StreamFormat: unit.format(scope, element).map { PropertyBytes.of($0) }
        case kAudioUnitProperty_SampleRate: unit.format(scope, element).map { PropertyBytes.of($0.mSampleRate) }
        case kAudioUnitProperty_MaximumFramesPerSlice: PropertyBytes.of(unit.sliceLimit)
        case kAudioUnitProperty_LastRenderError: PropertyBytes.of(unit.takeError())
        default: unit.property(property, scope, element)
        }
    }

    static func isWritable(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: SoundUnit
    ) -> Bool { property == kAudioUnitProperty_MaximumFramesPerSlice || unit.isWritable(property, scope, element) }

    static func write(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: SoundUnit,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        var status: OSStatus
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            status = format(property, scope, element, of: unit, data)
        case kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback:
            guard data.count == MemoryLayout<AURenderCallbackStruct>.size, let base = data.baseAddress else {
                return kAudioUnitErr_InvalidPropertyValue
            }
            return callback(property, element, of: unit, base.load(as: AURenderCallbackStruct.self))
        case kAudioUnitProperty_MakeConnection: return connect(unit, data)
        case kAudioUnitProperty_MaximumFramesPerSlice:
            guard let value = number(data), (1...SoundLimits.slice).contains(value) else {
                return kAudioUnitErr_InvalidPropertyValue
            }
            unit.sliceLimit = value
            status = noErr
        default:
            status = unit.set(property, scope, element, data)
            if status == kAudioUnitErr_InvalidProperty, unit.property(property, scope, element) != nil {
                return kAudioUnitErr_PropertyNotWritable
            }
        }
        let told = property == kAudioUnitProperty_SampleRate ? kAudioUnitProperty_StreamFormat : property
        if status == noErr { unit.tell(told) }
        return status
    }

    static func callback(
        _ property: AudioUnitPropertyID, _ element: AudioUnitElement, of unit: SoundUnit,
        _ callback: AURenderCallbackStruct
    ) -> OSStatus {
        guard property == kAudioUnitProperty_SetRenderCallback else {
            return element <= 1 ? unit.setInput(callback) : kAudioUnitErr_InvalidElement
        }
        return unit.connect(element, to: callback.inputProc == nil ? .none : .callback(callback))
    }

    private static func connect(_ unit: SoundUnit, _ data: UnsafeRawBufferPointer) -> OSStatus {
        guard data.count == MemoryLayout<AudioUnitConnection>.size else { return kAudioUnitErr_InvalidPropertyValue }
        let wanted = data.loadUnaligned(as: AudioUnitConnection.self)
        guard let pointer = wanted.sourceAudioUnit else { return unit.connect(wanted.destInputNumber, to: .none) }
        guard let source = SoundUnit.table.at(pointer) else { return kAudioUnitErr_InvalidPropertyValue }
        return connect(unit, wanted.destInputNumber, to: source, wanted.sourceOutputNumber)
    }

    /// Connects a bus of a unit to an output of another unit, adopting its format.
    static func connect(
        _ unit: SoundUnit, _ element: AudioUnitElement, to source: SoundUnit, _ output: AudioUnitElement
    ) -> OSStatus {
        // A cycle of units would recurse endlessly.
        guard !source.draws(from: unit) else { return kAudioUnitErr_InvalidPropertyValue }
        guard let format = source.format(kAudioUnitScope_Output, output) else { return kAudioUnitErr_InvalidElement }
        // An existing equal connection is left unchanged.
        let present = unit.format(kAudioUnitScope_Input, element)
        if present.map({ PropertyBytes.of($0) }) != PropertyBytes.of(format) {
            let status = unit.setFormat(format, kAudioUnitScope_Input, element)
            guard status == noErr else { return status }
        }
        return unit.connect(element, to: .unit(source, output: output))
    }

    private static func format(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement, of unit: SoundUnit,
        _ data: UnsafeRawBufferPointer
    ) -> OSStatus {
        guard scope == kAudioUnitScope_Input || scope == kAudioUnitScope_Output else {
            return kAudioUnitErr_InvalidScope
        }
        guard var format = unit.format(scope, element) else { return kAudioUnitErr_InvalidElement }
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
        return unit.setFormat(format, scope, element)
    }
}
