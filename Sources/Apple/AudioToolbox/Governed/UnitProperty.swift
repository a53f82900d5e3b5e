internal import CoreAudioTypes
internal import Foundation

enum UnitProperty {
    static func number(_ data: UnsafeRawBufferPointer) throws -> UInt32 { try value(data) }

    /// Returns the value of a property, if it has the right size.
    private static func value<Value>(_ data: UnsafeRawBufferPointer) throws -> Value {
        guard data.count == MemoryLayout<Value>.size else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
        return data.loadUnaligned(as: Value.self)
    }

    /// Returns the value of a property, or nil if the unit does not have it.
    static func read(_ property: AudioUnitPropertyID, _ place: UnitPlace, of unit: SoundUnit) -> [UInt8]? {
        switch property {
        case kAudioUnitProperty_StreamFormat: unit.format(place).map { PropertyBytes.of($0) }
        case kAudioUnitProperty_SampleRate: unit.format(place).map { PropertyBytes.of($0.mSampleRate) }
        case kAudioUnitProperty_MaximumFramesPerSlice: PropertyBytes.of(unit.sliceLimit)
        case kAudioUnitProperty_LastRenderError: PropertyBytes.of(unit.takeError())
        default: unit.property(property, place)
        }
    }

    static func isWritable(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, of unit: SoundUnit
    ) -> Bool { property == kAudioUnitProperty_MaximumFramesPerSlice || unit.isWritable(property, place) }

    static func write(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, of unit: SoundUnit,
        _ data: UnsafeRawBufferPointer
    ) throws {
        switch property {
        case kAudioUnitProperty_StreamFormat, kAudioUnitProperty_SampleRate:
            try format(property, place, of: unit, data)
        case kAudioUnitProperty_SetRenderCallback, kAudioOutputUnitProperty_SetInputCallback:
            guard data.count == MemoryLayout<AURenderCallbackStruct>.size, let base = data.baseAddress else {
                throw StatusError(kAudioUnitErr_InvalidPropertyValue)
            }
            return try callback(property, place.element, of: unit, base.load(as: AURenderCallbackStruct.self))
        case kAudioUnitProperty_MakeConnection: return try connect(unit, data)
        case kAudioUnitProperty_MaximumFramesPerSlice:
            let value = try number(data)
            guard (1...SoundLimits.slice).contains(value) else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
            unit.sliceLimit = value
        default:
            do { try unit.set(property, place, data) } catch {
                let isReadable = unit.property(property, place) != nil
                guard isReadable, (error as? StatusError)?.code == kAudioUnitErr_InvalidProperty else { throw error }
                throw StatusError(kAudioUnitErr_PropertyNotWritable)
            }
        }
        unit.tell(property == kAudioUnitProperty_SampleRate ? kAudioUnitProperty_StreamFormat : property)
    }

    static func callback(
        _ property: AudioUnitPropertyID, _ element: AudioUnitElement, of unit: SoundUnit,
        _ callback: AURenderCallbackStruct
    ) throws {
        if property == kAudioUnitProperty_SetRenderCallback {
            return try unit.connect(element, to: callback.inputProc == nil ? .none : .callback(callback))
        }
        guard element <= 1 else { throw StatusError(kAudioUnitErr_InvalidElement) }
        try unit.setInput(callback)
    }

    private static func connect(_ unit: SoundUnit, _ data: UnsafeRawBufferPointer) throws {
        let wanted: AudioUnitConnection = try value(data)
        guard let pointer = wanted.sourceAudioUnit else { return try unit.connect(wanted.destInputNumber, to: .none) }
        let source = try SoundUnit.table.at(pointer).or(kAudioUnitErr_InvalidPropertyValue)
        try connect(unit, wanted.destInputNumber, to: source, wanted.sourceOutputNumber)
    }

    /// Connects a bus of a unit to an output of another unit, adopting its format.
    static func connect(
        _ unit: SoundUnit, _ element: AudioUnitElement, to source: SoundUnit, _ output: AudioUnitElement
    ) throws {
        // A cycle of units would recurse endlessly.
        guard !source.draws(from: unit) else { throw StatusError(kAudioUnitErr_InvalidPropertyValue) }
        let format = try source.format(UnitPlace(kAudioUnitScope_Output, output)).or(kAudioUnitErr_InvalidElement)
        // An existing equal connection is left unchanged.
        let present = unit.format(UnitPlace(kAudioUnitScope_Input, element))
        if present.map({ PropertyBytes.of($0) }) != PropertyBytes.of(format) {
            try unit.setFormat(format, UnitPlace(kAudioUnitScope_Input, element))
        }
        try unit.connect(element, to: .unit(source, output: output))
    }

    private static func format(
        _ property: AudioUnitPropertyID, _ place: UnitPlace, of unit: SoundUnit,
        _ data: UnsafeRawBufferPointer
    ) throws {
        try place.check()
        var format = try unit.format(place).or(kAudioUnitErr_InvalidElement)
        if property == kAudioUnitProperty_StreamFormat {
            format = try value(data)
        } else {
            format.mSampleRate = try value(data)
        }
        guard LinearSamples(format) != nil else { throw StatusError(kAudioUnitErr_FormatNotSupported) }
        try unit.setFormat(format, place)
    }
}
