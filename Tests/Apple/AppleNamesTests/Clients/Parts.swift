import AVFoundation.AVFAudio
import AudioToolbox.AudioServices
import AudioUnit
import CoreAudio
import Speech

// Parts of frameworks and modules of other days, as programs import them; rendering units by their words.
final class Tuner {
    let unit = AVAudioUnit()
    let node = AVAudioNode()
    let cutoff = AUParameterTree.createParameter(
        withIdentifier: "cutoff", name: "Cutoff", address: 1, min: 20, max: 20_000, unit: .hertz, unitName: nil,
        flags: [.flag_IsReadable, .flag_IsWritable], valueStrings: nil, dependentParameters: nil)
    lazy var tree = AUParameterTree.createTree(withChildren: [cutoff])

    func hosted() throws -> AUAudioUnit {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
        let unit = try AUAudioUnit(componentDescription: description)
        try unit.inputBusses[0].setFormat(unit.outputBusses[0].format)
        unit.outputProvider = { (_, _, frames: AUAudioFrameCount, _, list) -> AUAudioUnitStatus in
            frames > 0 && list.pointee.mNumberBuffers > 0 ? noErr : kAudio_ParamError
        }
        try unit.allocateRenderResources()
        try unit.startHardware()
        return unit
    }

    func turn(to value: AUValue) { tree.parameter(withAddress: 1)?.value = value }

    func name(of component: AudioComponent) -> String? {
        var name: Unmanaged<CFString>?
        guard AudioComponentCopyName(component, &name) == noErr else { return nil }
        return name?.takeRetainedValue() as String?
    }
}

/// Dictation, as most programs write it.
final class Dictation: NSObject, SFSpeechRecognizerDelegate {
    private let recognizer = SFSpeechRecognizer(locale: Locale(identifier: "en-US"))!
    private var request: SFSpeechAudioBufferRecognitionRequest?
    private var task: SFSpeechRecognitionTask?
    private let engine = AVAudioEngine()

    func start() throws {
        recognizer.delegate = self
        SFSpeechRecognizer.requestAuthorization { status in
            switch status {
            case .authorized: print("go")
            case .denied, .restricted, .notDetermined: print("stay")
            @unknown default: break
            }
        }
        try AVAudioSession.sharedInstance().setCategory(.record, mode: .measurement, options: .duckOthers)
        let request = SFSpeechAudioBufferRecognitionRequest()
        request.shouldReportPartialResults = true
        self.request = request
        task = recognizer.recognitionTask(with: request) { result, error in
            if let result { print(result.bestTranscription.formattedString, result.isFinal) }
            if error != nil { print("over") }
        }
        let input = engine.inputNode
        input.installTap(onBus: 0, bufferSize: 1024, format: input.outputFormat(forBus: 0)) { buffer, _ in
            request.append(buffer)
        }
        engine.prepare()
        try engine.start()
        AudioServicesPlaySystemSound(1113)
    }

    func stop() {
        engine.stop()
        request?.endAudio()
        task?.cancel()
    }

    func speechRecognizer(_ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool) {}
}
