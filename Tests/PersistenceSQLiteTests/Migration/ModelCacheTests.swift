import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Migrations of stores as Core Data leaves them, whose old model is only in their `Z_MODELCACHE`.
@Suite struct ModelCacheTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entity(_ name: String, _ attributes: String...) -> EntityDescription {
        EntityDescription(name: name, properties: attributes.map { AttributeDescription(name: $0, type: .string) })
    }

    /// Cats and dogs have a coat each: columns ZCOAT and ZCOAT1.
    private func siblings() -> ManagedObjectModel {
        let (animal, cat, dog) = (entity("Animal", "name"), entity("Cat", "coat"), entity("Dog", "coat"))
        animal.subentities = [cat, dog]
        return ManagedObjectModel(entities: [animal, cat, dog])
    }

    private func pulledUp() -> ManagedObjectModel {
        let (animal, cat, dog) = (entity("Animal", "name", "coat"), entity("Cat"), entity("Dog"))
        animal.subentities = [cat, dog]
        return ManagedObjectModel(entities: [animal, cat, dog])
    }

    private func withoutFirst() -> ManagedObjectModel {
        let (animal, cat, dog) = (entity("Animal", "name"), entity("Cat"), entity("Dog", "coat"))
        animal.subentities = [cat, dog]
        return ManagedObjectModel(entities: [animal, cat, dog])
    }

    private func makeSiblings() throws -> Connection {
        try make(siblings()) { context in
            context.insert("Cat", named: "cat").setValue("tabby", forKey: "coat")
            context.insert("Dog", named: "dog").setValue("brown", forKey: "coat")
        }
    }

    /// Makes a store, and returns a connection to its file.
    private func make(_ model: ManagedObjectModel, _ fill: (ManagedObjectContext) throws -> Void) throws -> Connection {
        let stack = try Stack(folder.file(), model: model)
        try stack.withContext { context throws in
            try fill(context)
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        return try folder.plainConnection()
    }

    private func migrate(_ model: ManagedObjectModel) throws -> Stack {
        try Stack(folder.file(), model: model, options: LightweightMigrationTests.migrating)
    }

    private func coat(_ name: String, _ stack: Stack) throws -> String? {
        try stack.withContext { context throws in
            try context.named("Animal", name)?.value(forKey: "coat") as? String
        }
    }

    /// - Returns: the code of the error, if the file is unchanged after it.
    private func refusal(_ model: ManagedObjectModel) throws -> PersistenceError.Code? {
        let query = "SELECT group_concat(name || sql) FROM sqlite_master"
        let before = try folder.plainConnection().scalar(query)
        let code = persistenceError { _ = try migrate(model) }?.code
        return try folder.plainConnection().scalar(query) == before ? code : nil
    }

    // MARK: Columns

    @Test func `an attribute that siblings have moves to their parent with both columns' values`() throws {
        try CoreDataStore.disguise(makeSiblings(), cached: siblings())
        let stack = try migrate(pulledUp())
        #expect(try coat("cat", stack) == "tabby")
        #expect(try coat("dog", stack) == "brown")
    }

    @Test func `the second of two siblings keeps its attribute when the first loses it`() throws {
        try CoreDataStore.disguise(makeSiblings(), cached: siblings())
        let stack = try migrate(withoutFirst())
        #expect(try coat("dog", stack) == "brown")
    }

    @Test func `names that differ in case keep their own values`() throws {
        func model(_ attributes: String...) -> ManagedObjectModel {
            ManagedObjectModel(entities: [
                EntityDescription(
                    name: "Note", properties: attributes.map { AttributeDescription(name: $0, type: .string) }),
                entity("Tag"),
            ])
        }
        let old = model("Text", "text", "text1")
        let file = try make(old) { context in
            context.insert("Note").setValuesForKeys(["Text": "1", "text": "2", "text1": "3"])
        }
        try CoreDataStore.disguise(file, cached: old)
        let stack = try migrate(model("text", "text1"))
        #expect(try stack.row(1, "Note") == ["text": .string("2"), "text1": .string("3")])
    }

    @Test func `without the cache, a store whose columns are ambiguous is refused and stays as it is`() throws {
        try CoreDataStore.disguise(makeSiblings(), cached: nil)
        #expect(try refusal(pulledUp()) == .inferredMapping)
        #expect(try refusal(withoutFirst()) == .inferredMapping)
    }

    @Test func `the cache of a model that does not have the store's tables is not used`() throws {
        let file = try makeSiblings()
        try CoreDataStore.disguise(file, cached: withoutFirst())
        #expect(try refusal(pulledUp()) == .inferredMapping)
    }

    @Test func `names that end in a number need no cache where each column is one of a property`() throws {
        func model(_ more: String...) -> ManagedObjectModel {
            ManagedObjectModel(entities: [
                EntityDescription(
                    name: "Note",
                    properties: (["line", "line1", "line2"] + more).map {
                        AttributeDescription(name: $0, type: .string)
                    }),
                entity("Tag"),
            ])
        }
        let file = try make(model()) { context in
            context.insert("Note").setValuesForKeys(["line": "0", "line1": "1", "line2": "2"])
        }
        try CoreDataStore.disguise(file, cached: nil)
        #expect(
            try migrate(model("more")).row(1, "Note") == [
                "line": .string("0"), "line1": .string("1"), "line2": .string("2"),
            ])
    }

    // MARK: Versions with the same tables

    @Test(arguments: [true, false])
    func `an attribute that is required now gets its default value where it was empty`(isCached: Bool) throws {
        func model(isOptional: Bool) -> ManagedObjectModel {
            let feet = AttributeDescription(
                name: "feet", type: .integer32, isOptional: isOptional, defaultValue: isOptional ? nil : 6)
            return ManagedObjectModel(entities: [EntityDescription(name: "Board", properties: [feet]), entity("Tag")])
        }
        let file = try make(model(isOptional: true)) { context in
            for feet in [nil, 9] { context.insert("Board").setValue(feet, forKey: "feet") }
        }
        try CoreDataStore.disguise(file, cached: isCached ? model(isOptional: true) : nil)
        let stack = try migrate(model(isOptional: false))
        #expect(try (1...2).map { try stack.row($0, "Board")?["feet"] } == [.integer(6), .integer(9)])
    }

    @Test func `an attribute keeps its values when another one takes its column`() throws {
        func model(_ attributes: String...) -> ManagedObjectModel {
            ManagedObjectModel(entities: [
                EntityDescription(
                    name: "Note", properties: attributes.map { AttributeDescription(name: $0, type: .string) }),
                entity("Tag"),
            ])
        }
        let file = try make(model("text", "text1")) { context in
            context.insert("Note").setValuesForKeys(["text": "a", "text1": "b"])
        }
        try CoreDataStore.disguise(file, cached: model("text", "text1"))
        #expect(try migrate(model("Text", "text")).row(1, "Note") == ["text": .string("a")])
    }

    @Test(arguments: [true, false])
    func `a store of the model's own version stays as it is`(isCached: Bool) throws {
        let file = try makeSiblings()
        try CoreDataStore.disguise(file, cached: isCached ? siblings() : nil)
        let metadata = try file.scalar("SELECT Z_PLIST FROM Z_METADATA")
        #expect(try coat("dog", migrate(siblings())) == "brown")
        #expect(try file.scalar("SELECT Z_PLIST FROM Z_METADATA") == metadata)
    }

    // MARK: Links and data

    @Test func `links in order and a relationship without an inverse are found by the cached model`() throws {
        func model(_ more: String...) -> ManagedObjectModel {
            let (note, tag) = (entity("Note", "name"), entity("Tag", "name"))
            note.relate(.ordered("tags"), to: tag, .many("notes"))
            note.relate(.ordered("pages"), to: note, .one("book"))
            tag.refer(.ordered("related"), to: note)
            return ManagedObjectModel(entities: [note, tag] + more.map { entity($0) })
        }
        let file = try make(model()) { context in
            let (note, page) = (context.insert("Note", named: "note"), context.insert("Note", named: "page"))
            let tags = ["b", "a"].map { context.insert("Tag", named: $0) }
            note.setValue(tags, forKey: "tags")
            note.setValue([page], forKey: "pages")
            tags[0].setValue([page, note], forKey: "related")
        }
        try CoreDataStore.disguise(file, cached: model())
        try migrate(model("Alarm")).withContext { context throws in
            let note = try #require(try context.named("Note", "note"))
            #expect(note.names("tags") == ["b", "a"])
            #expect(note.names("pages") == ["page"])
            #expect(try context.named("Tag", "b")?.names("related") == ["page", "note"])
        }
    }

    @Test func `a renamed relationship keeps its order without the cache`() throws {
        func model(_ name: String, formerly: String? = nil, _ more: String...) -> ManagedObjectModel {
            let (list, item) = (entity("List", "name"), entity("Item", "name"))
            list.relate(.ordered(name), to: item, .one("list"))
            list.relationshipsByName[name]?.renamingIdentifier = formerly
            return ManagedObjectModel(entities: [list, item] + more.map { entity($0) })
        }
        let file = try make(model("items")) { context in
            let items = ["a", "b"].map { context.insert("Item", named: $0) }
            context.insert("List", named: "l").setValue([items[1], items[0]], forKey: "items")
        }
        try CoreDataStore.disguise(file, cached: nil)
        try migrate(model("things", formerly: "items", "Alarm")).withContext { context throws in
            #expect(try context.named("List", "l")?.names("things") == ["b", "a"])
        }
    }

    @Test func `without the cache, an attribute whose name differs in case is not taken for a relationship`() throws {
        func model(_ attributes: String...) -> ManagedObjectModel {
            let (note, tag) = (entity("Note", "name"), entity("Tag", "name"))
            note.properties += attributes.map { AttributeDescription(name: $0, type: .integer32) }
            note.relate(.many("taGS"), to: tag, .many("notes"))
            return ManagedObjectModel(entities: [note, tag])
        }
        let file = try make(model("tags")) { context in
            let note = context.insert("Note", named: "n")
            note.setValue(1, forKey: "tags")
            note.setValue([context.insert("Tag", named: "b")], forKey: "taGS")
        }
        try CoreDataStore.disguise(file, cached: nil)
        try migrate(model()).withContext { context throws in
            #expect(try context.named("Note", "n")?.names("taGS") == ["b"])
            #expect(try context.named("Tag", "b")?.names("notes") == ["n"])
        }
    }

    @Test func `a relationship that becomes ordered gets positions of its own, though its inverse has its name`() throws
    {
        func model(_ end: RelationshipEnd) -> ManagedObjectModel {
            let (item, quiver) = (entity("Item", "name"), entity("Quiver", "name"))
            item.relate(.ordered("likes"), to: quiver, end)
            return ManagedObjectModel(entities: [item, quiver])
        }
        let file = try make(model(.many("likes"))) { context in
            let items = ["a", "b"].map { context.insert("Item", named: $0) }
            context.insert("Quiver", named: "q").setValue(Set(items), forKey: "likes")
        }
        try CoreDataStore.disguise(file, cached: model(.many("likes")))
        _ = try migrate(model(.ordered("likes")))
        let positions = try file.texts("SELECT name FROM pragma_table_info('Z_1LIKES') WHERE name LIKE 'Z_FOK_%'")
            .map { try file.integer("SELECT count(DISTINCT \($0)) FROM Z_1LIKES") }
        #expect(positions.count == 2 && positions.contains(2))
    }

    @Test func `without the cache, a name that an ordered and an unordered relationship had is refused`() throws {
        func model(hasPhotos: Bool) -> ManagedObjectModel {
            let (item, place, photo) = (entity("Item", "name"), entity("Place", "name"), entity("Photo", "name"))
            item.relate(.ordered("keY"), to: place, .many("items"))
            if hasPhotos { item.relate(.many("key"), to: photo, .many("items")) }
            return ManagedObjectModel(entities: [item, place] + (hasPhotos ? [photo] : []))
        }
        let file = try make(model(hasPhotos: true)) { context in
            context.insert("Item", named: "i").setValue([context.insert("Place", named: "p")], forKey: "keY")
        }
        try CoreDataStore.disguise(file, cached: nil)
        #expect(try refusal(model(hasPhotos: false)) == .inferredMapping)
    }

    @Test(arguments: [0, 1, 2], [false, true])
    func `links whose inverse changed are kept by the cached model, and refused without it unless they are plain`(
        kind: Int, isCached: Bool
    ) throws {
        func model(_ change: (EntityDescription, EntityDescription) -> Void) -> ManagedObjectModel {
            let (holder, item) = (entity("Folder", "name"), entity("Item", "name"))
            change(holder, item)
            return ManagedObjectModel(entities: [holder, item])
        }
        func old() -> ManagedObjectModel {
            model { holder, item in
                switch kind {
                case 0: holder.relate(.many("favorites"), to: item, .many("favoriteFolders"))
                case 1: holder.relate(.many("favorites"), to: item, .one("home"))
                default: holder.refer(.many("favorites"), to: item)
                }
            }
        }
        let file = try make(old()) { context in
            context.insert("Folder", named: "f").setValue([context.insert("Item", named: "i")], forKey: "favorites")
        }
        try CoreDataStore.disguise(file, cached: isCached ? old() : nil)
        let new = model { holder, item in holder.relate(.many("favorites"), to: item, .one("favoriteFolder")) }
        if !isCached, kind < 2 {
            #expect(try refusal(new) == .inferredMapping)
            return
        }
        try migrate(new).withContext { context throws in
            #expect(try context.named("Folder", "f")?.names("favorites") == ["i"])
        }
    }

    @Test(arguments: [false, true])
    func `data that begin with 1 or 2 are taken for what they are`(isCached: Bool) throws {
        func model(external: Bool, _ more: String...) -> ManagedObjectModel {
            let image = AttributeDescription(name: "image", type: .binaryData)
            image.allowsExternalBinaryDataStorage = external
            return ManagedObjectModel(
                entities: [EntityDescription(name: "Photo", properties: [image]), entity("Tag")]
                    + more.map { entity($0) })
        }
        let values = [Data([2, 7]), Data([1, 0]), Data([0, 1])]
        let file = try make(model(external: false)) { context in
            for value in values { context.insert("Photo").setValue(value, forKey: "image") }
        }
        try CoreDataStore.disguise(file, cached: isCached ? model(external: false) : nil)
        let stack = try migrate(model(external: true, "Alarm"))
        #expect(try (1...3).map { try stack.row($0, "Photo")?["image"] } == values.map { .data($0) })
    }

    // MARK: Content of the cache

    /// Made by Python's plistlib and zlib.
    @Test func `a compressed archive of another program is read`() throws {
        let file = try makeSiblings()
        try CoreDataStore.disguise(file, cached: nil)
        try CoreDataStore.cache([UInt8](try #require(Data(base64Encoded: Self.archive))), in: file)
        let stack = try migrate(pulledUp())
        #expect(try coat("dog", stack) == "brown")
    }

    /// An array of references to one long text, as often as fits.
    private static func repetition() -> [UInt8] {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 60_000)
        let references = [UInt8](repeating: 1, count: 60_000)
        let list: [UInt8] = [0xAF, 0x11, 0xEA, 0x60] + references
        let body = Array("bplist00".utf8) + list + [0x5F, 0x11, 0xEA, 0x60] + text
        let offsets: [Int] = [8, 8 + list.count]
        func big(_ number: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        return body + offsets.flatMap { big($0).suffix(4) } + [0, 0, 0, 0, 0, 0, 4, 1] + big(2) + big(0)
            + big(body.count)
    }

    /// DEFLATE data of 2 MB, which expand to 2 GB of zeros: a long copy again and again.
    private static func expansion() -> [UInt8] {
        // A fixed block: a zero, then copies of 258 bytes from 1 byte before, 13 bits each.
        var bits: [Bool] = [true, true, false]
        bits += [false, false, true, true, false, false, false, false]
        let copy: [Bool] = [true, true, false, false, false, true, false, true, false, false, false, false, false]
        var bytes: [UInt8] = []
        var (byte, count) = (UInt8(0), 0)
        func add(_ bit: Bool) {
            if bit { byte |= 1 << UInt8(count) }
            count += 1
            if count == 8 {
                (byte, count) = (
                    {
                        bytes.append(byte); return 0
                    }(), 0
                )
            }
        }
        for bit in bits { add(bit) }
        while bytes.count < 2 << 20 { for bit in copy { add(bit) } }
        return bytes
    }

    private static let contents: [[UInt8]] = [
        [], [0], (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }, [UInt8](repeating: 0xFF, count: 1 << 20),
        CoreDataStore.stored(Array("bplist00".utf8)), CoreDataStore.stored(repetition()), repetition(), expansion(),
        [UInt8](repeating: 0, count: 9 << 20),
    ]

    @Test(arguments: contents.indices)
    func `whatever the cache contains, a store with ambiguous columns is refused in bounded memory`(place: Int) throws {
        let file = try makeSiblings()
        try CoreDataStore.disguise(file, cached: nil)
        try CoreDataStore.cache(Self.contents[place], in: file)
        #expect(try refusal(pulledUp()) == .inferredMapping)
    }

    @Test func `an archive that was cut or changed anywhere is refused or read, and never traps`() throws {
        let file = try makeSiblings()
        try CoreDataStore.disguise(file, cached: nil)
        let archive = CoreDataStore.archive(of: siblings())
        var random = SystemRandomNumberGenerator()
        for turn in 0..<300 {
            var bytes = archive
            for _ in 0...(turn % 4) { bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255) }
            if turn % 5 == 0 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            try CoreDataStore.cache(bytes, in: file)
            _ = try ModelCache.record(in: file)?.matched(to: StoreCatalog(file, name: ""))
        }
    }

    private static let archive = """
        VVJNTBNREJ55UGj5a0tLKVBFZLEiiFgLoiKlUBAEFnALlIritn3BldJtdhdjY0zeyRhv3j1YiImJBxNDTDBePHoyVvyJMR68eDVq
        jBejy7YQncObv29mvjfvxdJJSdU6O7eQFBWbSkrL5jlRiV+WrlIlwumHKsmpMKfJ6Qgnx67QuKYu2qy8MEYzNBEsAKsBb957ZbaE
        FVnWWMMjm6e8orrG3cAdbGs/3N7dF+gPDI4ERgPjbX0j03MzXGo1mcxVVlltUS6eFFU1Ja7QSN6kensnL0yIKXGJJiaNiRNygibX
        rPYIL+QDeq3DuWhz8MJQSpO0TIiqcUVKazrVNYddz7pqF20uXghqmiLFVjX6L8C1DairX+CFkBTfjohKZq3OvuXZs7dxX9P+5tk8
        kYWd5rxOTnemFDlNFU2i6gVeEFZ1mxppRpiZVTDI17cc8LJKZmemvNt6yMuqmWs2mJJWxGR4+55vPB1HOo/6jvm9XRd3uxpDjL3u
        Ug5n0jSyw0GfP6pOGvzFJCtiFjt5ZnntOd5z4mTvHC90LNOMGtV14YVYcfYUK8+eZmXCoKiF47KoFcYG/QNdrIqVGLWh4ewQs2XP
        MKsQkpcKiLP+sS7mYKUGYmIyy7Oa7BRzGu652XUhPMNqmZvVrXsHxnKeyHw0WiCpb4Yhqwcz2KEBOGgFH4RgFMZhGgRQ4BrcgFtw
        Bx7AQ9iATXgJOXgHX+E7/EITmtGObmxBH/bjAIZwGEdwGgWcwTm8hDFM4DKm8Trexrt4Hx/jBj7BTXyKz/EFbuFbfI8f8CN+ws/4
        Bb/hD/yJv/EP0f80MRELcRIXcZNG0kSaSQvxkg7iI37STXpILwmSccKDIQTzGs7Df0Km/gI=
        """.filter { !$0.isWhitespace }
}

extension ManagedObjectContext {
    fileprivate func insert(_ entity: String) -> ManagedObject {
        EntityDescription.insertNewObject(forEntityName: entity, into: self)
    }
}
