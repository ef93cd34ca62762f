import Foundation

/// A folder for one test. It is removed with everything in it when this object is released.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("test-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The names in the folder, sorted.
    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }

    package func url(of name: String) -> URL { url.appendingPathComponent(name) }

    /// The size of a file in bytes, or nil if there is no such file.
    package func size(of name: String) -> Int? { attributes(of: name)?[.size] as? Int }
    package func permissions(of name: String) -> Int? { attributes(of: name)?[.posixPermissions] as? Int }

    private func attributes(of name: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: url(of: name).path)
    }

    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        try Data(bytes).write(to: url(of: name))
    }
}
