import Foundation
import SQLite
import TestSupport

/// A folder with a store in it, as most tests have.
extension TemporaryFolder {
    func file(_ name: String = "store.sqlite") -> URL { url(of: name) }

    /// A connection that knows nothing of the engine.
    func plainConnection(_ name: String = "store.sqlite") throws -> Connection {
        try Connection(path: file(name).path)
    }

    func write(_ text: String, to name: String = "store.sqlite") throws { try write(text.utf8, to: name) }
}
