/// Reads what someone wrote in a diary about a session: a title and sentences of any kind.
///
/// A line after `add` is refused if a part of it is unclear. A diary keeps its text as notes anyway, so only the values
/// of the unclear sentence are left in it.
package struct ProseReader: Sendable {
    private let reader: SentenceReader

    package init(_ reader: SentenceReader) { self.reader = reader }

    /// The place and the values in a text, without its notes. Days and times are those of the diary, not of the text.
    package func values(in text: String) -> EntryValues {
        let text = String(text.prefix(ProseReader.longest))
        var values = EntryValues()
        if let sentence = reader.understood(text) {
            values.add(sentence.values)
            return values
        }
        for sentence in ProseReader.sentences(in: text) {
            if values.location == nil {
                guard let read = first(sentence) else { continue }
                values.add(read.values)
            } else if let read = reader.understood("\(values.location ?? ""). \(sentence)") {
                values.add(read.values)
            }
        }
        return values
    }

    /// The place that a title names and nothing else: a known one, a surf spot, or a name with the word of a landmark.
    package func place(inTitle title: String) -> String? {
        guard title.utf8.count <= ProseReader.longestTitle, let sentence = reader.understood(title),
            sentence.pieces.count == 1, let place = sentence.values.location
        else { return nil }
        let isSure = !sentence.isNewPlace || SurfSpots.isOrBegins(title) || ProseReader.namesLandmark(title)
        return isSure ? place : nil
    }

    private static func namesLandmark(_ title: String) -> Bool {
        guard let last = TokenLine(plain: title).tokens.last else { return false }
        return Lexicon.surfers.terms(of: last.key).contains(.landmark)
    }

    /// The first sentence, which has the place. Of a refused one, the line that is understood without its stray words.
    private func first(_ sentence: String) -> Sentence? {
        do throws(SentenceError) {
            return try reader.read([sentence])
        } catch {
            guard case .strayWord = error.reason else { return nil }
            return error.lines.first.flatMap(reader.understood)
        }
    }

    /// The sentences of a text: they end with a full stop, another such mark or an empty line.
    private static func sentences(in text: String) -> [String] {
        var (sentences, current, last): ([String], String, Character) = ([], "", " ")
        for character in text {
            let isEnd = ".!?".contains(last) && character.isWhitespace || last == "\n" && character == "\n"
            if isEnd {
                sentences.append(current)
                current = ""
            }
            current.append(character)
            last = character
        }
        return (sentences + [current]).map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }

    private static let longest = 2_000
    private static let longestTitle = 100
}

extension EntryValues {
    /// Takes over what is missing, but for the date and the notes.
    fileprivate mutating func add(_ other: EntryValues) {
        for field in EntryField.allCases where ![.date, .timeZone, .notes].contains(field) && self[field] == nil {
            self[field] = other[field]
        }
    }
}
