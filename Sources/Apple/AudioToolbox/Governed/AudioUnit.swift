// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import AppleSession
public import CoreAudioTypes
public import Foundation

// The names are Apple's. Three units exist: the route, plain or with voice processing (which switches the session to voice chat
// and leaves the captured sound unchanged), and a format converter. Any thread; an invalid unit is answered with -50.

/// The available components, by their pointers.
private enum Kinds {
    static let all = [
        (kAudioUnitType_Output, kAudioUnitSubType_RemoteIO, "Apple: AURemoteIO"),
        (kAudioUnitType_Output, kAudioUnitSubType_VoiceProcessingIO, "Apple: AUVoiceProcessor"),
        (kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter, "Apple: AUConverter"),
    ].enumerated().map { index, kind in
        let description = AudioComponentDescription(
            componentType: kind.0, componentSubType: kind.1, componentManufacturer: kAudioUnitManufacturer_Apple)
        return (number: 0x100 * (index + 1), description: description, name: kind.2)
    }

    static func at(_ component: AudioComponent) throws -> (description: AudioComponentDescription, name: String) {
        let kind = try all.first { $0.number == Int(bitPattern: component) }.or(kAudio_ParamError)
        return (kind.description, kind.name)
    }

    /// Returns the kinds after a component that match a description, in which 0 matches anything.
    static func matching(_ wanted: AudioComponentDescription, after component: AudioComponent?) -> [AudioComponent] {
        all.filter { kind in
            kind.number > Int(bitPattern: component)
                && [0, kind.description.componentType].contains(wanted.componentType)
                && [0, kind.description.componentSubType].contains(wanted.componentSubType)
                && [0, kAudioUnitManufacturer_Apple].contains(wanted.componentManufacturer)
        }.compactMap { AudioComponent(bitPattern: $0.number) }
    }
}

/// Returns the next component that matches a description, in which 0 matches anything; nil if there is none.
public func AudioComponentFindNext(
    _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>
) -> AudioComponent? { Kinds.matching(inDesc.pointee, after: inComponent).first }

/// Returns the number of components that match a description.
public func AudioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>) -> UInt32 {
    UInt32(Kinds.matching(inDesc.pointee, after: nil).count)
}

/// Returns the description of a component.
@discardableResult
public func AudioComponentGetDescription(
    _ inComponent: AudioComponent, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>
) -> OSStatus { DeviceFailure.status { outDesc.pointee = try Kinds.at(inComponent).description } }

/// Returns the name of a component.
///
/// - Returns: 0; -50 if the component is invalid.
@discardableResult
public func AudioComponentCopyName(
    _ inComponent: AudioComponent, _ outName: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
    outName.pointee = nil
    return DeviceFailure.status {
        outName.pointee = Unmanaged.passRetained(NSString(string: try Kinds.at(inComponent).name))
    }
}

/// Creates a unit.
@discardableResult
public func AudioComponentInstanceNew(
    _ inComponent: AudioComponent, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>
) -> OSStatus {
    outInstance.pointee = nil
    return DeviceFailure.status {
        let description = try Kinds.at(inComponent).description
        let isRoute = description.componentType == kAudioUnitType_Output
        outInstance.pointee = isRoute ? RemoteUnit(description).handle : ConverterUnit(description).handle
    }
}

private let units = SoundUnit.table

/// Disposes of a unit.
@discardableResult
public func AudioComponentInstanceDispose(_ inInstance: AudioComponentInstance) -> OSStatus {
    units.with(inInstance) { $0.dispose() }
}

/// Initializes a unit, which must precede starting it.
@discardableResult
public func AudioUnitInitialize(_ inUnit: AudioUnit) -> OSStatus { units.with(inUnit) { $0.initialize() } }

/// Uninitializes a unit, stopping it if it is running.
@discardableResult
public func AudioUnitUninitialize(_ inUnit: AudioUnit) -> OSStatus { units.with(inUnit) { $0.uninitialize() } }

/// Activates the session and starts rendering and capturing.
///
/// - Returns: 0; -10867 before `AudioUnitInitialize`; -10879 if the unit is not the route; for a refusal of the policy, the
///   session's code.
@discardableResult
public func AudioOutputUnitStart(_ ci: AudioUnit) -> OSStatus { units.with(ci) { try $0.start() } }

/// Stops rendering and capturing.
@discardableResult
public func AudioOutputUnitStop(_ ci: AudioUnit) -> OSStatus { units.with(ci) { $0.stop(keepsPlace: false) } }

/// Discards rendered frames not delivered yet.
@discardableResult
public func AudioUnitReset(_ inUnit: AudioUnit, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement) -> OSStatus {
    units.with(inUnit) { $0.reset() }
}

