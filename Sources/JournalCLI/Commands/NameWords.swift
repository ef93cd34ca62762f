import Journal
import JournalInsight
import SurfLanguage

/// What `spots`, `boards`, `tags` and `people` do: list the names of a kind, or rename one.
struct NameWords {
    private let kind: NameKind
    private let words: [String]
    private let filter: FilterOptions
    private let picture: PictureOptions
    private let globals: GlobalOptions
    /// Whether a rename only says what it would change.
    private let isDryRun: Bool

    init(
        _ kind: NameKind, _ words: [String], _ filter: FilterOptions, _ picture: PictureOptions,
        _ globals: GlobalOptions, isDryRun: Bool
    ) {
        self.isDryRun = isDryRun
        (self.kind, self.words, self.filter) = (kind, words, filter)
        (self.picture, self.globals) = (picture, globals)
    }

    func run(_ context: CommandContext) throws {
        if words.isEmpty { return try list(context) }
        try globals.checkFormat(of: "\(kind.command) rename", printsRows: false)
        guard words.first == "rename", words.count == 3 else { throw Refusal.wrongRenaming(kind, words.first) }
        if !filter.isEmpty { throw Refusal.exclusive(["rename", "a filter"]) }
        try rename(words[1], to: words[2], context)
    }

    private func list(_ context: CommandContext) throws {
        let needed = kind == .place ? [] : [kind.field]
        let (journal, query) = try context.open(filter) { try $0.require(needed) }
        let uses = try journal.names(kind, query)
        let output = NameOutput(kind, uses, units: context.settings.units, zone: context.zone)
        switch context.format {
        case .json: try context.console.json(output.json)
        case .csv: try context.console.rows(output.csv)
        case .plain: try context.console.rows(output.plain)
        case .human:
            let glyphs = context.glyphs(picture)
            let fitted = output.text(width: context.console.width)
            if !uses.isEmpty { try context.console.lines(fitted.lines.map(glyphs.line)) }
            try context.console.flush()
            if !fitted.hidden.isEmpty { context.console.note(Messages.tooNarrow(fitted.hidden)) }
            context.console.note(try footer(uses, journal, query, context))
        }
    }

    private func footer(
        _ uses: [NameUse], _ journal: Journal, _ query: EntryQuery, _ context: CommandContext
    ) throws -> String {
        if uses.contains(where: { $0.name != nil }) || kind == .place && !uses.isEmpty {
            return Messages.names(kind, uses)
        }
        if try journal.count(query) > 0 { return Messages.noNames(kind) }
        return filter.isEmpty ? Messages.emptyJournal : Messages.noMatch(context.suggestion(filter, in: journal))
    }

    /// Renames a name. Places and boards are renamed where the name is exactly the old one.
    private func rename(_ old: String, to new: String, _ context: CommandContext) throws {
        let (old, new) = (try kind.name(old), try kind.name(new))
        guard !new.isEmpty, old != new, !new.contains("\0") else {
            throw Refusal.usage("The new name must be different from the old one, and not empty.")
        }
        let journal = try context.openJournal { if kind != .place { try $0.require([kind.field]) } }
        if isDryRun { return try preview(old, to: new, journal, context) }
        try context.backUpFirst(journal)
        journal.act(for: "\(kind.command) rename")
        let count = try journal.rename(kind, old, to: new)
        if count == 0, try !isThere(old, journal) {
            throw Refusal.noName(kind, old, context.suggestedName(kind, old, in: journal))
        }
        context.console.note(
            count == 0
                ? "All notes have '\(kind.signed(new))' already. Nothing was changed."
                : "Renamed '\(kind.signed(old))' to '\(kind.signed(new))' in \(Messages.sessions(count)).")
        try context.report(json: ["renamed": JSONValue(count), "from": .string(old), "to": .string(new)])
    }
}

extension NameWords {
    /// Says how many sessions a rename would change.
    private func preview(_ old: String, to new: String, _ journal: Journal, _ context: CommandContext) throws {
        let isMention = if case .mention = kind { true } else { false }
        let found = try journal.names(kind, EntryQuery()).first { use in
            guard let name = use.name else { return false }
            return isMention ? MentionMatch.folded(name) == MentionMatch.folded(old) : name == old
        }
        guard let found else { throw Refusal.noName(kind, old, context.suggestedName(kind, old, in: journal)) }
        context.console.note(
            "'\(kind.signed(old))' would become '\(kind.signed(new))' in \(Messages.sessions(found.sessions)). "
                + "Nothing was changed.")
        try context.report(json: ["renamed": JSONValue(found.sessions), "from": .string(old), "to": .string(new)])
    }

