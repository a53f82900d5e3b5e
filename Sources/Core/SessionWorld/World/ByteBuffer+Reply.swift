internal import SessionPolicy

// The order of the keys and the spaces are those of the protocol's example; programs may compare bytes.
extension ByteBuffer {
    /// Appends a reply as one line of JSON, with its line end.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - origin: The origin of the step, as a word without escapes, or nil if it is the reader of the line.
    public mutating func append(_ reply: Reply, from origin: String? = nil) {
        append("{\"n\": ")
        append(integer: reply.number)
        append(", ")
        appendMembers(of: reply, verb: reply.verb, from: origin)
    }

    /// Appends a reply of a device that several drive, where not each reply has a number.
    ///
    /// - Parameters:
    ///   - reply: The reply.
    ///   - number: The number of the step among those of its giver, or nil if there is none.
    ///   - origin: The origin of the step, as a word without escapes, or nil if it is the reader of the line.
    ///   - verb: What stands behind `do` in place of the reply's own verb.
    public mutating func append(_ reply: Reply, number: Int?, from origin: String?, verb: String? = nil) {
        append("{")
        if let number {
            append("\"n\": ")
            append(integer: number)
            append(", ")
        }
        appendMembers(of: reply, verb: verb ?? reply.verb, from: origin) { buffer in
            // Words for people: what was done, and how it stands now.
            let telling = Telling()
            buffer.append(", \"did\": ")
            buffer.append(quoting: verb == nil ? telling.deed(of: reply) : "The present state")
            buffer.append(", \"now\": ")
            buffer.append(quoting: telling.text(of: reply))
        }
    }

    private mutating func appendMembers(
        of reply: Reply, verb: String?, from origin: String?, more: (inout ByteBuffer) -> Void = { _ in }
    ) {
        let names = reply.names
        append("\"at\": ", number: reply.at)
        append(", \"do\": ", text: verb)
        append(", \"app\": ", text: reply.appID.map { names[$0.name] } ?? reply.app)
        append(", \"result\": ")
        append(outcomeOf: reply)
        if let answer = reply.answer {
            if case .status = answer { append(", \"status\": ") } else { append(", \"answer\": ") }
            append(answer.value(names))
        }
        let audience = reply.moment.audience
        append(", \"heard\": ")
        append(heard: audience.heard, names)
        append(", \"unheard\": ")
        list(audience.unheard) { $0.append($1, names) }
        append(", \"events\": ")
        append(events: reply.moment.notices, names, version: reply.version)
        append(", \"vibrated\": ", flag: reply.moment.vibrates)
        append(", \"sessions\": ")
        append(sessionsOf: reply)
        append(", \"device\": ")
        append(deviceOf: reply)
        append(", \"because\": ")
        append(reasonsOf: reply)
        append(", \"meanwhile\": ")
        list(reply.meanwhile) { $0.append($1, names, version: reply.version) }
        if reply.version > Reply.usualVersion, verb == Verb.rules.name {
            append(", \"version\": ", integer: reply.version)
        }
        more(&self)
        if let origin { append(", \"from\": ", word: origin) }
        append("}\n")
    }

    private mutating func append(outcomeOf reply: Reply) {
        switch reply.outcome {
        case .accepted: append("\"ok\"")
        case .refused(let refusal):
            append(error: refusal.error)
            append(refusal.sentence, about: refusal.subject, reply.names)
            append("}")
        case .tooLateForRules, .actsForItself:
            append(error: .badParam)
            append(quoting: reply.vocabularyReason?.says ?? "")
            append("}")
        case .unreadable(let error):
            append("{\"error\": \"badStep\", \"code\": null, \"line\": ", integer: error.position.line)
            append(", \"column\": ", integer: error.position.column)
            append(", \"says\": ", text: error.says)
            append("}")
        }
    }

    /// Appends the beginning of an error, up to the sentence.
    private mutating func append(error: SessionError) {
        append("{\"error\": ", word: error.name)
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
                if let name { append(escaping: names[name]) }
                start = place + length.utf8CodeUnitCount
            }
            append(escaping: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        append("\"")
    }

    /// Appends `"app": …, "sound": …, "as": …`; a device's own sound has neither app nor sound.
    private mutating func append(_ reference: SoundReference, _ names: NameTable) {
        append("\"app\": ", first: reference.app?.name, names)
        append("\"sound\": ", first: reference.sound?.name, names)
        append("\"as\": ", word: reference.kind.name)
    }

    private mutating func append(heard: [Heard], _ names: NameTable) {
        list(heard) { $0.append($1, names) }
    }

    private mutating func append(_ sound: Heard, _ names: NameTable) {
        append("{")
        append(sound.reference, names)
        append(", \"gainDB\": ")
        if sound.tenthsOfDecibel < 0 { append("-") }
        let (whole, tenths) = Int(sound.tenthsOfDecibel.magnitude).quotientAndRemainder(dividingBy: 10)
        append(integer: whole)
        append(".", integer: tenths)
        append(", \"ducked\": ", flag: sound.isDucked)
        append(", \"on\": ", ports: sound.outputs)
        if let rule = sound.duckedBy {
            append(", \"duckedBy\": {")
            append("\"app\": ", first: sound.ducker?.app?.name, names)
            if let device = sound.ducker?.device {
                append("\"cause\": ", word: device)
                append(", ")
            }
            append("\"rule\": ", word: rule.id)
            append("}")
        }
        append("}")
    }

    private mutating func append(_ sound: Unheard, _ names: NameTable) {
        append("{")
        append(sound.reference, names)
        append(", \"rule\": ", word: sound.rule.id)
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
        append("{\"to\": ", text: names[notice.app.name])
        append(", \"name\": ", word: notice.message.name)
        for (key, value) in notice.message.details(names, version: version) {
            append(", ", word: key)
            append(": ")
            append(value)
        }
        append("}")
    }

