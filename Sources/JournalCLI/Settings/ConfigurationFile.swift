import Foundation
import Journal
import JournalTransfer

/// The user's configuration file. Changes replace single lines; comments and other text are kept.
struct ConfigurationFile {
    private let path: String
    private let spared: JournalFiles?

    /// - Parameter spared: The journal in use, which must not be overwritten.
    /// - Throws: `.noConfiguration` if the environment does not determine the user's directory.
    init(_ environment: [String: String], sparing spared: JournalFiles?) throws(Refusal) {
        self.spared = spared
        guard let path = Configuration.path(environment) else { throw .noConfiguration }
        self.path = path
    }

    /// Sets a key, or removes it if the value is nil. Returns the file's path. The file is replaced atomically.
    /// - Throws: `.setting` if the value is not valid for the key. A refusal too if another line is invalid, or if the
    ///   file cannot be read or written.
    func set(_ key: String, _ value: String?) throws(Refusal) -> String {
        let text = ConfigurationFile.text(try Configuration.text(at: path) ?? "", setting: key, to: value)
        do throws(ConfigurationError) {
            _ = try Configuration(text, path: path)
        } catch {
            guard case .badValue(key, let value, let allowed) = error.mistake else { throw Refusal(error) }
            throw .setting(key: key, value: value, allowed: allowed)
        }
        try write(text)
        return path
    }

    /// Remembers the `--map` options for files whose headers have this shape. The oldest mapping is removed if there
    /// are too many.
    /// - Throws: a refusal if the file cannot be read or written.
    func remember(_ map: [ColumnMapping], of shape: String) throws(Refusal) {
        guard let data = try? JSONEncoder().encode(map.map(\.text)) else { return }
        let key = Configuration.importMap + shape
        let value = String(decoding: data, as: UTF8.self)
        var text = ConfigurationFile.text(try Configuration.text(at: path) ?? "", setting: key, to: nil)
        let kept = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix(Configuration.importMap) }
        for line in kept.dropLast(ConfigurationFile.maxMaps - 1) {
            let name = line.prefix { $0 != " " && $0 != "=" }
            text = ConfigurationFile.text(text, setting: String(name), to: nil)
        }
        try write(ConfigurationFile.text(text, setting: key, to: value))
    }

    private static let maxMaps = 50

    /// The file's text with a key set on its previous line, or at the end if it is new.
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

    /// Writes the file. If the path is a symbolic link, its target is written.
    private func write(_ text: String) throws(Refusal) {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do throws(OutputError) {
            try makeFolder(of: file)
            let output = try OutputFile.replacing(file.path, force: true, sparing: spared)
            try output.write(Array(text.utf8))
            try output.commit()
        } catch {
            throw Refusal(error)
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

extension Refusal {
    fileprivate static let noConfiguration = Refusal.failure(
        "HOME is not set, so there is no default place for settings.")

    fileprivate static func setting(key: String, value: String, allowed: [String]) -> Refusal {
        let only = Configuration.words[key] != nil && allowed.count == 1 ? allowed[0] : nil
        return .usage(only.map { Messages.onlySetting(key, $0) } ?? Messages.badSetting(key, value, allowed: allowed))
    }
}
