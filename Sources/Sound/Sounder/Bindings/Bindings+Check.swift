public import ALSADevice
import SessionPolicy

extension Bindings {
    /// The result of testing whether one port would be heard now.
    public struct Check: Hashable, Sendable {
        /// The state of the PCM that the port is bound to.
        public enum State: Hashable, Sendable {
            /// The device opens, with a number of frames per second, pulled a number at a time.
            case works(rate: Int, periodFrames: Int)
            /// The accessory's card, or the device of its sound server, is not there, as it may be.
            case away
            /// The device writes into a file, which a look would empty.
            case unasked
            /// The PCM cannot be had; the error of an output in use names the program that uses it.
            case refused(ALSAError)
        }

        public let entry: Entry
        public let state: State
        /// The faults of its input, its volume or its jack, each as a sentence.
        public let faults: [String]
    }

    /// Tries every port. Opens each PCM for a moment and plays nothing; not while a session runs on them.
    ///
    /// - Parameter survey: The cards and devices of the machine.
    public func checks(_ survey: DeviceSurvey) -> [Check] {
        entries.map { Check(entry: $0, state: $0.state(survey), faults: $0.faults(survey)) }
    }
}

extension Bindings.Entry {
    fileprivate func state(_ survey: DeviceSurvey) -> Bindings.Check.State {
        if isAway(survey) { return .away }
        if ALSAOutput.writesFile(pcm) { return .unasked }
        do throws(ALSAError) {
            if [Port.builtInMic, .headsetMic].contains(port) {
                let input = try ALSAInput(pcm: pcm)
                return .works(rate: input.rate, periodFrames: input.periodFrames)
            }
            let output = try ALSAOutput(pcm: pcm)
            return .works(rate: output.rate, periodFrames: output.periodFrames)
        } catch {
            return .refused(error)
        }
    }

    fileprivate func faults(_ survey: DeviceSurvey) -> [String] {
        guard !isAway(survey) else { return jackFaults(survey) }
        var faults: [String] = []
        if let input, !ALSAOutput.writesFile(input) {
            do { _ = try ALSAInput(pcm: input) } catch { if error.kind != .busy { faults.append("\(error)") } }
        }
        if let volume { do { _ = try volume.open() } catch { faults.append("\(error)") } }
        return faults + jackFaults(survey)
    }

    /// Returns whether the accessory's card, or the device of its sound server, is not there.
    private func isAway(_ survey: DeviceSurvey) -> Bool {
        if let sink { return !SinkMonitor.isPresent(sink) }
        return card.map { !survey.has($0) } ?? false
    }

    private func jackFaults(_ survey: DeviceSurvey) -> [String] {
        guard let jack else { return [] }
        guard let card = survey.cards.first(where: { $0.id == jack.card || String($0.number) == jack.card }) else {
            let cards = survey.cards.map(\.id).joined(separator: ", ")
            return [
                "There is no card '\(jack.card)' for the jack '\(jack.control)'. "
                    + (cards.isEmpty ? "Plug it in." : "Choose one of \(cards), or plug it in.")
            ]
        }
        guard !card.jacks.contains(where: { $0.control == jack.control }) else { return [] }
        let jacks = card.jacks.map { "'\($0.control)'" }.joined(separator: ", ")
        return [
            "The card '\(jack.card)' has no jack '\(jack.control)'. "
                + (jacks.isEmpty ? "It has none; leave the jack out." : "Choose one of \(jacks).")
        ]
    }
}

extension DeviceSurvey {
    fileprivate func has(_ card: String) -> Bool { cards.contains { $0.id == card || String($0.number) == card } }
}
