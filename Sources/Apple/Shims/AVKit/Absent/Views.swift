// swift-format-ignore-file
// Written from Tests/Apple/AbsentNames.txt; change that list. A property here is kept or has always one value, and a function
// that answers nothing has no effect.

internal import CoreAudioTypes
public import Foundation
/// The delegate of a picker of routes; never called.
public protocol AVRoutePickerViewDelegate: AnyObject {
    func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView)
    func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView)
}
extension AVRoutePickerViewDelegate {
    public func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
    public func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}

/// A route picker. There is no screen here; the step `pickRoute` picks a route.
open class AVRoutePickerView: NSObject, @unchecked Sendable {
    let kept = Kept()
    public override init() { super.init() }
    public init(frame: CGRect) { super.init() }
    open var prioritizesVideoDevices: Bool { get { kept["prioritizesVideoDevices", false] } set { kept["prioritizesVideoDevices", false] = newValue } }
    open var isHidden: Bool { get { kept["isHidden", false] } set { kept["isHidden", false] = newValue } }
    open var alpha: CGFloat { get { kept["alpha", 1] } set { kept["alpha", 1] = newValue } }
    open var delegate: (any AVRoutePickerViewDelegate)? { get { nil } set {} }
}
