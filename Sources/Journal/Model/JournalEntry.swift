import Foundation
import Persistence
import SurfLanguage

/// A surf session in a journal. Height, period and wind are text as the surfer typed it.
///
/// Fields of later models are read with `values` and set with `set`, which work with a store of any version.
package final class JournalEntry: ManagedObject {
    static let dateKey = Attribute<Date?>("date")
    static let locationKey = Attribute<String?>("location")
    static let heightKey = Attribute<String?>("height")
    static let periodKey = Attribute<String?>("period")
    static let windKey = Attribute<String?>("wind")
    static let ratingKey = Attribute<Int16?>("rating")
    private static let uuidKey = Attribute<UUID?>(JournalModel.uuidName)
    private static let filledKey = Attribute<String?>(JournalModel.filledName)

    package var date: Date? {
        get { self[Self.dateKey] }
        set { self[Self.dateKey] = newValue }
    }

    package var location: String? {
        get { self[Self.locationKey] }
        set { self[Self.locationKey] = newValue }
    }

    package var height: String? {
        get { self[Self.heightKey] }
        set { self[Self.heightKey] = newValue }
    }

    package var period: String? {
        get { self[Self.periodKey] }
        set { self[Self.periodKey] = newValue }
    }

    package var wind: String? {
        get { self[Self.windKey] }
        set { self[Self.windKey] = newValue }
    }

    package var rating: Int16? {
        get { self[Self.ratingKey] }
        set { self[Self.ratingKey] = newValue }
    }

    /// The UUID; nil if the entry has none, such as a sample.
    var uuid: UUID? { hasUUID ? self[Self.uuidKey] : nil }

    /// The values that were filled in, if the entry still has them. Setting them does nothing in a store of an earlier
    /// version.
    package var filled: [FilledValue] {
        get { EntryColumns(entity).filled(currentValue) }
        set { if Self.filledKey.exists(in: self) { self[Self.filledKey] = newValue.stored } }
    }

    /// Whether the entries of this store have UUIDs.
    private var hasUUID: Bool { Self.uuidKey.exists(in: self) }

    /// Gives a new session its UUID.
    package override func awakeFromInsert() {
        super.awakeFromInsert()
        giveUUID()
    }

    /// Gives a sample a UUID when it is edited.
    package override func willSave() {
        super.willSave()
        if isUpdated, hasPersistentChangedValues { giveUUID() }
    }

    private func giveUUID() {
        if hasUUID, self[Self.uuidKey] == nil { self[Self.uuidKey] = .random() }
    }

    /// The values of all fields in the store.
    package var values: EntryValues {
        EntryColumns(entity).values(currentValue)
    }

    /// The entry with its ID, version and values.
    func record(samples: SampleKeys) -> EntryRecord {
        let id = objectID.key ?? 0
        return EntryRecord(id: id, rev: version, sample: samples.isSample(id, version: version), values: values)
    }

    /// Sets a field; nil clears it.
    package func set(_ field: EntryField, _ value: FieldValue?) {
        switch value {
        case nil: setValue(nil, forKey: field.name)
        case .date(let seconds): setValue(Date(timeIntervalSinceReferenceDate: seconds), forKey: field.name)
        case .integer(let number): setValue(number, forKey: field.name)
        case .number(let number): setValue(number, forKey: field.name)
        case .text(let text): setValue(text, forKey: field.name)
        }
    }
}
