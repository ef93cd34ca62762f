/// The meaning of a table's column for an entry.
package struct ColumnMeaning: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        case id
        case field(EntryField, Part)
        /// The type of sport.
        case activity
        /// Tags, one of which may be surfing.
        case tags
        /// The title of an activity: perhaps a place, else a remark.
        case title
        /// What someone wrote about a session, as after `add`.
        case sentence
    }

    /// The part of a field's value that a column contains.
    package enum Part: Hashable, Sendable {
        case whole
        /// The time of a date.
        case time
        /// When the session ended: a time, or a date with one.
        case end
        /// The lower and upper ends of a height.
        case low, high
        /// The direction of a wind.
        case direction
        /// Height, period and direction of a swell in one cell.
        case swell
        /// Companions, who are added to the notes.
        case companions
    }

    package var target: Target
    /// What the header says about the cells.
    package var note: ColumnNote
    /// The precision among columns with the same target. The lowest rank wins.
    package var rank: Int

    package init(_ target: Target, note: ColumnNote = ColumnNote(), rank: Int = 0) {
        (self.target, self.note, self.rank) = (target, note, rank)
    }

    /// The target field. Nil for an ID and for the type of sport.
    package var field: EntryField? {
        if case .field(let field, _) = target { field } else { nil }
    }

    /// A header that parses as this meaning.
    package var header: String {
        let note = note.text
        return note.isEmpty ? name : "\(name) (\(note))"
    }

    /// The header without its note about the cells.
    package var name: String {
        switch target {
        case .id: "id"
        case .activity: "activity type"
        case .tags: "tags"
        case .title: "title"
        case .sentence: "sentence"
        case .field(_, .time): "time"
        case .field(_, .end): "end"
        case .field(let field, .low): "min \(field.words)"
        case .field(let field, .high): "max \(field.words)"
        case .field(let field, .direction): "\(field.words) direction"
        case .field(_, .swell): "swell"
        case .field(_, .companions): "buddies"
        case .field(let field, .whole): field.name
        }
    }
}

extension ColumnMeaning {
    /// The possible meanings of a header, the most likely first. Empty if one of its words is unknown.
    ///
    /// Headers look like `Wave Height [ft]`, `Höhe (m)`, `wind_direction`, `Wasser °C`, `Rating (1-10)`.
    package static func of(header: String) -> [ColumnMeaning] {
        if titles.contains(header.trimmingBlanks().folded) { return [ColumnMeaning(.title, rank: 1)] }
        if !header.isEmpty, header.allSatisfy({ "★⭐🌟☆*".contains($0) || $0 == "\u{FE0F}" }) {
            return [ColumnMeaning(.field(.rating, .whole))]
        }
        if sentences.contains(header.trimmingBlanks().folded) { return [ColumnMeaning(.sentence)] }
        guard let (words, read) = wordsAndNote(of: header) else { return [] }
        var note = read
        if words.contains(.direction), !words.contains(.wind), note.west == nil { note.west = west(header) }
        return candidates(words, note.unit).map { ColumnMeaning($0.target, note: note, rank: $0.rank) }
    }

    /// What `O` means in a direction, by the language of the header.
    private static func west(_ header: String) -> Bool? {
        let header = header.folded
        if ["houle", "direccion", "direcao", "vague", "dir. ola"].contains(where: header.contains) { return true }
        return header.contains("richtung") ? false : nil
    }

    /// `Name` by itself; beside other words it has no meaning.
    private static let titles: Set<String> = ["name", "nombre", "nom", "nome"]
    private static let sentences: Set<String> = ["sentence", "entry", "text", "eintrag", "entrada", "texte", "texto"]

    /// This meaning with the note in the header's brackets. The header's other words are ignored.
    package func taking(noteOf header: String) -> ColumnMeaning {
        var meaning = self
        meaning.note = ColumnNote(text: HeaderWords.split(header).brackets)
        if let unit = meaning.note.unit, !unit.fits(target) { meaning.note.unit = nil }
        return meaning
    }

