#if !os(macOS)
    internal import Foundation

    /// A WAV file that replaces the microphone of a `TestPhone`. Parsed here, because Apple's systems lack our reader
    /// of sound files, and tests on Linux should not compile it.
    struct TestMicrophone: Sendable {
        /// The file's rate in frames per second.
        let rate: Int
        /// The number of frames in the file.
        let frames: Int
        private let bytes: Data
        private let encoding: Encoding
        private let channels: Int

        private enum Encoding: Int {
            case unsigned8 = 1
            case signed16 = 2
            case signed24 = 3
            case signed32 = 4
            case float32 = 36
            case float64 = 40

            var size: Int { rawValue & 15 }
        }

        /// Why a file cannot be a microphone.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Opens a file; its samples are read on demand.
        ///
        /// - Parameter path: The path, from the current folder.
        /// - Throws: A sentence if it is missing, is not a WAV file, or holds no frames.
        init(path: String) throws(Failure) {
            func failure(_ sentence: String) -> Failure { Failure(description: "microphone: \(path): \(sentence)") }
            let file: Data
            do { file = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) } catch {
                let here = FileManager.default.currentDirectoryPath
                throw failure(
                    FileManager.default.fileExists(atPath: path)
                        ? "it cannot be read; check that it is a file and may be read"
                        : "there is no such file; a path that does not begin with a slash begins in \(here)")
            }
            guard file.text(at: 0) == "RIFF", file.text(at: 8) == "WAVE" else {
                throw failure("it is not a WAV file; convert it to one of 16 bits")
            }
            var place = 12
            var format: (encoding: Encoding, channels: Int, rate: Int)?
            var found: Range<Int>?
            while found == nil, place + 8 <= file.count {
                let size = file.number(at: place + 4, bytes: 4)
                let start = place + 8
                switch file.text(at: place) {
                case "fmt " where start + 16 <= file.count:
                    var tag = file.number(at: start, bytes: 2)
                    if tag == 0xFFFE, start + 26 <= file.count { tag = file.number(at: start + 24, bytes: 2) }
                    let bits = file.number(at: start + 14, bytes: 2)
                    let (channels, rate) = (file.number(at: start + 2, bytes: 2), file.number(at: start + 4, bytes: 4))
                    guard tag == 1 || tag == 3, bits % 8 == 0, channels > 0, rate > 0,
                        let encoding = Encoding(rawValue: bits / 8 + (tag == 3 ? 32 : 0))
                    else { throw failure("its samples are not linear PCM; convert it to a WAV file of 16 bits") }
                    format = (encoding, channels, rate)
                // A file that is still being written, or was truncated, has less than its header says.
                case "data": found = start..<min(file.count, start + size)
                default: break
                }
                place = start + size + size % 2
            }
            guard let format, let found else {
                throw failure("it is cut off before its samples; export it again")
            }
            (encoding, channels, rate) = format
            frames = found.count / (format.encoding.size * format.channels)
            bytes = file[file.startIndex + found.lowerBound..<file.startIndex + found.upperBound]
            guard frames > 0 else { throw failure("it holds no sound: its length is zero; record it again") }
        }

        /// Returns samples of one channel, the mean of all; silence before the beginning and after the end.
        func samples(_ range: Range<Int>) -> [Float] {
            range.map { frame in
                guard frame >= 0, frame < frames else { return 0 }
                let first = frame * channels
                return (first..<first + channels).reduce(0) { $0 + sample($1) } / Float(channels)
            }
        }

        private func sample(_ index: Int) -> Float {
            let number = bytes.number(at: index * encoding.size, bytes: encoding.size)
            switch encoding {
            case .unsigned8: return (Float(number) - 128) / 128
            case .signed16: return Float(Int16(truncatingIfNeeded: number)) / 0x1p15
            case .signed24: return Float(Int32(truncatingIfNeeded: number << 8)) / 0x1p31
            case .signed32: return Float(Int32(truncatingIfNeeded: number)) / 0x1p31
            case .float32: return finite(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
            case .float64: return finite(Float(Double(bitPattern: UInt64(bitPattern: Int64(number)))))
            }
        }

        private func finite(_ sample: Float) -> Float { sample.isFinite ? sample : 0 }
    }

    extension Data {
        fileprivate func number(at place: Int, bytes count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(self[startIndex + place + $1]) << (8 * $1) }
        }

        fileprivate func text(at place: Int) -> String {
            guard place + 4 <= count else { return "" }
            return String(decoding: self[startIndex + place..<startIndex + place + 4], as: UTF8.self)
        }
    }
#endif
