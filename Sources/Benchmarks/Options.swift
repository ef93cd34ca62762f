/// What the benchmark was asked for.
struct Options {
    /// Entries of the store that objects are fetched from.
    var objects = 100_000
    /// Entries of the journal that the program is run on.
    var entries = 1_000_000
    var rounds = 7
    var writesJSON = false
    /// A small run that shows that every workload works: its ratios mean nothing and are not judged.
    var isSmoke = false
    /// Workloads whose names hold one of these words; all when empty.
    var only: [String] = []
    /// The program, and `sqlite3`; without them their workloads are left out.
    var program: String?
    var sqlite3: String?
    /// A store whose objects are to be held, only to tell how much memory they take.
    var held: String?
    /// A store whose entries are to be walked through, as objects or by hand, only to tell their size.
    var walked: String?
    var walkedByHand: String?
    /// A journal that is to be filled with entries, and nothing else.
    var filled: String?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--json": writesJSON = true
            case "--smoke": (isSmoke, objects, entries, rounds) = (true, 2_000, 2_000, 1)
            case "--objects": objects = try Options.number(&rest, argument)
            case "--entries": entries = try Options.number(&rest, argument)
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
