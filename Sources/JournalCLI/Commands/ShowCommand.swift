import ArgumentParser
import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage

struct ShowCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "show", abstract: "Show one session.",
        discussion: """
            'last' is the session that you added or changed last, and 'newest' the newest by date. Without an ID, shows \
            'last', or at the prompt what you are editing. It also says which of your sessions it is, counted by date \
            without the samples.

              surfjournal show
              surfjournal show 5001 --json
            """)

    @Argument(
        help: ArgumentHelp("A session's ID, 'last' (default), 'newest', or words that find it.", valueName: "id"),
        completion: .value(.entry))
    var entry: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        if entry.isEmpty, let open = context.prompt?.pad { return try show(open, context) }
        let operand = try EntryOperand.single(entry) ?? .last
        let journal = try context.openJournal()
        let record = try journal.record(try context.id(operand, in: journal))
        let output = context.output(context.format, fields: journal.fields)
        switch context.format {
        case .json:
            let ordinal: JSONObject = ["ordinal": JSONValue(try journal.ordinal(of: record))]
            try output.writeObject(
                record, adding: ordinal + filled(record, journal) + computed(record, journal, context))
        case .csv, .plain: try output.write([record])
        case .human:
            let ordinal = try journal.ordinal(of: record)
            let computed = try sea(record, journal, context).map { context.text.sea.line($0) }
            try context.console.lines(
                context.text.lines(
                    record, fields: journal.fields, ordinal: ordinal, filled: try journal.filledValues(of: record.id),
                    computed: computed))
        }
    }

    /// What is computed about the session; nil if nothing is known about its place.
    private func sea(_ record: EntryRecord, _ journal: Journal, _ context: CommandContext) throws -> SessionSea? {
        guard let place = record.values.location, let sea = try context.seaIfKnown(of: journal), sea.knows(place) else {
            return nil
        }
        var seas = SessionSeas(sea)
        let found = seas.sea(of: record.values)
        if let failure = seas.failure { context.console.note(Refusal(failure).sentence ?? "") }
        return found
    }

    /// Where values came from that were filled in; nothing if none were.
    private func filled(_ record: EntryRecord, _ journal: Journal) throws -> JSONObject {
        let filled = try journal.filledValues(of: record.id)
        return filled.isEmpty ? JSONObject([]) : ["filled": .object(FillOutput.sources(filled))]
    }

    private func computed(_ record: EntryRecord, _ journal: Journal, _ context: CommandContext) throws -> JSONObject {
        guard let sea = try sea(record, journal, context) else { return JSONObject([]) }
        var dates = ISODateWriter(zone: record.values.timeZone.flatMap { TimeZone(identifier: $0) } ?? context.zone)
        return [computedKey: JSONValue(sea, &dates)]
    }

    /// Shows the scratchpad's current values.
    private func show(_ open: OpenScratchpad, _ context: CommandContext) throws {
        if context.format != .human { return try context.write(open) }
        try context.console.lines(context.text.lines(open.pad, fields: open.journal.fields))
    }
}
