import JournalInsight
import SurfLanguage

/// The settings of a command. An option overrides the environment, which overrides the configuration file, which
/// overrides the default.
struct Settings: Sendable {
    var units = MeasureUnits.feet
    /// The unit of lengths given by an option or the file, or nil.
    var givenUnits: LengthUnit?
    var dateOrder: DateOrder?
    var colour = ColourPolicy()
    /// The goals. They are set in the file; there is no global option for them.
    var goals: [Goal: Int] = [:]
    /// What starts an exchange with other machines. It is set in the file.
    var syncAfter: SyncTrigger?
    /// What starts an automatic backup. It is set in the file.
    var backupTrigger: BackupTrigger?
    /// The path of the table of tide stations, if it is set in the file.
    var tides: String?
    var isQuiet = false
    /// The number of `-v` options: 0 shows no SQL, 1 shows statements, 2 shows them with their values.
    var verbosity = 0

    /// The defaults.
    init() {}

    /// The settings from the options or, where they set nothing, from the file.
    /// - Parameter environment: Its locale determines the unit of temperatures, unless the file sets one.
    init(_ options: GlobalOptions, _ file: Configuration, _ environment: [String: String]) {
        givenUnits = options.units ?? file.units
        units = MeasureUnits(
            length: givenUnits ?? .feet, temperature: file.temperature ?? TemperatureUnit(locale: environment))
        dateOrder = options.dateOrder ?? file.dateOrder
        colour = ColourPolicy(flag: options.noColor ? .never : options.color, file: file.colour)
        for goal in Goal.allCases { goals[goal] = file.goal(goal) }
        syncAfter = file.syncAfter
        backupTrigger = file.backupTrigger
        tides = file.tides
        isQuiet = options.quiet
        verbosity = options.verbose
    }
}

extension TemperatureUnit {
    /// The unit of the locale: Fahrenheit in the United States, else Celsius.
    init(locale environment: [String: String]) {
        let names = ["LC_ALL", "LC_MEASUREMENT", "LANG"].compactMap { environment[$0] }
        let language = names.first { !$0.isEmpty }?.prefix { $0 != "." && $0 != "@" }
        self = language?.hasSuffix("_US") == true ? .fahrenheit : .celsius
    }
}
