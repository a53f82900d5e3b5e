import SessionPolicy

extension Scene {
    /// The scene as messages: one, unless it has more sounds than fit. All sounds belong to the connection's app.
    func messages() -> [[UInt8]] {
        var part = ScenePart(self)
        var (sounds, finished) = (part.body.sounds[...], part.body.finished[...])
        var messages: [[UInt8]] = []
        repeat {
            part.body.sounds = Array(sounds.prefix(Self.soundsOfMessage))
            part.body.finished = Array(finished.prefix(Self.endsOfMessage))
            (sounds, finished) = (sounds.dropFirst(Self.soundsOfMessage), finished.dropFirst(Self.endsOfMessage))
            if sounds.isEmpty, finished.isEmpty { part.head.flags.insert(.isComplete) }
            messages.append(
                WireWriter.message(HostMessage.sceneCode, 0, capacity: 256) { ScenePart.form.write(part, &$0) })
        } while !part.head.flags.contains(.isComplete)
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
            sounds: body.sounds.map { $0.level(number: number(of: $0.name.sound ?? "")) }, route: body.route,
            mediaVolume: body.mediaVolume, hasVolumeControl: body.hasVolumeControl,
            preferredOutputs: body.preferredOutputs, end: head.end, ramps: ramps)
        func ofApp(_ name: SceneName) -> SceneName { SceneName(name.kind, app: app, sound: name.sound) }
        var scene = Scene(
            at: head.at, picture: picture, names: body.sounds.map { ofApp($0.name) },
            started: body.sounds.indices.filter { body.sounds[$0].flags.contains(.begins) },
            finished: body.finished.map(ofApp), output: head.output,
            input: part.input.map { SceneInput(port: $0.port, pcm: $0.pcm, apps: [app]) },
            vibrates: head.flags.contains(.vibrates))
        for (place, sound) in body.sounds.enumerated() {
            if let length = sound.gainOver { scene.gainOver = Scene.GainOver(place: place, length: length) }
        }
        return scene
    }

    private static let mostNames = 8_192

    private mutating func number(of name: String) -> UInt32 {
        if let known = numbers[name] { return known }
        lastNumber &+= 1
        numbers[name] = lastNumber
        return lastNumber
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
                finished: scene.finished, sounds: scene.names.indices.map { SceneSound(scene, at: $0) },
                route: picture.route, mediaVolume: picture.mediaVolume, hasVolumeControl: picture.hasVolumeControl,
                preferredOutputs: picture.preferredOutputs, duckDown: picture.length(of: .duckDown)))
    }
}

private struct SceneSound {
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isRunning = Flags(rawValue: 1)
        static let begins = Flags(rawValue: 2)
        static let isSilenced = Flags(rawValue: 4)
    }

    let name: SceneName
    let flags: Flags
    let gain: Double
    let duck: Double
    let volume: Double
    let gainOver: Length?
    let outputs: PortSet
    let changes: Picture.Changes
    let unheardBy: RuleID?
    let duckedBy: RuleID?

    private static let app = AppID(Name(0))

    func level(number: UInt32) -> Picture.Level {
        // An unknown rule still silences.
        let silencing = flags.contains(.isSilenced) ? RuleID.step1 : nil
        return Picture.Level(
            reference: SoundReference(name.kind, app: Self.app, sound: SoundID(Name(number))),
            isRunning: flags.contains(.isRunning), unheardBy: unheardBy ?? silencing, gain: gain, volume: volume,
            duckedBy: duckedBy, originator: nil, duck: duck, outputs: outputs, changes: changes)
    }
}

extension SceneSound {
    init(_ scene: Scene, at place: Int) {
        let level = scene.picture.sounds[place]
        var flags: Flags = level.isRunning ? .isRunning : []
        if scene.started.contains(place) { flags.insert(.begins) }
        if level.isSilenced { flags.insert(.isSilenced) }
        self.init(
            name: scene.names[place], flags: flags, gain: level.gain, duck: level.duck, volume: level.volume,
            gainOver: scene.gainOver?.place == place ? scene.gainOver?.length : nil, outputs: level.outputs,
            changes: level.changes, unheardBy: level.unheardBy, duckedBy: level.duckedBy)
    }
}

private enum Form {
    static let output = WireField<SceneOutput>(
        .code, .text, .text, .text,
        as: { port, pcm, card, control in
            SceneOutput(
                port: port, pcm: pcm, volume: card.map { VolumeControlName(card: $0, control: control) })
        }, split: { ($0.port, $0.pcm, $0.volume?.card, $0.volume?.control) })

    static let head = WireField<ScenePart.Head>(
        .time, .code, .code, output, as: ScenePart.Head.init, split: { ($0.at, $0.flags, $0.end, $0.output) })

    static let input = WireField<SceneInput>(
        .code, .text, as: { SceneInput(port: $0, pcm: $1, apps: []) }, split: { ($0.port, $0.pcm) })

    static let name = WireField<SceneName>(
        .code, .text, as: { SceneName($0, sound: $1) }, split: { ($0.kind, $0.sound ?? "") })

    static let changes = WireField<Picture.Changes>(
        .code, .code, .code, .code, .code, .code, .code, .code, as: Picture.Changes.init,
        split: { ($0.start, $0.resumption, $0.halt, $0.gain, $0.duck, $0.silence, $0.volume, $0.outputs) })

    static let sound = WireField<SceneSound>(
        name, .code, .unit, .unit, .unit, .length, .code, changes, .rule, .rule, as: SceneSound.init,
        split: {
            (
                $0.name, $0.flags, $0.gain, $0.duck, $0.volume, $0.gainOver, $0.outputs, $0.changes, $0.unheardBy,
                $0.duckedBy
            )
        })

    static let route = WireField<Route>(
        .code, .code, .code,
        as: { Route(outputs: $0, inputs: $1, level: OutputKey(port: $2, uid: nil)) },
        split: { ($0.outputs, $0.inputs, $0.level.port) })

    static let body = WireField<ScenePart.Body>(
        name.list(UInt16.self), sound.list(UInt16.self), route, .unit, .flag, .code,
        WireField<Length?>.length.ifPresent(else: nil), as: ScenePart.Body.init,
        split: {
            (
                $0.finished, $0.sounds, $0.route, $0.mediaVolume, $0.hasVolumeControl, $0.preferredOutputs, $0.duckDown
            )
        })
}
