import Foundation
import SQLite

/// A folder of its own for a test, removed at the end.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("store-tests-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String = "store.sqlite") -> URL { url.appendingPathComponent(name) }

    /// A connection that knows nothing of the engine.
    func plainConnection(_ name: String = "store.sqlite") throws -> Connection {
        try Connection(path: file(name).path)
    }

    func write(_ text: String, to name: String = "store.sqlite") throws {
        try Data(text.utf8).write(to: file(name))
    }

    func permissions(of name: String = "store.sqlite") -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: file(name).path))?[.posixPermissions] as? Int
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

extension Connection {
    /// The rows of a query, each as its values.
    func rows(_ sql: String) throws -> [[Value]] {
        let statement = try prepare(sql)
        var rows: [[Value]] = []
        while try statement.step() { rows.append(statement.values()) }
        return rows
    }

    func texts(_ sql: String) throws -> [String] { try rows(sql).compactMap { $0[0].text } }
    func integer(_ sql: String) throws -> Int64? { try scalar(sql).integer }
}
