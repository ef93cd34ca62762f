import Foundation
import Journal
import JournalInsight
import TestSupport
import Testing

@testable import JournalCLI
@testable import SurfLanguage

/// Corrupted lines of settings, of the prompt and of forms: they are read consistently or refused with a position.
struct HostileLinesTests {
    @Test func `corrupted settings are read or refused with a line number, and setting one keeps the others`() throws {
        try Mutation.play { mutation in
            let text = mutation.spoiled("# mine\nunits = m\r\n\ncolor=never\n date-order = ymd \ngoal = 100")
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
            let old: Configuration
            do throws(ConfigurationError) {
                old = try Configuration(text, path: "config")
            } catch {
                #expect((1...max(1, lines)).contains(error.line))
                return
            }
            let new = try Configuration(ConfigurationFile.text(text, setting: "units", to: "ft"), path: "config")
            #expect(new.units == .feet)
            #expect(
                new.colour == old.colour && new.dateOrder == old.dateOrder
                    && new.goal(.sessionsOfYear) == old.goal(.sessionsOfYear))
            let without = try Configuration(ConfigurationFile.text(text, setting: "goal", to: nil), path: "config")
            #expect(without.goal(.sessionsOfYear) == nil && without.units == old.units)
        }
    }

    @Test func `a corrupted line gives words with their positions or an error`() {
        Mutation.play { mutation in
            let text = mutation.spoiled("add '2014-08-01 7am': \"Malibu, \\\"First\\\" Point\", 4ft ~/x --wind=-4 &")
            guard let line = try? ScriptLine(text, home: "/home/me") else { return }
            var end = 0
            for word in line.words {
                #expect(end <= word.range.lowerBound && word.range.upperBound <= text.utf8.count)
                #expect(word.quotedCount <= word.text.utf8.count)
                _ = word.sentenceWord
                end = word.range.upperBound
            }
        }
    }

    @Test func `any quoted text is read back as one word`() throws {
        Mutation.play { mutation in
            let text = mutation.spoiled("Malibu's \"First\" \\ Point").filter { $0 != "\0" }
            let quoted = ScriptWord.quoted(text)
            guard !quoted.utf8.contains(0) else { return }
            let line = try? ScriptLine("a " + quoted + " b", home: "/h")
            #expect(line?.arguments == ["a", text, "b"])
        }
    }

    @Test func `a corrupted form gives changes, or errors with lines in the form`() {
        let zone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
        let values = EntryValues(date: 8e8, location: "Malibu \\ \"a\"\nb", height: "4ft", rating: 4)
        let form = FormText(values, fields: EntryField.allCases, zone: zone)
        let reader = FieldReader(dates: DateReader(now: 8.1e8, zone: zone))
        Mutation.play { mutation in
            let text = mutation.spoiled(form.text(of: 1))
            let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).count
            let read = form.read(text, reader)
            #expect(read.mistakes.allSatisfy { (0..<lines).contains($0.line) })
            let again = form.read(form.text(text, with: read.mistakes), reader)
            #expect(again.mistakes.map(\.reason) == read.mistakes.map(\.reason))
            #expect(again.changes == read.changes)
        }
    }
}
