import SurfLanguage

/// A version of the journal's model. A store's version is determined by its columns, never by a version hash.
package enum ModelVersion: Int, CaseIterable, Sendable {
    /// The tutorial's model: six attributes.
    case first = 1
    /// Adds notes, the time zone, and more about the conditions and the session.
    case second
    /// Adds a UUID that identifies a session on all machines.
    case third
    /// Adds where values came from that were filled in.
    case fourth

    /// The version of new journals.
    package static let latest = ModelVersion.fourth

    /// The fields in a store of this version, in the order of columns.
    package var fields: [EntryField] { EntryField.allCases.filter { $0.definition.since <= rawValue } }

    /// Whether sessions have a UUID.
    package var hasUUIDs: Bool { rawValue >= ModelVersion.third.rawValue }

    /// Whether sessions have a record of what was filled in.
    package var hasFilledValues: Bool { rawValue >= ModelVersion.fourth.rawValue }
}

extension [EntryField] {
    /// - Throws: `.missingField` for the first of `needed` that is not one of these.
    package func require(_ needed: some Sequence<EntryField>) throws(JournalError) {
        if let missing = needed.first(where: { !contains($0) }) { throw .missingField(missing) }
    }
}
