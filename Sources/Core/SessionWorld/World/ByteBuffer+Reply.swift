internal import SessionPolicy

// The order of the keys and the spaces are those of the protocol's example; programs may compare bytes.
extension ByteBuffer {
    /// Appends a reply as one line of JSON, with its line end.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - origin: The origin of the step, as a word without escapes, or nil if it is the reader of the line.
    public mutating func append(_ reply: Reply, from origin: String? = nil) {
        var memory = ReplyMemory()
        append(reply, from: origin, remembering: &memory)
    }

    /// Appends a reply of a device that several drive, where not each reply has a number.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - number: The number of the step among those of its giver, or nil if there is none.
    ///   - origin: The origin of the step, as a word without escapes, or nil if it is the reader of the line.
    ///   - verb: What stands behind `do` in place of the reply's own verb.
    public mutating func append(_ reply: Reply, number: Int?, from origin: String?, verb: String? = nil) {
        var memory = ReplyMemory()
        append("{")
        if let number {
            append("\"n\": ")
            append(integer: number)
            append(", ")
        }
        appendMembers(of: reply, verb: verb ?? reply.verb, from: origin, remembering: &memory) { buffer in
            // Words for people: what was done, and how it stands now.
            let telling = Telling()
            buffer.append(", \"did\": ")
            buffer.append(quoting: verb == nil ? telling.deed(of: reply) : "The present state")
            buffer.append(", \"now\": ")
            buffer.append(quoting: telling.text(of: reply))
        }
    }

    /// Appends a reply likewise.
    /// - Parameter memory: What was written into the reply before, of the same world.
    mutating func append(_ reply: Reply, from origin: String? = nil, remembering memory: inout ReplyMemory) {
        append("{\"n\": ")
        append(integer: reply.number)
        append(", ")
        appendMembers(of: reply, verb: reply.verb, from: origin, remembering: &memory)
    }

    private mutating func appendMembers(
        of reply: Reply, verb: String?, from origin: String?, remembering memory: inout ReplyMemory,
        more: (inout ByteBuffer) -> Void = { _ in }
    ) {
        append("\"at\": ")
        append(number: reply.at)
        append(", \"do\": ")
        append(optional: verb)
        append(", \"app\": ")
        if let app = reply.appID { reply.names.append(app.name, to: &self) } else { append(optional: reply.app) }
        append(", \"result\": ")
        append(outcomeOf: reply)
        if let answer = reply.answer {
            if case .status = answer { append(", \"status\": ") } else { append(", \"answer\": ") }
            append(answer, reply.names)
        }
        let audience = reply.moment.audience
        append(", \"heard\": ")
        memory.heard.append(audience.heard, to: &self) { $0.append(heard: audience.heard, reply.names) }
        append(", \"unheard\": ")
        memory.unheard.append(audience.unheard, to: &self) { buffer in
            buffer.list(audience.unheard) { $0.append($1, reply.names) }
        }
        append(", \"events\": ")
        append(events: reply.moment.notices, reply.names, version: reply.version)
        append(", \"vibrated\": ")
        append(flag: reply.moment.vibrates)
        append(", \"sessions\": ")
        let sessions = SessionsOfApps(state: reply.state, hearingSilence: reply.appsHearingSilence)
        memory.sessions.append(sessions, to: &self) { $0.append(sessionsOf: reply) }
        append(", \"device\": ")
        append(deviceOf: reply)
        append(", \"because\": ")
        append(reasonsOf: reply)
        append(", \"meanwhile\": ")
        list(reply.meanwhile) { $0.append($1, reply.names, version: reply.version) }
        if reply.version > Reply.usualVersion, verb == Verb.rules.name {
            append(", \"version\": ")
            append(integer: reply.version)
        }
        more(&self)
        if let origin {
            append(", \"from\": ")
            append(word: origin)
        }
        append("}\n")
    }

    private mutating func list<Element>(
        _ elements: [Element], _ appendElement: (inout ByteBuffer, Element) -> Void
    ) {
        append("[")
        for index in elements.indices {
            if index > 0 { append(", ") }
            appendElement(&self, elements[index])
        }
        append("]")
    }

    private mutating func append(flag: Bool) { append(flag ? "true" : "false") }

    private mutating func append(optional text: String?) {
        if let text { append(quoting: text) } else { append("null") }
    }

