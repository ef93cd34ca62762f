import Foundation
import Testing

@testable import SurfLanguage

/// What diaries say about a session.
struct ProseTests {
    private let reader = ProseReader(
        SentenceReader(dates: DateReader(now: 8e8, zone: .gmt), units: .feet, places: KnownPlaces(["Rincon"])))

    @Test func `values are read from all sentences, and an unclear one only stays unread itself`() {
        let values = reader.values(
            in: "Rincon before work. Shoulder high, offshore SW wind. 90 minutes, 11 waves. Two then 4ft or 6ft. 4/5")
        #expect(values.location == "Rincon")
        #expect(values.waves == 11)
        #expect(values.duration == 90)
        #expect(values.date == nil)
    }

    @Test(arguments: [
        ("Rincon", "Rincon"), ("La Torche", "La Torche"), ("Blacks", "Blacks"), ("Scripps Pier", "Scripps Pier"),
    ])
    func `a title may be a place`(title: String, place: String) { #expect(reader.place(inTitle: title) == place) }

    @Test(arguments: ["ACTIVE LOG", "fun one with Jo", "3ft glassy", ""])
    func `other titles are none`(title: String) { #expect(reader.place(inTitle: title) == nil) }

    @Test(arguments: [
        "drove to Jalama, flat, didn't surf", "Stayed home.", "never even put the suit on", "Plato. Café y a casa",
    ])
    func `a day ashore is told in many ways`(text: String) { #expect(UnsurfedDay.isTold(in: text)) }

    @Test(arguments: ["flat but fun", "surfed for two hours, then home", "Ana didn't come"])
    func `a session is none`(text: String) { #expect(!UnsurfedDay.isTold(in: text)) }
}
