import Journal
import SurfLanguage

/// How a command behaves: a flag beats the environment, that the file, that the default.
struct Settings: Sendable {
    var units = LengthUnit.feet
    /// The unit that an option or the file says; nil where neither does.
    var saidUnits: LengthUnit?
    var dateOrder: DateOrder?
    var colour = ColourPolicy()
    /// How many sessions a year is to have; no option of every command says it, but the file.
    var goal: Int?
    var isQuiet = false
    /// 0 tells no SQL, 1 tells it, 2 tells it with its values.
    var verbosity = 0

    /// The defaults.
    init() {}

    /// What the options say, else the file.
    init(_ options: GlobalOptions, _ file: Configuration) {
        saidUnits = options.units ?? file.units
        units = saidUnits ?? .feet
        dateOrder = options.dateOrder ?? file.dateOrder
        colour = ColourPolicy(flag: options.color, file: file.colour)
        goal = file.goal
        isQuiet = options.quiet
        verbosity = options.verbose
    }
}
