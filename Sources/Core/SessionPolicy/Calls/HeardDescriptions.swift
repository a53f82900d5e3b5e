// How values are printed: sounds and reasons as a replay prints them, everything on one line but an outcome's reasons.

extension SceneName: CustomStringConvertible {
    /// `app/sound`, or the kind of a device's own sound.
    public var description: String { SoundText.name(kind, app: app, sound: sound) }
}

extension HeardSound: CustomStringConvertible {
    /// The name, level and outputs: `ipod/song at -20.0 dB, lowered, on builtInSpeaker`.
    public var description: String {
        SoundText.heard(name.description, decibels: decibels, isDucked: isDucked, on: outputs)
    }
}

extension UnheardSound: CustomStringConvertible {
    /// The name and the rule: `ipod/song by R-SW-1`.
    public var description: String { SoundText.unheard(name.description, by: rule) }
}

extension DeviceFacts: CustomStringConvertible {
    /// The sounds that are heard and those that are not, the route and the volume.
    public var description: String {
        let heard = heard.isEmpty ? "nothing" : heard.map { $0.description }.joined(separator: "; ")
        let unheard = unheard.isEmpty ? "" : ", not heard " + unheard.map { $0.description }.joined(separator: "; ")
        return "heard \(heard)\(unheard), route \(route), volume \(outputVolume)"
    }
}

extension PortFacts: CustomStringConvertible {
    /// The name that people read, and the port: `Speaker (builtInSpeaker)`.
    public var description: String { "\(name.printable) (\(port.name))" }
}

extension RouteFacts: CustomStringConvertible {
    /// The outputs, and the inputs behind `from`: `Headphones (headphones) from Microphone (builtInMic)`.
    public var description: String {
        let outputs = outputs.isEmpty ? "no output" : outputs.map { $0.description }.joined(separator: " + ")
        return inputs.isEmpty ? outputs : outputs + " from " + inputs.map { $0.description }.joined(separator: " + ")
    }
}

extension SessionFacts: CustomStringConvertible {
    /// Category, mode, options, phase, route and volume, and what is out of the ordinary.
    public var description: String {
        let others = [
            (overridesToSpeaker, "overrides to the speaker"), (!isLaunched, "not launched"),
            (!isInForeground, "in the background"), (otherAudioIsPlaying, "other audio is playing"),
            (secondaryAudioShouldBeSilencedHint, "secondary audio should be silent"),
            (mediaServicesAreLost, "media services are lost"),
        ]
        return
            (["\(category)", "\(mode)", "\(options)", "\(phase)", "route \(route)", "volume \(outputVolume)"]
            + others.filter { $0.0 }.map { $0.1 }).joined(separator: ", ")
    }
}

extension MachineTime: CustomStringConvertible {
    /// The time in seconds, with no more digits than needed: `12.5 s`.
    public var description: String { "\(Instant(nanoseconds: nanoseconds))" }
}

extension AppNotice: CustomStringConvertible {
    /// The number, the time and the message: `2 at 12.5 s: interruptionEnded(shouldResume: true)`.
    public var description: String { "\(number) at \(at): \(message)" }
}

extension CallReason: CustomStringConvertible {
    /// The rule, the app or `device`, and the sentence: `R-ACT-2 nav: nav's session becomes active`.
    public var description: String {
        SoundText.reason(rule, about: app?.printable ?? "device", says: sentence.printable)
    }
}

extension CallOutcome: CustomStringConvertible {
    /// `ok`, the answer or the refusal; and a line for each reason.
    public var description: String {
        let outcome = refusal?.description ?? answer.map { "\($0)" } ?? "ok"
        return outcome + because.map { "\n    because  \($0)" }.joined()
    }
}
