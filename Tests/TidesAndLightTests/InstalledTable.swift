import Foundation

/// The table of the Debian package xtide-data.
enum InstalledTable {
    static let path = "/usr/share/xtide/harmonics-dwf-20191229-free.tcd"

    static func bytes() throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }
}
