public import AudioToolbox
internal import CoreAudioTypes
internal import Foundation

/// A unit that makes sound by itself; what one is made by its description only renders silence.
open class AVAudioUnitGenerator: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    /// Whether it is passed by.
    open var bypass = false
    /// Creates a generator of a kind, which is kept.
    public init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription) }
    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// From -1, left, to 1, right.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1
    override func render(_ frames: Int) -> StereoFrames { StereoFrames(frames) }
}

/// An instrument: notes of MIDI make it sound.
///
/// Each note is a tone of its pitch, as of the sampler that has no instrument; members may be called on any thread.
open class AVAudioUnitMIDIInstrument: AVAudioUnit, AVAudioMixing, @unchecked Sendable {
    /// Its level, 0 to 1.
    open var volume: Float = 1
    /// From -1, left, to 1, right.
    open var pan: Float = 0
    /// Kept, but not heard.
    open var rate: Float = 1
    private var notes: [Note] = []
    private var bends: [UInt8: Double] = [:]
    /// What is played instead of a tone: a file's frames, and their rate.
    var sample: (frames: StereoFrames, rate: Double)?
    /// How much louder, in decibels.
    var gain: Float = 0
    /// How much higher, in cents.
    var tuning: Float = 0

    override init() { super.init() }
    /// Creates an instrument of a kind, which is kept.
    public init(audioComponentDescription: AudioComponentDescription) { super.init(audioComponentDescription) }

    /// One note as it sounds.
    private struct Note {
        let number: UInt8
        let channel: UInt8
        let level: Float
        /// Radians of its tone, or frames of the sample.
        var place = 0.0
        /// Frames for which it still fades; nil while it is held.
        var fades: Int?
    }

    /// Frames for which a note fades, at 48 kHz: 50 ms.
    private static let fade = 2_400

    /// Begins a note; 60 is the middle C.
    ///
    /// - Parameters:
    ///   - note: 0 to 127.
    ///   - velocity: 1 to 127; 0 ends the note.
    ///   - channel: 0 to 15.
    open func startNote(_ note: UInt8, withVelocity velocity: UInt8, onChannel channel: UInt8) {
        guard velocity > 0 else { return stopNote(note, onChannel: channel) }
        GraphLock.locked {
            notes.append(Note(number: note, channel: channel, level: Float(min(127, velocity)) / 127))
            if notes.count > 64 { notes.removeFirst() }
        }
    }

    /// Ends a note.
    open func stopNote(_ note: UInt8, onChannel channel: UInt8) {
        GraphLock.locked {
            for index in notes.indices where notes[index].number == note && notes[index].channel == channel {
                notes[index].fades = notes[index].fades ?? Self.fade
            }
        }
    }

    /// Changes a control: 120 and 123 end all notes of the channel, others are not heard.
    open func sendController(_ controller: UInt8, withValue value: UInt8, onChannel channel: UInt8) {
        guard controller == 120 || controller == 123 else { return }
        GraphLock.locked {
            for index in notes.indices where notes[index].channel == channel {
                notes[index].fades = notes[index].fades ?? Self.fade
            }
        }
    }

    /// Bends the pitch of a channel: 8192 is straight, 0 and 16383 two half tones down and up.
    open func sendPitchBend(_ pitchbend: UInt16, onChannel channel: UInt8) {
        GraphLock.locked { bends[channel] = (Double(min(16_383, pitchbend)) - 8_192) / 8_192 * 2 }
    }

    /// Presses the keys of a channel; not heard.
    open func sendPressure(_ pressure: UInt8, onChannel channel: UInt8) {}
    /// Presses one key; not heard.
    open func sendPressure(forKey key: UInt8, withValue value: UInt8, onChannel channel: UInt8) {}
    /// Chooses an instrument; there is one.
    open func sendProgramChange(_ program: UInt8, onChannel channel: UInt8) {}
    /// Chooses an instrument of a bank; there is one.
    open func sendProgramChange(_ program: UInt8, bankMSB: UInt8, bankLSB: UInt8, onChannel channel: UInt8) {}
    /// Sends what only its maker understands; not heard.
    open func sendMIDISysExEvent(_ midiData: Data) {}

    /// Sends a message of MIDI with one value.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8) { sendMIDIEvent(midiStatus, data1: data1, data2: 0) }

