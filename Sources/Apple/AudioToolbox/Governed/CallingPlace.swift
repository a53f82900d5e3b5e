internal import AppleSession
internal import CoreAudioTypes
internal import Foundation

/// The run loop on which to call a program. Calls for the main run loop go to the main queue, which that loop serves and a
/// program without a run loop can serve with `dispatchMain()`.
struct CallingPlace: @unchecked Sendable {
    private let loop: RunLoop?
    private let mode: RunLoop.Mode

    init(_ loop: CFRunLoop?, mode: CFString?) {
        self.loop = loop === RunLoop.main ? nil : loop
        self.mode = mode.map { RunLoop.Mode(rawValue: $0 as String) } ?? .default
    }

    func call(_ work: @escaping @Sendable () -> Void) {
        guard let loop else { return ProcessApp.shared.enqueue(work) }
        // A timer wakes the loop, which a block alone does not.
        loop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in work() }, forMode: mode)
    }
}
