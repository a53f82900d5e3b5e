import AVFoundation
import AudioToolbox
import CallKit
import CoreAudioTypes
import Foundation
import MediaPlayer
import SessionDevice
import Synchronization
import Testing

/// Two things that two threads do at once, again and again, to objects of classes that are declared `Sendable`.
struct SendableDrive: Sendable {
    typealias Change = @Sendable (_ level: Float) -> Void

    /// The classes whose objects are driven; also those behind the functions of the C interfaces.
    let classes: [String]
    let change: Change
    let read: @Sendable () -> Void

    init(_ classes: [String], _ change: @escaping Change, _ read: @escaping @Sendable () -> Void) {
        (self.classes, self.change, self.read) = (classes, change, read)
    }

    /// Runs both, each on a thread of its own: changes by the hundred, and reads until these are over.
    func run() async {
        let end = End()
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                repeat { read() } while !end.isReached.load(ordering: .relaxed)
                done.resume()
            }
            Thread.detachNewThread {
                for turn in 0..<200 { change(Float(turn) / 200) }
                end.isReached.store(true, ordering: .relaxed)
            }
        }
    }

    private final class End: Sendable { let isReached = Atomic(false) }

    static let makers: [@Sendable () throws -> SendableDrive] = [
        player, recorder, session, nodes, items, assets, calls, actions, commands, outputQueue, inputQueue,
        route, converter, packetConverter, readFiles, writtenFiles,
    ]

    /// Lets the device's time continue; one of the two threads may.
    private static func pass() { try? ProcessPhone.device.advance(by: 0.01) }

    private static func player() throws -> SendableDrive {
        let player = try AVAudioPlayer(contentsOf: try ProcessPhone.sound(1))
        return SendableDrive(["AVAudioPlayer"]) { level in
            (player.volume, player.pan, player.rate, player.enableRate) = (level, level, level, level > 0.5)
            (player.numberOfLoops, player.isMeteringEnabled, player.delegate) = (1, level > 0.3, nil)
            _ = (player.prepareToPlay(), player.play())
            pass()
            player.currentTime = Double(level)
            level > 0.5 ? player.pause() : player.stop()
        } _: {
            player.updateMeters()
            _ = (player.volume, player.pan, player.rate, player.numberOfLoops, player.isPlaying, player.currentTime)
            _ = (player.peakPower(forChannel: 0), player.averagePower(forChannel: 0), player.delegate == nil)
            player.setVolume(1, fadeDuration: 0.1)
        }
    }

    private static func recorder() throws -> SendableDrive {
        try ProcessPhone.session.setCategory(.playAndRecord)
        let url = try ProcessPhone.sound(0.1, "recorded.wav")
        let recorder = try AVAudioRecorder(url: url, settings: [AVFormatIDKey: kAudioFormatLinearPCM])
        return SendableDrive(["AVAudioRecorder"]) { level in
            (recorder.isMeteringEnabled, recorder.delegate) = (level > 0.3, nil)
            _ = (recorder.prepareToRecord(), recorder.record())
            pass()
            level > 0.5 ? recorder.pause() : recorder.stop()
        } _: {
            recorder.updateMeters()
            _ = (recorder.currentTime, recorder.isRecording, recorder.averagePower(forChannel: 0), recorder.format)
        }
    }

    private static func session() throws -> SendableDrive {
        let session = ProcessPhone.session
        try session.setCategory(.playAndRecord)
        let ports = [session.currentRoute.outputs.first, session.availableInputs?.first].compactMap { $0 }
        let application = AVAudioApplication.shared
        return SendableDrive([
            "AVAudioSession", "AVAudioSessionRouteDescription", "AVAudioSessionPortDescription",
            "AVAudioSessionDataSourceDescription", "AVAudioSessionChannelDescription", "AVAudioApplication",
            "NSKeyValueObservation",
        ]) { level in
            try? session.setCategory(level > 0.5 ? .playback : .playAndRecord)
            try? session.setPreferredIOBufferDuration(level < 0.9 ? Double(level) / 10 : 0)
            try? session.setPreferredInput(nil)
            try? session.setActive(level > 0.2)
            try? application.setInputMuted(level < 0.3)
            for port in ports { try? port.setPreferredDataSource(port.dataSources?.first) }
            let observation = session.observe(\.outputVolume) { _, _ in }
            _ = try? ProcessPhone.controls.slide(to: level < 0.5 ? 0.25 : 0.5)
            observation.invalidate()
        } _: {
            _ = (session.category, session.mode, session.ioBufferDuration, session.outputVolume, session.preferredInput)
            for output in session.currentRoute.outputs { _ = (output.portName, output.channels?.first?.channelName) }
            for port in ports {
                _ = (port.selectedDataSource?.location, port.preferredDataSource, port.uid)
            }
            _ = (application.isInputMuted, application.recordPermission)
        }
    }

    private static func nodes() throws -> SendableDrive {
        try ProcessPhone.session.setCategory(.playAndRecord)
        let (engine, unit) = (AVAudioEngine(), AVAudioUnitReverb())
        let (input, output, sink) = (engine.inputNode, engine.outputNode, AVAudioSinkNode { _, _, _ in noErr })
        for node in [unit, sink] as [AVAudioNode] { engine.attach(node) }
        engine.connect(input, to: sink, format: nil)
        engine.connect(unit, to: engine.mainMixerNode, format: nil)
        let point = AVAudioConnectionPoint(node: unit, bus: 0)
        return SendableDrive([
            "AVAudioIONode", "AVAudioInputNode", "AVAudioOutputNode", "AVAudioSinkNode", "AVAudioUnit",
            "AVAudioConnectionPoint",
        ]) { level in
            (input.volume, input.pan, unit.wetDryMix, unit.bypass) = (level, level, level, level > 0.5)
            input.isVoiceProcessingInputMuted = level > 0.5
            try? engine.start()
            pass()
            engine.disconnectNodeInput(sink)
            engine.connect(input, to: sink, format: nil)
            engine.stop()
        } _: {
            _ = (input.volume, input.pan, input.presentationLatency, input.isVoiceProcessingInputMuted)
            _ = (output.presentationLatency, output.outputFormat(forBus: 0), sink.inputFormat(forBus: 0))
            _ = (unit.wetDryMix, unit.bypass, point.node, point.bus, engine.isRunning)
        }
    }

    private static func items() throws -> SendableDrive {
        let template = AVPlayerItem(url: try ProcessPhone.sound(0.1))
        let player = AVQueuePlayer()
        let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 50))
        let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
        let track = try #require(template.tracks.first)
        return SendableDrive(["AVPlayer", "AVPlayerLooper", "AVPlayerItemTrack", "Timer"]) { level in
            (player.rate, player.volume, track.isEnabled) = (1 + level, level, level > 0.5)
            let timer = player.addPeriodicTimeObserver(
                forInterval: CMTime(value: 1, timescale: 100), queue: nil
            ) { _ in }
            pass()
            player.currentItem?.forwardPlaybackEndTime = CMTime(seconds: Double(level) / 20, preferredTimescale: 1_000)
            player.removeTimeObserver(timer)
            if level > 0.9 { looper.disableLooping() }
        } _: {
            _ = (looper.loopCount, looper.status, looper.loopingPlayerItems.count, player.rate, track.isEnabled)
            _ = (player.currentTime(), player.currentItem?.forwardPlaybackEndTime, player.timeControlStatus)
            player.seek(to: .zero)
        }
    }

    private static func assets() throws -> SendableDrive {
        let url = try ProcessPhone.sound(0.1)
        let asset = AVURLAsset(url: url)
        let track = try #require(asset.tracks.first)
        let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        return SendableDrive(["AVAsset", "AVURLAsset", "AVAssetTrack", "AVAssetExportSession"]) { level in
            export.timeRange = CMTimeRange(
                start: .zero, duration: CMTime(seconds: Double(level), preferredTimescale: 600))
            (export.outputURL, export.outputFileType) = (url.appendingPathExtension("\(level).caf"), .caf)
            if level == 0 { export.exportAsynchronously {} }
            if level > 0.9 { export.cancelExport() }
        } _: {
            _ = (export.timeRange, export.outputURL, export.outputFileType, export.status, export.progress)
            _ = (export.error == nil, asset.duration, asset.url, track.timeRange, track.asset === asset)
        }
    }

    private static func calls() throws -> SendableDrive {
        let (configuration, update) = (CXProviderConfiguration(), CXCallUpdate())
        let (provider, controller) = (CXProvider(configuration: configuration), CXCallController())
        return SendableDrive([
            "CXProvider", "CXProviderConfiguration", "CXCallController", "CXCallObserver", "CXCall", "CXCallUpdate",
            "CXHandle",
        ]) { level in
            (configuration.maximumCallGroups, configuration.supportsVideo) = (Int(level * 10), level > 0.5)
            configuration.supportedHandleTypes = level > 0.5 ? [.generic] : [.phoneNumber]
            (update.remoteHandle, update.hasVideo) = (CXHandle(type: .generic, value: "\(level)"), level > 0.5)
            provider.configuration = configuration
            provider.setDelegate(nil, queue: nil)
            let call = UUID()
            provider.reportNewIncomingCall(with: call, update: update) { _ in }
            controller.request(CXTransaction(action: CXEndCallAction(call: call))) { _ in }
            provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
            if level > 0.99 { provider.invalidate() }
        } _: {
            _ = (configuration.maximumCallGroups, configuration.supportsVideo, configuration.supportedHandleTypes)
            _ = (update.remoteHandle?.value, update.hasVideo, update.copy(), provider.configuration.supportsVideo)
            _ = (provider.pendingTransactions.count, controller.callObserver.calls.map(\.hasEnded))
        }
    }

    private static func actions() throws -> SendableDrive {
        let (call, handle) = (UUID(), CXHandle(type: .generic, value: "Ada"))
        let start = CXStartCallAction(call: call, handle: handle)
        let (held, muted) = (
            CXSetHeldCallAction(call: call, onHold: true), CXSetMutedCallAction(call: call, muted: true)
        )
        let group = CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        let tones = CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone)
        let rest = [CXAnswerCallAction(call: call), CXEndCallAction(call: call)]
        let transaction = CXTransaction(actions: [start, held, muted, group, tones])
        return SendableDrive([
            "CXAction", "CXCallAction", "CXStartCallAction", "CXAnswerCallAction", "CXEndCallAction",
            "CXSetHeldCallAction", "CXSetMutedCallAction", "CXSetGroupCallAction", "CXPlayDTMFCallAction",
            "CXTransaction",
        ]) { level in
            (start.handle, start.contactIdentifier, start.isVideo) = (handle, "\(level)", level > 0.5)
            (held.isOnHold, muted.isMuted) = (level > 0.5, level > 0.5)
            (group.callUUIDToGroupWith, tones.digits, tones.type) = (UUID(), "\(level)", .hardPause)
            if level > 0.5 { transaction.addAction(CXEndCallAction(call: call)) }
            if level > 0.9 { for action in transaction.actions + rest { action.fulfill() } }
        } _: {
            _ = (start.handle.value, start.contactIdentifier, start.isVideo, held.isOnHold, muted.isMuted)
            _ = (group.callUUIDToGroupWith, tones.digits, tones.type, transaction.isComplete)
            _ = (transaction.actions + rest).map { ($0.isComplete, $0.timeoutDate) }
        }
    }

    private static func commands() throws -> SendableDrive {
        let center = MPRemoteCommandCenter.shared()
        let size = CGSize(width: 1, height: 1)
        let artwork = MPMediaItemArtwork(boundsSize: size) { "\($0)" }
        return SendableDrive([
            "MPRemoteCommand", "MPSkipIntervalCommand", "MPFeedbackCommand", "MPRatingCommand",
            "MPChangePlaybackRateCommand", "MPChangePlaybackPositionCommand", "MPChangeShuffleModeCommand",
            "MPChangeRepeatModeCommand", "MPMediaItemArtwork",
        ]) { level in
            (center.skipForwardCommand.preferredIntervals, center.likeCommand.isActive) = ([1], level > 0.5)
            (center.ratingCommand.maximumRating, center.likeCommand.localizedTitle) = (level, "\(level)")
            center.changePlaybackRateCommand.supportedPlaybackRates = [NSNumber(value: level)]
            center.changeShuffleModeCommand.currentShuffleType = level > 0.5 ? .items : .off
            center.changeRepeatModeCommand.currentRepeatType = level > 0.5 ? .all : .off
            center.changePlaybackPositionCommand.isEnabled = level > 0.5
            let token = center.changePlaybackPositionCommand.addTarget { _ in .success }
            center.changePlaybackPositionCommand.removeTarget(token)
        } _: {
            _ = (center.skipForwardCommand.preferredIntervals, center.likeCommand.isActive)
            _ = (center.ratingCommand.maximumRating, center.likeCommand.localizedTitle)
            _ = center.changePlaybackRateCommand.supportedPlaybackRates
            _ = (center.changeShuffleModeCommand.currentShuffleType, center.changeRepeatModeCommand.currentRepeatType)
            _ = (center.changePlaybackPositionCommand.isEnabled, center.changePlaybackPositionCommand.targetCount)
            _ = (artwork.bounds, artwork.image(at: size))
        }
    }
}
