import Glibc
public import SessionPolicy

/// The device's own sounds, for scenarios without their own: synthesized, one channel, a quarter of full scale.
public enum DeviceSounds {
    /// The sound of a kind and whether it loops until stopped, or nil for kinds that apps provide.
    ///
    /// - Parameters:
    ///   - kind: The kind of sound.
    ///   - rate: Frames per second.
    public static func samples(of kind: SoundKind, rate: Int) -> (samples: [Float], loops: Bool)? {
        switch kind {
        case .ringtone: (ringtone(rate), true)
        case .alarm: (alarm(rate), true)
        case .callAudio: (callAudio(rate), true)
        case .alert: (alert(rate), false)
        case .keyClick: (keyClick(rate), false)
        case .sound, .systemSound, .alertSound: nil
        }
    }

    private static let peak: Float = 0.25

    /// A warbling bell for a second, a second of rest.
    private static func ringtone(_ rate: Int) -> [Float] {
        notes(rate, seconds: 2) { time in
            guard time < 1.2 else { return 0 }
            let step = Int(time / 0.05)
            let pitch = step.isMultiple(of: 2) ? 1_046.5 : 1_318.5
            return bell(pitch, time) * edge(time, 1.2)
        }
    }

    /// Four short beeps a second, then a pause.
    private static func alarm(_ rate: Int) -> [Float] {
        notes(rate, seconds: 1) { time in
            guard time < 0.6 else { return 0 }
            let beep = time.truncatingRemainder(dividingBy: 0.15)
            return beep < 0.08 ? bell(1_760, time) * edge(beep, 0.08) : 0
        }
    }

    private static func alert(_ rate: Int) -> [Float] {
        notes(rate, seconds: 1) { time in
            [(0.0, 880.0), (0.12, 1_108.7), (0.24, 1_318.5)].reduce(0) { sum, note in
                guard time >= note.0 else { return sum }
                let since = time - note.0
                return sum + bell(note.1, since) * exp(-7 * since) * min(1, since / 0.003)
            } * min(1, (1 - time) / 0.02)
        }
    }

    /// A tick of a few milliseconds.
    private static func keyClick(_ rate: Int) -> [Float] {
        notes(rate, seconds: 0.05) { time in
            sin(2 * .pi * 2_400 * time) * exp(-time / 0.004) * min(1, (0.05 - time) / 0.01)
        }
    }

    /// A murmur in the telephone's band, in the rhythm of syllables.
    private static func callAudio(_ rate: Int) -> [Float] {
        notes(rate, seconds: 4) { time in
            let syllable = max(0, sin(2 * .pi * 3 * time)) * (0.6 + 0.4 * sin(2 * .pi * 0.5 * time))
            let voice = (1...8).reduce(0.0) { sum, harmonic in
                let pitch = 140.0 * Double(harmonic + 1)
                return sum + sin(2 * .pi * pitch * time) / Double(harmonic)
            }
            return syllable * voice
        }
    }

    private static func bell(_ pitch: Double, _ time: Double) -> Double {
        sin(2 * .pi * pitch * time) + 0.3 * sin(2 * .pi * 2 * pitch * time)
    }

    /// An envelope that fades in and out in 5 ms to avoid clicks.
    private static func edge(_ time: Double, _ length: Double) -> Double {
        max(0, min(1, time / 0.005, (length - time) / 0.005))
    }

    private static func notes(_ rate: Int, seconds: Double, _ value: (Double) -> Double) -> [Float] {
        var samples = Waveform.samples(Int(seconds * Double(rate))) { Float(value(Double($0) / Double(rate))) }
        Waveform.scale(&samples, toPeak: peak)
        return samples
    }
}
