import Foundation
import Testing

/// A file as surfers have it, and the sessions in it: Tests/Understanding/README.md explains what is compared.
struct WrittenFile: Decodable, CustomTestStringConvertible, Sendable {
    struct Session: Decodable, Sendable {
        let location: String?
        /// The wall time at the place; without a time of day if the file has none.
        let date: String
        let offset: String?
        let height, period, wind, tide, crowd, board, notes: String?
        let rating, waves, duration, swellHeight, swellPeriod, swellDirection, waterTemperature: Double?

        /// The measures, which are compared as texts.
        var texts: [(field: String, text: String)] {
            [
                ("height", height), ("period", period), ("wind", wind), ("tide", tide), ("crowd", crowd),
                ("board", board),
            ].compactMap { field, text in text.map { (field, $0) } }
        }

        var numbers: [(field: String, number: Double)] {
            [
                ("rating", rating), ("waves", waves), ("duration", duration), ("swellHeight", swellHeight),
                ("swellPeriod", swellPeriod), ("swellDirection", swellDirection),
                ("waterTemperature", waterTemperature),
            ].compactMap { field, number in number.map { (field, $0) } }
        }
    }

    let file: String
    let zone: String
    /// `imports`, or `refused` if nobody could read sessions from it.
    let outcome: String
    /// What a surfer would add, such as the place of an export that has none.
    let options: [String]
    let sessions: [Session]
    /// Words that a refusal must contain.
    let names: [String]?

    var testDescription: String { file }

    /// The files' folder. Another one can be named to try files that are not in the repository.
    static let folder =
        ProcessInfo.processInfo.environment["SURFJOURNAL_FILES"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Understanding/files")

    var url: URL { WrittenFile.folder.appendingPathComponent(file) }

    static let all: [WrittenFile] = {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.lastPathComponent.hasSuffix(".expected.json") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .compactMap { try? JSONDecoder().decode(WrittenFile.self, from: Data(contentsOf: $0)) }
    }()
}
