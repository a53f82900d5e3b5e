public import Foundation

// Cameras and microphones by their names: none can be captured by here, so that none is found.

extension AVCaptureDevice {
    /// A kind of camera or microphone.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        /// Names it.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A microphone.
        public static let microphone = DeviceType(rawValue: "AVCaptureDeviceTypeMicrophone")
        /// The device's own microphone; deprecated by Apple.
        public static let builtInMicrophone = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInMicrophone")
        /// The usual camera.
        public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
        /// Something that is plugged in.
        public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
    }

    /// On which side of the device it is.
    public enum Position: Int, Sendable {
        /// On none.
        case unspecified = 0
        /// Away from the person.
        case back = 1
        /// Towards the person.
        case front = 2
    }

    /// Looks for cameras and microphones, and finds none.
    public final class DiscoverySession: NSObject, Sendable {
        /// Looks for some kinds.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {}
        /// What it finds: none.
        public var devices: [AVCaptureDevice] { [] }
    }

    /// Its number.
    public var uniqueID: String { "" }
    /// What people call it.
    public var localizedName: String { "" }
    /// Its model's number.
    public var modelID: String { "" }
    /// What kind it is of.
    public var deviceType: DeviceType { .microphone }
    /// On which side it is.
    public var position: Position { .unspecified }
    /// Whether it is there.
    public var isConnected: Bool { false }
    /// Whether it gives something of a kind.
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool { false }

    /// The one of a number: there is none.
    public convenience init?(uniqueID deviceUniqueID: String) {
        self.init()
        return nil
    }
    /// Those that give something of a kind: none; deprecated by Apple.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] { [] }
    /// The one of a kind that is used where nothing else is said: there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        nil
    }
}
