import Foundation
import Testing

/// A writing command for the tests that interrupt it at every step. A new one is one line of `all`.
struct WritingCommand: CustomTestStringConvertible, Sendable {
    /// The state before the first command.
    enum Beginning: Sendable {
        case nothing
        /// A complete journal of the tutorial's app.
        case appleStore
    }

    let testDescription: String
    let beginning: Beginning
    /// Files in the working folder.
    let files: [String: String]
    /// The commands that prepare the state before this one.
    let before: [[String]]
    let arguments: [String]
    /// The command whose result may be there instead after a failed run, if any.
    let kept: [String]?
    /// Whether the entries may be saved while the drafts are still there.
    let endsDrafts: Bool
    /// How many days before the command the commands of `before` were given. Beyond 98 days the history is trimmed.
    let days: Int
    /// Whether another program has begun to read the journal and does not finish before the command.
    let isRead: Bool

    /// A command that works afterwards and prints the number of sessions.
    var next: [String] { arguments[0] == "backup" ? ["backup", "next.sqlite"] : ["export", "next.csv"] }

    /// A command that removes leftovers of a killed run that `next` does not remove.
    var cleaning: [String]? {
        switch arguments[0] {
        case "config": ["config", "color", "never"]
        case "migrate": ["migrate"]
        case "sync": ["sync"]
        case "sample": arguments
        default: nil
        }
    }

    init(
        _ name: String, beginning: Beginning = .nothing, files: [String: String] = [:], before: [[String]] = [],
        _ arguments: [String], kept: [String]? = nil, endsDrafts: Bool = false, days: Int = 0,
        isRead: Bool = false
    ) {
        (testDescription, self.beginning, self.files, self.before) = (name, beginning, files, before)
        (self.arguments, self.kept, self.endsDrafts, self.days) = (arguments, kept, endsDrafts, days)
        self.isRead = isRead
    }

    /// The commands that create a small journal.
    static let small = [
        ["init"], ["add", "2014-08-01 07:00: Malibu, 4ft @ 12s, offshore 5kts, ****"],
        ["add", "2014-08-02 08:00: Rincon, 6ft, 2 stars"],
        ["add", "2014-09-03 09:00: Mavericks, 20-25ft @ 18s, glassy, *****"],
    ]
    private static let add = ["add", "2015-01-02 08:00: Trestles, 3ft, 4 stars"]
    private static let edit = ["edit", "1", "--rating", "1"]
    private static let board = ["edit", "1", "--board", "log"]
    private static let tag = ["edit", "1", "--notes", "#dawnie with @ana"]
    private static let drafts = [edit + ["--draft"], add + ["--draft"], ["edit", "2", "--rating", "1", "--draft"]]
    private static let coordinates = ["spots", "set", "Malibu", "--at=34.03,-118.68"]
    private static let track = """
        <gpx><trk><trkseg><trkpt lat="34.03" lon="-118.68"><time>2015-01-02T15:04:05Z</time></trkpt></trkseg></trk></gpx>
        """
    private static let buoy = """
        #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
        2014 08 01 14 10 290  7.0  9.0   1.8    14    MM 290 1034.0   0.2  18.3    MM   MM -3.0    MM

        """

    /// A bare repository, whose folders are kept by a file.
    private static let remote = [
        "surf.git/HEAD": "ref: refs/heads/main\n", "surf.git/config": "[core]\n\tbare = true\n",
        "surf.git/objects/.keep": "", "surf.git/refs/.keep": "",
    ]
    private static let other = ["--store", "other.sqlite"]
    /// Two journals with one remote. Both have changed since, and the other one has sent its changes.
    private static let exchanged =
        small + [
            ["sync", "start", "surf.git", "--yes"], ["init", "--empty"] + other,
            ["sync", "start", "surf.git", "--yes"] + other, ["edit", "2", "--rating", "5"] + other,
            ["delete", "3"] + other, ["add", "2015-02-03 08:00: Hossegor, 6ft"] + other, ["sync"] + other, edit, add,
        ]

    /// The same, and both have changed the rating of session 1.
    private static let conflicting = exchanged + [["edit", "1", "--rating", "4"] + other, ["sync"] + other]
    /// The same after an exchange that kept a draft, with another conflict of that field.
    private static let conflictingAgain =
        conflicting + [
            ["sync"], ["sync"] + other, ["edit", "1", "--rating", "5"] + other, ["sync"] + other,
            ["edit", "1", "--rating", "2"],
        ]
    /// A restored journal, from which the last exchange had removed a session.
    private static let restored =
        exchanged + [["backup", "copy.sqlite"], ["delete", "1"], ["sync"], ["restore", "copy.sqlite", "--yes"]]

    /// Whether it exchanges sessions with another journal, `other.sqlite`. Then the journal may have received what the
    /// remote has not yet got.
    var exchanges: Bool { arguments[0] == "sync" }

