import Foundation
import Journal
import Testing

@testable import JournalCLI
@testable import SurfLanguage

struct FormTextTests {
    private let zone = TimeZone(identifier: "America/Los_Angeles") ?? .current
    private let values = EntryValues(date: 800_000_000.25, location: "Malibu", height: "a\\b\nc", rating: 4)

    private var form: FormText { FormText(values, fields: EntryField.firstModel, zone: zone) }
    private var reader: FieldReader { FieldReader(dates: DateParser(now: 810_000_000, zone: zone, order: nil)) }

    @Test func `a form that is left alone changes nothing, whatever its texts hold`() {
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

    @Test(arguments: [
        ("rating: 9", FormMistake.Reason.value(.notARating("9"), .rating)), ("hello", .noField("hello")),
        ("rating: 1\nrating: 2", .twice(.rating)),
        ("mood: high", .unknownField("mood", known: EntryField.firstModel.map(\.name))),
    ])
    func `what does not parse is named with its line`(text: String, reason: FormMistake.Reason) {
        let read = form.read("\n" + text, reader)
        #expect(read.mistakes.map(\.reason) == [reason])
        #expect(read.mistakes.first?.line == text.split(separator: "\n").count)
    }

    @Test func `the reasons stand above their lines, and older ones go`() {
        let mistake = FormMistake(line: 2, reason: .value(.notARating("9"), .rating))
        let text = FormText.text("#! old\nlocation: A\nrating: 9", with: [mistake])
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "location: A")
        #expect(lines[1].hasPrefix("#! '9' in rating is no rating"))
        #expect(lines[2] == "rating: 9")
    }
}
