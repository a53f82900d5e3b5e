import ArgumentParser
import FoundationEssentials
import Glibc
import Report
import SessionScenario
import SessionWorld
import SoundFiles
import Sounder

struct ReportOptions: ParsableArguments {
    @Option(
        help: "Write a self-contained page that shows and plays it. Takes one scenario.")
    var report: String?

    @Option(help: "Write its picture as SVG. Takes one scenario.")
    var svg: String?

    var paths: [String] { [report, svg].compactMap { $0 } }
}

/// Makes the files of a report from a run and its rendered peaks.
struct ReportWriter {
    /// One column per unit of the picture's width.
    private static let columns = 990

    private let options: ReportOptions
    private let run: ScenarioRun
    private let isHeard: Bool
    private var encoder: SoundEncoder?
    /// Why the page's sound cannot be encoded, or nil.
    private var lack: String?

    /// Creates the writer that follows the rendering and then makes the files, or nil if none is requested.
    init?(_ options: ReportOptions, _ run: ScenarioRun) throws(ReplayError) {
        guard !options.paths.isEmpty else { return nil }
        (self.options, self.run, isHeard) = (options, run, run.seconds <= Listening.longest)
        guard options.report != nil, isHeard else { return }
        do throws(SoundFileError) { encoder = try SoundEncoder(rate: ReplayPlan.sampleRate) } catch {
            guard case .noLibrary(let name, let package, _) = error.kind else { throw .file(error) }
            // The drawing does not need it.
            lack = "the page has no sound, because \(name) is missing; install the package \(package)"
        }
    }

    /// The data that it needs of the rendering, or nil if the story is too long.
    var listening: Listening? {
        isHeard ? Listening(columns: Self.columns) { [encoder] in encoder?.write($0, count: $1) } : nil
    }

    var remarks: [String] {
        if let lack { return ["\(run.scenario.file): \(lack)"] }
        guard !isHeard else { return [] }
        let longest = plainText(Listening.longest)
        return [
            "\(run.scenario.file): the story lasts \(plainText(run.seconds)) s, and a report has the sound of at most \(longest) s: "
                + "this one is drawn from the decisions alone; split the scenario to have its sound"
        ]
    }

    func files(_ peaks: [String: [Float]]) -> [WholeFiles.File] {
        let chart = Chart(run, peaks: peaks)
        var files: [WholeFiles.File] = []
        if let path = options.report {
            let sound = encoder.map { "data:audio/flac;base64," + Data($0.finish()).base64EncodedString() }
            files.append(.init(path: path, text: chart.page(sound: sound, source: run.sourceText)))
        }
        if let path = options.svg { files.append(.init(path: path, text: chart.svg)) }
        return files
    }
}

/// A folder with a page for each scenario, and an index.
struct ReportFolder {
    private let folder: String
    private let isNew: Bool
    private let inputs: [String]
    private var entries: [ReportIndex.Entry] = []
    private var files: [WholeFiles.File] = []

    /// Creates a report folder.
    /// - Parameters:
    ///   - folder: Its path; created if missing.
    ///   - inputs: Files that must not be overwritten.
    init(_ folder: String, inputs: [String]) throws {
        (self.folder, self.inputs) = (folder, inputs)
        isNew = try Folder.make(folder, for: "the report")
    }

    /// Adds a scenario, and returns the path of its page.
    mutating func add(_ run: ScenarioRun) -> String {
        let chart = Chart(run)
        let name = "\(entries.count + 1)-\(run.scenario.shortName).html"
        entries.append(.init(chart, address: name))
        let path = "\(folder)/\(name)"
        files.append(.init(path: path, text: chart.page(source: run.sourceText)))
        return path
    }

    func write() throws {
        let index = WholeFiles.File(path: "\(folder)/index.html", text: ReportIndex.page(entries))
        do throws(SoundFileError) {
            try WholeFiles.write([index] + files, inputs: inputs)
        } catch {
            if isNew { rmdir(folder) }
            throw error
        }
    }
}

extension ScenarioRun {
    /// The text of the scenario file, or nil if it cannot be read any more.
    fileprivate var sourceText: String? { try? Scenario.text(ofFile: scenario.file) }
}
