internal import CoreAudioTypes
public import Foundation

/// The configuration of a provider. Only `maximumCallGroups` and `maximumCallsPerCallGroup` have an effect. Any thread.
open class CXProviderConfiguration: NSObject, NSCopying, @unchecked Sendable {
    private let kept = Kept()

    /// Creates a configuration with the app's name.
    public override init() { super.init() }

    /// Creates a configuration with a name, as before iOS 14.
    public init(localizedName: String) {
        super.init()
        kept["localizedName", String?.none] = localizedName
    }

    /// The display name of the provider, or nil for the app's.
    open var localizedName: String? { kept["localizedName", nil] }
    /// The ringtone file. Without effect: the phone's own tone rings.
    open var ringtoneSound: String? {
        get { kept["ringtoneSound", nil] }
        set { kept["ringtoneSound", nil] = newValue }
    }
    /// The icon of the button that opens the app.
    open var iconTemplateImageData: Data? {
        get { kept["iconTemplateImageData", nil] }
        set { kept["iconTemplateImageData", nil] = newValue }
    }
    /// The maximum number of call groups; requests beyond it are refused.
    open var maximumCallGroups: Int {
        get { kept["maximumCallGroups", 2] }
        set { kept["maximumCallGroups", 2] = newValue }
    }
    /// The maximum number of calls in a group; requests beyond it are refused.
    open var maximumCallsPerCallGroup: Int {
        get { kept["maximumCallsPerCallGroup", 5] }
        set { kept["maximumCallsPerCallGroup", 5] = newValue }
    }
    /// Whether calls appear in the list of recent calls.
    open var includesCallsInRecents: Bool {
        get { kept["includesCallsInRecents", true] }
        set { kept["includesCallsInRecents", true] = newValue }
    }
    /// Whether calls support video.
    open var supportsVideo: Bool {
        get { kept["supportsVideo", false] }
        set { kept["supportsVideo", false] = newValue }
    }
    /// The supported handle types.
    open var supportedHandleTypes: Set<CXHandle.HandleType> {
        get { kept["supportedHandleTypes", []] }
        set { kept["supportedHandleTypes", []] = newValue }
    }

    /// Returns a copy.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = localizedName.map(CXProviderConfiguration.init(localizedName:)) ?? CXProviderConfiguration()
        (copy.ringtoneSound, copy.iconTemplateImageData) = (ringtoneSound, iconTemplateImageData)
        (copy.maximumCallGroups, copy.maximumCallsPerCallGroup) = (maximumCallGroups, maximumCallsPerCallGroup)
        (copy.includesCallsInRecents, copy.supportsVideo) = (includesCallsInRecents, supportsVideo)
        copy.supportedHandleTypes = supportedHandleTypes
        return copy
    }
}
