internal import CoreAudioTypes
public import Foundation

/// The configuration of a provider. Only `maximumCallGroups` and `maximumCallsPerCallGroup` have an effect. Any thread.
open class CXProviderConfiguration: NSObject, NSCopying, @unchecked Sendable {
    let kept = Kept()

    /// Creates a configuration with the app's name.
    public override init() { super.init() }

    /// Creates a configuration with a name, as before iOS 14.
    public init(localizedName: String) {
        super.init()
        kept["localizedName", String?.none] = localizedName
    }

    /// The display name of the provider, or nil for the app's.
    open var localizedName: String? { kept["localizedName", nil] }
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
