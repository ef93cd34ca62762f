import Journal
import SurfLanguage

/// A field and its new value; nil clears it.
struct Assignment: Equatable {
    let field: EntryField
    let value: FieldValue?
}

extension FieldOptions {
    /// SET: the values that the options give to fields, each option at most once.
    ///
    /// A date is read in the time zone that is given beside it.
    func assignments(_ reader: FieldReader) throws -> [Assignment] {
        let reader = reader.inZone(named: timeZone.first)
        return try typed.map { field, texts in
            guard texts.count == 1 else { throw Complaint.givenTwice(option: field.flag) }
            do throws(FieldError) {
                return Assignment(field: field, value: try reader.value(of: field, texts[0]))
            } catch {
                throw Complaint.field(error, option: field.flag)
            }
        }
    }
}
