import Foundation
import Persistence
import PersistenceModelFile
import Testing

/// Which version of a versioned model is loaded.
@Suite struct ModelVersionTests {
    private func versions(_ names: [String], current: String?) throws -> TemporaryModel {
        let folder = try TemporaryModel()
        for name in names {
            let entity = TemporaryModel.contents(#"<entity name="\#(name)"/>"#)
            try folder.write(entity, to: "M.xcdatamodeld/\(name).xcdatamodel/contents")
        }
        if let current {
            let list = try PropertyListSerialization.data(
                fromPropertyList: ["_XCCurrentVersionName": current], format: .xml, options: 0)
            try folder.write(list, to: "M.xcdatamodeld/.xccurrentversion")
        }
        return folder
    }

    private func read(_ folder: TemporaryModel) -> Result<[String?], ModelFileError> {
        do throws(ModelFileError) {
            let url = folder.folder.appendingPathComponent("M.xcdatamodeld")
            return .success(try ManagedObjectModel(validating: url).entities.map(\.name))
        } catch {
            return .failure(error)
        }
    }

    private func failure(_ folder: TemporaryModel) -> ModelFileError.Reason? {
        if case .failure(let error) = read(folder) { error.reason } else { nil }
    }

    @Test func `the current version is the one named in the version file`() throws {
        #expect(try read(versions(["A", "B"], current: "B.xcdatamodel")) == .success(["B"]))
    }

    @Test func `without a version file, a model's only version is current`() throws {
        #expect(try read(versions(["A"], current: nil)) == .success(["A"]))
    }

    @Test(arguments: [nil, "C.xcdatamodel", "../A.xcdatamodel", ""])
    func `several versions without a valid current version are an error`(current: String?) throws {
        #expect(try failure(versions(["A", "B"], current: current)) == .noCurrentVersion)
    }

    @Test func `a folder without a model is an error`() throws {
        let folder = try TemporaryModel()
        try folder.write(Data(), to: "M.xcdatamodeld/readme")
        #expect(failure(folder) == .noModel)
    }

    @Test func `a missing file is an error`() throws {
        #expect(failure(try TemporaryModel()) == .unreadable)
    }
}
