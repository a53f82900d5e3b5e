import SessionPolicy

extension Scene {
    /// The scene as messages: one, unless it has more sounds than fit. All sounds belong to the connection's app.
    func messages() -> [[UInt8]] {
        var rest = ScenePart(self)
        var messages: [[UInt8]] = []
        var isComplete = false
        while !isComplete {
            var part = rest
            isComplete =
                rest.body.sounds.count <= Self.soundsOfMessage && rest.body.finished.count <= Self.endsOfMessage
            if isComplete {
                part.head.flags.insert(.isComplete)
            } else {
                part.body.sounds = Array(rest.body.sounds.prefix(Self.soundsOfMessage))
                part.body.finished = Array(rest.body.finished.prefix(Self.endsOfMessage))
                rest.body.sounds.removeFirst(part.body.sounds.count)
                rest.body.finished.removeFirst(part.body.finished.count)
            }
            var writer = WireWriter(HostMessage.sceneCode, 0, capacity: 256)
            ScenePart.form.write(part, &writer)
            messages.append(writer.bytes)
        }
        return messages
    }

    // The number that fits with the longest names: 870 and 259 bytes each.
    private static let soundsOfMessage = 40
    private static let endsOfMessage = 80
}

/// Assembles scenes from parts for one app, and numbers the names of its sounds.
struct SceneAssembly {
    private var app: String
    private var ramps: [RampRule]
    private var numbers: [String: UInt32] = [:]
    private var lastNumber: UInt32 = 0
    private var partial: ScenePart?

    /// Creates an empty assembly.
    /// - Parameter ramps: The length of each kind of change, from the welcome.
    init(app: String, ramps: [RampRule]) { (self.app, self.ramps) = (app, ramps) }

    /// Switches to another host; sounds keep their numbers.
    mutating func move(to app: String, ramps: [RampRule]) {
        (self.app, self.ramps, partial) = (app, ramps, nil)
    }

    /// Adds a part. Returns the scene once it is complete.
    mutating func add(_ bytes: UnsafeRawBufferPointer) throws(WireFault) -> Scene? {
        var reader = WireReader(bytes)
        _ = try reader.head()
        var part = try ScenePart.form.read(&reader)
        if var earlier = partial {
            partial = nil
            earlier.head.flags.formUnion(part.head.flags)
            earlier.body.finished += part.body.finished
            earlier.body.sounds += part.body.sounds
            part = earlier
        }
        guard max(part.body.sounds.count, part.body.finished.count) <= Self.mostSounds else {
            throw WireFault("a scene has more than \(Self.mostSounds) sounds")
        }
        if part.head.flags.contains(.isComplete) { return scene(part) }
        partial = part
        return nil
    }

    private static let mostSounds = 65_536

    private mutating func scene(_ part: ScenePart) -> Scene {
        let (head, body) = (part.head, part.body)
        if numbers.count > Self.mostNames {
            let present = Set(body.sounds.map { $0.name.sound ?? "" })
            numbers = numbers.filter { present.contains($0.key) }
        }
        var ramps = ramps
        if let length = body.duckDown, let place = ramps.firstIndex(where: { $0.change == .duckDown }) {
            ramps[place].length = length
        }
        let picture = Picture(
            sounds: body.sounds.map { numbered($0) }, route: body.route, mediaVolume: body.mediaVolume,
            hasVolumeControl: body.hasVolumeControl,
            preferredOutputs: body.preferredOutputs, end: head.end, ramps: ramps)
        func ofApp(_ name: SceneName) -> SceneName { SceneName(name.kind, app: app, sound: name.sound) }
        var scene = Scene(
            at: head.at, picture: picture, names: body.sounds.map { ofApp($0.name) },
            started: body.sounds.indices.filter { body.sounds[$0].begins },
            finished: body.finished.map(ofApp), output: head.output,
            input: part.input.map { SceneInput(port: $0.port, pcm: $0.pcm, apps: [app]) },
            vibrates: head.flags.contains(.vibrates))
        for (place, sound) in body.sounds.enumerated() {
            if let length = sound.gainOver { scene.gainOver = Scene.GainOver(place: place, length: length) }
        }
        return scene
    }

    private static let mostNames = 8_192

    /// Returns a sound's level, in which its name is a number.
    private mutating func numbered(_ sound: SceneSound) -> Picture.Level {
        let name = sound.name.sound ?? ""
        if numbers[name] == nil { lastNumber &+= 1 }
        let number = numbers[name, default: lastNumber]
        numbers[name] = number
        var level = sound.level
        level.reference = SoundReference(sound.name.kind, app: AppID(Name(0)), sound: SoundID(Name(number)))
        return level
    }
}

// MARK: The fields

