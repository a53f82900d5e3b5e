import Combine
import Foundation
import Testing

/// Objects that say before they change.
struct ObservableObjectTests {
    private final class Volume: ObservableObject {
        @Published var level = 1
        @Published var name = "a"
        var quiet = 0
    }

    private final class Own: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        @Published var level = 1
    }

    @Test("An object says before each change of what is published, and of nothing else, until there is no subscriber")
    func says() {
        let volume = Volume()
        var told: [Int] = []
        var listening: AnyCancellable? = volume.objectWillChange.sink { told.append(volume.level) }
        volume.level = 2
        volume.quiet = 3
        volume.name = "b"
        #expect(told == [1, 2], "it is told before the value is there")
        volume.objectWillChange.send()
        #expect(told == [1, 2, 2] && listening != nil)
        listening = nil
        volume.level = 5
        #expect(told == [1, 2, 2] && volume.level == 5)
    }

    @Test("Who listens to a property has its value at once, then each that follows; a set keeps that going")
    func property() {
        let volume = Volume()
        var told: [Int] = []
        var kept: Set<AnyCancellable> = []
        volume.$level.sink { told.append($0) }.store(in: &kept)
        volume.level = 2
        kept.removeAll()
        volume.level = 3
        #expect(told == [1, 2])
    }

    @Test("Objects are told apart, however many come and go; one that keeps its own way is told by it")
    func apart() {
        let kept = Volume()
        var told = 0
        let listening = kept.objectWillChange.sink { told += 1 }
        for number in 0..<500 {
            let other = Volume()
            var others = 0
            let listening = other.objectWillChange.sink { others += 1 }
            other.level = number
            #expect(others == 1)
            listening.cancel()
        }
        kept.level = 7
        #expect(told == 1)
        listening.cancel()
        let own = Own()
        let ownListening = own.objectWillChange.sink { told += 1 }
        own.level = 2
        #expect(told == 2)
        ownListening.cancel()
    }
}
