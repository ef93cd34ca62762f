import Foundation

/// The files of this repository, found relative to this source file.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Every file that is not a build product, as a path from the root.
    static let files: [String] = {
        var files: [String] = []
        let paths = FileManager.default.enumerator(atPath: root.path)
        while let path = paths?.nextObject() as? String {
            if path.hasPrefix(".build") || path.hasPrefix(".swiftpm") || path == ".git" {
                paths?.skipDescendants()
            } else if !isFolder(path) {
                files.append(path)
            }
        }
        return files.sorted()
    }()

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// The Swift files of a module.
    static func sources(of module: String) -> [String] {
        files.filter { $0.hasPrefix("Sources/\(module)/") && $0.hasSuffix(".swift") }
    }

    /// The modules with a folder in Sources.
    static var modules: Set<String> {
        Set(files.compactMap { $0.hasPrefix("Sources/") ? String($0.split(separator: "/")[1]) : nil })
    }

    static func bytes(of path: String) throws -> Data {
        try Data(contentsOf: root.appending(path: path))
    }

    static func lines(of path: String) throws -> [String] {
        String(decoding: try bytes(of: path), as: UTF8.self).components(separatedBy: "\n")
    }

    static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: root.appending(path: path).path)
    }
}
