// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes

extension AVAudioSession {
    public enum StereoOrientation: Int, Sendable { case none = 0, portrait = 1, portraitUpsideDown = 2, landscapeRight = 3, landscapeLeft = 4 }
    public enum IOType: UInt, Sendable { case notSpecified = 0, aggregated = 1 }
    public var inputOrientation: StereoOrientation { .none }
    public var preferredInputOrientation: StereoOrientation { kept["preferredInputOrientation", .none] }
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws { kept["preferredInputOrientation", .none] = orientation }
    public var supportsMultichannelContent: Bool { kept["supportsMultichannelContent", false] }
    public func setSupportsMultichannelContent(_ inValue: Bool) throws { kept["supportsMultichannelContent", false] = inValue }
    public func setAggregatedIOPreference(_ inIOType: IOType) throws {}
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }
    public var outputDataSource: AVAudioSessionDataSourceDescription? { nil }
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {}
}

/// A directivity of a microphone.
public struct AVAudioSessionPolarPattern: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }; public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let omnidirectional = Self("Omnidirectional"), cardioid = Self("Cardioid")
    public static let subcardioid = Self("Subcardioid"), stereo = Self("Stereo")
}

extension AVAudioSession {
    public typealias PolarPattern = AVAudioSessionPolarPattern
}

extension AVAudioSessionDataSourceDescription {
    public var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }
    public var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }
    public var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }
    public func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws { if pattern != nil { throw SessionFailure.error(.badParam, "\(dataSourceName) has no patterns to choose from.") } }
}
