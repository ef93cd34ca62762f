import SurfLanguage

/// What every session has: a place. A new one also gets a date and a zone if it was given none.
extension EntryValues {
    /// The values of a new entry, with what is missing filled in.
    /// - Parameters:
    ///   - date: The date of an entry without one.
    ///   - zone: The zone of an entry without one whose place has none; nil if it is unknown.
    ///   - zones: The zones of places.
    ///   - fields: The fields of the store.
    /// - Throws: `.noPlace` if there is no place.
    package func completed(
        date: Double, zone: String?, _ zones: PlaceValues<String>, in fields: [EntryField]
    ) throws(JournalError) -> EntryValues {
        guard let location else { throw .noPlace(isCleared: false) }
        var values = self
        if values.date == nil { values.date = date }
        if values.timeZone == nil, fields.contains(.timeZone) { values.timeZone = zones[location] ?? zone }
        return values
    }
}

extension EntryEdit {
    /// - Throws: `.noPlace` if the edit clears the place.
    package func requirePlace() throws(JournalError) {
        if changes[.location] == .some(nil) { throw .noPlace(isCleared: true) }
    }
}

extension Journal {
    /// The edit with what is missing filled in, if it adds an entry. Its date is when it was begun.
    /// - Parameter zone: The zone of an entry without one whose place has none; nil if it is unknown.
    /// - Throws: `.noPlace` if there is no place, or another `JournalError`.
    package func completed(_ edit: EntryEdit, zone: String?) throws(JournalError) -> EntryEdit {
        guard edit.entryID == nil else { return edit }
        let values = try edit.values.completed(date: edit.since, zone: zone, placeValues(.timeZone), in: fields)
        var edit = edit
        edit.change([.date: values[.date], .timeZone: values[.timeZone]])
        return edit
    }
}
