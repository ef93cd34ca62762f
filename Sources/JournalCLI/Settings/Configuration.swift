import Foundation
import Journal
import SurfLanguage

/// What the configuration file says: lines of `key = value`, `#` before a comment.
struct Configuration: Equatable, Sendable {
    var units: LengthUnit?
    var colour: ColourChoice?
    var dateOrder: DateOrder?
    /// How many sessions a year is to have.
    var goal: Int?
    /// What `--map` said of files whose headers have a shape.
    var importMaps: [String: [String]] = [:]

    init() {}

    /// Reads the file's text.
    /// - Throws: `.configuration` for the first line that is wrong.
    init(_ text: String, path: String) throws(Complaint) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let mistake = read(line.trimmingCharacters(in: .whitespaces)) {
                throw .configuration(path: path, line: index + 1, mistake)
            }
        }
    }

    /// The settings of the user's file; none where there is no file.
    /// - Throws: `.configurationUnreadable`, as what the settings mean is not to be guessed.
    static func ofUser(environment: [String: String]) throws(Complaint) -> Configuration {
        guard let path = path(environment), let text = try text(at: path) else { return Configuration() }
        return try Configuration(text, path: path)
    }

    /// What the file says; nil where there is none.
    static func text(at path: String) throws(Complaint) -> String? {
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

    /// The most bytes of the file.
    private static let sizeLimit = 1 << 20

    /// The file's path; nil where nothing says which user's it is.
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
        case let key where key.hasPrefix(Configuration.importMap): return setImportMap(key, sides[1])
        default: return .unknownKey(sides[0])
        }
    }

    /// What the name of a remembered mapping begins with.
    static let importMap = "import-map."

    private mutating func setImportMap(_ key: String, _ value: String) -> ConfigurationMistake? {
        guard let maps = try? JSONDecoder().decode([String].self, from: Data(value.utf8)) else {
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