    /// Sends a message of MIDI with two values.
    open func sendMIDIEvent(_ midiStatus: UInt8, data1: UInt8, data2: UInt8) {
        let channel = midiStatus & 0x0F
        switch midiStatus & 0xF0 {
        case 0x80: stopNote(data1, onChannel: channel)
        case 0x90: startNote(data1, withVelocity: data2, onChannel: channel)
        case 0xB0: sendController(data1, withValue: data2, onChannel: channel)
        case 0xE0: sendPitchBend(UInt16(data2 & 0x7F) << 7 | UInt16(data1 & 0x7F), onChannel: channel)
        default: break
        }
    }

    /// Ends all notes at once.
    open override func reset() { GraphLock.locked { notes = [] } }

    override func render(_ frames: Int) -> StereoFrames {
        var made = StereoFrames(frames)
        let level = 0.25 * powf(10, gain / 20)
        for index in notes.indices { sound(&notes[index], level, into: &made) }
        notes.removeAll { $0.fades == 0 }
        return made
    }

    private func sound(_ note: inout Note, _ level: Float, into made: inout StereoFrames) {
        let higher = Double(note.number) - 60 + (bends[note.channel] ?? 0) + Double(tuning) / 100
        let pitch = pow(2, higher / 12)
        let step = sample.map { pitch * $0.rate / engineRate } ?? 2 * .pi * 261.625_565 * pitch / engineRate
        for frame in made.left.indices {
            var share: Float = 1
            if let rest = note.fades {
                guard rest > 0 else { return }
                share = Float(rest) / Float(Self.fade)
                note.fades = rest - 1
            }
            let gain = note.level * level * share
            if let sample {
                let place = Int(note.place)
                guard place < sample.frames.left.count else {
                    note.fades = 0
                    return
                }
                made.left[frame] += sample.frames.left[place] * gain * 4
                made.right[frame] += sample.frames.right[place] * gain * 4
            } else {
                let value = Float(sin(note.place)) * gain
                made.left[frame] += value
                made.right[frame] += value
            }
            note.place += step
        }
    }
}

/// An instrument that plays a file, lower or higher; without one, tones.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    /// Creates a sampler without an instrument.
    public override init() { super.init() }
    /// Creates a sampler without an instrument.
    public override init(audioComponentDescription: AudioComponentDescription) {
        super.init(audioComponentDescription: audioComponentDescription)
    }

    /// Plays a file for each note; as it is for 60, the middle C. Of several files the first.
    ///
    /// - Throws: As `AVAudioFile` for a file that cannot be read; -10851 for none.
    open func loadAudioFiles(at audioFiles: [URL]) throws {
        guard let first = audioFiles.first else {
            throw AudioFileFailure.error(kAudioUnitErr_InvalidPropertyValue, "Name one sound file at least.")
        }
        let file = try AVAudioFile(forReading: first)
        let buffer = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(max(1, file.length)))
        guard let buffer else {
            throw AudioFileFailure.error(kAudioUnitErr_InvalidFile, "\(first.path) has no channels.")
        }
        try file.read(into: buffer)
        GraphLock.locked { sample = (StereoFrames(buffer), file.processingFormat.sampleRate) }
    }

    /// Loads an instrument.
    ///
    /// - Throws: -10871: no bank of sounds can be read here; `loadAudioFiles(at:)` takes a sound file.
    open func loadInstrument(at instrumentURL: URL) throws { throw Self.refusal(instrumentURL) }

    /// Loads an instrument of a bank.
    ///
    /// - Throws: -10871: no bank of sounds can be read here; `loadAudioFiles(at:)` takes a sound file.
    open func loadSoundBankInstrument(at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8) throws {
        throw Self.refusal(bankURL)
    }

    private static func refusal(_ url: URL) -> NSError {
        AudioFileFailure.error(
            kAudioUnitErr_InvalidFile, "\(url.path): no bank of sounds can be read here; load a sound file.")
    }

    /// How much louder, in decibels from -90 to 12.
    open var overallGain: Float {
        get { GraphLock.locked { gain } }
        set { GraphLock.locked { gain = max(-90, min(12, newValue)) } }
    }
    /// How much louder, in decibels; deprecated by Apple.
    open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }
    /// How much higher, in cents from -2400 to 2400.
    open var globalTuning: Float {
        get { GraphLock.locked { tuning } }
        set { GraphLock.locked { tuning = max(-2_400, min(2_400, newValue)) } }
    }
    /// From -100, left, to 100, right.
    open var stereoPan: Float {
        get { pan * 100 }
        set { pan = max(-1, min(1, newValue / 100)) }
    }
}