/// A scene, or a part of one, as it is on the wire. The names are without the app.
private struct ScenePart {
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isComplete = Flags(rawValue: 1)
        static let vibrates = Flags(rawValue: 2)
        static let hasInput = Flags(rawValue: 4)
    }

    struct Head {
        let at: MachineTime
        var flags: Flags
        let end: RampRule.Change
        let output: SceneOutput
    }

    struct Body {
        var finished: [SceneName]
        var sounds: [SceneSound]
        let route: Route
        let mediaVolume: Double
        let hasVolumeControl: Bool
        let preferredOutputs: PortSet
        /// The length of this kind of change, or nil from an older host; then the welcome's is used.
        let duckDown: Length?
    }

    var head: Head
    let input: SceneInput?
    var body: Body

    static let form = WireField<ScenePart> { part, writer in
        Form.head.write(part.head, &writer)
        if let input = part.input { Form.input.write(input, &writer) }
        Form.body.write(part.body, &writer)
    } _: { reader throws(WireFault) in
        let head = try Form.head.read(&reader)
        let input = head.flags.contains(.hasInput) ? try Form.input.read(&reader) : nil
        return ScenePart(head: head, input: input, body: try Form.body.read(&reader))
    }
}

extension ScenePart {
    /// A whole scene, not marked as complete yet.
    init(_ scene: Scene) {
        let picture = scene.picture
        var flags: Flags = scene.vibrates ? .vibrates : []
        if scene.input != nil { flags.insert(.hasInput) }
        self.init(
            head: Head(at: scene.at, flags: flags, end: picture.end, output: scene.output), input: scene.input,
            body: Body(
                finished: scene.finished,
                sounds: scene.names.indices.map {
                    SceneSound(
                        name: scene.names[$0], level: picture.sounds[$0], begins: scene.started.contains($0),
                        gainOver: scene.gainOver?.place == $0 ? scene.gainOver?.length : nil)
                },
                route: picture.route, mediaVolume: picture.mediaVolume, hasVolumeControl: picture.hasVolumeControl,
                preferredOutputs: picture.preferredOutputs, duckDown: picture.length(of: .duckDown)))
    }
}

/// A sound as it is on the wire; its level has no number.
private struct SceneSound {
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isRunning = Flags(rawValue: 1)
        static let begins = Flags(rawValue: 2)
        static let isSilenced = Flags(rawValue: 4)
    }

    let name: SceneName
    let level: Picture.Level
    let begins: Bool
    let gainOver: Length?

    var flags: Flags {
        var flags: Flags = level.isRunning ? .isRunning : []
        if begins { flags.insert(.begins) }
        if level.isSilenced { flags.insert(.isSilenced) }
        return flags
    }
}

private enum Form {
    static let head = WireField<ScenePart.Head>(
        .time, .code, .code, .code, .text, .text, .text,
        as: { at, flags, end, port, pcm, card, control in
            let volume = card.map { VolumeControlName(card: $0, control: control) }
            return ScenePart.Head(
                at: at, flags: flags, end: end, output: SceneOutput(port: port, pcm: pcm, volume: volume))
        },
        split: {
            (
                $0.at, $0.flags, $0.end, $0.output.port, $0.output.pcm, $0.output.volume?.card,
                $0.output.volume?.control
            )
        })

    static let input = WireField<SceneInput>(
        .code, .text, as: { SceneInput(port: $0, pcm: $1, apps: []) }, split: { ($0.port, $0.pcm) })

    static let name = WireField<SceneName>(
        .code, .text, as: { SceneName($0, sound: $1) }, split: { ($0.kind, $0.sound ?? "") })

    static let changes = WireField<Picture.Changes>(
        .code, .code, .code, .code, .code, .code, .code, .code, as: Picture.Changes.init,
        split: { ($0.start, $0.resumption, $0.halt, $0.gain, $0.duck, $0.silence, $0.volume, $0.outputs) })

    static let sound = WireField<SceneSound>(
        .code, .text, .code, .unit, .unit, .unit, .length, .code, changes, .rule, .rule,
        as: { kind, name, flags, gain, duck, volume, gainOver, outputs, changes, unheardBy, duckedBy in
            // An unknown rule still silences.
            let silencing = flags.contains(.isSilenced) ? RuleID.step1 : nil
            let level = Picture.Level(
                reference: SoundReference(kind), isRunning: flags.contains(.isRunning),
                unheardBy: unheardBy ?? silencing, gain: gain, volume: volume, duckedBy: duckedBy, originator: nil,
                duck: duck, outputs: outputs, changes: changes)
            return SceneSound(
                name: SceneName(kind, sound: name), level: level, begins: flags.contains(.begins), gainOver: gainOver)
        },
        split: {
            (
                $0.name.kind, $0.name.sound ?? "", $0.flags, $0.level.gain, $0.level.duck, $0.level.volume,
                $0.gainOver, $0.level.outputs, $0.level.changes, $0.level.unheardBy, $0.level.duckedBy
            )
        })

    static let body = WireField<ScenePart.Body>(
        name.list(UInt16.self), sound.list(UInt16.self), .code, .code, .code, .unit, .flag, .code,
        WireField<Length?>.length.ifPresent(else: nil),
        as: {
            ScenePart.Body(
                finished: $0, sounds: $1,
                route: Route(outputs: $2, inputs: $3, level: OutputKey(port: $4, uid: nil)), mediaVolume: $5,
                hasVolumeControl: $6, preferredOutputs: $7, duckDown: $8)
        },
        split: {
            (
                $0.finished, $0.sounds, $0.route.outputs, $0.route.inputs, $0.route.level.port, $0.mediaVolume,
                $0.hasVolumeControl, $0.preferredOutputs, $0.duckDown
            )
        })
}