    private mutating func append(sessionsOf reply: Reply) {
        list(reply.placesByName, "{", "}") { buffer, place in
            buffer.append(quoting: reply.names[reply.state.apps[place].id.name])
            buffer.append(": {\"category\": ", word: reply.state.apps[place].session.category.name)
            buffer.append(", \"mode\": ", word: reply.state.apps[place].session.mode.name)
            buffer.append(", \"options\": ")
            buffer.list(reply.state.apps[place].session.options.names) { $0.append(word: $1) }
            buffer.append(", \"phase\": ", word: reply.state.apps[place].session.phase.name)
            if reply.state.apps[place].recording == .running { buffer.append(", \"recording\": true") }
            if reply.appsHearingSilence.contains(reply.state.apps[place].id) {
                buffer.append(", \"hearsSilence\": true")
            }
            buffer.append("}")
        }
    }

    private mutating func append(deviceOf reply: Reply) {
        let (state, picture, names) = (reply.state, reply.moment.picture, reply.names)
        append("{\"ringSwitch\": ", word: state.ringSwitch.name)
        append(", \"locked\": ", flag: state.isLocked)
        append(", \"call\": ", word: state.call.name)
        append(", \"alarm\": ", word: state.alarmFires ? "firing" : "none")
        append(", \"outputs\": ", ports: picture.route.outputs)
        append(", \"inputs\": ", ports: picture.route.inputs)
        append(", \"mediaVolume\": ", number: picture.mediaVolume)
        append(", \"ringerVolume\": ", number: state.ringerVolume)
        append(", \"callVolume\": ", number: state.callVolume)
        append(", \"foreground\": ", text: state.foreground.map { names[$0.name] })
        if state.calls.contains(where: { $0.isOutOfTheOrdinary }) || state.calls.count > 1 {
            append(", \"calls\": ")
            list(state.calls) { $0.append($1, names) }
        }
        if reply.context.hasProximity {
            append(", \"proximity\": ", word: (state.isAtEar ? Proximity.near : .far).name)
        }
        if let app = reply.nowPlaying {
            append(", \"nowPlaying\": {\"app\": ", text: names[app.name])
            if let info = reply.context.nowPlayingInfo[app] { append(info) }
            append("}")
        }
        append("}")
    }

    private mutating func append(_ info: NowPlayingInfo) {
        if let title = info.title { append(", \"title\": ", text: title) }
        if let artist = info.artist { append(", \"artist\": ", text: artist) }
        if let album = info.album { append(", \"album\": ", text: album) }
        if let duration = info.duration { append(", \"duration\": ", number: duration) }
        if let elapsed = info.elapsed { append(", \"elapsed\": ", number: elapsed) }
        if let rate = info.rate { append(", \"rate\": ", number: rate) }
        append(", \"state\": ", word: info.state.name)
    }

    private mutating func append(_ call: Call, _ names: NameTable) {
        append("{")
        append("\"app\": ", first: call.app?.name, names)
        append("\"uid\": ", first: call.uid, names)
        append("\"phase\": ", word: call.phase.name)
        append(", \"muted\": ", flag: call.isMuted)
        append("}")
    }

    private mutating func append(reasonsOf reply: Reply) {
        append("[")
        var isFirst = true
        for decision in reply.moment.decisions {
            append(isFirst ? "{\"rule\": " : ", {\"rule\": ", word: decision.rule.id)
            isFirst = false
            append(", \"about\": ", text: reply.text(of: decision.subject))
            append(", \"says\": ")
            append(decision.sentence, about: decision.subject, reply.names)
            append("}")
        }
        if let reason = reply.vocabularyReason {
            append(isFirst ? "{\"rule\": " : ", {\"rule\": ", word: reason.rule.id)
            append(", \"about\": \"device\", \"says\": ", text: reason.says)
            append("}")
        }
        append("]")
    }

    private mutating func append(_ moment: Moment, _ names: NameTable, version: Int) {
        append("{\"at\": ", number: moment.at.seconds)
        append(", \"events\": ")
        append(events: moment.notices, names, version: version)
        append(", \"heard\": ")
        append(heard: moment.heard, names)
        append("}")
    }
}

// A key with what stands before it, and its value.
extension ByteBuffer {
    private mutating func append(_ lead: StaticString, flag: Bool) {
        append(lead)
        append(flag ? "true" : "false")
    }

    private mutating func append(_ lead: StaticString, number: Double) {
        append(lead)
        append(number: number)
    }

    private mutating func append(_ lead: StaticString, integer: Int) {
        append(lead)
        append(integer: integer)
    }

    /// Appends a text with its escapes, or null.
    private mutating func append(_ lead: StaticString, text: String?) {
        append(lead)
        if let text { append(quoting: text) } else { append("null") }
    }

    /// Appends a word that needs no escapes.
    private mutating func append(_ lead: StaticString, word: String) {
        append(lead)
        append(word: word)
    }

    private mutating func append(word: String) {
        append("\"")
        append(plain: word)
        append("\"")
    }

    /// Appends a name with a comma behind it; nothing if there is none.
    private mutating func append(_ lead: StaticString, first name: Name?, _ names: NameTable) {
        guard let name else { return }
        append(lead, text: names[name])
        append(", ")
    }

    private mutating func append(_ lead: StaticString, ports: PortSet) {
        append(lead)
        append("[")
        var separator: StaticString = ""
        for port in ports.ports {
            append(separator, word: port.name)
            separator = ", "
        }
        append("]")
    }
}
