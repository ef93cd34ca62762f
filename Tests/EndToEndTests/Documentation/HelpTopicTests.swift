import Foundation
import Testing

/// The pages of help that are not about a command. Their examples are run.
struct HelpTopicTests {
    private static let topics = ["sentence", "dates", "heights", "fields", "filters", "drafts", "import", "options"]

    /// An example of a page, and the result that the page gives for it.
    private struct Example {
        var typed: String
        var gives: String
    }

    private func page(_ topic: String, columns: Int = 80) throws -> [String] {
        let sandbox = try Sandbox()
        sandbox.environment["COLUMNS"] = String(columns)
        let outcome = try sandbox.run("help", topic)
        #expect(outcome.code == 0)
        return outcome.lines
    }

    private func indent(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    /// Lines indented by two blanks are examples; the result follows after three blanks, or on the next lines with a
    /// deeper indentation.
    private func examples(_ topic: String) throws -> [Example] {
        var examples: [Example] = []
        for line in try page(topic) {
            let text = line.trimmingCharacters(in: .whitespaces)
            if indent(line) == 2 {
                let parts = text.components(separatedBy: "   ").map { $0.trimmingCharacters(in: .whitespaces) }
                examples.append(Example(typed: parts[0], gives: parts.last ?? ""))
                if parts.count == 1 { examples[examples.count - 1].gives = "" }
            } else if indent(line) > 4 {
                let gives = examples[examples.count - 1].gives
                examples[examples.count - 1].gives = gives.isEmpty ? text : gives + " " + text
            }
        }
        return examples
    }

    /// The result of an example as fields and their values.
    private func fields(_ text: String) -> [String] {
        let names = [
            "place", "height", "period", "wind", "rating", "notes", "board", "tide", "crowd", "waves", "duration",
        ]
        return text.components(separatedBy: ", ").reduce(into: []) { fields, part in
            if names.contains(where: { part.hasPrefix($0 + " ") }) || fields.isEmpty {
                fields.append(part)
            } else {
                fields[fields.count - 1] += ", " + part
            }
        }
    }

    /// A line of `show` or `add --dry-run` as a field and its value.
    private func field(_ line: String) -> String {
        let words = line.split(separator: " ").joined(separator: " ")
        return words.components(separatedBy: " from \u{201C}")[0].replacing(" (a new place)", with: "")
            .components(separatedBy: " (")[0]
    }

    // MARK: The pages

    @Test(arguments: topics)
    func `a help page fits on one screen and wraps on a narrow one`(topic: String) throws {
        let lines = try page(topic)
        #expect(lines.count < 24)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(try page(topic, columns: 60).allSatisfy { $0.count <= 60 || $0.hasPrefix("  ") })
        #expect(try examples(topic).count >= 4)
    }

    @Test(arguments: topics)
    func `help at the prompt shows the page with the commands as typed there`(topic: String) throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("help \(topic)\n", to: "script")
        let lines = try sandbox.run("run", "script").lines
        #expect(try lines.first == page(topic).first)
        #expect(!lines.joined().contains("'surfjournal "))
    }

