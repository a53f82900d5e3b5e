/// The media route, and the separate AirPlay route of long-form sessions from iOS 13 on (R-INT-14).
package struct MediaRoutes {
    /// The route of all other sounds.
    package let shared: Route
    /// The AirPlay route of `longFormApps`, without inputs, if any.
    package let longForm: Route?
    /// The apps whose active session is long-form and plays on AirPlay.
    package let longFormApps: [AppID]
    /// Whether a long-form session was activated last of all sessions with output.
    let longFormIsLatest: Bool

    init(_ shared: Route, longForm: Route? = nil, of apps: [AppID] = [], isLatest: Bool = false) {
        (self.shared, self.longForm, longFormApps, longFormIsLatest) = (shared, longForm, apps, isLatest)
    }

    /// The route of the session with output that was activated last, with all inputs.
    package var inForce: Route {
        guard longFormIsLatest, var route = longForm else { return shared }
        route.inputs = shared.inputs
        return route
    }

    /// Returns whether the sounds of an app are on the AirPlay route.
    package func areApart(_ app: AppID) -> Bool { longFormApps.contains(app) }

    package subscript(app: AppID) -> Route { longForm.flatMap { areApart(app) ? $0 : nil } ?? shared }
}