    /// Whether notes have a tag or a person. Only these can be renamed to what is written already.
    private func isThere(_ name: String, _ journal: Journal) throws -> Bool {
        guard case .mention(let kind) = kind else { return false }
        return try journal.count(EntryQuery(filter: [.mention(MentionMatch(kind, name))])) > 0
    }
}

extension NameKind {
    /// The command that lists the names.
    var command: String {
        switch self {
        case .place: "spots"
        case .board: "boards"
        case .mention(let kind): kind.plural
        }
    }

    /// The key of a name in JSON, and the header of its column in CSV.
    var key: String {
        switch self {
        case .place: "location"
        case .board: "board"
        case .mention(let kind): kind.rawValue
        }
    }

    /// The word for one of them.
    var word: String {
        switch self {
        case .place: "place"
        case .board: "board"
        case .mention(let kind): kind.rawValue
        }
    }

    /// The word for several of them.
    var words: String {
        switch self {
        case .place: "places"
        case .board: "boards"
        case .mention(let kind): kind.plural
        }
    }

    /// A name as it is shown to people.
    func signed(_ name: String) -> String {
        let safe = TerminalSafe.text(name)
        if case .mention(let kind) = self { return kind.signed(safe) }
        return safe
    }

    /// The completion of the words of its command.
    var operands: [CompletionKind] {
        [.words(["rename"]), .after(["rename": .name(self)]), .after(["rename": .name(self)]), .after([:])]
    }

    /// A name without its sign.
    /// - Throws: a refusal if a text is not a valid tag or person.
    func name(_ text: String) throws(Refusal) -> String {
        guard case .mention(let kind) = self else { return text }
        guard let name = kind.name(text) else { throw .notAName(kind, text, option: nil) }
        return name
    }
}

extension Refusal {
    /// - Parameter action: What the command was to do.
    fileprivate static func wrongRenaming(_ kind: NameKind, _ action: String?) -> Refusal {
        let example =
            switch kind {
            case .place: "Malibu 'First Point'"
            case .board: "'9 noserider' \"9'2 noserider\""
            case .mention(.tag): "dawnie dawnpatrol"
            case .mention(.person): "ana ana-maria"
            }
        let words =
            action == "rename"
            ? "'\(kind.command) rename' takes two names, the old one and the new one"
            : kind == .place ? "'spots' takes rename, set, zone or tide" : "'\(kind.command)' takes rename"
        return .usage("\(words), such as: surfjournal \(kind.command) rename \(example).")
    }

    /// - Parameter option: The option with the text; nil for an operand.
    static func notAName(_ kind: MentionKind, _ text: String, option: String?) -> Refusal {
        let words =
            switch kind {
            case .tag: "use letters, digits, _ and -, with at least one letter, such as dawnie."
            case .person: "use letters, digits, _ and -, beginning with a letter, such as ana."
            }
        let subject = option.map { "\($0) '\(text)'" } ?? "'\(text)'"
        return .usage("\(subject) is not a valid \(kind.rawValue): \(words)")
    }

    /// - Parameter suggestion: A similar name.
    static func noName(_ kind: NameKind, _ name: String, _ suggestion: String?) -> Refusal {
        let name = kind.signed(name)
        let missing =
            switch kind {
            case .place: "There are no sessions at '\(name)'."
            case .board: "There are no sessions on the board '\(name)'."
            case .mention: "No notes contain '\(name)'."
            }
        let find =
            kind == .place
            ? "'surfjournal list --location' finds a place by part of its name."
            : "'surfjournal \(kind.command)' lists your \(kind.words)."
        return .notFound(missing + " " + (suggestion.map { "Did you mean '\(kind.signed($0))'?" } ?? find))
    }
}

extension Messages {
    /// The line below a list of names.
    static func names(_ kind: NameKind, _ uses: [NameUse]) -> String {
        let named = uses.filter { $0.name != nil }
        let spelled = named.filter { !$0.variants.isEmpty }.count
        let hint = spelled == 0 ? "" : " \(spelled) of them may be spelled in several ways."
        return "\(count(named.count, kind.word, kind.words)).\(hint)"
    }

    /// Why a list of names is empty although there are sessions.
    static func noNames(_ kind: NameKind) -> String {
        switch kind {
        case .place: "No session has a place."
        case .board: "No session has a board. Add one with --board, or in the sentence: on the 5'10 twin."
        case .mention(.tag): "No notes have a tag. Write one in the notes, such as #dawnie."
        case .mention(.person): "No notes mention a person. Write one in the notes, such as @ana."
        }
    }
}
