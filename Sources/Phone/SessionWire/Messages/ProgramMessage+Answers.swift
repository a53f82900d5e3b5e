import SessionPolicy

extension ProgramMessage {
    /// Whether a message of a host can be the answer to this one.
    func isAnswered(by message: HostMessage) -> Bool {
        switch (self, message) {
        case (.facts, .facts): true
        case (.call(.ask(let question), _), .outcome(let outcome)):
            !outcome.isAccepted || question.isAnswered(by: outcome.answer)
        case (.call, .outcome): true
        default: false
        }
    }
}

extension Question {
    fileprivate func isAnswered(by answer: CallAnswer?) -> Bool {
        switch (self, answer) {
        case (.otherAudioIsPlaying, .flag), (.secondaryAudioShouldBeSilencedHint, .flag), (.inputAvailable, .flag),
            (.inputMuted, .flag), (.outputMuted, .flag), (.promptStyle, .promptStyle), (.outputVolume, .volume),
            (.category, .category), (.volumeSlider, .slider),
            (.currentRoute, .route), (.availableInputs, .route), (.preferredInput, .route):
            true
        default: false
        }
    }
}
