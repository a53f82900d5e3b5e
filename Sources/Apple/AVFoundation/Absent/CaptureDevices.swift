// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import Foundation

extension AVCaptureDevice {
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let microphone = Self(rawValue: "AVCaptureDeviceTypeMicrophone"), external = Self(rawValue: "AVCaptureDeviceTypeExternal"), builtInMicrophone = Self(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone"), builtInWideAngleCamera = Self(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    }
    public enum Position: Int, Sendable { case unspecified = 0, back = 1, front = 2 }
    public final class DiscoverySession: NSObject, Sendable {
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {}
        public var devices: [AVCaptureDevice] { [] }
    }
    public convenience init?(uniqueID deviceUniqueID: String) {
        self.init()
        return nil
    }
    public enum MicrophoneMode: Int, Sendable { case standard = 0, wideSpectrum = 1, voiceIsolation = 2 }
    public enum SystemUserInterface: Int, Sendable { case videoEffects = 1, microphoneModes = 2 }
    public class var preferredMicrophoneMode: MicrophoneMode { .standard }
    public class var activeMicrophoneMode: MicrophoneMode { .standard }
    public class func showSystemUserInterface(_ systemUserInterface: SystemUserInterface) {}
    public var uniqueID: String { "" }
    public var localizedName: String { "" }
    public var deviceType: DeviceType { .microphone }
    public var position: Position { .unspecified }
    @discardableResult public func hasMediaType(_ mediaType: AVMediaType) -> Bool { false }
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { [] }
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { nil }
    public class func `default`(_ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position) -> AVCaptureDevice? { nil }
}
