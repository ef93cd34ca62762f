import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// The contents of the configuration file: lines of the form `key = value`, and comments that start with `#`.
struct Configuration: Equatable, Sendable {
    /// The settings in the order in which they are shown.
    static let keys =
        ["units", "temperature", "color", "date-order"] + Goal.allCases.map(\.rawValue) + [
            "sync-after", "backup-after", tides,
        ]

    /// The setting with the path of the table of tide stations.
    static let tides = "tides"

    /// The possible values of each setting that is not a number.
    static let words = [
        "units": LengthUnit.allCases.map(\.rawValue),
        "temperature": TemperatureUnit.allCases.map(\.rawValue), "color": ColourChoice.allCases.map(\.rawValue),
        "date-order": DateOrder.allCases.map(\.rawValue), "sync-after": SyncTrigger.allCases.map(\.rawValue),
        "backup-after": BackupTrigger.allCases.map(\.rawValue),
    ]

    /// The defaults. Ambiguous numeric dates are refused by default, and there are no goals.
    static func standard(_ environment: [String: String]) -> [String: String] {
        [
            "units": LengthUnit.feet.rawValue, "temperature": TemperatureUnit(locale: environment).rawValue,
            "color": ColourChoice.auto.rawValue,
        ]
    }

    /// The valid settings in the file.
    private var values: [String: String] = [:]
    /// The remembered `--map` options, by the shape of a file's header.
    var importMaps: [String: [String]] = [:]

    /// The value of a setting in the file.
    subscript(key: String) -> String? { values[key] }

    var units: LengthUnit? { values["units"].flatMap(LengthUnit.init) }
    var temperature: TemperatureUnit? { values["temperature"].flatMap(TemperatureUnit.init) }
    var colour: ColourChoice? { values["color"].flatMap(ColourChoice.init) }
    var dateOrder: DateOrder? { values["date-order"].flatMap(DateOrder.init) }
    /// A goal, which is a number.
    func goal(_ goal: Goal) -> Int? { values[goal.rawValue].flatMap { Int($0) } }
    /// What starts an exchange in the background; nil if nothing does.
    var syncAfter: SyncTrigger? { values["sync-after"].flatMap(SyncTrigger.init) }

    /// What starts an automatic backup; nil if nothing does.
    var backupTrigger: BackupTrigger? { values["backup-after"].flatMap(BackupTrigger.init) }

    /// The path of the table of tide stations.
    var tides: String? { values[Configuration.tides] }

    init() {}

    /// Parses the file's text.
    /// - Throws: an error for the first invalid line.
    init(_ text: String, path: String) throws(ConfigurationError) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let mistake = read(line.trimmingCharacters(in: .whitespaces)) {
                throw ConfigurationError(path: path, line: index + 1, mistake: mistake)
            }
        }
    }

    /// The settings of the user's file, or the defaults if there is no file.
    /// - Throws: a refusal, instead of ignoring the user's settings.
    static func ofUser(environment: [String: String]) throws(Refusal) -> Configuration {
        guard let path = path(environment), let text = try text(at: path) else { return Configuration() }
        do { return try Configuration(text, path: path) } catch { throw Refusal(error) }
    }

    /// The file's text, or nil if there is no file.
    static func text(at path: String) throws(Refusal) -> String? {
        do throws(BoundedFile.Failure) {
            return String(decoding: try BoundedFile.bytes(at: path, atMost: sizeLimit), as: UTF8.self)
                .withoutInvisibles()
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable where isDanglingLink(path):
                throw .failure("\(path) is a link to a file that is not there. Mend the link or remove it.")
            case .unreadable: throw .failure("Your settings in \(path) cannot be read. Check its permissions.")
            case .tooLarge:
                throw .failure("\(path) is larger than 1 MiB. Settings are a few lines of 'key = value'.")
            }
        }
    }

    private static func isDanglingLink(_ path: String) -> Bool {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        return target != nil && !FileManager.default.fileExists(atPath: path)
    }

    /// The largest size of the file in bytes.
    private static let sizeLimit = 1 << 20

    /// The file's path, or nil if the environment does not determine the user's directory.
    static func path(_ environment: [String: String]) -> String? {
        OwnFolder.configuration(environment).map { $0 + "/config" }
    }

    private mutating func read(_ line: String) -> ConfigurationMistake? {
        if line.isEmpty || line.hasPrefix("#") { return nil }
        let sides = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard sides.count == 2 else { return .noEqualsSign }
        let (key, value) = (sides[0], sides[1])
        if key.hasPrefix(Configuration.importMap) { return setImportMap(key, value) }
        guard Configuration.keys.contains(key) else { return .unknownKey(key) }
        if let words = Configuration.words[key] {
            guard words.contains(value) else { return .badValue(key: key, value: value, allowed: words) }
            values[key] = value
        } else if key == Configuration.tides {
            guard !value.isEmpty else { return .badValue(key: key, value: value, allowed: ["the path of a file"]) }
            values[key] = value
        } else {
            guard let number = Int(value), number > 0 else {
                return .badValue(key: key, value: value, allowed: ["a whole number from 1"])
            }
            values[key] = String(number)
        }
        return nil
    }

    /// The start of the key of a remembered mapping.
    static let importMap = "import-map."

    private mutating func setImportMap(_ key: String, _ value: String) -> ConfigurationMistake? {
        let elements = try? JSONReader.value(Array(value.utf8)).elements
        guard let elements, case let maps = elements.compactMap(\.text), maps.count == elements.count else {
            return .badValue(key: key, value: value, allowed: [#"["COLUMN=FIELD"]"#])
        }
        importMaps[String(key.dropFirst(Configuration.importMap.count))] = maps
        return nil
    }
}

/// What starts an exchange with other machines in the background.
enum SyncTrigger: String, CaseIterable, Sendable {
    /// After each command that changed sessions.
    case save
}

/// What starts an automatic backup.
enum BackupTrigger: String, CaseIterable, Sendable {
    /// Before an import, and before any other command that changes many sessions.
    case `import`
}

/// A mistake in a line of the configuration file. Lines count from 1.
struct ConfigurationError: Error, Equatable {
    let path: String
    let line: Int
    let mistake: ConfigurationMistake
}

enum ConfigurationMistake: Equatable, Sendable {
    case noEqualsSign
    case unknownKey(String)
    case badValue(key: String, value: String, allowed: [String])
}

extension Refusal {
    init(_ error: ConfigurationError) {
        let words =
            switch error.mistake {
            case .noEqualsSign: "this line is not 'key = value'."
            case .unknownKey(let key):
                "there is no setting '\(key)'. The settings are \(Configuration.keys.joined(separator: ", "))."
            case .badValue(let key, let value, let allowed):
                Messages.badSetting(key, value, allowed: allowed)
            }
        self = .usage("\(error.path):\(error.line): \(words)")
    }
}

extension Messages {
    static func badSetting(_ key: String, _ value: String, allowed: [String]) -> String {
        "\(key) must be \(alternatives(allowed)), not '\(value)'."
    }

    /// The refusal of a value for a setting that has one value, or none.
    static func onlySetting(_ key: String, _ only: String) -> String {
        "\(key) can only be \(only). 'surfjournal config \(key) --unset' turns it off."
    }
}
