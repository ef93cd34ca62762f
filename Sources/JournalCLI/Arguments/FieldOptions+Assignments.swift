import Foundation
import Journal
import SurfLanguage

/// A field and its new value; nil clears it.
struct Assignment: Equatable {
    let field: EntryField
    let value: FieldValue?
}

extension FieldOptions {
    /// The field values that the options set (SET in usage lines). Each option may occur once.
    func changes(_ reader: FieldReader) throws -> FieldChanges {
        var changes = FieldChanges(assignments: [], date: nil, reader: reader)
        for (field, texts) in typed {
            guard texts.count == 1 else { throw Refusal.givenTwice(option: field.flag) }
            if field == .date, !texts[0].isEmpty {
                changes.date = texts[0]
            } else {
                changes.assignments.append(Assignment(field: field, value: try reader.option(field, texts[0])))
            }
        }
        return changes
    }
}

/// The changes that options make to an entry's fields. The date is parsed once the entry is known, because its time is
/// in the entry's zone.
struct FieldChanges {
    /// All but the date.
    var assignments: [Assignment]
    /// The date as it was typed, or nil if there was none.
    var date: String?
    let reader: FieldReader

    /// The fields to set or clear.
    var fields: [EntryField] { (date == nil ? [] : [.date]) + assignments.map(\.field) }

    var isEmpty: Bool { fields.isEmpty }

    /// Refuses fields that the journal does not have.
    func check(_ known: [EntryField]) throws {
        try known.require(fields)
    }

    /// The zone among the options, or nil.
    var zone: String? { text(of: .timeZone) }

    /// The place among the options, or nil.
    var place: String? { text(of: .location) }

    /// The changes to an entry with these values. They include its zone if the new date is parsed in another zone than
    /// the entry's.
    ///
    /// The zone is the one given, else the zone of the place that the entry moves to, else the entry's own, else its
    /// place's, else the machine's.
    /// - Throws: a `Refusal` if the date is not valid.
    func changes(
        of values: EntryValues, _ zones: PlaceValues<String>, in known: [EntryField]
    ) throws -> [EntryField: FieldValue?] {
        var changes: [EntryField: FieldValue?] = [:]
        for assignment in assignments { changes.updateValue(assignment.value, forKey: assignment.field) }
        guard let date else { return changes }
        let zone = zone(of: values, zones)
        changes[.date] = try reader.inZone(named: zone).option(.date, date)
        if let zone, zone != values.timeZone, known.contains(.timeZone) { changes[.timeZone] = .text(zone) }
        return changes
    }

    private func zone(of values: EntryValues, _ zones: PlaceValues<String>) -> String? {
        if let zone { return zone }
        let clearsZone = assignments.contains { $0.field == .timeZone }
        let stored = clearsZone ? nil : values.timeZone
        if let place, place.folded != values.location?.folded { return zones[place] ?? stored }
        return stored ?? values.location.flatMap { zones[$0] }
    }

    private func text(of field: EntryField) -> String? {
        let found = assignments.first { $0.field == field }
        if case .text(let text)? = found?.value { return text } else { return nil }
    }
}

extension FieldReader {
    /// The value of a field from its option.
    /// - Parameter name: What to call the option in a refusal.
    func option(_ field: EntryField, _ text: String, named name: String? = nil) throws(Refusal) -> FieldValue {
        do throws(FieldError) { return try value(of: field, text) } catch {
            throw .field(error, option: name ?? field.flag)
        }
    }
}

extension CommandContext {
    /// The reader of an entry's fields. Times are in the entry's zone, else in the zone of its place.
    func fieldReader(of values: EntryValues, _ zones: PlaceValues<String>) -> FieldReader {
        fieldReader.inZone(named: values.timeZone ?? values.location.flatMap { zones[$0] })
    }
}
