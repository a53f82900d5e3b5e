import AVFoundation
import Combine

/// A player as programs for iOS write it: the session's notifications and the player's properties by publishers.
@MainActor
final class ViewModel: ObservableObject {
    @Published private(set) var interruptions = 0
    @Published var speed: Float = 1
    private(set) var speeds: [Float] = []
    private let errors = PassthroughSubject<String, Never>()
    private var cancellables = Set<AnyCancellable>()

    var messages: AnyPublisher<String, Never> { errors.map { "error: \($0)" }.eraseToAnyPublisher() }

    init(center: NotificationCenter, player: AVPlayer) {
        center.publisher(for: AVAudioSession.interruptionNotification)
            .compactMap { $0.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt }
            .filter { $0 == AVAudioSession.InterruptionType.began.rawValue }
            .sink { [weak self] _ in MainActor.assumeIsolated { self?.interruptions += 1 } }
            .store(in: &cancellables)
        player.publisher(for: \.volume)
            .removeDuplicates()
            .sink { [weak self] volume in MainActor.assumeIsolated { self?.speeds.append(volume) } }
            .store(in: &cancellables)
    }

    func fail(_ text: String) { errors.send(text) }
    func end() { cancellables.removeAll() }
}
