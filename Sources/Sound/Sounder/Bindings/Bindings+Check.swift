public import ALSADevice
import SessionPolicy

extension Bindings {
    /// The result of testing whether one port would be heard now.
    public struct Check: Hashable, Sendable {
        /// The state of the PCM that the port is bound to.
        public enum State: Hashable, Sendable {
            /// The device opens, with this rate and this many frames pulled at a time.
            case works(rate: Int, periodFrames: Int)
            /// The accessory is absent: its card, or the sound server's device, does not exist.
            case away
            /// The device writes into a file, which opening it would truncate.
            case unasked
            /// The PCM is unavailable; the error of an output in use names the program that uses it.
            case refused(ALSAError)
        }

        public let entry: Entry
        public let state: State
        /// The faults of its input, its volume or its jack, each as a sentence.
        public let faults: [String]
    }

    /// Tests every port. Opens each PCM briefly and plays nothing. Do not call while a session uses them.
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

    /// Whether the accessory's card, or the sound server's device, is absent.
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
