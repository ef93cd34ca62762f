/// The options of the benchmark.
struct Options {
    /// The number of entries in the store for fetches.
    var objects = 100_000
    /// The number of entries in the journal for the program.
    var entries = 1_000_000
    /// The number of entries in the journal that is exchanged; nil for `entries`, at most 100,000.
    var exchanged: Int?
    var rounds = 7
    var writesJSON = false
    /// A small run to check that every workload works. Its ratios are meaningless and are not judged.
    var isSmoke = false
    /// Runs only workloads whose names contain one of these words; all if empty.
    var only: [String] = []
    /// The paths of the program and of `sqlite3`. Without them, their workloads are skipped.
    var program: String?
    var sqlite3: String?
    /// Shows how the engine's workloads and the program's commands grow from `objects` to a hundred times as many,
    /// instead of the table.
    var showsGrowth = false
    /// A store whose objects are fetched, only to report their memory.
    var held: String?
    /// Stores whose entries are read in batches, as objects or by hand, only to report their size.
    var walked: String?
    var walkedByHand: String?
    /// A journal to fill with entries, without measuring anything.
    var filled: String?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": writesJSON = true
            case "--smoke": (isSmoke, objects, entries, rounds) = (true, 2_000, 2_000, 1)
            case "--growth": (showsGrowth, objects, rounds) = (true, 10_000, 3)
            case "--objects": objects = try Options.number(&rest, argument)
            case "--entries": entries = try Options.number(&rest, argument)
            case "--exchanged": exchanged = try Options.number(&rest, argument)
            case "--rounds": rounds = try Options.number(&rest, argument)
            case "--only": only.append(try Options.value(&rest, argument))
            case "--held": held = try Options.value(&rest, argument)
            case "--walk": walked = try Options.value(&rest, argument)
            case "--fill": filled = try Options.value(&rest, argument)
            case "--walk-by-hand": walkedByHand = try Options.value(&rest, argument)
            case "--program": program = try Options.value(&rest, argument)
            case "--sqlite3": sqlite3 = try Options.value(&rest, argument)
            default: throw UsageError(message: "unknown option \(argument)")
            }
        }
    }

    func wants(_ name: String) -> Bool {
        only.isEmpty || only.contains { name.contains($0) }
    }

    struct UsageError: Error {
        let message: String
    }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError(message: "\(option) needs a value") }
        return value
    }

    private static func number(_ rest: inout ArraySlice<String>, _ option: String) throws(UsageError) -> Int {
        guard let number = Int(try value(&rest, option)), number > 0 else {
            throw UsageError(message: "\(option) needs a number")
        }
        return number
    }
}