    /// Whether the header is about stars, of which there are five.
    package static func namesStars(_ header: String) -> Bool {
        let header = header.folded
        return ["star", "stern", "etoile", "estrell", "estrela", "★"].contains(where: header.contains)
    }

    /// Whether the header is about waves.
    package static func namesWaves(_ header: String) -> Bool { words(of: header)?.contains(.wave) == true }

    /// Whether the header contains a word for climbing.
    static func namesClimb(_ header: String) -> Bool {
        header.utf8.count <= longestHeader && HeaderWords.has(.climb, in: header)
    }

    /// The meanings of the header's words, or nil if a word is unknown.
    static func words(of header: String) -> Set<ColumnWord>? { wordsAndNote(of: header)?.words }

    private static func wordsAndNote(of header: String) -> (words: Set<ColumnWord>, note: ColumnNote)? {
        guard header.utf8.count <= longestHeader else { return nil }
        let (name, brackets) = HeaderWords.split(header)
        return HeaderWords.readings(of: name).lazy.compactMap {
            words, rest -> (words: Set<ColumnWord>, note: ColumnNote)? in
            var note = ColumnNote(text: brackets)
            // A unit in brackets goes before words such as the `Min` of `Surf Min (ft)`.
            if !rest.isEmpty, note.hasUnit || !note.add(rest) { return nil }
            return rest.isEmpty || !candidates(words, note.unit).isEmpty ? (words, note) : nil
        }.first
    }

    private static let longestHeader = 200

    private typealias Candidate = (target: Target, rank: Int)

    private static func whole(_ field: EntryField, _ rank: Int = 0) -> Candidate { (.field(field, .whole), rank) }

    private static func candidates(_ words: Set<ColumnWord>, _ unit: Unit?) -> [Candidate] {
        let named = words.count > 1 && !words.contains(.id) ? words.subtracting([.session]) : words
        let candidates = table[words] ?? table[named] ?? []
        guard let unit else { return candidates }
        // The `HR` of `Max HR` is no unit of a height.
        if named == [.low] || named == [.high], !unit.isLength { return [] }
        return (byUnit(named, unit) ?? candidates).filter { unit.fits($0.target) }
    }

    /// The candidates that only the unit distinguishes.
    private static func byUnit(_ words: Set<ColumnWord>, _ unit: Unit) -> [Candidate]? {
        switch words {
        case [.low] where unit.isLength: [(.field(.height, .low), 0)]
        case [.high] where unit.isLength: [(.field(.height, .high), 0)]
        case [.wave], [.session]: unit.isLength ? [whole(.height)] : unit == .seconds ? [whole(.period, 1)] : nil
        case [.swell]:
            unit.isLength
                ? [whole(.swellHeight)]
                : unit == .seconds ? [whole(.swellPeriod)] : unit == .degrees ? [whole(.swellDirection)] : nil
        case [.wind] where unit == .degrees: [(.field(.wind, .direction), 0)]
        case [.time] where unit.isTime, [.elapsed] where unit.isTime: [whole(.duration, 2)]
        default: nil
        }
    }

