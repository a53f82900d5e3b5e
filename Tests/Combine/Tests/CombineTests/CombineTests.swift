import AVFoundation
import Combine
import Foundation
import OpenCombine
import Testing

/// Combine is OpenCombine: a program may import either, or both, and the types are the same.
@MainActor
struct CombineTests {
    /// Returns when the main queue has called the observers of what has changed so far.
    private func observersAreCalled() async {
        await withCheckedContinuation { continuation in OperationQueue.main.addOperation { continuation.resume() } }
    }

    @Test(
        "Names are found without an import of Combine, and each change of a published property is announced before it")
    func withoutImport() {
        let jukebox = Jukebox()
        var announced: [Bool] = []
        let subscription = jukebox.objectWillChange.sink { announced.append(jukebox.isPlaying) }
        jukebox.toggle()
        jukebox.toggle()
        #expect(announced == [false, true, true, false])
        subscription.cancel()
        jukebox.toggle()
        #expect(announced.count == 4 && jukebox.title == "song")
    }

    @Test("Notifications and observed properties come by publishers, until the subscriptions are cancelled")
    func viewModel() async {
        let (center, player) = (NotificationCenter(), AVPlayer())
        let model = ViewModel(center: center, player: player)
        func post(_ type: AVAudioSession.InterruptionType) {
            center.post(
                name: AVAudioSession.interruptionNotification, object: nil,
                userInfo: [AVAudioSessionInterruptionTypeKey: type.rawValue])
        }
        post(.began)
        post(.ended)
        player.volume = 0.5
        await observersAreCalled()
        #expect(model.interruptions == 1 && model.speeds == [1, 0.5])
        var messages: [String] = []
        let subscription = model.messages.sink { messages.append($0) }
        model.fail("a")
        subscription.cancel()
        model.fail("b")
        #expect(messages == ["error: a"])
        model.end()
        post(.began)
        player.volume = 1
        await observersAreCalled()
        #expect(model.interruptions == 1 && model.speeds == [1, 0.5])
    }

    @Test("An observed property's value comes first only with the option initial")
    func options() async {
        let player = AVPlayer()
        var values: [Float] = []
        let subscription = player.publisher(for: \.volume, options: .new).sink { values.append($0) }
        player.volume = 0.25
        await observersAreCalled()
        #expect(values == [0.25])
        subscription.cancel()
    }

    @Test("Publishers, subjects and schedulers are those of OpenCombine, under both names")
    func both() async {
        let subject = OpenCombine.PassthroughSubject<Int, Never>()
        let publisher: Combine.AnyPublisher<Int, Never> = subject.map { 2 * $0 }.eraseToAnyPublisher()
        var subscriptions = Set<AnyCancellable>()
        let value = await withCheckedContinuation { continuation in
            publisher.first().receive(on: DispatchQueue.main).sink { continuation.resume(returning: $0) }
                .store(in: &subscriptions)
            subject.send(21)
        }
        #expect(value == 42)
    }

    @Test("A timer of a run loop is a publisher, and the loop a scheduler")
    func timer() {
        // The loop of this thread: no main loop runs in the process of a test.
        let loop = RunLoop.current
        var ticks = 0
        let subscription = Timer.publish(every: 0.01, on: loop, in: .default).autoconnect().first()
            .receive(on: loop).sink { _ in ticks += 1 }
        while ticks == 0 { loop.run(until: Date(timeIntervalSinceNow: 0.01)) }
        #expect(ticks == 1)
        subscription.cancel()
    }
}