    /// Appends a word that needs no escapes, in quotes.
    private mutating func append(word: String) {
        append(byte: UInt8(ascii: "\""))
        append(plain: word)
        append(byte: UInt8(ascii: "\""))
    }

    private mutating func append(outcomeOf reply: Reply) {
        switch reply.outcome {
        case .accepted: append("\"ok\"")
        case .refused(let refusal):
            append(error: refusal.error)
            append(refusal.sentence, about: refusal.subject, reply.names)
            append("}")
        case .tooLateForRules:
            append(error: .badParam)
            append(quoting: Reply.tooLateForRulesSays)
            append("}")
        case .actsForItself:
            append(error: .badParam)
            append(quoting: Reply.actsForItselfSays)
            append("}")
        case .unreadable(let error):
            append("{\"error\": \"badStep\", \"code\": null, \"line\": ")
            append(integer: error.position.line)
            append(", \"column\": ")
            append(integer: error.position.column)
            append(", \"says\": ")
            append(quoting: error.says)
            append("}")
        }
    }

    /// Appends the beginning of an error, up to the sentence.
    private mutating func append(error: SessionError) {
        append("{\"error\": ")
        append(word: error.name)
        append(", \"code\": ")
        if let code = error.code { append(integer: Int(code)) } else { append("null") }
        append(", \"says\": ")
    }