    private static let table: [Set<ColumnWord>: [Candidate]] = [
        [.id]: [(.id, 0)],
        [.type]: [(.activity, 1)], [.session]: [(.activity, 2)], [.tags]: [(.tags, 0)], [.title]: [(.title, 0)],
        [.end]: [(.field(.date, .end), 0)], [.end, .time]: [(.field(.date, .end), 0)],
        [.end, .date]: [(.field(.date, .end), 1)], [.end, .date, .time]: [(.field(.date, .end), 1)],
        [.date]: [whole(.date)], [.date, .time]: [whole(.date)], [.timestamp]: [whole(.date, 5)],
        [.start]: [whole(.date, 1), (.field(.date, .time), 1)],
        [.start, .time]: [whole(.date, 1), (.field(.date, .time), 1)], [.start, .date]: [whole(.date, 1)],
        [.start, .date, .time]: [whole(.date, 1)],
        [.time]: [whole(.date, 3), (.field(.date, .time), 0), whole(.duration, 2)],
        [.time, .zone]: [whole(.timeZone)], [.zone]: [whole(.timeZone, 1)],
        [.place]: [whole(.location)], [.place, .count]: [whole(.location, 1)],
        [.wave]: [whole(.waves), whole(.height, 1)], [.wave, .count]: [whole(.waves)], [.count]: [],
        [.height]: [whole(.height)], [.wave, .height]: [whole(.height)],
        [.height, .low]: [(.field(.height, .low), 0)], [.wave, .height, .low]: [(.field(.height, .low), 0)],
        [.wave, .low]: [(.field(.height, .low), 0)], [.session, .low]: [(.field(.height, .low), 1)],
        [.low]: [(.field(.height, .low), 3), (.field(.date, .time), 4)],
        [.height, .high]: [(.field(.height, .high), 0)], [.wave, .height, .high]: [(.field(.height, .high), 0)],
        [.wave, .high]: [(.field(.height, .high), 0)], [.session, .high]: [(.field(.height, .high), 1)],
        [.high]: [(.field(.height, .high), 3), (.field(.date, .end), 4)],
        [.period]: [whole(.period)], [.wave, .period]: [whole(.period)],
        [.wind]: [whole(.wind)], [.wind, .speed]: [whole(.wind, 1)],
        [.wind, .direction]: [(.field(.wind, .direction), 0)],
        [.wind, .speed, .direction]: [whole(.wind)],
        [.swell]: [(.field(.swellHeight, .swell), 0)], [.swell, .height]: [whole(.swellHeight)],
        [.swell, .period]: [whole(.swellPeriod)], [.swell, .direction]: [whole(.swellDirection)],
        [.wave, .direction]: [whole(.swellDirection, 1)],
        [.direction]: [whole(.swellDirection, 3), (.field(.wind, .direction), 3)],
        [.conditions]: [whole(.wind, 4), whole(.notes, 4)],
        [.rating]: [whole(.rating)], [.grade]: [whole(.notes, 1), whole(.rating, 1)],
        [.notes]: [whole(.notes)], [.companions]: [(.field(.notes, .companions), 0)],
        [.board]: [whole(.board)], [.tide]: [whole(.tide)], [.tide, .height]: [whole(.tide)],
        [.crowd]: [whole(.crowd)], [.crowd, .count]: [whole(.crowd)],
        [.water, .temperature]: [whole(.waterTemperature)], [.water]: [whole(.waterTemperature, 1)],
        [.duration]: [whole(.duration)], [.duration, .time]: [whole(.duration)],
        [.duration, .water]: [whole(.duration)],
        [.water, .time]: [whole(.duration, 1)], [.count, .time]: [whole(.duration, 1)],
        [.elapsed]: [whole(.duration, 3)], [.elapsed, .time]: [whole(.duration, 3)],
    ]
}

/// Splits a header into words with a known meaning and the rest.
private enum HeaderWords {
    /// The header without its brackets, and the text in the brackets, joined by commas.
    static func split(_ header: String) -> (name: String, brackets: String) {
        var (name, brackets, depth) = ("", "", 0)
        for character in header {
            switch character {
            case "(", "[", "{":
                if depth == 0, !brackets.isEmpty { brackets.append(",") }
                depth += 1
            case ")", "]", "}": depth = max(depth - 1, 0)
            default: if depth == 0 { name.append(character) } else { brackets.append(character) }
            }
        }
        return (name, brackets)
    }

    /// The ways to read a header as known words followed by other text, the longest such text first.
    static func readings(of name: String) -> [(words: Set<ColumnWord>, rest: String)] {
        var tokens = TokenLine(plain: spaced(name)).tokens.filter { !isPicture($0) }.flatMap(parts)
        while let last = tokens.last, trailing.contains(last) { tokens.removeLast() }
        while let first = tokens.first, first == "¿" || first == "¡" { tokens.removeFirst() }
        return (0...knownCount(tokens)).compactMap { end in
            guard let words = words(tokens[..<end]), !words.isEmpty else { return nil }
            return (words, tokens[end...].joined(separator: " "))
        }
    }

