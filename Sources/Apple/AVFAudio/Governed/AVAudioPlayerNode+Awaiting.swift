public import CoreAudioTypes

extension AVAudioPlayerNode {
    /// Schedules a buffer and waits until it has been consumed.
    public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await scheduleBuffer(buffer, at: nil, options: [])
    }

    /// Schedules a buffer at a time and waits until it has been consumed.
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await completed { scheduleBuffer(buffer, at: when, options: options, completionHandler: $0) }
    }

    /// Schedules a buffer and waits until it has reached a stage.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await scheduleBuffer(buffer, at: nil, options: [], completionCallbackType: callbackType)
    }

    /// Schedules a buffer at a time and waits until it has reached a stage.
    @discardableResult
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await awaited {
            scheduleBuffer(
                buffer, at: when, options: options, completionCallbackType: callbackType,
                completionHandler: $0)
        }
    }

    /// Schedules a file at a time and waits until it has been consumed.
    public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
        await completed { scheduleFile(file, at: when, completionHandler: $0) }
    }

    /// Schedules a file at a time and waits until it has reached a stage.
    @discardableResult
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await awaited { scheduleFile(file, at: when, completionCallbackType: callbackType, completionHandler: $0) }
    }

    /// Schedules a segment of a file at a time and waits until it has been consumed.
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
        at when: AVAudioTime?
    ) async {
        await completed {
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionHandler: $0)
        }
    }
}
