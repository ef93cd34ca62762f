import Foundation
import TestSupport
import Testing

@testable import SurfLanguage

/// What is told beside a session: by a watch, of another place, or in words that may mean two things.
struct StoryTests {
    private static let reader = SentenceReader(dates: losAngeles(), places: KnownPlaces(["Malibu"]))

    private func values(_ line: String) throws -> EntryValues { try Self.reader.read([line]).values }

    private func reason(_ line: String) -> SentenceError.Reason? {
        do throws(SentenceError) {
            _ = try Self.reader.read([line])
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ["NW 10", "SW12-15", "W4", "NE wind 10"])
    func `a number without a unit beside a wind's direction is kept as typed`(_ wind: String) throws {
        #expect(try values("Malibu 3ft, \(wind)").wind == wind)
    }

    @Test(arguments: ["w 2 boards", "NW 302", "Süd 1:02:11"])
    func `a number beside a direction that counts something else is no wind`(_ text: String) {
        let wind = Self.reader.understood("Malibu 3ft \(text)")?.values.wind
        #expect(wind == nil)
    }

    @Test(
        arguments: [
            ("an hour and ten minutes", 70), ("one hour ten", 70), ("uma hora e um quarto", 75),
            ("une heure et quart", 75),
            ("trois quarts d'heure", 45), ("anderthalb Stunden", 90), ("half an hour", 30), ("1 Std. 4 Min", 64),
        ] as [(String, Double)])
    func `a length of time is understood as it is spoken`(text: String, minutes: Double) throws {
        #expect(try values("Malibu 1m \(text)").duration == minutes)
        #expect(try values("Malibu 1m stayed out \(text)").duration == minutes)
    }

    @Test(arguments: ["longest: 14 sec", "tubo de 4 seg", "18 sec tube", "best 11.9s", "142 m in 19 s", "vmax 28 km/h"])
    func `what a watch or a story measures is no value of the session`(_ text: String) throws {
        var wanted = EntryValues(location: "Malibu")
        (wanted.waves, wanted.notes) = (9, text)
        #expect(try values("Malibu, \(text), 9 waves") == wanted)
    }

    @Test(arguments: ["3º na manga", "4 graus de nervos"])
    func `a few degrees of nothing are not the water`(_ text: String) throws {
        #expect(try values("Malibu, \(text)").waterTemperature == nil)
    }

    @Test func `off is a wind after a measure and a word elsewhere`() throws {
        #expect(try values("Malibu 1m off").wind == "off")
        #expect(try values("Malibu 1m, took the day off").wind == nil)
        #expect(WindReading("off").kind == WindReading("offshore").kind)
    }

    @Test func `an hour before a length keeps its own number`() throws {
        let read = try values("Malibu ayer a las once metro veinte")
        #expect(read.height == "metro veinte")
        #expect(try values("Malibu mi segunda clase").date == nil)
    }

    @Test(arguments: ["crozon goulien", "Fraser borough beach", "hossegor nord"])
    func `words that end a run after a name belong to the place`(_ name: String) throws {
        #expect(try values("\(name) yesterday 1m").location == name)
    }

    @Test func `an everyday word that is a spot too is no place in the middle of a story`() throws {
        #expect(try values("trying to pass la barre at Hossegor 1m").location == "Hossegor")
    }

    @Test(
        arguments: [
            "lincoln city rds end, 3ft", "Hossegor? no Lacanau, 3ft", "hossegor or lacanau, 3ft",
            "Agosto del 79 en Hossegor, 3 m", "Hossegor, 3 septembre, 2 m, carnet de 1994",
            "praia grande sintra dom 1m",
        ])
    func `a second place or a time that is left over is asked about`(_ line: String) {
        #expect(reason(line) != nil)
    }

    @Test(
        arguments: [
            "Hossegor trop gros, repli Lacanau 1m", "wollten eigentlich nach Hossegor, war zu, also Lacanau, 1m",
            "drove past Hossegor no parking... Lacanau 1m", "passei por Hossegor e segui pra Lacanau, 1m",
            "no entré en Hossegor, demasiado; al final me bañé en Lacanau, 1 m",
            "jsuis allé voir Hossegor trop petit du coup Lacanau 1m", "checked Hossegor, ended up at Lacanau, 1m",
        ])
    func `of a place that was looked at and one that was surfed, the second is the place`(_ line: String) throws {
        let read = try values(line)
        #expect(read.location == "Lacanau")
        #expect(read.notes?.contains("Hossegor") == true)
    }

    @Test(arguments: [
        "surfed Hossegor then drove to Lacanau, 1m", "Hossegor 1m, so I went to Lacanau in the end",
        "Hossegor 1m, off Lacanau side",
    ])
    func `a second surf spot behind the place is asked about, with a line for each`(_ line: String) throws {
        do throws(SentenceError) {
            _ = try Self.reader.read([line])
            Issue.record("stored")
        } catch {
            let places = error.lines.compactMap { Self.reader.understood($0)?.values.location }
            #expect(places.contains("Hossegor") && places.contains("Lacanau"))
        }
    }

    @Test(arguments: ["better than Lacanau", "like Lacanau last year", "crowd from lacanau", "Lacanau was bigger"])
    func `a spot that is compared with, told of, or in small letters is not another place`(_ note: String) throws {
        #expect(try values("Hossegor 1m, \(note)").location == "Hossegor")
    }

    @Test(arguments: [
        ("Canggu, Old Mans am 23.8. um 6:15, 3ft", "Canggu, Old Mans"),
        ("Montauk, Ditch Plains. 3ft", "Montauk, Ditch Plains"),
        ("yesterday at Tofino, Cox Bay. 3ft", "Tofino, Cox Bay"),
        ("18/11 | Praia Grande, Ubatuba | 1m", "Praia Grande, Ubatuba"),
        ("Malibu, Main Peak, 3ft", "Malibu, Main Peak"),
    ])
    func `a town and its break are one place`(line: String, place: String) throws {
        #expect(try values(line).location == place)
    }

    @Test(arguments: [
        "Malibu, crowded, Kelly and me, 3ft", "Malibu, Rincon was better, 3ft", "Malibu, Costa Rica, 3ft",
    ])
    func `words behind a place that are no name alone do not belong to it`(_ line: String) throws {
        #expect(try values(line).location == "Malibu")
    }

    @Test func `quoted words beside a name are no place`() throws {
        #expect(try values("told to go to Hossegor for \"easy\" waves, 3ft").location == "Hossegor")
    }

    @Test(arguments: ["Hossegor six", "Hossegor 3 hat spaß gemacht", "Quebra-Mar 13.10 · 1,1m"])
    func `a number behind a place that may be anything is asked about`(_ line: String) {
        #expect(reason(line) != nil)
    }

    @Test func `numbers that count words are notes`() throws {
        let read = try values("Hossegor w/ 60 of my closest friends, stood up like 6 times, 3ft")
        #expect(read.notes?.contains("60 of my") == true && read.notes?.contains("6 times") == true)
    }
}
