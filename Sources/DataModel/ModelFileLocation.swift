import Foundation

/// Finds and reads the bytes of a model file.
enum ModelFileLocation {
    /// The maximum size of a file, in bytes.
    static let sizeLimit = 16 << 20
    private static let currentVersionFile = ".xccurrentversion"
    private static let currentVersionKey = "_XCCurrentVersionName"

    /// The bytes of a file.
    static func contents(of file: URL) throws(ModelFault) -> Data {
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

    /// The names of a versioned model's versions, sorted; none for another file.
    static func versions(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
    }

    /// The file of a model, or of one of its versions.
    /// - Parameter version: the name of a version, with or without its ending; nil for the current one.
    static func contentsFile(of url: URL, version: String?) throws(ModelFault) -> URL {
        guard !["mom", "momd", "omo"].contains(url.pathExtension) else {
            throw ModelFault(reason: .compiled, line: nil)
        }
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw ModelFault(reason: .unreadable, line: nil)
        }
        guard isFolder(url) else { return url }
        let own = url.appendingPathComponent("contents")
        if version == nil, FileManager.default.fileExists(atPath: own.path) { return own }
        return try self.version(version, in: url).appendingPathComponent("contents")
    }

    /// The folder of a version of a versioned model: the named one, otherwise the current or only one.
    private static func version(_ version: String?, in folder: URL) throws(ModelFault) -> URL {
        let versions = versions(in: folder)
        guard !versions.isEmpty else { throw ModelFault(reason: .noModel, line: nil) }
        if let version {
            let name = version.hasSuffix(".xcdatamodel") ? version : version + ".xcdatamodel"
            guard versions.contains(name) else { throw ModelFault(reason: .unknownVersion(version), line: nil) }
            return folder.appendingPathComponent(name)
        }
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
