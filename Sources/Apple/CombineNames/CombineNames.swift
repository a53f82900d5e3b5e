#if Combine
    @_exported public import OpenCombine
    @_exported public import OpenCombineDispatch
    @_exported public import OpenCombineFoundation

    #if canImport(Combine)
        #error("This build folder has a Swift module Combine of an earlier version; run `swift package clean` once.")
    #endif
#else
    /// Unavailable without the trait `Combine`.
    @available(*, unavailable, message: "name the package with traits: [\"Combine\"] in Package.swift")
    public protocol ObservableObject: AnyObject {}
    /// Unavailable without the trait `Combine`.
    @available(*, unavailable, message: "name the package with traits: [\"Combine\"] in Package.swift")
    public final class AnyCancellable {}
#endif
