import ArgumentParser
import Journal

/// A field and its new value; nil clears it.
struct Assignment: Equatable {
    let field: EntryField
    let value: FieldValue?
}

/// SET: the options that give values to fields.
struct SetOptions: ParsableArguments {
    @OptionGroup var fields: FieldOptions
    @OptionGroup var misplaced: FilterOnlyOptions

    /// The values, each option at most once.
    func assignments(_ reader: FieldReader, command: String) throws -> [Assignment] {
        if let option = misplaced.first {
            throw Complaint.misplaced(option: option, command: command, instead: "it filters, and sets nothing")
        }
        return try fields.typed.map { field, texts in
            guard texts.count == 1 else { throw Complaint.givenTwice(option: field.flag) }
            do throws(FieldError) {
                return Assignment(field: field, value: try reader.value(of: field, texts[0]))
            } catch {
                throw Complaint.field(error, option: field.flag)
            }
        }
    }
}

/// The options that only filter, taken so that commands which set can say so.
struct FilterOnlyOptions: ParsableArguments {
    @Option(help: .hidden) var from: [String] = []
    @Option(help: .hidden) var to: [String] = []
    @Option(help: .hidden) var on: [String] = []
    @Option(help: .hidden) var last: [String] = []
    @Option(name: .customLong("where"), help: .hidden) var condition: [String] = []
    @Option(help: .hidden) var samples: [String] = []

    /// The first that was given.
    var first: String? {
        [
            ("--from", from), ("--to", to), ("--on", on), ("--last", last), ("--where", condition),
            ("--samples", samples),
        ].first { !$0.1.isEmpty }?.0
    }
}