/// Renders captured frames (bus 1 of the route) or converted frames (bus 0 of a converter).
///
/// - Returns: 0; -10876 if bus 1 is not enabled; -10867 before `AudioUnitInitialize`; -10874 for more frames than the slice
///   limit; -50 if the list does not match the bus's format.
@discardableResult
public func AudioUnitRender(
    _ inUnit: AudioUnit, _ ioActionFlags: UnsafeMutablePointer<AudioUnitRenderActionFlags>?,
    _ inTimeStamp: UnsafePointer<AudioTimeStamp>, _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32,
    _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
    units.with(inUnit) { unit in
        var (flags, stamp) = (ioActionFlags?.pointee ?? [], inTimeStamp.pointee)
        let status = unit.render(&flags, &stamp, inOutputBusNumber, inNumberFrames, ioData)
        ioActionFlags?.pointee = flags
        if status != noErr { throw StatusError(status) }
    }
}

/// Adds a function to call before and after each rendering.
@preconcurrency
@discardableResult
public func AudioUnitAddRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    units.with(inUnit) { $0.addNotify(AURenderCallbackStruct(inputProc: inProc, inputProcRefCon: inProcUserData)) }
}

/// Removes the listener that was added with the same data.
@preconcurrency
@discardableResult
public func AudioUnitRemoveRenderNotify(
    _ inUnit: AudioUnit, _ inProc: @escaping AURenderCallback, _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus { units.with(inUnit) { $0.removeNotify(inProcUserData) } }

// MARK: Properties and parameters

/// Returns the size of a property, and whether it is writable.
@discardableResult
public func AudioUnitGetPropertyInfo(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    units.with(inUnit) { unit in
        let value = try UnitProperty.read(inID, UnitPlace(inScope, inElement), of: unit).or(
            kAudioUnitErr_InvalidProperty)
        outDataSize?.pointee = UInt32(value.count)
        outWritable?.pointee = DarwinBoolean(UnitProperty.isWritable(inID, UnitPlace(inScope, inElement), of: unit))
    }
}

/// Loads a property.
@discardableResult
public func AudioUnitGetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outData: UnsafeMutableRawPointer, _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
    units.with(inUnit) { unit in
        try PropertyBytes.copy(
            UnitProperty.read(inID, UnitPlace(inScope, inElement), of: unit), to: outData, ioDataSize,
            none: kAudioUnitErr_InvalidProperty, small: kAudioUnitErr_InvalidPropertyValue)
    }
}

/// Sets a property.
@discardableResult
public func AudioUnitSetProperty(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus {
    units.with(inUnit) { unit in
        let data = try inData.or(kAudioUnitErr_InvalidPropertyValue)
        try UnitProperty.write(
            inID, UnitPlace(inScope, inElement), of: unit, UnsafeRawBufferPointer(start: data, count: Int(inDataSize)))
    }
}

/// Sets the function of a C program that renders for a unit or receives notice of captured frames.
package func setCallback(
    of unit: AudioUnit, _ property: AudioUnitPropertyID, _ element: AudioUnitElement, _ callback: AURenderCallbackStruct
) -> OSStatus { units.with(unit) { try UnitProperty.callback(property, element, of: $0, callback) } }

/// Adds a listener for changes of a property: the format, or whether the unit is running.
@preconcurrency
@discardableResult
public func AudioUnitAddPropertyListener(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus {
    units.with(inUnit) { unit in
        // Apple's signature is not optional; a program that passed nil ignores the argument.
        let data = inProcUserData ?? UnsafeMutableRawPointer(bitPattern: 16)
        unit.listen(to: inID, inProc, try data.or(kAudio_ParamError))
    }
}

/// Removes the listener that was added with the same data.
@preconcurrency
@discardableResult
public func AudioUnitRemovePropertyListenerWithUserData(
    _ inUnit: AudioUnit, _ inID: AudioUnitPropertyID, _ inProc: @escaping AudioUnitPropertyListenerProc,
    _ inProcUserData: UnsafeMutableRawPointer?
) -> OSStatus { units.with(inUnit) { $0.unlisten(inID, inProcUserData) } }

/// Reads a parameter.
@discardableResult
public func AudioUnitGetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ outValue: UnsafeMutablePointer<AudioUnitParameterValue>
) -> OSStatus {
    units.with(inUnit) {
        outValue.pointee = try $0.parameter(inID, UnitPlace(inScope, inElement)).or(kAudioUnitErr_InvalidParameter)
    }
}

/// Sets a parameter immediately.
@discardableResult
public func AudioUnitSetParameter(
    _ inUnit: AudioUnit, _ inID: AudioUnitParameterID, _ inScope: AudioUnitScope, _ inElement: AudioUnitElement,
    _ inValue: AudioUnitParameterValue, _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    units.with(inUnit) { unit in
        guard inValue.isFinite else { throw StatusError(kAudioUnitErr_InvalidParameter) }
        try unit.set(inID, UnitPlace(inScope, inElement), to: inValue)
    }
}
