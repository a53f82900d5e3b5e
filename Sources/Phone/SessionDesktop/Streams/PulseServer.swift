import CPulse
import Glibc
package import SessionWire
import Sounder
import SystemSupport

/// PulseAudio, or a replacement such as PipeWire: the server that libpulse finds. libpulse has its own thread; its
/// results are queued for the loop's thread.
package final class PulseServer: VolumeServer {
    /// The values that libpulse's thread passes.
    private enum PulseAnswer: Sendable {
        case event(PulseConnection.PulseEvent)
        case answered(PulseRequest)
        /// A meter reports that its stream has become audible or silent.
        case sounding(PulseMeter, Bool)
        /// A meter has ended, because its stream moved to another device or is gone. It may never have begun.
        case meterEnded(PulseMeter, hasBegun: Bool)
    }

    /// A stored volume with which the server starts the next stream of a program.
    private struct StoredVolume: Sendable {
        let volume: KeptVolume
        let channelMap: cpulse_channel_map
        let device: String?
    }

    /// An object that libpulse's thread receives as a pointer. Until it is passed on, only that thread uses its
    /// properties.
    private class Receiver: @unchecked Sendable {
        let board: WakingList<PulseAnswer>

        init(_ board: WakingList<PulseAnswer>) { self.board = board }

        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        static func at(_ data: UnsafeMutableRawPointer?) -> Self? {
            data.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    /// A request whose answer libpulse's thread assembles.
    private final class PulseRequest: Receiver, @unchecked Sendable {
        var streams: [ServerStream] = []
        var entries: [StoredVolume] = []
        var identity = ServerIdentity(cookie: 0, isPipeWire: true)

        func answer() { board.add(.answered(self)) }
    }

    private final class PulseMeter: Receiver, @unchecked Sendable {
        var detector = SoundDetector()
        var hasBegun = false
        var stream: OpaquePointer?
    }

    private let library: cpulse
    private let eventLoop: EventLoop
    private let board: WakingList<PulseAnswer>
    private let connection: PulseConnection
    private let reconnection: Reconnection
    private var isConnected = false
    private var hasTold = false
    private var isOpen = true
    private var requests: [ObjectIdentifier: (request: PulseRequest, then: (PulseRequest) -> Void)] = [:]
    private var meters: [UInt32: PulseMeter] = [:]
    /// The stored volumes as they were read last, by their names.
    private var stored: [String: StoredVolume] = [:]
    package var whenNews: (VolumeNews) -> Void = { _ in }
    package var whenSounding: (UInt32, Bool) -> Void = { _, _ in }

    /// The pauses before further attempts to reach a server that does not answer, in nanoseconds.
    private static let pauses: [Int64] = [250_000_000, 500_000_000, 1_000_000_000]

    /// The server's socket, or nil if it is reached otherwise, in which case it is not watched.
    private static let socket: String? = {
        if let server = SocketPlace.environment("PULSE_SERVER"), !server.isEmpty {
            let path = server.hasPrefix("unix:") ? String(server.dropFirst(5)) : server
            return path.hasPrefix("/") ? path : nil
        }
        let folder =
            SocketPlace.environment("PULSE_RUNTIME_PATH")
            ?? SocketPlace.environment("XDG_RUNTIME_DIR").map { "\($0)/pulse" }
        return folder.map { "\($0)/native" }
    }()

    /// Starts connecting.
    /// - Parameter eventLoop: The loop on whose thread all closures are called.
    /// - Returns: Nil if libpulse is not installed, or the process cannot open more files.
    package init?(on eventLoop: EventLoop) {
        guard let library = PulseConnection.library, let board = try? WakingList<PulseAnswer>(),
            let reconnection = Reconnection(to: Self.socket, on: eventLoop, pauses: Self.pauses),
            let connection = PulseConnection(
                to: Int(CPULSE_SUBSCRIPTION_STREAMS | CPULSE_SUBSCRIPTION_RECORDINGS),
                { board.add(.event($0)) })
        else { return nil }
        (self.library, self.eventLoop, self.connection, self.board) = (library, eventLoop, connection, board)
        self.reconnection = reconnection
        reconnection.whenDue = { [unowned self] in self.connection.connect() }
        do {
            try eventLoop.watch(board.wakeSignal.descriptor) { [unowned self] _ in
                self.board.wakeSignal.wait()
                for item in self.board.collect() { self.handle(item) }
            }
        } catch {
            close()
            return nil
        }
        reconnection.begin()
    }

    deinit { close() }

    package func close() {
        guard isOpen else { return }
        if isConnected { waitUntilDone() }
        isOpen = false
        reconnection.close()
        eventLoop.forget(board.wakeSignal.descriptor)
        disconnect()
        connection.close()
    }

    /// The server works in order: once it has answered all queries, all earlier settings are in effect.
    private func waitUntilDone() {
        lookAtAll { _ in }
        let end = SteadyClock.now + 1_000_000_000
        while !requests.isEmpty, isConnected, SteadyClock.now < end {
            board.wakeSignal.wait(nanoseconds: end - SteadyClock.now)
            for item in board.collect() { handle(item) }
        }
    }

    // MARK: The connection

    private func disconnect() {
        connection.disconnect { for meter in meters.values { end(meter) } }
        isConnected = false
        // They will not be answered any more.
        requests = [:]
        let measured = meters.keys.sorted()
        meters = [:]
        for index in measured { whenSounding(index, true) }
    }

    private func handle(_ item: PulseAnswer) {
        switch item {
        case .event(.lost):
            let wasConnected = isConnected
            disconnect()
            guard isOpen else { return }
            reconnection.fail()
            if wasConnected || !hasTold { whenNews(.lost) }
            hasTold = true
        case .event(.subscribed):
            isConnected = true
            reconnection.succeed()
            identify()
        case .event(.changed(let event, let number)):
            let subject = event & CInt(CPULSE_EVENT_SUBJECTS)
            guard isConnected, [CInt(CPULSE_EVENT_STREAM), CInt(CPULSE_EVENT_RECORDING)].contains(subject) else {
                return
            }
            let index = subject == CInt(CPULSE_EVENT_STREAM) ? number : number | Self.recording
            let isRemoved = event & CInt(CPULSE_EVENT_TYPES) == CInt(CPULSE_EVENT_REMOVE)
            whenNews(isRemoved ? .removed(index) : .changed(index))
        case .answered(let request): requests.removeValue(forKey: ObjectIdentifier(request))?.then(request)
        case .sounding(let meter, let isSounding):
            if let index = index(of: meter) { whenSounding(index, isSounding) }
        case .meterEnded(let meter, let hasBegun):
            guard let index = index(of: meter) else { return }
            measure(index, isOn: false)
            if hasBegun { measure(index, isOn: true) } else { whenSounding(index, true) }
        }
    }

    private func identify() {
        ask {
            library.pa_context_get_server_info(
                $0,
                { _, info, data in
                    guard let request = PulseRequest.at(data) else { return }
                    if let info = info?.pointee {
                        let name = info.server_name.map { String(cString: $0) } ?? ""
                        request.identity = ServerIdentity(cookie: info.cookie, isPipeWire: name.contains("PipeWire"))
                    }
                    request.answer()
                }, $1)
        } then: { [unowned self] in
            hasTold = true
            whenNews(.connected($0.identity))
        }
    }

    // MARK: Meters

    private func index(of meter: PulseMeter) -> UInt32? { meters.first { $0.value === meter }?.key }

    package func measure(_ index: UInt32, isOn: Bool) {
        let hasBegun = connection.locked { context in
            if let meter = meters.removeValue(forKey: index) { end(meter) }
            return !isOn || begin(index, context)
        }
        if !hasBegun { whenSounding(index, true) }
    }

    /// Starts a meter of a stream. Requires the lock of libpulse's thread.
    private func begin(_ index: UInt32, _ context: OpaquePointer?) -> Bool {
        var format = cpulse_sample_spec(format: CInt(CPULSE_FLOAT), rate: SoundDetector.rate, channels: 1)
        guard let context, isConnected, let stream = library.pa_stream_new(context, "meter", &format, nil) else {
            return false
        }
        let meter = PulseMeter(board)
        meter.stream = stream
        meters[index] = meter
        let own = meter.pointer
        library.pa_stream_set_read_callback(
            stream, { stream, _, own in PulseServer.read(stream, PulseMeter.at(own)) }, own)
        library.pa_stream_set_state_callback(
            stream,
            { stream, own in
                guard let library = PulseConnection.library, let meter = PulseMeter.at(own) else { return }
                switch library.pa_stream_get_state(stream) {
                case CInt(CPULSE_STREAM_READY): meter.hasBegun = true
                case CInt(CPULSE_STREAM_FAILED), CInt(CPULSE_STREAM_TERMINATED):
                    meter.board.add(.meterEnded(meter, hasBegun: meter.hasBegun))
                default: break
                }
            }, own)
        // One peak at a time.
        var buffer = cpulse_buffer(longest: .max, target: .max, prebuffer: .max, least: .max, fragment: 4)
        let isBegun =
            library.pa_stream_set_monitor_stream(stream, index) >= 0
            && library.pa_stream_connect_record(stream, nil, &buffer, CInt(CPULSE_METER)) >= 0
        if !isBegun, let meter = meters.removeValue(forKey: index) { end(meter) }
        return isBegun
    }

    /// Ends a meter. Requires the lock of libpulse's thread.
    private func end(_ meter: PulseMeter) {
        guard let stream = meter.stream else { return }
        meter.stream = nil
        library.pa_stream_set_read_callback(stream, nil, nil)
        library.pa_stream_set_state_callback(stream, nil, nil)
        _ = library.pa_stream_disconnect(stream)
        library.pa_stream_unref(stream)
    }

    /// Called on libpulse's thread.
    private static func read(_ stream: OpaquePointer?, _ meter: PulseMeter?) {
        guard let library = PulseConnection.library, let meter else { return }
        var (data, size) = (UnsafeRawPointer?.none, 0)
        while library.pa_stream_peek(stream, &data, &size) >= 0, size > 0 {
            // Lost fragments have no data.
            for offset in stride(from: 0, to: data == nil ? 0 : size - 3, by: 4) {
                let peak = data?.loadUnaligned(fromByteOffset: offset, as: Float.self) ?? 0
                if let isSounding = meter.detector.accept(peak) { meter.board.add(.sounding(meter, isSounding)) }
            }
            _ = library.pa_stream_drop(stream)
        }
    }

    // MARK: Requests

    /// Sends a request to the server.
    /// - Parameters:
    ///   - ask: Starts the operation, with the context and the pointer of the request.
    ///   - then: Called with the answer; not called if the server ends before.
    private func ask(
        _ ask: (OpaquePointer, UnsafeMutableRawPointer) -> OpaquePointer?,
        then: @escaping (PulseRequest) -> Void = { _ in }
    ) {
        guard isConnected else { return }
        let request = PulseRequest(board)
        requests[ObjectIdentifier(request)] = (request, then)
        connection.run { ask($0, request.pointer) }
    }

    private static let addStream: cpulse_on_stream = { add($1, end: $2, to: $3, stream(playing:)) }
    private static let addRecording: cpulse_on_recording = { add($1, end: $2, to: $3, stream(recording:)) }

    private static func add<Info>(
        _ info: UnsafePointer<Info>?, end: CInt, to data: UnsafeMutableRawPointer?, _ stream: (Info) -> ServerStream?
    ) {
        guard let request = PulseRequest.at(data) else { return }
        guard end == 0, let info else { return request.answer() }
        if let stream = stream(info.pointee) { request.streams.append(stream) }
    }

    /// The bit that distinguishes the numbers of recording streams from those of playback streams.
    private static let recording: UInt32 = 1 << 30

    package func look(at index: UInt32, _ answer: @escaping (ServerStream?) -> Void) {
        ask {
            index & Self.recording == 0
                ? library.pa_context_get_sink_input_info($0, index, Self.addStream, $1)
                : library.pa_context_get_source_output_info(
                    $0, index & ~Self.recording, Self.addRecording, $1)
        } then: {
            answer($0.streams.first)
        }
    }

    package func lookAtAll(_ answer: @escaping ([ServerStream]) -> Void) {
        ask {
            library.pa_context_get_sink_input_info_list($0, Self.addStream, $1)
        } then: { [unowned self] playing in
            ask {
                library.pa_context_get_source_output_info_list($0, Self.addRecording, $1)
            } then: {
                answer(playing.streams + $0.streams)
            }
        }
    }

    package func set(volumes: [UInt32], of index: UInt32) {
        guard isConnected else { return }
        var values = Self.volumes(volumes)
        connection.run { library.pa_context_set_sink_input_volume($0, index, &values, nil, nil) }
    }

    package func set(isMuted: Bool, of index: UInt32) {
        guard isConnected else { return }
        connection.run { library.pa_context_set_sink_input_mute($0, index, isMuted ? 1 : 0, nil, nil) }
    }

    /// An entry also names the program's device; only its volume is changed.
    package func readKept(_ answer: @escaping ([KeptVolume]) -> Void) {
        ask {
            library.pa_ext_stream_restore_read(
                $0,
                { _, entry, end, data in
                    guard let request = PulseRequest.at(data) else { return }
                    if end == 0, let entry = entry?.pointee {
                        let volumes = PulseServer.volumes(entry.volume)
                        request.entries.append(
                            StoredVolume(
                                volume: KeptVolume(
                                    name: String(cString: entry.name),
                                    volumes: volumes.isEmpty ? [PulseServer.full] : volumes,
                                    isMuted: entry.is_muted != 0),
                                channelMap: entry.channel_map, device: entry.device.map { String(cString: $0) }))
                    } else {
                        request.answer()
                    }
                }, $1)
        } then: { [unowned self] request in
            stored = Dictionary(request.entries.map { ($0.volume.name, $0) }) { first, _ in first }
            answer(request.entries.map(\.volume))
        }
    }

    package func write(_ volumes: [KeptVolume]) {
        for volume in volumes {
            guard let known = stored[volume.name], Int(known.channelMap.channels) == volume.volumes.count else {
                continue
            }
            volume.name.withCString { name in
                let device = known.device.flatMap { strdup($0) }
                defer { free(device) }
                var entry = cpulse_kept_volume(
                    name: name, channel_map: known.channelMap, volume: Self.volumes(volume.volumes), device: device,
                    is_muted: volume.isMuted ? 1 : 0)
                connection.run { library.pa_ext_stream_restore_write($0, CInt(CPULSE_REPLACE), &entry, 1, 0, nil, nil) }
            }
        }
    }

    private static let full: UInt32 = 65_536
    private static let mostChannels = Int(CPULSE_MOST_CHANNELS)

    private static func volumes(_ volumes: [UInt32]) -> cpulse_volumes {
        var values = cpulse_volumes()
        values.channels = UInt8(min(volumes.count, mostChannels))
        withUnsafeMutableBytes(of: &values.values) { bytes in
            let places = bytes.assumingMemoryBound(to: UInt32.self)
            for (place, volume) in volumes.prefix(mostChannels).enumerated() { places[place] = volume }
        }
        return values
    }

    private static func volumes(_ values: cpulse_volumes) -> [UInt32] {
        withUnsafeBytes(of: values.values) { bytes in
            Array(bytes.assumingMemoryBound(to: UInt32.self).prefix(min(Int(values.channels), mostChannels)))
        }
    }

    private static func stream(playing info: cpulse_stream) -> ServerStream? {
        var stream = stream(info.index, client: info.client, info.properties)
        (stream.isPaused, stream.isMuted) = (info.is_corked != 0, info.is_muted != 0)
        stream.volumes = volumes(info.volume)
        stream.isWritable = info.has_volume != 0 && info.is_volume_writable != 0
        return stream
    }

    /// The stream of a recording, or nil for a level meter, which records what others play.
    private static func stream(recording info: cpulse_recording) -> ServerStream? {
        if let method = info.resample_method, String(cString: method) == "peaks" { return nil }
        var stream = stream(info.index | recording, client: info.client, info.properties)
        (stream.isRecording, stream.isPaused) = (true, info.is_corked != 0)
        return stream
    }

    private static func stream(_ index: UInt32, client: UInt32, _ properties: OpaquePointer?) -> ServerStream {
        func property(_ key: String) -> String? {
            guard let text = PulseConnection.library?.pa_proplist_gets(properties, key) else { return nil }
            let value = String(cString: text)
            return value.isEmpty ? nil : value
        }
        var stream = ServerStream(index: index, client: client == .max ? nil : client, property)
        stream.restoreID = property("module-stream-restore.id")
        return stream
    }
}
