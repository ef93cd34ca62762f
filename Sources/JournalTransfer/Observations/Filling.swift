import Journal
import SurfLanguage

/// The values that observations supply for a session.
package struct Filling: Equatable, Sendable {
    package let id: Int64
    package let date: Double
    package let location: String?
    /// The new values and where they come from, in the order of columns.
    package let filled: [FilledValue]
    /// The earlier fillings that they replace.
    let replaced: [FilledValue]

    /// The new values.
    package var values: EntryValues {
        var values = EntryValues()
        for new in filled { values[new.field] = new.value }
        return values
    }

    /// The fields that observations can fill.
    package static let fields: [EntryField] = [.wind] + EntryField.swell + [.waterTemperature]

    static func isBlank(_ value: FieldValue?) -> Bool { value == nil || value == .text("") }
}

extension Journal {
    /// Fills fields in one transaction and returns the number of sessions changed. A field is left alone that is no longer
    /// blank, or no longer has the value that is replaced.
    /// - Throws: `.noEntry` if a session was deleted, `.conflict` if one changes meanwhile. Nothing is filled then.
    package func fill(_ fillings: [Filling]) throws(JournalError) -> Int {
        try rethrowing {
            try mainContext.performAndWait {
                do {
                    let count = try fillings.count { try fill($0) }
                    try saveMain(.fail)
                    return count
                } catch {
                    mainContext.rollback()
                    throw error
                }
            }
        }
    }

    private func fill(_ filling: Filling) throws -> Bool {
        let entry = try entry(filling.id, in: mainContext)
        let (now, current) = (entry.values, entry.filled)
        let replaceable = current.filter(filling.replaced.contains).map(\.field)
        let filled = filling.filled.filter { Filling.isBlank(now[$0.field]) || replaceable.contains($0.field) }
        if filled.isEmpty { return false }
        for new in filled { entry.set(new.field, new.value) }
        let fields = filled.map(\.field)
        entry.filled = current.filter { !fields.contains($0.field) } + filled
        return true
    }
}
