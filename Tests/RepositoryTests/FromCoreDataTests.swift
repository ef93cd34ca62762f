import Foundation
import Testing

/// The script that does the mechanical part of moving Core Data code.
@Suite struct FromCoreDataTests {
    private func converted(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let process = Process()
        process.executableURL = Repository.root.appendingPathComponent("scripts/from-core-data")
        process.arguments = [file.path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test(arguments: [
        ("import CoreData\n", "import Persistence\nimport PersistenceSQLite\n"),
        ("class Book: NSManagedObject {}", "class Book: ManagedObject {}"),
        ("    @NSManaged public var title: String?", "    @Managed(\"title\") public var title: String?"),
        ("    @NSManaged var pages: Int16", "    @Managed(\"pages\") var pages: Int16"),
        ("#keyPath(Book.title)", "\"title\""), ("#keyPath(Book.author.name)", "\"author.name\""),
        ("NSPredicate(format: \"a > %d\", 1)", "FetchPredicate(format: \"a > %d\", 1)"),
        ("NSPredicate(value: true)", "FetchPredicate(value: true)"),
        ("NSSortDescriptor(key: \"a\", ascending: true)", "FetchSortDescriptor(key: \"a\", ascending: true)"),
        (
            "NSFetchRequest<NSFetchRequestResult>(entityName: \"A\")",
            "FetchRequest<any FetchRequestResult>(entityName: \"A\")"
        ),
        ("NSPersistentCloudKitContainer(name: \"A\")", "PersistentContainer(name: \"A\")"),
        ("NSMergeByPropertyObjectTrumpMergePolicy", "MergeByPropertyObjectTrumpMergePolicy"),
        ("@objc(Book)\nclass Book {}", "class Book {}"), ("    @objc(addBooksObject:) func add()", "    func add()"),
        ("import CoreData\nimport Foundation\n", "import Foundation\nimport Persistence\nimport PersistenceSQLite\n"),
        (
            "NSSortDescriptor(keyPath: \\Book.author.name, ascending: true)",
            "FetchSortDescriptor(key: \"author.name\", ascending: true)"
        ),
        (
            "NSSortDescriptor(key: a, ascending: true, selector: #selector(NSString.localizedStandardCompare(_:)))",
            "FetchSortDescriptor(key: a, ascending: true, options: [.caseInsensitive, .diacriticInsensitive])"
        ),
        ("url(forResource: a, withExtension: \"momd\")", "url(forResource: a, withExtension: \"xcdatamodeld\")"),
        ("subdirectory: \"Book.momd\"", "subdirectory: \"Book.xcdatamodeld\""),
        ("FetchPredicate(format: \"a == %@\", uuid as CVarArg)", "FetchPredicate(format: \"a == %@\", uuid)"),
        ("class Policy: NSEntityMigrationPolicy {", "class Policy: EntityMigrationPolicy {"),
    ])
    func `Core Data's forms are replaced by the engine's`(old: String, new: String) throws {
        #expect(try converted(old) == new)
    }

    @Test func `a property in an extension, where none can have a wrapper, gets a body`() throws {
        let old = "extension Book {\n    @NSManaged public var title: String?\n}\n"
        let new = """
            extension Book {
                public var title: String? {
                    get { self[Managed("title")] }
                    set { self[Managed("title")] = newValue }
                }
            }

            """
        #expect(try converted(old) == new)
    }

    @Test(arguments: [
        ("addToTags(_ value: Tag)", "mutableSetValue(forKey: \"tags\").add(value)"),
        ("removeFromTags(_ values: NSSet)", "mutableSetValue(forKey: \"tags\").minus(values)"),
        ("addToParts(_ values: NSOrderedSet)", "mutableOrderedSetValue(forKey: \"parts\").union(values)"),
        ("removeFromParts(_ value: Part)", "mutableOrderedSetValue(forKey: \"parts\").remove(value)"),
        ("removeFromParts(at idx: Int)", "mutableOrderedSetValue(forKey: \"parts\").removeObject(at: idx)"),
        (
            "insertIntoParts(_ value: Part, at idx: Int)",
            "mutableOrderedSetValue(forKey: \"parts\").insert(value, at: idx)"
        ),
        (
            "replaceParts(at idx: Int, with value: Part)",
            "mutableOrderedSetValue(forKey: \"parts\").replaceObject(at: idx, with: value)"
        ),
    ])
    func `an accessor that Xcode generated gets a body`(signature: String, body: String) throws {
        let head = "class Book {\n    @NSManaged var parts: NSOrderedSet?\n}\nextension Book {\n"
        let text = try converted(head + "    @objc(x:)\n    @NSManaged public func \(signature)\n}\n")
        #expect(text.hasSuffix("extension Book {\n    public func \(signature) {\n        \(body)\n    }\n}\n"))
    }

    /// The folder has an application as it stands on a Mac, and what stands there instead here.
    @Test func `at most two of a hundred lines of an application are changed by hand`() throws {
        let originals = Repository.files.filter { $0.hasPrefix("Examples/Larder/CoreData/") }.sorted()
        var (all, changed) = (0, 0)
        for original in originals {
            let name = try #require(original.split(separator: "/").last).dropLast(".txt".count)
            let lines = try Repository.lines(of: original)
            let script = try converted(lines.joined(separator: "\n")).components(separatedBy: "\n")
            let difference = try Repository.lines(of: "Examples/Larder/Sources/Larder/\(name)").difference(from: script)
            all += lines.count
            changed += max(difference.insertions.count, difference.removals.count)
        }
        #expect(all > 500)
        #expect(changed * 100 <= all * 2, "\(changed) of \(all) lines")
    }

    @Test(arguments: [
        "NSAttributedString()", "NSPropertyListSerialization", "NSSet", "NSError", "@nonobjc class func a()",
    ])
    func `Foundation's names stay`(text: String) throws {
        #expect(try converted(text) == text)
    }
}
