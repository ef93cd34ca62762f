import Persistence
import SurfLanguage

/// What was typed for a field of a scratchpad and is not among its values yet, because it does not parse.
///
/// An editor that is registered with the scratchpad's context: `commitEditing` reads the text again, as a time that was
/// still to come may have passed; `discardEditing` throws it away. Use on the scratchpad's thread.
package final class FieldInput: Editor {
    package let field: EntryField
    package let text: String
    /// Why the text was refused last.
    package private(set) var reason: FieldError
    private let reader: () -> FieldReader
    private unowned let pad: Scratchpad

    init(
        _ field: EntryField, _ text: String, _ reason: FieldError, in pad: Scratchpad,
        reader: @escaping () -> FieldReader
    ) {
        self.field = field
        self.text = text
        self.reason = reason
        self.pad = pad
        self.reader = reader
    }

    package func commitEditing() -> Bool {
        let value: FieldValue
        do throws(FieldError) {
            value = try reader().value(of: field, text)
        } catch {
            reason = error
            return false
        }
        return (try? pad.set(field, value)) != nil
    }

    package func discardEditing() { pad.endInput(of: field) }
}

/// Typed input for fields: what parses becomes a value, what does not waits as an editor.
extension Scratchpad {
    /// Sets a field to what a typed text means.
    /// - Parameter reader: Asked at once, and again before a save where it refuses the text now.
    /// - Throws: the reader's error; the text waits among `unfinished` then, and the field has its old value.
    package func type(
        _ text: String, for field: EntryField, reader: @escaping () -> FieldReader
    ) throws {
        let value: FieldValue
        do throws(FieldError) {
            value = try reader().value(of: field, text)
        } catch {
            begin(FieldInput(field, text, error, in: self, reader: reader))
            throw error
        }
        try set(field, value)
    }

    /// Puts typed input that parses by now among the values.
    /// - Returns: what still does not parse; nil when there is none.
    package func commitEditing() -> FieldInput? {
        if commitEditors() { return nil }
        return unfinished.first
    }

    func begin(_ input: FieldInput) {
        endInput(of: input.field)
        unfinished.append(input)
        context.performAndWait { context.objectDidBeginEditing(input) }
    }

    func endInput(of field: EntryField) {
        for input in unfinished where input.field == field {
            context.performAndWait { context.objectDidEndEditing(input) }
        }
        unfinished.removeAll { $0.field == field }
    }

    func commitEditors() -> Bool { context.performAndWait { context.commitEditing() } }
}
