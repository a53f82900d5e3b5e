import Foundation
import Player
import SessionDevice

// On the host of this login where there is one, else on a device of this process's own.
do {
    let app = try AudioApp.join()
    for path in CommandLine.arguments.dropFirst() { try await play(path, on: app) }
} catch {
    FileHandle.standardError.write(Data("play: \(error)\n".utf8))
    exit(1)
}
