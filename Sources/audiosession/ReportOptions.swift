import ArgumentParser
import SessionReplay
import SessionReport
import SessionScenario
import SoundFiles

/// The forms in which a replay can be seen.
struct ReportOptions: ParsableArguments {
    @Option(
        help: "Write a page that shows and plays it: one file, no network. Takes one scenario.")
    var report: String?

    @Option(help: "Write its picture as SVG. Takes one scenario.")
    var svg: String?

    @Option(help: "Write what the page shows as JSON. Takes one scenario.")
    var json: String?

    /// Where files are wanted.
    var paths: [String] { [report, svg, json].compactMap { $0 } }

    /// What listens to the rendering and writes the files then; nil where none is wanted.
    ///
    /// - Parameter inputs: Files that must not be written over.
    /// - Throws: `ReplayError` about a file that cannot be written.
    func writer(inputs: [String]) throws(ReplayError) -> ReportWriter? {
        guard !paths.isEmpty else { return nil }
        do throws(SoundFileError) {
            _ = try OutputPlan(paths, inputs: inputs)
            return ReportWriter(self, inputs, report == nil ? nil : try FLACEncoder(rate: OfflineRenderer.sampleRate))
        } catch {
            throw .file(error)
        }
    }
}

/// Makes the files of a report out of a run and what was rendered of it.
struct ReportWriter {
    /// One column for each unit of the picture's width.
    private static let columns = 990

    private let options: ReportOptions
    private let inputs: [String]
    private let encoder: FLACEncoder?

    fileprivate init(_ options: ReportOptions, _ inputs: [String], _ encoder: FLACEncoder?) {
        (self.options, self.inputs, self.encoder) = (options, inputs, encoder)
    }

    /// What it wants to hear of the rendering.
    var listening: Listening {
        Listening(columns: Self.columns) { [encoder] in encoder?.write($0, count: $1) }
    }

    /// Writes the files: all, or none.
    ///
    /// - Parameters:
    ///   - run: What became of the scenario.
    ///   - peaks: What was rendered of each sound.
    /// - Throws: `ReplayError.file`.
    func write(_ run: ScenarioRun, _ peaks: [String: [Float]]) throws(ReplayError) {
        let chart = Chart(run, peaks: peaks)
        var files: [WholeFiles.File] = []
        if let path = options.report {
            let sound = encoder.map { "data:audio/flac;base64," + Base64.text(of: $0.finish()) }
            files.append(.init(path: path, text: chart.page(sound: sound)))
        }
        if let path = options.svg { files.append(.init(path: path, text: chart.svg)) }
        if let path = options.json { files.append(.init(path: path, text: chart.json)) }
        do throws(SoundFileError) { try WholeFiles.write(files, inputs: inputs) } catch { throw .file(error) }
    }
}

/// A folder of pages, one for each scenario, and an index over them.
struct ReportFolder {
    private let folder: String
    private let inputs: [String]
    private var entries: [ReportIndex.Entry] = []
    private var files: [WholeFiles.File] = []

    /// Chooses a folder.
    ///
    /// - Parameters:
    ///   - folder: Its path; it must exist.
    ///   - inputs: Files that must not be written over.
    /// - Throws: The exit status, after a word on standard error.
    init(_ folder: String, inputs: [String]) throws {
        (self.folder, self.inputs) = (folder, inputs)
        _ = try Folder.make(folder, for: "the report")
    }

    /// Adds a scenario.
    mutating func add(_ run: ScenarioRun) {
        let chart = Chart(run)
        let name = "\(entries.count + 1)-\(run.scenario.shortName).html"
        entries.append(.init(chart, address: name))
        files.append(.init(path: "\(folder)/\(name)", text: chart.page()))
    }

    /// Writes all pages and the index, or none.
    ///
    /// - Throws: The exit status, after a word on standard error.
    func write() throws {
        let index = WholeFiles.File(path: "\(folder)/index.html", text: ReportIndex.page(entries))
        do throws(SoundFileError) {
            try WholeFiles.write([index] + files, inputs: inputs)
        } catch {
            Output.complain("audiosession: \(error)")
            throw ExitCode.refused
        }
    }
}
