import SessionPolicy

/// The apps, in the order in which they were added. Lookups by key are fast because each call needs several.
struct Seats: Sendable {
    private var all: [ArbiterState.Seat] = []
    private var placesByID: [SeatID: Int] = [:]
    private var placesByApp: [AppID: Int] = [:]
    private var placesByName: [String: Int] = [:]
    private(set) var changes = 0

    var indices: Range<Int> { all.indices }

    subscript(place: Int) -> ArbiterState.Seat {
        get { all[place] }
        _modify { yield &all[place] }
    }

    subscript(id: SeatID) -> ArbiterState.Seat? { placesByID[id].map { all[$0] } }

    func place(of id: SeatID) -> Int? { placesByID[id] }

    func place(of app: AppID) -> Int? { placesByApp[app] }

    func place(ofApp name: String) -> Int? { placesByName[name] }

    func contains(_ app: AppID) -> Bool { placesByApp[app] != nil }

    func contains(name: String) -> Bool { placesByName[name] != nil }

    /// The process that plays an app's sounds, or nil for an emulated app.
    func process(of app: AppID) -> ProcessID? { placesByApp[app].map { all[$0].process } }

    func process(ofApp name: String) -> ProcessID? { placesByName[name].map { all[$0].process } }

    var apps: [AppID] { all.map(\.app) }

    func ids(of process: ProcessID) -> [SeatID] { all.filter { $0.process == process }.map(\.id) }

    mutating func append(_ seat: ArbiterState.Seat) {
        changes += 1
        note(seat, at: all.count)
        all.append(seat)
    }

    mutating func remove(at place: Int) -> ArbiterState.Seat {
        changes += 1
        let seat = all.remove(at: place)
        placesByID[seat.id] = nil
        placesByApp[seat.app] = nil
        placesByName[seat.name] = nil
        for place in place..<all.count { note(all[place], at: place) }
        return seat
    }

    private mutating func note(_ seat: ArbiterState.Seat, at place: Int) {
        placesByID[seat.id] = place
        placesByApp[seat.app] = place
        placesByName[seat.name] = place
    }
}