    private mutating func append(_ sentence: Sentence, about subject: Subject, _ names: NameTable) {
        append("\"")
        var template = sentence.template
        template.withUTF8 { bytes in
            var start = 0
            while let place = bytes.firstIndex(of: UInt8(ascii: "{"), from: start) {
                append(escaping: UnsafeBufferPointer(rebasing: bytes[start..<place]))
                // The places are {app}, {other} and {sound}.
                let (name, length): (Name?, StaticString) =
                    switch bytes[place + 1] {
                    case UInt8(ascii: "a"): (subject.app?.name, "{app}")
                    case UInt8(ascii: "s"): (sentence.sound, "{sound}")
                    default: (sentence.other, "{other}")
                    }
                if let name { names.append(name, isQuoted: false, to: &self) }
                start = place + length.utf8CodeUnitCount
            }
            append(escaping: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        append("\"")
    }

    mutating func append(_ answer: Answer, _ names: NameTable) {
        switch answer {
        case .flag(let flag): append(flag: flag)
        case .volume(let level): append(number: level)
        case .category(let category): append(word: category.name)
        case .route(let route):
            append(route)
        case .inputs(let ports): append(ports)
        case .promptStyle(let style): append(word: style.name)
        case .input(let port): if let port { append(word: port.name) } else { append("null") }
        case .slider(let level):
            append("{\"slider\": ")
            append(number: level)
            append("}")
        case .accessory(let kind, let name):
            append("{\"deviceName\": ")
            if let name { names.append(name, to: &self) } else { append(word: kind.name) }
            append("}")
        case .status(let status): append(word: status.name)
        }
    }

    private mutating func append(_ route: Route) {
        append("{\"inputs\": ")
        append(route.inputs)
        append(", \"outputs\": ")
        append(route.outputs)
        append("}")
    }

    private mutating func append(_ ports: PortSet) {
        append("[")
        var isFirst = true
        var bits = ports.rawValue
        while bits != 0, let port = Port(rawValue: UInt8(bits.trailingZeroBitCount)) {
            if !isFirst { append(", ") }
            append(word: port.name)
            isFirst = false
            bits &= bits - 1
        }
        append("]")
    }

    private mutating func append(heard: [Heard], _ names: NameTable) {
        list(heard) { $0.append($1, names) }
    }

    /// Appends `"app": …, "sound": …, "as": …`; a device's own sound has neither app nor sound.
    private mutating func append(_ reference: SoundReference, _ names: NameTable) {
        if let app = reference.app {
            append("\"app\": ")
            names.append(app.name, to: &self)
            append(", ")
        }
        if let sound = reference.sound {
            append("\"sound\": ")
            names.append(sound.name, to: &self)
            append(", ")
        }
        append("\"as\": ")
        append(word: reference.kind.name)
    }

    private mutating func append(_ sound: Heard, _ names: NameTable) {
        append("{")
        append(sound.reference, names)
        append(", \"gainDB\": ")
        if sound.tenthsOfDecibel < 0 { append("-") }
        let (whole, tenths) = Int(sound.tenthsOfDecibel.magnitude).quotientAndRemainder(dividingBy: 10)
        append(integer: whole)
        append(".")
        append(integer: tenths)
        append(", \"ducked\": ")
        append(flag: sound.isDucked)
        append(", \"on\": ")
        append(sound.outputs)
        if let rule = sound.duckedBy {
            append(", \"duckedBy\": {")
            if let app = sound.ducker?.app {
                append("\"app\": ")
                names.append(app.name, to: &self)
                append(", ")
            }
            if let device = sound.ducker?.device {
                append("\"cause\": ")
                append(word: device)
                append(", ")
            }
            append("\"rule\": ")
            append(word: rule.id)
            append("}")
        }
        append("}")
    }

    private mutating func append(_ sound: Unheard, _ names: NameTable) {
        append("{")
        append(sound.reference, names)
        append(", \"rule\": ")
        append(word: sound.rule.id)
        append("}")
    }

    private mutating func append(events: [Notice], _ names: NameTable, version: Int) {
        let isWhole = version >= Reply.latestVersion || !events.contains { $0.message.sinceVersion > version }
        list(isWhole ? events : events.filter { $0.message.sinceVersion <= version }) {
            $0.append($1, names, version: version)
        }
    }

    /// Appends an event as JSON.
    /// - Parameter version: As of which version of the protocol.
    mutating func append(_ notice: Notice, _ names: NameTable, version: Int = Reply.usualVersion) {
        append("{\"to\": ")
        names.append(notice.app.name, to: &self)
        append(", \"name\": ")
        append(word: notice.message.name)
        switch notice.message {
        case .soundFinished(let sound):
            append(", \"sound\": ")
            names.append(sound.name, to: &self)
        case .terminated, .mediaServicesWereLost, .mediaServicesWereReset, .callActivated, .callDeactivated,
            .availableInputsChange, .userIntentToUnmuteOutput, .becameActive:
            break
        case .becameInactive(let deactivation):
            append(", \"source\": ")
            append(word: deactivation.source)
            if let reason = deactivation.reason {
                append(", \"reason\": ")
                append(word: reason.name)
            }
        case .resumptionRecommended(let should):
            append(", \"recommendation\": ")
            append(word: should ? "shouldResume" : "shouldNotResume")
        case .routeChange(let reason, let previous):
            append(", \"reason\": ")
            append(word: reason.name)
            if version >= 3 {
                append(", \"previousRoute\": ")
                append(previous)
            }
        case .interruptionBegan(let reason):
            append(", \"type\": \"began\"")
            if version >= 3 || reason != .default {
                append(", \"reason\": ")
                append(word: reason.name)
            }
        case .inputMuteStateChange(let isMuted), .outputMuteStateChange(let isMuted):
            append(", \"muted\": ")
            append(flag: isMuted)
        case .proximityStateChange(let proximity):
            append(", \"state\": ")
            append(word: proximity.name)
        case .interruptionEnded(let shouldResume):
            append(", \"type\": \"ended\"")
            if let shouldResume {
                append(", \"shouldResume\": ")
                append(flag: shouldResume)
            }
        case .silenceSecondaryAudioHint(let begins):
            append(begins ? ", \"type\": \"begin\"" : ", \"type\": \"end\"")
        case .outputVolume(let level):
            append(", \"value\": ")
            append(number: level)
        case .remoteCommand(let command):
            append(", \"command\": ")
            append(word: command.kind.name)
            if let value = command.value {
                append(", \"value\": ")
                append(number: value)
            }
        }
        append("}")
    }

    private mutating func append(sessionsOf reply: Reply) {
        append("{")
        var isFirst = true
        for place in reply.placesByName {
            if !isFirst { append(", ") }
            isFirst = false
            reply.names.append(reply.state.apps[place].id.name, to: &self)
            append(": {\"category\": ")
            append(word: reply.state.apps[place].session.category.name)
            append(", \"mode\": ")
            append(word: reply.state.apps[place].session.mode.name)
            append(", \"options\": ")
            append(reply.state.apps[place].session.options)
            append(", \"phase\": ")
            append(word: reply.state.apps[place].session.phase.name)
            if reply.state.apps[place].recording == .running { append(", \"recording\": true") }
            if reply.appsHearingSilence.contains(reply.state.apps[place].id) { append(", \"hearsSilence\": true") }
            append("}")
        }
        append("}")
    }

    private mutating func append(_ options: CategoryOptions) {
        append("[")
        var isFirst = true
        if !options.isEmpty {
            for (name, option) in CategoryOptions.named where options.contains(option) {
                if !isFirst { append(", ") }
                append(word: name)
                isFirst = false
            }
        }
        append("]")
    }

    private mutating func append(deviceOf reply: Reply) {
        let state = reply.state
        let picture = reply.moment.picture
        append("{\"ringSwitch\": ")
        append(state.ringSwitch == .ring ? "\"ring\"" : "\"silent\"")
        append(", \"locked\": ")
        append(flag: state.isLocked)
        append(", \"call\": ")
        switch state.call {
        case .none: append("\"none\"")
        case .incoming: append("\"incoming\"")
        case .answered: append("\"answered\"")
        case .outgoing: append("\"outgoing\"")
        }
        append(", \"alarm\": ")
        append(state.alarmFires ? "\"firing\"" : "\"none\"")
        append(", \"outputs\": ")
        append(picture.route.outputs)
        append(", \"inputs\": ")
        append(picture.route.inputs)
        append(", \"mediaVolume\": ")
        append(number: picture.mediaVolume)
        append(", \"ringerVolume\": ")
        append(number: state.ringerVolume)
        append(", \"callVolume\": ")
        append(number: state.callVolume)
        append(", \"foreground\": ")
        if let app = state.foreground { reply.names.append(app.name, to: &self) } else { append("null") }
        if state.calls.contains(where: { $0.isOutOfTheOrdinary }) || state.calls.count > 1 {
            append(", \"calls\": ")
            list(state.calls) { $0.append($1, reply.names) }
        }
        if reply.hasProximity {
            append(", \"proximity\": ")
            append(word: (state.isAtEar ? Proximity.near : .far).name)
        }
        if let app = reply.nowPlaying {
            append(", \"nowPlaying\": {\"app\": ")
            reply.names.append(app.name, to: &self)
            if let info = reply.nowPlayingInfo[app] { append(info) }
            append("}")
        }
        append("}")
    }

    private mutating func append(_ info: NowPlayingInfo) {
        for (key, text) in [("title", info.title), ("artist", info.artist), ("album", info.album)] {
            guard let text else { continue }
            append(key: key)
            append(quoting: text)
        }
        for (key, number) in [("duration", info.duration), ("elapsed", info.elapsed), ("rate", info.rate)] {
            guard let number else { continue }
            append(key: key)
            append(number: number)
        }
        append(key: "state")
        append(word: info.state.name)
    }

    private mutating func append(key: String) {
        append(", ")
        append(word: key)
        append(": ")
    }

    private mutating func append(_ call: Call, _ names: NameTable) {
        append("{")
        if let app = call.app {
            append("\"app\": ")
            names.append(app.name, to: &self)
            append(", ")
        }
        if let uid = call.uid {
            append("\"uid\": ")
            names.append(uid, to: &self)
            append(", ")
        }
        append("\"phase\": ")
        append(word: call.phase.name)
        append(", \"muted\": ")
        append(flag: call.isMuted)
        append("}")
    }

    private mutating func append(reasonsOf reply: Reply) {
        append("[")
        var isFirst = true
        for decision in reply.moment.decisions {
            append(isFirst ? "{\"rule\": " : ", {\"rule\": ")
            isFirst = false
            append(word: decision.rule.id)
            append(", \"about\": ")
            switch decision.subject {
            case .device: append("\"device\"")
            case .app(let app): reply.names.append(app.name, to: &self)
            }
            append(", \"says\": ")
            append(decision.sentence, about: decision.subject, reply.names)
            append("}")
        }
        if let reason = reply.vocabularyReason {
            append(isFirst ? "{\"rule\": " : ", {\"rule\": ")
            append(word: reason.rule.id)
            append(", \"about\": \"device\", \"says\": ")
            append(quoting: reason.says)
            append("}")
        }
        append("]")
    }

    private mutating func append(_ moment: Moment, _ names: NameTable, version: Int) {
        append("{\"at\": ")
        append(number: moment.at.seconds)
        append(", \"events\": ")
        append(events: moment.notices, names, version: version)
        append(", \"heard\": ")
        append(heard: moment.heard, names)
        append("}")
    }
}
