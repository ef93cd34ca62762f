import Foundation

/// Finds and reads the bytes of a model file.
enum ModelFileLocation {
    /// The maximum size of a file, in bytes.
    static let sizeLimit = 16 << 20
    private static let currentVersionFile = ".xccurrentversion"
    private static let currentVersionKey = "_XCCurrentVersionName"

    static func contents(of url: URL) throws(ModelFault) -> Data {
        let file = try contentsFile(of: url)
        guard let handle = try? FileHandle(forReadingFrom: file) else {
            throw ModelFault(reason: .unreadable, line: nil)
        }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: sizeLimit + 1) else {
            if isFolder(file) { throw ModelFault(reason: .unreadable, line: nil) }
            return Data()
        }
        guard data.count <= sizeLimit else { throw ModelFault(reason: .tooLarge(limit: sizeLimit), line: nil) }
        return data
    }

    private static func contentsFile(of url: URL) throws(ModelFault) -> URL {
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ModelFault(reason: .unreadable, line: nil)
        }
        guard isFolder(url) else { return url }
        let own = url.appendingPathComponent("contents")
        if FileManager.default.fileExists(atPath: own.path) { return own }
        return try currentVersion(in: url).appendingPathComponent("contents")
    }

    /// The folder of a versioned model's current version, or of its only version.
    private static func currentVersion(in folder: URL) throws(ModelFault) -> URL {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let versions = names.filter { $0.hasSuffix(".xcdatamodel") }
        guard !versions.isEmpty else { throw ModelFault(reason: .noModel, line: nil) }
        if let name = currentVersionName(in: folder) {
            guard versions.contains(name) else { throw ModelFault(reason: .noCurrentVersion, line: nil) }
            return folder.appendingPathComponent(name)
        }
        guard versions.count == 1 else { throw ModelFault(reason: .noCurrentVersion, line: nil) }
        return folder.appendingPathComponent(versions[0])
    }

    private static func currentVersionName(in folder: URL) -> String? {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(currentVersionFile)) else { return nil }
        let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        return (list as? [String: Any])?[currentVersionKey] as? String
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
