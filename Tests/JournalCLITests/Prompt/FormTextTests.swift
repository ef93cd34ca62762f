import Foundation
import Journal
import Testing

@testable import JournalCLI
@testable import SurfLanguage

struct FormTextTests {
    private let zone = TimeZone(identifier: "America/Los_Angeles") ?? .current
    private let values = EntryValues(date: 800_000_000.25, location: "Malibu", height: "a\\b\nc", rating: 4)

    private var form: FormText { FormText(values, fields: EntryField.firstModel, zone: zone) }
    private var reader: FieldReader { FieldReader(dates: DateReader(now: 810_000_000, zone: zone, order: nil)) }

    @Test func `an unchanged form changes nothing, whatever its texts contain`() {
        let read = form.read(form.text(of: 1), reader)
        #expect(read.changes.isEmpty)
        #expect(read.mistakes.isEmpty)
        #expect(form.text(of: 1).contains("\nheight: a\\\\b\\nc\n"))
    }

    @Test func `values are set, cleared and kept by their lines`() {
        let read = form.read("location: New\\nPlace\nrating:\nwind: \\x\n# period: 9s\n\n", reader)
        #expect(read.mistakes.isEmpty)
        #expect(
            read.changes == [.location: .text("New\nPlace"), .rating: FieldValue?.none, .wind: .text("\\x")])
    }

    private var formWithNotes: FormText {
        FormText(
            EntryValues(location: "Malibu", notes: "#1 day\r\nwind: dropped\n\n"), fields: EntryField.allCases,
            zone: zone)
    }

    @Test func `notes of several lines follow the field's name unchanged`() {
        let text = formWithNotes.text(of: 1)
        #expect(text.hasSuffix("\nlocation: Malibu\nheight: \n") == false)
        #expect(text.contains("\nnotes:\n#1 day\r\nwind: dropped\n\n"))
        #expect(formWithNotes.read(text, reader).changes.isEmpty)
        let changed = formWithNotes.read(text.replacing("#1 day", with: "#2 day"), reader)
        #expect(changed.changes == [.notes: .text("#2 day\nwind: dropped")])
    }

    @Test(arguments: [
        ("notes: one", "one"), ("notes:\none\n two\n\nthree\n\n", "one\n two\n\nthree"),
        ("notes: one\ntwo\\n\n", "one\ntwo\\n"), ("notes: \n# one\n#! two", "# one\n#! two"),
        ("wind: calm\nnotes: one\nwind: onshore", "one\nwind: onshore"), ("notes:\nWell: done", "Well: done"),
    ])
    func `all lines after the notes field belong to the notes`(text: String, notes: String) {
        let read = formWithNotes.read(text, reader)
        #expect(read.mistakes.isEmpty)
        #expect(read.changes[.notes] == .text(notes))
    }

    @Test func `a field without a line above the notes can be set below them`() {
        let read = formWithNotes.read("notes: one\n#! a reason\nrating: 4\nboard: fish\n", reader)
        #expect(read.changes == [.notes: .text("one"), .rating: .integer(4), .board: .text("fish")])
    }

    @Test func `blanks around a value are ignored, and a hyphen clears it`() {
        let read = form.read("location:  Zuma  \nheight: -\nrating: 3/5\n", reader)
        #expect(read.changes == [.location: .text("Zuma"), .height: FieldValue?.none, .rating: .integer(3)])
    }

    @Test(arguments: [
        ("rating: 9", FormMistake.Reason.value(.notARating("9"), .rating)), ("hello", .noField("hello")),
        ("rating: 1\nrating: 2", .twice(.rating)),
        ("mood: high", .unknownField("mood", known: EntryField.firstModel.map(\.name))),
    ])
    func `a line that cannot be read is reported with its number`(text: String, reason: FormMistake.Reason) {
        let read = form.read("\n" + text, reader)
        #expect(read.mistakes.map(\.reason) == [reason])
        #expect(read.mistakes.first?.line == text.split(separator: "\n").count)
    }

    @Test func `reasons are inserted above their lines, and older ones are removed`() {
        let mistake = FormMistake(line: 2, reason: .value(.notARating("9"), .rating))
        let text = form.text("#! old\nlocation: A\nrating: 9", with: [mistake])
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "location: A")
        #expect(lines[1].hasPrefix("#! rating '9' is not valid"))
        #expect(lines[2] == "rating: 9")
    }
}
