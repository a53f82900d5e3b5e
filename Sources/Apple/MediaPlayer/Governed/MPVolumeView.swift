internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The state of a volume slider and a route button; how they are drawn is the program's business. Any thread.
open class MPVolumeView: NSObject, @unchecked Sendable {
    let kept = Kept()
    /// The place of the view on the screen.
    open var frame: CGRect {
        get { kept["frame", .zero] }
        set { kept["frame", .zero] = newValue }
    }

    /// Creates a view of no size.
    public override init() {
        super.init()
        Claim.volumeView.add(1)
    }

    /// Creates a view, which counts as shown as long as it lives and is not hidden.
    public init(frame: CGRect) {
        super.init()
        self.frame = frame
        Claim.volumeView.add(1)
    }

    deinit { if !isHidden { Claim.volumeView.add(-1) } }

    /// Whether it is hidden.
    open var isHidden: Bool {
        get { kept["isHidden", false] }
        set {
            var isChange = false
            kept.change("isHidden", false) { (isChange, $0) = ($0 != newValue, newValue) }
            if isChange { Claim.volumeView.add(newValue ? -1 : 1) }
        }
    }
    /// The view without its place: where it would are in itself.
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    /// Gives the view its least height: that of a slider.
    open func sizeToFit() { frame.size.height = 31 }

    /// The position of the slider, 0 to 1, or nil if it gives way to the name of a device. Not Apple's.
    public var sliderValue: Float? {
        if case .level(let level) = ProcessApp.shared.facts.slider { Float(level) } else { nil }
    }

    /// The name of the device that is in the slider's place, because it has its own volume, or nil if the slider is
    /// shown. Not Apple's.
    public var deviceName: String? {
        guard case .accessory(let kind, let name) = ProcessApp.shared.facts.slider else { return nil }
        return name ?? kind.name
    }
}

extension Claim {
    /// The wish that the buttons change the media volume, while there is a volume view that is not hidden.
    fileprivate static let volumeView = Claim { _ = try? ProcessApp.shared.wish(.showedVolumeView($0)) }
}
