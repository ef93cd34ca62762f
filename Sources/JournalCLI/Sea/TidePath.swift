import Foundation

/// Where the table of tide stations is.
enum TidePath {
    /// The file that a release has, relative to the folder above the program's.
    static let installed = "share/surfjournal/tides.tcd"
    /// The folder of the Debian package xtide-data.
    static let debian = "/usr/share/xtide"

    /// The path of the table; nil if there is none. One that is set is used even if it is missing, so that a mistake is
    /// reported.
    /// - Parameters:
    ///   - set: The path in the settings.
    ///   - program: The path of the running program.
    static func table(set: String?, program: String?, debian: String = debian) -> String? {
        if let set { return set }
        let prefix = program.map { URL(fileURLWithPath: $0).deletingLastPathComponent().deletingLastPathComponent() }
        let ours = prefix.map { $0.appendingPathComponent(installed).path }
        if let ours, FileManager.default.fileExists(atPath: ours) { return ours }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: debian)) ?? []
        // Their names have the dates of their data.
        return names.filter { $0.hasSuffix(".tcd") }.max().map { debian + "/" + $0 }
    }

    /// The path of the running program; nil where the system does not tell.
    static var program: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }
}
