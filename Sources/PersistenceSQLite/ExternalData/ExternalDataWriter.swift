import Foundation
import Persistence

/// Writes the files of one transaction. They are deleted again if the transaction is rolled back.
final class ExternalDataWriter {
    private let folder: ExternalDataFolder
    private var written: [String] = []

    init(_ folder: ExternalDataFolder) {
        self.folder = folder
    }

    /// Writes a durable file and returns its name.
    func write(_ bytes: UnsafeRawBufferPointer) throws -> String {
        if written.isEmpty { try folder.make() }
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
