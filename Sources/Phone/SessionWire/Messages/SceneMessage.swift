import SessionPolicy

private enum SceneFlag {
    static let complete: UInt8 = 1
    static let vibrates: UInt8 = 2
    static let hasInput: UInt8 = 4

    static let running: UInt8 = 1
    static let begins: UInt8 = 2
    static let silenced: UInt8 = 4
}

extension Scene {
    /// The scene as messages: one, unless it has more sounds than fit. All sounds belong to the connection's app.
    func messages() -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var sounds = 0..<min(names.count, Self.soundsOfMessage)
        var ends = 0..<min(finished.count, Self.endsOfMessage)
        while true {
            let isComplete = sounds.upperBound == names.count && ends.upperBound == finished.count
            var writer = WireWriter(HostMessage.sceneCode, 0, capacity: 256)
            writer.put(self, sounds: sounds, ends: ends, isComplete: isComplete)
            messages.append(writer.bytes)
            if isComplete { return messages }
            sounds = sounds.upperBound..<min(names.count, sounds.upperBound + Self.soundsOfMessage)
            ends = ends.upperBound..<min(finished.count, ends.upperBound + Self.endsOfMessage)
        }
    }

    // The number that fits with the longest names: 870 and 259 bytes each.
    private static let soundsOfMessage = 40
    private static let endsOfMessage = 80
}

extension WireWriter {
    mutating func put(_ scene: Scene, sounds: Range<Int>, ends: Range<Int>, isComplete: Bool) {
        put(scene.at.nanoseconds)
        put(
            (isComplete ? SceneFlag.complete : 0) | (scene.vibrates ? SceneFlag.vibrates : 0)
                | (scene.input != nil ? SceneFlag.hasInput : 0))
        put(scene.picture.end.rawValue)
        put(scene.output.port.rawValue)
        put(optional: scene.output.pcm)
        put(optional: scene.output.volume?.card)
        put(optional: scene.output.volume?.control)
        if let input = scene.input {
            put(input.port.rawValue)
            put(optional: input.pcm)
        }
        put(UInt16(ends.count))
        for name in scene.finished[ends] {
            put(name.kind.rawValue)
            put(name.sound ?? "")
        }
        put(UInt16(sounds.count))
        for place in sounds { Form.sound.write(SceneSound(scene, at: place), &self) }
        put(scene.picture.route.outputs.rawValue)
        put(scene.picture.route.inputs.rawValue)
        put(scene.picture.route.level.port.rawValue)
        put(scene.picture.mediaVolume)
        put(scene.picture.hasVolumeControl)
        put(scene.picture.preferredOutputs.rawValue)
        put(scene.picture.length(of: .duckDown))
    }
}

/// Assembles scenes from parts for one app, and numbers the names of its sounds.
struct SceneAssembly {
    private var app: String
    private var ramps: [RampRule]
    private var numbers: [String: UInt32] = [:]
    private var lastNumber: UInt32 = 0
    private var partial: Scene?

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
        let (part, isComplete) = try read(&reader)
        var scene = part
        if var earlier = partial {
            let count = earlier.names.count
            earlier.picture.add(part.picture.sounds)
            earlier.names += part.names
            earlier.started += part.started.map { $0 + count }
            earlier.finished += part.finished
            earlier.gainOver =
                part.gainOver.map { Scene.GainOver(place: $0.place + count, length: $0.length) }
                ?? earlier.gainOver
            earlier.vibrates = earlier.vibrates || part.vibrates
            scene = earlier
        }
        guard scene.names.count <= Self.mostSounds, scene.finished.count <= Self.mostSounds else {
            throw WireFault("a scene has more than \(Self.mostSounds) sounds")
        }
        partial = isComplete ? nil : scene
        if isComplete, numbers.count > Self.mostNames {
            let present = Set(scene.names.map { $0.sound ?? "" })
            numbers = numbers.filter { present.contains($0.key) }
        }
        return isComplete ? scene : nil
    }

    private static let mostSounds = 65_536

    private mutating func read(_ reader: inout WireReader) throws(WireFault) -> (scene: Scene, isComplete: Bool) {
        let at = try reader.time()
        let flags = try reader.whole(UInt8.self)
        let end = try reader.code(RampRule.Change.self)
        let (port, pcm) = (try reader.code(Port.self), try reader.optionalText())
        let (card, control) = (try reader.optionalText(), try reader.optionalText())
        let output = SceneOutput(
            port: port, pcm: pcm, volume: card.map { VolumeControlName(card: $0, control: control) })
        var input: SceneInput?
        if flags & SceneFlag.hasInput != 0 {
            input = SceneInput(
                port: try reader.code(Port.self), pcm: try reader.optionalText(), apps: [app])
        }
        var finished: [SceneName] = []
        for _ in 0..<(try reader.whole(UInt16.self)) {
            finished.append(
                SceneName(try reader.code(SoundKind.self), app: app, sound: try reader.text()))
        }
        var sounds: [SceneSound] = []
        for _ in 0..<(try reader.whole(UInt16.self)) {
            sounds.append(try Form.sound.read(&reader))
        }
        let levels = sounds.map { $0.level(number: number(of: $0.name)) }
        let overs = sounds.indices.compactMap { place in
            sounds[place].gainOver.map { Scene.GainOver(place: place, length: $0) }
        }
        let picture = try reader.picture(of: levels, end: end, ramps: ramps)
        let scene = Scene(
            at: at, picture: picture, names: sounds.map { SceneName($0.kind, app: app, sound: $0.name) },
            started: sounds.indices.filter { sounds[$0].begins }, finished: finished, gainOver: overs.last,
            output: output, input: input, vibrates: flags & SceneFlag.vibrates != 0)
        return (scene, flags & SceneFlag.complete != 0)
    }

    private mutating func number(of name: String) -> UInt32 {
        if let known = numbers[name] { return known }
        lastNumber &+= 1
        numbers[name] = lastNumber
        return lastNumber
    }

    private static let mostNames = 8_192
}

