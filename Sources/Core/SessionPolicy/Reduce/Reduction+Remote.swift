/// Remote commands of the person to the Now Playing app.
extension Reduction {
    mutating func give(_ command: RemoteCommand) {
        guard let app = state.apps.first(where: { state.isNowPlaying($0) }) else {
            return refuse(
                .badParam, .rc1, nil, "no app is Now Playing; let one register as such and start a sound first")
        }
        decide(.rc1, app.id, "{app} is Now Playing and receives the command")
        acting = app.id
        tell(app.id, .remoteCommand(command))
    }

    /// Handles 1 to 3 presses of a headset's button.
    mutating func pressHeadsetButton(times: Int) {
        let kinds: Members<Accessory.Kind> = [.headset, .bluetoothA2DP, .bluetoothHFP, .carAudio]
        guard state.accessories.contains(where: { kinds.contains($0.kind) }) else {
            return refuse(.badParam, .rc2, nil, "no accessory with a button is connected; connect a headset first")
        }
        if let call = state.calls.last(where: { $0.phase == .incoming }) {
            decide(.rc2, "a call is ringing: the button answers it")
            return change(call: .answered, CallName(app: call.app, uid: call.uid))
        }
        if let call = state.callOn {
            decide(.rc2, "a call is on: the button ends it")
            return change(call: .ended, CallName(app: call.app, uid: call.uid))
        }
        let places = RemoteCommand.ofPresses.indices
        decide(.rc2, "the button sends a command")
        give(RemoteCommand(RemoteCommand.ofPresses[min(max(times - 1, places.lowerBound), places.upperBound - 1)]))
    }
}