    /// Whether one of the header's words has this meaning.
    static func has(_ word: ColumnWord, in header: String) -> Bool {
        TokenLine(plain: spaced(header)).tokens.flatMap(parts).contains { ColumnWord.phrases[$0] == [word] }
    }

    /// Whether the token is an emoji or similar picture.
    private static func isPicture(_ token: Token) -> Bool {
        guard token.kind == .symbol || token.kind == .stars, let scalar = token.text.unicodeScalars.first else {
            return false
        }
        return scalar.properties.isEmoji && !scalar.isASCII || token.kind == .stars && token.text != "*"
    }

    /// The combined meaning of the words, or nil if a word is unknown.
    private static func words(_ tokens: ArraySlice<String>) -> Set<ColumnWord>? {
        var words: Set<ColumnWord> = []
        var index = 0
        while index < tokens.count {
            if let (meaning, count) = phrase(tokens[index...]) {
                words.formUnion(meaning)
                index += count
            } else if tokens[index] == "#" {
                words.insert(.count)
                index += 1
            } else if joins.contains(tokens[index]), index > 0 {
                index += 1
            } else {
                return nil
            }
        }
        return words.subtracting([.little])
    }

    /// The number of tokens before the first word that is unknown.
    private static func knownCount(_ tokens: [String]) -> Int {
        var index = 0
        while index < tokens.count {
            if let (_, count) = phrase(tokens[index...]) {
                index += count
            } else if tokens[index] == "#" || joins.contains(tokens[index]) {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    private static let joins: Set<String> = ["/", "&", "+", ",", "-", "–", ":", "."]
    private static let trailing: Set<String> = [":", "?", ".", "!", "*", ","]

    /// The longest phrase at the start of the tokens. Signs between words are skipped.
    private static func phrase(_ tokens: ArraySlice<String>) -> (meaning: [ColumnWord], count: Int)? {
        var (words, found): ([String], (meaning: [ColumnWord], count: Int)?) = ([], nil)
        for (offset, token) in tokens.enumerated() {
            if !words.isEmpty, joins.contains(token) { continue }
            words.append(token)
            if let meaning = ColumnWord.meaning(of: words.joined(separator: " ")) { found = (meaning, offset + 1) }
            if words.count == ColumnWord.longestPhrase { break }
        }
        return found
    }

    /// Splits names: `waveHeight` becomes `wave Height`, `wave_height` becomes `wave height`.
    private static func spaced(_ name: String) -> String {
        var spaced = ""
        var last: Character?
        for character in name {
            if character.isUppercase, last?.isLowercase == true { spaced.append(" ") }
            spaced.append(character == "_" ? " " : character)
            last = character
        }
        return spaced
    }

    /// Splits a token at apostrophes: `d'eau` is two words.
    private static func parts(_ token: Token) -> [String] {
        token.kind == .word ? token.key.split(separator: "'").map(String.init) : [token.key]
    }
}

extension Unit {
    /// Whether a column's cells may be in this unit.
    func fits(_ target: ColumnMeaning.Target) -> Bool {
        guard case .field(let field, let part) = target else { return target == .id }
        switch (field, part) {
        case (.height, _), (.tide, _), (.swellHeight, _): return isLength
        case (.period, _), (.swellPeriod, _): return self == .seconds
        case (.wind, .direction), (.swellDirection, _): return self == .degrees
        case (.wind, _): return isSpeed || self == .beaufort
        case (.waterTemperature, _): return isTemperature
        case (.duration, _): return isTime
        case (.rating, _): return self == .stars
        case (.waves, _): return self == .waves
        default: return true
        }
    }

    /// Whether a duration can be in this unit.
    var isTime: Bool { [.seconds, .minutes, .hours].contains(self) }
}