private struct SceneSound {
    static let app = AppID(Name(0))

    let kind: SoundKind
    let name: String
    let flags: UInt8
    let gain: Double
    let duck: Double
    let volume: Double
    let gainOver: Length?
    let outputs: PortSet
    let changes: Picture.Changes
    let unheardBy: RuleID?
    let duckedBy: RuleID?

    var begins: Bool { flags & SceneFlag.begins != 0 }

    func level(number: UInt32) -> Picture.Level {
        // An unknown rule still silences.
        let silences = flags & SceneFlag.silenced != 0
        return Picture.Level(
            reference: SoundReference(kind, app: Self.app, sound: SoundID(Name(number))),
            isRunning: flags & SceneFlag.running != 0, unheardBy: silences ? unheardBy ?? .step1 : unheardBy,
            gain: gain, volume: volume, duckedBy: duckedBy, originator: nil, duck: duck, outputs: outputs,
            changes: changes)
    }
}

extension SceneSound {
    init(_ scene: Scene, at place: Int) {
        let (level, name) = (scene.picture.sounds[place], scene.names[place])
        self.init(
            kind: name.kind, name: name.sound ?? "",
            flags: (level.isRunning ? SceneFlag.running : 0)
                | (scene.started.contains(place) ? SceneFlag.begins : 0)
                | (level.isSilenced ? SceneFlag.silenced : 0), gain: level.gain, duck: level.duck,
            volume: level.volume, gainOver: scene.gainOver?.place == place ? scene.gainOver?.length : nil,
            outputs: level.outputs, changes: level.changes, unheardBy: level.unheardBy, duckedBy: level.duckedBy)
    }
}

private enum Form {
    static let ports = WireField<PortSet>(
        { $1.put($0.rawValue) },
        { reader throws(WireFault) in
            PortSet(rawValue: try reader.whole(UInt16.self))
        })

    static let changes = WireField<Picture.Changes>(
        .code, .code, .code, .code, .code, .code, .code, .code,
        as: {
            Picture.Changes(
                start: $0, resumption: $1, halt: $2, gain: $3, duck: $4, silence: $5, volume: $6, outputs: $7)
        }, split: { ($0.start, $0.resumption, $0.halt, $0.gain, $0.duck, $0.silence, $0.volume, $0.outputs) })

    static let sound = WireField<SceneSound>(
        .code, .text, .whole, .unit, .unit, .unit, .length, ports, changes, .rule, .rule,
        as: {
            SceneSound(
                kind: $0, name: $1, flags: $2, gain: $3, duck: $4, volume: $5, gainOver: $6, outputs: $7, changes: $8,
                unheardBy: $9, duckedBy: $10)
        },
        split: {
            (
                $0.kind, $0.name, $0.flags, $0.gain, $0.duck, $0.volume, $0.gainOver, $0.outputs, $0.changes,
                $0.unheardBy, $0.duckedBy
            )
        })
}

extension WireReader {
    fileprivate mutating func picture(
        of levels: [Picture.Level], end: RampRule.Change, ramps: [RampRule]
    ) throws(WireFault) -> Picture {
        let (outputs, inputs) = (try whole(UInt16.self), try whole(UInt16.self))
        let route = Route(
            outputs: PortSet(rawValue: outputs), inputs: PortSet(rawValue: inputs),
            level: OutputKey(port: try code(Port.self), uid: nil))
        let (volume, hasControl) = (try double(in: 0...1), try flag())
        let preferred = PortSet(rawValue: try whole(UInt16.self))
        var ramps = ramps
        // An older host omits this length; then the welcome's is used.
        if left > 0, let place = ramps.firstIndex(where: { $0.change == .duckDown }) {
            ramps[place].length = try length()
        }
        return Picture(
            sounds: levels, route: route, mediaVolume: volume, hasVolumeControl: hasControl,
            preferredOutputs: preferred, end: end, ramps: ramps)
    }
}

extension Picture {
    fileprivate mutating func add(_ more: [Level]) {
        self = Picture(
            sounds: sounds + more, route: route, mediaVolume: mediaVolume, hasVolumeControl: hasVolumeControl,
            preferredOutputs: preferredOutputs, end: end, ramps: ramps)
    }
}
