import Foundation
import Persistence
import Testing

@testable import Journal
@testable import SurfLanguage

/// The tutorial's only entity and its CSV line.
@Suite @MainActor struct TutorialEntryTests {
    /// APP-01
    @Test func `an entry has the tutorial's six attributes, all optional`() throws {
        let entity = try #require(JournalModel.make(version: .first).entitiesByName["JournalEntry"])
        let attributes = entity.properties.compactMap { $0 as? AttributeDescription }
        #expect(entity.properties.count == 6)
        #expect(attributes.filter { !$0.isOptional }.map(\.name) == [])
        #expect(
            Dictionary(uniqueKeysWithValues: attributes.map { ($0.name, $0.attributeType) }) == [
                "date": .date, "height": .string, "location": .string, "period": .string, "rating": .integer16,
                "wind": .string,
            ])
    }

    @Test func `later versions only add attributes, all optional`() throws {
        let entity = try #require(JournalModel.make().entitiesByName["JournalEntry"])
        let first = try #require(JournalModel.make(version: .first).entitiesByName["JournalEntry"])
        #expect(entity.attributesByName.values.filter { !$0.isOptional }.map(\.name) == [])
        #expect(Set(entity.attributesByName.keys) == Set(EntryField.allCases.map(\.name) + ["uuid", "filled"]))
        #expect(first.attributesByName.allSatisfy { entity.attributesByName[$0.key]?.type == $0.value.type })
    }

    /// APP-01
    @Test func `an entry without any values can be saved`() throws {
        let app = try TutorialApp()
        _ = JournalEntry(context: app.mainContext)
        try app.mainContext.save()
        #expect(try app.stored() == [EntryRecord(id: 1, values: EntryValues())])
    }

    /// APP-02
    @Test(arguments: [
        (EntryValues(), ",,,,,\n"), (EntryValues(rating: 4), ",,,,,4\n"),
        (EntryValues(height: "", period: "", rating: 0), ",,,,,0\n"),
        (EntryValues(location: "Malibu", wind: "5kts"), ",,,5kts,Malibu,\n"),
        (
            EntryValues(date: 0, location: "Rincon", height: "0.4", period: "12", wind: "15.9", rating: 5),
            "2001-01-01T00:00:00Z,0.4,12,15.9,Rincon,5\n"
        ),
    ])
    func `an absent value is an empty cell, and the rating is a whole number`(values: EntryValues, line: String) throws
    {
        let app = try TutorialApp()
        let entry = JournalEntry(context: app.mainContext)
        for field in EntryField.firstModel { entry.set(field, values[field]) }
        try app.mainContext.save()
        #expect(String(decoding: TutorialApp.csv([entry]), as: UTF8.self) == line)
        #expect(String(decoding: try app.export(), as: UTF8.self) == line)
    }
}
