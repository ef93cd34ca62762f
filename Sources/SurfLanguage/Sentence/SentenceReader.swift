import Foundation

/// Parses the sentence that describes a session.
///
/// Names are found first, then dates, then values. One part contains the place, and text without another meaning
/// becomes notes. Everything that is stored is in the pieces of the result. Ambiguous text is refused, with lines that
/// are not ambiguous.
package struct SentenceReader: Sendable {
    /// The parser of dates.
    package var dates: DateReader
    /// The unit of a length without one. Nil refuses such a length.
    package var units: LengthUnit?
    package var places: KnownPlaces
    /// The zone of times at a place, or nil if unknown.
    package var zone: @Sendable (String) -> TimeZone? = { _ in nil }
    /// The moment of a light on a day at a place, or where nothing is said of a place; nil if unknown.
    package var light: LightOfPlaces = { _, _, _ in nil }
    /// Whether the journal has the notes field.
    package var hasNotes = true
    /// The fields that are set by options.
    package var options: Set<EntryField> = []

    package init(dates: DateReader, units: LengthUnit? = nil, places: KnownPlaces = KnownPlaces()) {
        (self.dates, self.units, self.places) = (dates, units, places)
    }

    /// Parses the words of a shell's command line.
    package func read(_ words: [String]) throws(SentenceError) -> Sentence { try read(words.map(SentenceWord.plain)) }

    /// Parses the words.
    /// - Throws: The reason why the sentence is not understood or ambiguous, with similar lines that can be parsed.
    /// - Complexity: O(*n*) in the words for each known place that begins with one of them.
    package func read(_ words: [SentenceWord]) throws(SentenceError) -> Sentence {
        var reading = SentenceReading(self, try line(words))
        do throws(SentenceError) {
            return try reading.sentence()
        } catch {
            throw SimilarLines(reading).added(to: error)
        }
    }

    private func line(_ words: [SentenceWord]) throws(SentenceError) -> TokenLine {
        do throws(SentenceError) {
            return try TokenLine(words)
        } catch {
            var error = error
            error.lines = error.lines.filter(understands)
            throw error
        }
    }

    /// Whether the line can be parsed.
    func understands(_ line: String) -> Bool { understood(line) != nil }

    /// The parsed line, or nil if it is refused.
    func understood(_ line: String) -> Sentence? { try? readAlone(line) }

    /// Parses a line. Its errors have no suggested lines.
    func readAlone(_ line: String) throws(SentenceError) -> Sentence {
        var reading = SentenceReading(self, try TokenLine([.plain(line)]))
        return try reading.sentence()
    }
}

/// The moment of a light on a day at a place, or where nothing is said of a place; nil if it is not known there.
package typealias LightOfPlaces = @Sendable (_ place: String?, Twilight, CivilDay) -> Double?
