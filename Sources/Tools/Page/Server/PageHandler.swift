import NIOHTTP1

enum PageResponse: Sendable {
    case whole(status: Int, type: String, bytes: [UInt8])
    /// A stream of events: see `PageDevice.look`.
    case events(AsyncStream<Void>)

    static func sentence(_ status: Int, _ says: String) -> PageResponse {
        .whole(status: status, type: "text/plain; charset=utf-8", bytes: Array((says + "\n").utf8))
    }
}

/// Handles requests for files, for the device's events, and for the result of a message.
struct PageHandler: Sendable {
    let device: any PageDevice
    let files: PageFiles

    /// - Parameter path: The path after the token, beginning with a slash.
    func response(_ method: HTTPMethod, _ path: String, _ message: [UInt8]) async -> PageResponse {
        switch (method, path) {
        case (.POST, "/act"):
            let answer = await device.follow(message)
            return .whole(status: answer.status, type: "application/json", bytes: Array(answer.json.utf8))
        case (.POST, _): return .sentence(404, "Messages go to act.")
        case (.GET, "/events"):
            guard let signals = await device.look() else {
                return .sentence(
                    503, "\(PageSubscribers.limit) pages show this device already; close one of them.")
            }
            return .events(signals)
        default:
            guard let file = files.file(path) else { return .sentence(404, "There is no such file.") }
            return .whole(status: 200, type: file.type, bytes: file.bytes)
        }
    }
}
