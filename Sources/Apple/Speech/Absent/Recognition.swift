// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

public import AVFAudio
public import CoreMedia
public import Foundation

/// The authorization for speech recognition.
public enum SFSpeechRecognizerAuthorizationStatus: Int, Sendable { case notDetermined = 0, denied = 1, restricted = 2, authorized = 3 }

/// The state of a recognition.
public enum SFSpeechRecognitionTaskState: Int, Sendable { case starting = 0, running = 1, finishing = 2, canceling = 3, completed = 4 }

/// The kind of speech that is expected.
public enum SFSpeechRecognitionTaskHint: Int, Sendable { case unspecified = 0, dictation = 1, search = 2, confirmation = 3 }
/// The domain of the errors with which every recognition ends.
public let SFSpeechErrorDomain = "SFSpeechErrorDomain"

/// A segment of a transcription.
open class SFTranscriptionSegment: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var substring: String { "" }
    open var substringRange: NSRange { NSRange(location: 0, length: 0) }
    open var timestamp: TimeInterval { 0 }
    open var duration: TimeInterval { 0 }
    open var confidence: Float { 0 }
    open var alternativeSubstrings: [String] { [] }
}

/// A transcription. It is always empty.
open class SFTranscription: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var formattedString: String { "" }
    open var segments: [SFTranscriptionSegment] { [] }
}

/// The result of a recognition. Never delivered.
open class SFSpeechRecognitionResult: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var bestTranscription: SFTranscription { SFTranscription() }
    open var transcriptions: [SFTranscription] { [] }
    open var isFinal: Bool { true }
    open var speechRecognitionMetadata: SFSpeechRecognitionMetadata? { nil }
}

/// An acoustic feature of speech, frame by frame. Always empty.
open class SFAcousticFeature: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var acousticFeatureValuePerFrame: [Double] { [] }
    open var frameDuration: TimeInterval { 0 }
}

/// The acoustic features of speech. Never delivered.
open class SFVoiceAnalytics: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var jitter: SFAcousticFeature { SFAcousticFeature() }
    open var shimmer: SFAcousticFeature { SFAcousticFeature() }
    open var pitch: SFAcousticFeature { SFAcousticFeature() }
    open var voicing: SFAcousticFeature { SFAcousticFeature() }
}

/// The pace of recognized speech. Never delivered.
open class SFSpeechRecognitionMetadata: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var voiceAnalytics: SFVoiceAnalytics? { nil }
    open var speechDuration: TimeInterval { 0 }
    open var speechStartTimestamp: TimeInterval { 0 }
    open var speakingRate: Double { 0 }
    open var averagePauseDuration: TimeInterval { 0 }
}

/// A request for speech recognition, which is refused.
open class SFSpeechRecognitionRequest: NSObject, @unchecked Sendable {
    let kept = Kept()
    open var taskHint: SFSpeechRecognitionTaskHint { get { kept["taskHint", .unspecified] } set { kept["taskHint", .unspecified] = newValue } }
    open var shouldReportPartialResults: Bool { get { kept["shouldReportPartialResults", true] } set { kept["shouldReportPartialResults", true] = newValue } }
    open var contextualStrings: [String] { get { kept["contextualStrings", []] } set { kept["contextualStrings", []] = newValue } }
    open var requiresOnDeviceRecognition: Bool { get { kept["requiresOnDeviceRecognition", false] } set { kept["requiresOnDeviceRecognition", false] = newValue } }
    open var addsPunctuation: Bool { get { kept["addsPunctuation", false] } set { kept["addsPunctuation", false] = newValue } }
}

/// A request for recognition of a file, which is refused.
open class SFSpeechURLRecognitionRequest: SFSpeechRecognitionRequest, @unchecked Sendable {
    public let url: URL
    public init(url URL: URL) { url = URL }
}

/// A request for recognition of buffers, which is refused.
open class SFSpeechAudioBufferRecognitionRequest: SFSpeechRecognitionRequest, @unchecked Sendable {
    public let nativeAudioFormat = AVAudioFormat(standardFormatWithSampleRate: 16_000, channels: 1) ?? AVAudioFormat()
    open func append(_ audioPCMBuffer: AVAudioPCMBuffer) {}
    open func appendAudioSampleBuffer(_ sampleBuffer: CMSampleBuffer) {}
    open func endAudio() {}
}

