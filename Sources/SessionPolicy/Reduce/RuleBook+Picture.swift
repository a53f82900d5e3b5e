extension RuleBook {
    /// Who is heard in a state, how loud, on what, and by which rule not.
    public func picture(of state: PolicyState) -> Picture {
        Picture(sounds: [], route: Route(outputs: [], level: OutputKey(port: .builtInSpeaker, uid: nil)), mediaVolume: 0)
    }
    /// Why one picture differs from another.
    public func decisions(from before: Picture, to after: Picture) -> [Decision] { [] }
}
