import JournalInsight
import SurfLanguage

/// The settings of a command. An option overrides the environment, which overrides the configuration file, which
/// overrides the default.
struct Settings: Sendable {
    var units = LengthUnit.feet
    /// The unit given by an option or the file, or nil.
    var givenUnits: LengthUnit?
    var dateOrder: DateOrder?
    var colour = ColourPolicy()
    /// The goals. They are set in the file; there is no global option for them.
    var goals: [Goal: Int] = [:]
    /// After what an exchange with other machines is started. It is set in the file.
    var syncAfter: SyncMoment?
    /// The path of the table of tide stations, if it is set in the file.
    var tides: String?
    var isQuiet = false
    /// The number of `-v` options: 0 shows no SQL, 1 shows statements, 2 shows them with their values.
    var verbosity = 0

    /// The defaults.
    init() {}

    /// The settings from the options, else from the file.
    init(_ options: GlobalOptions, _ file: Configuration) {
        givenUnits = options.units ?? file.units
        units = givenUnits ?? .feet
        dateOrder = options.dateOrder ?? file.dateOrder
        colour = ColourPolicy(flag: options.noColor ? .never : options.color, file: file.colour)
        for goal in Goal.allCases { goals[goal] = file.goal(goal) }
        syncAfter = file.syncAfter
        tides = file.tides
        isQuiet = options.quiet
        verbosity = options.verbose
    }
}
