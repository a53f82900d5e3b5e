import Glibc
import Mixer
import Testing

@testable import Sounder

@Suite(.timeLimit(.minutes(5))) struct SilentPaceTests {
    @Test("A silent device pulls whole periods until it is dropped")
    func wholePeriods() throws {
        let mixer = try Mixer(MixerConfiguration())
        let pace = SilentPace(rate: 48_000)
        for _ in 0..<2 {
            let begin = mixer.renderedFrames
            try pace.start(mixer.renderer)
            let late = ContinuousClock.now + .seconds(10)
            while mixer.renderedFrames < begin + 960, ContinuousClock.now < late { sched_yield() }
            #expect(mixer.renderedFrames >= begin + 960)
            pace.drop()
            let end = mixer.renderedFrames
            #expect((end - begin).isMultiple(of: 480))
            #expect(pace.progress == OutputProgress(framesUnheard: 0))
            sched_yield()
            #expect(mixer.renderedFrames == end, "dropped, it pulls no more")
        }
    }
}
