import ArgumentParser
import Journal
import SurfLanguage

struct SetCommand: PromptCommand {
    static let configuration = CommandConfiguration.command(
        "set", abstract: "Set a field of the session that you are editing.",
        discussion: """
            A single - clears the field. Without a value, you are asked for it.

              set rating 5
              set wind offshore 5kts
              set notes -
            """)

    @Argument(help: "The field.") var field: String
    @Argument(parsing: .captureForPassthrough, help: "Its value. Several words are joined with spaces.")
    var value: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let operandKinds: [CompletionKind] = [.field, .valueOfField, .nothing]
    static let takesFormat = false
    static let formats = CommandFormats.unchecked

    func run(in prompt: Prompt, _ context: CommandContext) throws {
        let open = try prompt.requirePad("set")
        let known = open.journal.fields
        guard let (field, value) = named() else {
            throw Refusal.unknownField(self.field, known: known.map(\.optionName))
        }
        try known.require([field])
        if value.isEmpty { return try ask(field, open, context) }
        if value == ["-"] {
            if field == .location { throw Refusal.cannotClearPlace }
            try open.pad.set(field, nil)
        } else {
            let reader = context.fieldReader(of: open.pad.values, try open.journal.placeValues(.timeZone))
            try open.pad.set(field, reader.option(field, value.joined(separator: " "), named: field.optionName))
        }
        try open.keep()
        TypedValue(field, open.pad.values[field], open.journal)?.report(context)
    }

    /// The field, which may be named by two words (`water temperature`), and the words of its value.
    private func named() -> (EntryField, [String])? {
        if let field = EntryField(name: field) ?? EntryField(name: field.lowercased()) { return (field, value) }
        guard let second = value.first else { return nil }
        return EntryField(name: "\(field)-\(second)".lowercased()).map { ($0, Array(value.dropFirst())) }
    }

    private func ask(_ field: EntryField, _ open: OpenScratchpad, _ context: CommandContext) throws {
        guard context.console.canAsk else {
            throw Refusal.usage("Say what to set, such as: set \(field.optionName) VALUE.")
        }
        switch try FieldForm(open: open, context: context, fields: [field]).run() {
        case .save: _ = try context.prompt?.saveInnermost(open, InteractiveSave(context: context, answer: .auto))
        case .hungUp: context.prompt?.hangUp()
        case .done, .interrupted: break
        }
    }
}