/// A recognition task, which has failed.
open class SFSpeechRecognitionTask: NSObject, @unchecked Sendable {
    override init() { super.init() }
    open var state: SFSpeechRecognitionTaskState { .completed }
    open var isFinishing: Bool { false }
    open var isCancelled: Bool { false }
    open var error: (any Error)? { SFSpeechRecognizer.absence }
    open func finish() {}
    open func cancel() {}
}
/// The delegate of a recogniser of speech; never called.
public protocol SFSpeechRecognizerDelegate: AnyObject {
    func speechRecognizer(_ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool)
}
extension SFSpeechRecognizerDelegate {
    public func speechRecognizer(_ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool) {}
}
/// The delegate of a recognition, which ends without success.
public protocol SFSpeechRecognitionTaskDelegate: AnyObject {
    func speechRecognitionTask(_ task: SFSpeechRecognitionTask, didFinishRecognition recognitionResult: SFSpeechRecognitionResult)
    func speechRecognitionTask(_ task: SFSpeechRecognitionTask, didFinishSuccessfully successfully: Bool)
}
extension SFSpeechRecognitionTaskDelegate {
    public func speechRecognitionTask(_ task: SFSpeechRecognitionTask, didFinishRecognition recognitionResult: SFSpeechRecognitionResult) {}
    public func speechRecognitionTask(_ task: SFSpeechRecognitionTask, didFinishSuccessfully successfully: Bool) {}
}

