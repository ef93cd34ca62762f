import Foundation
import Testing

@testable import TidesAndLight

/// The table of the Debian package xtide-data.
enum InstalledTable {
    static let path = "/usr/share/xtide/harmonics-dwf-20191229-free.tcd"

    static func bytes() throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

    static let table = Result { try TideTable(bytes()) }

    private static let numbers = Result {
        Dictionary(try table.get().names().map { ($0.name, $0.number) }) { first, _ in first }
    }

    static func predictor(_ name: String) throws -> TidePredictor {
        let number = try #require(try numbers.get()[name])
        return TidePredictor(try #require(try table.get().station(number)), in: try table.get())
    }
}
