import Foundation
import PersistenceGenerator
import TestSupport
import Testing

/// What is generated from a model file, and under which names.
@Suite struct GeneratorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// To accept a change of the generator, run
    /// `persistence-generate Models/Everything.xcdatamodeld --output Generated` in the folder of these tests.
    @Test func `the source for a model with every kind of property is the one that these tests are compiled with`()
        throws
    {
        let files = try Generator(contentsOf: TestFiles.everything).files
        let names = try FileManager.default.contentsOfDirectory(atPath: TestFiles.generated.path).sorted()
        #expect(files.map(\.name).sorted() == names)
        for file in files {
            let text = try String(contentsOf: TestFiles.generated.appendingPathComponent(file.name), encoding: .utf8)
            #expect(file.text == text, "\(file.name)")
        }
    }

    @Test func `files are named as Xcode names them, by codegen`() throws {
        let files = try Generator(
            contentsOf: folder.model(
                """
                <entity name="A" representedClassName="ClassA" codeGenerationType="class"/>
                <entity name="B" representedClassName="ClassB" codeGenerationType="category"/>
                <entity name="C" representedClassName="ClassC"/>
                <entity name="D" codeGenerationType="class"/>
                """, named: "Things")
        ).files
        #expect(
            files.map(\.name) == [
                "ClassA+CoreDataClass.swift", "ClassA+CoreDataProperties.swift", "ClassB+CoreDataProperties.swift",
                "Things+CoreDataModel.swift",
            ])
    }

    @Test func `one file has the same source as several`() throws {
        let generator = try Generator(contentsOf: TestFiles.everything)
        let file = generator.file
        #expect(file.name == "Everything+CoreDataModel.swift")
        let heads = Set(file.text.split(separator: "\n").prefix(4))
        for part in generator.files {
            let body = part.text.split(separator: "\n").filter { !heads.contains($0) }.joined(separator: "\n")
            #expect(file.text.split(separator: "\n").joined(separator: "\n").contains(body), "\(part.name)")
        }
    }

    @Test func `the version of a versioned model is the current one, or the one that is named`() throws {
        #expect(try Generator(contentsOf: TestFiles.everything).file.text.contains("class Book"))
        for name in ["Everything", "Everything.xcdatamodel"] {
            let text = try Generator(contentsOf: TestFiles.everything, version: name).file.text
            #expect(text.contains("class Author") && !text.contains("class Book"))
        }
        #expect {
            _ = try Generator(contentsOf: TestFiles.everything, version: "Gone")
        } throws: {
            "\($0)".hasSuffix("/Everything.xcdatamodeld: There is no version named “Gone”.")
        }
    }

    @Test(arguments: [
        ("Integer 16", "YES", "Int16"), ("Integer 16", "NO", "NSNumber?"), ("Integer 32", "YES", "Int32"),
        ("Integer 64", "YES", "Int64"), ("Double", "YES", "Double"), ("Float", "YES", "Float"),
        ("Boolean", "YES", "Bool"), ("Boolean", "NO", "NSNumber?"), ("Decimal", "NO", "NSDecimalNumber?"),
        ("String", "NO", "String?"), ("Date", "NO", "Date?"), ("Date", "YES", "TimeInterval"),
        ("Binary", "NO", "Data?"), ("UUID", "NO", "UUID?"), ("URI", "NO", "URL?"), ("Transformable", "NO", "NSObject?"),
        ("Undefined", "NO", "NSObject?"),
    ])
    func `an attribute has the type that Xcode gives it, optional or not`(kind: String, scalar: String, type: String)
        throws
    {
        for optional in ["YES", "NO"] {
            let text = try folder.source(
                """
                <entity name="E" representedClassName="E" codeGenerationType="class">
                <attribute name="a" optional="\(optional)" attributeType="\(kind)" usesScalarValueType="\(scalar)"/>
                </entity>
                """)
            #expect(text.contains("public var a: \(type) {"))
        }
    }

    @Test func `a keyword as a name is written in backticks`() throws {
        let text = try folder.source(
            """
            <entity name="E" representedClassName="E" codeGenerationType="class">
            <attribute name="class" attributeType="String"/>
            </entity>
            """)
        #expect(text.contains("public var `class`: String? {"))
    }

    @Test func `a class in another module is imported`() throws {
        let text = try folder.source(
            """
            <entity name="A" representedClassName="Person" representedClassModule="People"/>
            <entity name="B" representedClassName="Other.Thing"/>
            <entity name="C" representedClassName="Here" representedClassModule="__PRODUCT_MODULE__"/>
            """)
        #expect(text.contains("import Other\nimport People\n"))
        #expect(text.contains("class: People.Person.self") && text.contains("class: Other.Thing.self"))
        #expect(text.contains("class: Here.self"))
    }

    @Test func `texts of a model are written so that they mean themselves`() throws {
        let text = try folder.source(
            """
            <entity name="E"><attribute name="a" attributeType="String" defaultValueString="&quot;\\(x)&#10;&#x202E;"/></entity>
            """)
        #expect(text.contains(#"defaultValue: "\"\\(x)\n\u{202e}")"#))
    }

    // MARK: Errors

    @Test(
        arguments: [
            ("self", GeneratorError.Reason.reservedName), ("Type", .reservedName), ("objectID", .memberOfManagedObject),
            ("description", .memberOfManagedObject),
        ])
    func `a name that no property can have is refused`(name: String, reason: GeneratorError.Reason) throws {
        let lines = """
            <entity name="E" representedClassName="E" codeGenerationType="class">
            <attribute name="\(name)" attributeType="String"/>
            </entity>
            """
        let error = #expect(throws: GeneratorError.self) { try folder.source(lines) }
        #expect(error?.reason == reason)
        #expect(error?.description.contains("/Model.xcdatamodel/contents:3: “\(name)” of “E”: ") == true)
    }

    @Test(arguments: ["Int; import Glibc", "A.", "a b", "1A", "[String]"])
    func `a class name must be a name`(name: String) throws {
        let lines = #"<entity name="E" representedClassName="\#(name)"/>"#
        let error = #expect(throws: GeneratorError.self) { try folder.source(lines) }
        #expect(error?.reason == .notAType(name))
        #expect(error?.description.hasSuffix("/contents:2: “E”: “\(name)” is not the name of a Swift type.") == true)
    }

    @Test(arguments: ["Int; import Glibc", "}", "Set<\n>("])
    func `the class of a transformable attribute must be the name of a type`(name: String) throws {
        let lines = """
            <entity name="E" representedClassName="E" codeGenerationType="class">
            <attribute name="a" attributeType="Transformable" customClassName="\(name.replacing("<", with: "&lt;"))"/>
            </entity>
            """
        let error = #expect(throws: GeneratorError.self) { try folder.source(lines) }
        #expect(error?.description.contains(": “a” of “E”: “") == true)
    }

    @Test func `two entities cannot generate one class`() throws {
        let entity = #"representedClassName="Same" codeGenerationType="class""#
        let error = #expect(throws: GeneratorError.self) {
            try folder.source("<entity name=\"A\" \(entity)/>\n<entity name=\"B\" \(entity)/>")
        }
        #expect(
            error?.description.contains(
                "/Model.xcdatamodel/contents:3: “B”: Another entity has the class “Same” too.") == true)
    }

    @Test func `a corrupted model gives source or an error`() throws {
        let good = try Data(
            contentsOf: TestFiles.everything.appendingPathComponent("Everything2.xcdatamodel/contents"))
        try Mutation.play { mutation in
            let model = folder.url(of: "contents")
            try Data(mutation.spoiled(Array(good))).write(to: model)
            do {
                let generator = try Generator(contentsOf: model, includesManual: mutation.below(2) == 0)
                #expect(generator.files.last.map { generator.file.text.hasSuffix($0.text.suffix(100)) } == true)
            } catch {
                #expect("\(error)".contains("contents"))
            }
        }
    }

    @Test func `a type that a class hides is written with its module`() throws {
        let text = try folder.source(
            """
            <entity name="A" representedClassName="Date" codeGenerationType="class">
            <attribute name="a" attributeType="Date"/>
            <attribute name="b" attributeType="String"/>
            </entity>
            <entity name="B" representedClassName="String" codeGenerationType="class"/>
            <entity name="C" representedClassName="EntityDescription" codeGenerationType="class"/>
            """)
        #expect(text.contains("public static let a = Attribute<Foundation.Date?>"))
        #expect(text.contains("public var b: Swift.String?"))
        #expect(text.contains("Persistence.EntityDescription(name:"))
    }

    @Test func `a compiled model is refused with what to do`() throws {
        let error = #expect(throws: (any Error).self) {
            try Generator(contentsOf: URL(fileURLWithPath: "/nowhere/Library.momd"))
        }
        #expect(
            error.map { "\($0)" }
                == "/nowhere/Library.momd: Compiled models cannot be read. Use the “.xcdatamodeld” from which it was compiled, or generate code from it."
        )
    }

    /// The names of properties and of methods without arguments that the sources of `ManagedObject` declare.
    @Test func `every member of ManagedObject is refused as the name of a property`() throws {
        let sources = TestFiles.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Persistence")
        var members: Set<String> = ["hashValue"]
        let files = FileManager.default.enumerator(atPath: sources.resolvingSymlinksInPath().path)
        while let name = files?.nextObject() as? String {
            guard name.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            members.formUnion(declaredMembers(in: text))
        }
        #expect(members.count > 20)
        for name in members.sorted() {
            let lines = """
                <entity name="E" representedClassName="E" codeGenerationType="class">
                <attribute name="\(name)" attributeType="String"/>
                </entity>
                """
            let error = #expect(throws: GeneratorError.self, "\(name)") { try folder.source(lines) }
            #expect(error?.reason == .memberOfManagedObject, "\(name)")
        }
    }

    private func declaredMembers(in text: String) -> Set<String> {
        var (members, isInside): (Set<String>, Bool) = ([], false)
        let member = #/    (?:@\w+ )*(?:public|open) (?:internal\(set\) |class |static )*(?:var (\w+)|func (\w+)\(\))/#
        for line in text.split(separator: "\n") {
            if line.firstMatch(of: #/^(public |open )*(class|extension) /#) != nil {
                isInside =
                    line.firstMatch(of: #/(class|extension) ManagedObject( |:)/#) != nil
                    || line.contains("where Self: ManagedObject")
            } else if line.hasPrefix("}") {
                isInside = false
            }
            if isInside, let match = line.prefixMatch(of: member) {
                members.insert(String(match.output.1 ?? match.output.2 ?? ""))
            }
        }
        return members
    }
}
