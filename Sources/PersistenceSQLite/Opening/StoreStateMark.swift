import SQLite

/// The mark of a store's state: 16 random bytes that every write transaction replaces, in the side table `Z_STATE`,
/// whose only row also has the mark that was replaced.
///
/// The marks in a log form a chain, from the state that the log continues to the newest one, so that the log tells
/// which states of a file it belongs to. No clock, no age and no trimming of the history changes a mark. Stores that
/// keep checksums have one. Programs that do not know the table leave the mark as it is.
enum StoreStateMark {
    static let table = "Z_STATE"
    /// The mark of a store without the table.
    static let none = [UInt8](repeating: 0, count: size)
    private static let size = 16

    private static let creation =
        "CREATE TABLE \(table) (Z_PK INTEGER PRIMARY KEY, Z_MARK BLOB, Z_BEFORE BLOB)"

    /// Replaces the mark, and creates the table if it is missing. Call it once in each write transaction.
    static func renew(_ connection: Connection) throws {
        do {
            try connection.cached(renewal).run()
        } catch let error as DatabaseError where error.isInvalidStatement {
            guard try !exists(connection) else { throw error }
            try connection.execute(creation)
            try connection.cached(renewal).run()
        }
    }

    private static let renewal = """
        INSERT INTO \(table) VALUES (1, randomblob(\(size)), zeroblob(\(size)))
        ON CONFLICT (Z_PK) DO UPDATE SET Z_BEFORE = Z_MARK, Z_MARK = excluded.Z_MARK
        """

    /// The current mark; nil if the table has none that this program wrote.
    static func current(_ connection: Connection) throws -> [UInt8]? {
        guard try exists(connection) else { return none }
        let mark = try connection.scalar("SELECT Z_MARK FROM \(table) WHERE Z_PK = 1").blob
        return mark.flatMap { $0.count == size ? $0 : nil }
    }

    private static func exists(_ connection: Connection) throws -> Bool {
        let statement = try connection.cached("SELECT 1 FROM main.sqlite_master WHERE name = '\(table)'")
        defer { statement.reset() }
        return try statement.step()
    }
}

extension StoreStateMark {
    /// A mark and the one that it replaced, as they are in a page of the database.
    struct Link: Equatable {
        let mark: [UInt8]
        let before: [UInt8]

        /// The beginning of the row's cell: the sizes of the record and of its header, the key, and the types of the
        /// columns.
        private static let cellStart: [UInt8] = [0x24, 0x01, 0x04, 0x00, 0x2C, 0x2C]

        /// - Parameter page: any page of a database; nil unless it is that of the table. The table's page may have any
        ///   number, because a migration can move it.
        ///
        /// Source: sqlite.org/fileformat2.html, "B-tree Pages".
        init?(page: ArraySlice<UInt8>) {
            let start = page.startIndex
            let isLeafWithOneCell =
                page.count >= 512 && page[start] == 0x0D && page[start + 3] == 0 && page[start + 4] == 1
            guard isLeafWithOneCell else { return nil }
            let cell = start + (Int(page[start + 8]) << 8 | Int(page[start + 9]))
            let values = cell + Link.cellStart.count
            guard values + 2 * StoreStateMark.size <= page.endIndex, page[cell...].starts(with: Link.cellStart) else {
                return nil
            }
            mark = Array(page[values..<(values + StoreStateMark.size)])
            before = Array(page[(values + StoreStateMark.size)..<(values + 2 * StoreStateMark.size)])
        }
    }
}
