import SessionPolicy
import SessionWorld

/// The scenes of each process.
extension ArbiterState {
    /// The audible sounds from a time on, prepared for all processes.
    struct PreparedScene {
        let picture: Picture
        /// The process that plays each sound; nil is the home process.
        let owners: [ProcessID?]
        /// The sounds of all processes that start from their beginning.
        let started: [SoundReference]
        let finished: [SceneName]
        /// Whether the device vibrates, which the home process does.
        let vibrates: Bool
        let at: MachineTime
        let output: SceneOutput
        /// The loudest volume of any sound, if the home process sets a control to it.
        let loudest: Double?
    }

    func prepare(
        _ picture: Picture, started: [SoundReference] = [], finished: [SceneName] = [], vibrates: Bool = false,
        at: MachineTime
    ) -> PreparedScene {
        let output = outputs.output(picture)
        var loudest: Double?
        if output.volume != nil, processes.count > 1 {
            loudest = picture.sounds.lazy.filter { $0.isRunning && $0.unheardBy == nil }.map(\.volume)
                .reduce(picture.mediaVolume, max)
        }
        return PreparedScene(
            picture: picture, owners: owners(in: picture), started: started, finished: finished,
            vibrates: vibrates, at: at, output: output, loudest: loudest)
    }

    /// The process that plays each sound of a picture; nil is the home process. Reuses the last list if the sounds are
    /// equal.
    private func owners(in picture: Picture) -> [ProcessID?] {
        if ownersAreOf == seats.changes, picture.hasSounds(like: shown) { return owners }
        return picture.sounds.map { $0.reference.app.flatMap { seats.process(of: $0) } }
    }

    /// The processes with changed sounds since the last picture, and the home process.
    func concerned(by showing: PreparedScene) -> [Int] {
        // A single process is the home process.
        if processes.count == 1 { return [0] }
        var isConcerned = processes.map(\.isHome)
        func note(_ owner: ProcessID?) {
            if let place = owner.flatMap(place(of:)) { isConcerned[place] = true }
        }
        let (before, after) = (shown.sounds, showing.picture.sounds)
        // Most sounds have the same index as before, or are off by one.
        var next = 0
        var isLeft = [Bool](repeating: true, count: before.count)
        for (level, owner) in zip(after, showing.owners) {
            guard let place = shown.place(of: level.reference, near: next) else {
                note(owner)
                continue
            }
            next = place + 1
            isLeft[place] = false
            guard before[place] != level || owners[place] != owner else { continue }
            note(owner)
            note(owners[place])
        }
        for place in isLeft.indices where isLeft[place] { note(owners[place]) }
        for sound in showing.started { note(sound.app.flatMap { seats.process(of: $0) }) }
        for sound in showing.finished { note(sound.app.flatMap { seats.process(ofApp: $0) }) }
        return isConcerned.indices.filter { isConcerned[$0] }
    }

    /// The index of a process; processes are sorted by number.
    func place(of process: ProcessID) -> Int? {
        var (low, high) = (0, processes.count)
        while low < high {
            let middle = (low + high) / 2
            if processes[middle].id.number < process.number { low = middle + 1 } else { high = middle }
        }
        return low < processes.count && processes[low].id == process ? low : nil
    }

    /// Sends each process its scene if anything in it is new.
    /// - Parameters:
    ///   - showing: The sounds that are heard.
    ///   - places: The processes, in order.
    mutating func show(_ showing: PreparedScene, to places: [Int]) {
        // The indices of each process's sounds in the picture; the home process plays the rest.
        var sounds = [[Int]](repeating: [], count: processes.count)
        let home = processes.firstIndex(where: \.isHome)
        for (sound, owner) in showing.owners.enumerated() {
            if let place = owner.map(place(of:)) ?? home { sounds[place].append(sound) }
        }
        for place in places { show(showing, sounds[place], to: place) }
    }

    private mutating func show(_ showing: PreparedScene, _ sounds: [Int], to place: Int) {
        let process = processes[place]
        var own = showing.picture
        if sounds.count < own.sounds.count { own = own.keeping(at: sounds) }
        leaveVolume(showing, to: process, &own)
        var scene = Scene(
            at: showing.at, picture: own, names: [],
            started: showing.started.isEmpty
                ? [] : own.sounds.indices.filter { showing.started.contains(own.sounds[$0].reference) },
            finished: showing.finished.filter { plays($0.app, process) },
            output: process.isHome ? showing.output : showing.output.withoutControl,
            input: input(of: process, showing.picture.route), vibrates: showing.vibrates && process.isHome)
        let isEdge = !scene.started.isEmpty || !scene.finished.isEmpty || scene.vibrates || wantsScenes
        guard isEdge || !isShown(scene, to: process) else { return }
        scene.names = names(of: own, as: process.shown)
        if let gainOver, let place = own.sounds.firstIndex(where: { $0.reference == gainOver.sound }) {
            scene.gainOver = Scene.GainOver(place: place, length: gainOver.length)
        }
        if process.isHome { scene.ends = ends(of: own) }
        process.scenes.receive(scene)
        processes[place].sceneCount += 1
        // Edges are sent once.
        (scene.started, scene.finished, scene.gainOver, scene.ends, scene.vibrates) = ([], [], nil, [:], false)
        processes[place].shown = scene
    }

