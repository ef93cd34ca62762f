/// Puts the rows that a save wrote into the row cache, and bases the objects on them.
struct RowAdoption {
    /// Rows of one save share no key, so all rows of one table register as one group.
    private var groups: [(table: RowCache, number: UInt64)] = []

    init() {}

    mutating func adopt(_ rows: WrittenRows) {
        let table = rows.block.table
        if table.store?.backend.choosesVersions == true {
            // Its versions do not show which of two rows is newer.
            table.replace(with: rows.block, group: table.newGroup())
        } else {
            table.register(rows.block, group: group(of: table))
        }
        var isNewer = false
        var row = 0
        rows.objects.forEach { object in
            if object.block != nil { isNewer = true }
            object.adopt(rows.block, row: row)
            row += 1
        }
        if isNewer { table.noteSuperseded() }
    }

    private mutating func group(of table: RowCache) -> UInt64 {
        if let known = groups.first(where: { $0.table === table }) { return known.number }
        let number = table.newGroup()
        groups.append((table, number))
        return number
    }
}
