public import ArgumentParser
import SessionPolicy

/// The options of `audiosession device`, used by that command for its help and completions, and by the program that it
/// starts.
public struct DeviceArguments: ParsableArguments {
    /// The purpose of the command, in one sentence.
    public static let abstract =
        "Shows a device as a page in the browser, with its switch, its plugs and its apps."

    /// The usage notes of the help.
    public static let discussion = """
        Open the address that it prints, which contains a secret. The page shows which app is heard, how loud, and by \
        which rule; steps can be undone, and saved as a scenario or copied as a test. Sounds play in the page, once they \
        are switched on there.

          audiosession device --rules iPhoneOS3
          audiosession device --port 8080

        With a scenario file its steps are already performed: go back to any of them, and try something else.

          audiosession device Scenarios/scenario-3-navigation.yaml

        With --join it shows the device of the running host (audiosession host) and its real programs.

        With --export it writes the page as files that need no server: open its index.html. The policy then runs in \
        the browser; `make page-policy` in the sources compiles it, and a later `make install` installs it.

          audiosession device --export table

        Ends with ^C, and with the host. Exit status: 2 if the port is unavailable or a file cannot be read or \
        written, 3 if no host answers.
        """

    @Argument(help: "A scenario file whose steps are performed first.", transform: Installation.scenario)
    public var file: String?

    @OptionGroup package var bookOptions: ScenarioBookOptions

    @Option(help: "The port on 127.0.0.1; 0 for any free port.")
    public var port: UInt16 = 0

    // Has no effect any more, and is in scripts: only the page plays.
    @Flag(help: .hidden) public var silent = false

    @Flag(help: "Show the device and the programs of the running host.")
    public var join = false

    @Option(
        help: "The host's socket, for --join; by default AUDIOSESSION_SOCKET or the usual path.",
        transform: PlaceName.read)
    public var socket: String?

    @Option(help: "Write the page into this folder as files that need no server, and exit.")
    public var export: String?

    @Option(
        help: "The policy for browsers, for --export; by default the installed one.",
        transform: PlaceName.read)
    public var policy: String?

    /// Creates empty options for ArgumentParser to fill.
    public init() {}

    /// Rejects invalid combinations.
    public mutating func validate() throws {
        if let export, export.isEmpty { throw ValidationError("--export is empty; name a folder, such as table.") }
        guard !join || file == nil else {
            throw ValidationError(
                "--join shows what real programs do, and a scenario has emulated ones; leave one of them out.")
        }
        guard !join || bookOptions.rules == nil && bookOptions.changes.isEmpty else {
            throw ValidationError(
                "--join shows the device of a host, which goes by the host's rule book; leave --rules and --set out.")
        }
        guard export == nil || bookOptions.rules?.isFile != true && bookOptions.changes.isEmpty else {
            throw ValidationError(
                "--export writes a page whose policy has the rule books \(RuleBook.names.joined(separator: ", ")) and no "
                    + "others; name one of them with --rules, and leave --set out.")
        }
        guard !join || export == nil else {
            throw ValidationError(
                "--export writes a page without a server, and --join needs one; leave one of them out.")
        }
    }
}
