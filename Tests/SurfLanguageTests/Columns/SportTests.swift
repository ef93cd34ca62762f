import Testing

@testable import SurfLanguage

/// What programs call an activity, and the titles they give.
struct SportTests {
    @Test(arguments: [
        "Surfing", "surf", " Surf ", "SURF", "Surfen", "Surfe", "HKWorkoutActivityTypeSurfingSports", "Surfing Sports",
        "surf session",
    ])
    func `surfing has many names`(name: String) { #expect(Sport(name) == .surfing) }

    @Test(arguments: [
        "Run", "Outdoor Walk", "HKWorkoutActivityTypeYoga", "ROAD_BIKING", "Wind surf", "Windsurfen", "Kitesurfen",
        "Course à pied",
        "Vuelta ciclista", "Stand Up Paddleboarding", "Functional Strength Training", "Bodyboarding", "Water Fitness",
    ])
    func `other sports are known`(name: String) { #expect(Sport(name) == .other) }

    @Test(arguments: ["", "Other", "Longboard", "Beach break", "Malibu"])
    func `what names no sport says nothing`(name: String) { #expect(Sport(name) == nil) }

    @Test(arguments: ["surf, dawn", "#surf", "@surf @ana", "home; surf"])
    func `one of several tags may be surfing`(tags: String) { #expect(Sport.namesSurfing(tags)) }

    @Test(arguments: [
        ("Morning Surf", true), ("Surf por la tarde", true), ("Surfen am Morgen", true), ("20251011 Surf", true),
        ("Untitled", true),
        ("Turkey surf", false), ("La Torche", false), ("Baño nocturno", false),
    ])
    func `a title that only names the sport and the time says nothing`(title: String, isGeneric: Bool) {
        #expect(Sport.isGeneric(title: title) == isGeneric)
    }

    @Test func `a title that ends in the sport begins with the place`() {
        #expect(Sport.place(inTitle: "San Clemente Surfing", of: "Surfing") == "San Clemente")
        #expect(Sport.place(inTitle: "Morning Surfing", of: "Surfing") == nil)
        #expect(Sport.place(inTitle: "Surfing", of: "Surfing") == nil)
    }
}
