import SessionPhone
import SessionPolicy
import SessionWire
import SystemSupport

/// The holds of programs on the session bus. Each is an app with an active session until the hold is released or its
/// caller leaves the bus. Used only on the loop's thread.
final class BusHolds {
    private struct BusHold {
        let caller: String
        let seat: SeatID
        let terms: HoldTerms
        let watch: UInt64
    }

    private let bus: SessionBus
    private let arbiter: Arbiter
    private let process: ProcessID
    private let news: DesktopNews
    private var lastNumber: UInt32 = 0
    private var holds: [UInt32: BusHold] = [:]

    init(_ bus: SessionBus, _ arbiter: Arbiter, in process: ProcessID, _ news: DesktopNews) {
        (self.bus, self.arbiter, self.process, self.news) = (bus, arbiter, process, news)
    }

    /// The largest numbers of holds of one connection and of all, which leave room for players, streams and joined
    /// programs.
    static let (mostOfOne, mostHolds) = (16, 128)

    // MARK: Calls

    /// Begins a hold, which lowers or interrupts other apps.
    /// - Parameters:
    ///   - body: `duck` or `pause`, the app's name, and the options.
    ///   - caller: The unique name of the caller's connection.
    /// - Returns: The number of the hold.
    func hold(_ body: [BusValue], by caller: String) throws(BusFailure) -> UInt32 {
        guard body.count == 3, let kind = body[0].text, let app = body[1].text, let options = body[2].dictionary else {
            throw .standard("InvalidArgs", "Hold takes a kind, an app's name and options: ssa{sv}.")
        }
        guard let kind = HoldTerms.Kind(rawValue: kind) else {
            throw .standard(
                "InvalidArgs",
                "The kind is \(kind.shortened); say duck to lower the others, or pause to interrupt them.")
        }
        guard SocketPlace.isAppName(app) else { throw .standard("InvalidArgs", "The app: \(SocketPlace.appNameRule).") }
        let terms = try Self.terms(kind, options)
        let exceeded: String? =
            if holds.values.count(where: { $0.caller == caller }) >= Self.mostOfOne {
                "This connection has \(Self.mostOfOne) holds already; release one of them first."
            } else if holds.count >= Self.mostHolds {
                "There are \(Self.mostHolds) holds already; wait until a program releases one."
            } else {
                nil
            }
        if let exceeded { throw .standard("LimitsExceeded", exceeded) }
        lastNumber &+= 1
        while holds[lastNumber] != nil { lastNumber &+= 1 }
        let number = lastNumber
        let inbox = DesktopInbox(news)
        inbox.whenTold = { [weak self] message in
            guard let self, let hold = holds[number], HoldTerms.isTakenAgain(after: message) else { return }
            _ = begin(hold.terms, hold.seat)
        }
        var launch = LaunchOptions()
        // Nobody can restart a hold by hand.
        (launch.resumes, launch.wantsRecommendation) = (true, true)
        let (seat, _) = arbiter.open(app, launch: launch, in: process, notices: inbox)
        if !terms.duck.isOfTheBook { arbiter.report(.ducks(terms.duck), of: seat) }
        if let refusal = begin(terms, seat) {
            arbiter.close(seat)
            throw BusFailure(
                name: "\(HostObject.name).Refused", message: "\(refusal.sentence) (\(refusal.rule.id))")
        }
        holds[number] = BusHold(caller: caller, seat: seat, terms: terms, watch: watch(caller, number))
        return number
    }

    /// Releases a hold.
    /// - Parameters:
    ///   - body: The number of the hold.
    ///   - caller: The unique name of the caller's connection.
    func release(_ body: [BusValue], by caller: String) throws(BusFailure) {
        guard case .unsigned(let number)? = body.first, body.count == 1 else {
            throw .standard("InvalidArgs", "Release takes the number that Hold returned: u.")
        }
        guard holds[number]?.caller == caller else {
            throw .standard(
                "InvalidArgs",
                "\(number) is no hold of this connection; only the connection that called Hold releases it, and it ends "
                    + "with that connection.")
        }
        end(number)
    }

    func end() { for number in holds.keys.sorted() { end(number) } }

    // MARK: Parts

    private func begin(_ terms: HoldTerms, _ seat: SeatID) -> CallRefusal? {
        for call in terms.calls { if let refusal = arbiter.perform(call, of: seat).refusal { return refusal } }
        return nil
    }

    private func end(_ number: UInt32) {
        guard let hold = holds.removeValue(forKey: number) else { return }
        bus.stopListening(hold.watch)
        _ = arbiter.perform(.setActive(false, notifyOthers: true), of: hold.seat)
        _ = arbiter.perform(.quit, of: hold.seat)
        arbiter.close(hold.seat)
    }

    /// Ends a hold with its caller's connection, even if that ended before the subscription.
    private func watch(_ caller: String, _ number: UInt32) -> UInt64 {
        let watch = bus.listen(to: SessionBus.ownerChanges + ",arg0='\(caller)'") { [weak self] _ in self?.end(number) }
        bus.ask("NameHasOwner", [.text(caller)]) { [weak self] answer in
            if case .success([.flag(false)]) = answer { self?.end(number) }
        }
        return watch
    }

    private static func terms(
        _ kind: HoldTerms.Kind, _ options: [String: BusValue]
    ) throws(BusFailure) -> HoldTerms {
        var (category, mode) = (Category.playback, Mode.default)
        var numbers: [String: Double] = [:]
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            switch name {
            case "category": category = try named(name, value, Category.allCases, \.name)
            case "mode": mode = try named(name, value, Mode.allCases, \.name)
            case "duck-db", "duck-ramp-ms":
                guard let number = value.number else { throw .standard("InvalidArgs", "\(name) is a number.") }
                numbers[name] = number
            default:
                throw .standard(
                    "InvalidArgs",
                    "\(name.shortened) is no option of Hold; it has category, mode, duck-db and duck-ramp-ms.")
            }
        }
        do throws(HoldTerms.Fault) {
            return try HoldTerms(
                kind, category: category, mode: mode, duckBy: numbers["duck-db"], over: numbers["duck-ramp-ms"]
            ) { $0 }
        } catch {
            throw .standard("InvalidArgs", error.sentence.hasSuffix(".") ? error.sentence : error.sentence + ".")
        }
    }

    private static func named<Value>(
        _ option: String, _ value: BusValue, _ values: [Value], _ name: (Value) -> String
    ) throws(BusFailure) -> Value {
        if let text = value.text, let value = values.first(where: { name($0) == text }) { return value }
        throw .standard("InvalidArgs", "\(option): choose one of \(values.map(name).joined(separator: ", ")).")
    }
}
