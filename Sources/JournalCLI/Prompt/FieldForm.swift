import Foundation
import Journal
import SurfLanguage

/// Asks field by field. Each answer is on the scratchpad and on disk before the next question.
struct FieldForm {
    /// How the questions ended.
    enum End: Equatable {
        case done
        /// `.`: save now.
        case save
        /// Ctrl-C or the end of input.
        case interrupted
        case hungUp
    }

    let open: OpenScratchpad
    let context: CommandContext
    private let fields: [EntryField]
    private let places: [String]
    private let zones: PlaceValues<String>

    /// - Parameter fields: The fields to ask for. Nil asks for the fields of every entry, the notes, and each other
    ///   field that has a value or is used in the journal's own entries.
    init(open: OpenScratchpad, context: CommandContext, fields: [EntryField]? = nil) throws {
        self.open = open
        self.context = context
        self.fields = try fields ?? FieldForm.asked(of: open)
        places = JournalCompletions(journal: open.journal, zone: context.zone).names(.place)
        zones = (try? open.journal.placeValues(.timeZone)) ?? PlaceValues<String>()
    }

    /// The context with the entry's zone instead of the machine's.
    private var local: CommandContext {
        var local = context
        local.localZone = LocalZone(zone: context.fieldReader(of: open.pad.values, zones).dates.zone)
        return local
    }

    func run() throws -> End {
        if fields.count > 1 {
            context.console.note(
                "Enter keeps the value shown, typing replaces it, - clears it. < goes back, . saves now, ? helps, Ctrl-C stops."
            )
        }
        var index = 0
        var typed: String?
        var offer: String?
        var typedDate: String?
        while index < fields.count {
            let question = question(fields[index], typed: typed, offer: offer)
            (typed, offer) = (nil, nil)
            switch context.console.reply(question.prompt) {
            case .interrupted, .endOfInput: return .interrupted
            case .hungUp: return .hungUp
            case .line(let line):
                switch try take(question.answer(to: line), question) {
                case .next:
                    if fields[index] == .date { typedDate = line }
                    if fields[index] == .location { try read(again: typedDate) }
                    index += 1
                case .back: index = max(0, index - 1)
                case .again(let text): typed = text
                case .offer(let text): offer = text
                case .place: index = fields.firstIndex(of: .location) ?? index
                case .save: return .save
                case .stop: return .interrupted
                }
            }
        }
        return .done
    }

    private static func asked(of open: OpenScratchpad) throws -> [EntryField] {
        let (journal, values) = (open.journal, open.pad.values)
        let used = try journal.usedFields().union([.notes])
        let known = EntryField.allCases.filter { $0 != .timeZone && journal.fields.contains($0) }
        return known.filter { used.contains($0) || $0.isShown(in: values) }
    }

    /// The step after an answer.
    private enum Step {
        case next, back, save, stop
        /// Asks for the place, which is required to save.
        case place
        /// Repeats the question with a text to correct.
        case again(String?)
        /// Repeats the question with a suggested answer.
        case offer(String)
    }

    private func take(_ answer: FieldQuestion.Answer, _ question: FieldQuestion) throws -> Step {
        let (pad, field) = (open.pad, question.field)
        switch answer {
        case .back: return .back
        case .stop: return .stop
        case .help:
            context.console.remark(Messages.helpOf(field))
            return .again(nil)
        case .keep:
            if isMissing(field, pad.values[field]) { return .again(nil) }
            try keep(field)
        case .save:
            try keep(field)
            try open.keep()
            return isMissing(.location, pad.values[.location]) ? .place : .save
        case .clear:
            if field == .location {
                context.console.remark(Messages.placeNeeded)
                return .again(nil)
            }
            try pad.set(field, nil)
        case .value(let value):
            let isNew = value != pad.values[field]
            try pad.set(field, value)
            if case .date(let date) = value { reportDate(date) }
            if isNew, let typed = TypedValue(field, value, open.journal) {
                if let known = typed.meantPlace(context), !question.isOffered {
                    context.console.remark(
                        "'\(typed.text)' is a new place. Press Enter for \(known), or type '\(typed.text)' again to keep it."
                    )
                    try open.keep()
                    return .offer(known)
                }
                typed.report(context)
            }
        case .refused(let error, let typed):
            context.console.remark(question.reason(error))
            return .again(typed)
        }
        try open.keep()
        return .next
    }

    /// Leaves a field unchanged. A new entry without a date gets the current time.
    private func keep(_ field: EntryField) throws {
        let pad = open.pad
        if pad.entryID == nil, field == .date, pad.values.date == nil { try pad.set(.date, .date(context.now)) }
    }

    private func reportDate(_ date: Double) {
        context.console.note("That is \(context.text.understood(date, in: local.zoneName)).")
    }

    /// Parses a date again that was typed before the place, now in the place's zone if it has one.
    private func read(again typed: String?) throws {
        let pad = open.pad
        guard let typed, pad.entryID == nil, pad.values.timeZone == nil, local.zone != context.zone,
            case .value(.date(let date)) = question(.date).answer(to: typed), date != pad.values.date
        else { return }
        try pad.set(.date, .date(date))
        reportDate(date)
        try open.keep()
    }

    /// Whether a new entry would lack its place. If so, prints a remark.
    private func isMissing(_ field: EntryField, _ value: FieldValue?) -> Bool {
        guard open.entryID == nil, field == .location, value == nil else { return false }
        context.console.remark(Messages.placeNeeded)
        return true
    }

    /// The question for a field. The default date of a new entry is the current time.
    private func question(_ field: EntryField, typed: String? = nil, offer: String? = nil) -> FieldQuestion {
        let value = open.pad.values[field]
        let isNew = open.entryID == nil && field == .date
        return FieldQuestion(
            field, value: value ?? (isNew ? .date(context.now) : nil), local.fieldReader, typed: typed,
            offer: offer, places: field == .location ? places : [])
    }
}
