internal import AppleSession
internal import CoreAudioTypes
public import Foundation

/// The state of a volume slider and a route button. Drawing them is up to the program. Any thread.
open class MPVolumeView: NSObject, @unchecked Sendable {
    let kept = Kept()
    /// Creates a view with an empty frame.
    public override init() {
        super.init()
        Claim.volumeView.add(1)
    }

    /// Creates a view, which counts as visible until it is hidden or released.
    public init(frame: CGRect) {
        super.init()
        self.frame = frame
        Claim.volumeView.add(1)
    }

    deinit { if !isHidden { Claim.volumeView.add(-1) } }

    /// Whether the view is hidden.
    open var isHidden: Bool {
        get { kept["isHidden", false] }
        set {
            var isChange = false
            kept.change("isHidden", false) { (isChange, $0) = ($0 != newValue, newValue) }
            if isChange { Claim.volumeView.add(newValue ? -1 : 1) }
        }
    }
    /// The bounds of the view.
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    /// Sets the height of the view to that of a slider.
    open func sizeToFit() { frame.size.height = 31 }

    /// The position of the slider, from 0 to 1, or nil if the name of a device replaces it. Not part of Apple's interface.
    public var sliderValue: Float? {
        if case .level(let level) = ProcessApp.shared.facts.slider { Float(level) } else { nil }
    }

    /// The name of the device that replaces the slider because it has its own volume, or nil if the slider is shown. Not part
    /// of Apple's interface.
    public var deviceName: String? {
        guard case .accessory(let kind, let name) = ProcessApp.shared.facts.slider else { return nil }
        return name ?? kind.name
    }
}

extension Claim {
    /// Makes the volume buttons control the media volume while a volume view is visible.
    fileprivate static let volumeView = Claim { _ = try? ProcessApp.shared.wish(.showedVolumeView($0)) }
}
