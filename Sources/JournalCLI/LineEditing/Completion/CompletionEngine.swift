import Foundation
import SurfLanguage

/// Finds what can be typed next at a position in a command line.
///
/// It does not depend on a terminal: the prompt completes lines with it, shells complete words.
struct CompletionEngine: LineCompleter {
    /// The largest number of IDs requested and offered.
    static let maxEntries = 40

    let source: any CompletionSource
    var folders = FileCompletions()
    var commands = CommandShapes.ofProgram

    // MARK: Lines

    func completion(of line: String, _ kind: LineCompletion) -> Completion? {
        switch kind {
        case .nothing: return nil
        case .words(let words): return complete(line, from: words)
        case .commandLine(let inScratchpad): return complete(commandLine: line, shapes(inScratchpad))
        }
    }

    /// The commands available at the prompt.
    func shapes(_ inScratchpad: Bool) -> [CommandShape] {
        let added = CommandShapes.ofSession + (inScratchpad ? CommandShapes.ofScratchpad : [])
        return commands + added.filter { shape in !commands.contains { $0.names[0] == shape.names[0] } }
    }

    private func complete(_ line: String, from words: [String]) -> Completion? {
        let found = words.filter { Prefix.matches($0, line) }.map { CompletionCandidate($0) }
        return made(0, typed: line, found) { text, _ in text }
    }

    private func complete(commandLine line: String, _ shapes: [CommandShape]) -> Completion? {
        let position = TypedPosition(line)
        if position.isClosed { return nil }
        let current = position.current
        let place = CommandPosition(position.words.map(\.text), current: current.text, shapes)
        if place.kind == .sentence, current.quoting == .none {
            return complete(SentencePosition(line, operands: position.words.suffix(place.operandsInARow), current))
        }
        if let prefix = place.valuePrefix {
            return completeJoined(current, prefix, place)
        }
        let found = candidates(place)
        return made(current.range.lowerBound, typed: current.text, found) { text, isWhole in
            let isAtHome = place.kind == .file && current.quoting == .none && text.hasPrefix("~/")
            return (isAtHome ? text : current.spelled(text, isWhole: isWhole)) + (isWhole ? " " : "")
        }
    }

    /// Completes a value after `--name=`. Quotes cannot open there, so only values that need none are offered.
    private func completeJoined(_ current: ScriptWord, _ prefix: String, _ place: CommandPosition) -> Completion? {
        let found = candidates(place).filter { !$0.value.utf8.contains(where: \.isScriptBlank) }
        return made(current.range.lowerBound + prefix.utf8.count, typed: place.typed, found) { text, isWhole in
            text + (isWhole ? " " : "")
        }
    }

    private func complete(_ part: SentencePosition) -> Completion? {
        if let (kind, start) = part.mention {
            let typed = String(part.typed.utf8.dropFirst(start)) ?? ""
            let found = names(of: kind).filter { Prefix.matches($0, typed) }.map { CompletionCandidate($0) }
            return made(part.start + start, typed: typed, found) { text, _ in text }
        }
        let places = source.names(.place).filter { Prefix.matches($0, part.typed) }
        let found = places.filter { part.canQuote || SentencePosition.isPlain($0, isWhole: true) }.map {
            CompletionCandidate($0)
        }
        return made(part.start, typed: part.typed, found) { text, isWhole in
            if SentencePosition.isPlain(text, isWhole: isWhole) { return text }
            return "\"" + ScriptWord.escaped(text) + (isWhole ? "\"" : "")
        }
    }

    /// The tags or people with their signs.
    func names(of kind: MentionKind) -> [String] { source.names(.mention(kind)).map(kind.signed) }

    /// - Parameter spell: Returns a text as it is typed; the flag is whether the text is complete.
    private func made(
        _ start: Int, typed: String, _ found: [CompletionCandidate], _ spell: (String, Bool) -> String
    ) -> Completion? {
        if found.isEmpty { return nil }
        if found.count == 1 {
            return Completion(start: start, replacement: spell(found[0].value, found[0].isWhole), choices: [])
        }
        let common = Prefix.common(found.map(\.value))
        let isLonger = common.count > typed.count || (common.count == typed.count && common != typed)
        return Completion(start: start, replacement: isLonger ? spell(common, false) : nil, choices: found)
    }

    // MARK: Words

    /// The words that can follow `words` in a shell's command line.
    func candidates(after words: [String], current: String) -> [CompletionCandidate] {
        candidates(CommandPosition(words, current: current, commands))
    }

    private func candidates(_ place: CommandPosition) -> [CompletionCandidate] {
        let typed = place.typed
        if let options = place.options {
            return options.compactMap { option in
                option.names.first { $0.hasPrefix(typed) }.map { CompletionCandidate($0, note: option.note) }
            }
        }
        if place.kind == .file { return folders.candidates(typed) }
        return candidates(place.kind, place).filter { Prefix.matches($0.value, typed) }
    }

    private func candidates(_ kind: CompletionKind, _ place: CommandPosition) -> [CompletionCandidate] {
        let typed = place.typed
        switch kind {
        case .nothing, .file: return []
        case .command: return commandNames(place)
        case .commandOrTopic:
            let names = Set(place.shapes.map { $0.names[0] })
            let topics = HelpTopic.allCases.map(\.rawValue).filter { !names.contains($0) }
            return commandNames(place) + topics.map { CompletionCandidate($0) }
        case .name(.mention(let kind)) where typed.utf8.first == kind.sign:
            return names(of: kind).map { CompletionCandidate($0) }
        case .name(let kind): return source.names(kind).map { CompletionCandidate($0) }
        case .sentence: return source.names(.place).map { CompletionCandidate($0) }
        case .entry: return entries(typed)
        case .draft: return source.drafts()
        case .entryOrDraft: return source.drafts() + entries(typed)
        case .draftOrJob: return source.drafts() + source.jobs()
        case .job: return source.jobs()
        case .field: return EntryField.allCases.map { CompletionCandidate($0.optionName) }
        case .list(let names): return list(names, typed)
        case .words(let words): return words.map { CompletionCandidate($0) }
        case .zone: return zones
        case .after(let kinds): return candidates(place.firstOperand.flatMap { kinds[$0] } ?? .nothing, place)
        case .valueOfField:
            guard let field = place.before.flatMap({ EntryField(name: $0) }) else { return [] }
            return candidates(CompletionKind(ValueKind(field)), place)
        }
    }

    /// The names of the commands. Other names are offered only if no name begins with the typed text.
    private func commandNames(_ place: CommandPosition) -> [CompletionCandidate] {
        let names = place.shapes.map { CompletionCandidate($0.names[0], note: $0.note) }
        if names.contains(where: { Prefix.matches($0.value, place.typed) }) { return names }
        return place.shapes.flatMap { shape in
            shape.names.dropFirst().map { CompletionCandidate($0, note: shape.note) }
        }
    }

    private var zones: [CompletionCandidate] {
        TimeZone.knownTimeZoneIdentifiers.map { CompletionCandidate($0) }
    }

    private func entries(_ typed: String) -> [CompletionCandidate] {
        let isNumber = typed.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let entries = isNumber ? source.entries(startingWith: typed, limit: CompletionEngine.maxEntries) : []
        return ["last", "newest"].map { CompletionCandidate($0) } + entries
    }

    /// Names after the last comma that are not in the list yet.
    private func list(_ names: [String], _ typed: String) -> [CompletionCandidate] {
        let parts = typed.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let before = parts.dropLast().map { $0 + "," }.joined()
        return names.filter { !parts.dropLast().contains($0) }.map { CompletionCandidate(before + $0) }
    }
}
