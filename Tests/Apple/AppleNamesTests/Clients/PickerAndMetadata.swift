import AVKit

// A view that picks a route, bytes that a program fetches itself, and what a file would say of itself.
final class Picker: AVRoutePickerViewDelegate {
    let view = AVRoutePickerView(frame: .zero)
    init() {
        view.delegate = self
        view.prioritizesVideoDevices = false
    }
    func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}

final class Loader: NSObject, AVAssetResourceLoaderDelegate {
    func asset(at url: URL) -> AVURLAsset {
        let asset = AVURLAsset(url: url, options: [AVURLAssetHTTPUserAgentKey: "podcasts"])
        asset.resourceLoader.setDelegate(self, queue: .main)
        return asset
    }

    func resourceLoader(
        _ resourceLoader: AVAssetResourceLoader,
        shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
        loadingRequest.finishLoading()
        return true
    }
}

func title(_ text: String) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = text as NSString
    return item
}

func details(_ items: [AVMetadataItem]) -> [AVMetadataItem] {
    let wanted: [AVMetadataIdentifier] = [.id3MetadataComments, .iTunesMetadataAlbumArtist, .quickTimeMetadataTitle]
    return items.filter { $0.identifier.map(wanted.contains) ?? false }
}

func wasRecorded(_ error: NSError) -> Bool {
    error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool ?? false
}
