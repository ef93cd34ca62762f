import Foundation
import Journal
import SurfLanguage

/// A field and its new value; nil clears it.
struct Assignment: Equatable {
    let field: EntryField
    let value: FieldValue?
}

extension FieldOptions {
    /// SET: the values that the options give to fields, each option at most once.
    func changes(_ reader: FieldReader) throws -> FieldChanges {
        var changes = FieldChanges(assignments: [], date: nil, reader: reader)
        for (field, texts) in typed {
            guard texts.count == 1 else { throw Complaint.givenTwice(option: field.flag) }
            if field == .date, !texts[0].isEmpty {
                changes.date = texts[0]
            } else {
                changes.assignments.append(Assignment(field: field, value: try reader.option(field, texts[0])))
            }
        }
        return changes
    }
}

/// What options make of a session's fields. A date is read once the session is known: its time is in the session's zone.
struct FieldChanges {
    /// All but the date.
    var assignments: [Assignment]
    /// The date as it was typed; nil where none was.
    var date: String?
    let reader: FieldReader

    /// The fields that are set or cleared.
    var fields: [EntryField] { (date == nil ? [] : [.date]) + assignments.map(\.field) }

    var isEmpty: Bool { fields.isEmpty }

    /// Refuses fields that a journal does not have.
    func check(_ known: [EntryField]) throws {
        if let missing = fields.first(where: { !known.contains($0) }) { throw JournalError.missingField(missing) }
    }

    /// The zone that the options say; nil where they say none.
    var zone: String? { text(of: .timeZone) }

    /// The place that the options say; nil where they say none.
    var place: String? { text(of: .location) }

    /// What becomes of a session with these values, and of its zone where its new date is read in the place's.
    ///
    /// The zone is the one that is given, else that of the place where the session is moved to, else the session's own, else
    /// that of its place, else the machine's.
    /// - Throws: a `Complaint` about the date.
    func changes(
        of values: EntryValues, _ zones: PlaceZones, in known: [EntryField]
    ) throws -> [EntryField: FieldValue?] {
        var changes: [EntryField: FieldValue?] = [:]
        for assignment in assignments { changes.updateValue(assignment.value, forKey: assignment.field) }
        guard let date else { return changes }
        let zone = zone(of: values, zones)
        changes[.date] = try reader.inZone(named: zone).option(.date, date)
        if let zone, zone != values.timeZone, known.contains(.timeZone) { changes[.timeZone] = .text(zone) }
        return changes
    }

    private func zone(of values: EntryValues, _ zones: PlaceZones) -> String? {
        if let zone { return zone }
        let clearsZone = assignments.contains { $0.field == .timeZone }
        let stored = clearsZone ? nil : values.timeZone
        if let place, place.folded != values.location?.folded { return zones.zone(of: place) ?? stored }
        return stored ?? values.location.flatMap(zones.zone)
    }

    private func text(of field: EntryField) -> String? {
        let found = assignments.first { $0.field == field }
        if case .text(let text)? = found?.value { return text } else { return nil }
    }
}

extension FieldReader {
    /// The value of a field's option.
    fileprivate func option(_ field: EntryField, _ text: String) throws -> FieldValue {
        do throws(FieldError) { return try value(of: field, text) } catch {
            throw Complaint.field(error, option: field.flag)
        }
    }
}

extension CommandContext {
    /// The reader of a session's fields: its times are in its own zone, else in the one of its place.
    func fieldReader(of values: EntryValues, _ zones: PlaceZones) -> FieldReader {
        fieldReader.inZone(named: values.timeZone ?? values.location.flatMap(zones.zone))
    }

    /// The zone that a new session is told in where none is given: that of its place, else the machine's.
    func zoneName(at place: String?, _ zones: PlaceZones) -> String? { place.flatMap(zones.zone) ?? zoneName }
}
