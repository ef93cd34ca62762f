import SurfLanguage

/// A value that was filled in from an observation, and where it came from.
///
/// A session stores these in addition to its values. One counts only while its field still has that value. If a person
/// changes the value later, it is the person's.
package struct FilledValue: Equatable, Sendable {
    package let field: EntryField
    package let value: FieldValue
    package let origin: Origin

    /// Where a value came from.
    package struct Origin: Equatable, Sendable {
        /// The ID of the station, or the name of the weather model.
        package let station: String
        /// The distance of the station from the place; nil if it is not known.
        package let kilometres: Int?
        /// The minutes from the session to the observation; negative if it was observed earlier.
        package let minutes: Int

        package init(station: String, kilometres: Int?, minutes: Int) {
            (self.station, self.kilometres, self.minutes) = (station, kilometres, minutes)
        }
    }

    package init(field: EntryField, value: FieldValue, origin: Origin) {
        (self.field, self.value, self.origin) = (field, value, origin)
    }
}

extension [FilledValue] {
    /// The elements whose fields still have the value that was filled in.
    package func current(in values: EntryValues) -> [FilledValue] {
        filter { values[$0.field]?.propertyValue == $0.value.propertyValue }
    }

    /// The text to store; nil for an empty array.
    var stored: String? {
        if isEmpty { return nil }
        let members = map { filled in
            JSONObject.Member(
                key: filled.field.name, value: .object(["value": JSONValue(filled.value)] + filled.origin.json))
        }
        return String(decoding: JSONValue.object(JSONObject(members)).line.dropLast(), as: UTF8.self)
    }

    /// The values in a stored text. Another program may have written any text, so members that are not valid are
    /// skipped.
    init(stored text: String) {
        let members = (try? JSONReader.value([UInt8](text.utf8)))?.object?.members ?? []
        self = members.compactMap { member in
            guard let field = EntryField(key: member.key), let object = member.value.object,
                let value = object["value"].flatMap(FieldValue.init), let origin = FilledValue.Origin(object)
            else { return nil }
            return FilledValue(field: field, value: value, origin: origin)
        }
    }
}

extension FilledValue.Origin {
    /// The members of a JSON object.
    package var json: JSONObject {
        [
            "station": .string(station), "kilometres": JSONValue(kilometres), "minutes": JSONValue(minutes),
        ]
    }

    fileprivate init?(_ object: JSONObject) {
        guard let station = object["station"]?.text, let minutes: Int = object["minutes"]?.integer() else { return nil }
        self.init(station: station, kilometres: object["kilometres"]?.integer(), minutes: minutes)
    }
}

/// Only texts and numbers are filled in.
extension JSONValue {
    fileprivate init(_ value: FieldValue) {
        switch value {
        case .text(let text): self = .string(text)
        case .number(let number), .date(let number): self.init(number)
        case .integer(let number): self.init(number)
        }
    }
}

extension FieldValue {
    fileprivate init?(_ value: JSONValue) {
        if let text = value.text {
            self = .text(text)
        } else if let number = value.double {
            self = .number(number)
        } else {
            return nil
        }
    }
}
