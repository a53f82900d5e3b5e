public import Foundation

/// Tells whether there is another route to choose than the device's own. Any thread.
open class AVRouteDetector: NSObject, @unchecked Sendable {
    private let kept = Kept()

    /// Creates a detector that does not look yet.
    public override init() { super.init() }
    /// Whether it looks.
    open var isRouteDetectionEnabled: Bool {
        get { kept["isRouteDetectionEnabled", false] }
        set { kept["isRouteDetectionEnabled", false] = newValue }
    }
    /// Whether it looks and an accessory is in force.
    open var multipleRoutesDetected: Bool {
        let own: Set<AVAudioSession.Port> = [.builtInSpeaker, .builtInReceiver]
        return isRouteDetectionEnabled
            && AVAudioSession.sharedInstance().currentRoute.outputs.contains { !own.contains($0.portType) }
    }
}
