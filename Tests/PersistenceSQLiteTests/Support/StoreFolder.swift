import Foundation
import SQLite
import TestSupport

/// A folder that contains a store.
extension TemporaryFolder {
    func file(_ name: String = "store.sqlite") -> URL { url(of: name) }

    /// A plain SQLite connection, opened without the engine.
    func plainConnection(_ name: String = "store.sqlite") throws -> Connection {
        try Connection(path: file(name).path)
    }

    func write(_ text: String, to name: String = "store.sqlite") throws { try write(text.utf8, to: name) }
}