    /// All commands; only those whose names are in `SURFJOURNAL_COMMANDS`, separated by commas, if that is set.
    static let all: [WritingCommand] = {
        guard let names = ProcessInfo.processInfo.environment["SURFJOURNAL_COMMANDS"] else { return every }
        return every.filter { names.split(separator: ",").contains($0.testDescription[...]) }
    }()

    static let every = [
        WritingCommand("first launch", ["list", "--json"]),
        WritingCommand("init", ["init"]),
        WritingCommand("add", before: small, add, kept: add + ["--draft"]),
        WritingCommand("edit", before: small, edit, kept: edit + ["--draft"]),
        WritingCommand("delete", before: small, ["delete", "1", "3"]),
        WritingCommand("add a draft", before: small, add + ["--draft"]),
        WritingCommand("begin a draft", before: small, edit + ["--draft"]),
        WritingCommand(
            "continue a draft", before: small + [edit + ["--draft"]], ["edit", "d1", "--wind", "glassy"]),
        WritingCommand("save", before: small + [edit + ["--draft"]], ["save", "d1"], endsDrafts: true),
        WritingCommand("save an add", before: small + [add + ["--draft"]], ["save", "d1"], endsDrafts: true),
        WritingCommand("cancel", before: small + [edit + ["--draft"]], ["cancel", "d1"]),
        WritingCommand("undo a cancel", before: small + [edit + ["--draft"], ["cancel", "d1"]], ["undo"]),
        WritingCommand("cancel --all", before: small + drafts, ["cancel", "--all"]),
        WritingCommand("undo a cancel of several", before: small + drafts + [["cancel", "--all"]], ["undo"]),
        WritingCommand(
            "cancel several again", before: small + drafts + [["cancel", "--all"], ["undo"]], ["redo"]),
        WritingCommand("export", before: small, ["export", "out.csv"]),
        WritingCommand(
            "export over a file", before: small + [["export", "out.csv", "--on", "2014-08-01"]],
            ["export", "out.csv", "--force"]),
        WritingCommand("sample remove", before: [["init", "--sample"]], ["sample", "remove"]),
        WritingCommand(
            "sample restore", before: [["init", "--sample"], ["sample", "remove"]], ["sample", "restore"]),
        WritingCommand("backup", before: small, ["backup", "copy.sqlite"]),
        WritingCommand(
            "backup over a file", before: small + [["backup", "copy.sqlite"], add],
            ["backup", "copy.sqlite", "--force"]),
        WritingCommand(
            "restore", before: small + [["backup", "copy.sqlite"], add], ["restore", "copy.sqlite", "--yes"]),
        WritingCommand(
            "import", before: small + [["export", "all.csv"], ["delete", "1", "3"]], ["import", "all.csv"]),
        WritingCommand("undo", before: small + [["delete", "1", "3"]], ["undo"]),
        WritingCommand("redo", before: small + [["delete", "1", "3"], ["undo"]], ["redo"]),
        WritingCommand("undo --only", before: small + [edit, ["delete", "3"]], ["undo", "--only", "2"]),
        WritingCommand("spots rename", before: small, ["spots", "rename", "Malibu", "First Point"]),
        WritingCommand("boards rename", before: small + [board], ["boards", "rename", "log", "9'2 log"]),
        WritingCommand("tags rename", before: small + [tag], ["tags", "rename", "dawnie", "dawn"]),
        WritingCommand("people rename", before: small + [tag], ["people", "rename", "ana", "ben"]),
        WritingCommand("spots set", before: small, coordinates),
        WritingCommand(
            "import of a track", files: ["a.gpx": track], before: small + [coordinates], ["import", "a.gpx"]),
        WritingCommand("fill", files: ["46254.txt": buoy], before: small, ["fill", "46254.txt", "--yes"]),
        WritingCommand("migrate", beginning: .appleStore, ["migrate"]),
        WritingCommand("config", before: small + [["config", "goal", "50"]], ["config", "units", "m"]),
        WritingCommand("first setting", before: small, ["config", "units", "m"]),
        WritingCommand("first exchange", files: remote, before: small, ["sync", "start", "surf.git", "--yes"]),
        WritingCommand("sync", files: remote, before: exchanged, ["sync"]),
        WritingCommand("sync with a conflict", files: remote, before: conflicting, ["sync"]),
        WritingCommand("sync with a second conflict", files: remote, before: conflictingAgain, ["sync"]),
        WritingCommand("sync after a restore", files: remote, before: restored, ["sync"]),
        WritingCommand("sync after a long break", files: remote, before: exchanged, ["sync"], days: 99),
        WritingCommand("add after a long break", before: small, add, kept: add + ["--draft"], days: 99),
        WritingCommand("add after a clock of the future", before: small, add, kept: add + ["--draft"], days: -400),
        WritingCommand("add beside a slow reader", before: small, add, kept: add + ["--draft"], isRead: true),
        WritingCommand("undo beside a slow reader", before: small + [["delete", "1", "3"]], ["undo"], isRead: true),
        WritingCommand(
            "save beside a slow reader", before: small + [edit + ["--draft"]], ["save", "d1"], endsDrafts: true,
            isRead: true),
    ]
}
