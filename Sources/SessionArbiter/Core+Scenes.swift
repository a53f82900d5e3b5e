import SessionCalls
import SessionPolicy
import SessionWorld

/// What each process must make audible.
extension Core {
    /// Shows a picture to a process, if there is anything new in it for that one.
    ///
    /// - Parameters:
    ///   - picture: Who is heard from then on, in all processes.
    ///   - started: The sounds that begin from their beginning, of all processes.
    ///   - finished: The sounds that ran to their end, likewise.
    ///   - vibrates: Whether the device vibrates; the home process does that.
    ///   - at: When this takes effect.
    ///   - place: The process.
    mutating func show(
        _ picture: Picture, started: [SoundReference], finished: [SceneName], vibrates: Bool, at: MachineTime,
        to place: Int
    ) {
        let process = processes[place]
        let output = outputs.output(picture)
        var own = picture.keeping { plays($0.reference.app, process) }
        leaveVolume(of: output, in: picture, to: process, &own)
        var scene = Scene(
            at: at, picture: own, names: own.sounds.map { name(of: $0.reference) },
            started: own.sounds.indices.filter { started.contains(own.sounds[$0].reference) },
            finished: finished.filter { plays($0.app, process) },
            output: process.isHome ? output : output.withoutControl,
            input: input(of: process, picture.route), vibrates: vibrates && process.isHome)
        if let gainOver, let place = own.sounds.firstIndex(where: { $0.reference == gainOver.sound }) {
            scene.gainOver = Scene.GainOver(place: place, length: gainOver.length)
        }
        if process.isHome { scene.ends = ends(of: own) }
        let isEdge = !scene.started.isEmpty || !scene.finished.isEmpty || scene.vibrates || process.wantsScene
        guard isEdge || !isShown(scene, to: process) else { return }
        process.scenes.take(scene)
        // An edge is shown once.
        (scene.started, scene.finished, scene.gainOver, scene.ends, scene.vibrates) = ([], [], nil, [:], false)
        processes[place].shown = scene
        processes[place].wantsScene = false
    }

    /// When the sounds of emulated apps and of the device end by themselves. What programs play ends when it is over.
    private func ends(of picture: Picture) -> [Int: MachineTime] {
        guard world.state.nextDeadline != nil else { return [:] }
        let all = world.state.ends
        var ends: [Int: MachineTime] = [:]
        for (place, level) in picture.sounds.enumerated() {
            let app = level.reference.app
            guard app == nil || !seats.contains(where: { $0.app == app }) else { continue }
            ends[place] = all[level.reference].map { machineTime(of: $0) }
        }
        return ends
    }

    private func isShown(_ scene: Scene, to process: Process) -> Bool {
        // The home process moves the hardware's volume, whoever sounds.
        let movesControl = scene.output.volume != nil
        guard let shown = process.shown else {
            return scene.picture.sounds.isEmpty && scene.input == nil && !movesControl
        }
        if movesControl, shown.output != scene.output || shown.picture.mediaVolume != scene.picture.mediaVolume {
            return false
        }
        guard shown.input == scene.input, shown.picture.sounds == scene.picture.sounds else { return false }
        // Where nothing sounds it does not matter on what.
        return scene.picture.sounds.isEmpty || shown.output == scene.output
    }

    /// The volume in force is moved by one process alone: the home process brings the hardware's control to the loudest of
    /// all sounds, and the others apply what theirs have less. Where nobody can move it, each applies all of it.
    private func leaveVolume(of output: SceneOutput, in picture: Picture, to process: Process, _ own: inout Picture) {
        guard let control = output.volume, processes.count > 1 else { return }
        let loudest = picture.sounds.filter { $0.isRunning && $0.unheardBy == nil }.map(\.volume)
            .reduce(picture.mediaVolume, max)
        if process.isHome {
            own = own.with(mediaVolume: loudest)
        } else if heldControls.contains(control), loudest > 0 {
            own = own.scalingVolumes(by: 1 / loudest)
        }
    }

    mutating func hold(_ control: VolumeControlName, _ isHeld: Bool, at now: MachineTime) {
        guard heldControls.contains(control) != isHeld else { return }
        if isHeld { heldControls.insert(control) } else { heldControls.remove(control) }
        for place in processes.indices {
            show(world.picture, started: [], finished: [], vibrates: false, at: now, to: place)
        }
    }

    /// Whether a process plays the sounds of an app; those of apps that do not take part are the home process's.
    private func plays(_ app: AppID?, _ process: Process) -> Bool {
        guard let app, let seat = seats.first(where: { $0.app == app }) else { return process.isHome }
        return seat.process == process.id
    }

    private func plays(_ app: String?, _ process: Process) -> Bool {
        guard let app, let seat = seats.first(where: { $0.name == app }) else { return process.isHome }
        return seat.process == process.id
    }

    func name(of sound: SoundReference) -> SceneName {
        SceneName(
            sound.kind, app: sound.app.map { world.names[$0.name] }, sound: sound.sound.map { world.names[$0.name] })
    }

    private func input(of process: Process, _ route: Route) -> SceneInput? {
        var apps: [String] = []
        // Who does not hear the microphone captures silence.
        var mayHear = false
        for app in world.state.apps where app.recording == .running && plays(app.id, process) {
            apps.append(world.names[app.id.name])
            if world.book.hearsMicrophone(app, in: world.state) { mayHear = true }
        }
        guard !apps.isEmpty, let port = route.inputs.ports.first else { return nil }
        return SceneInput(port: port, pcm: mayHear ? outputs.inputPCM(port) : nil, apps: apps)
    }
}

extension PolicyState {
    /// When the sounds end by themselves that run now and have an end.
    fileprivate var ends: [SoundReference: Instant] {
        var ends: [SoundReference: Instant] = [:]
        ends[SoundReference(.alert)] = alert?.ends
        ends[SoundReference(.keyClick)] = keyClickEnds
        if let sound = systemSound {
            ends[SoundReference(sound.isAlert ? .alertSound : .systemSound, app: sound.app, sound: sound.sound)] =
                sound.ends
        }
        for sound in sounds {
            if case .running(let end?) = sound.progress {
                ends[SoundReference(.sound, app: sound.app, sound: sound.id)] = end
            }
        }
        return ends
    }
}
