import ArgumentParser
import Journal
import SurfLanguage

/// What completes the value of an option or an operand. Its definition names it, as in `completion: .value(.place)`.
enum ValueKind: String {
    /// Nothing does: any text, number or date.
    case nothing
    case place, board, tag, person, zone, rating
    /// An entry's ID, or `last`.
    case entry
    case draft, entryOrDraft, draftOrJob, job
    /// Names of fields, separated by commas.
    case fields
    /// Names of columns, separated by commas.
    case columns
    /// Part of a sentence.
    case sentence

    /// The kind of a field's value.
    init(_ field: EntryField) {
        switch field {
        case .location: self = .place
        case .board: self = .board
        case .rating: self = .rating
        case .timeZone: self = .zone
        default: self = .nothing
        }
    }
}

extension ArgumentParser.CompletionKind {
    /// The parser's own kinds do not know a journal, so that a kind of ours is a list with its name as the only word.
    static func value(_ kind: ValueKind) -> ArgumentParser.CompletionKind { .list(["<\(kind.rawValue)>"]) }
}

extension HelpDump.Argument {
    /// The kind that the definition names; nil if it names none.
    var valueKind: CompletionKind? {
        if completionKind?.file != nil { return .file }
        if let values = allValues, !values.isEmpty { return .words(values) }
        guard let word = completionKind?.list?.values.first, word.hasPrefix("<") else { return nil }
        return ValueKind(rawValue: String(word.dropFirst().dropLast())).map(CompletionKind.init)
    }
}

extension CompletionKind {
    init(_ kind: ValueKind) {
        switch kind {
        case .nothing: self = .nothing
        case .place: self = .name(.place)
        case .board: self = .name(.board)
        case .tag: self = .name(.mention(.tag))
        case .person: self = .name(.mention(.person))
        case .zone: self = .zone
        case .rating: self = .words(["1", "2", "3", "4", "5"])
        case .entry: self = .entry
        case .draft: self = .draft
        case .entryOrDraft: self = .entryOrDraft
        case .draftOrJob: self = .draftOrJob
        case .job: self = .job
        case .fields: self = .list(EntryField.allCases.map(\.optionName))
        case .columns: self = .list(EntryColumn.names)
        case .sentence: self = .sentence
        }
    }
}
