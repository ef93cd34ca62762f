import Foundation
import Journal
import SurfLanguage

extension Configuration {
    /// The settings that there are, in the order they are shown in.
    static let keys = ["units", "color", "date-order", "goal"]

    /// The words that each setting can be; a number is none.
    static let words = [
        "units": LengthUnit.allCases.map(\.rawValue), "color": ColourChoice.allCases.map(\.rawValue),
        "date-order": DateOrder.allCases.map(\.rawValue),
    ]

    /// What the file says of a setting.
    subscript(key: String) -> String? {
        switch key {
        case "units": units?.rawValue
        case "color": colour?.rawValue
        case "date-order": dateOrder?.rawValue
        case "goal": goal.map(String.init)
        default: nil
        }
    }

    /// What holds where nothing is said; nil where dates in digits are refused, and where there is no goal.
    static func standard(_ key: String) -> String? {
        switch key {
        case "units": LengthUnit.feet.rawValue
        case "color": ColourChoice.auto.rawValue
        default: nil
        }
    }
}

/// The user's file of settings, changed line by line: comments and what else is in it stay.
struct ConfigurationFile {
    private let path: String
    private let spared: JournalFiles?

    /// - Parameter spared: the journal in use.
    /// - Throws: `.noConfiguration` where nothing says whose it is.
    init(_ environment: [String: String], sparing spared: JournalFiles?) throws(Complaint) {
        self.spared = spared
        guard let path = Configuration.path(environment) else { throw .noConfiguration }
        self.path = path
    }

    /// Sets a key, or takes it out for nil; returns the file's path. The file is the old one or the new one, never a part.
    /// - Throws: `.setting` for a value that the key cannot have, `.configurationUnreadable`, `.configurationUnwritable`.
    func set(_ key: String, _ value: String?) throws(Complaint) -> String {
        let text = ConfigurationFile.text(try Configuration.text(at: path) ?? "", setting: key, to: value)
        do throws(Complaint) {
            _ = try Configuration(text, path: path)
        } catch {
            guard case .configuration(_, _, .badValue(key, let value, let allowed)) = error else { throw error }
            throw .setting(key: key, value: value, allowed: allowed)
        }
        try write(text)
        return path
    }

    /// Keeps what `--map` said for files whose headers have that shape; the oldest of many is forgotten.
    /// - Throws: as `set`.
    func remember(_ map: [ColumnMapping], of shape: String) throws(Complaint) {
        guard let data = try? JSONEncoder().encode(map.map(\.text)) else { return }
        let key = Configuration.importMap + shape
        let value = String(decoding: data, as: UTF8.self)
        var text = ConfigurationFile.text(try Configuration.text(at: path) ?? "", setting: key, to: nil)
        let kept = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(Configuration.importMap) }
        for line in kept.dropLast(ConfigurationFile.mostMaps - 1) {
            let name = line.prefix { $0 != " " && $0 != "=" }
            text = ConfigurationFile.text(text, setting: String(name), to: nil)
        }
        try write(ConfigurationFile.text(text, setting: key, to: value))
    }

    private static let mostMaps = 50

    /// The file's text with a key set: where it stood, else at the end.
    static func text(_ old: String, setting key: String, to value: String?) -> String {
        var lines = old.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let isKey: (String) -> Bool = { line in
            let name = line.split(separator: "=", maxSplits: 1).first.map { $0.trimmingCharacters(in: .whitespaces) }
            return name == key && line.contains("=")
        }
        let place = lines.firstIndex(where: isKey)
        lines.removeAll(where: isKey)
        if let value { lines.insert("\(key) = \(value)", at: min(place ?? lines.count, lines.count)) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Where the file is a symbolic link, what it leads to is written.
    private func write(_ text: String) throws(Complaint) {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do throws(OutputError) {
            try makeFolder(of: file)
            let output = try OutputFile.replacing(file.path, force: true, sparing: spared)
            try output.write(Array(text.utf8))
            try output.commit()
        } catch {
            throw .configurationUnwritable(error)
        }
    }

    private func makeFolder(of file: URL) throws(OutputError) {
        do {
            try StagingFolder.makeParents(file.deletingLastPathComponent())
        } catch {
            switch JournalError(error, at: file) {
            case .notPermitted: throw .notPermitted(path)
            case .diskFull: throw .diskFull(path)
            default: throw .failed(path, detail: "its folder cannot be made")
            }
        }
    }
}
