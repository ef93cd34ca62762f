import Persistence
import SurfLanguage

/// The journal's model: one entity, `JournalEntry`, with an optional attribute for each field of the version. From the
/// third version on it also has `uuid`, from the fourth on `filled` (`FilledValue`). They are not fields: nobody sets them, and
/// samples in the seed have none.
///
/// In predicates and sort descriptors, the text of a measure has computed numbers: `heightFeet`, `periodSeconds`,
/// `windKnots`, `tideFeet` and `crowdPeople`. Each is the middle of a range such as “4-6ft”; its ends have the suffixes
/// `Low` and `High`.
package enum JournalModel {
    package static let entityName = "JournalEntry"
    /// The attribute with the UUID that identifies a session on all machines.
    static let uuidName = "uuid"
    /// The attribute with the values that were filled in.
    static let filledName = "filled"

    /// The model of a version. A stored height without a unit is in feet, whatever the settings are.
    package static func make(version: ModelVersion = .latest) -> ManagedObjectModel {
        var attributes = version.fields.map(attribute)
        var indexes = [FetchIndexDescription(name: "byDate", elements: [.init(propertyName: "date")])]
        if version.hasUUIDs {
            attributes.append(AttributeDescription(name: uuidName, type: .uuid))
            indexes.append(FetchIndexDescription(name: "byUUID", elements: [.init(propertyName: uuidName)]))
        }
        if version.hasFilledValues { attributes.append(AttributeDescription(name: filledName, type: .string)) }
        let entry = EntityDescription(name: entityName, class: JournalEntry.self, properties: attributes)
        entry.indexes = indexes
        entry.computedKeys = computedKeys(version.fields)
        return ManagedObjectModel(entities: [entry])
    }

    /// An entity without a store, for checking a predicate before a journal is opened.
    static var unused: EntityDescription {
        let model = make()
        model.freeze()
        return model.entities[0]
    }

    private static func attribute(_ field: EntryField) -> AttributeDescription {
        let type: AttributeType =
            switch field.kind {
            case .date: .date
            case .integer: .integer16
            case .number: .double
            case .text, .zone, .measure: .string
            }
        return AttributeDescription(name: field.name, type: type)
    }

    private static func computedKeys(_ fields: [EntryField]) -> [String: ComputedKey] {
        var keys: [String: ComputedKey] = [:]
        for measure in MeasureKey.all where fields.contains(measure.field) {
            for end in MeasureKey.End.allCases {
                let name = measure.name + end.rawValue
                keys[name] = ComputedKey(name: name, attribute: measure.field.name, sqlName: "surfjournal_\(name)") {
                    bytes in
                    MeasureText.range(measure.kind, in: bytes).map(end.number)
                }
            }
        }
        return keys
    }
}

/// The computed number for the text of a measured field.
struct MeasureKey: Sendable {
    /// Which number of a range.
    enum End: String, CaseIterable, Sendable {
        case middle = ""
        case low = "Low"
        case high = "High"

        func number(_ range: ClosedRange<Double>) -> Double {
            switch self {
            case .middle: range.middle
            case .low: range.lowerBound
            case .high: range.upperBound
            }
        }
    }

    let field: EntryField
    let kind: MeasureKind
    /// The name in predicates.
    let name: String

    static let all = EntryField.allCases.compactMap(of)

    /// The computed number of a field; nil if it is not a measure.
    static func of(_ field: EntryField) -> MeasureKey? {
        guard case .measure(let kind) = field.kind, let name = field.definition.number else { return nil }
        return MeasureKey(field: field, kind: kind, name: name)
    }
}

extension EntryField {
    /// The field for a key in a predicate: a field's name, or the name of its computed number.
    init?(predicateKey key: String) {
        let measure = MeasureKey.all.first { measure in
            MeasureKey.End.allCases.contains { measure.name + $0.rawValue == key }
        }
        guard let field = EntryField(key: key) ?? measure?.field else { return nil }
        self = field
    }
}
