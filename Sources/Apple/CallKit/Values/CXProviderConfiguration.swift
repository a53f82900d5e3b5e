internal import CoreAudioTypes
public import Foundation

/// The configuration of a program's calls. `maximumCallGroups` and `maximumCallsPerCallGroup` count; the rest is read
/// back, for no screen shows it here. Any thread.
open class CXProviderConfiguration: NSObject, NSCopying, @unchecked Sendable {
    private let kept = Kept()

    /// Creates a configuration named as the app.
    public override init() { super.init() }

    /// Creates a configuration with a name, as before iOS 14.
    public init(localizedName: String) {
        super.init()
        kept["localizedName", String?.none] = localizedName
    }

    /// The name under which the program's calls are shown; nil is the app's.
    open var localizedName: String? { kept["localizedName", nil] }
    /// The sound file that an incoming call would ring with; the phone's own tone rings.
    open var ringtoneSound: String? {
        get { kept["ringtoneSound", nil] }
        set { kept["ringtoneSound", nil] = newValue }
    }
    /// The picture on the button that would open the app.
    open var iconTemplateImageData: Data? {
        get { kept["iconTemplateImageData", nil] }
        set { kept["iconTemplateImageData", nil] = newValue }
    }
    /// The greatest number of groups of calls at once; a request for one more is refused.
    open var maximumCallGroups: Int {
        get { kept["maximumCallGroups", 2] }
        set { kept["maximumCallGroups", 2] = newValue }
    }
    /// The greatest number of joined calls; a request for one more is refused.
    open var maximumCallsPerCallGroup: Int {
        get { kept["maximumCallsPerCallGroup", 5] }
        set { kept["maximumCallsPerCallGroup", 5] = newValue }
    }
    /// Whether calls would be listed once they are over.
    open var includesCallsInRecents: Bool {
        get { kept["includesCallsInRecents", true] }
        set { kept["includesCallsInRecents", true] = newValue }
    }
    /// Whether calls may have pictures.
    open var supportsVideo: Bool {
        get { kept["supportsVideo", false] }
        set { kept["supportsVideo", false] = newValue }
    }
    /// The kinds of handle that calls go to.
    open var supportedHandleTypes: Set<CXHandle.HandleType> {
        get { kept["supportedHandleTypes", []] }
        set { kept["supportedHandleTypes", []] = newValue }
    }

    /// Returns another configuration with these values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = localizedName.map(CXProviderConfiguration.init(localizedName:)) ?? CXProviderConfiguration()
        (copy.ringtoneSound, copy.iconTemplateImageData) = (ringtoneSound, iconTemplateImageData)
        (copy.maximumCallGroups, copy.maximumCallsPerCallGroup) = (maximumCallGroups, maximumCallsPerCallGroup)
        (copy.includesCallsInRecents, copy.supportsVideo) = (includesCallsInRecents, supportsVideo)
        copy.supportedHandleTypes = supportedHandleTypes
        return copy
    }
}
