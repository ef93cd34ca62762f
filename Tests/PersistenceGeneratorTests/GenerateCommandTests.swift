import Foundation
import PersistenceGenerator
import TestSupport
import Testing

/// The command `persistence-generate`.
@Suite struct GenerateCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws {
        try GenerateCommand([TestFiles.everything.path, "--output", folder.url(of: "out").path] + arguments).run()
    }

    private var written: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url(of: "out").path).sorted() }
    }

    @Test func `the files are written to a folder, which is created`() throws {
        try run()
        #expect(try written.count == 10)
        let book = try String(contentsOf: folder.url(of: "out/Book+CoreDataClass.swift"), encoding: .utf8)
        #expect(book.contains("public class Book: ManagedObject {"))
    }

    @Test func `a file that would not change is not written again`() throws {
        try run("--single-file")
        let file = folder.url(of: "out/Everything+CoreDataModel.swift")
        let old = Date(timeIntervalSinceReferenceDate: 0)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file.path)
        func modification() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
        }
        try run("--single-file")
        #expect(try modification() == old)
        try run("--single-file", "--model-version", "Everything")
        #expect(try modification() != old)
        #expect(try written == ["Everything+CoreDataModel.swift"])
    }

    @Test func `with --manual, classes that are there already are kept, and their properties written`() throws {
        let model = try folder.model(
            """
            <entity name="E" representedClassName="E"><attribute name="a" attributeType="String"/></entity>
            <entity name="F" representedClassName="F" representedClassModule="Elsewhere"/>
            """)
        let command = try GenerateCommand([model.path, "--output", folder.url(of: "out").path, "--manual"])
        try command.run()
        let classFile = folder.url(of: "out/E+CoreDataClass.swift")
        #expect(
            try String(contentsOf: classFile, encoding: .utf8)
                == "import Foundation\nimport Persistence\nimport Elsewhere\n\npublic class E: ManagedObject {\n}\n")
        #expect(!(try written.contains { $0.hasPrefix("F+") }))
        try folder.write("mine".utf8, to: "out/E+CoreDataClass.swift")
        try folder.write("old".utf8, to: "out/E+CoreDataProperties.swift")
        try command.run()
        #expect(try String(contentsOf: classFile, encoding: .utf8) == "mine")
        let properties = try String(contentsOf: folder.url(of: "out/E+CoreDataProperties.swift"), encoding: .utf8)
        #expect(properties.contains("public var a: String?"))
    }

    @Test(arguments: [
        ([], "The model is missing."), (["M"], "The folder is missing: --output FOLDER."),
        (["M", "--output"], "'--output' needs a value."), (["M", "N"], "Only one model can be given, not 'N' too."),
        (["--fast"], "There is no option '--fast'."),
    ])
    func `arguments that are not valid are refused with the usage`(arguments: [String], problem: String) {
        let error = #expect(throws: GenerateCommand.UsageError.self) { try GenerateCommand(arguments) }
        #expect(error?.description.hasPrefix(problem + "\nUsage: persistence-generate MODEL") == true)
    }

    @Test func `nothing is written for a model that is not valid`() throws {
        let model = try folder.model(#"<entity name="E" parentEntity="Gone"/>"#)
        let command = try GenerateCommand([model.path, "--output", folder.url(of: "out").path])
        let error = #expect(throws: (any Error).self) { try command.run() }
        #expect(error.map { "\($0)" } == "\(model.path)/contents:2: “E”: There is no entity named “Gone”.")
        #expect(!folder.names.contains("out"))
    }
}
