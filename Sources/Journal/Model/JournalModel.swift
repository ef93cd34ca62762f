import Persistence

/// The model of journals: one entity, `JournalEntry`, with the tutorial's six optional attributes.
///
/// Beside the text of height, period and wind, predicates and sorts know the numbers that it says: `heightFeet`,
/// `periodSeconds` and `windKnots` (the middle of a range such as “4-6ft”), and each end with `Low` and `High` behind.
enum JournalModel {
    static let entityName = "JournalEntry"

    /// A model whose heights without a unit are in `units`.
    static func make(units: LengthUnit) -> ManagedObjectModel {
        let entry = EntityDescription(name: entityName, class: JournalEntry.self, properties: attributes)
        entry.indexes = [FetchIndexDescription(name: "byDate", elements: [.init(propertyName: "date")])]
        entry.computedKeys = computedKeys(units: units)
        return ManagedObjectModel(entities: [entry])
    }

    /// The entity of a model that no store uses, for checking a predicate before a journal is opened.
    static var unused: EntityDescription {
        let model = make(units: .feet)
        model.freeze()
        return model.entities[0]
    }

    /// The fields that the model's attributes hold.
    static let fields = EntryField.firstModel

    private static var attributes: [AttributeDescription] {
        fields.map { field in
            let type: AttributeType =
                switch field.kind {
                case .date: .date
                case .rating: .integer16
                case .text, .measure: .string
                }
            return AttributeDescription(name: field.name, type: type)
        }
    }

    private static func computedKeys(units: LengthUnit) -> [String: ComputedKey] {
        var keys: [String: ComputedKey] = [:]
        for measure in MeasureKey.all {
            for end in MeasureKey.End.allCases {
                let name = measure.name + end.rawValue
                keys[name] = ComputedKey(name: name, attribute: measure.field.name, sqlName: "surfjournal_\(name)") {
                    bytes in
                    MeasureText.range(measure.kind, in: bytes, units: units).map(end.number)
                }
            }
        }
        return keys
    }
}

/// The number beside the text of a measured field.
struct MeasureKey: Sendable {
    /// Which number of a range.
    enum End: String, CaseIterable, Sendable {
        case middle = ""
        case low = "Low"
        case high = "High"

        func number(_ range: ClosedRange<Double>) -> Double {
            switch self {
            case .middle: (range.lowerBound + range.upperBound) / 2
            case .low: range.lowerBound
            case .high: range.upperBound
            }
        }
    }

    let field: EntryField
    let kind: MeasureKind
    /// The name in predicates.
    let name: String

    static let all = [
        MeasureKey(field: .height, kind: .height, name: "heightFeet"),
        MeasureKey(field: .period, kind: .period, name: "periodSeconds"),
        MeasureKey(field: .wind, kind: .wind, name: "windKnots"),
    ]

    static func of(_ field: EntryField) -> MeasureKey? {
        all.first { $0.field == field }
    }
}