    /// The names of a picture's sounds. An unchanged list stays identical, so that receivers can skip it.
    private func names(of picture: Picture, as shown: Scene?) -> [SceneName] {
        if let shown, shown.names.count == picture.sounds.count, picture.hasSounds(like: shown.picture) {
            return shown.names
        }
        return picture.sounds.map { name(of: $0.reference) }
    }

    /// When sounds of emulated apps and of the device end. A program's process reports its own.
    private func ends(of picture: Picture) -> [Int: MachineTime] {
        guard world.state.nextDeadline != nil else { return [:] }
        var ends: [Int: MachineTime] = [:]
        for (place, level) in picture.sounds.enumerated() {
            guard level.reference.app.map({ !seats.contains($0) }) ?? true else { continue }
            ends[place] = world.state.end(of: level.reference).map { machineTime(of: $0) }
        }
        return ends
    }

    private func isShown(_ scene: Scene, to process: Process) -> Bool {
        // The home process sets the hardware's volume, even for another process's sounds.
        let movesControl = scene.output.volume != nil
        guard let shown = process.shown else {
            return scene.picture.sounds.isEmpty && scene.input == nil && !movesControl
        }
        if movesControl, shown.output != scene.output || shown.picture.mediaVolume != scene.picture.mediaVolume {
            return false
        }
        guard shown.input == scene.input, shown.picture.sounds == scene.picture.sounds else { return false }
        // If nothing sounds, the output does not matter.
        return scene.picture.sounds.isEmpty || shown.output == scene.output
    }

    /// Only the home process sets the hardware volume, to the loudest of all sounds; every other process lowers its
    /// sounds by the difference. Without such a control, each applies the whole volume.
    private func leaveVolume(_ showing: PreparedScene, to process: Process, _ own: inout Picture) {
        guard let control = showing.output.volume, let loudest = showing.loudest else { return }
        if process.isHome {
            own = own.with(mediaVolume: loudest)
        } else if heldControls.contains(control), loudest > 0 {
            own = own.scalingVolumes(by: 1 / loudest)
        }
    }

    mutating func hold(_ control: VolumeControlName, _ isHeld: Bool, at now: MachineTime) {
        guard heldControls.contains(control) != isHeld else { return }
        if isHeld { heldControls.insert(control) } else { heldControls.remove(control) }
        show(prepare(world.picture, at: now), to: Array(processes.indices))
    }

    /// Whether a process plays the sounds of an app. The home process plays those of emulated apps.
    private func plays(_ app: AppID, _ process: Process) -> Bool {
        seats.process(of: app).map { $0 == process.id } ?? process.isHome
    }

    private func plays(_ app: String?, _ process: Process) -> Bool {
        app.flatMap { seats.process(ofApp: $0) }.map { $0 == process.id } ?? process.isHome
    }

    func name(of sound: SoundReference) -> SceneName {
        SceneName(
            sound.kind, app: sound.app.map { world.names[$0.name] }, sound: sound.sound.map { world.names[$0.name] })
    }

    private func input(of process: Process, _ route: Route) -> SceneInput? {
        var apps: [String] = []
        // An app that may not hear the microphone captures silence.
        var mayHear = false
        for recorder in recorders where plays(recorder.app, process) {
            apps.append(world.names[recorder.app.name])
            if recorder.mayHear { mayHear = true }
        }
        guard !apps.isEmpty, let port = route.inputs.ports.first else { return nil }
        return SceneInput(port: port, pcm: mayHear ? outputs.inputPCM(port) : nil, apps: apps)
    }
}

extension Picture {
    /// Whether its sounds equal another picture's, apart from levels.
    func hasSounds(like other: Picture) -> Bool {
        sounds.count == other.sounds.count && zip(sounds, other.sounds).allSatisfy { $0.reference == $1.reference }
    }

    /// Whether it differs from another picture in sounds only.
    func isSurrounded(like other: Picture) -> Bool {
        route == other.route && mediaVolume == other.mediaVolume && hasVolumeControl == other.hasVolumeControl
            && preferredOutputs == other.preferredOutputs && end == other.end && ramps == other.ramps
    }
}

extension PolicyState {
    fileprivate func end(of sound: SoundReference) -> Instant? {
        switch sound.kind {
        case .alert: return alert?.ends
        case .keyClick: return keyClickEnds
        case .systemSound, .alertSound: return systemSound?.ends
        default:
            guard let app = sound.app, let id = sound.sound,
                case .running(let end)? = startedSound(id, of: app)?.progress
            else { return nil }
            return end
        }
    }
}