    @Test func `help lists the topics, and a mistyped one gets a suggestion`() throws {
        let sandbox = try Sandbox.small()
        #expect(
            try sandbox.run("help").output.contains(
                "sentence, dates, heights, fields, filters, drafts, import, options"))
        let nearly = try sandbox.run("help", "sentences")
        #expect(nearly.code == 2)
        #expect(nearly.errors.contains("Did you mean 'sentence'?"))
        #expect(try sandbox.run("import", "--help").output.contains("--skip-bad"))
        #expect(try sandbox.run("add", "help heights").code == 2)
        #expect(try sandbox.run("completions", "fish", "--complete", "--", "help", "hei").lines.contains("heights"))
    }

    // MARK: Examples

    @Test func `the sentences on the page give the fields that it shows`() throws {
        for example in try examples("sentence") {
            let sandbox = try Sandbox.empty()
            try sandbox.write("", to: "a file of this folder")
            let outcome = try sandbox.shell("\"$SURF\" add --dry-run \(example.typed)")
            let found = outcome.lines.map(field).filter { !$0.hasPrefix("date ") && !$0.hasPrefix("time zone ") }
            #expect(found.sorted() == fields(example.gives).sorted(), "\(example.typed)")
        }
    }

    @Test func `the dates on the page are read as it shows`() throws {
        let sandbox = try Sandbox.empty()
        // Sunday, 22 November 2026, 10:15 in Los Angeles.
        sandbox.setClock(wrongBy: 1_795_371_330 - Int(Date().timeIntervalSince1970))
        for example in try examples("dates") {
            if example.gives.hasPrefix("from ") {
                // A plain year is not echoed.
                guard !example.typed.allSatisfy(\.isNumber) else { continue }
                let echo = try sandbox.run("list", "--on", example.typed).errorLines.first
                #expect(echo == "Dates \(example.gives).", "\(example.typed)")
            } else {
                let outcome = try sandbox.run("add", "\(example.typed): Malibu", "--dry-run", "--json")
                let date = try #require(try outcome.object()["date"] as? String, "\(example.typed)")
                let minute = example.gives.split(separator: " ").dropFirst().joined(separator: "T")
                #expect(date.hasPrefix(minute), "\(example.typed)")
                let shown = try sandbox.run("add", "\(example.typed): Malibu", "--dry-run").output
                #expect(shown.contains(example.gives.prefix(14)), "\(example.typed)")
            }
        }
    }

    @Test func `the heights on the page count as the feet that it shows`() throws {
        let sandbox = try Sandbox.empty()
        for example in try examples("heights") {
            #expect(try sandbox.run("add", "--place", "Malibu", "--height", example.typed).code == 0)
            let feet = example.gives.replacing(" ft", with: "").split(separator: "-")
            let (low, high) = (try #require(feet.first), try #require(feet.last))
            let condition = "height == '\(example.typed)' AND heightFeetLow == \(low) AND heightFeetHigh == \(high)"
            #expect(try sandbox.run("list", "--where", condition, "--json").objects().count == 1, "\(example.typed)")
        }
    }

    @Test func `the imports on the page give the sessions that it shows`() throws {
        let file = try page("import").filter { indent($0) == 4 }.map { $0.dropFirst(4) + "\n" }.joined()
        for example in try examples("import") {
            let sandbox = try Sandbox.empty()
            try sandbox.write(file, to: "old.csv")
            let words = example.typed.split(separator: " ").dropFirst().map(String.init)
            #expect(try sandbox.start(words).outcome().code == 0, "\(example.typed)")
            let parts = example.gives.components(separatedBy: "; ")
            let count = try sandbox.run("list", "--json").objects().count
            #expect(parts[0] == (count == 1 ? "1 session" : "\(count) sessions"), "\(example.typed)")
            let shown = try (1...max(count, 1)).flatMap { try sandbox.run("show", String($0)).lines.map(field) }
            #expect(Set(shown).isSuperset(of: fields(parts[1])), "\(example.typed)")
        }
    }

    @Test(arguments: ["filters", "drafts"])
    func `the commands on the page work one after another`(topic: String) throws {
        let sandbox = try Sandbox.small()
        for example in try examples(topic) {
            let words = example.typed.replacing("surfjournal", with: "\"$SURF\"")
            #expect(try sandbox.shell("\(words) </dev/null").code == 0, "\(example.typed)")
        }
    }

    @Test func `help groups the commands, and help for a command shows its own options before the filters`() throws {
        let lines = try Sandbox.small().run("help").lines
        for group in ["Record", "Find", "Understand", "Exchange", "Look after"] { #expect(lines.contains(group)) }
        let help = try Sandbox.small().run("help", "list").lines
        let own = try #require(help.firstIndex(of: "OPTIONS:"))
        let filter = try #require(help.firstIndex(of: "FILTER:"))
        #expect(own < filter)
        #expect(!help.contains { $0.contains("--no-input") || $0.contains("--store") && !$0.contains("surfjournal") })
        #expect(help.suffix(2).joined(separator: " ").hasSuffix("'surfjournal help options', 'man surfjournal'."))
        #expect(try Sandbox.small().run("help", "options").output.contains("--no-input"))
    }
}
