/// A caller's text, kept outside the policy and known here by number only.
///
/// The caller of the policy gives each distinct text its own number; the policy compares numbers and never orders by
/// them (decision 1).
public struct Name: Hashable, Sendable {
    public let number: UInt32

    /// Creates the name with this number.
    public init(_ number: UInt32) { self.number = number }
}

/// An app, by its name.
public struct AppID: Hashable, Sendable {
    public let name: Name

    /// Creates the identifier of the app with this name.
    public init(_ name: Name) { self.name = name }
}

/// A sound of one app, by its name; two apps may use the same name for different sounds.
public struct SoundID: Hashable, Sendable {
    public let name: Name

    /// Creates the identifier of the sound with this name.
    public init(_ name: Name) { self.name = name }
}
