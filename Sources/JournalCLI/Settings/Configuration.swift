import Foundation
import Journal
import SurfLanguage

/// The contents of the configuration file: lines of the form `key = value`, and comments that start with `#`.
struct Configuration: Equatable, Sendable {
    var units: LengthUnit?
    var colour: ColourChoice?
    var dateOrder: DateOrder?
    /// The number of sessions planned for a year.
    var goal: Int?
    /// After what an exchange is started in the background.
    var syncAfter: SyncMoment?
    /// The remembered `--map` options, by the shape of a file's header.
    var importMaps: [String: [String]] = [:]

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
        } catch {
            switch error {
            case .missing: return nil
            case .unreadable: throw .configurationUnreadable(path: path)
            case .tooLarge: throw .configurationTooLarge(path: path)
            }
        }
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
        switch sides[0] {
        case "units": return set(\.units, "units", sides[1])
        case "color": return set(\.colour, "color", sides[1])
        case "date-order": return set(\.dateOrder, "date-order", sides[1])
        case "goal": return setGoal(sides[1])
        case "sync-after": return set(\.syncAfter, "sync-after", sides[1])
        case let key where key.hasPrefix(Configuration.importMap): return setImportMap(key, sides[1])
        default: return .unknownKey(sides[0])
        }
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

    private mutating func setGoal(_ value: String) -> ConfigurationMistake? {
        guard let goal = Int(value), goal > 0 else {
            return .badValue(key: "goal", value: value, allowed: ["a whole number from 1"])
        }
        self.goal = goal
        return nil
    }

    private mutating func set<Choice: RawRepresentable<String> & CaseIterable>(
        _ path: WritableKeyPath<Configuration, Choice?>, _ key: String, _ value: String
    ) -> ConfigurationMistake? {
        guard let choice = Choice(rawValue: value) else {
            return .badValue(key: key, value: value, allowed: Choice.allCases.map(\.rawValue))
        }
        self[keyPath: path] = choice
        return nil
    }
}

/// After what an exchange with other machines is started in the background.
enum SyncMoment: String, CaseIterable, Sendable {
    /// After each command that changed sessions.
    case save
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
        self.init(.usage, "\(error.path):\(error.line): \(words)")
    }

    fileprivate static func configurationUnreadable(path: String) -> Refusal {
        Refusal(.failure, "Your settings in \(path) cannot be read. Check its permissions.")
    }

    fileprivate static func configurationTooLarge(path: String) -> Refusal {
        Refusal(.failure, "\(path) is larger than 1 MiB. Settings are a few lines of 'key = value'.")
    }
}

extension Messages {
    static func badSetting(_ key: String, _ value: String, allowed: [String]) -> String {
        "\(key) must be \(alternatives(allowed)), not '\(value)'."
    }
}
