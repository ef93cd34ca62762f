import Foundation
import Persistence

/// Writes the files of one transaction. They are deleted again if the transaction is rolled back.
final class ExternalDataWriter {
    private let folder: ExternalDataFolder
    private let use: ExternalDataUse
    private var written: [String] = []
    /// How many rows may have named another file before.
    private(set) var changes = 0

    init(_ folder: ExternalDataFolder, _ use: ExternalDataUse) {
        self.folder = folder
        self.use = use
    }

    /// Notes that a value is replaced, or a row deleted.
    func noteChange() { changes += 1 }

    /// Writes a durable file and returns its name.
    func write(_ bytes: UnsafeRawBufferPointer) throws -> String {
        if written.isEmpty {
            try folder.make()
            use.begin()
        }
        let name = UUID().uuidString
        try folder.write(bytes, named: name)
        written.append(name)
        return name
    }

    /// Makes all files durable, before the commit.
    func sync() throws {
        if !written.isEmpty { try folder.syncNames() }
    }

    /// The files belong to committed rows.
    func keep() { written = [] }

    /// Deletes the files of rows that were rolled back.
    func discard() {
        for name in written { folder.delete(name) }
        written = []
    }
}
