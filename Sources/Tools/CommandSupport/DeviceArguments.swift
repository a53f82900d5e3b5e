public import ArgumentParser
import SessionPolicy

/// The options of `audiosession device`: read by that command, for its help and its completions, and by the program
/// that it starts.
public struct DeviceArguments: ParsableArguments {
    /// A sentence that says what the command does.
    public static let abstract =
        "Puts a device on the table: a page in the browser, with its switch, its plugs and its apps."

    /// The use of the options, as help tells it.
    public static let discussion = """
        Open the address that it prints; it holds a secret, without which no browser may use the device. The page shows \
        which app is heard, how loud, and by which rule; every step can be taken back, and the steps can be saved as a \
        scenario or copied as a test. It sounds on this machine's sound card and, where you switch it on, in the page.

          audiosession device --rules iPhoneOS3
          audiosession device --silent --port 8080

        With a scenario file its steps have been taken already: go back to any of them, and try something else.

          audiosession device Scenarios/scenario-3-navigation.yaml

        With --join it shows the device of the host that runs (audiosession host): its real programs, as they act.

        With --export it writes the page as files that need no server: open its index.html. The policy then runs in \
        the browser, as `make page-policy` compiles it in the sources; where that was done before `make install`, it \
        is installed.

          audiosession device --export table

        Ends with ^C, and with the host. Exit status: 2 where the port cannot be had or a file cannot be read or \
        written, 3 where no host answers.
        """

    @Argument(help: "A scenario file whose steps are taken first.", transform: Installation.scenario)
    public var file: String?

    @OptionGroup package var bookOptions: ScenarioBookOptions

    @Option(help: "The port on 127.0.0.1; 0 for any that is free.")
    public var port: UInt16 = 0

    @Option(help: "The PCM that it is heard on.", transform: PlaceName.read)
    public var device = "default"

    @Flag(help: "Do not sound on this machine, only in the page.")
    public var silent = false

    @Flag(help: "Show the device of the running host, with its programs.")
    public var join = false

    @Option(
        help: "The host's socket, for --join; without it AUDIOSESSION_SOCKET, else the default.",
        transform: PlaceName.read)
    public var socket: String?

    @Option(help: "Write the page into this folder as files that need no server, and end.")
    public var export: String?

    @Option(
        help: "The policy for browsers, for --export, as a file; without it the one that was installed.",
        transform: PlaceName.read)
    public var policy: String?

    /// Creates options without values, which ArgumentParser fills.
    public init() {}

    /// Refuses what does not go together.
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
