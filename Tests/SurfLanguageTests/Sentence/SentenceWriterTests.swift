import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

/// The lines that the program prints for sessions are read as those sessions, to the precision shown.
struct SentenceWriterTests {
    /// How the values look; values that look the same count as equal.
    private static func shown(_ values: EntryValues, _ units: MeasureUnits) -> [EntryField: String] {
        let writer = FieldWriter(zone: TimeZone(identifier: "America/Los_Angeles") ?? .gmt, units: units)
        var shown: [EntryField: String] = [:]
        for field in EntryField.allCases where field != .timeZone && values[field] != nil {
            shown[field] = writer.short(values[field], of: field)
        }
        return shown
    }

    private static func reader(_ session: RandomSession, knows place: Bool) -> SentenceReader {
        SentenceReader(
            dates: losAngeles(),
            places: KnownPlaces(session.places + (place ? [session.values.location ?? ""] : [])))
    }

    @Test(arguments: [false, true])
    func `the line of a session is read back as that session`(isKnown: Bool) throws {
        for seed in 0..<UInt64(400) {
            let session = RandomSession(seed: seed * 2 + (isKnown ? 1 : 0))
            let units = MeasureUnits.choices[Int(seed % 4)]
            var typed = Sentence()
            typed.isNewPlace = !isKnown
            let line = SentenceWriter(zone: session.zone, units: units).line(session.values, typed)
            do throws(SentenceError) {
                let read = try Self.reader(session, knows: isKnown).read([line + (seed % 3 == 0 ? "." : "")])
                let (own, wanted) = (Self.shown(read.values, units), Self.shown(session.values, units))
                #expect(own == wanted, "\(seed): \(line)")
            } catch {
                Issue.record("\(seed): \(line): \(error.reason)")
            }
        }
    }

    /// A zone changes how the date is written.
    @Test(arguments: EntryField.allCases.filter { $0 != .timeZone })
    func `the line of a session says the value of each field`(field: EntryField) {
        var values = EntryValues()
        values[field] = Self.value(of: field.kind)
        let shown = FieldWriter(zone: .gmt, units: .feet).short(values[field], of: field)
        #expect(SentenceWriter(zone: .gmt).line(values).contains(shown), "\(field)")
    }

    private static func value(of kind: EntryField.Kind) -> FieldValue {
        switch kind {
        case .date: .date(800_000_000)
        case .text, .zone, .measure: .text("something")
        case .integer(let range): .integer(range.upperBound)
        case .number(let unit): .number(unit.range.upperBound)
        }
    }

    @Test func `the echo of a sentence is read back as that sentence`() throws {
        for seed in 10_000..<UInt64(10_200) {
            let session = RandomSession(seed: seed)
            let writer = SentenceWriter(zone: session.zone)
            let reader = Self.reader(session, knows: seed % 2 == 0)
            guard let typed = reader.understood(writer.line(session.values)) else { continue }
            var open = typed
            open.isTimeAssumed = true
            open.typedPlace = seed % 3 == 0 ? "mailbu" : nil
            let again = try #require(reader.understood(writer.line(typed.values, open)), "\(seed)")
            #expect(Self.shown(again.values, .feet) == Self.shown(typed.values, .feet), "\(seed)")
            #expect(again.values.timeZone == typed.values.timeZone || typed.values.timeZone == "America/Los_Angeles")
        }
    }

    @Test func `every suggested line is understood and keeps the typed texts`() {
        for seed in 20_000..<UInt64(20_100) {
            let session = RandomSession(seed: seed)
            let line = SentenceWriter(zone: session.zone).line(session.values) + ", 5 stars, 400"
            let reader = Self.reader(session, knows: true)
            do throws(SentenceError) {
                _ = try reader.read([line])
            } catch {
                #expect(!error.lines.isEmpty, "\(line)")
                for suggested in error.lines { #expect(reader.understands(suggested), "\(suggested)") }
            }
        }
    }
}

struct FieldWriterTests {
    @Test(arguments: MeasureUnits.choices)
    func `a shown value is understood by the option of its field`(units: MeasureUnits) throws {
        for seed in 30_000..<UInt64(31_000) {
            let session = RandomSession(seed: seed)
            let writer = FieldWriter(zone: session.zone, units: units)
            let reader = FieldReader(dates: losAngeles(), units: units)
            for field in EntryField.allCases where field != .timeZone {
                guard let value = session.values[field] else { continue }
                let long = try #require(try? reader.value(of: field, writer.long(value, of: field)), "\(seed) \(field)")
                #expect(writer.long(long, of: field) == writer.long(value, of: field))
                let short = try #require(
                    try? reader.value(of: field, writer.short(value, of: field)), "\(seed) \(field)")
                #expect(writer.short(short, of: field) == writer.short(value, of: field))
            }
        }
    }

    @Test func `a number offered in a question is read back exactly`() throws {
        for seed in 40_000..<UInt64(41_000) {
            let session = RandomSession(seed: seed)
            for field in EntryField.allCases {
                guard let unit = field.unit, let number = session.values.number(field) else { continue }
                for units in MeasureUnits.choices {
                    let text = NumberWords(units: units).typed(number, unit)
                    let reader = FieldReader(dates: losAngeles(), units: units)
                    #expect(try reader.value(of: field, text) == .number(number), "\(text)")
                }
            }
        }
    }

    @Test func `two different values in one text are refused`() {
        let reader = FieldReader(dates: losAngeles())
        #expect(throws: FieldError.notARating("4 (5)")) { try reader.value(of: .rating, "4 (5)") }
        #expect(throws: FieldError.self) { try reader.value(of: .waterTemperature, "17C (70F)") }
    }
}