/// A speech recognizer. It is never available; requests fail on the main queue.
open class SFSpeechRecognizer: NSObject, @unchecked Sendable {
    let kept = Kept()
    static let absence = NSError(domain: SFSpeechErrorDomain, code: 1, userInfo: [NSLocalizedDescriptionKey: "No speech is recognised here."])
    public let locale: Locale
    public init?(locale: Locale = .current) { self.locale = locale }
    open class func supportedLocales() -> Set<Locale> { [] }
    open class func authorizationStatus() -> SFSpeechRecognizerAuthorizationStatus { .restricted }
    @preconcurrency open class func requestAuthorization(_ handler: @escaping @Sendable (SFSpeechRecognizerAuthorizationStatus) -> Void) { DispatchQueue.global().async { handler(.restricted) } }
    open var isAvailable: Bool { false }
    open var supportsOnDeviceRecognition: Bool { false }
    open var defaultTaskHint: SFSpeechRecognitionTaskHint { get { kept["defaultTaskHint", .unspecified] } set { kept["defaultTaskHint", .unspecified] = newValue } }
    open var queue: OperationQueue { get { kept["queue", .main] } set { kept["queue", .main] = newValue } }
    open var delegate: (any SFSpeechRecognizerDelegate)? { get { nil } set {} }
    @preconcurrency open func recognitionTask(with request: SFSpeechRecognitionRequest, resultHandler: @escaping @Sendable (SFSpeechRecognitionResult?, (any Error)?) -> Void) -> SFSpeechRecognitionTask {
        queue.addOperation { resultHandler(nil, Self.absence) }
        return SFSpeechRecognitionTask()
    }
    open func recognitionTask(with request: SFSpeechRecognitionRequest, delegate: any SFSpeechRecognitionTaskDelegate) -> SFSpeechRecognitionTask {
        let (task, told) = (SFSpeechRecognitionTask(), Told(delegate: delegate))
        queue.addOperation { told.delegate.speechRecognitionTask(task, didFinishSuccessfully: false) }
        return task
    }
    private struct Told: @unchecked Sendable { let delegate: any SFSpeechRecognitionTaskDelegate }
}
/// A module of an analysis of speech.
public protocol SpeechModule: AnyObject, Sendable {}
/// Turns speech into text; no language is installed, and the results end with an error.
public final class SpeechTranscriber: SpeechModule {
    public struct Preset: Sendable { public static let transcription = Self(), progressiveTranscription = Self(), timeIndexedProgressiveTranscription = Self() }
    public enum TranscriptionOption: Sendable { case etiquetteReplacements }
    public enum ReportingOption: Sendable { case volatileResults, alternativeTranscriptions, fastResults }
    public enum ResultAttributeOption: Sendable { case audioTimeRange, transcriptionConfidence }
    public struct Result: Sendable { public let text: AttributedString, isFinal: Bool }
    public init(locale: Locale, preset: Preset) {}
    public init(locale: Locale, transcriptionOptions: Set<TranscriptionOption>, reportingOptions: Set<ReportingOption>, attributeOptions: Set<ResultAttributeOption>) {}
    public static var isAvailable: Bool { false }
    public static var supportedLocales: [Locale] { get async { [] } }
    public static var installedLocales: [Locale] { get async { [] } }
    public static func supportedLocale(equivalentTo locale: Locale) async -> Locale? { nil }
    public var results: AsyncThrowingStream<Result, any Error> { AsyncThrowingStream { $0.finish(throwing: SFSpeechRecognizer.absence) } }
}
/// A piece of sound for an analysis.
public struct AnalyzerInput: @unchecked Sendable {
    public let buffer: AVAudioPCMBuffer
    public init(buffer: AVAudioPCMBuffer) { self.buffer = buffer }
}
/// An analysis of speech; it cannot begin.
public actor SpeechAnalyzer {
    public init(modules: [any SpeechModule]) {}
    public static func bestAvailableAudioFormat(compatibleWith modules: [any SpeechModule]) async -> AVAudioFormat? { nil }
    public func start<Input: AsyncSequence & Sendable>(inputSequence: Input) async throws where Input.Element == AnalyzerInput { throw SFSpeechRecognizer.absence }
    public func start(inputAudioFile audioFile: AVAudioFile, finishAfterFile: Bool = false) async throws { throw SFSpeechRecognizer.absence }
    public func analyzeSequence<Input: AsyncSequence & Sendable>(_ inputSequence: Input) async throws -> CMTime? where Input.Element == AnalyzerInput { throw SFSpeechRecognizer.absence }
    public func analyzeSequence(from audioFile: AVAudioFile) async throws -> CMTime? { throw SFSpeechRecognizer.absence }
    public func finalizeAndFinish(through time: CMTime) async throws { throw SFSpeechRecognizer.absence }
    public func finalizeAndFinishThroughEndOfInput() async throws { throw SFSpeechRecognizer.absence }
    public func cancelAndFinishNow() async {}
}
/// The languages of an analysis; none is available.
public enum AssetInventory {
    public enum Status: Sendable { case unsupported, supported, downloading, installed }
    public static func status(forModules modules: [any SpeechModule]) async -> Status { .unsupported }
    public static var reservedLocales: [Locale] { get async { [] } }
    @discardableResult public static func reserve(locale: Locale) async throws -> Bool { throw SFSpeechRecognizer.absence }
    @discardableResult public static func release(reservedLocale: Locale) async -> Bool { false }
    public static func assetInstallationRequest(supporting modules: [any SpeechModule]) async throws -> AssetInstallationRequest? { throw SFSpeechRecognizer.absence }
}
/// A download of a language. Never made.
public final class AssetInstallationRequest: Sendable {
    init() {}
    public func downloadAndInstall() async throws { throw SFSpeechRecognizer.absence }
}
/// Turns dictation into text; no language is available.
public final class DictationTranscriber: SpeechModule {
    public struct Preset: Sendable { public static let shortDictation = Self(), progressiveShortDictation = Self(), longDictation = Self(), progressiveLongDictation = Self() }
    public struct Result: Sendable { public let text: AttributedString, isFinal: Bool }
    public init(locale: Locale, preset: Preset) {}
    public static var supportedLocales: [Locale] { get async { [] } }
    public static var installedLocales: [Locale] { get async { [] } }
    public static func supportedLocale(equivalentTo locale: Locale) async -> Locale? { nil }
    public var results: AsyncThrowingStream<Result, any Error> { AsyncThrowingStream { $0.finish(throwing: SFSpeechRecognizer.absence) } }
}
